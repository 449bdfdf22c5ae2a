// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/block/load.h>
#include <thrum/block/scan.h>
#include <thrum/block/store.h>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include "check.h"

//! [page]
// Prefix sums of each block's 1024 items, or of as many as there are. Whole warps read and write whole lines of memory,
// while each thread scans eight neighbours in its registers.
__global__ void sums_of_tiles(int const* in, int* out, int count)
{
  using thrum::block::transfer;
  using load  = thrum::block::load<int, 128, 8, transfer::transposed>;
  using scan  = thrum::block::scan<int, 128>;
  using store = thrum::block::store<int, 128, 8, transfer::transposed>;
  __shared__ union
  {
    load::storage load;
    scan::storage scan;
    store::storage store;
  } storage;

  int const first = static_cast<int>(blockIdx.x) * 1024;
  int x[8];
  load(storage.load).load_n(in + first, count - first, x, 0);
  __syncthreads();
  scan(storage.scan).inclusive(x);
  __syncthreads();
  store(storage.store).store_n(out + first, count - first, x);
}
//! [page]

int main()
{
  int const count = 5000;
  thrust::host_vector<int> items(count);
  for (int i = 0; i < count; ++i)
  {
    items[i] = i * 7 % 19;
  }
  thrust::device_vector<int> const in(items);
  thrust::device_vector<int> out(count);
  sums_of_tiles<<<(count + 1023) / 1024, 128>>>(in.data().get(), out.data().get(), count);
  thrust::host_vector<int> const sums(out);
  int sum = 0;
  for (int i = 0; i < count; ++i)
  {
    sum = (i % 1024 == 0 ? 0 : sum) + items[i];
    check(sums[i] == sum, "the sums of each tile");
  }
}
