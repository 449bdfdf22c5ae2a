// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/reduce.h>

#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <cstdint>
#include <string>
#include <vector>

int main()
{
  //! [page]
  std::vector<std::uint8_t> const pixels(300, 1);

  // Without an init, the sum is of the input's type and wraps as it does: 300 modulo 256.
  auto const narrow = thrum::reduce(thrust::omp::par, pixels.begin(), pixels.end()); // std::uint8_t 44
  // With an init, it is of the init's type.
  auto const wide = thrum::reduce(thrust::omp::par, pixels.begin(), pixels.end(), 0); // int 300

  // An operator need not commute: the words stay in order.
  std::vector<std::string> const words{"the ", "same ", "order"};
  auto const join = [](std::string const& left, std::string const& right) { return left + right; };
  auto const text = thrum::reduce(thrust::omp::par, words.begin(), words.end(), std::string(), join);

  // The result goes where an iterator points.
  std::vector<int> total(1);
  thrum::reduce_into(thrust::omp::par, pixels.begin(), pixels.end(), total.begin(), 0);
  //! [page]

  check(narrow == 44, "300 modulo 256 is 44");
  check(wide == 300, "300");
  check(text == "the same order", "the words in order");
  check(total[0] == 300, "300 in memory");
}
