// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/block/reduce.h>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <cuda/functional>

#include "check.h"

//! [page]
// Takes the largest of each row of `length` numbers away from the row. A block is a row.
__global__ void below_the_largest(float* rows, int length)
{
  using reduce = thrum::block::reduce<float, 128>;
  __shared__ reduce::storage storage;
  float* const row = rows + blockIdx.x * length;

  float x[4]; // four neighbours a thread
  for (int i = 0; i < 4; ++i)
  {
    int const at = threadIdx.x * 4 + i;
    x[i]         = at < length ? row[at] : 0;
  }
  float const largest = reduce(storage).reduce_to_all_n(x, length, cuda::maximum<float>{});
  for (int i = 0; i < 4; ++i)
  {
    int const at = threadIdx.x * 4 + i;
    if (at < length)
    {
      row[at] = x[i] - largest;
    }
  }
}
//! [page]

int main()
{
  int const rows = 3, length = 500;
  thrust::host_vector<float> items(rows * length);
  for (int i = 0; i < rows * length; ++i)
  {
    items[i] = static_cast<float>(i * 7 % 499 - 600); // all below 0, which the places past the end hold
  }
  thrust::device_vector<float> in(items);
  below_the_largest<<<rows, 128>>>(in.data().get(), length);
  thrust::host_vector<float> const out(in);
  for (int i = 0; i < rows * length; ++i)
  {
    check(out[i] == items[i] - (498 - 600), "each row is below its largest");
  }
}
