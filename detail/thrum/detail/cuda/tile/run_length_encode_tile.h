// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The tile of run length encode (tile/scan_tile.h says what a tile is). Only head flags are counted: an item's
/// rank is the number of flags before it, a length the difference of two positions. Keys and places of the runs
/// that end are left on shelves, if there is room for all of the tile's, and its keys are needed no more.

#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/cuda/tile/outputs_left.h>
#include <thrum/detail/cuda/tile/run_length_encode_memory.h>
#include <thrum/detail/cuda/tile/run_look_back.h>
#include <thrum/detail/cuda/tile/run_writer.h>

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

  using shape                    = run_length_encode_shape<sizeof(K)>;
  static constexpr int V         = shape::lane_items;
  static constexpr int rows      = shape::rows;
  static constexpr int row       = V * lanes;
  static constexpr int items     = row * rows;
  static constexpr int workers   = rows; ///< warps that suit a tile
  static constexpr int teams     = shape::teams;
  static constexpr int finishers = shape::finishers;

  using source  = tile_keys<Keys, V, rows>;
  using told    = typename source::told;
  using memory  = run_length_encode_memory<source, rows, teams, all_runs ? shape::shelf_bytes : 1024>;
  using intake  = typename memory::intake;
  using shelves = typename memory::shelves;
  using slot    = typename memory::slot;

  using looks     = run_look_back<items>;
  using states    = typename looks::states;
  using aggregate = typename looks::place;

  using writer    = run_writer<asked, memory, V>;
  using workspace = typename writer::workspace;

  THRUM_DEVICE static typename looks::tile_count look_back_operator(Problem const& p) { return {tiles(p)}; }
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
    source::load(cta, s.in->keys, p.asked.keys, p.asked.count, pred, apart(p), tile, states);
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
      s.in->keys.flag_row(cta, r, source::here(p.asked.count, tile), end, pred, s.flags);
      run_marks mine[words_of_lane];
      int ended = 0;
      int last  = -1;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words_of_lane; ++i)
      {
        mine[i] = run_marks::of<asked::kind>(s.flags, r, cta.lane() * words_of_lane + i);
        ended += gpu::count_bits(mine[i].ends);
        last = mine[i].last_head(last);
      }
      std::uint32_t const holders = cta.ballot(last >= 0);
      if (cta.lane() == (holders != 0 ? gpu::highest_bit(holders) : 0))
      {
        s.last_head[r] = last;
      }
      shelve(cta, s, r, mine, ended);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void publish(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, states const& published)
  {
    int const r                 = cta.lane();
    bool const mine             = r < rows && r * row < inputs(p, tile);
    int const written           = mine ? s.written[r] : 0;
    int const last              = mine ? s.last_head[r] : -1;
    int const all               = gpu::sum_lanes(cta, written);
    std::uint32_t const holders = cta.ballot(last >= 0);
    if (tile + 1 < tiles(p) && r == (holders != 0 ? gpu::highest_bit(holders) : 0))
    {
      published.publish(tile, last, all);
    }
    int const upto = gpu::scan_counts(cta, written);
    int const open = gpu::last_below(cta, holders, last);
    if (mine)
    {
      s.ahead[r] = upto - written;
      s.open[r]  = s.flags.is_head(r, 0) ? r * row : open;
    }
  }

  template <class Cta>
  THRUM_DEVICE static void carry(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, stretch<aggregate>& before)
  {
    int const r = cta.lane();
    if (r < rows && r * row < inputs(p, tile))
    {
      std::int64_t const open = before.value.has ? before.value.place.value - tile * items : 0;
      s.base[r]               = before.heads + s.ahead[r];
      s.start[r]              = s.open[r] >= 0 ? s.open[r] : open;
    }
  }

  template <class Cta>
  THRUM_DEVICE static void finish(Cta const& cta,
                                  slot& s,
                                  Problem const& p,
                                  std::ptrdiff_t tile,
                                  int worker,
                                  int all_workers,
                                  workspace& space)
  {
    int const count = inputs(p, tile);
    // Where there are more workers than rows, others begin each time.
    int const begin = s.turn * rows % all_workers;
    for (int r = worker - begin + (worker < begin ? all_workers : 0); r < rows && r * row < count;
         r += all_workers)
    {
      if (s.written[r] > 0)
      {
        writer::write_row(cta, s, p.asked, tile * items, r, space);
      }
      if (cta.lane() == 0 && tile + 1 == tiles(p) && count <= (r + 1) * row)
      {
        detail::assign(*p.count_out.at(0), static_cast<std::ptrdiff_t>(s.base[r] + s.written[r]));
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

  template <class Cta, class Await>
  THRUM_DEVICE static void load_bulk(Cta const& cta,
                                     slot& s,
                                     Problem const& p,
                                     std::ptrdiff_t tile,
                                     typename Cta::barrier& loaded,
                                     Await await_intake)
  {
    await_intake();
    auto const& a = p.asked;
    cta.expect(loaded, source::load_rest(s.in->keys, a.keys.at(0), a.count, tile));
    source::load_bulk(cta, s.in->keys, a.keys.at(0), a.count, tile, loaded);
  }

  template <class Cta>
  THRUM_DEVICE static bool keeps_intake(Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile)
  {
    return gpu::note_whether_kept(cta, s,
                                  static_cast<int>(all_runs ? detail::ceil_div(inputs(p, tile), row) : 0));
  }
  template <class Cta>
  THRUM_DEVICE static void clear_shelves(
    Cta const& cta, slot const& s, shelves& on, int team, int worker, int all_workers)
  {
    gpu::give_back_rows(cta, s, on, team * rows, rows, worker, all_workers);
  }

private:
  static constexpr int words_of_lane = (V + lanes - 1) / lanes;

  /// Leaves the runs that end in a row on its shelf, if there is room. (Runs of which no key is written are found
  /// again by their flags.)
  template <class Cta>
  THRUM_DEVICE static void shelve(
    Cta const& cta, slot& s, int r, run_marks const (&mine)[words_of_lane], int ended)
  {
    typename shelves::stretch_of_shelf room{-1, 0};
    int const upto = gpu::scan_counts(cta, ended);
    int const all  = gpu::count_from(cta, upto, lanes - 1);
    if (all_runs && !s.on.is_null())
    {
      room = all <= memory::room / 2 ? s.on->take(cta, s.first + r, all) : room;
      if (room.begin >= 0)
      {
        put(s, r, mine, s.on->key_at(s.first + r, room.begin + upto - ended),
            s.on->value_at(s.first + r, room.begin + upto - ended));
      }
    }
    if (cta.lane() == 0)
    {
      s.written[r] = all;
      s.begin[r]   = room.begin;
      s.taken[r]   = room.taken;
    }
  }
  THRUM_DEVICE static void put(
    slot& s, int r, run_marks const (&mine)[words_of_lane], K* key, typename memory::end* end)
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < words_of_lane; ++i)
    {
      int const in_row = mine[i].begin - r * row;
      for (std::uint32_t ends = mine[i].ends; ends != 0; ends &= ends - 1)
      {
        int const at = in_row + gpu::lowest_bit(ends);
        *end++       = static_cast<typename memory::end>(at);
        if constexpr (!is_discard_v<Heads>)
        {
          gpu::set(*key++, *s.in->keys.at(r * row + at));
        }
      }
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
