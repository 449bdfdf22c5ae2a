// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/scan_by_key.h
/// Prefix sums that begin anew where the key changes. Part of <thrum/scan.h>, as in Thrust.

#include <thrum/detail/core/scan_problem.h>
#include <thrum/detail/cuda/scan_by_key.h>
#include <thrum/detail/cuda/thread/scan.h>
#include <thrum/detail/dispatch/dispatch.h>
#include <thrum/detail/openmp/scan_by_key.h>
#include <thrum/detail/sequential/scan_by_key.h>
#include <thrum/version.h>

#include <cuda/std/functional>

#include <nv/target>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// What a call runs on the host. Asking for its type in the device's pass, too, is what makes the compiler
/// instantiate the kernels there.
template <class Policy, class Problem>
auto scan_by_key_on_host(thrust::detail::execution_policy_base<Policy> const& policy, Problem& problem)
{
  return detail::run(detail::execution_of(policy), problem);
}
} // namespace detail

/// \addtogroup scans
/// @{

/// `inclusive_scan` of each group of consecutive equal keys: sums begin anew where the key changes.
/// \param pred  an equivalence, called as pred(previous, current) on neighbours. What equals nothing, such
///              as NaN, is a group of its own.
/// \param op    associative; need not commute; called on neighbouring operands of one group only
/// \return      the end of the output
///
/// The output may begin where the keys begin, or where the values begin, if it has the same value type.
/// \snippet scan_by_key.cpp page
THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class OutputIt, class Pred, class BinaryOp>
THRUM_HOST_DEVICE OutputIt inclusive_scan_by_key(thrust::detail::execution_policy_base<Policy> const& policy,
                                                 KeyIt keys_first,
                                                 KeyIt keys_last,
                                                 ValueIt values_first,
                                                 OutputIt result,
                                                 Pred pred,
                                                 BinaryOp op)
{
  using own = detail::own::inclusive_scan_by_key_call;
  if constexpr (detail::has_own_v<own, Policy, KeyIt, KeyIt, ValueIt, OutputIt, Pred, BinaryOp>)
  {
    return detail::call_own<own>(policy, keys_first, keys_last, values_first, result, pred, op);
  }
  else
  {
    using T      = detail::value_type_t<ValueIt>;
    auto problem = detail::make_scan_by_key_problem<detail::scan_kind::inclusive, T>(
      keys_first, keys_last, values_first, result, ::cuda::std::optional<T>(), pred, op);
    using on_host [[maybe_unused]] = decltype(detail::scan_by_key_on_host(policy, problem));
    NV_IF_ELSE_TARGET(NV_IS_HOST, (detail::scan_by_key_on_host(policy, problem);),
                      (detail::run_in_thread(problem);))
    return detail::rewrap(result, problem.out, problem.count);
  }
}

THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class OutputIt, class Pred>
THRUM_HOST_DEVICE OutputIt inclusive_scan_by_key(thrust::detail::execution_policy_base<Policy> const& policy,
                                                 KeyIt keys_first,
                                                 KeyIt keys_last,
                                                 ValueIt values_first,
                                                 OutputIt result,
                                                 Pred pred)
{
  using own = detail::own::inclusive_scan_by_key_call;
  if constexpr (detail::has_own_v<own, Policy, KeyIt, KeyIt, ValueIt, OutputIt, Pred>)
  {
    return detail::call_own<own>(policy, keys_first, keys_last, values_first, result, pred);
  }
  else
  {
    return thrum::inclusive_scan_by_key(policy, keys_first, keys_last, values_first, result, pred,
                                        ::cuda::std::plus<>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class OutputIt>
THRUM_HOST_DEVICE OutputIt inclusive_scan_by_key(thrust::detail::execution_policy_base<Policy> const& policy,
                                                 KeyIt keys_first,
                                                 KeyIt keys_last,
                                                 ValueIt values_first,
                                                 OutputIt result)
{
  using own = detail::own::inclusive_scan_by_key_call;
  if constexpr (detail::has_own_v<own, Policy, KeyIt, KeyIt, ValueIt, OutputIt>)
  {
    return detail::call_own<own>(policy, keys_first, keys_last, values_first, result);
  }
  else
  {
    return thrum::inclusive_scan_by_key(policy, keys_first, keys_last, values_first, result,
                                        ::cuda::std::equal_to<>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class KeyIt, class ValueIt, class OutputIt, class... Options, detail::if_not_policy<KeyIt> = 0>
THRUM_HOST_DEVICE OutputIt inclusive_scan_by_key(
  KeyIt keys_first, KeyIt keys_last, ValueIt values_first, OutputIt result, Options... options)
{
  static_assert(sizeof...(Options) <= 2,
                "thrum: inclusive_scan_by_key takes a predicate and an operator at most");
  return thrum::inclusive_scan_by_key(detail::system_of<KeyIt, ValueIt, OutputIt>(), keys_first, keys_last,
                                      values_first, result, options...);
}

/// `exclusive_scan` of each group of consecutive equal keys: every group begins with `init`, or with a
/// value-initialised item in the form without one. The last value is not read, the last key is. Otherwise as
/// `inclusive_scan_by_key`.
THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class OutputIt, class T, class Pred, class BinaryOp>
THRUM_HOST_DEVICE OutputIt exclusive_scan_by_key(thrust::detail::execution_policy_base<Policy> const& policy,
                                                 KeyIt keys_first,
                                                 KeyIt keys_last,
                                                 ValueIt values_first,
                                                 OutputIt result,
                                                 T init,
                                                 Pred pred,
                                                 BinaryOp op)
{
  using own = detail::own::exclusive_scan_by_key_call;
  if constexpr (detail::has_own_v<own, Policy, KeyIt, KeyIt, ValueIt, OutputIt, T, Pred, BinaryOp>)
  {
    return detail::call_own<own>(policy, keys_first, keys_last, values_first, result, init, pred, op);
  }
  else
  {
    auto problem = detail::make_scan_by_key_problem<detail::scan_kind::exclusive, T>(
      keys_first, keys_last, values_first, result, ::cuda::std::optional<T>(init), pred, op);
    using on_host [[maybe_unused]] = decltype(detail::scan_by_key_on_host(policy, problem));
    NV_IF_ELSE_TARGET(NV_IS_HOST, (detail::scan_by_key_on_host(policy, problem);),
                      (detail::run_in_thread(problem);))
    return detail::rewrap(result, problem.out, problem.count);
  }
}

THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class OutputIt, class T, class Pred>
THRUM_HOST_DEVICE OutputIt exclusive_scan_by_key(thrust::detail::execution_policy_base<Policy> const& policy,
                                                 KeyIt keys_first,
                                                 KeyIt keys_last,
                                                 ValueIt values_first,
                                                 OutputIt result,
                                                 T init,
                                                 Pred pred)
{
  using own = detail::own::exclusive_scan_by_key_call;
  if constexpr (detail::has_own_v<own, Policy, KeyIt, KeyIt, ValueIt, OutputIt, T, Pred>)
  {
    return detail::call_own<own>(policy, keys_first, keys_last, values_first, result, init, pred);
  }
  else
  {
    return thrum::exclusive_scan_by_key(policy, keys_first, keys_last, values_first, result, init, pred,
                                        ::cuda::std::plus<>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class OutputIt, class T>
THRUM_HOST_DEVICE OutputIt exclusive_scan_by_key(thrust::detail::execution_policy_base<Policy> const& policy,
                                                 KeyIt keys_first,
                                                 KeyIt keys_last,
                                                 ValueIt values_first,
                                                 OutputIt result,
                                                 T init)
{
  using own = detail::own::exclusive_scan_by_key_call;
  if constexpr (detail::has_own_v<own, Policy, KeyIt, KeyIt, ValueIt, OutputIt, T>)
  {
    return detail::call_own<own>(policy, keys_first, keys_last, values_first, result, init);
  }
  else
  {
    return thrum::exclusive_scan_by_key(policy, keys_first, keys_last, values_first, result, init,
                                        ::cuda::std::equal_to<>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class OutputIt>
THRUM_HOST_DEVICE OutputIt exclusive_scan_by_key(thrust::detail::execution_policy_base<Policy> const& policy,
                                                 KeyIt keys_first,
                                                 KeyIt keys_last,
                                                 ValueIt values_first,
                                                 OutputIt result)
{
  using own = detail::own::exclusive_scan_by_key_call;
  if constexpr (detail::has_own_v<own, Policy, KeyIt, KeyIt, ValueIt, OutputIt>)
  {
    return detail::call_own<own>(policy, keys_first, keys_last, values_first, result);
  }
  else
  {
    return thrum::exclusive_scan_by_key(policy, keys_first, keys_last, values_first, result,
                                        detail::value_type_t<ValueIt>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class KeyIt, class ValueIt, class OutputIt, class... Options, detail::if_not_policy<KeyIt> = 0>
THRUM_HOST_DEVICE OutputIt exclusive_scan_by_key(
  KeyIt keys_first, KeyIt keys_last, ValueIt values_first, OutputIt result, Options... options)
{
  static_assert(sizeof...(Options) <= 3,
                "thrum: exclusive_scan_by_key takes init, a predicate and an operator at most");
  return thrum::exclusive_scan_by_key(detail::system_of<KeyIt, ValueIt, OutputIt>(), keys_first, keys_last,
                                      values_first, result, options...);
}
/// @}

THRUM_NAMESPACE_END
