// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Folds the groups of a block whose keys and values lie in memory: complete rows with their lanes side by side
/// where numbers fill vector registers, all others lane by lane.

#include <thrum/detail/core/group_fold.h>
#include <thrum/detail/core/group_rows.h>
#include <thrum/detail/core/head_flags.h>

#include <limits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Problem>
class group_memory
{
  using types  = reduce_by_key_types<Problem>;
  using T      = typename types::T;
  using K      = typename types::K;
  using Op     = typename types::Op;
  using Pred   = typename types::Pred;
  using Values = typename types::Values;

  static constexpr tile_shape shape = types::shape;

public:
  /// `left` items follow from the block's first on; `heads` has a place for each item and one more, where
  /// rows do not advance together.
  group_memory(group_lanes<Problem>& lanes,
               slot_array<std::int32_t>& heads,
               K const* key,
               Values value,
               std::ptrdiff_t left,
               Problem& problem)
      : lanes_(lanes)
      , heads_(heads)
      , problem_(problem)
      , fold_{key, value, left, problem.pred, problem.op, lanes.keys.data(), lanes.values.data()}
  {}

  void fold(std::ptrdiff_t size)
  {
    std::ptrdiff_t const before = lanes_.groups; // the block before tells how long groups are
    lanes_.groups               = 0;
    if constexpr (types::together)
    {
      fold_rows(size / shape.row_items());
      fold_lanes<false>(size / shape.row_items() * shape.lanes, size);
    }
    // Integers are selected in a cycle, floating-point numbers wait for their sum.
    else if (before > size / (std::is_floating_point_v<T> ? 6 : 64))
    {
      fold_lanes<true>(0, size);
    }
    else if (before > size / 64)
    {
      fold_lanes<false>(0, size);
    }
    else
    {
      fold_long(size);
    }
  }

private:
  void fold_rows(std::ptrdiff_t rows)
  {
    group_rows<Problem> together(lanes_, problem_.pred, problem_.op);
    for (std::ptrdiff_t row = 0; row < rows; ++row)
    {
      std::ptrdiff_t const at = row * shape.row_items();
      together.fold(row, fold_.key + at, fold_.value + at);
    }
  }

  template <bool Branchless>
  void fold_lanes(std::ptrdiff_t first, std::ptrdiff_t size)
  {
    fold_lanes(
      first, size, [&](std::ptrdiff_t at) { return !problem_.pred(fold_.key[at - 1], fold_.key[at]); },
      [&](std::ptrdiff_t begin, std::ptrdiff_t end, T open) {
        return fold_.template fold_short<Branchless>(begin, end, open);
      });
  }

  void fold_long(std::ptrdiff_t size)
  {
    std::int32_t const* head = find_heads(size);
    auto const leads         = [&](std::ptrdiff_t begin) {
      bool const here = *head == begin;
      head += here;
      return here;
    };
    fold_lanes(0, size, leads, [&](std::ptrdiff_t begin, std::ptrdiff_t end, T open) {
      return fold_.fold_long(head, begin, end, open);
    });
  }

  /// Where groups begin in the block, its first item apart; behind them an end that is never reached.
  std::int32_t const* find_heads(std::ptrdiff_t size)
  {
    std::int32_t* const head                                  = heads_.data();
    *detail::find_heads(fold_.key, size, problem_.pred, head) = (std::numeric_limits<std::int32_t>::max)();
    return head;
  }

  /// Lane by lane from lane `first` on: leads(i) tells whether a group begins at a lane's first item;
  /// fold_rest(begin, end, sum) folds items (begin, end) into sum and stores the groups that close there.
  template <class Leads, class FoldRest>
  void fold_lanes(std::ptrdiff_t first, std::ptrdiff_t size, Leads leads, FoldRest fold_rest)
  {
    std::ptrdiff_t const from = first * shape.lane_items;
    for_each_part(shape.lane_items, size - from, [&](int part, std::ptrdiff_t at, std::ptrdiff_t items) {
      std::ptrdiff_t const begin = from + at;
      bool const head            = begin > 0 && leads(begin);
      if (head)
      {
        lanes_.close_group(fold_.key[begin - 1]);
      }
      std::ptrdiff_t const open = fold_.groups = lanes_.groups;
      lanes_.running.set(fold_rest(begin, begin + items, static_cast<T>(fold_.value[begin])));
      lanes_.groups = fold_.groups;
      lanes_.lane   = first + part;
      lanes_.began  = head || lanes_.groups > open;
      lanes_.patch.set(lanes_.lane, !head && lanes_.groups > open ? static_cast<std::int32_t>(open + 1) : -1);
      lanes_.leave_lane();
    });
  }

  group_lanes<Problem>& lanes_;
  slot_array<std::int32_t>& heads_;
  Problem& problem_;
  group_fold<K, value_type_t<Values>, T, Pred, Op, !types::discards_keys> fold_;
};
} // namespace detail
THRUM_NAMESPACE_END
