// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/load_balance.h>

#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <cstddef>
#include <string>
#include <vector>

int main()
{
  //! [page]
  // Strings that lie here and there, brought side by side.
  std::string const words[] = {"warp", "and", "weft"};
  std::vector<char const*> sources;
  std::vector<char*> destinations;
  std::vector<std::size_t> sizes;

  std::string cloth(11, ' ');
  char* place = cloth.data();
  for (std::string const& word : words)
  {
    sources.push_back(word.data());
    destinations.push_back(place);
    sizes.push_back(word.size());
    place += word.size();
  }

  // Gives warpandweft.
  thrum::batched_copy(thrust::omp::par, sources.begin(), destinations.begin(), sizes.begin(), 3);
  //! [page]

  check(cloth == "warpandweft", "warpandweft");
}
