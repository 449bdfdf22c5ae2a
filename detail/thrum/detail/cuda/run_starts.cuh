// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The table behind a lazily decoded view, made by the GPU.

#include <thrum/detail/cuda/run_length_decode.cuh>
#include <thrum/detail/sequential/run_starts.h>

#include <thrust/device_vector.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, class Runs>
run_sum run(cuda_execution<Policy> const& execution, run_starts_problem<Runs> const& problem)
{
  gpu::start_writer sink{{}, problem.starts, runs_per_start};
  auto const job = gpu::make_decode_job(problem.runs, sink, largest_total, true, gpu::no_place{});
  return gpu::sum_of_job(execution, job, "thrum: table of a run length decoded view");
}

template <class Policy, class It>
value_type_t<It> read_item(cuda_execution<Policy> const&, It it)
{
  using value = value_type_t<It>;
  thrust::device_vector<value> const item(it, it + 1);
  alignas(value) unsigned char bytes[sizeof(value)]; // it need not be default-constructible
  gpu::check(cudaMemcpy(bytes, thrust::raw_pointer_cast(item.data()), sizeof(value), cudaMemcpyDeviceToHost),
             "thrum: item of a run length decoded view");
  return *reinterpret_cast<value const*>(bytes);
}
} // namespace detail
THRUM_NAMESPACE_END
