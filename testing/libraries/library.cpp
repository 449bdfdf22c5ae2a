// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that uses thrum, as many a program has several of: built more than once, with this thrum and with another,
// for the CPU and for the GPU.
#include "library.h"

#include <thrum/scan.h>
#if THRUM_HAS_CUDA
#  include <thrum/detail/cuda/launch/result.cuh>
#endif

#include <thrust/execution_policy.h>

namespace
{
template <class Policy>
void run(Policy const& policy, thrum_test::library_job const& job)
{
  thrum::inclusive_scan(policy, job.items, job.items + job.count, job.sums);
}
} // namespace

extern "C" void thrum_test_on_host(thrum_test::library_job const* job)
{
  run(thrust::seq, *job);
}
extern "C" void thrum_test_on_device(thrum_test::library_job const* job)
{
  run(thrust::device, *job);
}

#if THRUM_HAS_CUDA
/// The pool that the scratch memory comes from.
extern "C" void* thrum_test_pool()
{
  using namespace thrum::detail;
  return gpu::device_pools::instance().of(gpu::current_device(), "test");
}

/// Starts a kernel of this library by the function that the linker finds, as it is where the compiler has put into their
/// callers all functions but that one.
extern "C" void thrum_test_start_kernel(float* out, float value)
{
  using namespace thrum::detail;
  using kernel = void (*)(float*, float);
  using launch = void (*)(char const*, kernel, gpu::grid const&, cudaStream_t, float*&, float&);
  launch volatile const start = gpu::launch;
  start("test", gpu::store_value_kernel<float*, float>, gpu::grid{1, 1}, nullptr, out, value);
  gpu::check(cudaStreamSynchronize(nullptr), "test");
}
#endif
