// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Scans and reductions of numbers that are no int.
#define BOOST_TEST_MODULE value_types_numbers
#include <algorithm>
#include <memory>
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

// std::vector<bool> is no array of bools; what algorithms get here is one.
BOOST_AUTO_TEST_CASE(bools)
{
  random_source random;
  for (std::size_t const size : value_type_sizes<bool>(100'000))
  {
    std::unique_ptr<bool[]> const in(new bool[size]), out(new bool[size]);
    std::size_t const only = random.bits() % size;
    std::fill_n(in.get(), size, false);
    in[only] = true;
    for_each_system<value_type_systems>([&](auto const& system) {
      auto const* const first = in.get();
      auto const& policy      = system.policy();
      BOOST_TEST(thrum::reduce(policy, first, first + size) == true);
      BOOST_TEST(thrum::reduce(policy, first, first + size, true, thrust::logical_and<>()) == (size == 1));
      BOOST_TEST(thrum::reduce(policy, first, first + size, 0) == 1);
      thrum::inclusive_scan(policy, first, first + size, out.get(), thrust::logical_or<bool>());
      BOOST_TEST(std::count(out.get(), out.get() + size, true) == static_cast<std::ptrdiff_t>(size - only));
      BOOST_TEST(std::is_sorted(out.get(), out.get() + size));
      thrum::exclusive_scan(policy, first, first + size, out.get(), false, thrust::logical_or<bool>());
      BOOST_TEST(std::count(out.get(), out.get() + size, true)
                 == static_cast<std::ptrdiff_t>(size - only - 1));
      BOOST_TEST(std::is_sorted(out.get(), out.get() + size));
    });
  }
}
