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

/// A place on the host for a value of the device: one that kernels write to, too, if the value is not too large for it
/// and the policy brings no memory of its own.
template <class T, class Execution>
class place_on_host
{
public:
  static constexpr bool is_slot = Execution::borrows_slots && sizeof(T) <= host_slot::bytes
                                  && alignof(T) <= host_slot::bytes;

  explicit place_on_host(char const* step) : here_(step) {}

  T* get() { return static_cast<T*>(here_.get()); }

  /// Waits for the stream, and has the value then.
  void fetch(Execution const& execution, T const* from, char const* step)
  {
    gpu::check(cudaMemcpyAsync(here_.get(), from, sizeof(T), cudaMemcpyDeviceToHost, execution.stream()),
               step);
    wait(execution, step);
  }
  /// The same where a kernel writes to the place.
  void wait(Execution const& execution, char const* step)
  {
    here_.lend();
    execution.wait(step);
    here_.come_back();
  }

private:
  struct own_memory
  {
    raw<T> place;

    explicit own_memory(char const*) {}
    void* get() { return &place; }
    void lend() {} // CUDA's copy to such memory is over when it returns
    void come_back() {}
  };

  std::conditional_t<is_slot, host_slot, own_memory> here_;
};

/// A value that a kernel makes and the host returns: made on the host, or copied there from scratch memory.
template <class T, class Execution>
class result_on_host
{
  using on_host = place_on_host<T, Execution>;

public:
  /// Where assignment to raw memory does no harm, that is as good, and one kernel serves all.
  using output = std::conditional_t<std::is_trivially_copyable_v<T>, T*, raw_output<T>>;

  explicit result_on_host(char const* step) : on_host_(step) {}

  /// Bytes of scratch.
  static constexpr std::size_t bytes()
  {
    return on_host::is_slot ? 0 : detail::round_up(sizeof(T), 128) + granule;
  }

  output place_in(void* memory) { return output{on_host::is_slot ? on_host_.get() : item_in(memory)}; }

  /// Waits for the stream, and has the value then.
  void fetch(Execution const& execution, void* memory, char const* step)
  {
    if constexpr (on_host::is_slot)
    {
      on_host_.wait(execution, step);
    }
    else
    {
      on_host_.fetch(execution, item_in(memory), step);
    }
  }

  T value() { return *on_host_.get(); }

private:
  static constexpr std::size_t granule = alignof(T) > 128 ? alignof(T) : 128;

  static T* item_in(void* memory)
  {
    auto const address = reinterpret_cast<std::uintptr_t>(memory);
    return reinterpret_cast<T*>(detail::round_up(address, granule));
  }

  on_host on_host_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
