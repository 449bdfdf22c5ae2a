// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/block/run_length_decode.h>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <cstdint>
#include <string>

#include "check.h"

//! [page]
// One block decodes 128 runs, two a thread, into text: 128 letters at a time, two a thread.
__global__ void decode_text(char const* letters, int const* times, char* text)
{
  using decoder = thrum::block::run_length_decode<char, 64, 2, 2>;
  __shared__ decoder::storage storage;

  char letter[2];
  int length[2];
  for (int i = 0; i < 2; ++i)
  {
    letter[i] = letters[threadIdx.x * 2 + i];
    length[i] = times[threadIdx.x * 2 + i];
  }

  decoder runs(storage);
  std::uint32_t const size = runs.set_runs(letter, length);
  for (std::uint32_t window = 0; window < size; window += 64 * 2)
  {
    char item[2];
    runs.decode(item, window);
    for (int i = 0; i < 2; ++i)
    {
      std::uint32_t const at = window + threadIdx.x * 2 + i;
      if (at < size)
      {
        text[at] = item[i];
      }
    }
  }
}
//! [page]

int main()
{
  thrust::host_vector<char> letters(128);
  thrust::host_vector<int> times(128);
  std::string expected;
  for (int i = 0; i < 128; ++i)
  {
    letters[i] = static_cast<char>('a' + i % 26);
    times[i]   = i % 7 == 0 ? 0 : i % 11;
    expected.append(static_cast<std::size_t>(times[i]), letters[i]);
  }
  thrust::device_vector<char> const device_letters(letters);
  thrust::device_vector<int> const device_times(times);
  thrust::device_vector<char> text(expected.size());
  decode_text<<<1, 64>>>(thrust::raw_pointer_cast(device_letters.data()),
                         thrust::raw_pointer_cast(device_times.data()),
                         thrust::raw_pointer_cast(text.data()));
  check(cudaDeviceSynchronize() == cudaSuccess, "the kernel ran");
  thrust::host_vector<char> const got(text);
  check(std::string(got.begin(), got.end()) == expected, "each letter as many times as it should be");
}
