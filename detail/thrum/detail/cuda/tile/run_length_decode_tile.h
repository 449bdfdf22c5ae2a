// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The tile of run length decode and its kin; the order of its functions is that of tile/scan_tile.h. Its aggregate
/// is the number of its items. When the number before it is known, its warps share what it decodes to, in
/// stretches of a bounded size. A tile with many items is *heavy*: it goes to a list, and a second kernel shares
/// it between all blocks (tile/heavy_tiles.h).

#include <thrum/detail/cuda/block/count_look_back.h>
#include <thrum/detail/cuda/tile/row_decoder.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Job>
struct run_length_decode_tile : row_decoder<Job>
{
  using base    = row_decoder<Job>;
  using problem = Job;
  using base::items;
  using base::row;
  using base::rows;
  using base::tiles;
  using base::V;
  using typename base::format;
  using typename base::kept;
  using typename base::Sink;
  using typename base::slot;
  using typename base::window;

  using workspace = window; ///< of each warp that decodes
  /// A warp for each row, or for a few. What narrow items take is instructions; others leave warps more registers.
  static constexpr int finishers    = static_cast<int>(detail::ceil_div(rows, detail::ceil_div(rows, 8)));
  static constexpr int finish_teams = base::pieces && sizeof(kept) <= 2 ? 3 : 2;
  static constexpr int summarisers  = finish_teams == 3 ? 3 : 4;

  using aggregate                  = std::uint64_t;
  using looks                      = count_look_back;
  using states                     = typename looks::states;
  static constexpr bool looks_back = !format::ends; // ends say themselves what comes before

  THRUM_DEVICE static add_counts look_back_operator(Job const&) { return {}; }
  THRUM_DEVICE static void init(Job const&, maybe_raw<aggregate>&) {}

  /// Each row: how many items it has. Where they are many, several warps will decode them, so what belongs to runs
  /// that are not empty is moved together; else that is left to the one that will.
  template <class Cta>
  THRUM_DEVICE static void summarise(
    Cta const& cta, slot& s, Job const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    for (int r = worker; r < rows; r += all_workers)
    {
      int const at = r * row + cta.lane() * V;
      lane_lengths<format> runs;
      base::first_look(cta, s, p, tile, at, runs);
      std::uint64_t const sum = gpu::sum_counts(cta, runs.sum());
      if (cta.lane() == 0)
      {
        s.row_start[r] = sum;
      }
      if constexpr (base::keeps || Sink::numbers)
      {
        if (!base::is_short(sum))
        {
          auto const filled = static_cast<std::uint32_t>(runs.filled());
          base::compact(cta, s, r, at, runs, cta.scan_words(filled) - filled);
        }
      }
    }
  }

  template <class Cta>
  THRUM_DEVICE static void publish(
    Cta const& cta, slot& s, Job const& p, std::ptrdiff_t tile, [[maybe_unused]] states const& published)
  {
    [[maybe_unused]] std::uint64_t const total = sum_rows(cta, s);
    if constexpr (looks_back)
    {
      if (cta.lane() == 0 && tile + 1 < tiles(p))
      {
        published.publish(tile, total);
      }
    }
  }

  /// Turns the rows' sums into where they start.
  template <class Cta>
  THRUM_DEVICE static std::uint64_t sum_rows(Cta const& cta, slot& s)
  {
    std::uint64_t const mine  = cta.lane() < rows ? s.row_start[cta.lane()] : 0;
    std::uint64_t const up_to = gpu::sum_counts_up_to(cta, mine);
    bool const all_short      = cta.ballot(!base::is_short(mine)) == 0;
    cta.sync_warp();
    if (cta.lane() < rows)
    {
      s.row_start[cta.lane() + 1] = up_to;
    }
    if (cta.lane() == 0)
    {
      s.row_start[0] = 0;
      s.all_short    = all_short;
    }
    cta.sync_warp();
    return gpu::shuffle_count(cta, up_to, lanes - 1);
  }

  template <class Cta>
  THRUM_DEVICE static void carry(
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
      s.end = p.take(tile, s.base, total);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void finish(Cta const& cta,
                                  slot& s,
                                  Job const& p,
                                  std::ptrdiff_t tile,
                                  int worker,
                                  int all_workers,
                                  [[maybe_unused]] window& w)
  {
    if constexpr (Sink::starts)
    {
      base::visit_starts(cta, s, p, tile, worker, all_workers);
    }
    if constexpr (Sink::emits)
    {
      base::decode(cta, s, w, p, tile, 0, s.end, worker, all_workers);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void store(Cta const&, slot&, Job const&, std::ptrdiff_t)
  {}

  static constexpr bool suits_ring = base::suits_bulk;
  static bool rings(Job const& p) { return base::begins_in_pieces(p); }

  template <class Cta>
  THRUM_DEVICE static void store_part(Cta const&, slot&, Job const&, std::ptrdiff_t, int, int)
  {}
  template <class Cta>
  THRUM_DEVICE static void store_bulk(Cta const&, slot&, Job const&, std::ptrdiff_t)
  {}

private:
  THRUM_DEVICE static std::uint64_t end_before([[maybe_unused]] slot& s)
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
  THRUM_DEVICE static int passes_limit_at(slot& s)
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
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
