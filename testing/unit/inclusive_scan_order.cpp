// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Floating-point results are the same bits on every system and for every number of threads: those of the
// replay.
#define BOOST_TEST_MODULE inclusive_scan_order
#include <thrum/scan.h>

#include <algorithm>
#include <optional>
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
/// Scans `items` on all systems, out of place and in place, from `init` where there is one.
template <class T, class Op>
void check_bits(std::vector<T> const& items, std::optional<T> init, Op op)
{
  auto const expected = replay::inclusive(items, init, op);
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in   = make_input(system, items);
    auto out        = make_output(system, items.size(), T(-1));
    auto data       = make_output(system, items);
    auto const scan = [&](auto const& from, auto& to) {
      if (init)
      {
        thrum::inclusive_scan(system.policy(), from.begin(), from.end(), to.begin(), *init, op);
      }
      else
      {
        thrum::inclusive_scan(system.policy(), from.begin(), from.end(), to.begin(), op);
      }
    };
    scan(in, out);
    BOOST_TEST(same_bits(out.items(), expected));
    scan(data, data);
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
      auto const items = random.mixed_floats<T>(size);
      check_bits(items, std::optional<T>(), thrust::plus<T>());
      check_bits(items, std::optional<T>(T(0.3)), thrust::plus<T>());
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
  check_bits(items, std::optional<double>(), thrust::multiplies<>());
}

// An operator that the library knows nothing of takes another path than thrust::plus, and must bracket alike.
BOOST_AUTO_TEST_CASE(operators_of_the_users_own_bracket_alike)
{
  random_source random;
  auto const items = random.mixed_floats<double>(200'003);
  check_bits(items, std::optional<double>(0.25), add{});
}

BOOST_AUTO_TEST_CASE(float_items_with_a_double_init)
{
  random_source random;
  auto const items = random.mixed_floats<float>(100'003);
  std::vector<double> const converted(items.begin(), items.end());
  auto const expected = replay::inclusive(converted, std::optional<double>(0.7), thrust::plus<>());
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in = make_input(system, items);
    auto out      = make_output(system, items.size(), -1.0);
    thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 0.7, thrust::plus<>());
    BOOST_TEST(same_bits(out.items(), expected));
  });
}

BOOST_AUTO_TEST_CASE(results_do_not_depend_on_alignment)
{
  random_source random;
  std::ptrdiff_t const count = 60'000;
  auto const items           = random.mixed_floats<float>(static_cast<std::size_t>(count));
  auto const sums            = replay::inclusive(items, std::optional<float>(), thrust::plus<>());
  for_each_system<bit_systems>([&](auto const& system) {
    for (std::ptrdiff_t in_offset = 0; in_offset < 9; ++in_offset)
    {
      std::ptrdiff_t const out_offset = 3 * in_offset % 8;
      BOOST_TEST_CONTEXT("input moved by " << in_offset << ", output by " << out_offset)
      {
        auto moved = std::vector<float>(items.size() + 16, 1e30F);
        std::copy(items.begin(), items.end(), moved.begin() + in_offset);
        auto expected = std::vector<float>(items.size() + 16, -1.0F);
        std::copy(sums.begin(), sums.end(), expected.begin() + out_offset);

        auto const in    = make_input(system, moved);
        auto out         = make_output(system, expected.size(), -1.0F);
        auto const first = in.begin() + in_offset;
        thrum::inclusive_scan(system.policy(), first, first + count, out.begin() + out_offset);
        BOOST_TEST(same_bits(out.items(), expected));
      }
    }
  });
}
