// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL CCCL OPENMP
// control: -std=c++17 DETAIL CCCL OPENMP -DINDEXED
// expect:  thrum: a parallel policy needs random access iterators
#include <thrum/iterator/run_length_decoded_view.h>

#include <thrust/system/omp/execution_policy.h>

#include <list>
#include <vector>

#if defined(INDEXED)
using items = std::vector<int>;
#else
using items = std::list<int>;
#endif

auto decoded(int const* values, items const& lengths)
{
  return thrum::make_run_length_decoded_view(thrust::omp::par, values, lengths.begin(), 3);
}
