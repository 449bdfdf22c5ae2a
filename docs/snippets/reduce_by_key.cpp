// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/reduce.h>

#include <thrust/functional.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <cstdint>
#include <vector>

int main()
{
  //! [page]
  std::vector<int> const keys{11, 21, 31, 42, 52, 13};
  std::vector<int> const values{1, 2, 3, 4, 5, 6};
  std::vector<int> last_keys(6), sums(6);

  auto const same_last_digit = [](int previous, int current) { return previous % 10 == current % 10; };
  auto const ends = thrum::reduce_by_key(thrust::omp::par, keys.begin(), keys.end(), values.begin(),
                                         last_keys.begin(), sums.begin(), same_last_digit);
  last_keys.erase(ends.first, last_keys.end()); // 31 52 13: the last key of each group
  sums.erase(ends.second, sums.end());          //  6  9  6

  // Only the sums, and their number in memory.
  std::vector<std::int64_t> count(1);
  thrum::reduce_by_key_into(thrust::omp::par, keys.begin(), keys.end(), values.begin(),
                            thrust::make_discard_iterator(), sums.begin(), count.begin(), same_last_digit,
                            thrust::plus<int>{});
  //! [page]

  check(last_keys == std::vector<int>{31, 52, 13}, "keys 31 52 13");
  check(sums == std::vector<int>{6, 9, 6}, "sums 6 9 6");
  check(count[0] == 3, "three groups");
}
