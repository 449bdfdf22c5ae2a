// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Floating-point results are the same bits on every system and for every number of threads: those of the
// replay.
#define BOOST_TEST_MODULE exclusive_scan_order
#include <thrum/scan.h>

#include <vector>

#include "compare.h"
#include "random.h"
#include "reference.h"
#include "sizes.h"
#include "systems.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Scans `items` on all systems, out of place and in place.
template <class T, class Op>
void check_bits(std::vector<T> const& items, T init, Op op)
{
  auto const expected = replay::exclusive(items, init, op);
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in = make_input(system, items);
    auto out      = make_output(system, items.size(), T(-1));
    auto data     = make_output(system, items);
    thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), init, op);
    BOOST_TEST(same_bits(out.items(), expected));
    thrum::exclusive_scan(system.policy(), data.begin(), data.end(), data.begin(), init, op);
    BOOST_TEST(same_bits(data.items(), expected));
  });
}

template <class T>
void check_sums(std::vector<std::size_t> const& sizes)
{
  random_source random;
  for (std::size_t const size : sizes)
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      check_bits(random.mixed_floats<T>(size), T(0.3), thrust::plus<T>());
    }
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(b49_float_sums_within_tiles)
{
  check_sums<float>(sizes_within_tiles<float>());
}

BOOST_AUTO_TEST_CASE(b49_double_sums_within_tiles)
{
  check_sums<double>(sizes_within_tiles<double>());
}

BOOST_AUTO_TEST_CASE(b49_float_sums_over_groups)
{
  check_sums<float>(sizes_around_groups<float>());
}

BOOST_AUTO_TEST_CASE(b49_double_products_over_a_group)
{
  random_source random;
  auto const items = random.factors<double>(replay::order_of(sizeof(double)).group() + 12'345);
  check_bits(items, 1.1, thrust::multiplies<>());
}

// An operator that the library knows nothing of takes another path than thrust::plus, and must bracket alike.
BOOST_AUTO_TEST_CASE(operators_of_the_users_own_bracket_alike)
{
  random_source random;
  check_bits(random.mixed_floats<double>(200'003), 0.25, add{});
}

BOOST_AUTO_TEST_CASE(shorter_forms_start_from_zero)
{
  random_source random;
  auto const items    = random.mixed_floats<float>(100'003);
  auto const expected = replay::exclusive(items, 0.0F, thrust::plus<>());
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in = make_input(system, items);
    auto out      = make_output(system, items.size(), -1.0F);
    thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin());
    BOOST_TEST(same_bits(out.items(), expected));
  });
}
