// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Contests of block primitives: each block does the same one many times on numbers in registers, each time on what came
// of the time before, in one and the same kernel whoever's primitive it is. Of a Play:
//
//   storage                 what it wants of shared memory
//   turn(s, items)          begins with `items`, and leaves in them what came of it
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include <string>
#include <vector>

#include "contest.h"
#include "numbers.h"

namespace thrum_benchmark
{
inline constexpr int turns = 256;

template <class Play, int Items, int Threads>
__global__ void __launch_bounds__(Threads) play_kernel(std::uint32_t* out)
{
  __shared__ typename Play::storage s;
  std::uint32_t items[Items];
  auto const first = static_cast<std::uint32_t>(threadIdx.x * Items);
  for (int i = 0; i < Items; ++i)
  {
    items[i] = (first + static_cast<std::uint32_t>(i)) * 2654435761U;
  }
  for (int turn = 0; turn < turns; ++turn)
  {
    Play::turn(s, items);
    __syncthreads();
  }
  std::uint32_t sum = 0;
  for (int i = 0; i < Items; ++i)
  {
    sum = sum * 31 + items[i];
  }
  out[blockIdx.x * Threads + threadIdx.x] = sum;
}

template <int Items, int Threads>
class block_work
{
public:
  /// `replay` does a turn for all items of a block.
  template <class Replay>
  block_work(int blocks, Replay const& replay)
      : blocks_(blocks)
      , out_(static_cast<std::size_t>(blocks) * Threads * sizeof(std::uint32_t))
  {
    std::vector<std::uint32_t> items(Items * Threads);
    for (std::size_t i = 0; i < items.size(); ++i)
    {
      items[i] = static_cast<std::uint32_t>(i) * 2654435761U;
    }
    for (int turn = 0; turn < turns; ++turn)
    {
      replay(items);
    }
    std::vector<std::uint32_t> all;
    for (int block = 0; block < blocks; ++block)
    {
      for (int thread = 0; thread < Threads; ++thread)
      {
        std::uint32_t sum = 0;
        for (int i = 0; i < Items; ++i)
        {
          sum = sum * 31 + items[static_cast<std::size_t>(thread * Items + i)];
        }
        all.push_back(sum);
      }
    }
    expected_ = fingerprint(thrust::seq, all.data(), all.size());
  }

  std::size_t ideal_bytes() const { return 2 * out_.bytes(); }
  void spoil() { out_.spoil(); }
  std::uint64_t result() const
  {
    return fingerprint(thrust::device, out_.as<std::uint32_t>(), static_cast<std::size_t>(blocks_) * Threads);
  }
  std::uint64_t expected() const { return expected_; }

  template <class Play>
  void play(cudaStream_t stream)
  {
    play_kernel<Play, Items, Threads>
      <<<static_cast<unsigned>(blocks_), Threads, 0, stream>>>(out_.as<std::uint32_t>());
    check(cudaGetLastError());
  }

private:
  int blocks_;
  device_memory out_;
  std::uint64_t expected_;
};

/// The name of a cell: algorithm, type, shape, items.
inline std::string name_of_shape(
  char const* algorithm, int items, int threads, int blocks, char const* how_full)
{
  return std::string(algorithm) + "/u32/" + std::to_string(items) + " x " + std::to_string(threads) + ", "
         + how_full + "/" + std::to_string(std::int64_t{blocks} * turns * items * threads);
}

inline int processors()
{
  int device = 0;
  int count  = 0;
  check(cudaGetDevice(&device));
  check(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

template <int I>
using constant = std::integral_constant<int, I>;

/// Calls hold(items per thread, threads, blocks, how full) with the first two as constants: for each shape, one block on
/// a processor, then as many as it holds.
template <class Hold>
void for_each_shape(Hold const& hold)
{
  auto const both = [&](auto items, auto threads) {
    hold(items, threads, processors(), "alone");
    hold(items, threads, processors() * (2048 / threads.value), "full");
  };
  auto const shapes = [&](auto items, auto... threads) { (both(items, threads), ...); };
  shapes(constant<1>{}, constant<64>{}, constant<128>{}, constant<256>{});
  shapes(constant<2>{}, constant<384>{});
  shapes(constant<3>{}, constant<192>{}, constant<256>{});
  shapes(constant<8>{}, constant<128>{}, constant<256>{});
}
} // namespace thrum_benchmark
