// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Runs a tile over a whole problem: chooses the form of the engine, lays its memory out, starts it.

#include <thrum/detail/cuda/block/device_cta.cuh>
#include <thrum/detail/cuda/engine/plain.h>
#include <thrum/detail/cuda/engine/ring.h>
#include <thrum/detail/cuda/launch/launch.cuh>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Shared memory that a block can have on every device of CUDA 13, and how much of that it has unasked.
inline constexpr std::size_t least_shared_bytes = 64 * 1024;
inline constexpr std::size_t unasked_bytes      = 48 * 1024;

/// A block's memory in the plain form: shared where every device has as much; else shared where this device has,
/// and global memory where it has not.
template <class Tile>
using plain_memory = typename plain_block<Tile>::block_memory;
template <class Tile>
inline constexpr bool plain_is_shared_v = sizeof(plain_memory<Tile>) <= least_shared_bytes;

template <class Tile>
__global__ void __launch_bounds__(Tile::workers* lanes, plain_blocks_v<Tile>)
  plain_kernel(typename Tile::problem const problem,
               look_back_memory<Tile> states,
               [[maybe_unused]] unsigned char* beyond_shared)
{
  extern __shared__ __align__(128) unsigned char thrum_shared[];
  auto* own = reinterpret_cast<plain_memory<Tile>*>(thrum_shared);
  if constexpr (!plain_is_shared_v<Tile>)
  {
    if (beyond_shared != nullptr)
    {
      own = reinterpret_cast<plain_memory<Tile>*>(beyond_shared) + blockIdx.x;
    }
  }
  if constexpr (tiles_come_late_v<Tile>)
  {
    states.tiles = Tile::tiles(problem);
  }
  using block = std::conditional_t<plain_is_shared_v<Tile>, device_cta, beyond_shared_cta>;
  plain_block<Tile>::run(block{}, *own, problem, states);
}

template <class Tile>
__global__ void __launch_bounds__(ring_block<Tile, ring_cta>::threads, 1)
  ring_kernel(typename Tile::problem const problem, look_back_memory<Tile> states, ring_shape shape)
{
  extern __shared__ __align__(128) unsigned char thrum_shared[];
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  if constexpr (tiles_come_late_v<Tile>)
  {
    states.tiles = Tile::tiles(problem);
  }
  ring_cta const cta;
  ring_block<Tile, ring_cta>(cta, thrum_shared, shape, problem, states).run();
#endif
}

template <class Tile>
void start_ring([[maybe_unused]] typename Tile::problem const& p,
                [[maybe_unused]] look_back_memory<Tile> const& states,
                [[maybe_unused]] ring_shape const& shape,
                [[maybe_unused]] std::int64_t blocks,
                [[maybe_unused]] cudaStream_t stream,
                [[maybe_unused]] char const* step)
{
  if constexpr (Tile::suits_ring)
  {
    using ring              = ring_block<Tile, ring_cta>;
    std::size_t const bytes = ring::bytes(shape);
    gpu::allow_shared(ring_kernel<Tile>, bytes, step);
    gpu::launch(step, ring_kernel<Tile>, grid{blocks, ring::threads_of(shape), bytes}, stream, p, states,
                shape);
  }
}

/// The blocks' memory is shared, or `beyond_shared`.
template <class Tile>
void start_plain(typename Tile::problem const& p,
                 look_back_memory<Tile> const& states,
                 unsigned char* beyond_shared,
                 std::int64_t blocks,
                 cudaStream_t stream,
                 char const* step)
{
  std::size_t const bytes = beyond_shared == nullptr ? sizeof(plain_memory<Tile>) : 0;
  if (bytes > unasked_bytes)
  {
    gpu::allow_shared(plain_kernel<Tile>, bytes, step);
  }
  gpu::launch(step, plain_kernel<Tile>, grid{blocks, Tile::workers * lanes, bytes}, stream, p, states,
              beyond_shared);
}

template <class Tile>
class look_back_run
{
  using problem = typename Tile::problem;
  using ring    = ring_block<Tile, ring_cta>;

public:
  /// `own_bytes` are the tile's own, zero before the first tile.
  explicit look_back_run(problem const& p, std::size_t own_bytes = 0)
      : problem_(p)
      , own_bytes_(detail::round_up(own_bytes, granule))
      , tiles_(Tile::tiles(p))
      , device_(device_facts::of_current())
      , shape_(shape_for(p))
      , is_shared_(sizeof(plain_memory<Tile>) <= static_cast<std::size_t>(device_.shared_bytes))
  {
    std::int64_t const most = device_.processors * (!rings() && is_shared_ ? 8 : 1);
    blocks_                 = tiles_ < most ? tiles_ : most;
  }

