// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/block/scan.h>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include "check.h"

//! [page]
// What came before, from tile to tile.
struct running_total
{
  int total;
  __device__ int operator()(int of_tile)
  {
    int const before = total;
    total += of_tile;
    return before;
  }
};

// One block finds where each of `count` segments begins, 256 at a time, and what all of them come to.
__global__ void segment_begins(int const* lengths, int count, int* begins)
{
  using scan = thrum::block::scan<int, 128>;
  __shared__ scan::storage storage;
  running_total before{0};

  for (int tile = 0; tile < count; tile += 256)
  {
    int x[2]; // two neighbours a thread
    for (int i = 0; i < 2; ++i)
    {
      int const at = tile + threadIdx.x * 2 + i;
      x[i]         = at < count ? lengths[at] : 0;
    }
    scan(storage).exclusive_with_prefix(x, thrust::plus<int>{}, before);
    for (int i = 0; i < 2; ++i)
    {
      int const at = tile + threadIdx.x * 2 + i;
      if (at < count)
      {
        begins[at] = x[i];
      }
    }
    __syncthreads(); // before the storage is used again
  }
  if (threadIdx.x == 0) // of the first warp, which has been asked
  {
    begins[count] = before.total;
  }
}
//! [page]

int main()
{
  int const count = 1000;
  thrust::host_vector<int> lengths(count);
  for (int i = 0; i < count; ++i)
  {
    lengths[i] = i * 13 % 17;
  }
  thrust::device_vector<int> const in(lengths);
  thrust::device_vector<int> out(count + 1);
  segment_begins<<<1, 128>>>(in.data().get(), count, out.data().get());
  thrust::host_vector<int> const begins(out);
  int sum = 0;
  for (int i = 0; i < count; sum += lengths[i], ++i)
  {
    check(begins[i] == sum, "where each segment begins");
  }
  check(begins[count] == sum, "the sum of all");
}
