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
/// A block's memory in the plain form: shared where every device has as much; else shared where this device has,
/// and global memory where it has not.
template <class Tile>
using plain_memory = typename plain_block<Tile>::block_memory;
template <class Tile>
inline constexpr bool plain_is_shared_v = sizeof(plain_memory<Tile>) <= 48 * 1024;

/// The small form is the plain one in a cluster of blocks, a tile each: the states lie in the first block's shared
/// memory, behind its own, so that there is no scratch to be cleared.
template <class Tile>
inline constexpr std::size_t small_bytes_v = sizeof(plain_memory<Tile>)
                                             + detail::round_up(look_back_memory<Tile>::bytes(group), 16);
template <class Tile>
inline constexpr bool has_small_form_v = looks_back_v<Tile>&& small_bytes_v<Tile> <= 48 * 1024;

/// States for blocks that run at the same time.
template <class Tile>
__device__ look_back_memory<Tile> states_in_cluster(unsigned char* shared, std::ptrdiff_t tiles)
{
  cluster_cta const cta;
  unsigned char* const states = shared + sizeof(plain_memory<Tile>);
  if (cta.rank() == 0)
  {
    for (std::size_t at = threadIdx.x * sizeof(uint4); at < small_bytes_v<Tile> - sizeof(plain_memory<Tile>);
         at += blockDim.x * sizeof(uint4))
    {
      *reinterpret_cast<uint4*>(states + at) = uint4{0, 0, 0, 0};
    }
  }
  cta.sync_cluster();
  return {cta.at_rank(states, 0), tiles, true};
}

template <class Tile>
__global__ void __launch_bounds__(Tile::workers* lanes, 1)
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
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  bool const small = has_small_form_v<Tile> && states.in_turn;
  if constexpr (has_small_form_v<Tile>)
  {
    if (small)
    {
      states = gpu::states_in_cluster<Tile>(thrum_shared, states.tiles);
    }
  }
#endif
  using block = std::conditional_t<plain_is_shared_v<Tile>, device_cta, beyond_shared_cta>;
  plain_block<Tile>::run(block{}, *own, problem, states);
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  if (small)
  {
    cluster_cta{}.sync_cluster(); // the first block's memory is there until all have ended
  }
#endif
}

