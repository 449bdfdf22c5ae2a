// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every algorithm on the CPU; see dialects.sh.
#include "all_algorithms.h"

#include <thrust/system/omp/execution_policy.h>

void call_all(all_algorithms::data const& d);

void call_all(all_algorithms::data const& d)
{
  all_algorithms::call_all(thrust::seq, d);
  all_algorithms::call_all(thrust::omp::par, d);
}
