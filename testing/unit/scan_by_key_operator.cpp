// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// The operator of a scan by key sees items of one segment, init before them, and what it made of neighbours.
#define BOOST_TEST_MODULE scan_by_key_operator
#include <thrum/scan.h>

#include <functional>
#include <numeric>
#include <vector>

#include "allocator.h"
#include "bounds_checked_iterator.h"
#include "compare.h"
#include "random.h"
#include "reference.h"
#include "sizes.h"
#include "systems.h"
#include "trap_operator.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
interval const before_all(-3, -1, any_segment);

/// The items in the shapes that the results must have: intervals that begin at `first`.
std::vector<interval> grown(std::vector<interval> const& units, std::int64_t first)
{
  std::vector<interval> result;
  for (interval const& unit : units)
  {
    result.emplace_back(first, unit.last(), unit.segment());
  }
  return result;
}

/// Scans by key must give, exclusively: init at each segment's head, else what the inclusive scan gave one
/// item before.
std::vector<interval> grown_until_before(std::vector<interval> const& units)
{
  std::vector<interval> result;
  for (interval const& unit : units)
  {
    result.push_back(unit.first() == 0 ? before_all : interval(-3, unit.last() - 1, unit.segment()));
  }
  return result;
}

template <class Policy, class System>
void check_real(Policy const& policy, System const&, std::vector<int> const& keys)
{
  trap::reset();
  auto const units = unit_intervals_of(keys);
  auto const k     = make_input<System>(keys);
  auto const v     = make_input<System>(units);
  auto out         = make_output<System>(units.size(), interval(-9, -9));
  auto const same  = standard::equal_to<int>();
  thrum::inclusive_scan_by_key(policy, k.begin(), k.end(), v.begin(), out.begin(), same, join_neighbours{});
  BOOST_TEST(same_items(out.items(), grown(units, 0)));
  thrum::exclusive_scan_by_key(policy, k.begin(), k.end(), v.begin(), out.begin(), before_all, same,
                               join_neighbours{});
  BOOST_TEST(same_items(out.items(), grown_until_before(units)));
  BOOST_TEST(trap::violations() == 0);
}

/// Compares keys, and insists on neighbours: keys here are their own positions.
struct compares_neighbours
{
  THRUM_HOST_DEVICE bool operator()(int previous, int current) const
  {
    trap::expect(previous + 1 == current);
    return current % 37 != 0;
  }
};

