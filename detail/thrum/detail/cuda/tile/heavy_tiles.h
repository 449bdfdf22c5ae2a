// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Heavy tiles, window by window, by all blocks: a giant run, or a cluster of long ones, is nobody's alone. A window
/// is a tile of the engine, which nothing stands before; how many there are is known when the kernel starts.

#include <thrum/detail/cuda/tile/run_length_decode_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Job>
struct heavy_window_tile : run_length_decode_tile<Job>
{
  using base = run_length_decode_tile<Job>;
  using typename base::aggregate;
  using typename base::window;

  static constexpr bool looks_back      = false;
  static constexpr bool tiles_come_late = true;

  struct slot : base::slot
  {
    std::ptrdiff_t tile;
    std::uint64_t window;
    std::uint64_t from; // items of the tile
  };

  /// Windows.
  THRUM_HOST_DEVICE static std::ptrdiff_t tiles(Job const& p)
  {
    return p.strict && p.status->bad() ? 0
                                       : static_cast<std::ptrdiff_t>(heavy_windows::windows(p.status->heavy));
  }

  template <class Cta>
  THRUM_DEVICE static void load(Cta const& cta, slot& s, Job const& p, std::ptrdiff_t window)
  {
    if (cta.thread() == 0)
    {
      find(s, p, static_cast<std::uint64_t>(window));
    }
    cta.sync();
    base::load(cta, s, p, s.tile);
  }
  template <class Cta>
  THRUM_DEVICE static void load_bulk(
    Cta const& cta, slot& s, Job const& p, std::ptrdiff_t window, typename Cta::barrier& loaded)
  {
    find(s, p, static_cast<std::uint64_t>(window));
    base::load_bulk(cta, s, p, s.tile, loaded);
  }

  template <class Cta>
  THRUM_DEVICE static void summarise(
    Cta const& cta, slot& s, Job const& p, std::ptrdiff_t, int worker, int all_workers)
  {
    base::summarise(cta, s, p, s.tile, worker, all_workers);
  }
  template <class Cta, class States>
  THRUM_DEVICE static void publish(Cta const& cta, slot& s, Job const&, std::ptrdiff_t, States const&)
  {
    base::sum_rows(cta, s);
  }
  template <class Cta>
  THRUM_DEVICE static void carry(
    Cta const& cta, slot& s, Job const& p, std::ptrdiff_t, stretch<aggregate> const&)
  {
    if (cta.lane() == 0)
    {
      std::uint64_t const items = p.wanted(s.base, s.row_start[base::rows]);
      std::uint64_t const size  = p.window_size(items);
      s.from                    = s.window * size;
      s.end                     = items - s.from < size ? items : s.from + size;
    }
  }
  template <class Cta>
  THRUM_DEVICE static void finish(
    Cta const& cta, slot& s, Job const& p, std::ptrdiff_t, int worker, int all_workers, window& w)
  {
    base::decode(cta, s, w, p, s.tile, s.from, s.end, worker, all_workers);
  }

private:
  /// One thread: the last heavy tile whose windows begin here or before.
  THRUM_DEVICE static void find(slot& s, Job const& p, std::uint64_t window)
  {
    std::uint64_t low = 0, high = heavy_windows::tiles(p.status->heavy);
    while (high - low > 1)
    {
      std::uint64_t const middle                     = low + (high - low) / 2;
      (p.heavy[middle].first <= window ? low : high) = middle;
    }
    s.tile   = p.heavy[low].tile;
    s.base   = p.heavy[low].base;
    s.window = window - p.heavy[low].first;
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
