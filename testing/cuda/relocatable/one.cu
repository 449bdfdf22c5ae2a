// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calls.h"

float relocatable::run_in_one(job const& j)
{
  return run(thrust::device, j);
}

__device__ float relocatable::run_in_thread_of_one(job const& j)
{
  thrum::inclusive_scan(thrust::seq, j.items, j.items + j.count, j.sums);
  return thrum::reduce(thrust::seq, j.items, j.items + j.count, 0.0F);
}
