// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Work in segments of very different sizes, shared evenly: a picture is given by one span of pixels for each line, and
// f(line, pixel of its span) is called once for every pixel, in parallel, however long the spans are.

#include "example.h"

#include <thrum/load_balance.h>

#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include <cstdint>
#include <string>

// Called where the vectors are: THRUM_HOST_DEVICE is `__host__ __device__` to nvcc, and nothing to other compilers.
struct paint_pixel
{
  char* picture;
  int const* span_starts;
  int width;

  THRUM_HOST_DEVICE void operator()(std::int64_t line, std::int64_t rank) const
  {
    picture[line * width + span_starts[line] + rank] = '#';
  }
};

int main()
{
  int const width = 24;
  thrust::device_vector<int> const span_starts{11, 9, 7, 5, 3, 0, 0, 4, 8, 10};
  thrust::device_vector<int> const span_sizes{2, 6, 10, 14, 18, 24, 0, 16, 8, 4};

  thrust::device_vector<char> picture(span_sizes.size() * width, '.');
  paint_pixel const paint{thrust::raw_pointer_cast(picture.data()),
                          thrust::raw_pointer_cast(span_starts.data()), width};
  thrum::load_balanced_for_each(thrust::device, span_sizes.begin(), span_sizes.end(), paint);

  std::string const lines(picture.begin(), picture.end());
  for (std::size_t at = 0; at != lines.size(); at += width)
  {
    std::cout << lines.substr(at, width) << '\n';
  }

  auto const painted = thrust::count(picture.begin(), picture.end(), '#');
  example::expect(painted == thrust::reduce(span_sizes.begin(), span_sizes.end()),
                  "every pixel of every span");
  example::expect(lines.substr(3 * width, width) == ".....##############.....", "14 pixels from the 5th on");
}
