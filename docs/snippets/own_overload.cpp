// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/execution_policy.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>

#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <vector>

//! [page]
namespace app
{
struct logged : thrust::omp::execution_policy<logged>
{
  int* calls;
  explicit logged(int& counter) : calls(&counter) {}
};

// The policy's own reduce, for one arity. Other arities and algorithms are not affected.
template <class It, class T, class Op>
T reduce(logged& policy, It first, It last, T init, Op op)
{
  ++*policy.calls;
  return thrum::reduce(thrust::omp::par, first, last, init, op);
}
} // namespace app

int main()
{
  int calls = 0;
  app::logged const policy(calls);
  std::vector<int> items{1, 2, 3};

  int const sum = thrum::reduce(policy, items.begin(), items.end());        // finds app::reduce
  thrum::inclusive_scan(policy, items.begin(), items.end(), items.begin()); // thrum's, on OpenMP

  check(sum == 6 && calls == 1, "the policy's own reduce ran");
  check(items == std::vector<int>{1, 3, 6}, "the scan is thrum's");
}
//! [page]
