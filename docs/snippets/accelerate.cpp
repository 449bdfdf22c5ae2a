// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/execution_policy.h>

#include <thrust/count.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <vector>

//! [page]
// Code that takes a policy and calls Thrust. It need not know of thrum.
template <class Policy>
float mean_of_positive(Policy const& policy, std::vector<float> items)
{
  auto const is_positive = [](float x) { return x > 0; };
  thrust::sort(policy, items.begin(), items.end());
  auto const count = thrust::count_if(policy, items.begin(), items.end(), is_positive);
  return thrust::reduce(policy, items.end() - count, items.end()) / static_cast<float>(count);
}

int main()
{
  // The sum and the count run in thrum, the sort in Thrust.
  float const mean = mean_of_positive(thrum::accelerate(thrust::omp::par), {3.0f, -1.0f, 5.0f});

  check(mean == 4.0f, "the mean of 3 and 5");
}
//! [page]
