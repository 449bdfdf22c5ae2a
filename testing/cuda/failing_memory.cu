// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An allocation that fails reaches the caller as std::bad_alloc, leaves nothing behind, and the device works on.
#define BOOST_TEST_MODULE cuda_failing_memory
#include "allocator.h"
#include "cuda_calls.h"
#include "streams.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(b61_each_failing_allocation_reaches_the_caller)
{
  cuda_calls calls(400'003);
  calls.visit([&](char const*, auto, auto call) {
    check_each_failing_allocation([&](scratch_allocator& scratch) {
      calls.spoil_outputs();
      call(thrust::cuda::par(scratch));
      BOOST_TEST(calls.right());
      BOOST_TEST(cudaGetLastError() == cudaSuccess);
    });
  });
}

BOOST_AUTO_TEST_CASE(b61_on_a_stream)
{
  stream const s;
  cuda_calls calls(400'003);
  calls.visit([&](char const*, auto, auto call) {
    check_each_failing_allocation([&](scratch_allocator& scratch) {
      calls.spoil_outputs();
      call(thrust::cuda::par(scratch).on(s.get()));
      BOOST_TEST(calls.right());
      BOOST_TEST(cudaGetLastError() == cudaSuccess);
    });
  });
}

BOOST_AUTO_TEST_CASE(b58_nothing_to_do)
{
  scratch_allocator scratch;
  cuda_calls calls(0);
  calls.visit([&](char const* name, auto, auto call) {
    call(thrust::cuda::par(scratch));
    BOOST_TEST(calls.right(), name);
    BOOST_TEST(scratch.empty_blocks() == 0, name);
    BOOST_TEST(scratch.live_blocks() == 0, name);
    BOOST_TEST(cudaGetLastError() == cudaSuccess, name);
  });
}

namespace
{
__global__ void nothing() {}

/// Runs every call after leave() has left an error unchecked.
template <class Policy, class Leave>
void check_that_error_stays(Policy const& policy, Leave leave)
{
  cuda_calls calls(100'003);
  calls.visit([&](char const* name, auto, auto call) {
    leave();
    cudaError_t const error = cudaPeekAtLastError();
    BOOST_TEST(error != cudaSuccess);
    BOOST_CHECK_NO_THROW(call(policy));
    BOOST_TEST(cudaGetLastError() == error, name);
    check_cuda(cudaDeviceSynchronize());
    BOOST_TEST(calls.right(), name);
  });
}

void leave_failed_allocation()
{
  void* memory = nullptr;
  cudaMalloc(&memory, std::size_t{1} << 60);
}
void leave_failed_launch()
{
  nothing<<<1, 4096>>>();
}
} // namespace

// An error that someone left unchecked before the call is not ours: it is neither reported nor lost.
BOOST_AUTO_TEST_CASE(errors_of_others_stay_theirs)
{
  check_that_error_stays(thrust::cuda::par, leave_failed_allocation);
  check_that_error_stays(thrust::cuda::par_nosync, leave_failed_launch);
}

BOOST_AUTO_TEST_CASE(errors_of_others_stay_theirs_with_an_allocator)
{
  scratch_allocator scratch;
  check_that_error_stays(thrust::cuda::par(scratch), leave_failed_launch);
}
