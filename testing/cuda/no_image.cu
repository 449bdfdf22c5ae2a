// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A program that was compiled for another architecture than the device's: it is told so. (testing/CMakeLists.txt
// compiles it for sm_80 alone, and without code that a newer device could compile.)
#define BOOST_TEST_MODULE cuda_no_image
#include <thrum/reduce.h>
#include <thrum/scan.h>

#include <thrust/system_error.h>

#include <string>
#include <vector>

#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
int attribute(cudaDeviceAttr which)
{
  int device = 0, value = 0;
  check_cuda(cudaGetDevice(&device));
  check_cuda(cudaDeviceGetAttribute(&value, which, device));
  return value;
}
std::string architecture()
{
  return std::to_string(attribute(cudaDevAttrComputeCapabilityMajor))
         + std::to_string(attribute(cudaDevAttrComputeCapabilityMinor));
}

boost::test_tools::assertion_result has_other_architecture(boost::unit_test::test_unit_id)
{
  boost::test_tools::assertion_result result{architecture()[0] != '8'};
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
  std::string const sm = "sm_" + architecture();
  std::string const sentence =
    ": this program was not compiled for the current device, whose architecture is " + sm
    + " (nvcc -arch=" + sm + ")";
  for (std::size_t const size : {100, 20'000, 700'001}) // one tile, or a block for each, or more than blocks
  {
    device_buffer<float> const in(std::vector<float>(size), 0);
    device_buffer<float> out(size, -1.0F, output_margin);
    auto const& policy          = thrust::device;
    std::string const of_reduce = message_of([&] { thrum::reduce(policy, in.begin(), in.end()); });
    std::string const of_scan   = message_of(
      [&] { thrum::exclusive_scan(policy, in.begin(), in.end(), out.begin()); });
    BOOST_TEST(of_reduce.find("thrum::reduce" + sentence) == 0, of_reduce);
    BOOST_TEST(of_scan.find("thrum::exclusive_scan" + sentence) == 0, of_scan);
    BOOST_TEST(cudaGetLastError() == cudaSuccess);
  }
}
