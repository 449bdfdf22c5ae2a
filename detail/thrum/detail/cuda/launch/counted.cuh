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
  result_on_host<std::ptrdiff_t> result;
  auto const make = [&](void* memory) {
    return look_back_run<Tile<counted>>(
      counted{problem, cursor<std::ptrdiff_t*>(result_on_host<std::ptrdiff_t>::place_in(memory))});
  };
  execution.with_scratch(result.bytes() + make(nullptr).bytes(), [&](void* memory) {
    make(memory).start(static_cast<unsigned char*>(memory) + result.bytes(), execution.stream(), step);
    result.fetch(memory, execution.stream(), step);
  });
  return result.value();
}

/// Leaves it where the problem says.
template <template <class> class Tile, class Policy, class Problem, class CountOut>
void count_in_order(cuda_execution<Policy> const& execution,
                    counted_problem<Problem, CountOut> const& problem,
                    char const* step)
{
  if (problem.asked.count == 0)
  {
    gpu::store_value(step, execution.stream(), problem.count_out.at(0), std::ptrdiff_t{0});
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
