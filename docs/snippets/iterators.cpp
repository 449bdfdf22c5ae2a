// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <cstdint>
#include <forward_list>
#include <iterator>
#include <vector>

int main()
{
  //! [page]
  // Input that is computed, output that is thrown away: 3 * 10^9 items, and no array of them.
  std::vector<int> const lengths{1000000000, 1000000000, 1000000000};
  auto const end = thrum::run_length_decode(thrust::omp::par, thrust::counting_iterator<int>(0),
                                            thrust::counting_iterator<int>(3), lengths.begin(),
                                            thrust::make_discard_iterator());

  // Keys of two columns.
  std::vector<int> const year{2023, 2023, 2024, 2024}, month{1, 1, 1, 2};
  auto const keys = thrust::make_zip_iterator(year.begin(), month.begin());
  std::vector<int> counts(4);
  auto const one = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), [](int) { return 1; });
  auto const counts_end = thrum::reduce_by_key(thrust::omp::par, keys, keys + 4, one,
                                               thrust::make_discard_iterator(), counts.begin());
  counts.erase(counts_end.second, counts.end()); // 2 1 1

  // From the back to the front, halved on the way out.
  std::vector<int> const items{2, 4, 6};
  std::vector<int> halves(3);
  auto const halved = thrust::make_transform_output_iterator(halves.begin(), [](int x) { return x / 2; });
  // Gives 3 5 6.
  thrum::inclusive_scan(thrust::omp::par, thrust::make_reverse_iterator(items.end()),
                        thrust::make_reverse_iterator(items.begin()), halved);

  // A list, and an output that only takes what it is given: with thrust::seq.
  std::forward_list<int> const list{1, 2, 3};
  std::vector<int> sums;
  thrum::inclusive_scan(thrust::seq, list.begin(), list.end(), std::back_inserter(sums)); // 1 3 6
  //! [page]

  check(end - thrust::make_discard_iterator() == 3000000000, "three thousand million items");
  check(counts == std::vector<int>{2, 1, 1}, "counts 2 1 1");
  check(halves == std::vector<int>{3, 5, 6}, "halves 3 5 6");
  check(sums == std::vector<int>{1, 3, 6}, "sums 1 3 6");
}
