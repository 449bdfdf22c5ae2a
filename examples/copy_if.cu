// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A single-pass kernel of one's own: copy_if, which reads its input once and keeps the order. A block takes tile after
// tile, counts what it keeps of each, learns from tile_state how many come before, and writes.
#include <thrum/block/scan.h>
#include <thrum/block/tile_state.h>

#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/sequence.h>

#include "example.h"

constexpr int threads = 256, per_thread = 8, tile_items = threads * per_thread;
using counts   = thrum::block::tile_state<int>;
using counting = thrum::block::scan<int, threads>;

template <class Keep>
__global__ void copy_if(int const* in, int count, int* out, int* total, Keep keep, void* memory)
{
  __shared__ counts::storage for_state;
  __shared__ counting::storage for_scan;
  counts state(for_state, memory, (count + tile_items - 1) / tile_items, 0);
  for (auto tile = state.next(); tile < state.tiles(); tile = state.next())
  {
    int const begin = static_cast<int>(tile) * tile_items + static_cast<int>(threadIdx.x) * per_thread;
    int const first = begin < count ? begin : count;
    int const last  = count - first > per_thread ? first + per_thread : count;
    int const own   = static_cast<int>(thrust::count_if(thrust::seq, in + first, in + last, keep));
    int of_tile     = 0;
    int const place = counting(for_scan).exclusive(own, 0, thrust::plus<int>(), of_tile);
    int* const to   = out + state.prefix(tile, of_tile) + place;
    thrust::copy_if(thrust::seq, in + first, in + last, to, keep); // reads from the cache
    if (tile + 1 == state.tiles() && threadIdx.x + 1 == threads)
    {
      *total = static_cast<int>(to - out) + own;
    }
  }
}

int main()
{
  int const count = 1'000'003, tiles = (count + tile_items - 1) / tile_items;
  auto const keep = thrust::placeholders::_1 % 1000 * 617 % 1000 < 300; // three of ten, scattered
  thrust::device_vector<int> in(count), out(count), total(1), expected(count);
  thrust::sequence(in.begin(), in.end());
  expected.erase(thrust::copy_if(in.begin(), in.end(), expected.begin(), keep), expected.end());
  thrust::device_vector<unsigned char> memory(counts::bytes(tiles), 0);
  int const blocks = 264; // as many as an H200 runs at a time; any number is right
  copy_if<<<blocks, threads>>>(in.data().get(), count, out.data().get(), total.data().get(), keep,
                               static_cast<void*>(memory.data().get()));
  out.resize(total[0]);
  example::expect(out == expected, "what is kept, in order");
}
