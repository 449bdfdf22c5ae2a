// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which stream, which memory and which waits a call asks CUDA for. Compiled a second time with a default
// stream for each thread, which is then the stream of the policies that name none.
#define BOOST_TEST_MODULE cuda_streams
#include "grids.h" // first

#include "cuda_calls.h"
#include "cuda_policies.h"
#include "cuda_trace.h"
#include "streams.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
// How long a kernel runs that a call waits for where it must not.
constexpr double most_seconds = 2;

/// Calls that give the host nothing wait for nothing where the policy says so; all others wait for their
/// stream, and for nothing else.
void check_waits(cuda_trace const& trace, bool may_return_at_once)
{
  if (may_return_at_once)
  {
    BOOST_TEST(trace.waits() == 0, trace);
    BOOST_TEST(trace.count("cudaMemcpyAsync") == 0, trace); // to the host's memory it waits
  }
  else
  {
    BOOST_TEST(trace.waits() > 0, trace);
    BOOST_TEST(trace.waits() == trace.waits_for_streams(), trace);
  }
}

void check_memory(cuda_trace const& trace, reserved_memory* memory)
{
  BOOST_TEST(trace.allocations() == 0, trace);
  BOOST_TEST(trace.count("cudaMallocFromPoolAsync") == trace.count("cudaFreeAsync"), trace);
  if (memory != nullptr)
  {
    BOOST_TEST(trace.count("cudaMallocFromPoolAsync") == 0, trace);
    BOOST_TEST(memory->settle());
  }
}

template <class Policy>
void check_policy(policy_facts const& facts, Policy const& policy, std::size_t size)
{
  cuda_calls calls(size);
  calls.visit([&](char const* name, auto returns, auto call) {
    BOOST_TEST_CONTEXT(name << " of " << size << " items with " << facts.name)
    {
      call(policy); // makes what the library keeps
      check_cuda(cudaStreamSynchronize(facts.stream));
      BOOST_TEST((facts.memory == nullptr || facts.memory->settle()));
      calls.spoil_outputs();
      cuda_trace trace;
      call(policy);
      trace.stop();
      check_cuda(cudaStreamSynchronize(facts.stream));
      BOOST_TEST(calls.right());
      BOOST_TEST(trace.is_only_on(facts.stream), "not on " << facts.stream << " alone:\n" << trace);
      check_waits(trace, !facts.waits && !decltype(returns)::value);
      check_memory(trace, facts.memory);
    }
  });
}

/// One tile, a few, and several groups of tiles: in the form for few tiles, and in the one for many, which
/// few are where there are few processors.
template <class Policy>
void check_policy(policy_facts const& facts, Policy const& policy)
{
  for (int const processors : {0, 1})
  {
    grid_of const grid(processors);
    for (std::size_t const size : {100, 5'000, 300'001})
    {
      check_policy(facts, policy, size);
    }
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(b54_b55_policies_that_name_no_stream)
{
  cudaStream_t const usual = default_stream();
  check_policy({"thrust::device", usual, nullptr, true}, thrust::device);
  check_policy({"par", usual, nullptr, true}, thrust::cuda::par);
  check_policy({"par_nosync", usual, nullptr, false}, thrust::cuda::par_nosync);
}

BOOST_AUTO_TEST_CASE(b54_b55_b57_policies_on_a_stream)
{
  stream const s;
  reserved_memory memory;
  check_policy({"par_nosync.on", s.get(), nullptr, false}, thrust::cuda::par_nosync.on(s.get()));
  check_policy({"par(memory).on", s.get(), &memory, true}, thrust::cuda::par(memory).on(s.get()));
  check_policy({"par_nosync(memory).on", s.get(), &memory, false},
               thrust::cuda::par_nosync(memory).on(s.get()));
}

BOOST_AUTO_TEST_CASE(b54_a_call_finishes_while_the_default_stream_is_busy)
{
  stream const s;
  cuda_calls calls(100'003);
  calls.visit([&](char const* name, auto, auto call) {
    call(thrust::cuda::par.on(s.get())); // loads the kernels
    calls.spoil_outputs();
    {
      busy_kernel const elsewhere(cudaStreamLegacy, 0, most_seconds);
      call(thrust::cuda::par.on(s.get()));
      BOOST_TEST(s.is_idle(), name);
      BOOST_TEST(cudaStreamQuery(cudaStreamLegacy) == cudaErrorNotReady,
                 name << " waited for the default stream");
    }
    BOOST_TEST(calls.right(), name);
  });
}

#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
BOOST_AUTO_TEST_CASE(b54_a_call_finishes_while_another_thread_s_default_stream_is_busy)
{
  cuda_calls calls(100'003);
  calls.visit([&](char const* name, auto, auto call) {
    call(thrust::cuda::par);
    calls.spoil_outputs();
    {
      busy_kernel const before(cudaStreamPerThread, 0, most_seconds);
      std::thread other([&] { call(thrust::cuda::par); });
      other.join();
      BOOST_TEST(cudaStreamQuery(cudaStreamPerThread) == cudaErrorNotReady,
                 name << " waited for another thread's stream");
    }
    BOOST_TEST(calls.right(), name);
  });
}
#endif

// Of three tries the best, since the host may be interrupted.
BOOST_AUTO_TEST_CASE(b55_a_call_takes_no_time_of_the_host_s)
{
  using clock = std::chrono::steady_clock;
  stream const s;
  cuda_calls calls(300'001);
  calls.visit([&](char const* name, auto returns, auto call) {
    if constexpr (!decltype(returns)::value)
    {
      auto const policy = thrust::cuda::par_nosync.on(s.get());
      call(policy);
      s.wait();
      auto best       = clock::duration::max();
      bool was_before = false;
      for (int round = 0; round < 3; ++round)
      {
        busy_kernel const before(s.get(), 0, 0.05);
        auto const since = clock::now();
        call(policy);
        best       = std::min(best, clock::now() - since);
        was_before = was_before || !s.is_idle();
      }
      BOOST_TEST(was_before, name);
      BOOST_TEST((best < std::chrono::milliseconds(1)),
                 name << " took " << std::chrono::duration<double>(best).count() << " s");
    }
  });
}
