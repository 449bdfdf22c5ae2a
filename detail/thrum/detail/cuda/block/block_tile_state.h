// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A block's part in a single pass over tiles, for kernels of the user's own, from the ticket, the states and the
/// look-back of the library's engine.

#include <thrum/detail/core/iterators.h>
#include <thrum/detail/cuda/block/look_back.h>
#include <thrum/detail/cuda/block/this_block.h>
#include <thrum/detail/cuda/block/ticket.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// See <thrum/block/tile_state.h>.
template <class T, class Op, class Delay, class Cta>
class block_tile_state
{
  using states = tile_states<T>;

  struct shared
  {
    std::ptrdiff_t tile;
    exchange<T> meeting;
    raw<T> before;
    bool has_before;
  };

public:
  /// In shared memory; one for a block.
  struct storage
  {
    alignas(shared) unsigned char memory[sizeof(shared)]; // such memory admits no constructors
  };

  /// How much device memory `tiles` tiles need.
  static constexpr THRUM_HOST_DEVICE std::size_t bytes(std::ptrdiff_t tiles)
  {
    return states_at + states::bytes(tiles);
  }

  /// With nothing before the first tile.
  THRUM_DEVICE block_tile_state(
    storage& s, void* memory, std::ptrdiff_t tiles, Op const& op = Op{}, Cta const& cta = Cta{})
      : shared_(reinterpret_cast<shared*>(s.memory))
      , memory_(memory)
      , tiles_(tiles)
      , cta_(cta)
      , look_back_(op)
  {}
  /// With `init` before the first tile.
  THRUM_DEVICE block_tile_state(storage& s,
                                void* memory,
                                std::ptrdiff_t tiles,
                                T const& init,
                                Op const& op   = Op{},
                                Cta const& cta = Cta{})
      : block_tile_state(s, memory, tiles, op, cta)
  {
    look_back_.begin_with(init);
  }

  /// The number of tiles.
  THRUM_DEVICE std::ptrdiff_t tiles() const { return tiles_; }

  /// The next tile that nobody has taken, or tiles() when there is none left. Called by all threads; a barrier of the
  /// block before and after, so that a loop over tiles may use its other shared memory again.
  THRUM_DEVICE std::ptrdiff_t next()
  {
    cta_.sync(); // all have read what stands in the storage
    if (cta_.thread() == 0)
    {
      std::ptrdiff_t const tile = ticket(memory_).take();
      shared_->tile             = tile < tiles_ ? tile : tiles_;
    }
    cta_.sync();
    return shared_->tile;
  }

  /// The two halves of prefix(), for warps with roles of their own. One thread publishes.
  THRUM_DEVICE void publish(std::ptrdiff_t tile, T const& aggregate) const
  {
    published().publish(tile, aggregate, 0);
  }

  /// One warp waits, always the same, with all its lanes, and for tiles that ascend.
  /// \return as prefix()
  THRUM_DEVICE bool wait(std::ptrdiff_t tile, T& before)
  {
    stretch<T> found;
    look_back_.find(cta_, shared_->meeting, published(), tile, found);
    if (found.value.has)
    {
      detail::assign(before, found.value.place.value);
    }
    return found.value.has;
  }

  /// Publishes the aggregate that thread 0 has of `tile`, and leaves in every thread's `before` what stands
  /// before that tile. Called by all threads, once for each tile taken; one barrier at the end.
  /// \return whether there is something: not before the first tile without init; then `before` is left alone
  THRUM_DEVICE bool prefix(std::ptrdiff_t tile, T const& aggregate, T& before)
  {
    share_prefix(tile, aggregate);
    if (shared_->has_before)
    {
      detail::assign(before, shared_->before.value);
    }
    return shared_->has_before;
  }
  /// The same where there is always something, since there is an init.
  THRUM_DEVICE T prefix(std::ptrdiff_t tile, T const& aggregate)
  {
    share_prefix(tile, aggregate);
    return shared_->before.value;
  }

private:
  static constexpr std::size_t states_at = ticket::bytes;

  THRUM_DEVICE states published() const
  {
    return states(static_cast<unsigned char*>(memory_) + states_at, tiles_);
  }

  THRUM_DEVICE void share_prefix(std::ptrdiff_t tile, T const& aggregate)
  {
    if (cta_.warp() == 0)
    {
      if (cta_.lane() == 0)
      {
        publish(tile, aggregate);
      }
      stretch<T> found;
      look_back_.find(cta_, shared_->meeting, published(), tile, found);
      if (cta_.lane() == 0)
      {
        shared_->has_before = found.value.has;
        if (found.value.has)
        {
          gpu::set(shared_->before.value, found.value.place.value);
        }
      }
    }
    cta_.sync();
  }

  shared* shared_;
  void* memory_;
  std::ptrdiff_t tiles_;
  Cta cta_;
  look_back<T, false, Op, states, look_back_options<Delay>> look_back_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
