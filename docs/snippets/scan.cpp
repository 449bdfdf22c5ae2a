// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/scan.h>

#include <thrust/functional.h>
#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <vector>

#include <cuda/functional>

int main()
{
  //! [page]
  std::vector<int> const items{3, 1, 4, 1, 5};
  std::vector<int> sums(5), before(5), highest(5);

  thrum::inclusive_scan(thrust::omp::par, items.begin(), items.end(), sums.begin());   // 3 4 8 9 14
  thrum::exclusive_scan(thrust::omp::par, items.begin(), items.end(), before.begin()); // 0 3 4 8 9
  thrum::inclusive_scan(thrust::omp::par, items.begin(), items.end(), highest.begin(),
                        cuda::maximum<int>{}); // 3 3 4 4 5

  // From an init, and in place.
  std::vector<int> from_ten = items;
  thrum::inclusive_scan(thrust::omp::par, from_ten.begin(), from_ten.end(), from_ten.begin(), 10,
                        thrust::plus<int>{}); // 13 14 18 19 24
  //! [page]

  check(sums == std::vector<int>{3, 4, 8, 9, 14}, "sums");
  check(before == std::vector<int>{0, 3, 4, 8, 9}, "sums of what is before");
  check(highest == std::vector<int>{3, 3, 4, 4, 5}, "the highest so far");
  check(from_ten == std::vector<int>{13, 14, 18, 19, 24}, "sums from ten");
}
