// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/block/tile_state.h>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include "check.h"

//! [page]
// Leaves beside each tile of 256 items how many positive ones come before it. One pass: no block waits for the end of
// a kernel, and what each tile has is published while others are still being read.
__global__ void positives_before(int const* items, int count, int* result, void* memory)
{
  using states = thrum::block::tile_state<int>;
  __shared__ states::storage storage;
  states state(storage, memory, (count + 255) / 256, 0);
  for (auto tile = state.next(); tile < state.tiles(); tile = state.next())
  {
    auto const i       = tile * 256 + threadIdx.x;
    int const positive = __syncthreads_count(i < count && items[i] > 0);
    int const before   = state.prefix(tile, positive);
    if (threadIdx.x == 0)
    {
      result[tile] = before;
    }
  }
}
//! [page]

int main()
{
  int const count = 100'000, tiles = (count + 255) / 256;
  thrust::host_vector<int> items(count);
  for (int i = 0; i < count; ++i)
  {
    items[i] = i % 7 - 3;
  }
  thrust::device_vector<int> const in(items);
  thrust::device_vector<int> out(tiles);
  thrust::device_vector<unsigned char> memory(thrum::block::tile_state<int>::bytes(tiles), 0);
  positives_before<<<64, 256>>>(in.data().get(), count, out.data().get(), memory.data().get());
  thrust::host_vector<int> const result(out);
  int before = 0;
  for (int i = 0; i < count; ++i)
  {
    check(i % 256 != 0 || result[i / 256] == before, "the positive items before each tile");
    before += items[i] > 0;
  }
}
