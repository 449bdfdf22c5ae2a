// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What a tile of run length encode (tile/run_length_encode_tile.h) has in memory: keys, which are needed until
/// its runs are counted, the keys and places of runs that end, and what is needed until those are written.

#include <thrum/detail/cuda/block/nearby.h>
#include <thrum/detail/cuda/tile/shelves.h>
#include <thrum/detail/cuda/tile/tile_keys.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// How a tile of keys of `Size` bytes is cut, and who works on it. Nothing is folded, so that no order is at stake. Rows
/// are 4 KB where that is whole words of flags. Many small tiles suit dense runs, whose keys stay until what stands before
/// is known; fewer and larger ones narrow keys, of which a tile takes long to write.
template <std::size_t Size>
struct run_length_encode_shape
{
  static constexpr bool in_words  = Size <= 16 && 16 % Size == 0;
  static constexpr int lane_items = in_words ? static_cast<int>(128 / Size)
                                             : association::items_per_lane(Size);
  static constexpr int rows = !in_words ? association::rows_per_tile(Size) : Size < 4 ? 8 : Size == 4 ? 5 : 6;
  static constexpr int teams       = in_words ? 2 : 1;
  static constexpr int finishers   = !in_words ? rows : Size > 4 ? 10 : 12;
  static constexpr int shelf_bytes = Size < 4 ? 12 * 1024 : Size == 4 ? 8 * 1024 : 4 * 1024;
};

template <class Source, int Rows, int Teams, int ShelfBytes>
struct run_length_encode_memory
{
  using K   = typename Source::K;
  using end = std::uint16_t; ///< in the row

  struct intake
  {
    typename Source::slot keys;
  };
  static constexpr int fit  = ShelfBytes / (Teams * Rows) / static_cast<int>(sizeof(K) + sizeof(end));
  static constexpr int room = fit > 0 ? fit : 1; ///< on a row's shelf: there are no arrays of nothing

  /// Each team's own. A row takes half of one at most.
  struct shelves : row_shelves<K, end, Teams * Rows, room>
  {
    int turns; ///< tiles so far

    THRUM_DEVICE void clear()
    {
      row_shelves<K, end, Teams * Rows, room>::clear();
      turns = 0;
    }
  };

  struct slot
  {
    nearby<intake> in;
    nearby<shelves> on; ///< null in the plain form
    int first;          ///< row's shelf
    int turn;           ///< which of the block's tiles it is
    bool keeps;         ///< the keys of some row's ends are still in the intake
    typename Source::flags flags;
    std::int64_t base[Rows];      ///< runs written before the row
    std::int64_t start[Rows];     ///< of the run of the row's first item, from the tile's begin on
    std::int32_t written[Rows];   ///< runs that end in the row and are written
    std::int32_t ahead[Rows];     ///< of them, in the rows before
    std::int32_t last_head[Rows]; ///< where in the tile, or -1
    std::int32_t open[Rows];      ///< the last head up to the row's first item, in the tile, or -1
    std::int32_t begin[Rows];     ///< where on the shelf they lie, or -1
    std::int32_t taken[Rows];     ///< of the shelf

    THRUM_DEVICE void use(intake& i, shelves* s = nullptr, int team = 0)
    {
      in.point_to(&i);
      on.point_to(s);
      first = team * Rows;
      turn  = s != nullptr ? s->turns++ : 0;
    }
  };
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
