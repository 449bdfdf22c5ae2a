// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of a block beside those of cub::BlockReduce by its default algorithm, which keeps the order too.
#include <thrum/block/reduce.h>

#include <numeric>

#include <cub/block/block_reduce.cuh>

#include "block_contest.h"

namespace thrum_benchmark
{
template <int Items, int Threads>
struct cub_reduce
{
  using block   = cub::BlockReduce<std::uint32_t, Threads>;
  using storage = typename block::TempStorage;

  __device__ static void turn(storage& s, std::uint32_t (&items)[Items])
  {
    std::uint32_t const sum = block(s).Sum(items);
    items[0] += threadIdx.x == 0 ? sum : 0;
  }
};

template <int Items, int Threads>
struct thrum_reduce
{
  using block   = thrum::block::reduce<std::uint32_t, Threads>;
  using storage = typename block::storage;

  __device__ static void turn(storage& s, std::uint32_t (&items)[Items])
  {
    std::uint32_t const sum = block(s).reduce(items);
    items[0] += threadIdx.x == 0 ? sum : 0;
  }
};

void hold_contests()
{
  for_each_shape([](auto items, auto threads, int blocks, char const* how_full) {
    constexpr int i     = decltype(items)::value;
    constexpr int t     = decltype(threads)::value;
    using work          = block_work<i, t>;
    auto const one_turn = [](std::vector<std::uint32_t>& all) {
      all[0] += std::accumulate(all.begin(), all.end(), std::uint32_t{0});
    };
    cell<work> c(name_of_shape("block_reduce", i, t, blocks, how_full),
                 [=] { return std::make_shared<work>(blocks, one_turn); });
    c.enter("cub", [](work& w, cudaStream_t s) { w.template play<cub_reduce<i, t>>(s); });
    c.enter("thrum", [](work& w, cudaStream_t s) { w.template play<thrum_reduce<i, t>>(s); });
  });
}
} // namespace thrum_benchmark
