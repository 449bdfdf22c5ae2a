// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The tile of scans: rows of 32 lanes, each of V consecutive items; outputs are written over the items. A
/// *tile* is the single-pass form of an algorithm: what the engines (engine/plain.h, engine/ring.h) run, whole
/// blocks or warps with roles. Its functions are called by all lanes of a warp, and stand in this order:
///
///   load | load_bulk  brings the tile into a slot of shared memory
///   summarise         by several warps: what the slot's parts add up to
///   publish           by one warp: what the tile adds up to, if it is complete
///   carry             by one warp: takes what stands before the tile
///   finish            by several warps: the outputs
///   store | store_bulk

#include <thrum/detail/core/scan_problem.h>
#include <thrum/detail/cuda/block/look_back.h>
#include <thrum/detail/cuda/block/packed_lane.h>
#include <thrum/detail/cuda/block/transfer.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Problem>
struct scan_tile
{
  using problem = Problem;
  using T       = typename Problem::accum;
  using Op      = decltype(Problem::op);
  using In      = decltype(std::declval<Problem const&>().in.at(0));
  using Out     = decltype(std::declval<Problem const&>().out.at(0));

  using aggregate                 = T;
  using look_back_op              = Op;
  static constexpr bool segmented = false;
  static constexpr bool writes    = Problem::kind != scan_kind::total;
  static constexpr bool inclusive = Problem::kind != scan_kind::exclusive;

  static constexpr int V       = association::items_per_lane(sizeof(T));
  static constexpr int rows    = association::rows_per_tile(sizeof(T));
  static constexpr int row     = V * lanes;
  static constexpr int items   = row * rows;
  static constexpr int workers = sizeof(T) > 8 && rows >= 8 ? 4 : rows; ///< warps that suit a tile
  static constexpr int loaders = workers;
  /// Tiles of large items follow one another quickly, and look-back takes longer the larger they are.
  static constexpr bool in_haste = sizeof(T) > 16 || items * sizeof(T) < 16 * 1024;
  static constexpr int teams     = in_haste ? 2 : 1;
  static constexpr int prefixers = in_haste ? 3 : sizeof(T) > 8 ? 2 : 1;

  struct slot
  {
    alignas(128) alignas(T) unsigned char item[items * sizeof(T)];
    alignas(16) alignas(
      raw<T>) raw<T> lane_sum[rows][lanes]; // inclusive within their row; the last then within the tile
    raw<T> row_carry[rows];
    bool has_carry; // into the first row
    exchange<T> meeting[rows];

    THRUM_DEVICE T* at(int i) { return reinterpret_cast<T*>(item) + i; }
  };

  THRUM_DEVICE static Op const& look_back_operator(Problem const& p) { return p.op; }
  THRUM_DEVICE static void init(Problem const& p, maybe_raw<T>& to)
  {
    if (p.init)
    {
      to.set(*p.init);
    }
  }

  THRUM_HOST_DEVICE static std::ptrdiff_t tiles(Problem const& p) { return detail::ceil_div(p.count, items); }
  THRUM_HOST_DEVICE static int part_of(std::ptrdiff_t count, std::ptrdiff_t tile)
  {
    std::ptrdiff_t const left = count - tile * items;
    return left < items ? static_cast<int>(left) : items;
  }
  /// An exclusive scan does not read its last item.
  THRUM_DEVICE static int inputs(Problem const& p, std::ptrdiff_t tile)
  {
    return part_of(p.count - (inclusive ? 0 : 1), tile);
  }
  THRUM_DEVICE static int outputs(Problem const& p, std::ptrdiff_t tile) { return part_of(p.count, tile); }

  template <class Cta>
  THRUM_DEVICE static void load(Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile)
  {
    gpu::load_items(cta, p.in.at(tile * items), s.at(0), inputs(p, tile));
  }

  template <class Cta>
  THRUM_DEVICE static void summarise(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    int const count = inputs(p, tile);
    for (int r = worker; r < rows && r * row < count; r += all_workers)
    {
      raw<T> sum;
      int const at        = r * row + cta.lane() * V;
      bool const complete = at + V <= count; // the sum of an incomplete lane is never asked for
      if (complete)
      {
        gpu::fold_whole_lane<V>(s.at(at), sum, p.op);
      }
      gpu::scan_lanes(cta, s.meeting[r], sum, complete ? cta.lane() : -1, p.op);
      if (complete)
      {
        gpu::set(s.lane_sum[r][cta.lane()].value, sum.value);
      }
    }
  }

