// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tests of reduce_by_key: one call, checked in full.
#include "compare.h"
#include "poison.h"
#include "random.h"
#include "reference.h"
#include "systems.h"
#include "types.h"

#include <boost/test/unit_test.hpp>
#include <thrum/reduce.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace thrum_test
{
template <class Key, class Value>
using groups = std::pair<std::vector<Key>, std::vector<Value>>;

/// Calls reduce_by_key(policy, ..., extra...) with room for exactly the groups expected; their keys, their values and the
/// returned ends must match, and nothing may be written beside them.
template <class System, class Key, class Value, class... Extra>
void check_reduce_by_key(System const& system,
                         std::vector<Key> const& keys,
                         std::vector<Value> const& values,
                         groups<Key, Value> const& expected,
                         Extra const&... extra)
{
  auto const keys_in   = make_input<System>(keys);
  auto const values_in = make_input<System>(values);
  auto keys_out        = make_output<System>(poison_like(expected.first));
  auto values_out      = make_output<System>(poison_like(expected.second));
  auto const ends = thrum::reduce_by_key(system.policy(), keys_in.begin(), keys_in.end(), values_in.begin(),
                                         keys_out.begin(), values_out.begin(), extra...);
  BOOST_TEST((ends.first == keys_out.end()));
  BOOST_TEST((ends.second == values_out.end()));
  BOOST_TEST(same_items(keys_out.items(), expected.first));
  BOOST_TEST(same_items(values_out.items(), expected.second));
}

/// The same against the reference.
template <class System, class Key, class Value, class Pred, class Op>
void compare_reduce_by_key(
  System const& system, std::vector<Key> const& keys, std::vector<Value> const& values, Pred pred, Op op)
{
  check_reduce_by_key(system, keys, values, serial::reduce_by_key(keys, values, pred, op), pred, op);
}

/// 0, 1, 2, ...
template <class T>
std::vector<T> ascending(std::size_t count)
{
  std::vector<T> result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(static_cast<T>(i));
  return result;
}

/// Keys of groups of `run` items each, the last one cut where the items end.
inline std::vector<int> equal_groups(std::size_t count, std::size_t run)
{
  std::vector<int> result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(static_cast<int>(i / run));
  return result;
}

/// Sums of values made from ints, in groups of one, of few and of many items.
template <class Value>
void sums_of_values(std::vector<std::size_t> const& sizes)
{
  random_source random;
  auto const run = [&](auto const& system) {
    for (std::size_t const size : sizes)
      for (std::int64_t const mean_run : {1, 6, 700})
      {
        auto const keys = random.keys<int>(size, mean_run);
        auto values     = make_values<Value>(random.integers<int>(size, 0, 100));
        compare_reduce_by_key(system, keys, values, standard::equal_to<>(), add());
      }
  };
  for_each_system<value_systems>(run);
}
} // namespace thrum_test
