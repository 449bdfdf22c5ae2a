// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 --extended-lambda DETAIL
// control: -std=c++17 --extended-lambda DETAIL -DKNOWN
// expect:  thrum: the host takes a __device__ lambda for one that returns int
#include <thrum/transform_scan.h>

#include <thrust/functional.h>
#include <thrust/system/cuda/execution_policy.h>

#if defined(KNOWN)
#  define RESULT ->double
#else
#  define RESULT
#endif

double* scan(int const* first, int count, double* out)
{
  auto const half = [] __device__(int x) RESULT { return 0.5 * x; };
  return thrum::transform_inclusive_scan(thrust::cuda::par, first, first + count, out, half,
                                         thrust::plus<>{});
}
