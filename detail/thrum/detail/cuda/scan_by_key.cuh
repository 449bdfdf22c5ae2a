// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scans by key on the GPU.

#include <thrum/detail/cuda/launch/look_back.cuh>
#include <thrum/detail/cuda/tile/scan_by_key_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, scan_kind Kind, class Keys, class In, class Out, class T, class Pred, class Op>
void run(cuda_execution<Policy> const& execution,
         scan_by_key_problem<Kind, Keys, In, Out, T, Pred, Op>& problem)
{
  detail::require_random_access<Keys, In, Out>();
  if (problem.count == 0)
  {
    return;
  }
  constexpr char const* step = "thrum: scan by key";
  gpu::look_back_run<gpu::scan_by_key_tile<scan_by_key_problem<Kind, Keys, In, Out, T, Pred, Op>>> const run(
    problem);
  execution.with_scratch(run.bytes(), [&](void* memory) {
    run.start(memory, execution.stream(), step);
    execution.finish(step);
  });
}
} // namespace detail
THRUM_NAMESPACE_END
