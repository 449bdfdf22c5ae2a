// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// From a tile whose rows' sums are known to its items: warps share them in stretches, none of which leaves its row
/// or is longer than a window.

#include <thrum/detail/cuda/tile/row_items.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Job>
struct row_decoder : row_items<Job>
{
  using base = row_items<Job>;
  using base::items;
  using base::row;
  using base::rows;
  using base::V;
  using typename base::format;
  using typename base::kept;
  using typename base::Sink;
  using typename base::slot;
  using typename base::window;

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
    if (s.all_short && from == 0 && to == s.row_start[rows])
    {
      for (int r = worker; r < rows; r += all_workers)
      {
        std::uint64_t const a = s.row_start[r], b = s.row_start[r + 1];
        if (a < b)
        {
          decode_stretch(cta, s, w, p, tile, r, a, b, place_in_line(p, s.base + a));
        }
      }
      return;
    }
    row_share mine;
    if (cta.lane() < rows)
    {
      mine = share(s, p, cta.lane(), from, to);
    }
    std::uint32_t const up_to = cta.scan_words(mine.parts);
    std::uint32_t const all   = cta.shuffle(up_to, lanes - 1);
    for (auto part = static_cast<std::uint32_t>(worker); part < all; part += all_workers)
    {
      int const r               = gpu::count_bits(cta.ballot(up_to <= part));
      std::uint32_t const in    = part - cta.shuffle(up_to - mine.parts, r);
      std::uint32_t const size  = cta.shuffle(mine.size, r);
      std::uint32_t const shift = cta.shuffle(mine.shift, r);
      std::uint64_t const begin = s.row_start[r] < from ? from : s.row_start[r];
      std::uint64_t const end   = s.row_start[r + 1] < to ? s.row_start[r + 1] : to;
      std::uint64_t const zero  = begin - shift + static_cast<std::uint64_t>(in) * size;
      decode_stretch(cta, s, w, p, tile, r, in == 0 ? begin : zero, zero + size < end ? zero + size : end,
                     in == 0 ? shift : 0);
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
  /// What is asked for of a row: as few stretches as can be; where these are few, all of about one size.
  struct row_share
  {
    std::uint32_t shift = 0; ///< the place of the first item in its line
    std::uint32_t parts = 0;
    std::uint32_t size  = window::items; ///< places of a part
  };
  THRUM_DEVICE static row_share share(slot& s, Job const& p, int r, std::uint64_t from, std::uint64_t to)
  {
    row_share of_row;
    std::uint64_t const low  = s.row_start[r] < from ? from : s.row_start[r];
    std::uint64_t const high = s.row_start[r + 1] < to ? s.row_start[r + 1] : to;
    if (low < high)
    {
      of_row.shift               = place_in_line(p, s.base + low);
      std::uint64_t const places = high - low + of_row.shift;
      of_row.parts               = static_cast<std::uint32_t>((places + window::items - 1) / window::items);
      if (of_row.parts < 16)
      {
        std::uint32_t const even = (static_cast<std::uint32_t>(places) + of_row.parts - 1) / of_row.parts;
        of_row.size              = (even + 127) & ~127u; // whole lines, of which as many parts leave none
      }
    }
    return of_row;
  }

  /// Which item of a line of the output a place is, if that goes in pieces.
  THRUM_DEVICE static std::uint32_t place_in_line([[maybe_unused]] Job const& p,
                                                  [[maybe_unused]] std::uint64_t place)
  {
    if constexpr (base::pieces)
    {
      if (p.sink.goes_in_pieces())
      {
        auto const address = reinterpret_cast<std::uintptr_t>(
          p.sink.begin_at(static_cast<std::int64_t>(place)));
        return static_cast<std::uint32_t>(address / sizeof(kept) % line_items<kept>);
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

  /// Items [from, to) of the tile, all of row r, by one warp; the first is at place `shift`. (That a row is short is
  /// judged by where rows start, its summary by what it adds up to: the same, but where sums stop at too_many items,
  /// which no memory holds.)
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
    std::uint64_t const begin = s.row_start[r], row_items = s.row_start[r + 1] - begin;
    std::uint64_t const zero = from - shift; // the item that place 0 is, or would be
    auto const end           = static_cast<std::uint32_t>(to - zero);
    int const at             = r * row + cta.lane() * V;
    std::uint64_t origin     = 0;
    lane_lengths<format> runs;
    runs.load(s.run_at(at));
    gpu::clear_window(cta, w, end);
    if (base::is_short(row_items))
    {
      origin = start_short(cta, s, w, r, at, runs, from - begin, to - begin, shift, row_items);
    }
    else
    {
      auto const earlier = gpu::mark_starts(cta, w, runs, items_below(cta, runs), from - begin, to - begin,
                                            shift, row_items < (1u << 31));
      gpu::count_starts(cta, w, end, earlier.count);
      origin = earlier.origin;
    }
    bool whole = false;
    if constexpr (base::pieces)
    {
      whole = p.sink.goes_in_pieces();
      if (whole)
      {
        gpu::emit_pieces(cta, w, s.value_at(r * row),
                         p.sink.begin_at(static_cast<std::int64_t>(s.base + zero)), shift, end);
      }
    }
    if (!whole || Sink::beside)
    {
      for (std::uint32_t begin_at = 0; begin_at < end; begin_at += window::chunk_items)
      {
        std::uint32_t const count = end - begin_at < window::chunk_items ? end - begin_at
                                                                         : window::chunk_items;
        base::emit_items(cta, s, w, p, tile, r, zero + begin_at - begin, begin_at, begin_at == 0 ? shift : 0,
                         count, origin, whole);
      }
    }
    cta.sync_warp();
  }

  /// The window of a short row, one warp's alone: one sum of pairs says where the lane's items and its runs that are
  /// not empty stand.
  /// \return where the last run before the window begins
  template <class Cta>
  THRUM_DEVICE static std::uint64_t start_short(Cta const& cta,
                                                slot& s,
                                                window& w,
                                                int r,
                                                int at,
                                                lane_lengths<format> const& runs,
                                                std::uint64_t from,
                                                std::uint64_t to,
                                                std::uint32_t shift,
                                                std::uint64_t row_items)
  {
    static_assert(window::items <= 1 << 16 && row < 1 << 16);
    std::uint32_t own = 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < V; ++i)
    {
      own += static_cast<std::uint32_t>(runs.length[i]) + (runs.length[i] > 0 ? 1u << 16 : 0);
    }
    std::uint32_t const below = cta.scan_words(own) - own;
    if constexpr (base::keeps || Sink::numbers)
    {
      base::compact(cta, s, r, at, runs, below >> 16);
    }
    earlier_runs earlier;
    if (from == 0 && to == row_items)
    {
      gpu::mark_all_starts(cta, w, runs, (below & 0xffff) + shift, own & 0xffff);
    }
    else
    {
      earlier = gpu::mark_starts(cta, w, runs, below & 0xffff, from, to, shift, true);
    }
    gpu::count_starts(cta, w, static_cast<std::uint32_t>(to - from) + shift, earlier.count);
    return earlier.origin;
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
