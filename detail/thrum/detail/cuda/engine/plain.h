// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The plain form of the single-pass engine: a block takes one tile after the other, and all its threads do
/// each step together. For whatever iterators and types, on any chip.

#include <thrum/detail/cuda/block/look_back.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Tiles in ascending order: whoever runs takes the next, so the oldest tile is always being worked on, however
/// many blocks the device runs at a time. Memory is zero before.
class ticket
{
public:
  static constexpr std::size_t bytes = 128;

  THRUM_HOST_DEVICE explicit ticket(void* memory) : next_(static_cast<unsigned long long*>(memory)) {}

  THRUM_HOST_DEVICE std::ptrdiff_t take() const
  {
    using counter = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;
    return static_cast<std::ptrdiff_t>(counter(*next_).fetch_add(1, ::cuda::memory_order_relaxed));
  }

private:
  unsigned long long* next_;
};

/// Whether a tile's prefix comes from the tiles before it. `Tile::looks_back` says so where it does not.
template <class Tile, class = void>
inline constexpr bool looks_back_v = true;
template <class Tile>
inline constexpr bool looks_back_v<Tile, std::enable_if_t<!Tile::looks_back>> = false;

/// A tile may ask for memory of each warp that finishes, its desk; `finish` gets it behind the slot.
struct no_desk
{};
template <class Tile, class = void>
struct desk_of
{
  using type = no_desk;
};
template <class Tile>
struct desk_of<Tile, std::void_t<typename Tile::desk>>
{
  using type = typename Tile::desk;
};
template <class Tile>
using desk_of_t = typename desk_of<Tile>::type;

template <class Tile, class Cta>
THRUM_HOST_DEVICE void finish_tile(Cta const& cta,
                                   typename Tile::slot& slot,
                                   [[maybe_unused]] desk_of_t<Tile>& desk,
                                   typename Tile::problem const& p,
                                   std::ptrdiff_t tile,
                                   int worker,
                                   int workers)
{
  if constexpr (std::is_same_v<desk_of_t<Tile>, no_desk>)
  {
    Tile::finish(cta, slot, p, tile, worker, workers);
  }
  else
  {
    Tile::finish(cta, slot, desk, p, tile, worker, workers);
  }
}

/// How many warps finish, in the ring, if not as many as summarise: `Tile::finishers`.
template <class Tile, class = void>
inline constexpr int finishers_v = Tile::workers;
template <class Tile>
inline constexpr int finishers_v<Tile, std::void_t<decltype(Tile::finishers)>> = Tile::finishers;

/// Scratch of one call: the ticket, then the tiles' states.
template <class Tile>
struct look_back_memory
{
  using aggregate = typename Tile::aggregate;
  using states    = tile_states<aggregate>;

  void* memory;
  std::ptrdiff_t tiles;

  static constexpr std::size_t bytes(std::ptrdiff_t tiles)
  {
    return ticket::bytes + (looks_back_v<Tile> ? states::bytes(tiles) : 0);
  }

  THRUM_HOST_DEVICE ticket next() const { return ticket(memory); }
  THRUM_HOST_DEVICE states published() const
  {
    return states(tiles > 1 ? static_cast<unsigned char*>(memory) + ticket::bytes : nullptr, tiles);
  }
};

template <class Tile>
struct plain_block
{
  using problem   = typename Tile::problem;
  using aggregate = typename Tile::aggregate;
  using op        = typename Tile::look_back_op;

  struct shared
  {
    std::ptrdiff_t tile;
    exchange<aggregate> meeting;
    desk_of_t<Tile> desks[Tile::workers];
  };

  /// What a block does; `slot` is the block's own. A single tile needs no memory.
  THRUM_NO_EXEC_CHECK
  template <class Cta>
  THRUM_HOST_DEVICE static void run(Cta const& cta,
                                    shared& common,
                                    typename Tile::slot& slot,
                                    problem const& p,
                                    look_back_memory<Tile> const& memory)
  {
    int const warps = cta.threads() / lanes;
    maybe_raw<aggregate> init;
    Tile::init(p, init);
    look_back<aggregate, Tile::segmented, op> before(init, Tile::look_back_operator(p));
    for (std::ptrdiff_t round = 0;; ++round)
    {
      if (cta.thread() == 0)
      {
        common.tile = memory.tiles == 1 ? round : memory.next().take();
      }
      cta.sync();
      std::ptrdiff_t const tile = common.tile;
      if (tile >= memory.tiles)
      {
        break;
      }
      Tile::load(cta, slot, p, tile);
      cta.sync();
      Tile::summarise(cta, slot, p, tile, cta.warp(), warps);
      cta.sync();
      if (cta.warp() == 0)
      {
        Tile::publish(cta, slot, p, tile, memory.published());
        stretch<aggregate> prefix;
        if constexpr (looks_back_v<Tile>)
        {
          before.find(cta, common.meeting, memory.published(), tile, prefix);
        }
        Tile::carry(cta, slot, p, tile, prefix);
      }
      cta.sync();
      gpu::finish_tile<Tile>(cta, slot, common.desks[cta.warp()], p, tile, cta.warp(), warps);
      cta.sync();
      Tile::store(cta, slot, p, tile);
      cta.sync();
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
