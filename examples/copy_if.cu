// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A single-pass kernel of one's own: copy_if, which reads its input once and keeps the order. A block takes tile after
// tile, counts what it keeps of each, learns from tile_state how many come before, and writes.
#include <thrum/block/scan.h>
#include <thrum/block/tile_state.h>

#include <thrust/copy.h>
#include <thrust/device_vector.h>
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
    int const first = static_cast<int>(tile) * tile_items + static_cast<int>(threadIdx.x) * per_thread;
    int const last  = first + per_thread < count ? first + per_thread : count;
    int own = 0, of_tile = 0;
    for (int i = first; i < last; ++i)
    {
      own += keep(in[i]) ? 1 : 0;
    }
    int const in_tile = counting(for_scan).exclusive(own, 0, thrust::plus<int>(), of_tile);
    int place         = state.prefix(tile, of_tile) + in_tile;
    for (int i = first; i < last; ++i) // once more: from the cache
    {
      if (keep(in[i]))
      {
        out[place++] = in[i];
      }
    }
    if (last == count && first < count)
    {
      *total = place;
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
  copy_if<<<264, threads>>>(in.data().get(), count, out.data().get(), total.data().get(), keep,
                            static_cast<void*>(memory.data().get()));
  out.resize(total[0]);
  example::expect(out == expected, "what is kept, in order");
}
