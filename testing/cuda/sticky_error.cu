// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An error after which the process can use the device no more: each call says what it was, and so does CUDA after it. In
// a program of its own, for nothing runs after it.
#define BOOST_TEST_MODULE cuda_sticky_error
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <thrust/system_error.h>

#include <string>
#include <vector>

#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
__global__ void fail()
{
  asm volatile("trap;");
}

template <class Call>
void check_call(char const* name, Call call)
{
  try
  {
    call();
    BOOST_ERROR(name << " did not throw");
  }
  catch (thrust::system_error const& error)
  {
    BOOST_TEST(error.code().value() == cudaErrorLaunchFailure, name);
    BOOST_TEST(std::string(error.what()).find(std::string("thrum::") + name) == 0, error.what());
  }
  BOOST_TEST(cudaDeviceSynchronize() == cudaErrorLaunchFailure, name);
  cudaGetLastError();
}
} // namespace

BOOST_AUTO_TEST_CASE(a_sticky_error_is_passed_on)
{
  std::size_t const size = 30'000;
  device_buffer<int> const in(std::vector<int>(size, 1), 0);
  device_buffer<int> out(size, -1, output_margin), counts(size, -1, output_margin);
  int const *const first = in.begin(), *const last = in.end();
  fail<<<1, 1>>>();
  check_cuda(cudaGetLastError());
  // The first call finds it, since it waits; the others cannot start.
  for (int round = 0; round < 2; ++round)
  {
    check_call("reduce", [&] { thrum::reduce(thrust::device, first, last); });
    check_call("inclusive_scan", [&] { thrum::inclusive_scan(thrust::device, first, last, out.begin()); });
    check_call("run_length_encode", [&] {
      thrum::run_length_encode(thrust::cuda::par_nosync, first, last, out.begin(), counts.begin());
    });
  }
}
