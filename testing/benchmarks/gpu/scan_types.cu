// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans on the GPU of halves, complex numbers, and structs with an operator that does not commute.
#include "scan_work.h"

namespace thrum_benchmark
{
void hold_contests()
{
  constexpr std::int64_t count = std::int64_t{1} << 28;
  inclusive<::cuda::std::plus<>> const plus{};
  hold_scan("inclusive_scan", "plus", count, small_step<__half>{1}, plus);
  hold_scan("inclusive_scan", "plus", count / 2, small_complex<float>{1}, plus);
  inclusive<user_product> const product{};
  hold_scan("inclusive_scan", "product", count / 4, random_map{1}, product);
  hold_scan("inclusive_scan", "product", count / 8, random_triangle{1}, product);
}
} // namespace thrum_benchmark
