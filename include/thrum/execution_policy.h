// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/execution_policy.h
/// The drop-in by policy: `thrust::f(thrum::accelerate(policy), ...)`.

#include <thrum/detail/dispatch/execution.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <thrum/version.h>

#include <thrust/system/tbb/detail/execution_policy.h>

#include <utility>

THRUM_NAMESPACE_BEGIN
/// Policies and the overloads that Thrust finds by them, apart from the library's own functions.
namespace policies
{
/// A policy of the same system as `Policy`, for which Thrust's algorithms find thrum's.
template <class Policy, template <class> class System>
struct accelerated : System<accelerated<Policy, System>>
{
  Policy inner;

  constexpr explicit accelerated(Policy policy) : inner(std::move(policy)) {}

  /// A policy that stands for any other, as thrust::seq does, still does: Thrust asks for that where it mixes
  /// its own temporary memory with the caller's.
  template <class Other,
            class Mine = Policy,
            std::enable_if_t<std::is_constructible_v<Mine, thrust::execution_policy<Other> const&>, int> = 0>
  constexpr accelerated(thrust::execution_policy<Other> const& other) : inner(other)
  {}
};

template <class Policy>
accelerated<Policy, thrust::system::detail::sequential::execution_policy> accelerated_type(
  thrust::system::detail::sequential::execution_policy<Policy> const&);
template <class Policy>
accelerated<Policy, thrust::system::cpp::detail::execution_policy> accelerated_type(
  thrust::system::cpp::detail::execution_policy<Policy> const&);
template <class Policy>
accelerated<Policy, thrust::system::omp::detail::execution_policy> accelerated_type(
  thrust::system::omp::detail::execution_policy<Policy> const&);
template <class Policy>
accelerated<Policy, thrust::system::tbb::detail::execution_policy> accelerated_type(
  thrust::system::tbb::detail::execution_policy<Policy> const&);

#if THRUM_HAS_CUDA
template <class Policy>
accelerated<Policy, thrust::cuda_cub::execution_policy> accelerated_type(
  thrust::cuda_cub::execution_policy<Policy> const&);

} // namespace policies
namespace detail
{
/// Scratch memory of thrum's own algorithms is what it is with the inner policy: from the library's pool, unless that
/// brings an allocator. What follows below, for Thrust's, is no allocator.
template <class Policy>
inline constexpr bool brings_memory_v<policies::accelerated<Policy, thrust::cuda_cub::execution_policy>> =
  brings_memory_v<Policy>;
} // namespace detail
namespace policies
{
// Where the algorithms that stay Thrust's run, and whether they wait.
template <class Policy>
THRUM_HOST_DEVICE cudaStream_t get_stream(accelerated<Policy, thrust::cuda_cub::execution_policy>& policy)
{
  return thrust::cuda_cub::stream(policy.inner);
}
template <class Policy>
THRUM_HOST_DEVICE bool must_perform_optional_stream_synchronization(
  accelerated<Policy, thrust::cuda_cub::execution_policy>& policy)
{
  return thrust::cuda_cub::must_perform_optional_synchronization(policy.inner);
}
#endif

// Scratch of the algorithms that stay Thrust's: from the inner policy's allocator too.
template <class T, class Policy, template <class> class System>
thrust::pair<T*, std::ptrdiff_t> get_temporary_buffer(accelerated<Policy, System>& policy,
                                                      std::ptrdiff_t count)
{
  auto const buffer = thrust::get_temporary_buffer<T>(policy.inner, count);
  return {thrust::raw_pointer_cast(buffer.first), static_cast<std::ptrdiff_t>(buffer.second)};
}
template <class Pointer, class Policy, template <class> class System>
void return_temporary_buffer(accelerated<Policy, System>& policy, Pointer pointer, std::ptrdiff_t count)
{
  auto const raw = thrust::raw_pointer_cast(pointer);
  using given = thrust::pointer<std::remove_pointer_t<decltype(raw)>, Policy>; // as get_temporary_buffer did
  thrust::return_temporary_buffer(policy.inner, given(raw), count);
}

// One overload for all arities of an algorithm: Thrust's shorter forms call its longer ones, so a form left
// out would quietly stay Thrust's.
template <class Policy, template <class> class System, class... Args>
auto reduce(accelerated<Policy, System>& policy, Args... args)
  -> decltype(thrum::reduce(policy.inner, args...))
{
  return thrum::reduce(policy.inner, args...);
}
template <class Policy, template <class> class System, class... Args>
auto reduce_into(accelerated<Policy, System>& policy, Args... args)
  -> decltype(thrum::reduce_into(policy.inner, args...))
{
  return thrum::reduce_into(policy.inner, args...);
}
template <class Policy, template <class> class System, class... Args>
auto transform_reduce(accelerated<Policy, System>& policy, Args... args)
  -> decltype(thrum::transform_reduce(policy.inner, args...))
{
  return thrum::transform_reduce(policy.inner, args...);
}
template <class Policy, template <class> class System, class... Args>
auto reduce_by_key(accelerated<Policy, System>& policy, Args... args)
  -> decltype(thrum::reduce_by_key(policy.inner, args...))
{
  return thrum::reduce_by_key(policy.inner, args...);
}
template <class Policy, template <class> class System, class... Args>
auto inclusive_scan(accelerated<Policy, System>& policy, Args... args)
  -> decltype(thrum::inclusive_scan(policy.inner, args...))
{
  return thrum::inclusive_scan(policy.inner, args...);
}
template <class Policy, template <class> class System, class... Args>
auto exclusive_scan(accelerated<Policy, System>& policy, Args... args)
  -> decltype(thrum::exclusive_scan(policy.inner, args...))
{
  return thrum::exclusive_scan(policy.inner, args...);
}
template <class Policy, template <class> class System, class... Args>
auto inclusive_scan_by_key(accelerated<Policy, System>& policy, Args... args)
  -> decltype(thrum::inclusive_scan_by_key(policy.inner, args...))
{
  return thrum::inclusive_scan_by_key(policy.inner, args...);
}
template <class Policy, template <class> class System, class... Args>
auto exclusive_scan_by_key(accelerated<Policy, System>& policy, Args... args)
  -> decltype(thrum::exclusive_scan_by_key(policy.inner, args...))
{
  return thrum::exclusive_scan_by_key(policy.inner, args...);
}
template <class Policy, template <class> class System, class... Args>
auto transform_inclusive_scan(accelerated<Policy, System>& policy, Args... args)
  -> decltype(thrum::transform_inclusive_scan(policy.inner, args...))
{
  return thrum::transform_inclusive_scan(policy.inner, args...);
}
template <class Policy, template <class> class System, class... Args>
auto transform_exclusive_scan(accelerated<Policy, System>& policy, Args... args)
  -> decltype(thrum::transform_exclusive_scan(policy.inner, args...))
{
  return thrum::transform_exclusive_scan(policy.inner, args...);
}
} // namespace policies

/// The same policy, except that `thrust::reduce`, `reduce_into`, `transform_reduce`, `reduce_by_key` and all
/// scans called with it run this library's version, in every arity, and so do the algorithms that Thrust builds on
/// them. Every other algorithm runs Thrust's, with the same allocator.
/// docs/porting.md lists them.
/// \param policy  any Thrust policy of the sequential, C++, OpenMP, CUDA or TBB system (TBB policies run
///                this library's algorithms sequentially); a copy of it is kept
/// \snippet accelerate.cpp page
template <class Policy>
auto accelerate(thrust::detail::execution_policy_base<Policy> const& policy)
{
  static_assert(
    detail::has_execution_v<Policy>,
    "thrum: no backend for this policy's system; it must derive from a policy of Thrust's sequential, "
    "C++, OpenMP or (where nvcc compiles) CUDA system");
  Policy const& derived = thrust::detail::derived_cast(policy);
  return decltype(policies::accelerated_type(derived))(derived);
}
THRUM_NAMESPACE_END
