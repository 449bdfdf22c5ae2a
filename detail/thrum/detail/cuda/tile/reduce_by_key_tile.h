// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The tile of reduce by key (tile/scan_tile.h says what a tile is). A lane folds its items once. Groups that
/// close in a lane are final as they close, but for the first, which may have begun further left: it is patched
/// by op(carry into the lane, fold). Closed groups are compacted on a shelf, if there is room for all of the
/// tile's, and its keys and items are needed no more; else over the items of their row.

#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/core/reduce_by_key_problem.h>
#include <thrum/detail/cuda/block/compact.h>
#include <thrum/detail/cuda/tile/outputs_left.h>
#include <thrum/detail/cuda/tile/reduce_by_key_memory.h>
#include <thrum/detail/cuda/tile/tile_keys.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Of a counted_problem, which says where the number of groups goes.
template <class Problem>
struct reduce_by_key_tile : outputs_left
{
  using problem   = Problem;
  using asked     = typename Problem::asked_type;
  using T         = typename asked::accum;
  using K         = typename asked::key;
  using Op        = decltype(asked::op);
  using Pred      = decltype(asked::pred);
  using Keys      = decltype(std::declval<asked const&>().keys.at(0));
  using Values    = decltype(std::declval<asked const&>().values.at(0));
  using KeysOut   = decltype(std::declval<asked const&>().keys_out.at(0));
  using ValuesOut = decltype(std::declval<asked const&>().values_out.at(0));

  using aggregate                 = T;
  using look_back_op              = Op;
  static constexpr bool segmented = true;

  static constexpr std::size_t size_of_item = sizeof(T) > sizeof(K) ? sizeof(T) : sizeof(K);
  static constexpr int V                    = association::items_per_lane(size_of_item);
  static constexpr int rows                 = association::rows_per_tile(size_of_item);
  static constexpr int row                  = V * lanes;
  static constexpr int items                = row * rows;
  static constexpr int workers              = size_of_item > 8 && rows >= 8 ? 4 : rows;

  using source = tile_keys<Keys, V, rows>;
  using told   = typename source::told;
  using values = row_of_closed<T, V>;

  static constexpr int teams = 2;
  /// Left alone, the compiler takes registers for half as many.
  static constexpr int plain_blocks = size_of_item > 16 ? 1 : size_of_item > 8 ? 3 : 2;
  static constexpr int finishers    = size_of_item == 8 ? workers / 2 : workers; ///< registers for all warps

  using memory  = reduce_by_key_memory<source, K, T, row, rows, teams>;
  using intake  = typename memory::intake;
  using shelves = typename memory::shelves;
  using slot    = typename memory::slot;

