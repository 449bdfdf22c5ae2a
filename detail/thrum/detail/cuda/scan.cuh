// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scans on the GPU.

#include <thrum/detail/cuda/launch/look_back.cuh>
#include <thrum/detail/cuda/tile/scan_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, scan_kind Kind, class In, class Out, class T, class Op>
void run(cuda_execution<Policy> const& execution, scan_problem<Kind, In, Out, T, Op>& problem)
{
  detail::require_random_access<In, Out>();
  if (problem.count == 0)
  {
    return;
  }
  constexpr char const* step = Kind == scan_kind::exclusive ? "exclusive_scan" : "inclusive_scan";
  execution.require_finish(step);
  gpu::look_back_run<gpu::scan_tile<scan_problem<Kind, In, Out, T, Op>>> run(problem);
  gpu::run_with_scratch(execution, run, 0, step, [&](void*, auto start) {
    start();
    execution.finish(step);
  });
}
} // namespace detail
THRUM_NAMESPACE_END
