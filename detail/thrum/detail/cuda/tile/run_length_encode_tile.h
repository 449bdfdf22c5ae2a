// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The tile of run length encode (tile/scan_tile.h says what a tile is). Only head flags are counted: an item's
/// rank is the number of flags before it, a length the difference of two positions.

#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/cuda/tile/outputs_left.h>
#include <thrum/detail/cuda/tile/run_marks.h>
#include <thrum/detail/cuda/tile/run_sums.h>
#include <thrum/detail/cuda/tile/tile_keys.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Of a counted_problem, which says where the number of runs goes.
template <class Problem>
struct run_length_encode_tile : outputs_left
{
  using problem = Problem;
  using asked   = typename Problem::asked_type;
  using K       = typename asked::key;
  using Pred    = decltype(asked::pred);
  using Keys    = decltype(std::declval<asked const&>().keys.at(0));
  using Heads   = decltype(std::declval<asked const&>().heads_out.at(0));
  using Lengths = decltype(std::declval<asked const&>().lengths_out.at(0));

  static constexpr bool all_runs = asked::kind == encode_kind::all;

  using sums                      = run_sums<asked::kind>;
  using aggregate                 = typename sums::aggregate;
  using look_back_op              = typename sums::op;
  static constexpr bool segmented = sums::segmented;

  static constexpr int V       = association::items_per_lane(sizeof(K));
  static constexpr int rows    = association::rows_per_tile(sizeof(K));
  static constexpr int row     = V * lanes;
  static constexpr int items   = row * rows;
  static constexpr int workers = sizeof(aggregate) > 8 && rows >= 8 ? 4 : rows; ///< warps that suit a tile

  using source = tile_keys<Keys, V, rows>;
  using told   = typename source::told;

  struct slot
  {
    typename source::slot keys;
    typename source::flags flags;
    std::int32_t heads[rows];     ///< of a row; then up to it
    std::int32_t written[rows];   ///< runs that end in a row and are written; then up to it
    std::int32_t last_head[rows]; ///< where in the tile, or -1; then up to the row
    std::int64_t base[rows];      ///< runs written before the row
    std::int64_t start[rows];     ///< of the run that is open before the row, from the tile's begin on
  };

  /// Where the runs end that a worker is about to write, 32 words of flags at a time.
  struct workspace
  {
    std::uint16_t end[lanes * 32 < row ? lanes * 32 : row];
  };

  THRUM_DEVICE static look_back_op look_back_operator(Problem const&) { return {}; }
  THRUM_DEVICE static void init(Problem const&, maybe_raw<aggregate>&) {}

  THRUM_HOST_DEVICE static std::ptrdiff_t tiles(Problem const& p)
  {
    return detail::ceil_div(p.asked.count, items);
  }
  THRUM_DEVICE static int inputs(Problem const& p, std::ptrdiff_t tile)
  {
    std::ptrdiff_t const left = p.asked.count - tile * items;
    return left < items ? static_cast<int>(left) : items;
  }
  THRUM_HOST_DEVICE static bool apart(Problem const& p)
  {
    return gpu::leaves_alone(p.asked.keys.at(0), p.asked.heads_out.at(0), p.asked.count)
           && gpu::leaves_alone(p.asked.keys.at(0), p.asked.lengths_out.at(0), p.asked.count);
  }

  template <class Cta>
  THRUM_DEVICE static void load(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, told const& states)
  {
    Pred pred = p.asked.pred; // its call operator need not be const
    source::load(cta, s.keys, p.asked.keys, p.asked.count, pred, apart(p), tile, states);
  }

  template <class Cta>
  THRUM_DEVICE static void summarise(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    Pred pred       = p.asked.pred;
    int const count = inputs(p, tile);
    int const end   = tile + 1 < tiles(p) ? -1 : count; // the end ends the last run
    for (int r = worker; r < rows && r * row < count; r += all_workers)
    {
      s.keys.flag_row(cta, r, source::here(p.asked.count, tile), end, pred, s.flags);
      int heads   = 0;
      int written = 0;
      int last    = -1;
      for (int w = cta.lane(); w < V; w += lanes)
      {
        auto const m = run_marks::of<asked::kind>(s.flags, r, w);
        heads += gpu::count_bits(m.heads);
        written += gpu::count_bits(m.ends);
        last = m.last_head(last);
      }
      heads   = gpu::sum_lanes(cta, heads);
      written = gpu::sum_lanes(cta, written);
      last    = gpu::scan_most(cta, last);
      if (cta.lane() == lanes - 1)
      {
        s.heads[r]     = heads;
        s.written[r]   = written;
        s.last_head[r] = last;
      }
    }
  }

  template <class Cta>
  THRUM_DEVICE static void publish(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, tile_states<aggregate> const& states)
  {
    int const r       = cta.lane();
    bool const mine   = r < rows && r * row < inputs(p, tile);
    int const heads   = gpu::scan_counts(cta, mine ? s.heads[r] : 0);
    int const written = gpu::scan_counts(cta, mine ? s.written[r] : 0);
    int const last    = gpu::scan_most(cta, mine ? s.last_head[r] : -1);
    if (mine)
    {
      s.written[r]   = written;
      s.last_head[r] = last;
      if (r == rows - 1 && tile + 1 < tiles(p))
      {
        states.publish(tile, sums::of(items - (last < 0 ? 0 : last), heads, written), segmented ? heads : 0);
      }
    }
  }

