// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Empty ranges, and outputs that nothing is written to: what an iterator points to is not asked for. A program
// without Boost.Test, since the debug mode of a standard library changes its vectors.
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <thrust/execution_policy.h>
#include <thrust/system/omp/execution_policy.h>

#include <vector>

template <class Policy>
bool works_on_nothing(Policy const& policy)
{
  std::vector<int> const none;
  std::vector<int> const values{7, 8}, zeros{0, 0};
  std::vector<int> out(1), sums(2);
  thrum::inclusive_scan(policy, none.begin(), none.end(), out.end());
  thrum::reduce_by_key(policy, none.begin(), none.end(), none.begin(), out.end(), out.end());
  thrum::run_length_encode(policy, none.begin(), none.end(), out.end(), out.end());
  auto const end = thrum::run_length_decode(policy, values.begin(), values.end(), zeros.begin(), out.end());
  thrum::inclusive_scan(policy, values.begin(), values.end(), sums.begin());
  return end == out.end() && thrum::reduce(policy, none.begin(), none.end(), 4) == 4 && sums.back() == 15;
}

int main()
{
  return works_on_nothing(thrust::seq) && works_on_nothing(thrust::omp::par) ? 0 : 1;
}
