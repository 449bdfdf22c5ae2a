// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/transform_reduce.h>

#include <thrust/functional.h>
#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <vector>

int main()
{
  //! [page]
  std::vector<float> const samples{1.0f, 2.0f, 3.0f};
  auto const square = [](float x) { return double(x) * x; };

  double const energy = thrum::transform_reduce(thrust::omp::par, samples.begin(), samples.end(), square, 0.0,
                                                thrust::plus<>{}); // 14.0
  //! [page]

  check(energy == 14.0, "the sum of squares is 14");
}
