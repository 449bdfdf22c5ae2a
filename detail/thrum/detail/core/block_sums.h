// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What the lanes of a block of tiles add up to, and the carry into each of them: the part of the
/// association order between a lane's left fold and the chain across tiles.

#include <thrum/detail/core/kogge_stone.h>
#include <thrum/detail/core/packed_scan.h>
#include <thrum/detail/core/tiling.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class T, class Op>
class block_sums
{
public:
  block_sums(arena& memory, tile_shape shape, int tiles, Op const& op)
      : shape_(shape)
      , lanes_(memory, static_cast<std::size_t>(tiles * shape.rows * shape.lanes))
      , rows_(memory, static_cast<std::size_t>(tiles * shape.rows))
      , carry_(memory, static_cast<std::size_t>(tiles))
      , op_(op)
  {}

  /// The left fold of one lane's items.
  void set_lane(int tile, int row, int lane, T const& fold)
  {
    lanes_.set(lane_index(tile, row) + lane, fold);
  }
  /// The folds of a row's lanes, side by side, for types that allow it.
  T* lane_data(int tile, int row) const { return lanes_.data() + lane_index(tile, row); }

  /// All `lanes` complete lanes of a row are set.
  void close_row(int tile, int row, int lanes)
  {
    if constexpr (is_packable_v<T>)
    {
      if (lanes == association::lanes)
      {
        detail::packed_scan(lane_data(tile, row), op_);
        return;
      }
    }
    detail::kogge_stone(lanes_, lane_index(tile, row), lanes, op_);
  }

  /// All `rows` complete rows of a tile are closed.
  void close_tile(int tile, int rows)
  {
    for (int r = 0; r < rows; ++r)
    {
      rows_.set(row_index(tile, r), lanes_[lane_index(tile, r) + shape_.lanes - 1]);
    }
    detail::kogge_stone(rows_, row_index(tile, 0), rows, op_);
  }

  /// Leaves in `carry` what stands before a row.
  void carry_into(int tile, int row, maybe<T>& carry) const
  {
    T const* const before = starts_ && tile == 0 ? nullptr : std::addressof(carry_[tile]);
    if (row == 0)
    {
      carry.set(before);
    }
    else
    {
      carry.join(before, rows_[row_index(tile, row - 1)], op_);
    }
  }
  /// Leaves in `carry` what stands before a lane, given what stands before its row.
  void carry_into(maybe<T> const& row_carry, int tile, int row, int lane, maybe<T>& carry) const
  {
    if (lane == 0)
    {
      carry.set(row_carry.get());
    }
    else
    {
      carry.join(row_carry.get(), lanes_[lane_index(tile, row) + lane - 1], op_);
    }
  }
  /// The lanes before each lane of a row but the first: what `carry_into` joins to the row's carry.
  T const& before(int tile, int row, int lane) const { return lanes_[lane_index(tile, row) + lane - 1]; }

  /// Changes every sum that begins at the block's first item, in a block of `size` items.
  template <class F>
  void mark_leading(std::ptrdiff_t size, F f)
  {
    auto const lanes = std::min<std::ptrdiff_t>(size / shape_.lane_items, shape_.lanes);
    auto const rows  = std::min<std::ptrdiff_t>(size / shape_.row_items(), shape_.rows);
    for (std::ptrdiff_t l = 0; l < lanes; ++l)
    {
      f(lanes_[l]);
    }
    for (std::ptrdiff_t r = 0; r < rows; ++r)
    {
      f(rows_[r]);
    }
  }

  /// In the order of the blocks: notes what stands before each of the block's tiles, and adds the complete
  /// ones to the chain. `inputs` of the block's `size` items were read.
  void take_carries(tile_chain<T, Op>& chain, std::ptrdiff_t inputs, std::ptrdiff_t size)
  {
    for_each_part(shape_.items(), size, [&](int tile, std::ptrdiff_t at, std::ptrdiff_t) {
      set_carry(tile, chain.carry());
      if (at + shape_.items() <= inputs)
      {
        chain.push(rows_[row_index(tile, shape_.rows - 1)]);
      }
    });
  }

private:
  /// What stands before a tile; null where nothing does, at the very beginning.
  void set_carry(int tile, T const* carry)
  {
    starts_ = starts_ && tile > 0;
    if (carry != nullptr)
    {
      carry_.set(tile, *carry);
    }
    else
    {
      starts_ = true;
    }
  }

  std::ptrdiff_t row_index(int tile, int row) const
  {
    return static_cast<std::ptrdiff_t>(tile) * shape_.rows + row;
  }
  std::ptrdiff_t lane_index(int tile, int row) const { return row_index(tile, row) * shape_.lanes; }

  tile_shape shape_;
  slot_array<T> lanes_; // inclusive within their row
  slot_array<T> rows_;  // inclusive within their tile
  slot_array<T> carry_; // into each tile
  Op op_;
  bool starts_ = false; // nothing stands before the block's first tile
};
} // namespace detail
THRUM_NAMESPACE_END
