// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/scan.h>

#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/system/omp/execution_policy.h>

#include <vector>

static_assert(THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA, "CUDA is the default");

namespace
{
// For the host alone: an algorithm that is marked for host and device must not warn when it calls this.
struct host_plus
{
  int operator()(int a, int b) const { return a + b; }
};

template <class Policy>
void run(Policy const& policy, std::vector<int>& items)
{
  thrum::inclusive_scan(policy, items.begin(), items.end(), items.begin());
  thrum::exclusive_scan(policy, items.begin(), items.end(), items.begin(), 0, host_plus{});
  thrust::counting_iterator<int> const counting(0);
  thrum::inclusive_scan(policy, counting, counting + 9, thrust::make_discard_iterator(),
                        [](int a, int b) { return a < b ? a : b; });
}
} // namespace

void run_all(std::vector<int>& items)
{
  run(thrust::seq, items);
  run(thrust::host, items);
  run(thrust::cpp::par, items);
  run(thrust::omp::par, items);
}
