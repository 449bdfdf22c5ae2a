// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The ring form of the single-pass engine, on sm_90 and newer. One block a processor fills its shared memory with
/// slots. Warps with roles hand each slot on, joined by barriers in shared memory alone:
///
///   load       one thread: takes a ticket when a slot is free, brings the tile in by bulk copies
///   bring      several warps in its place, where bulk copies cannot
///   summarise  several warps
///   publish    one warp: what the tile adds up to; waits for no other block
///   prefix     one warp, or a few by turns: alone they wait for other blocks
///   finish     several warps, or a few teams of them, each the next tile: the outputs, over the items
///   store      one thread: bulk copies out, then the slot is free
///
/// Since publishing never waits and tickets are taken by running blocks alone, the oldest tile always gets its
/// prefix, whatever else the device does.

#include <thrum/detail/cuda/engine/ring_prefix.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Tile, class Cta>
class ring_block : public ring_prefix<Tile, Cta>
{
  using input     = ring_prefix<Tile, Cta>;
  using aggregate = typename Tile::aggregate;
  using shared    = typename input::shared;
  using input::cta_;
  using input::finish_teams;
  using input::finishers;
  using input::folds_apart;
  using input::loaders;
  using input::memory_;
  using input::more_prefixers;
  using input::problem_;
  using input::shape_;
  using input::shared_;
  using input::shelves_;
  using input::slot_;
  using input::teams;
  using input::workers;

public:
  using input::input;

  THRUM_DEVICE void run()
  {
    if (cta_.thread() == 0)
    {
      init_barriers();
    }
    cta_.sync();
    int const warp = cta_.warp();
    if (warp == 0)
    {
      input::load();
    }
    else if (warp == 1)
    {
      publish();
    }
    else if (warp == 2)
    {
      if constexpr (folds_apart)
      {
        input::fold_groups();
      }
      else
      {
        input::find_prefixes(0);
      }
    }
    else if (warp == 3)
    {
      store();
    }
    else if (warp < 4 + teams * workers)
    {
      summarise((warp - 4) / workers, (warp - 4) % workers);
    }
    else if (warp < finish_end)
    {
      finish(warp - 4 - teams * workers);
    }
    else if (folds_apart && warp < finish_end + more_prefixers)
    {
      input::find_prefixes(warp - finish_end);
    }
    else
    {
      input::bring(warp - finish_end - more_prefixers);
    }
    memory_.leave(cta_, shared_.tile[0]);
  }

private:
  static constexpr int finish_end = 4 + teams * workers
                                    + finish_teams * finishers; ///< the warp after the last

  THRUM_DEVICE void init_barriers()
  {
    for (int s = 0; s < shape_.slot_count; ++s)
    {
      if constexpr (loaders > 0)
      {
        cta_.barrier_init(shared_.taken[s], 1);
      }
      cta_.barrier_init(shared_.loaded[s], shape_.by_hand ? loaders * Cta::warp_arrivals : 1);
      cta_.barrier_init(shared_.summed[s], workers * Cta::warp_arrivals);
      cta_.barrier_init(shared_.published[s], Cta::warp_arrivals);
      cta_.barrier_init(shared_.carried[s], Cta::warp_arrivals);
      if constexpr (folds_apart)
      {
        cta_.barrier_init(shared_.chained[s], Cta::warp_arrivals);
      }
      cta_.barrier_init(shared_.finished[s], finishers * Cta::warp_arrivals);
      cta_.barrier_init(shared_.freed[s], 1);
      if constexpr (has_intake_v<Tile>)
      {
        cta_.barrier_init(shared_.emptied[s], 1);
      }
    }
    if constexpr (has_shelves_v<Tile>)
    {
      shelves_->clear();
    }
    cta_.fence_async();
  }

  THRUM_DEVICE void summarise(int team, int worker)
  {
    ring_cursor at(shape_.slot_count);
    at.next(team);
    [[maybe_unused]] ring_cursor left = at; // the team's first tile whose outputs may still be on the shelves
    for (;; at.next(teams))
    {
      int const s = at.slot();
      cta_.wait(shared_.loaded[s], at.parity());
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile >= 0)
      {
        if constexpr (has_shelves_v<Tile>)
        {
          for (; left != at && cta_.passed(shared_.finished[left.slot()], left.parity()); left.next(teams))
          {
            Tile::clear_shelves(cta_, slot_[left.slot()], *shelves_, team, worker, workers);
          }
        }
        Tile::summarise(cta_, slot_[s], problem_, tile, worker, workers);
      }
      cta_.arrive_warp(shared_.summed[s]);
      if (tile < 0)
      {
        return;
      }
    }
  }

  THRUM_DEVICE void publish()
  {
    auto const states = memory_.published();
    [[maybe_unused]] ring_cursor in(shape_.intake_count);
    memory_.prepare(cta_);
    for (ring_cursor at(shape_.slot_count);; at.next())
    {
      int const s = at.slot();
      cta_.wait(shared_.summed[s], at.parity());
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile < 0)
      {
        return;
      }
      if constexpr (has_intake_v<Tile>)
      {
        if (!keeps_intake(slot_[s], tile) && cta_.lane() == 0)
        {
          cta_.arrive(shared_.emptied[in.slot()]);
        }
        in.next();
      }
      Tile::publish(cta_, slot_[s], problem_, tile, states);
      cta_.arrive_warp(shared_.published[s]);
    }
  }

  THRUM_DEVICE void finish(int finisher)
  {
    int const worker = finisher % finishers;
    ring_cursor at(shape_.slot_count);
    for (at.next(finisher / finishers);; at.next(finish_teams))
    {
      int const s = at.slot();
      if constexpr (finish_teams > 1) // ends, of which each team is told, are not carried but for the first
      {
        cta_.wait(shared_.loaded[s], at.parity());
      }
      if (finish_teams == 1 || shared_.tile[s] >= 0)
      {
        cta_.wait(shared_.carried[s], at.parity());
      }
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile >= 0)
      {
        gpu::finish_tile<Tile>(cta_, slot_[s], problem_, tile, worker, finishers, shared_.space[finisher]);
        Tile::store_part(cta_, slot_[s], problem_, tile, worker, finishers);
        cta_.fence_async();
      }
      cta_.arrive_warp(shared_.finished[s]);
      if (tile < 0)
      {
        return;
      }
    }
  }

  THRUM_DEVICE void store()
  {
    if (cta_.lane() != 0)
    {
      return;
    }
    [[maybe_unused]] ring_cursor in(shape_.intake_count);
    for (ring_cursor at(shape_.slot_count);; at.next())
    {
      int const s = at.slot();
      cta_.wait(shared_.finished[s], at.parity());
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile < 0)
      {
        break;
      }
      Tile::store_bulk(cta_, slot_[s], problem_, tile);
      cta_.bulk_stores_read();
      if constexpr (has_shelves_v<Tile>)
      {
        if (slot_[s].keeps)
        {
          cta_.arrive(shared_.emptied[in.slot()]);
        }
        in.next();
      }
      cta_.arrive(shared_.freed[s]);
    }
    cta_.bulk_stores_done();
  }

  /// All lanes of a warp ask, when the tile is summed up; then it stands in the slot.
  THRUM_DEVICE bool keeps_intake([[maybe_unused]] typename input::slot& s,
                                 [[maybe_unused]] std::ptrdiff_t tile) const
  {
    if constexpr (has_shelves_v<Tile>)
    {
      return Tile::keeps_intake(cta_, s, problem_, tile);
    }
    else
    {
      return false;
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
