// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Blocks of whole tiles: the share of work that a thread takes at a time.

#include <thrum/detail/core/association_order.h>
#include <thrum/detail/core/rounding.h>

#include <algorithm>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// How a count of items divides into blocks of whole tiles.
class tiling
{
public:
  tiling(tile_shape shape, std::ptrdiff_t count, std::ptrdiff_t item_bytes, std::ptrdiff_t block_bytes)
      : shape_(shape)
      , count_(count)
      , tiles_per_block_(std::max<std::ptrdiff_t>(
          1, std::min(block_bytes / (shape.items() * item_bytes), detail::ceil_div(count, shape.items()))))
  {}

  tile_shape shape() const { return shape_; }
  int tiles_per_block() const { return static_cast<int>(tiles_per_block_); }
  std::ptrdiff_t block_items() const { return tiles_per_block_ * shape_.items(); }
  /// Places for a block's items: fewer where all of them are fewer.
  std::ptrdiff_t buffer_items() const { return std::min(block_items(), count_); }
  /// Lanes of a block, counting fewer where all items are fewer.
  std::ptrdiff_t lanes_per_block() const { return detail::ceil_div(buffer_items(), shape_.lane_items); }
  std::ptrdiff_t blocks() const { return detail::ceil_div(count_, block_items()); }

  std::ptrdiff_t begin(std::ptrdiff_t block) const { return block * block_items(); }
  /// Items of [0, limit) that the block covers.
  std::ptrdiff_t size(std::ptrdiff_t block, std::ptrdiff_t limit) const
  {
    return std::clamp<std::ptrdiff_t>(limit - begin(block), 0, block_items());
  }

private:
  tile_shape shape_;
  std::ptrdiff_t count_;
  std::ptrdiff_t tiles_per_block_;
};

/// Calls f(part, offset, items) for each part of `part_items` in a range of `size` items.
template <class F>
void for_each_part(std::ptrdiff_t part_items, std::ptrdiff_t size, F f)
{
  int part = 0;
  for (std::ptrdiff_t at = 0; at < size; at += part_items, ++part)
  {
    f(part, at, std::min(size - at, part_items));
  }
}

/// Blocks of one thread: a tile suffices. Blocks of a team fit a second-level cache several times.
inline constexpr std::ptrdiff_t sequential_block_bytes = 32 * 1024;
inline constexpr std::ptrdiff_t team_block_bytes       = 128 * 1024;
} // namespace detail
THRUM_NAMESPACE_END
