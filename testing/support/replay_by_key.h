// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The fixed order of association with segments: the bracketing of reference.h, with operands that meet only
// inside one segment.
#include "reference.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace thrum_test::replay
{
/// A stretch of items as the segmented operator sees it: does a segment begin in it, and what has its last
/// segment come to.
template <class T>
struct stretch
{
  bool begins;
  T value;
};

template <class T, class Op>
auto segmented(Op op)
{
  return [op](stretch<T> const& a, stretch<T> const& b) {
    return b.begins ? b : stretch<T>{a.begins, op(a.value, b.value)};
  };
}

template <class T, class Key, class Pred>
std::vector<stretch<T>> stretches(std::vector<Key> const& keys, std::vector<T> const& items, Pred pred)
{
  std::vector<stretch<T>> result;
  for (std::size_t i = 0; i < items.size(); ++i)
  {
    result.push_back({i == 0 || !pred(keys[i - 1], keys[i]), items[i]});
  }
  return result;
}

template <class T, class Key, class Pred, class Op>
std::vector<T> inclusive_by_key(std::vector<Key> const& keys, std::vector<T> const& items, Pred pred, Op op)
{
  std::vector<T> result;
  auto const all = stretches(keys, items, pred);
  for (auto const& out : inclusive(all, {}, segmented<T>(op), order_of(sizeof(T))))
  {
    result.push_back(out.value);
  }
  return result;
}

/// Init begins every segment: in a lane it meets what was carried into the lane, or the segment's first item.
template <class T, class Key, class Pred, class Op>
std::vector<T> exclusive_by_key(
  std::vector<Key> const& keys, std::vector<T> const& items, T init, Pred pred, Op op)
{
  std::vector<T> result;
  auto const o      = order_of(sizeof(T));
  auto const all    = stretches(keys, items, pred);
  auto const before = carries(all, {}, segmented<T>(op), o);
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    if (all[i].begins)
    {
      result.push_back(init);
    }
    else if (o.lane_begin(i) == i)
    {
      result.push_back(op(init, before[i]->value));
    }
    else
    {
      result.push_back(op(result.back(), items[i - 1]));
    }
  }
  return result;
}

/// Last key and value of each group, with constants of its own. Where a group ends in a lane that it did
/// not begin in, its value is op(carry into the lane, left fold of its items in that lane).
template <class T, class Key, class Pred, class Op>
std::pair<std::vector<Key>, std::vector<T>> reduce_by_key(
  std::vector<Key> const& keys, std::vector<T> const& items, Pred pred, Op op, order const& o)
{
  std::pair<std::vector<Key>, std::vector<T>> result;
  auto const heads  = serial::segments(keys, pred);
  auto const all    = stretches(keys, items, pred);
  auto const before = carries(all, {}, segmented<T>(op), o);
  for (std::size_t s = 0; s + 1 < heads.size(); ++s)
  {
    std::size_t const first = heads[s], last = heads[s + 1] - 1;
    std::size_t const lane_begin = o.lane_begin(last);
    T const inside               = left_fold(serial::slice(items, std::max(first, lane_begin), last + 1), op);
    result.first.push_back(keys[last]);
    result.second.push_back(first < lane_begin ? T(op(before[lane_begin]->value, inside)) : inside);
  }
  return result;
}
} // namespace thrum_test::replay
