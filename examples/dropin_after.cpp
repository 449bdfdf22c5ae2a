// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// dropin_before.cpp with thrum, in both ways: `thrum::` in front of a call, or every call left as it is and the
// policy changed. The second also reaches calls in code that only gets the policy handed to it.

#include "example.h"

#include <thrum/execution_policy.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

int main()
{
  thrust::device_vector<int> shops{3, 1, 3, 2, 1, 3, 1};
  thrust::device_vector<double> sales{5.0, 1.5, 2.5, 9.0, 4.0, 1.0, 0.5};
  thrust::device_vector<int> open_shops(3);
  thrust::device_vector<double> takings(3);
  thrust::device_vector<double> running(3);

  // Way one: the policy stays, thrum's algorithms are called by name.
  thrust::stable_sort_by_key(thrust::device, shops.begin(), shops.end(), sales.begin());
  thrum::reduce_by_key(thrust::device, shops.begin(), shops.end(), sales.begin(), open_shops.begin(),
                       takings.begin());
  thrum::inclusive_scan(thrust::device, takings.begin(), takings.end(), running.begin());
  double const total = thrum::reduce(thrust::device, takings.begin(), takings.end());

  // Way two: the calls stay, the policy changes. What thrum does not have, as the sort, still runs in Thrust.
  auto const policy = thrum::accelerate(thrust::device);
  thrust::device_vector<double> takings_too(3);
  thrust::device_vector<double> running_too(3);
  thrust::stable_sort_by_key(policy, shops.begin(), shops.end(), sales.begin());
  thrust::reduce_by_key(policy, shops.begin(), shops.end(), sales.begin(), open_shops.begin(),
                        takings_too.begin());
  thrust::inclusive_scan(policy, takings_too.begin(), takings_too.end(), running_too.begin());
  double const total_too = thrust::reduce(policy, takings_too.begin(), takings_too.end());

  example::print("shop   ", open_shops);
  example::print("takings", takings);
  example::print("running", running);
  example::print("takings, the other way", takings_too);
  example::expect(takings == thrust::device_vector<double>{6.0, 9.0, 8.5}, "takings 6 9 8.5");
  example::expect(total == 23.5, "23.5 in all");
  example::expect(takings_too == takings && running_too == running && total_too == total,
                  "the same in both ways");
}
