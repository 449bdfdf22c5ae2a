// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every scan and reduce over items of one type, compared with left folds. The types' + must be exact.
#include <thrum/reduce.h>
#include <thrum/scan.h>

#include <boost/test/unit_test.hpp>

#include <vector>

#include "allocator.h"
#include "compare.h"
#include "random.h"
#include "reference.h"
#include "systems.h"
#include "types.h"

namespace thrum_test
{
/// Sizes around the tile of T, none larger than `most`.
template <class T>
std::vector<std::size_t> value_type_sizes(std::size_t most)
{
  auto const o = replay::order_of(sizeof(T));
  std::vector<std::size_t> result;
  for (std::size_t const size : {std::size_t{1}, std::size_t{2}, o.items_per_lane + 1, o.row() + 1,
                                 o.tile() - 1, o.tile(), o.tile() + 1, 9 * o.tile() + 3})
  {
    if (size <= most)
    {
      result.push_back(size);
    }
  }
  result.push_back(most);
  return result;
}

template <class T, class Policy, class System, class Op>
void check_scans_of(
  Policy const& policy, System const& system, std::vector<T> const& items, T const& init, Op op)
{
  auto const in    = make_input(system, items);
  auto out         = make_output(system, items.size(), init);
  auto const first = in.begin(), last = in.end();
  thrum::inclusive_scan(policy, first, last, out.begin(), op);
  BOOST_TEST(same_items(out.items(), serial::inclusive(items, op)));
  thrum::inclusive_scan(policy, first, last, out.begin(), init, op);
  BOOST_TEST(same_items(out.items(), serial::inclusive(items, std::optional<T>(init), op)));
  thrum::exclusive_scan(policy, first, last, out.begin(), init, op);
  BOOST_TEST(same_items(out.items(), serial::exclusive(items, init, op)));

  auto data = make_output(system, items);
  thrum::exclusive_scan(policy, data.begin(), data.end(), data.begin(), init, op);
  BOOST_TEST(same_items(data.items(), serial::exclusive(items, init, op)));
}

template <class T, class Policy, class System, class Op>
void check_scans_by_key_of(
  Policy const& policy, System const& system, std::vector<T> const& items, T const& init, Op op)
{
  auto const same  = standard::equal_to<int>();
  auto const keys  = random_source(items.size()).keys<int>(items.size(), 10);
  auto const k     = make_input(system, keys);
  auto const in    = make_input(system, items);
  auto out         = make_output(system, items.size(), init);
  auto const first = k.begin(), last = k.end();
  thrum::inclusive_scan_by_key(policy, first, last, in.begin(), out.begin(), same, op);
  BOOST_TEST(same_items(out.items(), serial::inclusive_by_key(keys, items, same, op)));
  thrum::exclusive_scan_by_key(policy, first, last, in.begin(), out.begin(), init, same, op);
  BOOST_TEST(same_items(out.items(), serial::exclusive_by_key(keys, items, init, same, op)));
}

template <class T, class Policy, class System, class Op>
void check_reductions_of(
  Policy const& policy, System const& system, std::vector<T> const& items, T const& init, Op op)
{
  auto const in    = make_input(system, items);
  auto const first = in.begin(), last = in.end();
  BOOST_TEST((thrum::reduce(policy, first, last, init, op) == serial::reduce(items, init, op)));
  auto out = make_output(system, 1, init);
  thrum::reduce_into(policy, first, last, out.begin(), init, op);
  BOOST_TEST(same_items(out.items(), {serial::reduce(items, init, op)}));
}

/// All of the above, on each system, with scratch memory that is dirty and aligned to eight bytes only.
/// `make(n)` gives n items; `most` of them at most.
template <class T, class Make, class Op>
void check_value_type(Make make, T const& init, Op op, std::size_t most)
{
  for (std::size_t const size : value_type_sizes<T>(most))
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      std::vector<T> const items = make(size);
      for_each_system<value_systems>([&](auto const& system) {
        scratch_allocator scratch;
        scratch.hand_out_dirty_memory();
        scratch.align_to_8_only();
        auto const policy = system.policy(scratch);
        check_scans_of(policy, system, items, init, op);
        check_scans_by_key_of(policy, system, items, init, op);
        check_reductions_of(policy, system, items, init, op);
        BOOST_TEST(scratch.live_blocks() == 0);
        BOOST_TEST(scratch.wrong_frees() == 0);
      });
    }
  }
}

/// For types made from an int.
template <class T>
void check_value_type_from_int(std::size_t most)
{
  random_source random;
  auto const make = [&](std::size_t size) { return make_values<T>(random.integers<int>(size, 0, 1'000)); };
  check_value_type(make, T(7), add{}, most);
}
} // namespace thrum_test
