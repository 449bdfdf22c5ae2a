// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Runs a tile over a whole problem: chooses the form of the engine, lays its memory out, starts it.

#include <thrum/detail/cuda/engine/plain.h>
#include <thrum/detail/cuda/engine/ring.h>
#include <thrum/detail/cuda/launch/device_cta.cuh>
#include <thrum/detail/cuda/launch/launch.cuh>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Slots that fit the shared memory which every block has lie there. Larger ones do where the device has more, and
/// lie in global memory elsewhere.
template <class Tile>
inline constexpr bool slot_is_shared_v = sizeof(typename Tile::slot)
                                           + sizeof(typename plain_block<Tile>::shared)
                                         <= 48 * 1024 - 256;

template <class Tile>
__global__ void __launch_bounds__(Tile::workers* lanes, 1) plain_kernel(typename Tile::problem const problem,
                                                                        look_back_memory<Tile> const memory,
                                                                        unsigned char* slots)
{
  using block = plain_block<Tile>;
  using slot  = typename Tile::slot;
  __shared__ alignas(alignof(typename block::shared)) unsigned char common[sizeof(typename block::shared)];
  auto& meeting = *reinterpret_cast<typename block::shared*>(common);
  extern __shared__ __align__(128) unsigned char thrum_slot[];
  if constexpr (slot_is_shared_v<Tile>)
  {
    block::run(device_cta{}, meeting, *reinterpret_cast<slot*>(thrum_slot), problem, memory);
  }
  else
  {
    unsigned char* const mine = slots == nullptr ? thrum_slot : slots + blockIdx.x * sizeof(slot);
    block::run(device_cta{}, meeting, *reinterpret_cast<slot*>(mine), problem, memory);
  }
}

template <class Tile>
__global__ void __launch_bounds__(ring_block<Tile, ring_cta>::threads, 1)
  ring_kernel(typename Tile::problem const problem, look_back_memory<Tile> const memory, int slots)
{
  extern __shared__ __align__(128) unsigned char thrum_ring[];
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  ring_cta const cta;
  ring_block<Tile, ring_cta>(cta, thrum_ring, slots, problem, memory).run();
#endif
}

template <class Tile>
class look_back_run
{
  using ring = ring_block<Tile, ring_cta>;

  using problem = typename Tile::problem;
  using slot    = typename Tile::slot;

public:
  explicit look_back_run(problem const& p)
      : problem_(p)
      , tiles_(Tile::tiles(p))
      , device_(device_facts::of_current())
      , slots_(slots_for(p))
      , shares_slot_(sizeof(slot) + sizeof(typename plain_block<Tile>::shared) + 1024
                     <= static_cast<std::size_t>(device_.shared_bytes))
  {
    std::int64_t const most = device_.processors * (slots_ == 0 && shares_slot_ ? 8 : 1);
    blocks_                 = tiles_ < most ? tiles_ : most;
  }

  /// For what is known only when there is scratch.
  problem& asked() { return problem_; }

  /// Bytes of scratch; none are needed for a single tile.
  std::size_t bytes() const { return state_bytes() + slot_bytes(); }

  void start(void* memory, cudaStream_t stream, char const* step) const
  {
    auto const address  = (reinterpret_cast<std::uintptr_t>(memory) + 127) / 128 * 128;
    auto* const aligned = reinterpret_cast<unsigned char*>(address);
    look_back_memory<Tile> const states{aligned, tiles_};
    if (tiles_ > 1)
    {
      gpu::check(cudaMemsetAsync(aligned, 0, look_back_memory<Tile>::bytes(tiles_), stream), step);
    }
    if (slots_ > 0)
    {
      start_ring(states, stream, step);
    }
    else
    {
      start_plain(states, slot_bytes() > 0 ? aligned + slots_at() : nullptr, stream, step);
    }
  }

private:
  /// Slots of the ring, or 0 for the plain form: it takes three of them to keep loads in flight.
  int slots_for(problem const& p) const
  {
    if constexpr (Tile::suits_ring)
    {
      int const fit = ring::slots_in(static_cast<std::size_t>(device_.shared_bytes));
      return device_.architecture >= 900 && tiles_ > 1 && fit >= 3 && Tile::rings(p) ? fit : 0;
    }
    else
    {
      return 0;
    }
  }

  void start_ring(look_back_memory<Tile> const& states, cudaStream_t stream, char const* step) const
  {
    if constexpr (Tile::suits_ring)
    {
      std::size_t const bytes = ring::bytes(slots_);
      gpu::check(cudaFuncSetAttribute(ring_kernel<Tile>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      static_cast<int>(bytes)),
                 step);
      gpu::launch(step, ring_kernel<Tile>, blocks_, ring::threads, bytes, stream, problem_, states, slots_);
    }
  }

  void start_plain(look_back_memory<Tile> const& states,
                   unsigned char* slots,
                   cudaStream_t stream,
                   char const* step) const
  {
    std::size_t const bytes = shares_slot_ ? sizeof(slot) : 0;
    if (shares_slot_ && !slot_is_shared_v<Tile>)
    {
      gpu::check(cudaFuncSetAttribute(plain_kernel<Tile>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      static_cast<int>(bytes)),
                 step);
    }
    gpu::launch(step, plain_kernel<Tile>, blocks_, Tile::workers * lanes, bytes, stream, problem_, states,
                slots);
  }

  std::size_t slots_at() const
  {
    return tiles_ > 1 ? (look_back_memory<Tile>::bytes(tiles_) + 127) / 128 * 128 : 0;
  }
  std::size_t state_bytes() const { return tiles_ > 1 ? 128 + slots_at() : 0; }
  std::size_t slot_bytes() const
  {
    return shares_slot_ ? 0 : 128 + static_cast<std::size_t>(blocks_) * sizeof(slot);
  }

  problem problem_;
  std::ptrdiff_t tiles_;
  device_facts device_;
  int slots_;        ///< of the ring
  bool shares_slot_; ///< the plain form's slot lies in shared memory
  std::int64_t blocks_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
