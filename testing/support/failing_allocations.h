// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Each allocation of a call's scratch fails once, where the policy brings no memory:
//
//   check_each_failing_allocation("cudaMalloc", "cudaFree", policy, stream);
//
// Memory that has to be zero is the stream's, where that is enough: then a call takes none.
#include "cuda_calls.h"
#include "cuda_trace.h"
#include "streams.h"

#include <thrum/detail/core/association_order.h>
#include <thrum/detail/dispatch/slots.h>

#include <cstddef>
#include <new>
#include <optional>
#include <string>

#include <boost/test/unit_test.hpp>

namespace thrum_test
{
/// Items of so many tiles that their states are more than a stream has.
inline constexpr auto many_tiles = static_cast<std::size_t>(
  thrum::detail::ordered_shape(sizeof(std::int64_t)).items() * 1'100 + 3);

/// A decode and its kin have a list, which never is the stream's.
inline bool always_takes_memory(std::string const& name)
{
  return name.find("run_length_decode") == 0 || name == "load_balanced_for_each" || name == "batched_copy";
}
/// Calls whose tiles have a state of 16 bytes each at least.
inline bool has_large_states(std::string const& name)
{
  return name.find("scan") != std::string::npos || name.find("reduce_by_key") == 0
         || name == "reduce_into in order";
}

/// Makes the first allocation fail, then the second, until none is left: the exception must arrive, no memory
/// and no error be left, and the call after it succeed. Memory comes and goes by the functions named, and by
/// no other. `takes(name)` is whether the call has to take memory; it is not made where that says neither.
template <class Policy, class Takes>
void check_each_failing_allocation(std::string const& allocates,
                                   std::string const& frees,
                                   Policy const& policy,
                                   cudaStream_t stream,
                                   std::size_t size,
                                   Takes takes)
{
  cuda_calls calls(size);
  calls.visit([&](char const* name, auto, auto call) {
    std::optional<bool> const has_to_take = takes(name);
    if (!has_to_take)
    {
      return;
    }
    call(policy); // makes what the library keeps
    check_cuda(cudaStreamSynchronize(stream));
    long failures = 0;
    for (bool failed = true; failed;)
    {
      BOOST_TEST_CONTEXT(name << " of " << size << " items, allocation " << failures + 1)
      {
        failed = false;
        cuda_trace trace;
        cuda_trace::fail_allocation(failures + 1);
        try
        {
          call(policy);
        }
        catch (std::bad_alloc const&)
        {
          failed = true;
          ++failures;
        }
        trace.stop();
        cuda_trace::fail_allocation(0);
        BOOST_TEST(cudaGetLastError() == cudaSuccess);
        BOOST_TEST(trace.count(allocates) == trace.count(frees) + (failed ? 1 : 0), trace);
        BOOST_TEST(trace.count(allocates) == trace.allocations() + trace.count("cudaMallocFromPoolAsync"),
                   trace);

        calls.spoil_outputs();
        call(policy);
        check_cuda(cudaStreamSynchronize(stream));
        BOOST_TEST(calls.right());
      }
    }
    BOOST_TEST((failures > 0) == *has_to_take,
               name << " of " << size << " items took memory " << failures << " times");
  });
}

/// Of few tiles, then of many.
template <class Policy>
void check_each_failing_allocation(std::string const& allocates,
                                   std::string const& frees,
                                   Policy const& policy,
                                   cudaStream_t stream)
{
  check_each_failing_allocation(allocates, frees, policy, stream, 100'003, [](char const* name) {
    return std::optional<bool>(always_takes_memory(name));
  });
  check_each_failing_allocation(allocates, frees, policy, stream, many_tiles, [](char const* name) {
    return has_large_states(name) ? std::optional<bool>(true) : std::nullopt;
  });
}

/// On a stream that has no memory, since as many as can be have had some: for the rest of the program.
inline void check_each_failing_allocation_without_zeros(std::string const& allocates,
                                                        std::string const& frees)
{
  using zeros = thrum::detail::gpu::stream_zeros;
  for (std::size_t i = 0; i < zeros::most; ++i)
  {
    stream const owner;
    zeros::of(owner.get(), "test");
  }
  stream const s;
  BOOST_TEST_REQUIRE(zeros::of(s.get(), "test") == nullptr);
  check_each_failing_allocation(allocates, frees, thrust::cuda::par_nosync.on(s.get()), s.get(), 100'003,
                                [](char const*) { return std::optional<bool>(true); });
}
} // namespace thrum_test
