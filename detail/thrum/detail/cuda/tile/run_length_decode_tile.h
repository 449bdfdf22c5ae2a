// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The tile of run length decode and its kin; the order of its functions is that of tile/scan_tile.h. Its aggregate
/// is the number of its items. When the number before it is known, its warps share what it decodes to, in
/// stretches of a bounded size. A tile with many items is *heavy*: it goes to a list, and a second kernel shares
/// it between all blocks (tile/heavy_tiles.h).

#include <thrum/detail/cuda/block/look_back.h>
#include <thrum/detail/cuda/tile/run_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Job>
struct run_length_decode_tile : run_tile<Job>
{
  using base    = run_tile<Job>;
  using problem = Job;
  using typename base::format;
  using typename base::kept;
  using typename base::Sink;
  using typename base::slot;
  using typename base::window;
  using base::items;
  using base::row;
  using base::rows;
  using base::tiles;
  using base::V;

  using workspace                = window; ///< of each warp that decodes
  static constexpr int finishers = 11; // with 88 registers each

  using aggregate                  = std::uint64_t;
  using look_back_op               = add_counts;
  static constexpr bool segmented  = false;
  static constexpr bool looks_back = !format::ends; // ends say themselves what comes before

  /// What a warp decodes at a time, 16 KB.
  static constexpr std::uint32_t stretch_items = [] {
    constexpr std::uint32_t most = 16 * 1024 / (base::pieces ? sizeof(kept) : 4);
    return most < window::items ? window::items : most;
  }();

  THRUM_HOST_DEVICE static add_counts look_back_operator(Job const&) { return {}; }
  THRUM_HOST_DEVICE static void init(Job const&, maybe_raw<aggregate>& to) { to.set(0); }

  /// Each row: how many items it has, and what belongs to runs that are not empty side by side.
  template <class Cta>
  THRUM_HOST_DEVICE static void summarise(
    Cta const& cta, slot& s, Job const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    for (int r = worker; r < rows; r += all_workers)
    {
      int const at = r * row + cta.lane() * V;
      lane_lengths<format> runs;
      base::first_look(cta, s, p, tile, at, runs);
      std::uint64_t const sum = gpu::sum_counts_up_to(cta, runs.sum());
      if (cta.lane() == lanes - 1)
      {
        s.row_start[r] = sum;
      }
      if constexpr (base::keeps || Sink::numbers)
      {
        base::compact(cta, s, r, at, runs);
      }
    }
  }

  template <class Cta>
  THRUM_HOST_DEVICE static void publish(Cta const& cta,
                                        slot& s,
                                        Job const& p,
                                        std::ptrdiff_t tile,
                                        [[maybe_unused]] tile_states<aggregate> const& states)
  {
    [[maybe_unused]] std::uint64_t const total = sum_rows(cta, s);
    if constexpr (looks_back)
    {
      if (cta.lane() == 0 && tile + 1 < tiles(p))
      {
        states.publish(tile, total, 0);
      }
    }
  }

  /// Turns the rows' sums into where they start.
  template <class Cta>
  THRUM_HOST_DEVICE static std::uint64_t sum_rows(Cta const& cta, slot& s)
  {
    std::uint64_t const mine  = cta.lane() < rows ? s.row_start[cta.lane()] : 0;
    std::uint64_t const up_to = gpu::sum_counts_up_to(cta, mine);
    cta.sync_warp();
    if (cta.lane() < rows)
    {
      s.row_start[cta.lane() + 1] = up_to;
    }
    if (cta.lane() == 0)
    {
      s.row_start[0] = 0;
    }
    cta.sync_warp();
    return gpu::shuffle_count(cta, up_to, lanes - 1);
  }

  template <class Cta>
  THRUM_HOST_DEVICE static void carry(
    Cta const& cta, slot& s, Job const& p, std::ptrdiff_t tile, stretch<aggregate> const& before)
  {
    if (cta.lane() != 0)
    {
      return;
    }
    s.base                    = looks_back ? before.value.place.value : end_before(s);
    std::uint64_t const total = s.row_start[rows];
    std::uint64_t const end   = add_counts{}(s.base, total);
    if (end == too_many && s.base < too_many)
    {
      p.status->too_large = static_cast<std::uint64_t>(tile * items + passes_limit_at(s)) + 1;
    }
    if (tile + 1 == tiles(p))
    {
      p.leave_total(end);
    }
    if constexpr (Sink::emits)
    {
      s.count = p.take(tile, s.base, total);
    }
  }

  template <class Cta>
  THRUM_HOST_DEVICE static void finish(Cta const& cta,
                                       slot& s,
                                       Job const& p,
                                       std::ptrdiff_t tile,
                                       int worker,
                                       int all_workers,
                                       [[maybe_unused]] window& w)
  {
    if constexpr (Sink::starts)
    {
      visit_starts(cta, s, p, tile, worker, all_workers);
    }
    if constexpr (Sink::emits)
    {
      decode(cta, s, w, p, tile, 0, s.count, worker, all_workers);
    }
  }

