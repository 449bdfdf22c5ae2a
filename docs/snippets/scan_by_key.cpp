// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/scan.h>

#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <vector>

int main()
{
  //! [page]
  std::vector<char> const keys{'a', 'a', 'b', 'b', 'b', 'a'};
  std::vector<int> const values{1, 2, 3, 4, 5, 6};
  std::vector<int> sums(6), before(6);

  // Gives 1 3, 3 7 12 and 6.
  thrum::inclusive_scan_by_key(thrust::omp::par, keys.begin(), keys.end(), values.begin(), sums.begin());
  // Gives 10 11, 10 13 17 and 10.
  thrum::exclusive_scan_by_key(thrust::omp::par, keys.begin(), keys.end(), values.begin(), before.begin(),
                               10);
  //! [page]

  check(sums == std::vector<int>{1, 3, 3, 7, 12, 6}, "sums");
  check(before == std::vector<int>{10, 11, 10, 13, 17, 10}, "sums of what is before");
}
