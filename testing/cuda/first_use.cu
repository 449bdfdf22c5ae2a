// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the library keeps is made when the first call comes. If memory is short then, that call says so, and a later one
// makes it.
#define BOOST_TEST_MODULE cuda_first_use
#include "cuda_trace.h"
#include "systems.h"

#include <thrum/reduce.h>

#include <new>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(b61_memory_is_short_when_the_first_call_comes)
{
  device_buffer<int> const ones(std::vector<int>(1'000'003, 1), 0);
  auto const sum = [&] { return thrum::reduce(thrust::cuda::par, ones.begin(), ones.end()); };
  int failures   = 0;
  for (bool failed = true; failed;)
  {
    failed = false;
    cuda_trace::fail_allocation(failures + 1);
    try
    {
      BOOST_TEST(sum() == 1'000'003);
    }
    catch (std::bad_alloc const&)
    {
      failed = true;
      ++failures;
    }
    cuda_trace::fail_allocation(0);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
    BOOST_REQUIRE(failures < 10);
  }
  BOOST_TEST(failures > 0);
  BOOST_TEST(sum() == 1'000'003);
}
