// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every algorithm on few items, for compute-sanitizer, under which all is slow; see testing/gpu/run.sh. Built a
// second time with THRUM_TEST_FOR_RACECHECK, so that all waiting is of a kind that its tools understand.
#define BOOST_TEST_MODULE cuda_tiny
#include <iostream>

#include "cuda_calls.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

// The script takes this line into its receipt.
BOOST_AUTO_TEST_CASE(the_device)
{
  int device = 0, driver = 0, runtime = 0;
  check_cuda(cudaGetDevice(&device));
  check_cuda(cudaDriverGetVersion(&driver));
  check_cuda(cudaRuntimeGetVersion(&runtime));
  cudaDeviceProp facts{};
  check_cuda(cudaGetDeviceProperties(&facts, device));
  std::cout << "device: " << facts.name << ", sm_" << facts.major << facts.minor << ", CUDA "
            << runtime / 1000 << '.' << runtime / 10 % 100 << ", driver for CUDA " << driver / 1000 << '.'
            << driver / 10 % 100 << std::endl;
  BOOST_TEST(facts.major > 0);
}

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
