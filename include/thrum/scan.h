// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/scan.h
/// Prefix sums, of all items and of each group of equal neighbouring keys; the counterpart of <thrust/scan.h>.

#include <thrum/detail/core/scan_problem.h>
#include <thrum/detail/cuda/scan.h>
#include <thrum/detail/cuda/thread/scan.h>
#include <thrum/detail/dispatch/dispatch.h>
#include <thrum/detail/openmp/scan.h>
#include <thrum/detail/sequential/scan.h>
#include <thrum/scan_by_key.h>
#include <thrum/version.h>

#include <cuda/std/functional>

#include <nv/target>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// What a call runs on the host. Asking for its type in the device's pass, too, is what makes the compiler
/// instantiate the kernels there.
template <class Policy, class Problem>
auto scan_on_host(thrust::detail::execution_policy_base<Policy> const& policy, Problem& problem)
{
  return detail::run(detail::execution_of(policy), problem);
}
} // namespace detail

/// \defgroup scans Scans
/// Every scan reads each item once, writes each result once, and moves `n * (sizeof(input) + sizeof(output))`
/// bytes of memory. Operators need be associative only. The bracketing is fixed (docs/design.md), so the
/// bits of a result depend on the input, the operator, the count and the types alone: not on the policy,
/// nor on the number of threads.
///
/// Requirements common to all: random access iterators, or forward iterators with a sequential policy;
/// the accumulator is of `init`'s type where there is an init, else of the input's value type, at every
/// level; results are assigned to the output. The output may begin where the input begins if both have the
/// same value type; no other overlap is allowed. Exceptions of operators and iterators reach the caller;
/// the output's content is then unspecified. Scratch comes from the policy's allocator, else from the
/// system: at most 1 MB and 1% of the input for types of up to 16 bytes. Without a policy, the iterators'
/// systems decide.
/// \throws std::bad_alloc if there is no scratch memory
/// @{

/// Writes `op(init, x[0])`, `op(op(init, x[0]), x[1])`, ... to `result`.
/// \param policy  any Thrust policy of the sequential, C++, OpenMP or CUDA system
/// \param op      associative; need not commute; called as op(left, right)
/// \return        the end of the output, `result + (last - first)`
/// \snippet scan.cpp page
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt, class T, class BinaryOp>
THRUM_HOST_DEVICE OutputIt inclusive_scan(thrust::detail::execution_policy_base<Policy> const& policy,
                                          InputIt first,
                                          InputIt last,
                                          OutputIt result,
                                          T init,
                                          BinaryOp op)
{
  using own = detail::own::inclusive_scan_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt, T, BinaryOp>)
  {
    return detail::call_own<own>(policy, first, last, result, init, op);
  }
  else
  {
    auto problem = detail::make_scan_problem<detail::scan_kind::inclusive, T>(
      first, last, result, ::cuda::std::optional<T>(init), op);
    using on_host [[maybe_unused]] = decltype(detail::scan_on_host(policy, problem));
    NV_IF_ELSE_TARGET(NV_IS_HOST, (detail::scan_on_host(policy, problem);), (detail::run_in_thread(problem);))
    return detail::rewrap(result, problem.out, problem.count);
  }
}

/// Writes `x[0]`, `op(x[0], x[1])`, ... to `result`. `op` is not called for the first of them.
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt, class BinaryOp>
THRUM_HOST_DEVICE OutputIt inclusive_scan(thrust::detail::execution_policy_base<Policy> const& policy,
                                          InputIt first,
                                          InputIt last,
                                          OutputIt result,
                                          BinaryOp op)
{
  using own = detail::own::inclusive_scan_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt, BinaryOp>)
  {
    return detail::call_own<own>(policy, first, last, result, op);
  }
  else
  {
    using T      = detail::value_type_t<InputIt>;
    auto problem = detail::make_scan_problem<detail::scan_kind::inclusive, T>(first, last, result,
                                                                              ::cuda::std::optional<T>(), op);
    using on_host [[maybe_unused]] = decltype(detail::scan_on_host(policy, problem));
    NV_IF_ELSE_TARGET(NV_IS_HOST, (detail::scan_on_host(policy, problem);), (detail::run_in_thread(problem);))
    return detail::rewrap(result, problem.out, problem.count);
  }
}

