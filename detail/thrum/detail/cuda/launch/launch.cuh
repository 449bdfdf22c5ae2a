// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Starting kernels, and what has to be known of the device for that.

#include <thrum/detail/dispatch/execution.h>

#include <utility>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// How many blocks of how many threads, and the shared memory that is said at the launch.
struct grid
{
  std::int64_t blocks;
  int threads;
  std::size_t shared_bytes = 0;
};

// Each library in a program may have a CUDA runtime of its own, which knows the library's own kernels alone.
// What hands a kernel to the runtime is hidden, so that the linker never takes another library's copy for it.
// (Not by attributes: nvcc warns of those on functions that are given types of an unnamed namespace.)
#pragma GCC visibility push(hidden)

/// Throws if the kernel could not be started. An error that someone left unchecked before is not ours.
template <class... Params, class... Args>
void launch(char const* step, void (*kernel)(Params...), grid const& g, cudaStream_t stream, Args&&... args)
{
  cudaLaunchConfig_t config{};
  config.gridDim          = dim3(static_cast<unsigned>(g.blocks));
  config.blockDim         = dim3(static_cast<unsigned>(g.threads));
  config.dynamicSmemBytes = g.shared_bytes;
  config.stream           = stream;
  gpu::check(cudaLaunchKernelEx(&config, kernel, std::forward<Args>(args)...), step);
}

/// A block gets more shared memory than 48 KB only if the kernel was said to want it.
template <class... Params>
void allow_shared(void (*kernel)(Params...), std::size_t bytes, char const* step)
{
  // Not by cudaFuncSetAttribute, which takes away an error that someone left unchecked before.
  cudaKernel_t of_device = nullptr;
  gpu::check(cudaGetKernel(&of_device, kernel), step);
  gpu::check(cudaKernelSetAttributeForDevice(of_device, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                             static_cast<int>(bytes), gpu::current_device(step)),
             step);
}

#pragma GCC visibility pop

/// What a launch depends on.
struct device_facts
{
  int processors;   ///< streaming multiprocessors
  int shared_bytes; ///< that a block can have at most
  int architecture; ///< that the code which runs there was compiled for, as 900; 0 if unknown

  static device_facts of_current()
  {
    int const device = gpu::current_device();
    int const runs   = gpu::device_attribute(cudaDevAttrComputeCapabilityMajor, device) * 100
                     + gpu::device_attribute(cudaDevAttrComputeCapabilityMinor, device) * 10;
    return {processors_of(device), gpu::device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, device),
            compiled_for(runs)};
  }

private:
  static int processors_of(int device)
  {
#if defined(THRUM_TEST_PROCESSORS) // for grids of any size
    if (THRUM_TEST_PROCESSORS > 0)
    {
      return THRUM_TEST_PROCESSORS;
    }
#endif
    return gpu::device_attribute(cudaDevAttrMultiProcessorCount, device);
  }

  /// The newest architecture of this compilation that the device can run.
  static constexpr int compiled_for(int device)
  {
    int best = 0;
#if defined(__CUDA_ARCH_LIST__)
    for (int const architecture : {__CUDA_ARCH_LIST__})
    {
      best = architecture <= device && architecture > best ? architecture : best;
    }
#endif
    return best;
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
