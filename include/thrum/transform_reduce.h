// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/transform_reduce.h
/// A reduction of what a function makes of each item; the counterpart of <thrust/transform_reduce.h>.

#include <thrum/reduce.h>

#include <thrust/iterator/transform_iterator.h>

THRUM_NAMESPACE_BEGIN

/// \ingroup reductions
/// `reduce` over `unary(x)` in place of each item `x`; `unary` is called once for each item, and its result
/// is converted to T.
/// \param policy  any Thrust policy of the sequential, C++, OpenMP or CUDA system
/// \param op      associative; order is kept unless it is known to commute
/// \snippet transform_reduce.cpp page
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class UnaryFunction, class T, class BinaryOp>
THRUM_HOST_DEVICE T transform_reduce(thrust::detail::execution_policy_base<Policy> const& policy,
                                     InputIt first,
                                     InputIt last,
                                     UnaryFunction unary,
                                     T init,
                                     BinaryOp op)
{
  using own = detail::own::transform_reduce_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, UnaryFunction, T, BinaryOp>)
  {
    return detail::call_own<own>(policy, first, last, unary, init, op);
  }
  else
  {
    using iterator = thrust::transform_iterator<UnaryFunction, InputIt, T, T>;
    return thrum::reduce(policy, iterator(first, unary), iterator(last, unary), std::move(init), op);
  }
}

/// \ingroup reductions
THRUM_NO_EXEC_CHECK
template <class InputIt, class UnaryFunction, class T, class BinaryOp, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE T transform_reduce(InputIt first, InputIt last, UnaryFunction unary, T init, BinaryOp op)
{
  return thrum::transform_reduce(detail::system_of<InputIt>(), first, last, unary, std::move(init), op);
}

THRUM_NAMESPACE_END