  /// Bytes that have to be zero before, if so much memory is lent for them: none where they are the tile's own
  /// too, which is read when the kernel has ended.
  std::size_t zero_bytes() const
  {
    return own_bytes_ == 0 && granule <= stream_zeros::alignment ? state_bytes() : 0;
  }
  void lend_zeros(void* memory) { lent_ = memory; }

  /// For what is known only when there is scratch.
  problem& asked() { return problem_; }
  device_facts const& device() const { return device_; }
  std::ptrdiff_t tiles() const { return tiles_; }

  /// Bytes of scratch: the tile's own, the states, and the blocks' memory where it is not shared. A single tile
  /// has no states.
  std::size_t bytes() const
  {
    std::size_t const all = own_bytes_ + scratch_state_bytes() + beyond_shared_bytes();
    return all > 0 ? granule + all : 0;
  }

  /// Where the tile's own bytes are.
  static unsigned char* own(void* memory)
  {
    auto const address = detail::round_up(reinterpret_cast<std::uintptr_t>(memory), granule);
    return reinterpret_cast<unsigned char*>(address);
  }

  void start(void* memory, cudaStream_t stream, char const* step) const
  {
    std::size_t const all   = own_bytes_ + scratch_state_bytes();
    std::size_t const least = own_bytes_ + look_back_memory<Tile>::zero_bytes;
    bool const is_dirty     = rings() && all > quick_memset_bytes;
    bool const is_lent      = lent_ != nullptr;
    look_back_memory<Tile> const states{is_lent ? lent_ : own(memory) + own_bytes_, tiles_,
                                        !rings() && blocks_ == tiles_, is_dirty, is_lent};
    if (all > 0)
    {
      gpu::check(cudaMemsetAsync(own(memory), 0, is_dirty ? least : all, stream), step);
    }
    if (rings())
    {
      gpu::start_ring<Tile>(problem_, states, shape_, blocks_, stream, step);
    }
    else
    {
      gpu::start_plain<Tile>(problem_, states, is_shared_ ? nullptr : own(memory) + all, blocks_, stream,
                             step);
    }
  }

private:
  static constexpr std::size_t granule = alignof(plain_memory<Tile>) > 128 ? alignof(plain_memory<Tile>)
                                                                           : 128;

  bool rings() const { return shape_.slot_count > 0; }

  /// Of the ring, or no slots for the plain form, which is sooner done where there are few tiles. It takes
  /// three slots to keep loads in flight.
  ring_shape shape_for(problem const& p) const
  {
    if constexpr (Tile::suits_ring)
    {
      ring_shape fit      = ring::shape_in(static_cast<std::size_t>(device_.shared_bytes));
      fit.tiles_of_ticket = ring::tiles_of_ticket(tiles_, device_.processors);
      if constexpr (has_loaders_v<Tile>)
      {
        fit.by_hand = !Tile::comes_in_bulk(p);
      }
      return device_.architecture >= 900 && tiles_ > device_.processors * 3 / 2 && fit.slot_count >= 3
                 && Tile::rings(p)
               ? fit
               : ring_shape{};
    }
    else
    {
      return {};
    }
  }

  std::size_t state_bytes() const
  {
    return tiles_ > 1 ? detail::round_up(look_back_memory<Tile>::bytes(tiles_), granule) : 0;
  }
  std::size_t scratch_state_bytes() const { return lent_ != nullptr ? 0 : state_bytes(); }
  std::size_t beyond_shared_bytes() const
  {
    return is_shared_ ? 0 : static_cast<std::size_t>(blocks_) * sizeof(plain_memory<Tile>);
  }

  problem problem_;
  std::size_t own_bytes_;
  std::ptrdiff_t tiles_;
  device_facts device_;
  ring_shape shape_;
  bool is_shared_;
  std::int64_t blocks_;
  void* lent_ = nullptr; ///< for the states
};

/// Calls body(memory, start) with what a run needs: `more` bytes of scratch memory of the caller's, and
/// start(), which starts the run. What has to be zero is the stream's, if that is enough.
template <class Policy, class Run, class Body>
void run_with_scratch(
  cuda_execution<Policy> const& execution, Run& run, std::size_t more, char const* step, Body body)
{
  std::size_t const zero_bytes = run.zero_bytes();
  if (execution.borrows_slots && zero_bytes > 0 && zero_bytes <= stream_zeros::bytes)
  {
    run.lend_zeros(stream_zeros::of(execution.stream(), step));
  }
  execution.with_scratch(step, more + run.bytes(), [&](void* memory) {
    body(memory, [&] { run.start(static_cast<unsigned char*>(memory) + more, execution.stream(), step); });
  });
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
