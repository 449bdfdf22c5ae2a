// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Floating-point results are the same bits on every system and for every number of threads: those of the
// replay.
#define BOOST_TEST_MODULE reduce_order
#include <thrum/reduce.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "compare.h"
#include "random.h"
#include "replay_commuting.h"
#include "sizes.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct own_sum
{
  template <class T>
  THRUM_HOST_DEVICE T operator()(T a, T b) const
  {
    return a + b;
  }
};

template <class Item, class T, class Op>
void check_bits(std::vector<Item> const& items, T init, Op op, T expected)
{
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in = make_input(system, items);
    auto out      = make_output(system, 1, T(-1));
    BOOST_TEST(same_bits(thrum::reduce(system.policy(), in.begin(), in.end(), init, op), expected));
    thrum::reduce_into(system.policy(), in.begin(), in.end(), out.begin(), init, op);
    BOOST_TEST(same_bits(out.items(), {expected}));
  });
}

/// An operator that the library does not know keeps the order of a scan.
template <class T>
void check_ordered(std::vector<std::size_t> const& sizes)
{
  random_source random;
  for (std::size_t const size : sizes)
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const items = random.mixed_floats<T>(size);
      check_bits(items, T(0.3), own_sum{}, replay::ordered_reduce(items, T(0.3), own_sum{}));
    }
  }
}

/// One that it knows to commute, or is told so, has the order of columns and chunks.
template <class T, class Op>
void check_commuting(std::vector<std::size_t> const& sizes, Op op)
{
  random_source random;
  for (std::size_t const size : sizes)
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const items = random.mixed_floats<T>(size);
      check_bits(items, T(0.3), op, replay::commuting_reduce(items, T(0.3), own_sum{}));
    }
  }
}

/// Chunks of chunks begin where there are more chunks than one chunk has items: far beyond what a test can
/// hold for floats. Large items have small chunks.
struct wide
{
  double item[16];
  THRUM_HOST_DEVICE friend wide operator+(wide const& a, wide const& b)
  {
    wide sum;
    for (int i = 0; i < 16; ++i)
    {
      sum.item[i] = a.item[i] + b.item[i];
    }
    return sum;
  }
};
} // namespace

BOOST_AUTO_TEST_CASE(b49_ordered_float_sums_within_tiles)
{
  check_ordered<float>(sizes_within_tiles<float>());
}

BOOST_AUTO_TEST_CASE(b49_ordered_double_sums_within_tiles)
{
  check_ordered<double>(sizes_within_tiles<double>());
}

BOOST_AUTO_TEST_CASE(b49_ordered_float_sums_over_groups)
{
  check_ordered<float>(sizes_around_groups<float>());
}

BOOST_AUTO_TEST_CASE(b49_commuting_float_sums)
{
  check_commuting<float>(sizes_of_commuting_reduce<float>(), thrust::plus<float>());
}

BOOST_AUTO_TEST_CASE(b49_commuting_double_sums)
{
  check_commuting<double>(sizes_of_commuting_reduce<double>(), thrust::plus<>());
}

BOOST_AUTO_TEST_CASE(b49_commuting_sums_where_rows_change)
{
  check_commuting<float>(sizes_where_rows_change<float>(), thrust::plus<float>());
}

BOOST_AUTO_TEST_CASE(b49_every_name_of_plus)
{
  check_commuting<float>({100'003}, standard::plus<float>());
  check_commuting<float>({100'003}, standard::plus<>());
  check_commuting<float>({100'003}, cuda::std::plus<float>());
  check_commuting<float>({100'003}, thrum::commutative(own_sum{}));
}

BOOST_AUTO_TEST_CASE(b49_plus_of_another_type_keeps_the_order)
{
  random_source random;
  auto const items = random.mixed_floats<float>(100'003);
  check_bits(items, 0.3F, thrust::plus<double>(),
             replay::ordered_reduce(items, 0.3F, thrust::plus<double>()));
}

BOOST_AUTO_TEST_CASE(b49_float_products)
{
  random_source random;
  auto const items = random.factors<float>(1'500'003);
  auto const op    = thrust::multiplies<>();
  check_bits(items, 1.5F, op, replay::commuting_reduce(items, 1.5F, op));
}

BOOST_AUTO_TEST_CASE(b49_float_maximum_keeps_the_order)
{
  random_source random;
  auto items   = random.mixed_floats<float>(50'003);
  items[7]     = 1e6F;
  items[40000] = 1e6F;
  check_bits(items, 0.0F, thrust::maximum<>(), 1e6F);
  check_bits(std::vector<float>{-0.0F, 0.0F, -0.0F}, -0.0F, thrust::maximum<>(),
             replay::ordered_reduce(std::vector<float>{-0.0F, 0.0F, -0.0F}, -0.0F, thrust::maximum<>()));
}

BOOST_AUTO_TEST_CASE(float_items_with_a_double_init)
{
  random_source random;
  auto const items = random.mixed_floats<float>(300'003);
  std::vector<double> const converted(items.begin(), items.end());
  check_bits(items, 0.7, thrust::plus<>(), replay::commuting_reduce(converted, 0.7, own_sum{}));
  check_bits(items, 0.7, own_sum{}, replay::ordered_reduce(converted, 0.7, own_sum{}));
}

BOOST_AUTO_TEST_CASE(shorter_forms_start_from_zero)
{
  random_source random;
  auto const items    = random.mixed_floats<float>(300'003);
  auto const expected = replay::commuting_reduce(items, 0.0F, own_sum{});
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in = make_input(system, items);
    BOOST_TEST(same_bits(thrum::reduce(system.policy(), in.begin(), in.end()), expected));
    BOOST_TEST(same_bits(thrum::reduce(system.policy(), in.begin(), in.end(), 0.0F), expected));
  });
}

BOOST_AUTO_TEST_CASE(chunks_of_chunks_of_wide_items)
{
  random_source random;
  auto const chunk = replay::commuting_order_of(sizeof(wide)).least_chunk();
  for (std::size_t const size : {3 * chunk + 5, chunk * 33 + 1, chunk * 257 + 1})
  {
    auto const scalars = random.mixed_floats<double>(size);
    std::vector<wide> items(size);
    for (std::size_t i = 0; i < size; ++i)
    {
      std::fill_n(items[i].item, 16, scalars[i]);
    }
    auto const op       = thrum::commutative(own_sum{});
    auto const expected = replay::commuting_reduce(items, items[0], own_sum{});
    for_each_system<bit_systems>([&](auto const& system) {
      auto const in  = make_input(system, items);
      wide const got = thrum::reduce(system.policy(), in.begin(), in.end(), items[0], op);
      BOOST_TEST(same_representation(got, expected));
    });
  }
}

BOOST_AUTO_TEST_CASE(b49_a_hundred_times_one_third)
{
  std::vector<double> const items(300'007, 1.0 / 3.0);
  auto const expected = replay::commuting_reduce(items, 0.0, own_sum{});
  parallel_system const system;
  auto const in = make_input(system, items);
  for (int round = 0; round < 100; ++round)
  {
    BOOST_TEST(same_bits(thrum::reduce(system.policy(), in.begin(), in.end()), expected));
  }
}
