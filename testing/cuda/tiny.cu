// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every algorithm on few items, for compute-sanitizer, under which all is slow; see testing/gpu/run.sh. Built a
// second time with THRUM_TEST_ALL_LANES_ARRIVE, so that each barrier is one that its tools understand.
#define BOOST_TEST_MODULE cuda_tiny
#include "cuda_calls.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(each_algorithm)
{
  for (std::size_t const size : {1, 33, 1'000, 3'700, 12'000, 60'001})
  {
    cuda_calls calls(size);
    calls.visit([&](char const*, auto, auto call) {
      call(thrust::cuda::par);
      BOOST_TEST(calls.right(), "size " << size);
    });
  }
}