  template <class Cta>
  THRUM_HOST_DEVICE static void store(Cta const&, slot&, Job const&, std::ptrdiff_t)
  {}

  static constexpr bool suits_ring = base::suits_bulk;
  static bool rings(Job const& p) { return base::begins_in_pieces(p); }

  template <class Cta>
  THRUM_HOST_DEVICE static void store_part(Cta const&, slot&, Job const&, std::ptrdiff_t, int, int)
  {}
  template <class Cta>
  THRUM_HOST_DEVICE static void store_bulk(Cta const&, slot&, Job const&, std::ptrdiff_t)
  {}

  /// Items [from, to) of the tile, shared by several warps.
  template <class Cta>
  THRUM_HOST_DEVICE static void decode(Cta const& cta,
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

private:
  THRUM_HOST_DEVICE static std::uint64_t end_before([[maybe_unused]] slot& s)
  {
    if constexpr (format::ends)
    {
      bool negative = false; // if it is, that was noted
      return run_format<run_lengths<typename format::iterator>>::length({}, *s.run_at(-1), negative);
    }
    else
    {
      return 0;
    }
  }

  /// The run that takes the total too far; it is in this tile.
  THRUM_HOST_DEVICE static int passes_limit_at(slot& s)
  {
    std::uint64_t sum = s.base;
    int i             = -1;
    while (sum < too_many)
    {
      ++i;
      sum = add_counts{}(sum, base::length_at(s, i));
    }
    return i;
  }

  /// Which item of a 16-byte piece of the output a place is.
  THRUM_HOST_DEVICE static std::uint32_t place_in_piece([[maybe_unused]] Job const& p,
                                                        [[maybe_unused]] std::uint64_t place)
  {
    if constexpr (base::pieces)
    {
      if (p.sink.goes_in_pieces())
      {
        auto const address =
          reinterpret_cast<std::uintptr_t>(p.sink.begin_at(static_cast<std::int64_t>(place)));
        return static_cast<std::uint32_t>(address % 16 / sizeof(kept));
      }
    }
    return 0;
  }

  /// The items of the runs before the lane's in their row.
  template <class Cta>
  THRUM_HOST_DEVICE static std::uint64_t items_below(Cta const& cta, lane_lengths<format> const& runs)
  {
    std::uint64_t const up_to = gpu::sum_counts_up_to(cta, runs.sum());
    std::uint64_t const below = gpu::shuffle_count(cta, up_to, cta.lane() > 0 ? cta.lane() - 1 : 0);
    return cta.lane() > 0 ? below : 0;
  }

  /// Items [from, to) of the tile, all of row r, by one warp; the first is at place `shift`.
  template <class Cta>
  THRUM_HOST_DEVICE static void decode_stretch(Cta const& cta,
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
      cta, w, starts, static_cast<std::uint32_t>(to - zero),
      [&](std::uint32_t at, std::uint32_t count) {
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
  THRUM_HOST_DEVICE static void emit_items(Cta const& cta,
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
    auto const base_place = static_cast<std::int64_t>(s.base + s.row_start[r] + from);
    for (std::uint32_t i = first + cta.lane(); i < count; i += lanes)
    {
      start_word const word        = w.word[i / 32];
      auto const k                 = r * row + static_cast<int>(word.rank_at(i % 32)) - 1;
      [[maybe_unused]] auto run    = tile * items;
      [[maybe_unused]] auto rank   = std::int64_t{};
      std::int64_t const place     = base_place + i;
      if constexpr (Sink::numbers)
      {
        run += s.number[k];
      }
      if constexpr (Sink::ranks)
      {
        std::uint32_t const up_to = word.starts & gpu::bits_up_to(i % 32);
        std::int32_t const start  = up_to != 0 ? static_cast<std::int32_t>(i & ~31u) + gpu::highest_bit(up_to)
                                               : w.last[i / 32];
        rank = static_cast<std::int64_t>(start >= 0 ? i - static_cast<std::uint32_t>(start) : from + i - origin);
      }
      emit_item(s, p, place, run, rank, k, beside);
    }
    if constexpr (Sink::ranks)
    {
      origin = ended >= 0 ? from + static_cast<std::uint32_t>(ended) : origin;
    }
  }

  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE static void emit_item([[maybe_unused]] slot& s,
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
      p.sink.emit(place, run, rank, *s.value_at(k));
    }
    else
    {
      p.sink.emit(place, run, rank, nothing_kept{});
    }
  }

  template <class Cta>
  THRUM_HOST_DEVICE static void visit_starts(
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
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
