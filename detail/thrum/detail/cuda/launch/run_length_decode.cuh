// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Starts the two kernels of a run length decode: all tiles in a single pass, then the heavy ones' windows.

#include <thrum/detail/cuda/launch/look_back.cuh>
#include <thrum/detail/cuda/tile/heavy_tiles.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Job>
__global__ void __launch_bounds__(run_length_decode_tile<Job>::workers* lanes, 2) heavy_kernel(Job const job)
{
  using block = heavy_block<Job>;
  extern __shared__ __align__(128) unsigned char thrum_heavy[];
  __shared__ typename block::shared common;
  block::run(device_cta{}, common, *reinterpret_cast<typename block::slot*>(thrum_heavy), job);
}

template <class Job>
class run_length_decode_run
{
  using tile = run_length_decode_tile<Job>;

public:
  explicit run_length_decode_run(Job const& job) : run_(job, sizeof(decode_status))
  {
    // Few tiles cannot keep the device busy: their items are shared between all blocks.
    int const processors = run_.device().processors;
    bool const few       = run_.tiles() < 4 * processors;
    Job& asked           = run_.asked();
    asked.light_items    = few ? 8 * 1024 : light_items;
    asked.window_items   = window_items;
  }

  std::size_t bytes() const { return run_.bytes() + list_bytes() + alignof(heavy_tile); }

  void start(void* memory, cudaStream_t stream, char const* step)
  {
    auto const behind = reinterpret_cast<std::uintptr_t>(memory) + run_.bytes();
    Job& job          = run_.asked();
    job.status        = status(memory);
    job.heavy         = reinterpret_cast<heavy_tile*>(detail::round_up(behind, alignof(heavy_tile)));
    run_.start(memory, stream, step);
    if constexpr (tile::Sink::emits)
    {
      static_assert(sizeof(typename tile::slot) + sizeof(typename heavy_block<Job>::shared) <= 48 * 1024);
      if (static_cast<std::uint64_t>(job.capacity) > job.light_items)
      {
        grid const g{run_.device().processors * 4, tile::workers * lanes, sizeof(typename tile::slot)};
        gpu::launch(step, heavy_kernel<Job>, g, stream, job);
      }
    }
  }

  static decode_status* status(void* memory)
  {
    return reinterpret_cast<decode_status*>(look_back_run<tile>::own(memory));
  }

private:
  static constexpr std::uint64_t item_bytes   = tile::pieces ? sizeof(typename tile::kept) : 4;
  static constexpr std::uint64_t window_items = 256 * 1024 / item_bytes;
  static constexpr std::uint64_t light_items  = 256 * 1024 / item_bytes < 32 * tile::items
                                                  ? 32 * tile::items
                                                  : 256 * 1024 / item_bytes;

  std::size_t list_bytes() const
  {
    return tile::Sink::emits ? static_cast<std::size_t>(run_.tiles()) * sizeof(heavy_tile) : 0;
  }

  look_back_run<tile> run_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
