// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL CCCL
// control: -std=c++17 DETAIL CCCL OPENMP
// expect:  thrum: a policy of the OpenMP system needs a compiler with OpenMP enabled (-fopenmp)
#include <thrum/scan.h>

#include <thrust/system/omp/execution_policy.h>

void sums(int* first, int* last)
{
  thrum::inclusive_scan(thrust::omp::par, first, last, first);
}
