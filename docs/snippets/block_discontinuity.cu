// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/block/discontinuity.h>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include "check.h"

//! [page]
// Counts the runs of equal keys. A block has 512 keys; the last one of the block before says whether a run goes on.
__global__ void count_runs(int const* keys, int count, int* runs)
{
  using discontinuity = thrum::block::discontinuity<int, 128>;
  __shared__ discontinuity::storage storage;
  int const* const tile = keys + blockIdx.x * 512;

  int key[4];
  int const here = count - static_cast<int>(blockIdx.x) * 512; // or more than the block has
  for (int i = 0; i < 4; ++i)
  {
    int const at = threadIdx.x * 4 + i;
    key[i]       = at < here ? tile[at] : 0;
  }
  int const* const before = blockIdx.x > 0 ? tile - 1 : nullptr;
  unsigned const heads    = discontinuity(storage).head_bits_n(key, here, thrust::equal_to<int>{}, before);
  atomicAdd(runs, __popc(heads));
}
//! [page]

int main()
{
  int const count = 2000;
  thrust::host_vector<int> keys(count);
  int expected = 0;
  for (int i = 0; i < count; ++i)
  {
    keys[i] = i * i / 1000;
    expected += i == 0 || keys[i] != keys[i - 1];
  }
  thrust::device_vector<int> const in(keys);
  thrust::device_vector<int> runs(1, 0);
  count_runs<<<(count + 511) / 512, 128>>>(in.data().get(), count, runs.data().get());
  check(runs[0] == expected, "the number of runs");
}