  THRUM_DEVICE static Op const& look_back_operator(Problem const& p) { return p.asked.op; }
  THRUM_DEVICE static void init(Problem const&, maybe_raw<T>&) {}

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
    return gpu::leaves_alone(p.asked.keys.at(0), p.asked.keys_out.at(0), p.asked.count)
           && gpu::leaves_alone(p.asked.keys.at(0), p.asked.values_out.at(0), p.asked.count);
  }

  template <class Cta>
  THRUM_DEVICE static void load(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, told const& states)
  {
    Pred pred = p.asked.pred; // its call operator need not be const
    gpu::load_items_later(cta, p.asked.values.at(tile * items), s.in->at(0), inputs(p, tile));
    source::load(cta, s.in->keys, p.asked.keys, p.asked.count, pred, apart(p), tile, states);
  }

  template <class Cta>
  THRUM_DEVICE static void summarise(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    Pred pred       = p.asked.pred;
    int const count = inputs(p, tile);
    int const end   = tile + 1 < tiles(p) ? -1 : count; // the end closes the last group
    for (int r = worker; r < rows && r * row < count; r += all_workers)
    {
      s.in->keys.flag_row(cta, r, source::here(p.asked.count, tile), end, pred, s.flags);
      int const closed = s.flags.count(r, cta.lane(), 1);
      int const upto   = gpu::scan_counts(cta, closed);
      int const here   = count - r * row - cta.lane() * V;

      s.rank[r][cta.lane()] = static_cast<std::uint16_t>(upto - closed);
      if (cta.lane() == lanes - 1)
      {
        s.closed[r] = static_cast<std::uint16_t>(upto);
      }
      find_room(cta, s, r, gpu::count_from(cta, upto, lanes - 1), upto - closed);
      raw<T> sum;
      values::fold(cta, s.in->at(r * row), s.folds(r), here, upto - closed, flags_of(cta, s, r), sum,
                   p.asked.op);
      s.sums.close_row(cta, r, sum, here >= V, s.flags.count(r, cta.lane()), p.asked.op);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void publish(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, tile_states<T> const& states)
  {
    s.sums.close_tile(cta, inputs(p, tile) / row, p.asked.op, [&](T const& sum, int heads) {
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
    int const r = cta.lane();
    if (r < rows && r * row < inputs(p, tile))
    {
      s.sums.carry_into_row(r, before, p.asked.op);
      // Of the groups that begin before the row the last one is open, unless the row's first item is a head.
      s.base[r] = before.heads - (s.flags.is_head(r, 0) ? 0 : 1);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void finish(
    Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    int const count = inputs(p, tile);
    for (int r = worker; r < rows && r * row < count; r += all_workers)
    {
      patch_lane(cta, s, p.asked.op, r);
      auto const flags = flags_of(cta, s, r);
      int const rank   = s.rank[r][cta.lane()];
      int const closed = s.closed[r];
      cta.sync_warp();
      values::store(cta, s.folds(r), rank, closed, flags, p.asked.values_out.at(s.base[r]));
      store_keys(cta, s, p, r, rank, closed);
      if (cta.lane() == 0 && tile + 1 == tiles(p) && count <= (r + 1) * row)
      {
        detail::assign(*p.count_out.at(0), static_cast<std::ptrdiff_t>(s.base[r] + closed));
      }
    }
  }

  /// Whether the ring takes this problem: contiguous keys and values of the accumulator's type, at pieces of 16
  /// bytes, and outputs beside the keys.
  static constexpr bool suits_ring = source::in_memory && moves_bytes_v<Values, T> && values::compacts
                                     && shuffles_v<T> && rows > 1;
  static bool rings(Problem const& p)
  {
    if constexpr (suits_ring)
    {
      return gpu::begins_at_piece(p.asked.values.at(0)) && gpu::begins_at_piece(p.asked.keys.at(0))
             && apart(p);
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
    auto const& a        = p.asked;
    auto const of_keys   = source::load_rest(s.in->keys, a.keys.at(0), a.count, tile);
    auto const of_values = gpu::load_rest(a.values.at(tile * items), s.in->at(0), inputs(p, tile));
    cta.expect(loaded, of_keys + of_values);
    source::load_bulk(cta, s.in->keys, a.keys.at(0), a.count, tile, loaded);
    gpu::load_pieces(cta, a.values.at(tile * items), s.in->at(0), of_values, loaded);
  }

  template <class Cta>
  THRUM_DEVICE static bool keeps_intake(Cta const& cta, slot& s, Problem const& p, std::ptrdiff_t tile)
  {
    return gpu::note_whether_kept(cta, s, static_cast<int>(detail::ceil_div(inputs(p, tile), row)));
  }
  template <class Cta>
  THRUM_DEVICE static void clear_shelves(
    Cta const& cta, slot const& s, shelves& on, int team, int worker, int all_workers)
  {
    gpu::give_back_rows(cta, s, on, team * rows, rows, worker, all_workers);
  }

private:
  template <class Cta>
  THRUM_DEVICE static auto flags_of(Cta const& cta, slot const& s, int r)
  {
    int const begin = cta.lane() * V;
    return [&s, r, begin](int at, int count) { return s.flags.of(r, begin + at, count); };
  }

  /// Completes the first group that closes in this lane, if it began further left.
  template <class Cta>
  THRUM_DEVICE static void patch_lane(Cta const& cta, slot& s, Op const& op, int r)
  {
    int const l = cta.lane();
    if (!s.flags.is_head(r, l * V) && s.flags.count(r, l, 1) > 0)
    {
      maybe_raw<T> run;
      s.sums.carry_into_lane(r, l, run, op);
      T& first = s.folds(r)[values::closed_at(l, s.rank[r][l])];
      gpu::set_joined(first, run.place.value, first, op);
    }
  }

  template <class Cta>
  THRUM_DEVICE static void store_keys(Cta const& cta, slot& s, Problem const& p, int r, int rank, int closed)
  {
    if constexpr (!is_discard_v<KeysOut>)
    {
      using keys       = row_of_closed<K, V>;
      auto const flags = flags_of(cta, s, r);
      auto const out   = p.asked.keys_out.at(s.base[r]);
      if (s.begin[r] >= 0)
      {
        gpu::store_row(cta, s.on->key_at(s.first + r, s.begin[r]), out, closed);
      }
      else if (keys::compacts && closed > few)
      {
        keys::compact(cta, s.in->keys.at(r * row), rank, flags);
        keys::store_compact(cta, s.in->keys.at(r * row), closed, out);
      }
      else
      {
        keys::store_scattered(cta, s.in->keys.at(r * row), rank, flags, out);
      }
    }
  }

  /// Finds room on a shelf for what closes in a row, and puts the keys there.
  template <class Cta>
  THRUM_DEVICE static void find_room(Cta const& cta, slot& s, int r, int closed, [[maybe_unused]] int rank)
  {
    typename shelves::stretch_of_shelf room{-1, 0};
    if (!s.on.is_null())
    {
      room = s.on->take(cta, s.first + r, closed);
      if (!is_discard_v<KeysOut> && room.begin >= 0)
      {
        row_of_closed<K, V>::store_scattered(cta, s.in->keys.at(r * row), rank, flags_of(cta, s, r),
                                             s.on->key_at(s.first + r, room.begin));
      }
    }
    if (cta.lane() == 0)
    {
      s.begin[r] = room.begin;
      s.taken[r] = room.taken;
    }
    cta.sync_warp();
  }

  static constexpr int few = 2 * lanes; ///< keys that leave sooner one by one
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
