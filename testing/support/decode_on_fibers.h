// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Both kernels of a run length decode, on fibers.
#include <thrum/detail/core/run_length_decode_problem.h>
#include <thrum/detail/cuda/engine/ring.h>
#include <thrum/detail/cuda/tile/heavy_tiles.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "fibers.h"
#include "run_tile.h"

namespace thrum_test
{
namespace gpu = thrum::detail::gpu;

struct fiber_way
{
  int blocks;
  order turn;
};

inline std::vector<fiber_way> fiber_ways()
{
  std::vector<fiber_way> ways;
  for (int const blocks : {1, 3})
  {
    for (order const o : {order::forward, order::backward, order::shuffled})
    {
      ways.push_back({blocks, o});
    }
  }
  return ways;
}

/// Under a sanitizer all ways would take minutes: there it is every fifth of the twelve, so that the tests together
/// see all.
inline bool has_time()
{
  static unsigned ways = 0;
  return !under_address_sanitizer || ++ways % 5 == 0;
}

/// Blocks' memory, of some type, dirty.
template <class T>
class block_memory
{
public:
  block_memory(int blocks, std::size_t bytes)
  {
    for (int b = 0; b < blocks; ++b)
    {
      memory_.push_back(std::make_unique<aligned_memory>(bytes));
    }
  }
  explicit block_memory(int blocks) : block_memory(blocks, sizeof(T)) {}
  unsigned char* get(fiber_cta const& cta) { return memory_[static_cast<std::size_t>(cta.block())]->get(); }
  T& of(fiber_cta const& cta) { return *reinterpret_cast<T*>(get(cta)); }

private:
  std::vector<std::unique_ptr<aligned_memory>> memory_;
};

/// The single pass: by the ring if that takes the job and `ring` says so.
template <class Tile, class Job>
void single_pass_on_fibers(Job const& job, int blocks, order turn, bool ring)
{
  auto const tiles = Tile::tiles(job);
  bool rings       = false;
  if constexpr (Tile::suits_ring)
  {
    rings = ring && tiles > 1 && Tile::rings(job);
  }
  auto scratch = look_back_scratch<Tile>(tiles, rings);
  gpu::look_back_memory<Tile> const states{scratch.get(), tiles, false, rings};
  if constexpr (Tile::suits_ring)
  {
    if (rings)
    {
      using block = gpu::ring_block<Tile, fiber_cta>;
      constexpr gpu::ring_shape shape{block::stride < 3 ? 2 * block::stride : block::stride, 0};
      block_memory<unsigned char> shared(blocks, block::bytes(shape));
      shared_grid(blocks, block::threads, turn).run([&](fiber_cta const& cta) {
        block(cta, shared.get(cta), shape, job, states).run();
      });
      return;
    }
  }
  using block = gpu::plain_block<Tile>;
  block_memory<typename block::block_memory> own(blocks);
  shared_grid(blocks, Tile::workers * gpu::lanes, turn).run([&](fiber_cta const& cta) {
    block::run(cta, own.of(cta), job, states);
  });
}

/// Runs the job; `light` and `window` are its limits in items.
template <class Job>
gpu::decode_status decode_on_fibers(
  Job job, fiber_way way, std::uint64_t light, std::uint64_t window, bool ring = true)
{
  using tile       = gpu::run_length_decode_tile<Job>;
  auto const tiles = tile::tiles(job);
  int const blocks = tiles == 1 ? 1 : way.blocks; // a single tile is the only block's
  gpu::decode_status status{};
  std::vector<gpu::heavy_tile> list(static_cast<std::size_t>(tiles));
  job.light_items  = light;
  job.window_items = window;
  job.status       = &status;
  job.heavy        = list.data();
  single_pass_on_fibers<tile>(job, blocks, way.turn, ring);
  if constexpr (tile::Sink::emits)
  {
    single_pass_on_fibers<gpu::heavy_window_tile<Job>>(job, way.blocks, way.turn, ring);
  }
  return status;
}
} // namespace thrum_test