/// Changes when called.
struct counting_add
{
  int calls = 0;
  THRUM_HOST_DEVICE int operator()(int a, int b) { return ++calls, a + b; }
};
struct counting_equal
{
  int calls = 0;
  THRUM_HOST_DEVICE bool operator()(int a, int b) { return ++calls, a == b; }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b16_operator_sees_items_of_one_segment, System, thread_systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes_within_tiles<interval>())
  {
    for (std::int64_t const mean_run : {1, 5, 300, 1'000'000})
    {
      BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
      {
        check_real(system.policy(), system, random.keys<int>(size, mean_run));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b16_segments_that_begin_at_internal_boundaries, System, thread_systems)
{
  System const system;
  for (std::size_t const length : run_lengths_at_boundaries<interval>())
  {
    BOOST_TEST_CONTEXT("length " << length)
    {
      check_real(system.policy(), system, keys_in_runs_of(length, 40'003));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b16_operator_sees_items_of_one_segment_over_groups, System, thread_systems)
{
  System const system;
  random_source random;
  for (std::int64_t const mean_run : {7, 3'000, 1'000'000})
  {
    check_real(system.policy(), system, random.keys<int>(sizes_around_groups<interval>().back(), mean_run));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b21_stale_scratch_reaches_nobody, System, thread_systems)
{
  System const system;
  random_source random;
  scratch_allocator scratch;
  scratch.hand_out_dirty_memory();
  for (std::size_t const size : {150'000, 1'000, 100'001, 3})
  {
    check_real(system.policy(scratch), system, random.keys<int>(size, 200));
  }
  BOOST_TEST(scratch.live_blocks() == 0);
  BOOST_TEST(scratch.wrong_frees() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(predicate_sees_neighbours, System, thread_systems)
{
  System const system;
  for (std::size_t const size : sizes_within_tiles<int>())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      trap::reset();
      std::vector<int> keys(size);
      std::iota(keys.begin(), keys.end(), 0);
      std::vector<int> const ones(size, 1);
      auto const k = make_input<System>(keys);
      auto const v = make_input<System>(ones);
      auto out     = make_output<System>(size, -1);
      thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(),
                                   compares_neighbours{}, thrust::plus<>());
      for (int& key : keys)
      {
        key = key % 37 + 1;
      }
      BOOST_TEST(same_items(out.items(), keys));
      BOOST_TEST(trap::violations() == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_item_is_read_once, System, thread_systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : {std::size_t{1}, std::size_t{1'000}, std::size_t{100'003}})
  {
    auto const keys  = random.keys<int>(size, 60);
    auto const items = random.integers<int>(size, -1'000, 1'000);
    checked_input<int> k(keys), v(items), k2(keys), v2(items);
    checked_output<int> out(size, -1), out2(size, -1);
    thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin());
    thrum::exclusive_scan_by_key(system.policy(), k2.begin(), k2.end(), v2.begin(), out2.begin(), 5);
    auto const same = standard::equal_to<>();
    BOOST_TEST(same_items(out.items(), serial::inclusive_by_key(keys, items, same, thrust::plus<>())));
    BOOST_TEST(same_items(out2.items(), serial::exclusive_by_key(keys, items, 5, same, thrust::plus<>())));
    BOOST_TEST(k.most_reads() == 1);
    BOOST_TEST(v.most_reads() == 1);
    BOOST_TEST(k2.most_reads() == 1);
    BOOST_TEST(v2.most_reads() <= 1);
    BOOST_TEST(v2.reads_of(static_cast<std::ptrdiff_t>(size) - 1) == 0);
    BOOST_TEST(out.least_writes() == 1);
    BOOST_TEST(out.most_writes() == 1);
    BOOST_TEST(out2.least_writes() == 1);
    BOOST_TEST(out2.most_writes() == 1);
    BOOST_TEST(k.faults() + v.faults() + out.faults() + k2.faults() + v2.faults() + out2.faults() == 0);
  }
}

// The last item's value is in no output.
BOOST_AUTO_TEST_CASE_TEMPLATE(b53_last_value_is_never_read, System, thread_systems)
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
      auto const keys  = random.keys<int>(size, 40);
      auto const items = random.integers<int>(size, -1'000, 1'000);
      auto const k     = make_input<System>(keys);
      auto const v     = make_input<System>(serial::slice(items, 0, size - 1));
      auto out         = make_output<System>(size, -1);
      thrum::exclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(), 5);
      BOOST_TEST(same_items(
        out.items(), serial::exclusive_by_key(keys, items, 5, standard::equal_to<>(), thrust::plus<>())));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(operators_need_not_commute, System, thread_systems)
{
  System const system;
  random_source random;
  for (std::int64_t const mean_run : {3, 5'000, 10'000'000})
  {
    auto const keys  = random.keys<int>(300'007, mean_run);
    auto const items = make_values<affine>(random.integers<int>(keys.size(), 0, 1'000'000));
    auto const k     = make_input<System>(keys);
    auto const v     = make_input<System>(items);
    auto out         = make_output<System>(keys.size(), affine());
    auto const same  = standard::equal_to<int>();
    thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(), same, add{});
    BOOST_TEST(same_items(out.items(), serial::inclusive_by_key(keys, items, same, add{})));
    affine const init(99);
    thrum::exclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(), init, same,
                                 add{});
    BOOST_TEST(same_items(out.items(), serial::exclusive_by_key(keys, items, init, same, add{})));
  }
}

// Thrust takes function objects that change when called; so do scans by key.
BOOST_AUTO_TEST_CASE_TEMPLATE(operators_and_predicates_need_not_be_const, System, thread_systems)
{
  System const system;
  auto const k = make_input<System>(std::vector<int>{1, 1, 2});
  auto const v = make_input<System>(std::vector<int>{3, 1, 2});
  auto out     = make_output<System>(3, -1);
  counting_equal const same;
  counting_add const op;
  thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(), same, op);
  BOOST_TEST(same_items(out.items(), {3, 4, 2}));
  thrum::exclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(), 1, same, op);
  BOOST_TEST(same_items(out.items(), {1, 4, 1}));
}
