// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/transform_scan.h
/// Scans of what a function makes of each item; the counterpart of <thrust/transform_scan.h>.

#include <thrum/scan.h>

#include <thrust/iterator/transform_iterator.h>

THRUM_NAMESPACE_BEGIN

/// \addtogroup scans
/// @{

/// `inclusive_scan` over `unary(x)` in place of each item `x`. The accumulator is of the type that `unary`
/// returns, without reference and const. `unary` is called once for each item.
/// \snippet transform_scan.cpp page
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt, class UnaryFunction, class BinaryOp>
THRUM_HOST_DEVICE OutputIt
transform_inclusive_scan(thrust::detail::execution_policy_base<Policy> const& policy,
                         InputIt first,
                         InputIt last,
                         OutputIt result,
                         UnaryFunction unary,
                         BinaryOp op)
{
  using own = detail::own::transform_inclusive_scan_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt, UnaryFunction, BinaryOp>)
  {
    return detail::call_own<own>(policy, first, last, result, unary, op);
  }
  else
  {
    using T        = detail::plain_result_t<UnaryFunction, detail::value_type_t<InputIt>>;
    using iterator = thrust::transform_iterator<UnaryFunction, InputIt, T, T>;
    return thrum::inclusive_scan(policy, iterator(first, unary), iterator(last, unary), result, op);
  }
}

/// `inclusive_scan` from `init`, over `unary(x)` in place of each item `x`, converted to T.
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt, class UnaryFunction, class T, class BinaryOp>
THRUM_HOST_DEVICE OutputIt
transform_inclusive_scan(thrust::detail::execution_policy_base<Policy> const& policy,
                         InputIt first,
                         InputIt last,
                         OutputIt result,
                         UnaryFunction unary,
                         T init,
                         BinaryOp op)
{
  using own = detail::own::transform_inclusive_scan_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt, UnaryFunction, T, BinaryOp>)
  {
    return detail::call_own<own>(policy, first, last, result, unary, init, op);
  }
  else
  {
    using iterator = thrust::transform_iterator<UnaryFunction, InputIt, T, T>;
    return thrum::inclusive_scan(policy, iterator(first, unary), iterator(last, unary), result, init, op);
  }
}

/// `exclusive_scan` from `init`, over `unary(x)` in place of each item `x`, converted to T. The last item is
/// not read.
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt, class UnaryFunction, class T, class BinaryOp>
THRUM_HOST_DEVICE OutputIt
transform_exclusive_scan(thrust::detail::execution_policy_base<Policy> const& policy,
                         InputIt first,
                         InputIt last,
                         OutputIt result,
                         UnaryFunction unary,
                         T init,
                         BinaryOp op)
{
  using own = detail::own::transform_exclusive_scan_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt, UnaryFunction, T, BinaryOp>)
  {
    return detail::call_own<own>(policy, first, last, result, unary, init, op);
  }
  else
  {
    using iterator = thrust::transform_iterator<UnaryFunction, InputIt, T, T>;
    return thrum::exclusive_scan(policy, iterator(first, unary), iterator(last, unary), result, init, op);
  }
}

THRUM_NO_EXEC_CHECK
template <class InputIt,
          class OutputIt,
          class UnaryFunction,
          class BinaryOp,
          detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE OutputIt
transform_inclusive_scan(InputIt first, InputIt last, OutputIt result, UnaryFunction unary, BinaryOp op)
{
  return thrum::transform_inclusive_scan(detail::system_of<InputIt, OutputIt>(), first, last, result, unary,
                                         op);
}

THRUM_NO_EXEC_CHECK
template <class InputIt,
          class OutputIt,
          class UnaryFunction,
          class T,
          class BinaryOp,
          detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE OutputIt transform_inclusive_scan(
  InputIt first, InputIt last, OutputIt result, UnaryFunction unary, T init, BinaryOp op)
{
  return thrum::transform_inclusive_scan(detail::system_of<InputIt, OutputIt>(), first, last, result, unary,
                                         init, op);
}

THRUM_NO_EXEC_CHECK
template <class InputIt,
          class OutputIt,
          class UnaryFunction,
          class T,
          class BinaryOp,
          detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE OutputIt transform_exclusive_scan(
  InputIt first, InputIt last, OutputIt result, UnaryFunction unary, T init, BinaryOp op)
{
  return thrum::transform_exclusive_scan(detail::system_of<InputIt, OutputIt>(), first, last, result, unary,
                                         init, op);
}
/// @}

THRUM_NAMESPACE_END
