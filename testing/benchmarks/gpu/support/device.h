// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Streams, events and memory of the device, as the benchmarks need them.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include <cuda_runtime_api.h>

namespace thrum_benchmark
{
inline void check(cudaError_t status)
{
  if (status != cudaSuccess)
  {
    cudaGetLastError();
    throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(status));
  }
}

/// Memory of the device, without anything in it.
class device_memory
{
public:
  explicit device_memory(std::size_t bytes = 0) : bytes_(bytes)
  {
    if (bytes > 0)
    {
      check(cudaMalloc(&memory_, bytes));
    }
  }
  device_memory(device_memory const&)            = delete;
  device_memory& operator=(device_memory const&) = delete;
  ~device_memory() { cudaFree(memory_); }

  template <class T>
  T* as() const
  {
    return static_cast<T*>(memory_);
  }
  std::size_t bytes() const { return bytes_; }
  /// Fills it with what no result is likely to be.
  void spoil() const { check(cudaMemset(memory_, 0x6B, bytes_)); }

private:
  void* memory_ = nullptr;
  std::size_t bytes_;
};

struct times
{
  double device_seconds; ///< between two events around the call
  double wall_seconds;   ///< from before the call until the second event has come
};

/// Times calls on a stream, each with a cold second-level cache.
class cold_watch
{
public:
  cold_watch() : elsewhere_(2 * level_2_bytes())
  {
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
    check(cudaEventCreate(&begin_));
    check(cudaEventCreate(&end_));
  }
  cold_watch(cold_watch const&)            = delete;
  cold_watch& operator=(cold_watch const&) = delete;
  ~cold_watch()
  {
    cudaEventDestroy(end_);
    cudaEventDestroy(begin_);
    cudaStreamDestroy(stream_);
  }

  cudaStream_t stream() const { return stream_; }

  template <class Call>
  times measure(Call const& call)
  {
    check(cudaMemsetAsync(elsewhere_.as<void>(), ++fill_ & 0xFF, elsewhere_.bytes(), stream_));
    check(cudaDeviceSynchronize());
    auto const since = std::chrono::steady_clock::now();
    check(cudaEventRecord(begin_, stream_));
    call(stream_);
    check(cudaEventRecord(end_, stream_));
    check(cudaEventSynchronize(end_));
    std::chrono::duration<double> const wall = std::chrono::steady_clock::now() - since;
    float milliseconds                       = 0;
    check(cudaEventElapsedTime(&milliseconds, begin_, end_));
    return {milliseconds * 1e-3, wall.count()};
  }

private:
  static std::size_t level_2_bytes()
  {
    int device = 0;
    int bytes  = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device));
    return static_cast<std::size_t>(bytes);
  }

  device_memory elsewhere_;
  cudaStream_t stream_ = nullptr;
  cudaEvent_t begin_   = nullptr;
  cudaEvent_t end_     = nullptr;
  int fill_            = 0;
};
} // namespace thrum_benchmark
