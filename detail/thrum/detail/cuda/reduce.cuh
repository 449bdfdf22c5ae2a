// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reduce on the GPU. The result is made in device memory; a form that returns it waits once.

#include <thrum/detail/core/reduce_problem.h>
#include <thrum/detail/cuda/engine/chunks.h>
#include <thrum/detail/cuda/launch/look_back.cuh>
#include <thrum/detail/cuda/launch/result.cuh>
#include <thrum/detail/cuda/tile/ordered_reduce_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// A block's memory is shared where every device has as much, else global.
template <class Block>
inline constexpr bool is_shared_v = sizeof(Block) <= 40 * 1024;

template <class Block>
__device__ Block& memory_of_block([[maybe_unused]] unsigned char* global)
{
  if constexpr (is_shared_v<Block>)
  {
    __shared__ alignas(alignof(Block)) unsigned char memory[sizeof(Block)];
    return *reinterpret_cast<Block*>(memory);
  }
  else
  {
    return reinterpret_cast<Block*>(global)[blockIdx.x];
  }
}

/// Blocks that have to fit a processor, so that enough loads are in flight: as many as have registers for what a
/// thread holds, eight pieces on their way and its columns.
template <class Block>
constexpr int blocks_at_once()
{
  if (Block::threads > 512)
  {
    return 1;
  }
  return Block::per_thread == 1 || (Block::per_thread > 8 && !Block::folds_words) ? 2 : 3;
}
template <class Chunks, class Problem, class Out>
__global__ void __launch_bounds__(Chunks::block::threads, gpu::blocks_at_once<typename Chunks::block>())
  chunks_kernel(Problem const problem,
                Out const out,
                typename Chunks::memory const all,
                typename Chunks::split const by,
                unsigned char* beyond_shared)
{
  auto& s = gpu::memory_of_block<typename Chunks::shared>(beyond_shared);
  Chunks::run(device_cta{}, s, problem, out, all, by);
}

/// A reduce whose operator commutes: chunk by chunk.
template <class Problem, class Out>
class chunked_reduce
{
  using chunks = reduce_chunks<Problem, Out>;
  using block  = typename chunks::block;
  using shared = typename chunks::shared;
  using T      = typename Problem::accum;

public:
  chunked_reduce(Problem const& p, Out out) : problem_(p), out_(out), by_(chunks::split_of(p.count))
  {
    std::int64_t const most = is_shared_v<shared> ? std::int64_t{1} << 20
                                                  : device_facts::of_current().processors;
    blocks_                 = by_.count < most ? by_.count : most;
  }

  void write_to(Out out) { out_ = out; }

  /// Bytes that have to be zero before, if so much memory is lent for them: only the count of blocks that have
  /// ended has to, but the results go with it.
  std::size_t zero_bytes() const { return granule <= stream_zeros::alignment ? result_bytes() : 0; }
  void lend_zeros(void* memory) { lent_ = memory; }

  std::size_t bytes() const
  {
    std::size_t const all = (lent_ != nullptr ? 0 : result_bytes()) + beyond_shared_bytes();
    return all > 0 ? granule + all : 0;
  }

  void start(void* memory, cudaStream_t stream, char const* step) const
  {
    // As numbers: a single chunk may have no memory, and a null pointer has no place behind it.
    auto const address        = detail::round_up(reinterpret_cast<std::uintptr_t>(memory), granule);
    auto const results        = lent_ != nullptr ? reinterpret_cast<std::uintptr_t>(lent_) : address;
    std::size_t const own     = lent_ != nullptr ? 0 : result_bytes();
    auto* const beyond_shared = reinterpret_cast<unsigned char*>(address + own);
    typename chunks::memory const all{reinterpret_cast<unsigned long long*>(results),
                                      reinterpret_cast<T*>(results + counter_bytes), result_bytes() - own};
    if (own > 0)
    {
      gpu::check(cudaMemsetAsync(all.ended, 0, sizeof(*all.ended), stream), step);
    }
    gpu::launch(step, chunks_kernel<chunks, Problem, Out>, grid{blocks_, block::threads}, stream, problem_,
                out_, all, by_, beyond_shared);
  }

private:
  static constexpr std::size_t granule       = alignof(shared) > 128 ? alignof(shared) : 128;
  static constexpr std::size_t counter_bytes = granule;

  /// The count of blocks that have ended, and the results of chunks.
  std::size_t result_bytes() const
  {
    return by_.count > 1
             ? counter_bytes + detail::round_up(static_cast<std::size_t>(by_.count) * sizeof(T), granule)
             : 0;
  }
  std::size_t beyond_shared_bytes() const
  {
    return is_shared_v<shared> ? 0 : static_cast<std::size_t>(blocks_) * sizeof(shared);
  }

  Problem problem_;
  Out out_;
  typename chunks::split by_;
  std::int64_t blocks_;
  void* lent_ = nullptr; ///< for the count and the results
};

/// Any other: the last value of the scan.
template <class In, class T, class Op, class Out>
class ordered_reduce
{
  using scan = scan_problem<scan_kind::total, In, Out, T, Op>;

public:
  ordered_reduce(reduce_problem<In, T, Op> const& p, Out out)
      : run_(scan{p.in, cursor<Out>(out), p.count, ::cuda::std::optional<T>(p.init), p.op})
  {}

  void write_to(Out out) { run_.asked().out = cursor<Out>(out); }
  std::size_t zero_bytes() const { return run_.zero_bytes(); }
  void lend_zeros(void* memory) { run_.lend_zeros(memory); }
  std::size_t bytes() const { return run_.bytes(); }
  void start(void* memory, cudaStream_t stream, char const* step) const { run_.start(memory, stream, step); }

private:
  look_back_run<ordered_reduce_tile<scan>> run_;
};

template <class In, class T, class Op, class Out>
auto make_reduce(reduce_problem<In, T, Op> const& p, Out out)
{
  if constexpr (fold_op<Op, T>::exact || fold_op<Op, T>::commutes)
  {
    return chunked_reduce<reduce_problem<In, T, Op>, Out>(p, out);
  }
  else
  {
    return ordered_reduce<In, T, Op, Out>(p, out);
  }
}
} // namespace gpu

template <class Policy, class In, class T, class Op, class Out>
void run_into(cuda_execution<Policy> const& execution, reduce_problem<In, T, Op>& problem, Out out)
{
  detail::require_random_access<In>();
  constexpr char const* step = "reduce_into";
  execution.require_finish(step);
  if (problem.count == 0)
  {
    gpu::store_value(step, execution.stream(), out, problem.init);
    execution.finish(step);
    return;
  }
  auto run = gpu::make_reduce(problem, out);
  gpu::run_with_scratch(execution, run, 0, step, [&](void*, auto start) {
    start();
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
  constexpr char const* step = "reduce";
  execution.require_wait(step);
  gpu::result_on_host<T, cuda_execution<Policy>> result(step);
  auto run = gpu::make_reduce(problem, result.place_in(nullptr));
  gpu::run_with_scratch(execution, run, result.bytes(), step, [&](void* memory, auto start) {
    run.write_to(result.place_in(memory));
    start();
    result.fetch(execution, memory, step);
  });
  return result.value();
}
} // namespace detail
THRUM_NAMESPACE_END
