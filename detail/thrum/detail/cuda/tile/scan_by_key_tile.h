// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The tile of scans by key: that of scans (tile/scan_tile.h, which says what a tile is), with head flags. An
/// exclusive scan's init begins every segment: it meets what is carried into a lane, or the segment's first item.

#include <thrum/detail/core/scan_problem.h>
#include <thrum/detail/cuda/block/lane_segments.h>
#include <thrum/detail/cuda/block/nearby.h>
#include <thrum/detail/cuda/tile/segment_sums.h>
#include <thrum/detail/cuda/tile/tile_keys.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Problem>
struct scan_by_key_tile
{
  using problem = Problem;
  using T       = typename Problem::accum;
  using Op      = decltype(Problem::op);
  using Pred    = decltype(Problem::pred);
  using Keys    = decltype(std::declval<Problem const&>().keys.at(0));
  using In      = decltype(std::declval<Problem const&>().in.at(0));
  using Out     = decltype(std::declval<Problem const&>().out.at(0));

  using aggregate                 = T;
  using look_back_op              = Op;
  static constexpr bool segmented = true;
  static constexpr bool inclusive = Problem::kind == scan_kind::inclusive;

  static constexpr int V       = association::items_per_lane(sizeof(T));
  static constexpr int rows    = association::rows_per_tile(sizeof(T));
  static constexpr int row     = V * lanes;
  static constexpr int items   = row * rows;
  static constexpr int workers = sizeof(T) > 8 && rows >= 8 ? 4 : rows;

  using source = tile_keys<Keys, V, rows>;
  using told   = typename source::told;

  /// Keys are needed until their flags are made.
  using intake = typename source::slot;

  struct slot
  {
    nearby<intake> keys;
    typename source::flags flags;
    alignas(128) alignas(T) unsigned char item[items * sizeof(T)];
    segment_sums<T, rows> sums;

    THRUM_DEVICE T* at(int i) { return reinterpret_cast<T*>(item) + i; }
    THRUM_DEVICE void use(intake& k) { keys.point_to(&k); }
  };

  THRUM_DEVICE static Op const& look_back_operator(Problem const& p) { return p.op; }
  /// An init stands before every segment, not before the first tile.
  THRUM_DEVICE static void init(Problem const&, maybe_raw<T>&) {}

  THRUM_HOST_DEVICE static std::ptrdiff_t tiles(Problem const& p) { return detail::ceil_div(p.count, items); }
  THRUM_HOST_DEVICE static int part_of(std::ptrdiff_t count, std::ptrdiff_t tile)
  {
    std::ptrdiff_t const left = count - tile * items;
    return left < items ? static_cast<int>(left) : items;
  }
  THRUM_DEVICE static int inputs(Problem const& p, std::ptrdiff_t tile) { return part_of(p.inputs(), tile); }
  THRUM_DEVICE static int outputs(Problem const& p, std::ptrdiff_t tile) { return part_of(p.count, tile); }
  THRUM_HOST_DEVICE static bool apart(Problem const& p)
  {
    return gpu::leaves_alone(p.keys.at(0), p.out.at(0), p.count);
  }

  template <class Cta>
  THRUM_DEVICE static void load(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, told const& states)
  {
    Pred pred = p.pred; // its call operator need not be const
    gpu::load_items_later(cta, p.in.at(tile * items), s.at(0), inputs(p, tile));
    source::load(cta, *s.keys, p.keys, p.count, pred, apart(p), tile, states);
  }

