// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A histogram of values that are not known beforehand: sorted, equal values stand together, and run_length_encode
// gives each value once with the number of times it occurs.

#include "example.h"

#include <thrum/run_length.h>

#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <string>

int main()
{
  std::string const text = "thrums are the warp threads left on the loom when the cloth is cut away";
  thrust::device_vector<char> letters(text.begin(), text.end());
  thrust::sort(thrust::device, letters.begin(), letters.end());

  thrust::device_vector<char> values(letters.size());
  thrust::device_vector<int> counts(letters.size());
  auto const ends = thrum::run_length_encode(thrust::device, letters.begin(), letters.end(), values.begin(),
                                             counts.begin());
  values.erase(ends.first, values.end());
  counts.erase(ends.second, counts.end());

  std::size_t total = 0;
  for (std::size_t bin = 0; bin != values.size(); ++bin)
  {
    char const letter = values[bin];
    int const count   = counts[bin];
    std::cout << letter << ' ' << std::string(count, '*') << ' ' << count << '\n';
    example::expect(count == thrust::count(letters.begin(), letters.end(), letter),
                    "as many as the text has");
    total += count;
  }
  example::expect(total == text.size(), "every letter in one bin");
}
