// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// The operator of a scan sees items, init and what it made of neighbours, the left operand first, and
// nothing else.
#define BOOST_TEST_MODULE scan_operator
#include <thrum/scan.h>

#include <optional>
#include <vector>

#include "allocator.h"
#include "compare.h"
#include "random.h"
#include "sizes.h"
#include "systems.h"
#include "trap_operator.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::vector<std::size_t> sizes()
{
  auto result = sizes_within_tiles<interval>();
  for (std::size_t const size : sizes_around_groups<interval>())
  {
    result.push_back(size);
  }
  return result;
}

/// Intervals from `first` to each of `count` items, the first of them ending at `last`.
std::vector<interval> growing_intervals(std::size_t count, std::int64_t first, std::int64_t last)
{
  std::vector<interval> result;
  for (std::size_t i = 0; i < count; ++i)
  {
    result.emplace_back(first, last + static_cast<std::int64_t>(i));
  }
  return result;
}

struct never_called
{
  THRUM_HOST_DEVICE int operator()(int a, int) const
  {
    trap::expect(false);
    return a;
  }
};

struct minimum_of_sevens
{
  THRUM_HOST_DEVICE int operator()(int a, int b) const
  {
    trap::expect(a == 7 && b == 7);
    return a < b ? a : b;
  }
};

/// Changes when called.
struct counting_add
{
  int calls = 0;
  THRUM_HOST_DEVICE int operator()(int a, int b) { return ++calls, a + b; }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b19_operator_sees_only_items, System, thread_systems)
{
  System const system;
  for (std::size_t const size : sizes())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      trap::reset();
      auto const in = make_input<System>(unit_intervals(size));
      auto out      = make_output<System>(size, interval(-9, -9));
      thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), join_neighbours{});
      BOOST_TEST(same_items(out.items(), growing_intervals(size, 0, 0)));
      BOOST_TEST(trap::violations() == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b19_operator_sees_only_items_and_init, System, thread_systems)
{
  System const system;
  interval const init(-3, -1);
  for (std::size_t const size : sizes())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      trap::reset();
      auto const in = make_input<System>(unit_intervals(size));
      auto out      = make_output<System>(size, interval(-9, -9));
      thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), init, join_neighbours{});
      BOOST_TEST(same_items(out.items(), growing_intervals(size, -3, 0)));

      thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), init, join_neighbours{});
      BOOST_TEST(same_items(out.items(), growing_intervals(size, -3, -1)));
      BOOST_TEST(trap::violations() == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b19_minimum_of_sevens, System, thread_systems)
{
  System const system;
  for (std::size_t const size : sizes_within_tiles<int>())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      trap::reset();
      auto const in = make_input<System>(std::vector<int>(size, 7));
      auto out      = make_output<System>(size, -1);
      thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), minimum_of_sevens{});
      BOOST_TEST(same_items(out.items(), std::vector<int>(size, 7)));
      BOOST_TEST(trap::violations() == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_item_and_no_init_is_no_call, System, thread_systems)
{
  System const system;
  trap::reset();
  auto const in = make_input<System>(std::vector<int>{5});
  auto out      = make_output<System>(1, -1);
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), never_called{});
  BOOST_TEST(same_items(out.items(), {5}));
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 8, never_called{});
  BOOST_TEST(same_items(out.items(), {8}));
  BOOST_TEST(trap::violations() == 0);
}

// Scratch memory full of ones, the same block in each call: results of the call before are there to be
// mistaken.
BOOST_AUTO_TEST_CASE_TEMPLATE(b21_stale_scratch_reaches_nobody, System, thread_systems)
{
  System const system;
  scratch_allocator scratch;
  scratch.hand_out_dirty_memory();
  trap::reset();
  for (std::size_t const size : {200'000, 1'000, 150'001, 3})
  {
    auto const in = make_input<System>(unit_intervals(size));
    auto out      = make_output<System>(size, interval(-9, -9));
    thrum::inclusive_scan(system.policy(scratch), in.begin(), in.end(), out.begin(), join_neighbours{});
    BOOST_TEST(same_items(out.items(), growing_intervals(size, 0, 0)));

    interval const init(-1, -1);
    thrum::exclusive_scan(system.policy(scratch), in.begin(), in.end(), out.begin(), init, join_neighbours{});
    BOOST_TEST(same_items(out.items(), growing_intervals(size, -1, -1)));
  }
  BOOST_TEST(trap::violations() == 0);
  BOOST_TEST(scratch.live_blocks() == 0);
  BOOST_TEST(scratch.wrong_frees() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b21_stale_scratch_does_not_change_sums, System, thread_systems)
{
  System const system;
  random_source random;
  scratch_allocator scratch;
  scratch.hand_out_dirty_memory();
  for (int round = 0; round < 3; ++round)
  {
    auto const items = random.mixed_floats<float>(300'007);
    auto const in    = make_input<System>(items);
    auto out         = make_output<System>(items.size(), -1.0F);
    thrum::inclusive_scan(system.policy(scratch), in.begin(), in.end(), out.begin());
    BOOST_TEST(same_bits(out.items(), replay::inclusive(items, std::optional<float>(), thrust::plus<>())));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(operators_need_not_commute, System, thread_systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : {std::size_t{10'007}, std::size_t{700'001}})
  {
    auto const items = make_values<affine>(random.integers<int>(size, 0, 1'000'000));
    auto const in    = make_input<System>(items);
    auto out         = make_output<System>(size, affine());
    thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), add{});
    BOOST_TEST(same_items(out.items(), serial::inclusive(items, add{})));
    thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), affine(77), add{});
    BOOST_TEST(same_items(out.items(), serial::exclusive(items, affine(77), add{})));
  }
}

// Thrust takes function objects that change when called; so do scans.
BOOST_AUTO_TEST_CASE_TEMPLATE(operators_need_not_be_const, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<int>{3, 1, 2});
  auto out      = make_output<System>(3, -1);
  counting_add const op;
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), op);
  BOOST_TEST(same_items(out.items(), {3, 4, 6}));
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 1, op);
  BOOST_TEST(same_items(out.items(), {1, 4, 5}));
}
