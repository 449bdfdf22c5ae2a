// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The smallest tile that needs every barrier of the engines: each step reads what another thread left in the slot
// one step before, and writes over what yet another read.
#include <thrum/detail/cuda/block/look_back.h>
#include <thrum/detail/cuda/block/transfer.h>

#include <cstddef>

#include "types.h"

namespace thrum_test
{
/// Tiles of 64 items; each item becomes what stands before its tile plus the items of its 32 up to it, and the parts
/// of 32 before.
template <class T>
struct relay_problem
{
  T const* in;
  T* out;
  std::ptrdiff_t tiles;
};

template <class T, int Workers>
struct relay_tile
{
  using problem                    = relay_problem<T>;
  using aggregate                  = T;
  using look_back_op               = add;
  static constexpr bool segmented  = false;
  static constexpr bool suits_ring = true;
  static constexpr int workers     = Workers;
  static constexpr int parts       = 2;
  static constexpr int items       = parts * 32;

  struct slot
  {
    alignas(128) T item[items];
    T sum[parts]; // then inclusive
    T before[parts];
    bool has_before;
  };

  static add look_back_operator(problem const&) { return {}; }
  static void init(problem const&, thrum::detail::gpu::maybe_raw<T>&) {}
  static std::ptrdiff_t tiles(problem const& p) { return p.tiles; }

  template <class Cta>
  static void load(Cta const& cta, slot& s, problem const& p, std::ptrdiff_t tile)
  {
    cta.linger();
    for (int i = cta.thread(); i < items; i += cta.threads())
    {
      s.item[i] = p.in[tile * items + i];
    }
  }
  template <class Cta>
  static void load_bulk(
    Cta const& cta, slot& s, problem const& p, std::ptrdiff_t tile, typename Cta::barrier& loaded)
  {
    cta.linger();
    thrum::detail::gpu::load_bulk(cta, p.in + tile * items, s.item, items, loaded);
  }

  /// The items from the far end: those of other threads.
  template <class Cta>
  static void summarise(Cta const& cta, slot& s, problem const&, std::ptrdiff_t, int worker, int all_workers)
  {
    for (int part = worker; part < parts; part += all_workers)
    {
      if (cta.lane() == part + 7)
      {
        s.sum[part] = sum_up_to(s, part, 31);
      }
    }
  }

  template <class Cta>
  static void publish(Cta const& cta,
                      slot& s,
                      problem const&,
                      std::ptrdiff_t tile,
                      thrum::detail::gpu::tile_states<T> const& states)
  {
    cta.linger();
    if (cta.lane() == 3)
    {
      s.sum[1] = s.sum[0] + s.sum[1];
      states.publish(tile, s.sum[1], 0);
    }
    cta.sync_warp();
  }

  template <class Cta>
  static void carry(
    Cta const& cta, slot& s, problem const&, std::ptrdiff_t, thrum::detail::gpu::stretch<T>& before)
  {
    if (cta.lane() == 9)
    {
      s.has_before = before.value.has;
      if (before.value.has)
      {
        s.before[0] = before.value.place.value;
      }
      before.value.join(s.sum[0], add());
      s.before[1] = before.value.place.value;
    }
  }

  template <class Cta>
  static void finish(Cta const& cta, slot& s, problem const&, std::ptrdiff_t, int worker, int all_workers)
  {
    for (int part = worker; part < parts; part += all_workers)
    {
      T const sum = sum_up_to(s, part, cta.lane());
      cta.sync_warp();
      s.item[part * 32 + cta.lane()] = s.has_before || part > 0 ? s.before[part] + sum : sum;
    }
  }

  template <class Cta>
  static void store(Cta const& cta, slot& s, problem const& p, std::ptrdiff_t tile)
  {
    for (int i = items - 1 - cta.thread(); i >= 0; i -= cta.threads())
    {
      p.out[tile * items + i] = s.item[i];
    }
  }
  template <class Cta>
  static void store_part(Cta const&, slot&, problem const&, std::ptrdiff_t, int, int)
  {}
  template <class Cta>
  static void store_bulk(Cta const& cta, slot& s, problem const& p, std::ptrdiff_t tile)
  {
    cta.linger();
    thrum::detail::gpu::store_bulk(cta, s.item, p.out + tile * items, items);
  }

  static T sum_up_to(slot const& s, int part, int last)
  {
    T sum = s.item[part * 32];
    for (int i = 1; i <= last; ++i)
    {
      sum = sum + s.item[part * 32 + i];
    }
    return sum;
  }
};

/// The same, but items come to memory that is given back when they are summed up.
template <class T>
struct relay_tile_with_intake : relay_tile<T, 1>
{
  using base = relay_tile<T, 1>;
  using typename base::problem;

