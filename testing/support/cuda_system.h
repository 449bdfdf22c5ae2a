// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The CUDA system under test, for test bodies that nvcc compiles; see systems.h.
#include <thrust/device_ptr.h>
#include <thrust/execution_policy.h>
#include <thrust/system/cuda/execution_policy.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <cuda_runtime_api.h>

namespace thrum_test
{
inline void check_cuda(cudaError_t status)
{
  if (status != cudaSuccess)
  {
    throw std::runtime_error(cudaGetErrorString(status));
  }
}

/// What the host does to device memory goes by the default stream and may be under way when the call returns;
/// streams that do not wait for that one must find it done.
inline void settle_default_stream()
{
  check_cuda(cudaStreamSynchronize(cudaStreamLegacy));
}

/// Items in device memory; the counterpart of buffer.h. What a test reads of it comes back by items().
template <class T>
class device_buffer
{
public:
  device_buffer(std::vector<T> const& content, std::size_t margin_bytes)
      : device_buffer(content.size(), margin_bytes)
  {
    std::unique_ptr<unsigned char[]> bytes = place(content);
    check_cuda(cudaMemcpy(first_, bytes.get(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    settle_default_stream();
  }
  device_buffer(std::size_t size, T const& fill, std::size_t margin_bytes)
      : device_buffer(std::vector<T>(size, fill), margin_bytes)
  {}
  /// Memory for items that a kernel makes.
  static device_buffer raw(std::size_t size) { return device_buffer(size, std::size_t{0}); }
  device_buffer(device_buffer const&)            = delete;
  device_buffer& operator=(device_buffer const&) = delete;
  ~device_buffer() { cudaFree(storage_); }

  T* begin() { return first_; }
  T* end() { return first_ + size_; }
  T const* begin() const { return first_; }
  T const* end() const { return first_ + size_; }
  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(size_); }

  /// Other content, of the same size.
  void set_items(std::vector<T> const& content)
  {
    std::unique_ptr<unsigned char[]> bytes = place(content);
    check_cuda(cudaMemcpy(first_, bytes.get(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    settle_default_stream();
  }

  std::vector<T> items() const
  {
    std::vector<unsigned char> all(2 * margin_ + size_ * sizeof(T) + alignof(T));
    auto* const host = aligned(all.data());
    check_cuda(cudaMemcpy(host, storage_, 2 * margin_ + size_ * sizeof(T), cudaMemcpyDeviceToHost));
    auto const untouched = [](unsigned char byte) { return byte == margin_pattern; };
    auto* const after    = host + margin_ + size_ * sizeof(T);
    if (!std::all_of(host, host + margin_, untouched) || !std::all_of(after, after + margin_, untouched))
    {
      throw std::logic_error("something was written outside the output");
    }
    auto const* const first = reinterpret_cast<T const*>(host + margin_);
    return std::vector<T>(first, first + size_);
  }

private:
  static constexpr unsigned char margin_pattern = 0xA5;

  device_buffer(std::size_t size, std::size_t margin_bytes)
      : size_(size)
      , margin_((margin_bytes + alignof(T) - 1) / alignof(T) * alignof(T))
  {
    std::size_t const bytes = size * sizeof(T) + 2 * margin_;
    check_cuda(cudaMalloc(reinterpret_cast<void**>(&storage_), bytes + 1));
    check_cuda(cudaMemset(storage_, margin_pattern, bytes));
    first_ = reinterpret_cast<T*>(storage_ + margin_);
  }

  static unsigned char* aligned(unsigned char* memory)
  {
    auto const address = reinterpret_cast<std::uintptr_t>(memory);
    return memory + (alignof(T) - address % alignof(T)) % alignof(T);
  }
  static std::unique_ptr<unsigned char[]> place(std::vector<T> const& content)
  {
    // Bytes, since std::vector<bool> has no items to copy from.
    auto bytes     = std::make_unique<unsigned char[]>(content.size() * sizeof(T) + 1);
    std::size_t at = 0;
    for (T const& item : content)
    {
      std::memcpy(bytes.get() + at, static_cast<void const*>(std::addressof(item)), sizeof(T));
      at += sizeof(T);
    }
    return bytes;
  }

  std::size_t size_;
  std::size_t margin_;
  unsigned char* storage_ = nullptr;
  T* first_;
};

struct device_memory_system
{
  static constexpr bool takes_host_functions = false;

  template <class T>
  using buffer = device_buffer<T>;
};

struct device_system : device_memory_system
{
  static std::string name() { return "device"; }
  static auto const& policy() { return thrust::device; }
};

struct cuda_system : device_memory_system
{
  static std::string name() { return "cuda::par"; }
  static auto const& policy() { return thrust::cuda::par; }
  template <class Allocator>
  static auto policy(Allocator& scratch)
  {
    return thrust::cuda::par(scratch);
  }
};

/// On a stream that waits for no other.
struct stream_system : device_memory_system
{
  stream_system() { check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  stream_system(stream_system const&)            = delete;
  stream_system& operator=(stream_system const&) = delete;
  ~stream_system() { cudaStreamDestroy(stream_); }

  static std::string name() { return "cuda::par.on(stream)"; }
  auto policy() const { return thrust::cuda::par.on(stream_); }

private:
  cudaStream_t stream_;
};
} // namespace thrum_test
