// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that was compiled for another architecture than the device's: it is told so. (testing/CMakeLists.txt
// compiles it for sm_80 alone, and without code that a newer device could compile.)
#define BOOST_TEST_MODULE cuda_no_image
#include <thrum/reduce.h>
#include <thrum/scan.h>

#include <thrust/system_error.h>

#include <iostream>
#include <string>
#include <vector>

#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
boost::test_tools::assertion_result has_other_architecture(boost::unit_test::test_unit_id)
{
  int device = 0, major = 0;
  check_cuda(cudaGetDevice(&device));
  check_cuda(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
  boost::test_tools::assertion_result result{major != 8};
  result.message() << "this device runs code for sm_80";
  return result;
}

/// What the call says when it throws.
template <class Call>
std::string message_of(Call call)
{
  try
  {
    call();
  }
  catch (thrust::system_error const& error)
  {
    BOOST_TEST(error.code().value() == cudaErrorNoKernelImageForDevice);
    return error.what();
  }
  return "nothing";
}
} // namespace

BOOST_AUTO_TEST_CASE(no_kernel_image, *boost::unit_test::precondition(has_other_architecture))
{
  for (std::size_t const size : {100, 20'000, 700'001}) // each form
  {
    device_buffer<float> const in(std::vector<float>(size), 0);
    device_buffer<float> out(size, -1.0F, output_margin);
    std::cout << message_of([&] { thrum::reduce(thrust::device, in.begin(), in.end()); }) << '\n';
    std::cout << message_of([&] { thrum::inclusive_scan(thrust::device, in.begin(), in.end(), out.begin()); })
              << '\n';
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
  }
}
