// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A device that has no pools of memory, as the library is told here: scratch comes by cudaMalloc and goes by
// cudaFree.
#define BOOST_TEST_MODULE cuda_without_pools
#include "failing_allocations.h"
#include "streams.h"

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct no_pools
{
  no_pools() { cuda_trace::hide_pools(); }
};
} // namespace
BOOST_GLOBAL_FIXTURE(no_pools);

BOOST_AUTO_TEST_CASE(b61_each_failing_allocation)
{
  check_each_failing_allocation("cudaMalloc", "cudaFree", thrust::cuda::par, default_stream());
}

BOOST_AUTO_TEST_CASE(b61_each_failing_allocation_on_a_stream)
{
  stream const s;
  check_each_failing_allocation("cudaMalloc", "cudaFree", thrust::cuda::par_nosync.on(s.get()), s.get());
}

// The last case: no stream has memory after it.
BOOST_AUTO_TEST_CASE(b61_each_failing_allocation_on_a_stream_that_has_no_memory)
{
  check_each_failing_allocation_without_zeros("cudaMalloc", "cudaFree");
}
