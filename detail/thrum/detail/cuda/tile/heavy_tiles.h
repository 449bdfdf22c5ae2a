// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Heavy tiles, window by window, by all blocks: a giant run, or a cluster of long ones, is nobody's alone.

#include <thrum/detail/cuda/tile/run_length_decode_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Job>
struct heavy_block
{
  using tile = run_length_decode_tile<Job>;
  using slot = typename tile::slot;

  struct shared
  {
    std::int64_t entry; // -1: no more
    std::uint64_t window;
    heavy_tile heavy;
    typename tile::workspace space[tile::workers];
  };

  template <class Cta>
  THRUM_HOST_DEVICE static void run(Cta const& cta, shared& common, slot& s, Job const& p)
  {
    if (p.strict && p.status->bad())
    {
      return;
    }
    int const warps   = cta.threads() / lanes;
    std::int64_t held = -1; // the entry whose tile is in the slot
    for (;;)
    {
      if (cta.thread() == 0)
      {
        take(common, s, p);
      }
      cta.sync();
      if (common.entry < 0)
      {
        return;
      }
      std::ptrdiff_t const t = common.heavy.tile;
      if (common.entry != held)
      {
        held = common.entry;
        tile::load(cta, s, p, t);
        cta.sync();
        tile::summarise(cta, s, p, t, cta.warp(), warps);
        cta.sync();
        if (cta.warp() == 0)
        {
          tile::sum_rows(cta, s);
        }
        cta.sync();
      }
      std::uint64_t const items = p.wanted(s.base, s.row_start[tile::rows]);
      std::uint64_t const size  = p.window_size(items);
      std::uint64_t const from  = common.window * size;
      tile::decode(cta, s, common.space[cta.warp()], p, t, from, items - from < size ? items : from + size,
                   cta.warp(), warps);
      cta.sync();
    }
  }

private:
  THRUM_HOST_DEVICE static void take(shared& common, slot& s, Job const& p)
  {
    std::uint64_t const packed = p.status->heavy;
    std::uint64_t const window =
      decode_status::counter(p.status->next).fetch_add(1, ::cuda::memory_order_relaxed);
    common.entry = -1;
    if (window < heavy_windows::windows(packed))
    {
      std::uint64_t low = 0, high = heavy_windows::tiles(packed);
      while (high - low > 1) // the last entry whose windows begin here or before
      {
        std::uint64_t const middle                     = low + (high - low) / 2;
        (p.heavy[middle].first <= window ? low : high) = middle;
      }
      common.entry  = static_cast<std::int64_t>(low);
      common.heavy  = p.heavy[low];
      common.window = window - common.heavy.first;
      s.base        = common.heavy.base;
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
