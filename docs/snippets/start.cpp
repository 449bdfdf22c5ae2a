// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! [page]
#include <thrum/thrum.h>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>

#include "check.h"

int main()
{
  // How many goods came in each parcel, and what each of the goods weighs.
  thrust::device_vector<int> const sizes{2, 0, 3, 1};
  thrust::device_vector<double> const weights{0.5, 1.5, 2.0, 1.0, 1.0, 8.0};

  // Where each parcel begins: 0 2 2 5.
  thrust::device_vector<int> offsets(sizes.size());
  thrum::exclusive_scan(thrust::device, sizes.begin(), sizes.end(), offsets.begin());

  // Which parcel each of the goods is in: 0 0 2 2 2 3.
  thrust::device_vector<int> parcels(weights.size());
  thrust::counting_iterator<int> const number(0);
  thrum::run_length_decode(thrust::device, number, number + sizes.size(), sizes.begin(), parcels.begin());

  // What each parcel weighs that has something in it: 0, 2 and 3 weigh 2.0, 4.0 and 8.0.
  thrust::device_vector<int> numbers(sizes.size());
  thrust::device_vector<double> sums(sizes.size());
  auto const ends = thrum::reduce_by_key(thrust::device, parcels.begin(), parcels.end(), weights.begin(),
                                         numbers.begin(), sums.begin());
  numbers.erase(ends.first, numbers.end());
  sums.erase(ends.second, sums.end());

  check(offsets == thrust::device_vector<int>{0, 2, 2, 5}, "where the parcels begin");
  check(parcels == thrust::device_vector<int>{0, 0, 2, 2, 2, 3}, "which parcel they are in");
  check(numbers == thrust::device_vector<int>{0, 2, 3}, "which parcels hold something");
  check(sums == thrust::device_vector<double>{2.0, 4.0, 8.0}, "what these weigh");
}
//! [page]
