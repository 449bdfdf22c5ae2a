// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/block/exchange.h>
#include <thrum/block/scan.h>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include "check.h"

//! [page]
// Writes the positive ones of 512 items, close together and in order; neighbouring threads write neighbours.
__global__ void keep_positive(int const* in, int* out, int* kept)
{
  using scan     = thrum::block::scan<int, 128>;
  using exchange = thrum::block::exchange<int, 128, 4>;
  __shared__ scan::storage ranks;
  __shared__ exchange::storage items;

  int x[4], rank[4];
  for (int i = 0; i < 4; ++i)
  {
    x[i]    = in[threadIdx.x * 4 + i];
    rank[i] = x[i] > 0 ? 1 : 0;
  }
  int total;
  scan(ranks).exclusive(rank, 0, thrust::plus<int>{}, total);
  for (int i = 0; i < 4; ++i)
  {
    rank[i] = x[i] > 0 ? rank[i] : -1; // not kept
  }
  exchange(items).scatter_to_striped(x, rank, total);
  for (int i = 0; i < 4; ++i)
  {
    int const at = i * 128 + threadIdx.x;
    if (at < total)
    {
      out[at] = x[i];
    }
  }
  if (threadIdx.x == 0)
  {
    *kept = total;
  }
}
//! [page]

int main()
{
  thrust::host_vector<int> items(512);
  for (int i = 0; i < 512; ++i)
  {
    items[i] = i * 37 % 101 - 50;
  }
  thrust::device_vector<int> const in(items);
  thrust::device_vector<int> out(512), kept(1);
  keep_positive<<<1, 128>>>(in.data().get(), out.data().get(), kept.data().get());
  thrust::host_vector<int> const result(out);
  int count = 0;
  for (int const x : items)
  {
    if (x > 0)
    {
      check(result[count] == x, "the positive items in order");
      ++count;
    }
  }
  check(kept[0] == count, "how many there are");
}