/// Running sums: `x[0]`, `x[0] + x[1]`, ...
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt>
THRUM_HOST_DEVICE OutputIt inclusive_scan(thrust::detail::execution_policy_base<Policy> const& policy,
                                          InputIt first,
                                          InputIt last,
                                          OutputIt result)
{
  using own = detail::own::inclusive_scan_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt>)
  {
    return detail::call_own<own>(policy, first, last, result);
  }
  else
  {
    return thrum::inclusive_scan(policy, first, last, result, ::cuda::std::plus<>{});
  }
}

/// Writes `init`, `op(init, x[0])`, `op(op(init, x[0]), x[1])`, ... to `result`. The last item of the input
/// is not read: n + 1 places of which the first n hold counts give n + 1 offsets.
/// \param policy  any Thrust policy of the sequential, C++, OpenMP or CUDA system
/// \param op      associative; need not commute; called as op(left, right)
/// \return        the end of the output, `result + (last - first)`
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt, class T, class BinaryOp>
THRUM_HOST_DEVICE OutputIt exclusive_scan(thrust::detail::execution_policy_base<Policy> const& policy,
                                          InputIt first,
                                          InputIt last,
                                          OutputIt result,
                                          T init,
                                          BinaryOp op)
{
  using own = detail::own::exclusive_scan_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt, T, BinaryOp>)
  {
    return detail::call_own<own>(policy, first, last, result, init, op);
  }
  else
  {
    auto problem = detail::make_scan_problem<detail::scan_kind::exclusive, T>(
      first, last, result, ::cuda::std::optional<T>(init), op);
    using on_host [[maybe_unused]] = decltype(detail::scan_on_host(policy, problem));
    NV_IF_ELSE_TARGET(NV_IS_HOST, (detail::scan_on_host(policy, problem);), (detail::run_in_thread(problem);))
    return detail::rewrap(result, problem.out, problem.count);
  }
}

/// Running sums from `init`: `init`, `init + x[0]`, ...
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt, class T>
THRUM_HOST_DEVICE OutputIt exclusive_scan(thrust::detail::execution_policy_base<Policy> const& policy,
                                          InputIt first,
                                          InputIt last,
                                          OutputIt result,
                                          T init)
{
  using own = detail::own::exclusive_scan_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt, T>)
  {
    return detail::call_own<own>(policy, first, last, result, init);
  }
  else
  {
    return thrum::exclusive_scan(policy, first, last, result, init, ::cuda::std::plus<>{});
  }
}

/// Running sums from a value-initialised item.
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt>
THRUM_HOST_DEVICE OutputIt exclusive_scan(thrust::detail::execution_policy_base<Policy> const& policy,
                                          InputIt first,
                                          InputIt last,
                                          OutputIt result)
{
  using own = detail::own::exclusive_scan_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt>)
  {
    return detail::call_own<own>(policy, first, last, result);
  }
  else
  {
    return thrum::exclusive_scan(policy, first, last, result, detail::value_type_t<InputIt>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class OutputIt, class T, class BinaryOp, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE OutputIt inclusive_scan(InputIt first, InputIt last, OutputIt result, T init, BinaryOp op)
{
  return thrum::inclusive_scan(detail::system_of<InputIt, OutputIt>(), first, last, result, init, op);
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class OutputIt, class BinaryOp, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE OutputIt inclusive_scan(InputIt first, InputIt last, OutputIt result, BinaryOp op)
{
  return thrum::inclusive_scan(detail::system_of<InputIt, OutputIt>(), first, last, result, op);
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class OutputIt>
THRUM_HOST_DEVICE OutputIt inclusive_scan(InputIt first, InputIt last, OutputIt result)
{
  return thrum::inclusive_scan(detail::system_of<InputIt, OutputIt>(), first, last, result);
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class OutputIt, class T, class BinaryOp, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE OutputIt exclusive_scan(InputIt first, InputIt last, OutputIt result, T init, BinaryOp op)
{
  return thrum::exclusive_scan(detail::system_of<InputIt, OutputIt>(), first, last, result, init, op);
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class OutputIt, class T, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE OutputIt exclusive_scan(InputIt first, InputIt last, OutputIt result, T init)
{
  return thrum::exclusive_scan(detail::system_of<InputIt, OutputIt>(), first, last, result, init);
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class OutputIt>
THRUM_HOST_DEVICE OutputIt exclusive_scan(InputIt first, InputIt last, OutputIt result)
{
  return thrum::exclusive_scan(detail::system_of<InputIt, OutputIt>(), first, last, result);
}
/// @}

THRUM_NAMESPACE_END
