// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Value types of every size and habit.
#define BOOST_TEST_MODULE reduce_by_key_values
#include <thrum/reduce.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "by_key.h"
#include "random.h"
#include "trap_operator.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class Value>
void sums_of_values(std::vector<std::size_t> const& sizes)
{
  random_source random;
  auto const run = [&](auto const& system) {
    for (std::size_t const size : sizes)
      for (std::int64_t const mean_run : {1, 6, 700})
      {
        auto const keys = random.keys<int>(size, mean_run);
        auto values     = make_values<Value>(random.integers<int>(size, 0, 100));
        compare_reduce_by_key(system, keys, values, standard::equal_to<>(), add());
      }
  };
  for_each_system<value_systems>(run);
}

using small_types = std::tuple<bool, std::int8_t, std::uint16_t, std::int64_t, __int128>;
using user_types  = std::tuple<no_default, affine, over_aligned, aligned_words>;
using large_types = std::tuple<floats<10>, floats<64>, floats<256>>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(small_values, Value, small_types)
{
  sums_of_values<Value>({1, 2, 33, 1'000, 30'000});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(values_of_a_users_type, Value, user_types)
{
  trap::reset();
  sums_of_values<Value>({1, 2, 33, 1'000, 30'000});
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b43_large_values, Value, large_types)
{
  sums_of_values<Value>({1, 2, 33, 1'000, 3'000});
}

BOOST_AUTO_TEST_CASE(b44_values_that_must_be_made_before_they_are_assigned)
{
  long const alive_before = counted::alive();
  trap::reset();
  sums_of_values<counted>({1, 2, 33, 1'000, 30'000});
  BOOST_TEST(trap::violations() == 0);
  BOOST_TEST(counted::alive() == alive_before);
}

// Without an init the input's value type accumulates, whatever the output holds.
BOOST_AUTO_TEST_CASE_TEMPLATE(b30_the_accumulator_is_the_inputs_type, System, systems)
{
  System const system;
  auto const keys   = make_input<System>(std::vector<int>(300, 5));
  auto const values = make_input<System>(std::vector<std::uint8_t>(300, 1));
  auto keys_out     = make_output<System>(1, -1);
  auto sums         = make_output<System>(1, -1);
  thrum::reduce_by_key(system.policy(), keys.begin(), keys.end(), values.begin(), keys_out.begin(),
                       sums.begin());
  BOOST_TEST(same_items(sums.items(), {44}));
}
