// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every algorithm on few items, for compute-sanitizer, under which all is slow; see testing/gpu/run.sh. Built a
// second time with THRUM_TEST_FOR_RACECHECK, so that all waiting is of a kind that its tools understand.
#define BOOST_TEST_MODULE cuda_tiny
#include "grids.h" // first

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

namespace
{
void check_each_algorithm(std::size_t size)
{
  cuda_calls calls(size);
  calls.visit([&](char const*, auto, auto call) {
    call(thrust::cuda::par);
    BOOST_TEST(calls.right(), "size " << size);
  });
}
} // namespace

// On a device of many processors, in the form for few tiles.
BOOST_AUTO_TEST_CASE(each_algorithm)
{
  for (std::size_t const size : {1, 33, 1'000, 3'700, 60'001})
  {
    check_each_algorithm(size);
  }
}

// In the form for many, tiles that are copied in bulk and, of scans of transformed items, those that warps
// bring: blocks that take one tile after the other, and two that look back at each other's.
BOOST_AUTO_TEST_CASE(each_algorithm_with_few_processors)
{
  for (int const processors : {1, 2})
  {
    grid_of const few(processors);
    check_each_algorithm(processors == 1 ? 12'000 : 60'001);
  }
}
