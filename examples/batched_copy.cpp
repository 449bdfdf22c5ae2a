// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Many copies in one call: rows of different lengths, stored one after another, are spread out to rows of one width.
// Sources and destinations are iterators to iterators, here made from offsets on the fly.

#include "example.h"

#include <thrum/load_balance.h>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <string>

int main()
{
  std::string const words = "warpweftthrumselvage";
  thrust::device_vector<char> const packed(words.begin(), words.end());
  thrust::device_vector<int> const offsets{0, 4, 8, 13};
  thrust::device_vector<int> const sizes{4, 4, 5, 7};

  int const width = 10;
  thrust::device_vector<char> padded(sizes.size() * width, '.');

  using thrust::placeholders::_1;
  auto const sources      = thrust::make_transform_iterator(offsets.begin(), _1 + packed.begin());
  auto const destinations = thrust::make_transform_iterator(thrust::make_counting_iterator(0),
                                                            _1 * width + padded.begin());
  thrum::batched_copy(thrust::device, sources, destinations, sizes.begin(), static_cast<int>(sizes.size()));

  std::string const rows(padded.begin(), padded.end());
  for (std::size_t at = 0; at != rows.size(); at += width)
  {
    std::cout << rows.substr(at, width) << '\n';
  }
  example::expect(rows == "warp......weft......thrum.....selvage...", "each word at the start of its row");
}
