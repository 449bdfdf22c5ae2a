// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Sparse matrix times vector, y = A x, as a segmented sum: each entry of A is multiplied with the item of x that its
// column selects, and reduce_by_key adds up the products of each row. However uneven the rows are, the work is split
// evenly, and the products are made on the fly: they are never stored.

#include "example.h"

#include <thrum/reduce.h>
#include <thrum/run_length.h>

#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/scatter.h>
#include <thrust/zip_function.h>

int main()
{
  //     [ 1 0 2 0 ]       [ 1 ]
  // A = [ 0 3 0 0 ]   x = [ 2 ]
  //     [ 0 0 0 0 ]       [ 3 ]
  //     [ 4 5 0 6 ]       [ 4 ]
  int const num_rows = 4;
  thrust::device_vector<int> const row_pointers{0, 2, 3, 3, 6};
  thrust::device_vector<int> const columns{0, 2, 1, 0, 1, 3};
  thrust::device_vector<float> const entries{1, 2, 3, 4, 5, 6};
  thrust::device_vector<float> const x{1, 2, 3, 4};

  thrust::device_vector<int> rows(entries.size());
  auto const first_row = thrust::make_counting_iterator(0);
  thrum::run_length_decode_ends(thrust::device, first_row, first_row + num_rows, row_pointers.begin() + 1,
                                rows.begin());

  auto const gathered_x = thrust::make_permutation_iterator(x.begin(), columns.begin());
  auto const products   = thrust::make_transform_iterator(
      thrust::make_zip_iterator(entries.begin(), gathered_x),
      thrust::make_zip_function(thrust::multiplies<float>{}));

  // A row without entries makes no sum, so that the sums have to be put in their rows' places.
  thrust::device_vector<int> nonempty_rows(num_rows);
  thrust::device_vector<float> sums(num_rows);
  auto const ends = thrum::reduce_by_key(thrust::device, rows.begin(), rows.end(), products,
                                         nonempty_rows.begin(), sums.begin());

  thrust::device_vector<float> y(num_rows, 0.0f);
  thrust::scatter(thrust::device, sums.begin(), ends.second, nonempty_rows.begin(), y.begin());

  example::print("y", y);
  example::expect(y == thrust::device_vector<float>{7, 6, 0, 38}, "7 6 0 38");
}
