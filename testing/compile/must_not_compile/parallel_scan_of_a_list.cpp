// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL CCCL OPENMP
// control: -std=c++17 DETAIL CCCL OPENMP -DINDEXED
// expect:  thrum: a parallel policy needs random access iterators
#include <thrum/scan.h>

#include <thrust/system/omp/execution_policy.h>

#include <list>
#include <vector>

#if defined(INDEXED)
using items = std::vector<int>;
#else
using items = std::list<int>;
#endif

void sums(items const& in, int* result)
{
  thrum::inclusive_scan(thrust::omp::par, in.begin(), in.end(), result);
}
