// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/scan.h>

#include <thrust/execution_policy.h>
#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <cstring>
#include <vector>

#include <omp.h>

int main()
{
  //! [page]
  std::vector<float> items(1000003);
  for (std::size_t i = 0; i < items.size(); ++i)
  {
    items[i] = 1.0f / static_cast<float>(1 + i % 977);
  }

  std::vector<float> expected(items.size()), sums(items.size());
  thrum::inclusive_scan(thrust::seq, items.begin(), items.end(), expected.begin());
  for (int threads : {1, 2, 3, 7, 64})
  {
    omp_set_num_threads(threads);
    thrum::inclusive_scan(thrust::omp::par, items.begin(), items.end(), sums.begin());
    check(std::memcmp(sums.data(), expected.data(), sums.size() * sizeof(float)) == 0, "the same bits");
  }
  //! [page]
}
