// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The only reader of Thrust's policies. A policy becomes an execution: where to run, with whose memory.

#include <thrum/detail/config/config.h>
#include <thrum/detail/dispatch/cuda_execution.h>
#include <thrum/detail/dispatch/scratch.h>

#include <thrust/detail/execution_policy.h>
#include <thrust/iterator/iterator_traits.h>
#include <thrust/system/cpp/detail/execution_policy.h>
#include <thrust/system/detail/generic/select_system.h>
#include <thrust/system/omp/detail/execution_policy.h>

#include <cstddef>
#include <new>
#include <type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Runs in the calling thread: Thrust's sequential and C++ systems, and TBB's, which has no backend here.
template <class Policy>
struct sequential_execution
{
  Policy& policy;
};

/// Runs on a team of OpenMP threads; what has no OpenMP version runs sequentially.
template <class Policy>
struct openmp_execution : sequential_execution<Policy>
{};

template <class Policy>
sequential_execution<Policy> make_execution(
  thrust::system::detail::sequential::execution_policy<Policy>& policy)
{
  return {thrust::detail::derived_cast(policy)};
}
template <class Policy>
openmp_execution<Policy> make_execution(thrust::system::omp::execution_policy<Policy>& policy)
{
  static_assert(THRUM_HAS_OPENMP || !std::is_class_v<Policy>,
                "thrum: a policy of the OpenMP system needs a compiler with OpenMP enabled (-fopenmp)");
  return {{thrust::detail::derived_cast(policy)}};
}

template <class Policy, class = void>
inline constexpr bool has_execution_v = false;
template <class Policy>
inline constexpr bool
  has_execution_v<Policy, std::void_t<decltype(detail::make_execution(std::declval<Policy&>()))>> = true;

/// From the policy as the caller wrote it, temporaries included. Policies are not changed, but Thrust's
/// accessors ask for a mutable one.
template <class Policy>
auto execution_of(thrust::detail::execution_policy_base<Policy> const& policy)
{
  static_assert(
    has_execution_v<Policy>,
    "thrum: no backend for this policy's system; it must derive from a policy of Thrust's sequential, "
    "C++, OpenMP or (where nvcc compiles) CUDA system");
  return detail::make_execution(thrust::detail::derived_cast(thrust::detail::strip_const(policy)));
}

/// Whether a policy's data is the GPU's: the host must not look at it.
template <class Execution>
inline constexpr bool is_cuda_execution_v = false;
#if THRUM_HAS_CUDA
template <class Policy>
inline constexpr bool is_cuda_execution_v<cuda_execution<Policy>> = true;
#endif
template <class Policy>
inline constexpr bool runs_on_gpu_v =
  is_cuda_execution_v<decltype(detail::execution_of(std::declval<Policy const&>()))>;

/// The type that a policy argument has; a function that takes it never takes an iterator by mistake.
template <class T>
inline constexpr bool is_policy_v = std::is_base_of_v<thrust::detail::execution_policy_marker, T>;
template <class T>
using if_not_policy = std::enable_if_t<!is_policy_v<T>, int>;

/// The system that iterators choose when the caller names none: Thrust's own choice.
template <class... Its>
THRUM_HOST_DEVICE auto system_of()
{
  using thrust::system::detail::generic::select_system;
  using system =
    std::decay_t<decltype(select_system(std::declval<typename thrust::iterator_system<Its>::type&>()...))>;
  return std::conditional_t<std::is_same_v<system, thrust::any_system_tag>, thrust::device_system_tag,
                            system>{};
}
} // namespace detail
THRUM_NAMESPACE_END
