// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Runs tiles whose result is also a count: to the host, which waits once, or in the order of the stream.

#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/cuda/launch/look_back.cuh>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Out>
__global__ void store_zero_kernel(cursor<Out> const out)
{
  detail::assign(*out.at(0), std::ptrdiff_t{0});
}

/// Returns the count.
template <template <class> class Tile, class Policy, class Problem>
std::ptrdiff_t count_on_host(cuda_execution<Policy> const& execution,
                             Problem const& problem,
                             char const* step)
{
  std::ptrdiff_t count = 0;
  if (problem.count > 0)
  {
    using counted = counted_problem<Problem, std::ptrdiff_t*>;
    look_back_run<Tile<counted>> run(counted{problem, cursor<std::ptrdiff_t*>(nullptr)});
    execution.with_scratch(run.bytes() + 2 * sizeof(count), [&](void* memory) {
      auto const address    = (reinterpret_cast<std::uintptr_t>(memory) + 7) / 8 * 8;
      auto* const counter   = reinterpret_cast<std::ptrdiff_t*>(address);
      run.asked().count_out = cursor<std::ptrdiff_t*>(counter);
      run.start(counter + 1, execution.stream(), step);
      gpu::check(cudaMemcpyAsync(&count, counter, sizeof(count), cudaMemcpyDeviceToHost, execution.stream()),
                 step);
      execution.wait(step);
    });
  }
  return count;
}

/// Leaves it where the problem says.
template <template <class> class Tile, class Policy, class Problem, class CountOut>
void count_in_order(cuda_execution<Policy> const& execution,
                    counted_problem<Problem, CountOut> const& problem,
                    char const* step)
{
  if (problem.asked.count == 0)
  {
    gpu::launch(step, store_zero_kernel<CountOut>, 1, 1, 0, execution.stream(), problem.count_out);
    execution.finish(step);
    return;
  }
  look_back_run<Tile<counted_problem<Problem, CountOut>>> const run(problem);
  execution.with_scratch(run.bytes(), [&](void* memory) {
    run.start(memory, execution.stream(), step);
    execution.finish(step);
  });
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
