// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What each consumer builds and runs: exits with 0 if the last sum is right.
#include <thrum/scan.h>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>

int main()
{
  thrust::device_vector<int> items(1000, 1);
  thrum::inclusive_scan(thrust::device, items.begin(), items.end(), items.begin());
  return items.back() == 1000 ? 0 : 1;
}
