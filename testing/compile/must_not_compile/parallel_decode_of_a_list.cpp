// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL CCCL OPENMP
// control: -std=c++17 DETAIL CCCL OPENMP -DINDEXED
// expect:  thrum: a parallel policy needs random access iterators
#include <thrum/run_length.h>

#include <thrust/system/omp/execution_policy.h>

#include <list>
#include <vector>

#if defined(INDEXED)
using items = std::vector<int>;
#else
using items = std::list<int>;
#endif

void decode(items const& values, int const* lengths, int* result)
{
  thrum::run_length_decode(thrust::omp::par, values.begin(), values.end(), lengths, result);
}
