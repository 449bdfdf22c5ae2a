// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What a tile of reduce by key (tile/reduce_by_key_tile.h) has in memory: keys and items, which are needed
/// until they are summed up, what closes in its rows, and what is needed until that is written.

#include <thrum/detail/cuda/block/nearby.h>
#include <thrum/detail/cuda/tile/segment_sums.h>
#include <thrum/detail/cuda/tile/shelves.h>
#include <thrum/detail/cuda/tile/tile_keys.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Source, class K, class T, int Row, int Rows, int Teams>
struct reduce_by_key_memory
{
  struct intake
  {
    typename Source::slot keys;
    alignas(128) alignas(T) unsigned char item[Row * Rows * sizeof(T)];

    THRUM_DEVICE T* at(int i) { return reinterpret_cast<T*>(item) + i; }
  };
  /// Each team's own. Room for what closes in a row, unless every third item does.
  using shelves = row_shelves<K, T, Teams * Rows, (Row * 5 / Teams + 7) / 8>;

  struct slot
  {
    nearby<intake> in;
    nearby<shelves> on; ///< null in the plain form
    int first;          ///< row's shelf
    bool keeps;         ///< what closes in some row lies over the intake's items
    typename Source::flags flags;
    segment_sums<T, Rows> sums;
    std::int64_t base[Rows];         ///< groups that close before the row
    std::int32_t begin[Rows];        ///< where on the shelf they lie, or -1
    std::int32_t taken[Rows];        ///< of the shelf
    std::uint16_t rank[Rows][lanes]; ///< groups that close in the row before the lane
    std::uint16_t closed[Rows];      ///< groups that close in the row

    THRUM_DEVICE void use(intake& i, shelves* s = nullptr, int team = 0)
    {
      in.point_to(&i);
      on.point_to(s);
      first = team * Rows;
    }
    /// Folds of groups that close in the row.
    THRUM_DEVICE T* folds(int r)
    {
      return begin[r] < 0 ? in->at(r * Row) : on->value_at(first + r, begin[r]);
    }
  };
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