  template <class Cta, class States>
  THRUM_DEVICE static void publish(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, States const& states)
  {
    int const complete = inputs(p, tile) / row;
    bool const mine    = cta.lane() < complete;
    raw<T> sum;
    if (mine)
    {
      gpu::set(sum.value, s.lane_sum[cta.lane()][lanes - 1].value);
    }
    gpu::scan_lanes<rows>(cta, s.meeting[0], sum, mine ? cta.lane() : -1, p.op);
    if (mine)
    {
      gpu::set(s.lane_sum[cta.lane()][lanes - 1].value, sum.value);
      if (cta.lane() == rows - 1 && tile + 1 < tiles(p)) // what comes after the last tile? nobody asks
      {
        states.publish(tile, sum.value, 0);
      }
    }
  }

  template <class Cta>
  THRUM_DEVICE static void carry(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, stretch<T>& before)
  {
    if (cta.lane() == 0)
    {
      s.has_carry = before.value.has;
    }
    if (cta.lane() < rows && cta.lane() * row < outputs(p, tile))
    {
      if (cta.lane() > 0)
      {
        before.value.join(s.lane_sum[cta.lane() - 1][lanes - 1].value, p.op);
      }
      if (before.value.has)
      {
        gpu::set(s.row_carry[cta.lane()].value, before.value.place.value);
      }
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
      maybe_raw<T> run;
      carry_into_lane(s, p.op, r, cta.lane(), run);
      if (at + V <= count)
      {
        gpu::scan_whole_lane<inclusive, V>(s.at(at), run, p.op);
      }
      else
      {
        gpu::scan_some<inclusive>(s.at(at), count - at, run, p.op);
      }
      if (!inclusive && at <= count && count < to && count < at + V)
      {
        gpu::set(*s.at(count), run.place.value); // the output whose item is not read
      }
      if (!writes && to <= at + V)
      {
        detail::assign(*p.out.at(0), run.place.value);
      }
    }
  }

  template <class Cta>
  THRUM_DEVICE static void store(Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile)
  {
    if constexpr (writes)
    {
      gpu::store_items(cta, s.at(0), p.out.at(tile * items), outputs(p, tile));
    }
  }

  static constexpr bool suits_ring = in_pieces_v<T, V> && shuffles_v<T> && rows > 1;
  static bool rings(Problem const&) { return suits_ring; }
  /// Contiguous items of the accumulator's type do, at pieces of 16 bytes.
  THRUM_HOST_DEVICE static bool comes_in_bulk(Problem const& p)
  {
    if constexpr (moves_bytes_v<In, T>)
    {
      return gpu::begins_at_piece(p.in.at(0));
    }
    else
    {
      return false;
    }
  }

  template <class Cta>
  THRUM_DEVICE static void load_bulk(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, typename Cta::barrier& loaded)
  {
    if constexpr (moves_bytes_v<In, T>)
    {
      gpu::load_bulk(cta, p.in.at(tile * items), s.at(0), inputs(p, tile), loaded);
    }
  }
  /// Before warps bring the tile.
  template <class Cta>
  THRUM_DEVICE static void fetch_ahead(Cta const& cta, Problem const& p, std::ptrdiff_t tile)
  {
    gpu::fetch_ahead<T>(cta, p.in.at(tile * items), inputs(p, tile));
  }
  template <class Warps>
  THRUM_DEVICE static void load_part(Warps const& warps, slot& s, Problem const& p, std::ptrdiff_t tile)
  {
    gpu::load_items<(V < 28 ? V : 28)>(warps, p.in.at(tile * items), s.at(0), inputs(p, tile));
  }

  /// Outputs that bulk copies cannot take leave row by row, by the warps that wrote them.
  template <class Cta>
  THRUM_DEVICE static void store_part(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    if (!writes || stores_bulk(p))
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
    if constexpr (writes && moves_bytes_v<Out, T>)
    {
      if (stores_bulk(p))
      {
        gpu::store_bulk(cta, s.at(0), p.out.at(tile * items), outputs(p, tile));
      }
    }
  }

private:
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

  THRUM_DEVICE static void carry_into_lane(slot& s, Op const& op, int r, int lane, maybe_raw<T>& run)
  {
    if (s.has_carry || r > 0)
    {
      run.set(s.row_carry[r].value);
    }
    if (lane > 0)
    {
      run.join(s.lane_sum[r][lane - 1].value, op);
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