  template <class Cta>
  THRUM_DEVICE static void carry(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, stretch<aggregate>& before)
  {
    int const r = cta.lane();
    if (r < rows && r * row < inputs(p, tile))
    {
      runs_before const b = sums::before(before, s.flags.is_head(0, 0));
      int const last      = r > 0 ? s.last_head[r - 1] : -1;
      s.base[r]           = b.written + (r > 0 ? s.written[r - 1] : 0);
      s.start[r]          = last >= 0 ? last : -b.open;
    }
  }

  template <class Cta>
  THRUM_DEVICE static void finish(Cta const& cta,
                                  slot& s,
                                  Problem const& p,
                                  std::ptrdiff_t tile,
                                  int worker,
                                  int all_workers,
                                  [[maybe_unused]] workspace& space)
  {
    int const count = inputs(p, tile);
    for (int r = worker; r < rows && r * row < count; r += all_workers)
    {
      progress at{s.start[r], s.base[r]};
      for (int w = 0; w < V; w += lanes)
      {
        write_words(cta, s, p, tile, r, w, at, space);
      }
      if (cta.lane() == 0 && tile + 1 == tiles(p) && count <= (r + 1) * row)
      {
        detail::assign(*p.count_out.at(0), static_cast<std::ptrdiff_t>(at.written));
      }
    }
  }

  /// Whether the ring takes this problem: contiguous keys at pieces of 16 bytes, and outputs beside them.
  static constexpr bool suits_ring = source::in_memory && rows > 1;
  static bool rings(Problem const& p)
  {
    if constexpr (suits_ring)
    {
      return gpu::begins_at_piece(p.asked.keys.at(0)) && apart(p);
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
    auto const& a = p.asked;
    cta.expect(loaded, source::load_rest(s.keys, a.keys.at(0), a.count, tile));
    source::load_bulk(cta, s.keys, a.keys.at(0), a.count, tile, loaded);
  }

private:
  using output = run_output<Heads, Lengths>;

  static constexpr int few = 2 * lanes; ///< runs that leave sooner one by one

  struct progress
  {
    std::int64_t start; ///< of the open run, from the tile's begin on
    std::int64_t written;
  };

  /// Writes the runs that end in 32 words of flags, of a row's from `w` on.
  template <class Cta>
  THRUM_DEVICE static void write_words(Cta const& cta,
                                       slot& s,
                                       Problem const& p,
                                       std::ptrdiff_t tile,
                                       int r,
                                       int w,
                                       progress& at,
                                       [[maybe_unused]] workspace& space)
  {
    auto const m                = run_marks::of<asked::kind>(s.flags, r, w + cta.lane());
    int const upto              = gpu::scan_counts(cta, gpu::count_bits(m.ends));
    int const rank              = upto - gpu::count_bits(m.ends);
    int const all               = gpu::count_from(cta, upto, lanes - 1);
    int const last              = m.last_head(0);
    std::uint32_t const holders = cta.ballot(m.heads != 0);
    output const out{p.asked.heads_out.at(at.written), p.asked.lengths_out.at(at.written)};

    if (!all_runs || all <= few)
    {
      std::uint32_t const below = holders & ((1u << cta.lane()) - 1);
      int const nearest         = gpu::count_from(cta, last, below != 0 ? gpu::highest_bit(below) : 0);
      write_scattered(s, tile, m, below != 0 ? nearest : at.start, rank, out);
    }
    else if constexpr (all_runs)
    {
      list_ends(m, rank, space);
      cta.sync_warp();
      int const begin = (r * V + w) * 32;
      write_listed(cta, s, r, all, s.flags.is_head(r, w * 32) ? begin : at.start, space, out);
      cta.sync_warp();
    }
    if (holders != 0)
    {
      at.start = gpu::count_from(cta, last, gpu::highest_bit(holders));
    }
    at.written += all;
  }

  THRUM_DEVICE static void list_ends(run_marks const& m, int rank, workspace& space)
  {
    int const in_row = m.begin % row;
    for (std::uint32_t ends = m.ends; ends != 0; ends &= ends - 1)
    {
      space.end[rank++] = static_cast<std::uint16_t>(in_row + gpu::lowest_bit(ends));
    }
  }

  /// `start`: of the first run, from the tile's begin on.
  template <class Cta>
  THRUM_DEVICE static void write_listed(
    Cta const& cta, slot& s, int r, int count, std::int64_t start, workspace const& space, output const& out)
  {
    for (int i = cta.lane(); i < count; i += lanes)
    {
      int const end = space.end[i];
      out.write_head(i, *s.keys.at(r * row + end));
      out.write_length(i, i > 0 ? end - space.end[i - 1] : r * row + end + 1 - start);
    }
  }

  /// `start`: of the run that is open before the lane's word.
  THRUM_DEVICE static void write_scattered(
    slot& s, std::ptrdiff_t tile, run_marks const& m, std::int64_t start, int place, output const& out)
  {
    for (std::uint32_t ends = m.ends; ends != 0; ends &= ends - 1, ++place)
    {
      int const i              = gpu::lowest_bit(ends);
      std::int64_t const begin = m.begin_of(i, start);
      if constexpr (all_runs)
      {
        out.write_head(place, *s.keys.at(m.begin + i));
      }
      else
      {
        out.write_head(place, static_cast<std::ptrdiff_t>(tile * items + begin));
      }
      out.write_length(place, m.begin + i + 1 - begin);
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