  template <class Cta>
  THRUM_DEVICE static void summarise(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    Pred pred       = p.pred;
    int const count = inputs(p, tile);
    for (int r = worker; r < rows && r * row < outputs(p, tile); r += all_workers)
    {
      s.keys->flag_row(cta, r, source::here(p.count, tile), -1, pred, s.flags);
      raw<T> sum;
      int const at        = r * row + cta.lane() * V;
      bool const complete = at + V <= count;
      if (complete)
      {
        gpu::fold_lane<V>(s.at(at), sum, p.op, flags_of(cta, s, r));
      }
      s.sums.close_row(cta, r, sum, complete, s.flags.count(r, cta.lane()), p.op);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void publish(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, tile_states<T> const& states)
  {
    s.sums.close_tile(cta, inputs(p, tile) / row, p.op, [&](T const& sum, int heads) {
      if (tile + 1 < tiles(p))
      {
        states.publish(tile, sum, heads);
      }
    });
  }

  template <class Cta>
  THRUM_DEVICE static void carry(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, stretch<T>& before)
  {
    if (cta.lane() < rows && cta.lane() * row < outputs(p, tile))
    {
      s.sums.carry_into_row(cta.lane(), before, p.op);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void finish(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    int const count = inputs(p, tile);
    int const to    = outputs(p, tile);
    for (int r = worker; r < rows && r * row < to; r += all_workers)
    {
      int const at = r * row + cta.lane() * V;
      if (at >= to)
      {
        continue;
      }
      auto const flags = flags_of(cta, s, r);
      maybe_raw<T> run;
      enter_lane(s, p, r, cta.lane(), run);
      if (at + V <= count)
      {
        gpu::scan_segments<inclusive, V>(s.at(at), flags, run, p.init, p.op);
      }
      else
      {
        gpu::scan_some_segments<inclusive>(s.at(at), count - at, flags, run, p.init, p.op);
      }
      if (!inclusive && at <= count && count < to && count < at + V)
      {
        // The output whose item is not read.
        gpu::set(*s.at(count), flags(count - at, 1) != 0 ? *p.init : run.place.value);
      }
    }
  }

  template <class Cta>
  THRUM_DEVICE static void store(Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile)
  {
    gpu::store_items(cta, s.at(0), p.out.at(tile * items), outputs(p, tile));
  }

  /// Whether the ring takes this problem: contiguous keys and items of the accumulator's type, at pieces of 16
  /// bytes, and an output beside the keys.
  static constexpr bool suits_ring =
    source::in_memory && moves_bytes_v<In, T> && in_pieces_v<T, V> && shuffles_v<T> && rows > 1;
  static bool rings(Problem const& p)
  {
    if constexpr (suits_ring)
    {
      return gpu::begins_at_piece(p.in.at(0)) && gpu::begins_at_piece(p.keys.at(0)) && apart(p);
    }
    else
    {
      return false;
    }
  }

  template <class Cta, class Await>
  THRUM_DEVICE static void load_bulk(Cta const& cta,
                                     slot& s,
                                     Problem const& p,
                                     std::ptrdiff_t tile,
                                     typename Cta::barrier& loaded,
                                     Await await_intake)
  {
    auto const of_items = gpu::load_rest(p.in.at(tile * items), s.at(0), inputs(p, tile));
    gpu::load_pieces(cta, p.in.at(tile * items), s.at(0), of_items, loaded);
    await_intake();
    auto const of_keys = source::load_rest(*s.keys, p.keys.at(0), p.count, tile);
    cta.expect(loaded, of_keys + of_items);
    source::load_bulk(cta, *s.keys, p.keys.at(0), p.count, tile, loaded);
  }

  template <class Cta>
  THRUM_DEVICE static void store_part(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    if (stores_bulk(p))
    {
      return;
    }
    cta.sync_warp();
    int const count = outputs(p, tile);
    for (int r = worker; r < rows && r * row < count; r += all_workers)
    {
      int const left = count - r * row;
      gpu::store_row(cta, s.at(r * row), p.out.at(tile * items + r * row), left < row ? left : row);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void store_bulk(Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile)
  {
    if constexpr (moves_bytes_v<Out, T>)
    {
      if (stores_bulk(p))
      {
        gpu::store_bulk(cta, s.at(0), p.out.at(tile * items), outputs(p, tile));
      }
    }
  }

private:
  template <class Cta>
  THRUM_DEVICE static auto flags_of(Cta const& cta, slot const& s, int r)
  {
    int const begin = cta.lane() * V;
    return [&s, r, begin](int at, int count) { return s.flags.of(r, begin + at, count); };
  }

  THRUM_HOST_DEVICE static bool stores_bulk(Problem const& p)
  {
    if constexpr (moves_bytes_v<Out, T>)
    {
      return gpu::begins_at_piece(p.out.at(0));
    }
    else
    {
      return false;
    }
  }

  /// Leaves in `run` what stands before a lane's first item.
  THRUM_DEVICE static void enter_lane(slot const& s, Problem const& p, int r, int lane, maybe_raw<T>& run)
  {
    if (s.flags.is_head(r, lane * V))
    {
      return;
    }
    s.sums.carry_into_lane(r, lane, run, p.op);
    if constexpr (!inclusive)
    {
      gpu::set_joined(run.place.value, *p.init, run.place.value, p.op);
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
