// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/run_length.h>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <vector>

int main()
{
  //! [page]
  // The rows of a sparse matrix in CSR form, and the row of each of its entries: CSR to COO.
  std::vector<int> const row_pointers{0, 2, 3, 3, 6};
  std::vector<int> rows(6);

  thrust::counting_iterator<int> const row(0);
  // Gives 0 0 1 3 3 3.
  thrum::run_length_decode_ends(thrust::omp::par, row, row + 4, row_pointers.begin() + 1, rows.begin());
  //! [page]

  check(rows == std::vector<int>{0, 0, 1, 3, 3, 3}, "rows 0 0 1 3 3 3");
}
