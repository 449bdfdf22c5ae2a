// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Run length decode and all that visits the items of runs, on the GPU.

#include <thrum/detail/core/decode_makers.h>
#include <thrum/detail/core/run_length_decode_problem.h>
#include <thrum/detail/cuda/launch/result.cuh>
#include <thrum/detail/cuda/launch/run_length_decode.cuh>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Values, class Out>
auto sink_of(make_values<Values, Out> const& make)
{
  detail::require_random_access<Values, Out>();
  return value_writer<Values, Out>(make.values, make.out->at(0));
}
template <class Values, class Out, class Ranks>
auto sink_of(make_ranked_values<Values, Out, Ranks> const& make)
{
  detail::require_random_access<Values, Out, Ranks>();
  return ranked_writer<Values, Out, Ranks>(make.values, make.out->at(0), make.ranks->at(0));
}
template <class F>
auto sink_of(make_calls<F> const& make)
{
  return caller<F>(*make.f);
}
template <class Sources, class Destinations>
auto sink_of(make_copies<Sources, Destinations> const& make)
{
  detail::require_random_access<Sources, Destinations>();
  return range_copier<Sources, Destinations>(make.sources, make.destinations);
}

template <class Runs, class Sink, class Needed>
auto make_decode_job(Runs const& runs, Sink const& sink, std::int64_t capacity, bool strict, Needed needed)
{
  detail::require_random_access<typename Runs::iterator>();
  return decode_job<Runs, Sink, Needed>{runs, sink, capacity, strict, needed};
}

/// The one algorithm that tolerates lengths which make no sense has no name there.
inline char const* name_of(run_checks const& checks)
{
  return checks.algorithm != nullptr ? checks.algorithm : "run_length_decode_n";
}

/// Runs a job, and waits for what it says of the lengths.
template <class Policy, class Job>
run_sum sum_of_job(cuda_execution<Policy> const& execution, Job const& job, char const* step)
{
  if (job.runs.count == 0)
  {
    return decode_status{}.sum();
  }
  execution.require_wait(step);
  place_on_host<decode_status, cuda_execution<Policy>> status(step);
  run_length_decode_run<Job> run(job);
  execution.with_scratch(step, run.bytes(), [&](void* memory) {
    run.start(memory, execution.stream(), step);
    status.fetch(execution, run.status(memory), step);
  });
  return status.get()->sum();
}
} // namespace gpu

template <class Policy, class Runs>
run_sum run(cuda_execution<Policy> const& execution, run_total_problem<Runs> const& problem)
{
  auto const job = gpu::make_decode_job(problem.runs, gpu::no_sink{}, largest_total, true, gpu::no_place{});
  return gpu::sum_of_job(execution, job, "run_length_decoded_size");
}

template <class Policy, class Runs, class MakeSink>
run_sum run(cuda_execution<Policy> const& execution, run_visit_problem<Runs, MakeSink>& problem)
{
  auto const job    = gpu::make_decode_job(problem.runs, gpu::sink_of(problem.make_sink), problem.capacity,
                                           problem.checks.algorithm != nullptr, gpu::no_place{});
  run_sum const sum = gpu::sum_of_job(execution, job, gpu::name_of(problem.checks));
  problem.limit(sum); // throws where lengths make no sense
  return sum;
}

/// The total is left where `needed` points, by the GPU: nobody waits for it.
template <class Policy, class Runs, class MakeSink, class NeededOut>
void run_into(cuda_execution<Policy> const& execution,
              run_visit_problem<Runs, MakeSink>& problem,
              NeededOut needed)
{
  char const* const step = gpu::name_of(problem.checks);
  execution.require_finish(step);
  auto const job = gpu::make_decode_job(problem.runs, gpu::sink_of(problem.make_sink), problem.capacity,
                                        problem.checks.algorithm != nullptr, detail::unwrap(needed));
  gpu::run_length_decode_run<std::remove_const_t<decltype(job)>> run(job);
  execution.with_scratch(step, run.bytes(), [&](void* memory) {
    run.start(memory, execution.stream(), step);
    execution.finish(step);
  });
}
} // namespace detail
THRUM_NAMESPACE_END
