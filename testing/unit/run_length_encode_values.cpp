// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Items and lengths of every type.
#define BOOST_TEST_MODULE run_length_encode_values
#include <thrum/run_length.h>

#include <thrust/iterator/constant_iterator.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "encode.h"
#include "large.h"
#include "trap_operator.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class T>
void codes_of(std::vector<std::size_t> const& sizes)
{
  random_source random;
  auto const run = [&](auto const& system) {
    for (std::size_t const size : sizes)
      for (std::int64_t const mean_run : {1, 6, 700})
        compare_encode(system, make_values<T>(random.keys<int>(size, mean_run)), standard::equal_to<>());
  };
  for_each_system<value_systems>(run);
}

using small_types = std::tuple<bool, char, std::uint16_t, float, std::int64_t, __int128>;
using user_types  = std::tuple<no_default, affine, over_aligned, aligned_words>;
using large_types = std::tuple<floats<10>, floats<64>, floats<256>>;
using length_types =
  std::tuple<std::uint16_t, int, std::uint32_t, std::int64_t, std::uint64_t, __int128, double>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(small_items, T, small_types)
{
  codes_of<T>({1, 2, 33, 1'000, 30'000});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(items_of_a_users_type, T, user_types)
{
  trap::reset();
  codes_of<T>({1, 2, 33, 1'000, 30'000});
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b43_large_items, T, large_types)
{
  codes_of<T>({1, 2, 33, 1'000, 3'000});
}

BOOST_AUTO_TEST_CASE(b44_items_that_must_be_made_before_they_are_assigned)
{
  long const alive_before = counted::alive();
  trap::reset();
  codes_of<counted>({1, 2, 33, 1'000, 30'000});
  BOOST_TEST(trap::violations() == 0);
  BOOST_TEST(counted::alive() == alive_before);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lengths_of_any_type, Length, length_types)
{
  random_source random;
  auto const items    = random.keys<int>(50'000, 40);
  auto const expected = serial::encode(items, standard::equal_to<>());
  for_each_system<few_systems>([&](auto const& system) { check_encode_as<Length>(system, items, expected); });
}

// A length that its output cannot hold is cut there and nowhere before.
BOOST_AUTO_TEST_CASE_TEMPLATE(lengths_are_counted_in_64_bits, System, systems)
{
  check_encode_as<std::uint8_t>(System(), std::vector<char>(1'000, 'a'), {{'a'}, {1'000}});
}

BOOST_AUTO_TEST_CASE(b23_a_run_beyond_two_to_the_31, *boost::unit_test::precondition(fast_enough))
{
  for_each_system<few_systems>([](auto const& system) {
    std::int64_t const size = (std::int64_t{1} << 31) + 5;
    auto const in           = thrust::make_constant_iterator('c');
    auto value              = make_output(system, 1, '?');
    auto length             = make_output(system, 1, std::int64_t{-7});
    auto const ends = thrum::run_length_encode(system.policy(), in, in + size, value.begin(), length.begin());
    BOOST_TEST((ends.second == length.end()));
    BOOST_TEST(same_items(value.items(), {'c'}));
    BOOST_TEST(same_items(length.items(), {size}));
  });
}
