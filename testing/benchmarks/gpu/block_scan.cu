// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exclusive sums of a block beside those of cub::BlockScan, by its default algorithm and by the one with scans of warps.
#include <thrum/block/scan.h>

#include <numeric>

#include <cub/block/block_scan.cuh>

#include "block_contest.h"

namespace thrum_benchmark
{
template <int Items, int Threads, cub::BlockScanAlgorithm Algorithm>
struct cub_scan
{
  using block   = cub::BlockScan<std::uint32_t, Threads, Algorithm>;
  using storage = typename block::TempStorage;

  __device__ static void turn(storage& s, std::uint32_t (&items)[Items])
  {
    block(s).ExclusiveSum(items, items);
    items[0] += threadIdx.x;
  }
};

template <int Items, int Threads>
struct thrum_scan
{
  using block   = thrum::block::scan<std::uint32_t, Threads>;
  using storage = typename block::storage;

  __device__ static void turn(storage& s, std::uint32_t (&items)[Items])
  {
    block(s).exclusive(items, 0u);
    items[0] += threadIdx.x;
  }
};

void hold_contests()
{
  for_each_shape([](auto items, auto threads, int blocks, char const* how_full) {
    constexpr int i     = decltype(items)::value;
    constexpr int t     = decltype(threads)::value;
    using work          = block_work<i, t>;
    auto const one_turn = [](std::vector<std::uint32_t>& all) {
      std::exclusive_scan(all.begin(), all.end(), all.begin(), std::uint32_t{0});
      for (std::size_t thread = 0; thread < t; ++thread)
      {
        all[thread * i] += static_cast<std::uint32_t>(thread);
      }
    };
    cell<work> c(name_of_shape("block_scan", i, t, blocks, how_full),
                 [=] { return std::make_shared<work>(blocks, one_turn); });
    c.enter("cub",
            [](work& w, cudaStream_t s) { w.template play<cub_scan<i, t, cub::BLOCK_SCAN_RAKING>>(s); });
    c.enter("cub by warps",
            [](work& w, cudaStream_t s) { w.template play<cub_scan<i, t, cub::BLOCK_SCAN_WARP_SCANS>>(s); });
    c.enter("thrum", [](work& w, cudaStream_t s) { w.template play<thrum_scan<i, t>>(s); });
  });
}
} // namespace thrum_benchmark
