// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Single values that go from the host to the device, or from the device to the host.

#include <thrum/detail/core/iterators.h>
#include <thrum/detail/core/rounding.h>
#include <thrum/detail/cuda/block/raw.h>
#include <thrum/detail/cuda/launch/launch.cuh>

#include <cstdint>
#include <iterator>
#include <type_traits>

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

template <class In, class Out>
__global__ void copy_item_kernel(In const in, Out const out)
{
  detail::assign(*out, *in);
}

/// Assigns the item that `in` points to, in the order of the stream.
template <class In, class Out>
void copy_item(char const* step, cudaStream_t stream, In in, Out out)
{
  gpu::launch(step, copy_item_kernel<In, Out>, grid{1, 1}, stream, in, out);
}

/// An output in raw memory: what is assigned to its item makes the item.
template <class T>
struct raw_output
{
  using difference_type   = std::ptrdiff_t;
  using value_type        = T;
  using pointer           = void;
  using reference         = raw_output;
  using iterator_category = std::random_access_iterator_tag;

  T* place;

  THRUM_HOST_DEVICE raw_output operator+(std::ptrdiff_t n) const { return {place + n}; }
  THRUM_DEVICE raw_output operator*() const { return *this; }
  THRUM_DEVICE void operator=(T const& x) const { gpu::set(*place, x); }
};

/// A value that a kernel leaves in scratch memory and the host returns.
template <class T>
class result_on_host
{
public:
  /// Where assignment to raw memory does no harm, that is as good, and one kernel serves all.
  using output = std::conditional_t<std::is_trivially_copyable_v<T>, T*, raw_output<T>>;

  static constexpr std::size_t bytes() { return detail::round_up(sizeof(T), 128) + granule; }

  static output place_in(void* memory) { return output{item_in(memory)}; }

  /// Waits for the stream, and brings the value.
  void fetch(void* memory, cudaStream_t stream, char const* step)
  {
    gpu::check(cudaMemcpyAsync(static_cast<void*>(&result_), item_in(memory), sizeof(T),
                               cudaMemcpyDeviceToHost, stream),
               step);
    gpu::check(cudaStreamSynchronize(stream), step);
  }

  T value() const { return result_.value; }

private:
  static constexpr std::size_t granule = alignof(T) > 128 ? alignof(T) : 128;

  static T* item_in(void* memory)
  {
    auto const address = reinterpret_cast<std::uintptr_t>(memory);
    return reinterpret_cast<T*>(detail::round_up(address, granule));
  }

  raw<T> result_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
