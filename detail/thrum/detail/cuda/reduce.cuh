// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reduce on the GPU. The result is made in device memory; a form that returns it waits once.

#include <thrum/detail/core/reduce_problem.h>
#include <thrum/detail/cuda/engine/chunks.h>
#include <thrum/detail/cuda/launch/look_back.cuh>
#include <thrum/detail/cuda/launch/result.cuh>
#include <thrum/detail/cuda/tile/scan_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Columns of large types lie in global memory.
template <class Chunks>
inline constexpr bool columns_are_shared_v = sizeof(typename Chunks::shared) <= 40 * 1024;

template <class Chunks, class Problem, class Out>
__global__ void __launch_bounds__(Chunks::block::threads)
  reduce_kernel(Problem const problem,
                Out const out,
                typename Chunks::memory const all,
                [[maybe_unused]] unsigned char* columns)
{
  using shared = typename Chunks::shared;
  if constexpr (columns_are_shared_v<Chunks>)
  {
    __shared__ alignas(alignof(shared)) unsigned char memory[sizeof(shared)];
    Chunks::run(device_cta{}, *reinterpret_cast<shared*>(memory), problem, out, all);
  }
  else
  {
    Chunks::run(device_cta{}, reinterpret_cast<shared*>(columns)[blockIdx.x], problem, out, all);
  }
}

/// A reduce whose operator commutes: chunk by chunk.
template <class Problem, class Out>
class chunked_reduce
{
  using chunks = reduce_chunks<Problem, Out>;
  using T      = typename Problem::accum;

public:
  chunked_reduce(Problem const& p, Out out) : problem_(p), out_(out)
  {
    std::int64_t const most = device_facts::of_current().processors * (columns_are_shared_v<chunks> ? 8 : 1);
    std::int64_t const n    = chunks::chunks(p.count);
    blocks_                 = n < most ? n : most;
    results_                = chunks::results(p.count, blocks_);
  }

  std::size_t bytes() const
  {
    return results_ > 1 || column_bytes() > 0 ? granule + counter_bytes + result_bytes() + column_bytes() : 0;
  }

  void start(void* memory, cudaStream_t stream, char const* step) const
  {
    auto const address  = (reinterpret_cast<std::uintptr_t>(memory) + granule - 1) / granule * granule;
    auto* const aligned = reinterpret_cast<unsigned char*>(address);
    typename chunks::memory const all{reinterpret_cast<unsigned*>(aligned),
                                      reinterpret_cast<T*>(aligned + counter_bytes)};
    if (results_ > 1)
    {
      gpu::check(cudaMemsetAsync(aligned, 0, sizeof(unsigned), stream), step);
    }
    gpu::launch(step, reduce_kernel<chunks, Problem, Out>, grid{blocks_, chunks::block::threads}, stream,
                problem_, out_, all, aligned + counter_bytes + result_bytes());
  }

private:
  static constexpr std::size_t granule       = alignof(T) > 128 ? alignof(T) : 128;
  static constexpr std::size_t counter_bytes = granule;

  static std::size_t whole_granules(std::size_t bytes) { return (bytes + granule - 1) / granule * granule; }
  std::size_t result_bytes() const
  {
    return results_ > 1 ? whole_granules(static_cast<std::size_t>(results_) * sizeof(T)) : 0;
  }
  std::size_t column_bytes() const
  {
    return columns_are_shared_v<chunks> ? 0
                                        : static_cast<std::size_t>(blocks_) * sizeof(typename chunks::shared);
  }

  Problem problem_;
  Out out_;
  std::int64_t blocks_;
  std::ptrdiff_t results_;
};

/// Any other: the last value of the scan.
template <class In, class T, class Op, class Out>
auto ordered_reduce(reduce_problem<In, T, Op> const& p, Out out)
{
  using scan = scan_problem<scan_kind::total, In, Out, T, Op>;
  return look_back_run<scan_tile<scan>>(
    scan{p.in, cursor<Out>(out), p.count, ::cuda::std::optional<T>(p.init), p.op});
}

template <class In, class T, class Op, class Out>
auto make_reduce(reduce_problem<In, T, Op> const& p, Out out)
{
  if constexpr (fold_op<Op, T>::exact || fold_op<Op, T>::commutes)
  {
    return chunked_reduce<reduce_problem<In, T, Op>, Out>(p, out);
  }
  else
  {
    return gpu::ordered_reduce(p, out);
  }
}
} // namespace gpu

template <class Policy, class In, class T, class Op, class Out>
void run_into(cuda_execution<Policy> const& execution, reduce_problem<In, T, Op>& problem, Out out)
{
  detail::require_random_access<In>();
  constexpr char const* step = "thrum: reduce";
  if (problem.count == 0)
  {
    gpu::store_value(step, execution.stream(), out, problem.init);
    execution.finish(step);
    return;
  }
  auto const run = gpu::make_reduce(problem, out);
  execution.with_scratch(run.bytes(), [&](void* memory) {
    run.start(memory, execution.stream(), step);
    execution.finish(step);
  });
}

template <class Policy, class In, class T, class Op>
T run(cuda_execution<Policy> const& execution, reduce_problem<In, T, Op>& problem)
{
  detail::require_random_access<In>();
  if (problem.count == 0)
  {
    return problem.init;
  }
  constexpr char const* step = "thrum: reduce";
  gpu::result_on_host<T> result;
  auto const run = gpu::make_reduce(problem, result.place_in(nullptr));
  execution.with_scratch(result.bytes() + run.bytes(), [&](void* memory) {
    auto const placed = gpu::make_reduce(problem, result.place_in(memory));
    placed.start(static_cast<unsigned char*>(memory) + result.bytes(), execution.stream(), step);
    result.fetch(memory, execution.stream(), step);
  });
  return result.value();
}
} // namespace detail
THRUM_NAMESPACE_END
