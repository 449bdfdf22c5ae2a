// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What CUDA answers: an error becomes an exception that names the step, and is not left behind for others to find.

#include <thrum/detail/config/config.h>

#if THRUM_HAS_CUDA
#  include <thrum/detail/dispatch/scratch.h>

#  include <thrust/system/cuda/error.h>
#  include <thrust/system_error.h>

#  include <string>

#  include <cuda_runtime_api.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// What was begun, for messages: an algorithm, or the library if that is null.
inline std::string full_name(char const* step)
{
  return step == nullptr ? std::string("thrum") : std::string("thrum::") + step;
}

/// A sentence for the one error whose cause is in how the program was built.
inline std::string no_code_for_device(char const* step)
{
  int device = 0;
  int major  = 0;
  int minor  = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device);
  cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device);
  std::string const architecture = std::to_string(major) + std::to_string(minor);
  return gpu::full_name(step)
         + ": this program was not compiled for the current device, whose architecture is sm_" + architecture
         + " (nvcc -arch=sm_" + architecture + ")";
}

/// Throws what CUDA says of a step. (Hidden, for each library in a program may have a CUDA runtime of its own, which keeps
/// its own last error.)
[[gnu::visibility("hidden")]] inline void check(cudaError_t status, char const* step)
{
  if (status == cudaSuccess)
  {
    return;
  }
  cudaGetLastError();
  if (status == cudaErrorMemoryAllocation)
  {
    throw no_scratch_memory(step);
  }
  bool const has_no_code = status == cudaErrorNoKernelImageForDevice
                           || status == cudaErrorInvalidDeviceFunction;
  throw thrust::system_error(status, thrust::cuda_category(),
                             has_no_code ? gpu::no_code_for_device(step) : gpu::full_name(step));
}

inline int current_device(char const* step = nullptr)
{
  int device = 0;
  gpu::check(cudaGetDevice(&device), step);
  return device;
}

inline int device_attribute(cudaDeviceAttr attribute, int device, char const* step = nullptr)
{
  int value = 0;
  gpu::check(cudaDeviceGetAttribute(&value, attribute, device), step);
  return value;
}

/// Memory, also from a pool, and the question whether a stream is done are refused while another thread captures a stream,
/// and end that capture, unless one says that they are no part of it.
class outside_captures
{
public:
  outside_captures() { cudaThreadExchangeStreamCaptureMode(&mode_); }
  outside_captures(outside_captures const&)            = delete;
  outside_captures& operator=(outside_captures const&) = delete;
  ~outside_captures() { cudaThreadExchangeStreamCaptureMode(&mode_); }

private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
#endif
