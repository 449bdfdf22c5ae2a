// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Takings of each shop out of a log of sales, with Thrust. dropin_after.cpp is this program with thrum.

#include "example.h"

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

int main()
{
  thrust::device_vector<int> shops{3, 1, 3, 2, 1, 3, 1};
  thrust::device_vector<double> sales{5.0, 1.5, 2.5, 9.0, 4.0, 1.0, 0.5};
  thrust::device_vector<int> open_shops(3);
  thrust::device_vector<double> takings(3);
  thrust::device_vector<double> running(3);

  auto const policy = thrust::device;
  thrust::stable_sort_by_key(policy, shops.begin(), shops.end(), sales.begin());
  thrust::reduce_by_key(policy, shops.begin(), shops.end(), sales.begin(), open_shops.begin(),
                        takings.begin());
  thrust::inclusive_scan(policy, takings.begin(), takings.end(), running.begin());
  double const total = thrust::reduce(policy, takings.begin(), takings.end());

  example::print("shop   ", open_shops);
  example::print("takings", takings);
  example::print("running", running);
  example::expect(takings == thrust::device_vector<double>{6.0, 9.0, 8.5}, "takings 6 9 8.5");
  example::expect(total == 23.5, "23.5 in all");
}
