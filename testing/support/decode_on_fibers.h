// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Both kernels of a run length decode, on fibers.
#include <thrum/detail/core/run_length_decode_problem.h>
#include <thrum/detail/cuda/engine/plain.h>
#include <thrum/detail/cuda/tile/heavy_tiles.h>

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "fibers.h"

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

/// A grid's fibers have stacks, which take longer to make than most jobs.
inline fiber_grid& shared_grid(int blocks, order turn)
{
  static std::map<std::pair<int, order>, std::unique_ptr<fiber_grid>> grids;
  auto& grid = grids[{blocks, turn}];
  if (grid == nullptr)
  {
    grid = std::make_unique<fiber_grid>(blocks, 8 * gpu::lanes, turn, 7);
  }
  return *grid;
}

/// Runs the job; `light` and `window` are its limits in items.
template <class Job>
gpu::decode_status decode_on_fibers(Job job, fiber_way way, std::uint64_t light, std::uint64_t window)
{
  using tile       = gpu::run_length_decode_tile<Job>;
  using block      = gpu::plain_block<tile>;
  using heavy      = gpu::heavy_block<Job>;
  auto const tiles = tile::tiles(job);
  std::vector<std::uint64_t> memory(gpu::look_back_memory<tile>::bytes(tiles) / 8 + 32);
  gpu::decode_status status{};
  std::vector<gpu::heavy_tile> list(static_cast<std::size_t>(tiles));
  job.light_items  = light;
  job.window_items = window;
  job.status       = &status;
  job.heavy        = list.data();
  int const blocks = tiles == 1 ? 1 : way.blocks; // a single tile is the only block's
  auto const count = static_cast<std::size_t>(blocks);
  std::vector<typename block::shared> common(count);
  std::vector<typename heavy::shared> heavy_common(count);
  std::vector<std::unique_ptr<typename tile::slot>> slots;
  for (std::size_t b = 0; b < count; ++b)
  {
    slots.push_back(std::make_unique<typename tile::slot>());
  }
  static_assert(tile::workers == 8);
  fiber_grid& grid = shared_grid(blocks, way.turn);
  grid.run([&](fiber_cta const& cta) {
    auto const b = static_cast<std::size_t>(cta.block());
    block::run(cta, common[b], *slots[b], job, gpu::look_back_memory<tile>{memory.data(), tiles});
  });
  if constexpr (tile::Sink::emits)
  {
    grid.run([&](fiber_cta const& cta) {
      auto const b = static_cast<std::size_t>(cta.block());
      heavy::run(cta, heavy_common[b], *slots[b], job);
    });
  }
  return status;
}
} // namespace thrum_test