template <class Tile>
__global__ void __launch_bounds__(ring_block<Tile, ring_cta>::threads, 1)
  ring_kernel(typename Tile::problem const problem, look_back_memory<Tile> const states, ring_shape shape)
{
  extern __shared__ __align__(128) unsigned char thrum_shared[];
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  ring_cta const cta;
  ring_block<Tile, ring_cta>(cta, thrum_shared, shape, problem, states).run();
#endif
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
      , is_small_(suits_small_form())
      , shape_(is_small_ ? ring_shape{} : shape_for(p))
      , is_shared_(sizeof(plain_memory<Tile>) <= static_cast<std::size_t>(device_.shared_bytes))
  {
    std::int64_t const most = device_.processors * (!rings() && is_shared_ ? 8 : 1);
    blocks_                 = tiles_ < most ? tiles_ : most;
  }

  /// Bytes that have to be zero before, if so much memory is lent for them as long as the call waits: none where they are
  /// the tile's own too, which is read when the kernel has ended.
  std::size_t zero_bytes() const
  {
    return own_bytes_ == 0 && granule <= zero_slot::alignment ? state_bytes() : 0;
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
    look_back_memory<Tile> const states{is_lent ? lent_ : own(memory) + own_bytes_, tiles_, is_small_,
                                        is_dirty, is_lent};
    if (all > 0)
    {
      gpu::check(cudaMemsetAsync(own(memory), 0, is_dirty ? least : all, stream), step);
    }
    if (rings())
    {
      start_ring(states, stream, step);
    }
    else
    {
      start_plain(states, is_shared_ ? nullptr : own(memory) + all, stream, step);
    }
  }

private:
  static constexpr std::size_t granule = alignof(plain_memory<Tile>) > 128 ? alignof(plain_memory<Tile>)
                                                                           : 128;

  /// A cluster starts when there is room for all of its blocks. A processor that nobody uses has room for as many as are
  /// asked for here, so that a call waits for no more than one of those, whatever else runs.
  bool suits_small_form() const
  {
    constexpr int most = 8; // every device with clusters can have so many blocks in one
    if constexpr (has_small_form_v<Tile>)
    {
      return own_bytes_ == 0 && tiles_ > 1 && tiles_ <= most && device_.architecture >= 900
             && device_.has_clusters
             && tiles_ <= gpu::blocks_per_processor(plain_kernel<Tile>, Tile::workers * lanes,
                                                    small_bytes_v<Tile>);
    }
    else
    {
      return false;
    }
  }

  bool rings() const { return shape_.slots > 0; }

  /// Of the ring, or no slots for the plain form: it takes three of them to keep loads in flight.
  ring_shape shape_for(problem const& p) const
  {
    if constexpr (Tile::suits_ring)
    {
      ring_shape const fit = ring::shape_in(static_cast<std::size_t>(device_.shared_bytes));
      return device_.architecture >= 900 && tiles_ > 1 && fit.slots >= 3 && Tile::rings(p) ? fit
                                                                                           : ring_shape{};
    }
    else
    {
      return {};
    }
  }

  void start_ring(look_back_memory<Tile> const& states, cudaStream_t stream, char const* step) const
  {
    if constexpr (Tile::suits_ring)
    {
      std::size_t const bytes = ring::bytes(shape_);
      gpu::allow_shared(ring_kernel<Tile>, bytes, step);
      gpu::launch(step, ring_kernel<Tile>, grid{blocks_, ring::threads, bytes}, stream, problem_, states,
                  shape_);
    }
  }

  void start_plain(look_back_memory<Tile> const& states,
                   unsigned char* beyond_shared,
                   cudaStream_t stream,
                   char const* step) const
  {
    std::size_t const own_bytes = is_shared_ ? sizeof(plain_memory<Tile>) : 0;
    std::size_t const bytes     = is_small_ ? small_bytes_v<Tile> : own_bytes;
    if (!plain_is_shared_v<Tile> && is_shared_)
    {
      gpu::allow_shared(plain_kernel<Tile>, bytes, step);
    }
    gpu::launch(step, plain_kernel<Tile>, grid{blocks_, Tile::workers * lanes, bytes, is_small_}, stream,
                problem_, states, beyond_shared);
  }

  std::size_t state_bytes() const
  {
    return tiles_ > 1 && !is_small_ ? detail::round_up(look_back_memory<Tile>::bytes(tiles_), granule) : 0;
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
  bool is_small_;
  ring_shape shape_;
  bool is_shared_;
  std::int64_t blocks_;
  void* lent_ = nullptr; ///< for the states
};

/// Calls body(memory, start) with what a run needs: `more` bytes of scratch memory of the caller's, and start(), which
/// starts the run. A call that waits, in `body`, borrows what has to be zero, if that is little.
template <class Policy, class Run, class Body>
void run_with_scratch(cuda_execution<Policy> const& execution,
                      Run& run,
                      bool waits,
                      std::size_t more,
                      char const* step,
                      Body body)
{
  zero_slot zeros;
  std::size_t const zero_bytes = run.zero_bytes();
  if (execution.borrows_slots && waits && zero_bytes > 0 && zero_bytes <= zero_slot::bytes)
  {
    zeros.take(step);
    run.lend_zeros(zeros.get());
  }
  execution.with_scratch(step, more + run.bytes(), [&](void* memory) {
    body(memory, [&] {
      run.start(static_cast<unsigned char*>(memory) + more, execution.stream(), step);
      zeros.lend(); // not where the kernel did not start
    });
    zeros.come_back();
  });
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
