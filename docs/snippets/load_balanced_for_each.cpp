// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/load_balance.h>

#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <cstdint>
#include <vector>

int main()
{
  //! [page]
  // Polygons of any number of corners, cut into triangles: a fan of n - 2 for n corners.
  std::vector<int> const triangles{1, 0, 3}; // of a triangle, of nothing, of a pentagon
  std::vector<int> const first_corner{0, 3, 3};
  std::vector<int> const first_triangle{0, 1, 1};
  std::vector<int> corners(3 * 4);

  thrum::load_balanced_for_each(thrust::omp::par, triangles.begin(), triangles.end(),
                                [&](std::int64_t polygon, std::int64_t rank) {
                                  int const corner = first_corner[polygon];
                                  int* const out   = &corners[3 * (first_triangle[polygon] + rank)];
                                  out[0]           = corner;
                                  out[1]           = corner + static_cast<int>(rank) + 1;
                                  out[2]           = corner + static_cast<int>(rank) + 2;
                                });
  //! [page]

  check(corners == std::vector<int>{0, 1, 2, 3, 4, 5, 3, 5, 6, 3, 6, 7}, "four triangles");
}
