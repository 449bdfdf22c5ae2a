// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A run-length code used as if it had been decoded. Each batch of measurements has a gain of its own; the view gives
// every measurement its batch's gain, out of a table that holds one entry for each batch.

#include "example.h"

#include <thrum/iterator/run_length_decoded_view.h>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/transform.h>

int main()
{
  thrust::device_vector<float> const gains{1.0f, 10.0f, 0.5f, 2.0f};
  thrust::device_vector<int> const batch_sizes{3, 1, 0, 4}; // nothing was measured in the third batch
  thrust::device_vector<float> const measured{1, 2, 3, 4, 5, 6, 7, 8};

  auto const gain_of_each = thrum::make_run_length_decoded_view(
    thrust::device, gains.begin(), batch_sizes.begin(), static_cast<int>(gains.size()));

  thrust::device_vector<float> scaled(measured.size());
  thrust::transform(thrust::device, gain_of_each.begin(), gain_of_each.end(), measured.begin(),
                    scaled.begin(), thrust::multiplies<float>{});

  float const gain_of_item_3 = gain_of_each[3];
  std::cout << "items in the view: " << gain_of_each.size() << ", gain of item 3: " << gain_of_item_3 << '\n';
  example::print("measured", measured);
  example::print("scaled  ", scaled);

  example::expect(gain_of_each.size() == 8, "8 items");
  example::expect(scaled == thrust::device_vector<float>{1, 2, 3, 40, 10, 12, 14, 16},
                  "1 2 3 40 10 12 14 16");
}
