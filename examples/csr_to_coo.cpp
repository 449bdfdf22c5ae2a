// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A sparse matrix in CSR form says where each row's entries end; in COO form every entry says which row it is in.
// To go from the one to the other is a run-length decode whose lengths come as run ends: the row pointers from
// their second entry on.

#include "example.h"

#include <thrum/run_length.h>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>

int main()
{
  //     [ 1 0 2 0 ]
  // A = [ 0 3 0 0 ]
  //     [ 0 0 0 0 ]   a row without entries is a run of length zero
  //     [ 4 5 0 6 ]
  int const num_rows = 4;
  thrust::device_vector<int> const row_pointers{0, 2, 3, 3, 6};
  thrust::device_vector<int> const columns{0, 2, 1, 0, 1, 3};
  thrust::device_vector<float> const entries{1, 2, 3, 4, 5, 6};

  thrust::device_vector<int> rows(columns.size());
  auto const first_row = thrust::make_counting_iterator(0);
  auto const end       = thrum::run_length_decode_ends(thrust::device, first_row, first_row + num_rows,
                                                       row_pointers.begin() + 1, rows.begin());

  example::print("rows   ", rows);
  example::print("columns", columns);
  example::print("entries", entries);

  example::expect(end == rows.end(), "one row index for each entry");
  example::expect(rows == thrust::device_vector<int>{0, 0, 1, 3, 3, 3}, "rows 0 0 1 3 3 3");
}
