// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/reduce.h>

#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <algorithm>
#include <vector>

int main()
{
  //! [page]
  struct extent
  {
    int low, high;
  };
  auto const unite = [](extent a, extent b) {
    return extent{std::min(a.low, b.low), std::max(a.high, b.high)};
  };

  std::vector<extent> const extents{{3, 5}, {-2, 1}, {4, 9}};
  extent const all = thrum::reduce(thrust::omp::par, extents.begin(), extents.end(), extents.front(),
                                   thrum::commutative(unite)); // {-2, 9}
  //! [page]

  check(all.low == -2 && all.high == 9, "from -2 to 9");
}
