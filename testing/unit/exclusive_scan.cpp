// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE exclusive_scan
#include <thrum/scan.h>

#include <cstdint>
#include <vector>

#include "bounds_checked_iterator.h"
#include "compare.h"
#include "random.h"
#include "reference.h"
#include "sizes.h"
#include "systems.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_with_a_policy, System, systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<int>{4, 7, 1, 9});
  auto out      = make_output<System>(4, -1);

  BOOST_TEST(thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin()) == out.end());
  BOOST_TEST(same_items(out.items(), {0, 4, 11, 12}));
  BOOST_TEST(thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 100) == out.end());
  BOOST_TEST(same_items(out.items(), {100, 104, 111, 112}));

  auto const op  = thrust::maximum<int>();
  auto const end = thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 5, op);
  BOOST_TEST(end == out.end());
  BOOST_TEST(same_items(out.items(), {5, 5, 7, 7}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_without_a_policy, Vector, vectors<int>)
{
  auto const in = make_vector<Vector>(std::vector<int>{4, 7, 1, 9});
  Vector out(4, -1);

  BOOST_TEST((thrum::exclusive_scan(in.begin(), in.end(), out.begin()) == out.end()));
  BOOST_TEST(same_items(items_of(out), {0, 4, 11, 12}));
  BOOST_TEST((thrum::exclusive_scan(in.begin(), in.end(), out.begin(), 100) == out.end()));
  BOOST_TEST(same_items(items_of(out), {100, 104, 111, 112}));
  BOOST_TEST(
    (thrum::exclusive_scan(in.begin(), in.end(), out.begin(), 5, thrust::maximum<int>()) == out.end()));
  BOOST_TEST(same_items(items_of(out), {5, 5, 7, 7}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_comes_of_nothing, System, systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<int>{});
  auto out      = make_output<System>(1, -1);
  BOOST_TEST(thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 5) == out.begin());
  BOOST_TEST(same_items(out.items(), {-1}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_around_every_boundary, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes_within_tiles<std::int64_t>())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const items = random.integers<std::int64_t>(size, -1'000'000'000'000, 1'000'000'000'000);
      auto const in    = make_input<System>(items);
      auto out         = make_output<System>(size, std::int64_t{-1});
      thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin());
      BOOST_TEST(same_items(out.items(), serial::exclusive(items, std::int64_t{0}, thrust::plus<>())));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(several_groups_of_tiles, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes_around_groups<std::int64_t>())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const items = random.integers<std::int64_t>(size, -1'000'000'000'000, 1'000'000'000'000);
      auto const in    = make_input<System>(items);
      auto out         = make_output<System>(size, std::int64_t{-1});
      thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), std::int64_t{17});
      BOOST_TEST(same_items(out.items(), serial::exclusive(items, std::int64_t{17}, thrust::plus<>())));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(in_place, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size :
       {std::size_t{1}, std::size_t{33}, std::size_t{20'000}, std::size_t{1'000'003}})
  {
    auto const items = random.integers<int>(size, -1000, 1000);
    auto data        = make_output<System>(items);
    BOOST_TEST(thrum::exclusive_scan(system.policy(), data.begin(), data.end(), data.begin(), 3)
               == data.end());
    BOOST_TEST(same_items(data.items(), serial::exclusive(items, 3, thrust::plus<>())));
  }
}

// n counts give n + 1 offsets: the range may name one item more than there is, since nobody needs its value.
BOOST_AUTO_TEST_CASE_TEMPLATE(b53_last_item_is_never_read, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes_within_tiles<int>())
  {
    if (size == 0)
    {
      continue;
    }
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const items = random.integers<int>(size, -1000, 1000);
      checked_input<int> in(items);
      checked_output<int> out(size, -1);
      thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 7, thrust::plus<>());
      BOOST_TEST(same_items(out.items(), serial::exclusive(items, 7, thrust::plus<>())));
      BOOST_TEST(in.reads_of(static_cast<std::ptrdiff_t>(size) - 1) == 0);
      BOOST_TEST(in.faults() == 0);
      BOOST_TEST(out.faults() == 0);
    }
  }
}

// The same through pointers, where a sanitizer sees the read.
BOOST_AUTO_TEST_CASE_TEMPLATE(b53_counts_to_offsets, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{50'000}})
  {
    auto items        = random.integers<int>(size, 0, 1000);
    auto const counts = make_input<System>(items);
    auto offsets      = make_output<System>(size + 1, -1);
    thrum::exclusive_scan(system.policy(), counts.begin(), counts.end() + 1, offsets.begin());
    items.push_back(0);
    BOOST_TEST(same_items(offsets.items(), serial::exclusive(items, 0, thrust::plus<>())));
  }
}
