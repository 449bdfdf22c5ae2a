// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/thrum.h>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/sort.h>

#include "check.h"

int main()
{
  thrust::device_vector<int> keys{2, 1, 2, 1};
  thrust::device_vector<float> values{1, 2, 3, 4};
  thrust::device_vector<float> sums(2);
  auto const keys_out = thrust::make_discard_iterator();

  //! [page]
  // Thrust
  thrust::sort_by_key(thrust::device, keys.begin(), keys.end(), values.begin());
  thrust::reduce_by_key(thrust::device, keys.begin(), keys.end(), values.begin(), keys_out, sums.begin());

  // thrum, by name: write thrum:: in front
  thrum::reduce_by_key(thrust::device, keys.begin(), keys.end(), values.begin(), keys_out, sums.begin());

  // thrum, by policy: leave the calls as they are. What thrum does not have, the sort, stays Thrust's.
  auto const policy = thrum::accelerate(thrust::device);
  thrust::sort_by_key(policy, keys.begin(), keys.end(), values.begin());
  thrust::reduce_by_key(policy, keys.begin(), keys.end(), values.begin(), keys_out, sums.begin());
  //! [page]

  check(sums == thrust::device_vector<float>{6, 4}, "the sums are 6 and 4");
}
