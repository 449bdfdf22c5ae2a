// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//! [page]
#include <thrum/run_length.h>

#include <thrust/system/omp/execution_policy.h>

#include <iostream>
#include <vector>

int main()
{
  std::vector<char> const letters{'t', 'h', 'r', 'u', 'm', '!'};
  std::vector<int> const times{1, 1, 2, 0, 3, 1};

  auto const size = thrum::run_length_decoded_size(thrust::omp::par, times.begin(), times.end());
  std::vector<char> text(size);
  thrum::run_length_decode(thrust::omp::par, letters.begin(), letters.end(), times.begin(), text.begin());

  std::cout.write(text.data(), size) << '\n'; // thrrmmm!
}
//! [page]
