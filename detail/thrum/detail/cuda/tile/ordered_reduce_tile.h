// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The tile of reduces that have to keep the order: that of a scan (tile/scan_tile.h) of which the last value alone is
/// wanted. Only the last tile has to know what stands before it, and what its lanes add up to.

#include <thrum/detail/cuda/block/look_back_once.h>
#include <thrum/detail/cuda/tile/scan_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Problem>
struct ordered_reduce_tile : scan_tile<Problem>
{
  static_assert(Problem::kind == scan_kind::total);
  using scan = scan_tile<Problem>;
  using typename scan::aggregate;
  using typename scan::look_back_op;
  using typename scan::slot;

  using states = states_of_groups<aggregate>;
  using looks  = look_back_once<aggregate, look_back_op>;

  static constexpr bool is_small = scan::items * sizeof(aggregate) <= 16 * 1024; ///< as of 12 or 24 bytes

  static constexpr int prefixers = 1;
  static constexpr int teams     = 1;
  static constexpr int workers   = is_small ? scan::rows
                                            : scan::workers; ///< small tiles follow one another quickly
  static constexpr int finishers = 1;                        ///< of the last tile
  /// With large items 16 warps in all where tiles are small, else 12 (fewer if a tile has less than 4 rows), of which
  /// a quarter share a file of registers.
  static constexpr int loaders = sizeof(aggregate) > 8 ? 3 : scan::loaders;
  /// Hardly anybody waits for a tile, so a block may have several in hand.
  static constexpr int tiles_of_ticket = is_small ? 4 : 1;

  THRUM_DEVICE static bool is_last(Problem const& p, std::ptrdiff_t tile)
  {
    return tile + 1 == scan::tiles(p);
  }

  template <class Cta>
  THRUM_DEVICE static void summarise(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    if (is_last(p, tile))
    {
      scan::summarise(cta, s, p, tile, worker, all_workers);
      return;
    }
    for (int r = worker; r < scan::rows; r += all_workers)
    {
      raw<aggregate> sum;
      gpu::fold_lane<scan::V>(s.at(r * scan::row + cta.lane() * scan::V), sum, p.op);
      gpu::scan_lanes(cta, s.meeting[r], sum, cta.lane(), p.op);
      if (cta.lane() == lanes - 1)
      {
        gpu::set(s.lane_sum[r][cta.lane()].value, sum.value);
      }
    }
  }

  template <class Cta>
  THRUM_DEVICE static void carry(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, stretch<aggregate>& before)
  {
    if (is_last(p, tile))
    {
      scan::carry(cta, s, p, tile, before);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void finish(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    if (is_last(p, tile))
    {
      scan::finish(cta, s, p, tile, worker, all_workers);
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
