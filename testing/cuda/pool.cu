// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The library's own pool of scratch memory: it keeps its size over many calls, and an allocation from it that
// fails reaches the caller.
#define BOOST_TEST_MODULE cuda_pool
#include "cuda_calls.h"
#include "cuda_trace.h"
#include "failing_allocations.h"
#include "streams.h"

#include <cstdint>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::uint64_t of_pool(cudaMemPoolAttr attribute)
{
  std::uint64_t bytes = 0;
  check_cuda(
    cudaMemPoolGetAttribute(thrum::detail::gpu::device_pools::instance().of(0, "pool"), attribute, &bytes));
  return bytes;
}
} // namespace

BOOST_AUTO_TEST_CASE(b61_each_failing_allocation_of_the_pool_reaches_the_caller)
{
  check_each_failing_allocation("cudaMallocFromPoolAsync", "cudaFreeAsync", thrust::cuda::par,
                                default_stream());
  BOOST_TEST(of_pool(cudaMemPoolAttrUsedMemCurrent) == 0U);
}

BOOST_AUTO_TEST_CASE(b61_each_failing_allocation_on_a_stream)
{
  stream const s;
  check_each_failing_allocation("cudaMallocFromPoolAsync", "cudaFreeAsync",
                                thrust::cuda::par_nosync.on(s.get()), s.get());
  BOOST_TEST(of_pool(cudaMemPoolAttrUsedMemCurrent) == 0U);
}

// A pool that gives memory back to the system at every wait makes each call take it from there again. Of so
// many items that most calls take memory.
BOOST_AUTO_TEST_CASE(many_calls_leave_the_pool_as_it_is)
{
  stream const s;
  cuda_calls calls(many_tiles);
  constexpr int rounds = 1'000;
  calls.visit([&](char const* name, auto, auto call) {
    auto const policy = thrust::cuda::par_nosync.on(s.get());
    call(policy);
    auto const reserved = of_pool(cudaMemPoolAttrReservedMemCurrent);
    long changes        = 0;
    cuda_trace trace;
    for (int round = 0; round < rounds; ++round)
    {
      call(policy);
      s.wait();
      changes += of_pool(cudaMemPoolAttrReservedMemCurrent) != reserved ? 1 : 0;
    }
    trace.stop();
    BOOST_TEST(trace.allocations() == 0, name);
    if (has_large_states(name) || always_takes_memory(name))
    {
      BOOST_TEST(reserved > 0U, name);
      BOOST_TEST(trace.count("cudaMallocFromPoolAsync") >= rounds, name << " took no memory");
    }
    BOOST_TEST(changes == 0, name << " changed what the pool holds " << changes << " times");
    BOOST_TEST(of_pool(cudaMemPoolAttrUsedMemCurrent) == 0U, name);
    BOOST_TEST(calls.right(), name);
  });
}

// The last case: no stream has memory after it.
BOOST_AUTO_TEST_CASE(b61_each_failing_allocation_on_a_stream_that_has_no_memory)
{
  check_each_failing_allocation_without_zeros("cudaMallocFromPoolAsync", "cudaFreeAsync");
  BOOST_TEST(of_pool(cudaMemPoolAttrUsedMemCurrent) == 0U);
}
