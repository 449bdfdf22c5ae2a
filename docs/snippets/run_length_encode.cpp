// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/run_length.h>

#include <thrust/iterator/discard_iterator.h>
#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <cstdint>
#include <string>
#include <vector>

int main()
{
  //! [page]
  std::string const text = "aaabccccdd";
  std::string values(text.size(), ' ');
  std::vector<int> lengths(text.size());

  auto const ends = thrum::run_length_encode(thrust::omp::par, text.begin(), text.end(), values.begin(),
                                             lengths.begin());
  values.erase(ends.first, values.end());    // a b c d
  lengths.erase(ends.second, lengths.end()); // 3 1 4 2

  // Runs of two and more: where they begin and how long they are.
  std::vector<std::int64_t> offsets(text.size() / 2);
  std::vector<int> long_lengths(text.size() / 2);
  auto const long_ends = thrum::run_length_encode_non_trivial(thrust::omp::par, text.begin(), text.end(),
                                                              offsets.begin(), long_lengths.begin());
  offsets.erase(long_ends.first, offsets.end());            // 0 4 8
  long_lengths.erase(long_ends.second, long_lengths.end()); // 3 4 2

  // How many runs there are, and nothing else.
  std::vector<std::int64_t> count(1);
  // Gives 4.
  thrum::run_length_encode_into(thrust::omp::par, text.begin(), text.end(), thrust::make_discard_iterator(),
                                thrust::make_discard_iterator(), count.begin());
  //! [page]

  check(values == "abcd" && lengths == std::vector<int>{3, 1, 4, 2}, "runs of 3, 1, 4 and 2");
  check(offsets == std::vector<std::int64_t>{0, 4, 8}, "long runs at 0, 4 and 8");
  check(long_lengths == std::vector<int>{3, 4, 2}, "long runs of 3, 4 and 2");
  check(count[0] == 4, "four runs");
}
