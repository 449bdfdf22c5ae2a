// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Scans and reductions of numbers that are no int.
#define BOOST_TEST_MODULE value_types_numbers
#include <algorithm>
#include <vector>

#include "value_type_checks.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
__extension__ using int128 = __int128;
} // namespace

BOOST_AUTO_TEST_CASE(b45_128_bit_integers)
{
  random_source random;
  auto const make = [&](std::size_t size) {
    std::vector<int128> items;
    for (std::size_t i = 0; i < size; ++i)
    {
      items.push_back(random.integer(-1'000'000'000, 1'000'000'000) * (static_cast<int128>(1) << 70));
    }
    return items;
  };
  check_value_type(make, static_cast<int128>(5) << 90, thrust::plus<>(), 20'000);
}

BOOST_AUTO_TEST_CASE(b45_128_bit_integers_with_an_own_operator)
{
  check_value_type_from_int<int128>(20'000);
}

BOOST_AUTO_TEST_CASE(narrow_integers)
{
  check_value_type_from_int<short>(30'000);
}

// What algorithms get here is an array of bools, unlike std::vector<bool>.
BOOST_AUTO_TEST_CASE(bools)
{
  random_source random;
  for (std::size_t const size : value_type_sizes<bool>(100'000))
  {
    std::size_t const only = random.bits() % size;
    std::vector<bool> flags(size, false);
    flags[only] = true;
    for_each_system<value_systems>([&](auto const& system) {
      auto const in           = make_input(system, flags);
      auto out                = make_output(system, size, false);
      bool const* const first = in.begin();
      auto const& policy      = system.policy();
      auto const check        = [&out](std::size_t set) {
        std::vector<bool> const items = out.items();
        BOOST_TEST(std::count(items.begin(), items.end(), true) == static_cast<std::ptrdiff_t>(set));
        BOOST_TEST(std::is_sorted(items.begin(), items.end()));
      };
      BOOST_TEST(thrum::reduce(policy, first, first + size) == true);
      BOOST_TEST(thrum::reduce(policy, first, first + size, true, thrust::logical_and<>()) == (size == 1));
      BOOST_TEST(thrum::reduce(policy, first, first + size, 0) == 1);
      thrum::inclusive_scan(policy, first, first + size, out.begin(), thrust::logical_or<bool>());
      check(size - only);
      thrum::exclusive_scan(policy, first, first + size, out.begin(), false, thrust::logical_or<bool>());
      check(size - only - 1);
    });
  }
}
