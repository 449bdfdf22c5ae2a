// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 --extended-lambda DETAIL
// control: -std=c++17 --extended-lambda DETAIL -DKNOWN
// expect:  thrum: the host takes a __device__ lambda for one that returns int
// On the GPU such a decode never ended: the host took the lengths for int and counted tiles of those.
#include <thrum/run_length_decode.h>

#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/system/cuda/execution_policy.h>

#if defined(KNOWN)
#  define RESULT ->unsigned char
#else
#  define RESULT
#endif

int* decode(int const* values, int const* numbers, int count, int* out)
{
  auto const narrow = [] __device__(int x) RESULT { return static_cast<unsigned char>(x % 3); };
  auto const length = thrust::make_reverse_iterator(thrust::make_transform_iterator(numbers + count, narrow));
  auto const next   = [] __device__(int x) { return x + 1; }; // int is what the host takes it for
  auto const value  = thrust::make_transform_iterator(values, next);
  return thrum::run_length_decode(thrust::cuda::par, value, value + count, length, out);
}
