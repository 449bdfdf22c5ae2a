// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// From a tile whose rows' sums are known to its items: warps share them in stretches, none of which is longer than
/// 16 KB or leaves its row.

#include <thrum/detail/cuda/tile/run_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Job>
struct row_decoder : run_tile<Job>
{
  using base = run_tile<Job>;
  using base::items;
  using base::row;
  using base::rows;
  using base::V;
  using typename base::format;
  using typename base::kept;
  using typename base::Sink;
  using typename base::slot;
  using typename base::window;

  /// What a warp decodes at a time, 16 KB.
  static constexpr std::uint32_t stretch_items = [] {
    constexpr std::uint32_t most = 16 * 1024 / (base::pieces ? sizeof(kept) : 4);
    return most < window::items ? window::items : most;
  }();

  /// Items [from, to) of the tile, shared by several warps.
  template <class Cta>
  THRUM_DEVICE static void decode(Cta const& cta,
                                  slot& s,
                                  window& w,
                                  Job const& p,
                                  std::ptrdiff_t tile,
                                  std::uint64_t from,
                                  std::uint64_t to,
                                  int worker,
                                  int all_workers)
  {
    std::uint64_t low = 0, high = 0; // this lane's row
    std::uint32_t shift = 0, parts = 0;
    if (cta.lane() < rows)
    {
      low  = s.row_start[cta.lane()] < from ? from : s.row_start[cta.lane()];
      high = s.row_start[cta.lane() + 1] < to ? s.row_start[cta.lane() + 1] : to;
      if (low < high)
      {
        shift = place_in_piece(p, s.base + low);
        parts = static_cast<std::uint32_t>((high - low + shift + stretch_items - 1) / stretch_items);
      }
    }
    std::uint32_t const up_to = gpu::sum_up_to(cta, parts);
    std::uint32_t const all   = cta.shuffle(up_to, lanes - 1);
    for (auto part = static_cast<std::uint32_t>(worker); part < all; part += all_workers)
    {
      int const r              = gpu::count_bits(cta.ballot(up_to <= part));
      std::uint32_t const in   = part - cta.shuffle(up_to - parts, r);
      std::uint32_t const skip = cta.shuffle(shift, r);
      std::uint64_t const a    = gpu::shuffle_count(cta, low, r);
      std::uint64_t const b    = gpu::shuffle_count(cta, high, r);
      std::uint64_t const next = a - skip + static_cast<std::uint64_t>(in + 1) * stretch_items;
      decode_stretch(cta, s, w, p, tile, r, in == 0 ? a : next - stretch_items, b < next ? b : next,
                     in == 0 ? skip : 0);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void visit_starts(
    Cta const& cta, slot& s, Job const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    int const count = base::runs_in(p, tile);
    for (int r = worker; r < rows && r * row < count; r += all_workers)
    {
      int const at = r * row + cta.lane() * V;
      lane_lengths<format> runs;
      runs.clear();
      if (at < count)
      {
        runs.load(s.run_at(at));
      }
      std::uint64_t place = s.base + s.row_start[r] + items_below(cta, runs);
      for (int i = 0; i < V && at + i < count; ++i)
      {
        p.sink.start(tile * items + at + i, static_cast<std::int64_t>(place));
        place = add_counts{}(place, runs.length[i]);
      }
    }
  }

private:
  /// Ranges of a window of 1024 items that are worth a warp each.
  static constexpr std::uint32_t few_starts = 8;

  /// Which item of a 16-byte piece of the output a place is.
  THRUM_DEVICE static std::uint32_t place_in_piece([[maybe_unused]] Job const& p,
                                                   [[maybe_unused]] std::uint64_t place)
  {
    if constexpr (base::pieces)
    {
      if (p.sink.goes_in_pieces())
      {
        auto const address = reinterpret_cast<std::uintptr_t>(
          p.sink.begin_at(static_cast<std::int64_t>(place)));
        return static_cast<std::uint32_t>(address % 16 / sizeof(kept));
      }
    }
    return 0;
  }

  /// The items of the runs before the lane's in their row.
  template <class Cta>
  THRUM_DEVICE static std::uint64_t items_below(Cta const& cta, lane_lengths<format> const& runs)
  {
    std::uint64_t const up_to = gpu::sum_counts_up_to(cta, runs.sum());
    std::uint64_t const below = gpu::shuffle_count(cta, up_to, cta.lane() > 0 ? cta.lane() - 1 : 0);
    return cta.lane() > 0 ? below : 0;
  }

  /// Items [from, to) of the tile, all of row r, by one warp; the first is at place `shift`.
  template <class Cta>
  THRUM_DEVICE static void decode_stretch(Cta const& cta,
                                          slot& s,
                                          window& w,
                                          Job const& p,
                                          std::ptrdiff_t tile,
                                          int r,
                                          std::uint64_t from,
                                          std::uint64_t to,
                                          std::uint32_t shift)
  {
    std::uint64_t const begin = s.row_start[r];
    bool const narrow         = s.row_start[r + 1] - begin < (1u << 31);
    lane_lengths<format> runs;
    runs.load(s.run_at(r * row + cta.lane() * V));
    lane_starts<format> starts;
    starts.find(cta, runs, items_below(cta, runs), from - begin, to - begin, shift, narrow);
    std::uint64_t const zero = from - shift; // the item that place 0 is, or would be
    gpu::for_each_window(
      cta, w, starts, static_cast<std::uint32_t>(to - zero), [&](std::uint32_t at, std::uint32_t count) {
        std::uint32_t const first = at == 0 ? shift : 0;
        bool whole                = false;
        if constexpr (base::pieces)
        {
          whole = p.sink.goes_in_pieces();
          if (whole)
          {
            gpu::emit_pieces(cta, w, s.value_at(r * row),
                             p.sink.begin_at(static_cast<std::int64_t>(s.base + zero + at)), first, count);
          }
        }
        if (!whole || Sink::beside)
        {
          emit_items(cta, s, w, p, tile, r, zero + at - begin, first, count, starts.origin, whole);
        }
      });
  }

  /// Places [first, count) of a window that begins at item `from` of row r. `origin` is where the last run before
  /// it begins.
  template <class Cta>
  THRUM_DEVICE static void emit_items(Cta const& cta,
                                      slot& s,
                                      window& w,
                                      Job const& p,
                                      std::ptrdiff_t tile,
                                      int r,
                                      std::uint64_t from,
                                      std::uint32_t first,
                                      std::uint32_t count,
                                      [[maybe_unused]] std::uint64_t& origin,
                                      [[maybe_unused]] bool beside)
  {
    [[maybe_unused]] std::int32_t ended = -1;
    if constexpr (Sink::ranks)
    {
      ended = gpu::find_last_starts(cta, w);
    }
    bool ranges = false;
    if constexpr (Sink::ranges)
    {
      start_word const last = w.word[lanes - 1];
      ranges                = last.rank_at(31) - w.word[0].rank <= few_starts;
      if (ranges)
      {
        emit_ranges(cta, s, w, p, tile, r, from, first, count, origin);
      }
    }
    auto const base_place = static_cast<std::int64_t>(s.base + s.row_start[r] + from);
    for (std::uint32_t i = ranges ? count : first + cta.lane(); i < count; i += lanes)
    {
      int const k                = r * row + static_cast<int>(w.word[i / 32].rank_at(i % 32)) - 1;
      [[maybe_unused]] auto run  = tile * items;
      [[maybe_unused]] auto rank = std::int64_t{};
      if constexpr (Sink::numbers)
      {
        run += s.number[k];
      }
      if constexpr (Sink::ranks)
      {
        rank = rank_of(w, i, from, origin);
      }
      emit_item(s, p, base_place + i, run, rank, k, beside);
    }
    if constexpr (Sink::ranks)
    {
      origin = ended >= 0 ? from + static_cast<std::uint32_t>(ended) : origin;
    }
  }

  /// The place within its run of place i of a window that begins at item `from` of its row.
  THRUM_DEVICE static std::int64_t rank_of(window const& w,
                                           std::uint32_t i,
                                           std::uint64_t from,
                                           std::uint64_t origin)
  {
    std::uint32_t const up_to = w.word[i / 32].starts & gpu::bits_up_to(i % 32);
    std::int32_t const start  = up_to != 0 ? static_cast<std::int32_t>(i & ~31u) + gpu::highest_bit(up_to)
                                           : w.last[i / 32];
    return static_cast<std::int64_t>(start >= 0 ? i - static_cast<std::uint32_t>(start) : from + i - origin);
  }

  /// The same as emit_items, range by range, for windows with few of them.
  template <class Cta>
  THRUM_DEVICE static void emit_ranges(Cta const& cta,
                                       slot& s,
                                       window const& w,
                                       Job const& p,
                                       std::ptrdiff_t tile,
                                       int r,
                                       std::uint64_t from,
                                       std::uint32_t first,
                                       std::uint32_t count,
                                       std::uint64_t origin)
  {
    std::uint32_t const own = w.word[cta.lane()].starts;
    for (std::uint32_t i = first, end; i < count; i = end)
    {
      int const done            = static_cast<int>(i / 32) - cta.lane(); // words that are before i
      std::uint32_t const later = done > 0 ? 0 : done < 0 ? own : own & ~gpu::bits_up_to(i % 32);
      std::uint32_t const some  = cta.ballot(later != 0);
      end                       = count;
      if (some != 0) // where the next run begins
      {
        int const word           = gpu::lowest_bit(some);
        std::uint32_t const bits = cta.shuffle(later, word);
        end                      = static_cast<std::uint32_t>(word * 32 + gpu::lowest_bit(bits));
      }
      int const k = r * row + static_cast<int>(w.word[i / 32].rank_at(i % 32)) - 1;
      p.sink.copy(cta, tile * items + s.number[k], rank_of(w, i, from, origin), end - i);
    }
  }

  THRUM_DEVICE static void emit_item([[maybe_unused]] slot& s,
                                     Job const& p,
                                     std::int64_t place,
                                     std::ptrdiff_t run,
                                     std::int64_t rank,
                                     [[maybe_unused]] int k,
                                     [[maybe_unused]] bool beside)
  {
    if constexpr (Sink::beside)
    {
      if (beside)
      {
        p.sink.emit_beside(place, run, rank);
        return;
      }
    }
    if constexpr (base::keeps)
    {
      p.sink.visit(place, run, rank, *s.value_at(k));
    }
    else
    {
      p.sink.visit(place, run, rank, nothing_kept{});
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
