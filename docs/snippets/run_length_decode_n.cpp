// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/run_length.h>

#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <cstdint>
#include <string>
#include <vector>

int main()
{
  //! [page]
  std::string const values = "abcd";
  std::vector<int> const lengths{3, 0, 4, 5};
  std::string items(8, '.');

  // A capacity is a hard limit; how many items there would be is told. Gives aaaccccd and 12.
  auto const result = thrum::run_length_decode_n(thrust::omp::par, values.begin(), lengths.begin(), 4,
                                                 items.begin(), 8);

  // The same with the number left in memory. A negative length counts as 0 here.
  std::vector<int> const doubtful{3, -7, 2, 0};
  std::string few(8, '.');
  std::vector<std::int64_t> needed(1);
  // Gives aaacc... and 5.
  thrum::run_length_decode_n(thrust::omp::par, values.begin(), doubtful.begin(), 4, few.begin(), 8,
                             needed.begin());
  //! [page]

  check(result.first == items.end() && result.second == 12, "eight written, twelve needed");
  check(items == "aaaccccd", "aaaccccd");
  check(few == "aaacc..." && needed[0] == 5, "aaacc and 5");
}
