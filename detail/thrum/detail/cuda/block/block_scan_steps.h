// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The steps of a block's scan: each thread folds its items, the folds of a warp's lanes go through the scan of Kogge
/// and Stone, the warps' sums are folded from left to right, and from what stands before a thread its items are scanned.

#include <thrum/detail/cuda/block/block_parts.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// What stands before all items: nothing...
struct nothing_before
{
  static constexpr bool is_there = false;
};
/// ...a value that all threads know...
template <class T>
struct value_before
{
  static constexpr bool is_there = true;
  T const& value;
};
/// ...or one that the first warp finds when it knows what the items come to.
template <class F>
struct found_before
{
  static constexpr bool is_there = true;
  F& find;
};

/// Scans a thread's items, of which `here` are there, from what stands before them; where nothing does, an exclusive
/// scan leaves the first as it is.
template <bool Inclusive, int N, class T, class Op>
THRUM_DEVICE void scan_items(T (&items)[N], int here, maybe_raw<T>& run, Op const& op)
{
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int i = 0; i < N; ++i)
  {
    if (i < here)
    {
      if constexpr (Inclusive)
      {
        run.join(items[i], op);
        items[i] = run.place.value;
      }
      else if (run.has)
      {
        raw<T> next;
        if (i + 1 < here)
        {
          gpu::set_joined(next.value, run.place.value, items[i], op);
        }
        items[i] = run.place.value;
        if (i + 1 < here)
        {
          gpu::set(run.place.value, next.value);
        }
      }
      else
      {
        run.set(items[i]);
      }
    }
  }
}

template <class T, int Threads, class Cta>
struct scan_steps
{
  static constexpr int warps = Threads / lanes;

  struct shared : warp_exchanges<T, warps>
  {
    alignas(16) alignas(T) raw<T> of_warp[places_of_warps_v<T, warps>];
    raw<T> before;
  };

  Cta cta;
  shared& s;

  /// Scans the items in place, and leaves in `total` what they come to, if `Total` says so.
  template <bool Inclusive, bool Total, int N, class Tile, class Before, class Op>
  THRUM_DEVICE void scan(
    T (&items)[N], Tile const& tile, Before const& before, [[maybe_unused]] raw<T>& total, Op const& op)
  {
    // Words that are added: then nothing is the same as 0, and is not asked about.
    constexpr bool zeros = adds_words_v<Op, T> && (Inclusive || Before::is_there);
    int const here       = tile.items_from(cta.thread());
    int const alive      = tile.lanes_of(cta.warp()); // lanes that have items
    raw<T> upto;
    if (here > 0)
    {
      gpu::fold_items(items, here, upto, op);
    }
    std::uint32_t const own = word_of<Op>(upto);
    scan_warp(upto, alive, op);
    publish(upto, alive);
    maybe_raw<T> run;
    before_warp<zeros>(tile, before, upto, alive, run, op);
    if constexpr (Inclusive && N == 1)
    {
      if (here > 0)
      {
        run.join(upto.value, op);
        items[0] = run.place.value;
      }
    }
    else
    {
      raw<T> below;
      before_lane(own, upto, below, cta.lane() < alive, op);
      if (here > 0)
      {
        if (zeros || cta.lane() > 0)
        {
          run.join(below.value, op);
        }
        gpu::scan_items<Inclusive>(items, here, run, op);
      }
    }
    if constexpr (Total)
    {
      add_up(tile, upto, alive, total, op);
    }
  }

private:
  template <class Op>
  THRUM_DEVICE void scan_warp(raw<T>& upto, [[maybe_unused]] int alive, [[maybe_unused]] Op const& op)
  {
    if constexpr (adds_words_v<Op, T>)
    {
      upto.value = static_cast<T>(cta.scan_words(static_cast<std::uint32_t>(upto.value)));
    }
    else
    {
      gpu::scan_lanes(cta, s.of(cta.warp()), upto, cta.lane() < alive ? cta.lane() : -1, op);
    }
  }

  THRUM_DEVICE void publish(raw<T> const& upto, int alive)
  {
    if constexpr (warps > 1)
    {
      if (cta.lane() == alive - 1)
      {
        gpu::set(s.of_warp[cta.warp()].value, upto.value);
      }
      cta.sync();
    }
  }

  /// What all items come to.
  template <class Tile, class Op>
  THRUM_DEVICE void add_up(Tile const& tile, raw<T> const& upto, int alive, raw<T>& total, Op const& op)
  {
    if constexpr (warps > 1)
    {
      gpu::fold_warps<warps, 2>(cta, s.of_warp, tile.all_warps(), total, op);
    }
    else
    {
      gpu::from_lane(cta, s.of(0), upto, total, alive - 1);
    }
  }

  /// What the lanes before in the warp come to: where words are added, `upto` without the lane's own.
  template <class Op>
  THRUM_DEVICE void before_lane(std::uint32_t own, raw<T> const& upto, raw<T>& below, bool present, Op const&)
  {
    if constexpr (adds_words_v<Op, T>)
    {
      below.value = static_cast<T>(static_cast<std::uint32_t>(upto.value) - own);
    }
    else
    {
      gpu::from_below(cta, s.of(cta.warp()), upto, below, 1, present);
    }
  }
  template <class Op>
  THRUM_DEVICE static std::uint32_t word_of(raw<T> const& x)
  {
    if constexpr (adds_words_v<Op, T>)
    {
      return static_cast<std::uint32_t>(x.value);
    }
    else
    {
      return 0;
    }
  }

  /// Leaves in `run` what stands before the warp.
  template <bool Zeros, class Tile, class Before, class Op>
  THRUM_DEVICE void before_warp(
    Tile const& tile, Before const& before, raw<T> const& upto, int alive, maybe_raw<T>& run, Op const& op)
  {
    start(run, tile, before, upto, alive, op);
    if constexpr (warps > 1)
    {
      raw<T> sum;
      gpu::fold_warps<warps, 2>(cta, s.of_warp, tile.warps_before(cta.warp()), sum, op);
      if (Zeros || cta.warp() > 0)
      {
        run.join(sum.value, op);
      }
    }
  }

  template <class Tile, class Op>
  THRUM_DEVICE void start(maybe_raw<T>&, Tile const&, nothing_before, raw<T> const&, int, Op const&)
  {}
  template <class Tile, class Op>
  THRUM_DEVICE void start(
    maybe_raw<T>& run, Tile const&, value_before<T> const& before, raw<T> const&, int, Op const&)
  {
    run.set(before.value);
  }
  template <class Tile, class F, class Op>
  THRUM_DEVICE void start(maybe_raw<T>& run,
                          Tile const& tile,
                          found_before<F> const& before,
                          raw<T> const& upto,
                          int alive,
                          Op const& op)
  {
    if (warps == 1 || cta.warp() == 0)
    {
      raw<T> total;
      add_up(tile, upto, alive, total, op);
      raw<T> found;
      gpu::set(found.value, before.find(total.value));
      if constexpr (warps == 1)
      {
        gpu::from_lane(cta, s.of(0), found, found, 0);
        run.set(found.value);
      }
      else if (cta.lane() == 0)
      {
        gpu::set(s.before.value, found.value);
      }
    }
    if constexpr (warps > 1)
    {
      cta.sync();
      run.set(s.before.value);
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
