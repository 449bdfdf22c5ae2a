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
  std::string const values = "xyz";
  std::vector<std::uint16_t> const lengths{3, 0, 2};

  auto const size = thrum::run_length_decoded_size(thrust::omp::par, lengths.begin(), lengths.end()); // 5

  std::string items(size, ' ');
  std::vector<int> ranks(size);
  // Gives xxxzz and 0 1 2 0 1.
  thrum::run_length_decode(thrust::omp::par, values.begin(), values.end(), lengths.begin(), items.begin(),
                           ranks.begin());
  //! [page]

  check(size == 5, "five items");
  check(items == "xxxzz", "xxxzz");
  check(ranks == std::vector<int>{0, 1, 2, 0, 1}, "ranks 0 1 2 0 1");
}
