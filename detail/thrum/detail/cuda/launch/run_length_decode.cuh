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
class run_length_decode_run
{
  using tile   = run_length_decode_tile<Job>;
  using window = heavy_window_tile<Job>;
  using ring   = ring_block<window, ring_cta>;

public:
  explicit run_length_decode_run(Job const& job) : run_(job, ticket_at + ticket::bytes)
  {
    // Few tiles cannot keep the device busy: unless they are soon done, their items are shared between all blocks.
    bool const few     = run_.tiles() < 4 * run_.device().processors;
    Job& asked         = run_.asked();
    asked.light_items  = few && few_light_items < light_items ? few_light_items : light_items;
    asked.window_items = window_items;
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
      if (static_cast<std::uint64_t>(job.capacity) > job.light_items)
      {
        start_windows(memory, stream, step);
      }
    }
  }

  static decode_status* status(void* memory)
  {
    return reinterpret_cast<decode_status*>(look_back_run<tile>::own(memory));
  }

private:
  /// All processors' blocks: how many windows there are, they will see.
  void start_windows(void* memory, cudaStream_t stream, char const* step)
  {
    Job const& job = run_.asked();
    look_back_memory<window> const tickets{look_back_run<tile>::own(memory) + ticket_at, 0};
    if constexpr (tile::suits_ring)
    {
      ring_shape const shape = ring::shape_in(static_cast<std::size_t>(run_.device().shared_bytes));
      if (run_.device().architecture >= 900 && shape.slot_count >= 3 && tile::rings(job))
      {
        gpu::start_ring<window>(job, tickets, shape, run_.device().processors, stream, step);
        return;
      }
    }
    static_assert(plain_is_shared_v<window>);
    gpu::start_plain<window>(job, tickets, nullptr, run_.device().processors * 4, stream, step);
  }

  static constexpr std::size_t ticket_at = detail::round_up(sizeof(decode_status), 128); ///< of the windows
  static constexpr std::uint64_t item_bytes   = tile::pieces ? sizeof(typename tile::kept) : 4;
  static constexpr std::uint64_t window_items = 256 * 1024 / item_bytes;
  static constexpr std::uint64_t light_items  = 256 * 1024 / item_bytes < 32 * tile::items
                                                  ? 32 * tile::items
                                                  : 256 * 1024 / item_bytes;

  static constexpr std::uint64_t two_windows = 2 * window_items < 128 * 1024 ? 2 * window_items : 128 * 1024;
  static constexpr std::uint64_t few_light_items = tile::pieces ? two_windows
                                                                : 8 * 1024; // calls may take long

  std::size_t list_bytes() const
  {
    return tile::Sink::emits ? static_cast<std::size_t>(run_.tiles()) * sizeof(heavy_tile) : 0;
  }

  look_back_run<tile> run_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
