// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sums of numbers on the GPU.
#include "scan_work.h"

namespace thrum_benchmark
{
void hold_contests()
{
  for_each_type_and_count([](auto number, std::int64_t count) {
    hold_scan("inclusive_scan", "plus", count, small_number<decltype(number)>{1},
              inclusive<::cuda::std::plus<>>{});
  });
}
} // namespace thrum_benchmark
