// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The Cta that block primitives use unless told otherwise: the block of the kernel that calls them, of one, two or
/// three dimensions.

#include <thrum/detail/config/config.h>

#if defined(__CUDACC__)
#  include <thrum/detail/cuda/block/device_cta.cuh>
#endif

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
#if defined(__CUDACC__)
/// Its threads are counted row by row, plane by plane; 32 that follow each other are a warp.
struct this_block : device_cta
{
  __device__ int threads() const { return static_cast<int>(blockDim.x * blockDim.y * blockDim.z); }
  __device__ int thread() const
  {
    return static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
  }
  __device__ int lane() const { return static_cast<int>(static_cast<unsigned>(thread()) % 32); }
  __device__ int warp() const { return static_cast<int>(static_cast<unsigned>(thread()) / 32); }
};
#else
struct this_block; ///< there is none
#endif
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
