// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Where a tile's outputs wait for what stands before the tile, so that its inputs may be forgotten: a shelf
/// for each row, filled by the warp that sums the row up, from the front on and again from the front, and taken
/// down in the same order.

#include <thrum/detail/cuda/block/warp.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// `Room` pairs for each of `Rows` rows.
template <class K, class T, int Rows, int Room>
class row_shelves
{
public:
  /// Pairs that lie side by side.
  struct stretch_of_shelf
  {
    int begin; ///< -1: there was no room for them
    int taken; ///< with what is left over at the end
  };

  /// One thread, before all else.
  THRUM_DEVICE void clear()
  {
    for (int r = 0; r < Rows; ++r)
    {
      next_[r] = 0;
      free_[r] = Room;
    }
  }

  /// A row's warp does so.
  template <class Cta>
  THRUM_DEVICE stretch_of_shelf take(Cta const& cta, int r, int count)
  {
    int const next   = next_[r];
    int const free   = free_[r];
    bool const turns = next + count > Room;
    stretch_of_shelf s{turns ? 0 : next, turns ? count + Room - next : count};
    if (s.taken > free)
    {
      return {-1, 0};
    }
    cta.sync_warp();
    if (cta.lane() == 0)
    {
      next_[r] = s.begin + count;
      free_[r] = free - s.taken;
    }
    cta.sync_warp();
    return s;
  }
  /// The same warp: what was taken first is no longer needed.
  template <class Cta>
  THRUM_DEVICE void give_back(Cta const& cta, int r, int taken)
  {
    if (cta.lane() == 0)
    {
      free_[r] += taken;
    }
    cta.sync_warp();
  }

  THRUM_DEVICE K* key_at(int r, int i) { return reinterpret_cast<K*>(key_) + (r * Room + i); }
  THRUM_DEVICE T* value_at(int r, int i) { return reinterpret_cast<T*>(value_) + (r * Room + i); }

private:
  alignas(16) alignas(K) unsigned char key_[sizeof(K) * Rows * Room];
  alignas(16) alignas(T) unsigned char value_[sizeof(T) * Rows * Room];
  int next_[Rows];
  int free_[Rows];
};

/// By a warp, when a tile's rows are summed up: whether one of its `rows` found no room, which the slot keeps.
template <class Cta, class Slot>
THRUM_DEVICE bool note_whether_kept(Cta const& cta, Slot& s, int rows)
{
  bool const here  = cta.lane() < rows;
  bool const keeps = cta.ballot(here && s.begin[here ? cta.lane() : 0] < 0) != 0;
  if (cta.lane() == 0)
  {
    s.keeps = keeps;
  }
  return keeps;
}

/// By the warps that summed a tile up, when its outputs are written: each for its rows, whose shelves are from `first`
/// on.
template <class Cta, class Slot, class Shelves>
THRUM_DEVICE void give_back_rows(
  Cta const& cta, Slot const& s, Shelves& on, int first, int rows, int worker, int all_workers)
{
  for (int r = worker; r < rows; r += all_workers)
  {
    on.give_back(cta, first + r, s.taken[r]);
  }
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
