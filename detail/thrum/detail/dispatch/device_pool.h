// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scratch memory in the order of a stream, where the policy brings none: from a pool of this library's own,
/// one for each device, made on first use. It is the only state of the process that the library keeps.

#include <thrum/detail/config/config.h>

#if THRUM_HAS_CUDA
#  include <thrust/system/cuda/error.h>
#  include <thrust/system_error.h>

#  include <cstddef>
#  include <cstdint>
#  include <memory>
#  include <mutex>
#  include <new>
#  include <vector>

#  include <cuda_runtime_api.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Throws what CUDA says of a step, and leaves no error behind for others to find.
inline void check(cudaError_t status, char const* step)
{
  if (status == cudaSuccess)
  {
    return;
  }
  cudaGetLastError();
  if (status == cudaErrorMemoryAllocation)
  {
    throw std::bad_alloc();
  }
  throw thrust::system_error(status, thrust::cuda_category(), step);
}

inline int current_device()
{
  int device = 0;
  gpu::check(cudaGetDevice(&device), "thrum: which device is the current one");
  return device;
}

inline int device_attribute(cudaDeviceAttr attribute, int device)
{
  int value = 0;
  gpu::check(cudaDeviceGetAttribute(&value, attribute, device), "thrum: what the device is like");
  return value;
}

/// The pools of all devices. They live as long as the process: at its end CUDA may be gone before we are.
class device_pools
{
public:
  static device_pools& instance()
  {
    static auto* const pools = new device_pools;
    return *pools;
  }

  /// Null where the device has no pools.
  cudaMemPool_t of(int device)
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    auto const place = static_cast<std::size_t>(device);
    if (place >= pools_.size())
    {
      pools_.resize(place + 1, nullptr);
    }
    if (pools_[place] == nullptr && device_attribute(cudaDevAttrMemoryPoolsSupported, device) != 0)
    {
      pools_[place] = make(device);
    }
    return pools_[place];
  }

private:
  /// Memory that stays with the pool when nobody uses it, so that calls in a loop do not go to the system.
  static constexpr std::uint64_t kept_bytes = std::uint64_t{64} << 20;

  static cudaMemPool_t make(int device)
  {
    cudaMemPoolProps properties{};
    properties.allocType     = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id   = device;
    cudaMemPool_t pool       = nullptr;
    gpu::check(cudaMemPoolCreate(&pool, &properties), "thrum: make a memory pool");
    std::uint64_t kept = kept_bytes;
    gpu::check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept),
               "thrum: set a memory pool up");
    return pool;
  }

  std::mutex mutex_;
  std::vector<cudaMemPool_t> pools_;
};

class pool_memory
{
public:
  pool_memory(std::size_t bytes, cudaStream_t stream) : stream_(stream)
  {
    cudaMemPool_t const pool = device_pools::instance().of(gpu::current_device());
    pooled_                  = pool != nullptr;
    gpu::check(pooled_ ? cudaMallocFromPoolAsync(&memory_, bytes, pool, stream) : cudaMalloc(&memory_, bytes),
               "thrum: scratch memory");
  }
  pool_memory(pool_memory const&)            = delete;
  pool_memory& operator=(pool_memory const&) = delete;
  ~pool_memory()
  {
    if (pooled_)
    {
      cudaFreeAsync(memory_, stream_);
    }
    else
    {
      cudaFree(memory_); // waits for the device, which is done with it then
    }
  }

  void* get() const { return memory_; }

private:
  void* memory_ = nullptr;
  cudaStream_t stream_;
  bool pooled_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
#endif
