// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// How operands are bracketed. A result is a function of the input, the operator, the count and the
/// types alone; these constants and the order below are part of the library's contract, and changing
/// one changes results (see docs/design.md, "The same bits everywhere").

#include <thrum/detail/config/config.h>

#include <cstddef>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace association
{
inline constexpr int lanes           = 32;  ///< lanes in a row
inline constexpr int tiles_per_lane  = 4;   ///< tiles that a lane of a group folds
inline constexpr int tiles_per_group = 128; ///< a group: a row whose items are tile aggregates
inline constexpr int lane_bytes      = 112; ///< what a lane reads at most, unless one item is larger
inline constexpr int tile_bytes      = 32 * 1024;

/// V: consecutive items that a lane folds from left to right. The largest count whose bytes fit a lane
/// and are an odd number of 16-byte pieces (then lanes of a warp hit different banks), if there is one.
constexpr int items_per_lane(std::size_t item_size)
{
  auto const size = static_cast<int>(item_size);
  int const most  = lane_bytes / size;
  for (int v = most; v > 0; --v)
  {
    if (v * size % 16 == 0 && v * size / 16 % 2 == 1)
    {
      return v;
    }
  }
  return most > 0 ? most : 1;
}

/// R: rows of 32 lanes in a tile.
constexpr int rows_per_tile(std::size_t item_size)
{
  int rows          = 8;
  auto const in_row = static_cast<std::size_t>(lanes) * static_cast<std::size_t>(items_per_lane(item_size))
                      * item_size;
  while (rows > 1 && static_cast<std::size_t>(rows) * in_row > static_cast<std::size_t>(tile_bytes))
  {
    rows /= 2;
  }
  return rows;
}

/// The commuting reduce: columns of a chunk, the largest power of two that fills 4 KB or less.
THRUM_HOST_DEVICE constexpr int reduce_columns(std::size_t item_size)
{
  int columns = 32;
  while (static_cast<std::size_t>(columns) * 2 * item_size <= 4096)
  {
    columns *= 2;
  }
  return columns;
}

inline constexpr int least_reduce_rows    = 8;
inline constexpr int most_reduce_rows     = 32;
inline constexpr int wanted_reduce_chunks = 1024;

/// Rows of a chunk of `count` items: few where items are few, so that there is work for many; more while there would
/// still be `wanted_reduce_chunks` chunks.
THRUM_HOST_DEVICE constexpr int reduce_rows(std::size_t item_size, std::ptrdiff_t count)
{
  std::ptrdiff_t const rows = count / reduce_columns(item_size) / wanted_reduce_chunks;
  int of_chunk              = least_reduce_rows;
  while (of_chunk < most_reduce_rows && 2 * of_chunk <= rows)
  {
    of_chunk *= 2;
  }
  return of_chunk;
}
/// Items of a chunk.
THRUM_HOST_DEVICE constexpr std::ptrdiff_t reduce_chunk(std::size_t item_size, std::ptrdiff_t count)
{
  return static_cast<std::ptrdiff_t>(reduce_columns(item_size)) * reduce_rows(item_size, count);
}
} // namespace association

/// The shape of a tile: `rows` rows of `lanes` lanes of `lane_items` items.
struct tile_shape
{
  int lane_items;
  int lanes;
  int rows;

  constexpr std::ptrdiff_t row_items() const { return static_cast<std::ptrdiff_t>(lane_items) * lanes; }
  constexpr std::ptrdiff_t items() const { return row_items() * rows; }
};

/// The shape that fixes the bits of a result.
constexpr tile_shape ordered_shape(std::size_t item_size)
{
  return {association::items_per_lane(item_size), association::lanes, association::rows_per_tile(item_size)};
}

/// One long lane: for operators that give the same bits in any order.
constexpr tile_shape exact_shape(std::size_t item_size)
{
  auto const items = static_cast<std::size_t>(association::tile_bytes) / item_size;
  return {items > 0 ? static_cast<int>(items) : 1, 1, 1};
}
} // namespace detail
THRUM_NAMESPACE_END
