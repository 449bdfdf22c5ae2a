// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The CUDA half of execution.h: what a policy of Thrust's CUDA system says of stream, memory and waiting.

#include <thrum/detail/config/config.h>

#if THRUM_HAS_CUDA
#  include <thrum/detail/dispatch/cuda_status.h>
#  include <thrum/detail/dispatch/device_pool.h>
#  include <thrum/detail/dispatch/scratch.h>
#  include <thrum/detail/dispatch/slots.h>

#  include <thrust/detail/temporary_buffer.h>
#  include <thrust/system/cuda/detail/util.h>
#  include <thrust/system/cuda/execution_policy.h>

#  include <cstddef>
#  include <new>
#  include <string>
#  include <type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace own
{
namespace temporary_buffer_probe
{
struct none
{};

/// Takes any policy itself: better than Thrust's default, which takes its base, and worse than an overload
/// written for the policy, as Thrust's for policies with an allocator.
template <class T, class Policy>
none get_temporary_buffer(Policy&, std::ptrdiff_t);

template <class Policy>
inline constexpr bool is_default_v =
  std::is_same_v<decltype(get_temporary_buffer<unsigned char>(std::declval<Policy&>(), std::ptrdiff_t{})),
                 none>;
} // namespace temporary_buffer_probe
} // namespace own

/// Whether temporary memory of a policy comes from somewhere of its own: an allocator. (For two policies Thrust
/// itself takes it from CUDA's default pool, which gives it back to the system at every wait.)
template <class Policy>
inline constexpr bool brings_memory_v = !own::temporary_buffer_probe::is_default_v<Policy>;
template <>
inline constexpr bool brings_memory_v<thrust::cuda_cub::par_nosync_t> = false;
template <>
inline constexpr bool brings_memory_v<thrust::cuda_cub::execute_on_stream_nosync> = false;

/// Runs on a stream of the current device.
template <class Policy>
class cuda_execution
{
public:
  explicit cuda_execution(Policy& policy) : policy_(&policy) {}

  cudaStream_t stream() const { return thrust::cuda_cub::stream(*policy_); }

  /// Before anything is begun that ends with `wait`: while a stream is captured there is no waiting for it, and
  /// to try would end the capture.
  void require_wait(char const* step) const
  {
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    gpu::check(cudaStreamIsCapturing(stream(), &capture), step);
    if (capture != cudaStreamCaptureStatusNone)
    {
      throw thrust::system_error(
        cudaErrorStreamCaptureUnsupported, thrust::cuda_category(),
        gpu::full_name(step)
          + ": this call waits for its stream, which is being captured; leave the result "
            "on the device, and take par_nosync.on(stream)");
    }
  }
  /// Before anything is begun that ends with `finish`.
  void require_finish(char const* step) const
  {
    if (waits())
    {
      require_wait(step);
    }
  }

  /// Waits, unless the policy says that the caller does. (Thrust's own function for it would also report errors that
  /// somebody else left unchecked.)
  void finish(char const* step) const
  {
    if (waits())
    {
      wait(step);
    }
  }
  /// Waits in any case, for a value that the host returns. CUDA's own wait sees the end of a short kernel 3 us
  /// later than one who keeps asking.
  void wait(char const* step) const
  {
    gpu::outside_captures const around;
    for (int asked = 0; asked < 200; ++asked) // half a microsecond each
    {
      cudaError_t const status = cudaStreamQuery(stream());
      if (status != cudaErrorNotReady)
      {
        gpu::check(status, step);
        return;
      }
    }
    gpu::check(cudaStreamSynchronize(stream()), step);
  }

  /// Whether the call is over when it returns.
  bool waits() const { return thrust::cuda_cub::must_perform_optional_synchronization(*policy_); }

  /// Calls body(memory) with scratch memory from the policy's allocator if it has one, else from the device's
  /// pool. It is given back in the order of the stream.
  template <class Body>
  void with_scratch(char const* step, std::size_t bytes, Body&& body) const
  {
    if (bytes == 0)
    {
      body(static_cast<void*>(nullptr));
      return;
    }
    if constexpr (brings_memory_v<Policy>)
    {
      scratch<Policy> memory(*policy_, bytes, step);
      body(memory.get());
    }
    else
    {
      gpu::pool_memory memory(bytes, stream(), step);
      body(memory.get());
    }
  }

  /// Whether calls may borrow memory of the library's. If the policy has some of its own, that serves for all.
  static constexpr bool borrows_slots = !brings_memory_v<Policy>;

private:
  Policy* policy_;
};

template <class Policy>
cuda_execution<Policy> make_execution(thrust::cuda_cub::execution_policy<Policy>& policy)
{
  return cuda_execution<Policy>(thrust::detail::derived_cast(policy));
}
} // namespace detail
THRUM_NAMESPACE_END
#endif
