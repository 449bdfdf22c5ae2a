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
///   prefix     one warp, the only one that waits for other blocks
///   finish     several warps: the outputs, over the items
///   store      one thread: bulk copies out, then the slot is free
///
/// Since publishing never waits and tickets are taken by running blocks alone, the oldest tile always gets its
/// prefix, whatever else the device does.

#include <thrum/detail/cuda/engine/ring_layout.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Tile, class Cta>
class ring_block : public ring_layout<Tile, Cta>
{
  using layout    = ring_layout<Tile, Cta>;
  using problem   = typename Tile::problem;
  using aggregate = typename Tile::aggregate;
  using slot      = typename layout::slot;
  using intake    = typename layout::intake;
  using shared    = typename layout::shared;
  using memory    = look_back_memory<Tile>;
  using layout::finishers;
  using layout::loaders;
  using layout::workers;

public:
  THRUM_DEVICE
  ring_block(Cta const& cta,
             unsigned char* memory_of_block,
             ring_shape const& shape,
             problem const& p,
             memory const& states)
      : cta_(cta)
      , shared_(*reinterpret_cast<shared*>(memory_of_block))
      , slot_(reinterpret_cast<slot*>(memory_of_block + layout::slots_at))
      , intake_(reinterpret_cast<intake*>(memory_of_block + layout::intakes_at(shape.slots)))
      , shape_(shape)
      , problem_(p)
      , memory_(states)
  {}

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
      load();
    }
    else if (warp == 1)
    {
      publish();
    }
    else if (warp == 2)
    {
      find_prefixes();
    }
    else if (warp == 3)
    {
      store();
    }
    else if (warp < 4 + workers)
    {
      summarise(warp - 4);
    }
    else if (warp < 4 + workers + finishers)
    {
      finish(warp - 4 - workers);
    }
    else
    {
      bring(warp - 4 - workers - finishers);
    }
    memory_.leave(cta_, shared_.tile[0]);
  }

private:
  THRUM_DEVICE void init_barriers()
  {
    for (int s = 0; s < shape_.slots; ++s)
    {
      if constexpr (loaders > 0)
      {
        cta_.barrier_init(shared_.taken[s], 1);
      }
      cta_.barrier_init(shared_.loaded[s], shape_.by_hand ? loaders * Cta::warp_arrivals : 1);
      cta_.barrier_init(shared_.summed[s], workers * Cta::warp_arrivals);
      cta_.barrier_init(shared_.published[s], Cta::warp_arrivals);
      cta_.barrier_init(shared_.carried[s], Cta::warp_arrivals);
      cta_.barrier_init(shared_.finished[s], finishers * Cta::warp_arrivals);
      cta_.barrier_init(shared_.freed[s], 1);
    }
    cta_.fence_async();
  }

  THRUM_DEVICE void load()
  {
    if (cta_.lane() != 0)
    {
      return;
    }
    ring_cursor at(shape_.slots);
    [[maybe_unused]] ring_cursor in(shape_.intakes);
    [[maybe_unused]] ring_cursor summed(shape_.slots); // the tile that had the intake before
    for (std::ptrdiff_t k = 0;; ++k, at.next())
    {
      int const s = at.slot();
      if (k >= shape_.slots)
      {
        cta_.wait(shared_.freed[s], at.parity() ^ 1);
      }
      std::ptrdiff_t const tile = memory_.next().take();
      shared_.tile[s]           = tile < memory_.tiles ? tile : -1;
      if (shape_.by_hand || tile >= memory_.tiles)
      {
        cta_.arrive(shape_.by_hand ? shared_.taken[s] : shared_.loaded[s]);
      }
      if (tile >= memory_.tiles)
      {
        return;
      }
      if constexpr (has_intake_v<Tile>)
      {
        slot_[s].use(intake_[in.slot()]);
        in.next();
        Tile::load_bulk(cta_, slot_[s], problem_, tile, shared_.loaded[s], [&] {
          if (k >= shape_.intakes)
          {
            cta_.wait(shared_.summed[summed.slot()], summed.parity());
            summed.next();
          }
        });
      }
      else if (!shape_.by_hand)
      {
        Tile::load_bulk(cta_, slot_[s], problem_, tile, shared_.loaded[s]);
      }
    }
  }

  THRUM_DEVICE void bring([[maybe_unused]] int loader)
  {
    if constexpr (loaders > 0)
    {
      for (ring_cursor at(shape_.slots);; at.next())
      {
        int const s = at.slot();
        cta_.wait(shared_.taken[s], at.parity());
        std::ptrdiff_t const tile = shared_.tile[s];
        if (tile >= 0)
        {
          Tile::load_part(some_warps<Cta>(cta_, loader, loaders), slot_[s], problem_, tile);
        }
        cta_.arrive_warp(shared_.loaded[s]);
        if (tile < 0)
        {
          return;
        }
      }
    }
  }

  THRUM_DEVICE void summarise(int worker)
  {
    for (ring_cursor at(shape_.slots);; at.next())
    {
      int const s = at.slot();
      cta_.wait(shared_.loaded[s], at.parity());
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile >= 0)
      {
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
    memory_.prepare(cta_);
    for (ring_cursor at(shape_.slots);; at.next())
    {
      int const s = at.slot();
      cta_.wait(shared_.summed[s], at.parity());
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile < 0)
      {
        return;
      }
      Tile::publish(cta_, slot_[s], problem_, tile, states);
      cta_.arrive_warp(shared_.published[s]);
    }
  }

  THRUM_DEVICE void find_prefixes()
  {
    maybe_raw<aggregate> init;
    Tile::init(problem_, init);
    look_back_of<Tile> before(init, Tile::look_back_operator(problem_));
    auto const states = memory_.published();
    memory_.prepare(cta_);
    for (ring_cursor at(shape_.slots);; at.next())
    {
      int const s = at.slot();
      cta_.wait(shared_.loaded[s], at.parity());
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile >= 0)
      {
        stretch<aggregate> prefix;
        if constexpr (looks_back_v<Tile>)
        {
          before.find(cta_, shared_.meeting, states, tile, prefix);
        }
        cta_.wait(shared_.published[s], at.parity());
        Tile::carry(cta_, slot_[s], problem_, tile, prefix);
      }
      cta_.arrive_warp(shared_.carried[s]);
      if (tile < 0)
      {
        return;
      }
    }
  }

  THRUM_DEVICE void finish(int worker)
  {
    for (ring_cursor at(shape_.slots);; at.next())
    {
      int const s = at.slot();
      cta_.wait(shared_.carried[s], at.parity());
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile >= 0)
      {
        gpu::finish_tile<Tile>(cta_, slot_[s], problem_, tile, worker, finishers, shared_.space[worker]);
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
    for (ring_cursor at(shape_.slots);; at.next())
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
      cta_.arrive(shared_.freed[s]);
    }
    cta_.bulk_stores_done();
  }

  Cta const& cta_;
  shared& shared_;
  slot* slot_;
  intake* intake_;
  ring_shape shape_;
  problem const& problem_;
  memory const& memory_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
