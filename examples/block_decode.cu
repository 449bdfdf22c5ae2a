// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A kernel of one's own that shares uneven work evenly: rows of a sparse matrix are scaled by a factor each. A block
// takes 128 rows, whatever is in them, and decodes which row each entry belongs to: all threads have as much to do.

#include "example.h"

#include <thrum/block/run_length_decode.h>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

constexpr int block_threads = 128, entries_per_thread = 4;

__global__ void scale_rows(int const* row_starts, int rows, float const* factors, float* entries)
{
  using decoder = thrum::block::run_length_decode<int, block_threads, 1, entries_per_thread>;
  __shared__ decoder::storage storage;

  int const row  = static_cast<int>(blockIdx.x * block_threads + threadIdx.x);
  int const size = row < rows ? row_starts[row + 1] - row_starts[row] : 0; // rows may be empty
  decoder runs(storage);
  unsigned const count = runs.set_runs({row}, {size});
  float* const first   = entries + row_starts[blockIdx.x * block_threads];
  for (unsigned window = 0; window < count; window += block_threads * entries_per_thread)
  {
    int row_of[entries_per_thread];
    runs.decode(row_of, window);
    for (int i = 0; i < entries_per_thread; ++i)
    {
      unsigned const at = window + threadIdx.x * entries_per_thread + i;
      if (at < count)
      {
        first[at] *= factors[row_of[i]];
      }
    }
  }
}

int main()
{
  int const rows = 1000;
  thrust::host_vector<int> row_starts(rows + 1, 0);
  thrust::host_vector<float> factors(rows), expected;
  for (int row = 0; row < rows; ++row)
  {
    int const size = row % 3 == 0 ? 0 : row == 500 ? 100'000 : row % 20; // one row has more than all others
    factors[row]   = static_cast<float>(row);
    row_starts[row + 1] = row_starts[row] + size;
    expected.insert(expected.end(), size, static_cast<float>(2 * row));
  }
  thrust::device_vector<int> const starts(row_starts);
  thrust::device_vector<float> const by(factors);
  thrust::device_vector<float> entries(expected.size(), 2.0f);
  scale_rows<<<(rows + block_threads - 1) / block_threads, block_threads>>>(
    thrust::raw_pointer_cast(starts.data()), rows, thrust::raw_pointer_cast(by.data()),
    thrust::raw_pointer_cast(entries.data()));
  example::expect(cudaDeviceSynchronize() == cudaSuccess, "that the kernel runs");
  example::expect(thrust::host_vector<float>(entries) == expected, "each entry times its row's factor");
}
