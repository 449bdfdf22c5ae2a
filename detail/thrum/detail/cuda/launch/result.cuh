// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Single values that go from the host to the device, or from the device to the host.

#include <thrum/detail/core/iterators.h>
#include <thrum/detail/cuda/block/raw.h>
#include <thrum/detail/cuda/launch/launch.cuh>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Out, class T>
__global__ void store_value_kernel(Out const out, T const value)
{
  detail::assign(*out, value);
}

/// Assigns a value of the host to the item that `out` points to, in the order of the stream.
template <class Out, class T>
void store_value(char const* step, cudaStream_t stream, Out out, T const& value)
{
  gpu::launch(step, store_value_kernel<Out, T>, grid{1, 1}, stream, out, value);
}

/// A value that a kernel leaves in scratch memory and the host returns.
template <class T>
class result_on_host
{
public:
  static constexpr std::size_t bytes() { return (sizeof(T) + 127) / 128 * 128 + granule; }

  static T* place_in(void* memory)
  {
    auto const address = reinterpret_cast<std::uintptr_t>(memory);
    return reinterpret_cast<T*>((address + granule - 1) / granule * granule);
  }

  /// Waits for the stream, and brings the value.
  void fetch(void* memory, cudaStream_t stream, char const* step)
  {
    gpu::check(cudaMemcpyAsync(static_cast<void*>(&result_), place_in(memory), sizeof(T),
                               cudaMemcpyDeviceToHost, stream),
               step);
    gpu::check(cudaStreamSynchronize(stream), step);
  }

  T value() const { return result_.value; }

private:
  static constexpr std::size_t granule = alignof(T) > 128 ? alignof(T) : 128;

  raw<T> result_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
