// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags: -std=c++17 DETAIL
// control: -std=c++17 DETAIL -DCALLABLE=__device__
// expect: calling a __host__ function("host_plus::operator ()(int, int) const") from a __device__ function
#include <thrum/scan.h>

#include <thrust/execution_policy.h>

#ifndef CALLABLE
#  define CALLABLE
#endif

struct host_plus
{
  CALLABLE int operator()(int a, int b) const { return a + b; }
};

void scan(int const* first, int const* last, int* out)
{
  thrum::inclusive_scan(thrust::cuda::par, first, last, out, host_plus());
}
