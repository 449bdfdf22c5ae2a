// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scans on the GPU by operators other than plus: the maximum, which the libraries know, and one that they do not.
#include <cuda/functional>

#include "scan_work.h"

namespace thrum_benchmark
{
void hold_contests()
{
  constexpr std::int64_t count = std::int64_t{1} << 28;
  hold_scan("inclusive_scan", "maximum", count, climbing<std::int8_t>{1}, inclusive<::cuda::maximum<>>{});
  inclusive<user_plus> const of_user{};
  hold_scan("inclusive_scan", "user plus", count, small_number<std::int8_t>{1}, of_user);
  hold_scan("inclusive_scan", "user plus", count, small_number<std::int32_t>{1}, of_user);
  hold_scan("inclusive_scan", "user plus", count / 2, small_number<std::int64_t>{1}, of_user);
}
} // namespace thrum_benchmark