  struct intake
  {
    alignas(128) T item[base::items];
  };
  struct slot : base::slot
  {
    intake* in;
    void use(intake& i) { in = &i; }
  };

  template <class Cta, class Await>
  static void load_bulk(Cta const& cta,
                        slot& s,
                        problem const& p,
                        std::ptrdiff_t tile,
                        typename Cta::barrier& loaded,
                        Await await_intake)
  {
    cta.linger();
    await_intake();
    thrum::detail::gpu::load_bulk(cta, p.in + tile * base::items, s.in->item, base::items, loaded);
  }
  template <class Cta>
  static void summarise(
    Cta const& cta, slot& s, problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    cta.linger();
    for (int i = cta.lane(); i < base::items; i += 32)
    {
      s.item[i] = s.in->item[i];
    }
    cta.sync_warp();
    base::summarise(cta, s, p, tile, worker, all_workers);
  }
};

/// The same, but items wait on a shelf of the team's where there is room for a tile, else in the intake, and come from there
/// again when outputs are made.
template <class T>
struct relay_tile_with_shelves : relay_tile_with_intake<T>
{
  using base = relay_tile_with_intake<T>;
  using typename base::intake;
  using typename base::problem;
  static constexpr int teams = 2;

  struct shelves
  {
    T item[teams][base::items];
    bool is_free[teams];

    void clear()
    {
      for (bool& f : is_free)
      {
        f = true;
      }
    }
  };
  struct slot : base::slot
  {
    T const* waiting;
    T* shelf;
    bool* shelf_is_free;
    bool keeps;
    void use(intake& i, shelves* s, int team)
    {
      this->in      = &i;
      shelf         = s->item[team];
      shelf_is_free = &s->is_free[team];
    }
  };

  template <class Cta>
  static void summarise(
    Cta const& cta, slot& s, problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    bool const fits = *s.shelf_is_free;
    cta.sync_warp();
    for (int i = cta.lane(); fits && i < base::items; i += 32)
    {
      s.shelf[i] = s.in->item[i];
    }
    if (cta.lane() == 0)
    {
      s.waiting        = fits ? s.shelf : s.in->item;
      *s.shelf_is_free = false;
    }
    base::summarise(cta, s, p, tile, worker, all_workers);
  }
  template <class Cta>
  static bool keeps_intake(Cta const& cta, slot& s, problem const&, std::ptrdiff_t)
  {
    if (cta.lane() == 0)
    {
      s.keeps = s.waiting == s.in->item;
    }
    cta.sync_warp();
    return s.keeps;
  }
  template <class Cta>
  static void clear_shelves(Cta const& cta, slot const& s, shelves& on, int team, int, int)
  {
    if (cta.lane() == 0)
    {
      on.is_free[team] = on.is_free[team] || s.waiting == on.item[team];
    }
    cta.sync_warp();
  }

  template <class Cta>
  static void finish(
    Cta const& cta, slot& s, problem const& p, std::ptrdiff_t tile, int worker, int all_workers)
  {
    for (int i = cta.lane(); i < base::items; i += 32)
    {
      s.item[i] = s.waiting[i];
    }
    cta.sync_warp();
    base::finish(cta, s, p, tile, worker, all_workers);
  }
};

/// The same, but two warps bring the items.
template <class T>
struct relay_tile_by_hand : relay_tile<T, 1>
{
  using base                   = relay_tile<T, 1>;
  static constexpr int loaders = 2;

  template <class Cta>
  static void fetch_ahead(Cta const& cta, typename base::problem const& p, std::ptrdiff_t tile)
  {
    thrum::detail::gpu::fetch_ahead<T>(cta, p.in + tile * base::items, base::items);
  }
  template <class Warps>
  static void load_part(Warps const& warps,
                        typename base::slot& s,
                        typename base::problem const& p,
                        std::ptrdiff_t tile)
  {
    for (int i = warps.thread(); i < base::items; i += warps.threads())
    {
      s.item[i] = p.in[tile * base::items + i];
    }
  }
};

/// The same, but two warps sum a tile up, and three teams of one finish.
template <class T>
struct relay_tile_of_teams : relay_tile<T, 1>
{
  static constexpr int summarisers  = 2;
  static constexpr int finish_teams = 3;
};

/// The same, of several tiles to a ticket.
template <class T>
struct relay_tile_of_tickets : relay_tile<T, 1>
{
  static constexpr int tiles_of_ticket = 4;
};

/// The same, but one warp folds the groups of tiles, and two find prefixes by turns.
template <class T>
struct relay_tile_by_turns : relay_tile_by_hand<T>
{
  static constexpr int prefixers = 3;
};
} // namespace thrum_test
