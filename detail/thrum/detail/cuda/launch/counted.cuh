// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Runs tiles whose result is also a count: to the host, which waits once, or in the order of the stream.

#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/cuda/launch/look_back.cuh>
#include <thrum/detail/cuda/launch/result.cuh>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Returns the count.
template <template <class> class Tile, class Policy, class Problem>
std::ptrdiff_t count_on_host(cuda_execution<Policy> const& execution,
                             Problem const& problem,
                             char const* step)
{
  using counted = counted_problem<Problem, std::ptrdiff_t*>;
  if (problem.count == 0)
  {
    return 0;
  }
  execution.require_wait(step);
  result_on_host<std::ptrdiff_t, cuda_execution<Policy>> result(step);
  look_back_run<Tile<counted>> run(counted{problem, cursor<std::ptrdiff_t*>(result.place_in(nullptr))});
  gpu::run_with_scratch(execution, run, result.bytes(), step, [&](void* memory, auto start) {
    run.asked().count_out = cursor<std::ptrdiff_t*>(result.place_in(memory));
    start();
    result.fetch(execution, memory, step);
  });
  return result.value();
}

/// Leaves it where the problem says.
template <template <class> class Tile, class Policy, class Problem, class CountOut>
void count_in_order(cuda_execution<Policy> const& execution,
                    counted_problem<Problem, CountOut> const& problem,
                    char const* step)
{
  execution.require_finish(step);
  if (problem.asked.count == 0)
  {
    gpu::store_value(step, execution.stream(), problem.count_out.at(0), std::ptrdiff_t{0});
    execution.finish(step);
    return;
  }
  look_back_run<Tile<counted_problem<Problem, CountOut>>> run(problem);
  gpu::run_with_scratch(execution, run, 0, step, [&](void*, auto start) {
    start();
    execution.finish(step);
  });
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
