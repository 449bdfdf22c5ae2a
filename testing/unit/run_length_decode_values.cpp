// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Items of every type.
#define BOOST_TEST_MODULE run_length_decode_values
#include <thrum/run_length.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "decode.h"
#include "trap_operator.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class T>
void decode_items_of()
{
  random_source random;
  auto const run = [&](auto const& system) {
    for (std::size_t const runs : {1, 2, 33, 3'000})
      for (std::int64_t const most : {1, 3, 40})
        check_decode(system, values_for<T>(runs), random.integers<int>(runs, 0, most));
    check_decode(system, values_for<T>(3), std::vector<int>{1, 5'000, 2});
  };
  for_each_system<value_systems>(run);
}

#if THRUM_HAS_CUDA // which has no long double
using small_types = std::tuple<bool, char, std::uint16_t, float, std::int64_t, __int128>;
#else
using small_types = std::tuple<bool, char, std::uint16_t, float, std::int64_t, __int128, long double>;
#endif
using user_types  = std::tuple<no_default, affine, over_aligned, aligned_words, interval>;
using large_types = std::tuple<floats<3>, floats<6>, floats<10>, floats<64>, floats<256>>;
} // namespace

namespace thrum_test
{
template <>
std::vector<interval> values_for<interval>(std::size_t runs)
{
  return unit_intervals(runs);
}
} // namespace thrum_test

BOOST_AUTO_TEST_CASE_TEMPLATE(small_items, T, small_types)
{
  decode_items_of<T>();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(items_of_a_users_type, T, user_types)
{
  trap::reset();
  decode_items_of<T>();
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b43_large_items, T, large_types)
{
  decode_items_of<T>();
}

BOOST_AUTO_TEST_CASE(b44_items_that_must_be_made_before_they_are_assigned)
{
  long const alive_before = counted::alive();
  trap::reset();
  decode_items_of<counted>();
  BOOST_TEST(trap::violations() == 0);
  BOOST_TEST(counted::alive() == alive_before);
}

#if !THRUM_HAS_CUDA
BOOST_AUTO_TEST_CASE_TEMPLATE(strings, System, systems)
{
  System const system;
  std::string const longer(100, 'l');
  auto const values  = make_input<System>(std::vector<std::string>{"one", longer, "two"});
  auto const lengths = make_input<System>(std::vector<int>{2, 1, 1'000});
  std::vector<std::string> out(1'003, "old");
  auto const end = thrum::run_length_decode(system.policy(), values.begin(), values.end(), lengths.begin(),
                                            out.data());
  BOOST_TEST((end == out.data() + out.size()));
  BOOST_TEST(out[1] == "one");
  BOOST_TEST(out[2] == longer);
  BOOST_TEST(out[3] == "two");
  BOOST_TEST(out.back() == "two");
}
#endif
