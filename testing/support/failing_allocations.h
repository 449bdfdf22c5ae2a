// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Each allocation of a call's scratch fails once, where the policy brings no memory:
//
//   check_each_failing_allocation<false>("cudaMalloc", "cudaFree", policy, stream);
#include "cuda_calls.h"
#include "cuda_trace.h"

#include <new>
#include <string>

#include <boost/test/unit_test.hpp>

namespace thrum_test
{
/// Makes the first allocation fail, then the second, until none is left: the exception must arrive, no memory
/// and no error be left, and the call after it succeed. Memory comes and goes by the functions named, and by
/// no other. Calls that wait may need none.
template <bool waits, class Policy>
void check_each_failing_allocation(std::string const& allocates,
                                   std::string const& frees,
                                   Policy const& policy,
                                   cudaStream_t stream)
{
  // Calls that wait do with what the library keeps, where that is enough.
  cuda_calls calls(waits ? 1'500'007 : 400'003);
  long failures = 0;
  calls.visit([&](char const* name, auto returns, auto call) {
    call(policy); // makes what the library keeps
    check_cuda(cudaStreamSynchronize(stream));
    bool failed = true;
    long k      = 0;
    while (failed)
    {
      ++k;
      BOOST_TEST_CONTEXT(name << ", allocation " << k)
      {
        failed = false;
        cuda_trace trace;
        cuda_trace::fail_allocation(k);
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
    if constexpr (!waits && !decltype(returns)::value)
    {
      BOOST_TEST(k >= 2, name << " took no memory");
    }
  });
  BOOST_TEST(failures > 0);
}
} // namespace thrum_test
