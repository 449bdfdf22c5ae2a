// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What stands before a tile of run length encode: how many runs were written, and where the one begins that is
/// open. A sum and a maximum of integers are exact in any order, so lanes need no scan.

#include <thrum/detail/cuda/block/look_back.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// One warp's, as look_back is; all lanes hold the same. Tiles of `Items` items publish where in them their last
/// run begins, or -1, and count the runs that they write. A stretch's value is where its last run begins, and its
/// heads are how many runs it writes.
template <int Items>
class run_look_back
{
public:
  using states = tile_states<std::int32_t>;
  using place  = std::int64_t;

  /// How many tiles there are.
  struct tile_count
  {
    std::ptrdiff_t tiles;
  };
  THRUM_DEVICE run_look_back(maybe_raw<place> const&, tile_count const& all)
      : groups_(all.tiles > 1 ? detail::ceil_div(all.tiles, group) : 0) // a single tile has no states

  {}

  /// Waits for all tiles before `tile`. Tiles of later calls come later.
  template <class Cta>
  THRUM_DEVICE void find(
    Cta const& cta, exchange<place>&, states const& published, std::ptrdiff_t tile, stretch<place>& before)
  {
    std::ptrdiff_t const g = tile / group;
    int const left         = static_cast<int>(tile % group) - cta.lane() * fan;
    int const mine         = left < 0 ? 0 : left > fan ? fan : left; // how many of my tiles come before
    for (int looks = 0; !get_to(cta, g, mine); ++looks)
    {
      if (looks > 0)
      {
        cta.pause();
      }
      look(cta, published);
    }
    before = before_;
    add(cta, seen_[0], g, mine, before);
  }

private:
  using view = typename states::view;

  /// Adds groups before g as far as they have been seen; whether they all have, and of g the first `mine` of the
  /// lane's tiles.
  template <class Cta>
  THRUM_DEVICE bool get_to(Cta const& cta, std::ptrdiff_t g, int mine)
  {
    for (; added_ < g; ++added_)
    {
      if (asked_ == 0 || cta.ballot(!seen_[0].ready(fan)) != 0)
      {
        return false;
      }
      add(cta, seen_[0], added_, fan, before_);
      seen_[0] = seen_[1];
      --asked_;
    }
    return asked_ > 0 && cta.ballot(!seen_[0].ready(mine)) == 0;
  }
  /// At two groups at once: by the time that their states are here, a later tile may need the second.
  template <class Cta>
  THRUM_DEVICE void look(Cta const& cta, states const& published)
  {
    asked_ = 2;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < 2; ++i)
    {
      if (added_ + i < groups_)
      {
        seen_[i].look(published, added_ + i, cta.lane(), fan);
      }
    }
  }

  /// Appends the first `count` tiles of each lane.
  template <class Cta>
  THRUM_DEVICE static void add(
    Cta const& cta, view const& seen, std::ptrdiff_t g, int count, stretch<place>& to)
  {
    int written = 0;
    int last    = -1; // where the last run begins, in the lane's tiles
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < fan; ++i)
    {
      if (i < count)
      {
        raw<std::int32_t> in_tile;
        seen.value(i, in_tile);
        written += seen.count(i);
        last = in_tile.value >= 0 ? i * Items + in_tile.value : last;
      }
    }
    std::uint32_t const holders = cta.ballot(last >= 0);
    to.heads += gpu::sum_lanes(cta, written);
    if (holders != 0)
    {
      int const lane = gpu::highest_bit(holders);
      to.value.set((g * group + lane * fan) * Items + gpu::count_from(cta, last, lane));
    }
  }

  std::ptrdiff_t groups_;
  stretch<place> before_;    // group added_
  std::ptrdiff_t added_ = 0; // groups
  view seen_[2];             // of group added_ and the next
  int asked_ = 0;            // of them
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
