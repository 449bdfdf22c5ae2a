// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The table behind a lazily decoded view, made by the GPU.

#include <thrum/detail/cuda/launch/result.cuh>
#include <thrum/detail/cuda/run_length_decode.cuh>
#include <thrum/detail/sequential/run_starts.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, class Runs>
run_sum run(cuda_execution<Policy> const& execution, run_starts_problem<Runs> const& problem)
{
  gpu::start_writer sink{{}, problem.starts, runs_per_start};
  auto const job = gpu::make_decode_job(problem.runs, sink, largest_total, true, gpu::no_place{});
  return gpu::sum_of_job(execution, job, "make_run_length_decoded_view");
}

/// What the device finds where an iterator of a view points.
template <class Policy, class It>
value_type_t<It> read_item(cuda_execution<Policy> const& execution, It it)
{
  constexpr char const* step = "run_length_decoded_view";
  execution.require_wait(step);
  gpu::result_on_host<value_type_t<It>, cuda_execution<Policy>> result(step);
  execution.with_scratch(step, result.bytes(), [&](void* memory) {
    gpu::copy_item(step, execution.stream(), it, result.place_in(memory));
    result.fetch(execution, memory, step);
  });
  return result.value();
}
} // namespace detail
THRUM_NAMESPACE_END
