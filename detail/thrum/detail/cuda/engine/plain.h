// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The plain form of the single-pass engine: a block takes one tile after the other, and all its threads do
/// each step together. For whatever iterators and types, on any chip.

#include <thrum/detail/cuda/block/look_back.h>
#include <thrum/detail/cuda/block/ticket.h>
#include <thrum/detail/cuda/engine/tile_traits.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Tile, class Cta>
THRUM_DEVICE void finish_tile(Cta const& cta,
                              typename Tile::slot& slot,
                              typename Tile::problem const& p,
                              std::ptrdiff_t tile,
                              int worker,
                              int workers,
                              [[maybe_unused]] typename workspace_of<Tile>::type& space)
{
  if constexpr (std::is_same_v<typename workspace_of<Tile>::type, no_workspace>)
  {
    Tile::finish(cta, slot, p, tile, worker, workers);
  }
  else
  {
    Tile::finish(cta, slot, p, tile, worker, workers, space);
  }
}

/// Scratch of one call: the ticket, then the tiles' states, then what they tell their neighbours. All zero before, or
/// what stands before the states.
template <class Tile>
struct look_back_memory
{
  using states = typename states_of<Tile>::type;
  using told   = typename told_by<Tile>::type;

  void* memory;
  std::ptrdiff_t tiles;
  bool in_turn =
    false; ///< a tile for each block, its own: no tickets. Blocks begin in the order of their numbers
  bool is_dirty = false; ///< from the states on; for the ring alone
  bool is_lent  = false; ///< all of it is zero, and has to be so in the end

  static constexpr THRUM_HOST_DEVICE std::size_t bytes(std::ptrdiff_t tiles)
  {
    return told_at(tiles) + told::bytes(tiles);
  }

  static constexpr std::size_t zero_bytes = ticket::bytes; ///< that have to be zero if it is dirty

  THRUM_DEVICE ticket next() const { return ticket(memory); }

  /// A warp does so before it looks at any state, or makes one.
  template <class Cta>
  THRUM_DEVICE void prepare(Cta const& cta) const
  {
    if (is_dirty)
    {
      auto* const begin = static_cast<unsigned char*>(memory);
      clearing(begin + ticket::bytes / 2, begin + ticket::bytes, bytes(tiles) - ticket::bytes).run(cta);
    }
  }
  /// All threads of a block do so in the end; `is_last` is a place that they share.
  template <class Cta, class Place>
  THRUM_DEVICE void leave(Cta const& cta, Place& is_last) const
  {
    if (is_lent)
    {
      auto* const begin = static_cast<unsigned char*>(memory);
      cta.sync();
      if (cta.thread() == 0)
      {
        is_last = gpu::comes_last(cta, *reinterpret_cast<unsigned long long*>(begin + ticket::bytes / 4));
      }
      cta.sync();
      if (is_last)
      {
        gpu::clear_words(cta, begin, bytes(tiles));
      }
    }
  }
  THRUM_DEVICE states published() const
  {
    return states(tiles > 1 ? static_cast<unsigned char*>(memory) + ticket::bytes : nullptr, tiles);
  }
  THRUM_DEVICE told neighbours() const
  {
    return told(tiles > 1 ? static_cast<unsigned char*>(memory) + told_at(tiles) : nullptr, tiles);
  }

private:
  static constexpr THRUM_HOST_DEVICE std::size_t told_at(std::ptrdiff_t tiles)
  {
    return detail::round_up(ticket::bytes + (looks_back_v<Tile> ? states::bytes(tiles) : 0), 128);
  }
};

template <class Tile>
struct plain_block
{
  using problem   = typename Tile::problem;
  using aggregate = typename Tile::aggregate;

  struct shared
  {
    std::ptrdiff_t tile;
    exchange<aggregate> meeting;
    typename workspace_of<Tile>::type space[Tile::workers];
  };
  /// A block's own.
  struct block_memory
  {
    typename Tile::slot slot;
    typename intake_of<Tile>::type intake;
    shared common;
  };

  /// What a block does. A single tile needs no memory beside the block's own.
  template <class Cta>
  THRUM_DEVICE static void run(Cta const& cta,
                               block_memory& own,
                               problem const& p,
                               look_back_memory<Tile> const& memory)
  {
    auto& slot      = own.slot;
    auto& common    = own.common;
    int const warps = cta.threads() / lanes;
    maybe_raw<aggregate> init;
    Tile::init(p, init);
    look_back_of<Tile> before(init, Tile::look_back_operator(p));
    for (std::ptrdiff_t round = 0;; ++round)
    {
      if (cta.thread() == 0)
      {
        if constexpr (has_intake_v<Tile>)
        {
          slot.use(own.intake);
        }
        bool const in_turn = memory.in_turn || memory.tiles == 1;
        common.tile        = in_turn ? cta.block() + round * cta.blocks() : memory.next().take();
      }
      cta.sync();
      std::ptrdiff_t const tile = common.tile;
      if (tile >= memory.tiles)
      {
        break;
      }
      if constexpr (std::is_same_v<typename look_back_memory<Tile>::told, tells_nothing>)
      {
        Tile::load(cta, slot, p, tile);
      }
      else
      {
        Tile::load(cta, slot, p, tile, memory.neighbours());
      }
      cta.sync();
      Tile::summarise(cta, slot, p, tile, cta.warp(), warps);
      cta.sync();
      if (cta.warp() == 0)
      {
        Tile::publish(cta, slot, p, tile, memory.published());
        cta.sync_warp(); // a lane's carry is from sums that other lanes have just left
        stretch<aggregate> prefix;
        if constexpr (looks_back_v<Tile>)
        {
          before.find(cta, common.meeting, memory.published(), tile, prefix);
        }
        Tile::carry(cta, slot, p, tile, prefix);
      }
      cta.sync();
      gpu::finish_tile<Tile>(cta, slot, p, tile, cta.warp(), warps, common.space[cta.warp()]);
      cta.sync();
      Tile::store(cta, slot, p, tile); // over before the next tile is loaded: a barrier lies between
    }
    memory.leave(cta, common.tile);
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
