// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Groups that close in the lanes of a block. A lane folds its items once; the first group that closes in it
/// may have begun in an earlier lane, and is patched when the carry into the lane is known.

#include <thrum/detail/core/block_output.h>
#include <thrum/detail/core/block_sums.h>
#include <thrum/detail/core/reduce_by_key_problem.h>
#include <thrum/detail/core/segmented.h>
#include <thrum/detail/core/segmented_rows.h>

#include <cstdint>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Problem>
struct reduce_by_key_types
{
  using T         = typename Problem::accum;
  using K         = typename Problem::key;
  using Op        = decltype(Problem::op);
  using Pred      = decltype(Problem::pred);
  using Keys      = decltype(std::declval<Problem&>().keys.at(0));
  using Values    = decltype(std::declval<Problem&>().values.at(0));
  using KeysOut   = decltype(std::declval<Problem&>().keys_out.at(0));
  using ValuesOut = decltype(std::declval<Problem&>().values_out.at(0));
  using sum       = segmented<T>;

  static constexpr bool discards_keys       = is_discard_v<KeysOut>;
  static constexpr std::size_t size_of_item = std::max(sizeof(T), sizeof(K));

  /// Rows of lanes advance together in vector registers.
  static constexpr bool together =
    segments_advance_together_v<
      Keys,
      T,
      Op> && is_plain_pointer_v<Values> && association::items_per_lane(size_of_item) <= 8 * static_cast<int>(sizeof(T));
  static constexpr tile_shape shape = Op::exact && !together ? exact_shape(size_of_item)
                                                             : ordered_shape(size_of_item);

  /// Keys and values lie in memory, and an operator that the library knows may be applied where its result
  /// is not used: then a group costs no branch.
  static constexpr bool speculative =
    is_plain_pointer_v<Keys> && is_plain_pointer_v<Values> && is_plain_v<K> && sizeof(K) <= 16
    && std::is_arithmetic_v<T> && Op::is != known::nothing;
};

template <class Problem>
struct group_lanes
{
  using types = reduce_by_key_types<Problem>;
  using T     = typename types::T;
  using K     = typename types::K;
  using Op    = typename types::Op;
  using sum   = segmented<T>;

  static constexpr tile_shape shape = types::shape;
  static constexpr bool keeps_keys  = !types::discards_keys;

  group_lanes(arena& memory, tiling const& tiles, Op const& op)
      : keys(memory, keeps_keys ? static_cast<std::size_t>(tiles.buffer_items()) + 1 : 1)
      , values(memory, static_cast<std::size_t>(tiles.buffer_items()) + 1)
      , patch(memory, static_cast<std::size_t>(tiles.lanes_per_block()))
      , sums(memory, shape, tiles.tiles_per_block(), {op})
      , running(memory)
      , carry(memory)
      , row_carry(memory)
  {}

  void enter_lane(std::ptrdiff_t which, T&& item, bool head)
  {
    lane  = which;
    began = head;
    running.set(std::move(item));
    patch.set(which, -1);
  }

  void leave_lane()
  {
    int const row = static_cast<int>(lane / shape.lanes);
    sums.set_lane(row / shape.rows, row % shape.rows, static_cast<int>(lane % shape.lanes),
                  sum{*running, began});
  }

  void close_group(K const& key)
  {
    std::ptrdiff_t const group = ++groups;
    if constexpr (keeps_keys)
    {
      keys.set(group, key);
    }
    values.set(group, *running);
    if (!began)
    {
      patch.set(lane, static_cast<std::int32_t>(group));
    }
  }

  /// Rows from `first` on; those before are closed.
  void close_sums(std::ptrdiff_t size, std::ptrdiff_t first)
  {
    for_each_part(shape.items(), size, [&](int tile, std::ptrdiff_t, std::ptrdiff_t tile_size) {
      for_each_part(shape.row_items(), tile_size, [&](int row, std::ptrdiff_t, std::ptrdiff_t row_size) {
        if (std::ptrdiff_t{tile} * shape.rows + row >= first)
        {
          sums.close_row(tile, row, static_cast<int>(row_size / shape.lane_items));
        }
      });
      sums.close_tile(tile, static_cast<int>(tile_size / shape.row_items()));
    });
  }

  /// Completes the first group that closed in each lane of a row.
  template <class Fold>
  void patch_row(std::ptrdiff_t row, Fold const& op)
  {
    auto const tile        = static_cast<int>(row / shape.rows);
    auto const row_in_tile = static_cast<int>(row % shape.rows);
    sums.carry_into(tile, row_in_tile, row_carry);
    std::ptrdiff_t const begin = row * shape.lanes;
    std::ptrdiff_t const last  = std::min(lane, begin + shape.lanes - 1);
    for (std::ptrdiff_t l = begin; l <= last; ++l)
    {
      if (std::int32_t const group = patch[l]; group >= 0)
      {
        sums.carry_into(row_carry, tile, row_in_tile, static_cast<int>(l - begin), carry);
        values.set(group, op((*carry).value, values[group]));
      }
    }
  }

  /// Leaves in `carry` what stands before the current lane.
  void carry_into_lane()
  {
    auto const row = static_cast<int>(lane / shape.lanes);
    int const tile = row / shape.rows;
    sums.carry_into(tile, row % shape.rows, row_carry);
    sums.carry_into(row_carry, tile, row % shape.rows, static_cast<int>(lane % shape.lanes), carry);
  }

  slot_array<K> keys;   // of the groups closed in the block, from the second place on: the first is for
  slot_array<T> values; // the group that was open when the block began
  slot_array<std::int32_t> patch; // per lane: the group that waits for the carry into the lane, or -1
  block_sums<sum, segmented_op<T, Op>> sums;
  maybe<T> running; // the open group's items in the current lane
  maybe<sum> carry;
  maybe<sum> row_carry;
  std::ptrdiff_t groups = 0;     // closed in the block
  std::ptrdiff_t lane   = 0;     // the current lane
  bool began            = false; // the open group began in the current lane
};
} // namespace detail
THRUM_NAMESPACE_END
