// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scratch memory in the order of a stream, where the policy brings none: from a pool of the library's own, one for each
/// device, made on first use. Pools, and the slots of slots.h, are the only state of the process that the library keeps.

#include <thrum/detail/config/config.h>

#if THRUM_HAS_CUDA
#  include <thrum/detail/dispatch/cuda_status.h>

#  include <cstddef>
#  include <cstdint>
#  include <mutex>
#  include <vector>

#  include <cuda_runtime_api.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
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
  cudaMemPool_t of(int device, char const* step)
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    auto const place = static_cast<std::size_t>(device);
    if (place >= pools_.size())
    {
      pools_.resize(place + 1, nullptr);
    }
    if (pools_[place] == nullptr && gpu::device_attribute(cudaDevAttrMemoryPoolsSupported, device, step) != 0)
    {
      pools_[place] = make(device, step);
    }
    return pools_[place];
  }

private:
  /// Memory that stays with the pool when nobody uses it, so that calls in a loop do not go to the system.
  static constexpr std::uint64_t kept_bytes = std::uint64_t{64} << 20;

  static cudaMemPool_t make(int device, char const* step)
  {
    outside_captures const around;
    cudaMemPoolProps properties{};
    properties.allocType     = cudaMemAllocationTypePinned;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id   = device;
    cudaMemPool_t pool       = nullptr;
    gpu::check(cudaMemPoolCreate(&pool, &properties), step);
    std::uint64_t kept = kept_bytes;
    gpu::check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept), step);
    return pool;
  }

  std::mutex mutex_;
  std::vector<cudaMemPool_t> pools_;
};

class pool_memory
{
public:
  pool_memory(std::size_t bytes, cudaStream_t stream, char const* step) : stream_(stream)
  {
    cudaMemPool_t const pool = device_pools::instance().of(gpu::current_device(step), step);
    pooled_                  = pool != nullptr;
    outside_captures const around;
    gpu::check(pooled_ ? cudaMallocFromPoolAsync(&memory_, bytes, pool, stream) : cudaMalloc(&memory_, bytes),
               step);
  }
  pool_memory(pool_memory const&)            = delete;
  pool_memory& operator=(pool_memory const&) = delete;
  ~pool_memory()
  {
    outside_captures const around;
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
