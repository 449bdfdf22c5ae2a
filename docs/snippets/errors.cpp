// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/run_length.h>

#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <stdexcept>
#include <string>
#include <vector>

int main()
{
  std::string message;
  //! [page]
  std::string const values = "abc";
  std::vector<int> const lengths{2, -5, 1};
  std::string items(8, '.');
  try
  {
    thrum::run_length_decode(thrust::omp::par, values.begin(), values.end(), lengths.begin(), items.begin());
  }
  catch (std::invalid_argument const& error)
  {
    message = error.what(); // thrum::run_length_decode: negative length at index 1
  }
  //! [page]

  check(message == "thrum::run_length_decode: negative length at index 1", "the message names the index");
  check(items == "........", "nothing was written");
}
