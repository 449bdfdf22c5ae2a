// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/iterator/run_length_decoded_view.h>

#include <thrust/system/omp/execution_policy.h>
#include <thrust/transform.h>

#include "check.h"

#include <vector>

int main()
{
  //! [page]
  std::vector<float> const gains{0.5f, 1.0f, 4.0f};
  std::vector<int> const lengths{2, 0, 3};
  std::vector<float> signal{2, 4, 1, 2, 3};

  auto const gain = thrum::make_run_length_decoded_view(thrust::omp::par, gains.begin(), lengths.begin(), 3);
  // gain.size() is 5, gain[4] is 4.0f; no array of five gains exists.

  thrust::transform(thrust::omp::par, gain.begin(), gain.end(), signal.begin(), signal.begin(),
                    [](float g, float s) { return g * s; }); // 1 2 4 8 12
  //! [page]

  check(gain.size() == 5 && gain[4] == 4.0f && !gain.empty(), "five gains");
  check(signal == std::vector<float>{1, 2, 4, 8, 12}, "1 2 4 8 12");
}
