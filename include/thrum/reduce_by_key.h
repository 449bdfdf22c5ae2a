// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/reduce_by_key.h
/// Sums of each group of equal neighbouring keys. Part of <thrum/reduce.h>, as in Thrust.

#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/core/reduce_by_key_problem.h>
#include <thrum/detail/cuda/reduce_by_key.h>
#include <thrum/detail/cuda/thread/reduce.h>
#include <thrum/detail/dispatch/dispatch.h>
#include <thrum/detail/openmp/reduce_by_key.h>
#include <thrum/detail/sequential/reduce_by_key.h>
#include <thrum/version.h>

#include <cuda/std/functional>
#include <thrust/pair.h>

#include <nv/target>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// What a call runs on the host. Asking for its type in the device's pass, too, is what makes the compiler
/// instantiate the kernels there.
template <class Policy, class Problem>
auto reduce_by_key_on_host(thrust::detail::execution_policy_base<Policy> const& policy, Problem& problem)
{
  return detail::run(detail::execution_of(policy), problem);
}
} // namespace detail

/// \addtogroup reductions
/// @{

/// Reduces each group of consecutive equal keys: writes the group's last key and the reduction of its
/// values. Equal keys that are not neighbours are different groups. Moves `n` keys and values in and a key
/// and a value out for each group. The keys' output may begin where the keys begin, and the values' where
/// the values begin, if they have the same type.
/// \param pred  an equivalence, called as pred(previous, current) on neighbours. What equals nothing, such
///              as NaN, is a group of its own.
/// \param op    associative; need not commute; called on neighbouring operands of one group only
/// \return      the ends of both outputs
/// \snippet reduce_by_key.cpp page
THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class KeyOut, class ValueOut, class Pred, class BinaryOp>
THRUM_HOST_DEVICE thrust::pair<KeyOut, ValueOut> reduce_by_key(
  thrust::detail::execution_policy_base<Policy> const& policy,
  KeyIt keys_first,
  KeyIt keys_last,
  ValueIt values_first,
  KeyOut keys_result,
  ValueOut values_result,
  Pred pred,
  BinaryOp op)
{
  using own = detail::own::reduce_by_key_call;
  if constexpr (detail::has_own_v<own, Policy, KeyIt, KeyIt, ValueIt, KeyOut, ValueOut, Pred, BinaryOp>)
  {
    return detail::call_own<own>(policy, keys_first, keys_last, values_first, keys_result, values_result,
                                 pred, op);
  }
  else
  {
    auto problem = detail::make_reduce_by_key_problem(keys_first, keys_last, values_first, keys_result,
                                                      values_result, pred, op);
    std::ptrdiff_t groups          = 0;
    using on_host [[maybe_unused]] = decltype(detail::reduce_by_key_on_host(policy, problem));
    NV_IF_ELSE_TARGET(NV_IS_HOST, (groups = detail::reduce_by_key_on_host(policy, problem);),
                      (groups = detail::run_in_thread(problem);))
    return thrust::pair<KeyOut, ValueOut>(detail::rewrap(keys_result, problem.keys_out, groups),
                                          detail::rewrap(values_result, problem.values_out, groups));
  }
}

THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class KeyOut, class ValueOut, class Pred>
THRUM_HOST_DEVICE thrust::pair<KeyOut, ValueOut> reduce_by_key(
  thrust::detail::execution_policy_base<Policy> const& policy,
  KeyIt keys_first,
  KeyIt keys_last,
  ValueIt values_first,
  KeyOut keys_result,
  ValueOut values_result,
  Pred pred)
{
  using own = detail::own::reduce_by_key_call;
  if constexpr (detail::has_own_v<own, Policy, KeyIt, KeyIt, ValueIt, KeyOut, ValueOut, Pred>)
  {
    return detail::call_own<own>(policy, keys_first, keys_last, values_first, keys_result, values_result,
                                 pred);
  }
  else
  {
    return thrum::reduce_by_key(policy, keys_first, keys_last, values_first, keys_result, values_result, pred,
                                ::cuda::std::plus<>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class KeyOut, class ValueOut>
THRUM_HOST_DEVICE thrust::pair<KeyOut, ValueOut> reduce_by_key(
  thrust::detail::execution_policy_base<Policy> const& policy,
  KeyIt keys_first,
  KeyIt keys_last,
  ValueIt values_first,
  KeyOut keys_result,
  ValueOut values_result)
{
  using own = detail::own::reduce_by_key_call;
  if constexpr (detail::has_own_v<own, Policy, KeyIt, KeyIt, ValueIt, KeyOut, ValueOut>)
  {
    return detail::call_own<own>(policy, keys_first, keys_last, values_first, keys_result, values_result);
  }
  else
  {
    return thrum::reduce_by_key(policy, keys_first, keys_last, values_first, keys_result, values_result,
                                ::cuda::std::equal_to<>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class KeyIt,
          class ValueIt,
          class KeyOut,
          class ValueOut,
          class... Options,
          detail::if_not_policy<KeyIt> = 0>
THRUM_HOST_DEVICE thrust::pair<KeyOut, ValueOut> reduce_by_key(KeyIt keys_first,
                                                               KeyIt keys_last,
                                                               ValueIt values_first,
                                                               KeyOut keys_result,
                                                               ValueOut values_result,
                                                               Options... options)
{
  static_assert(sizeof...(Options) <= 2, "thrum: reduce_by_key takes a predicate and an operator at most");
  return thrum::reduce_by_key(detail::system_of<KeyIt, ValueIt, KeyOut, ValueOut>(), keys_first, keys_last,
                              values_first, keys_result, values_result, options...);
}

/// `reduce_by_key`, with the number of groups stored through `count_result`: on CUDA in the order of the stream,
/// so that with `par_nosync` nobody waits and a graph can capture it.
THRUM_NO_EXEC_CHECK
template <class Policy,
          class KeyIt,
          class ValueIt,
          class KeyOut,
          class ValueOut,
          class CountOut,
          class Pred,
          class BinaryOp>
THRUM_HOST_DEVICE void reduce_by_key_into(thrust::detail::execution_policy_base<Policy> const& policy,
                                          KeyIt keys_first,
                                          KeyIt keys_last,
                                          ValueIt values_first,
                                          KeyOut keys_result,
                                          ValueOut values_result,
                                          CountOut count_result,
                                          Pred pred,
                                          BinaryOp op)
{
  auto problem = detail::make_reduce_by_key_problem(keys_first, keys_last, values_first, keys_result,
                                                    values_result, pred, op);
  auto counted = detail::make_counted_problem(problem, count_result);
  using on_host [[maybe_unused]] = decltype(detail::reduce_by_key_on_host(policy, counted));
  NV_IF_ELSE_TARGET(NV_IS_HOST, (detail::reduce_by_key_on_host(policy, counted);),
                    (detail::run_in_thread(counted);))
}

THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class KeyOut, class ValueOut, class CountOut, class Pred>
THRUM_HOST_DEVICE void reduce_by_key_into(thrust::detail::execution_policy_base<Policy> const& policy,
                                          KeyIt keys_first,
                                          KeyIt keys_last,
                                          ValueIt values_first,
                                          KeyOut keys_result,
                                          ValueOut values_result,
                                          CountOut count_result,
                                          Pred pred)
{
  thrum::reduce_by_key_into(policy, keys_first, keys_last, values_first, keys_result, values_result,
                            count_result, pred, ::cuda::std::plus<>{});
}

THRUM_NO_EXEC_CHECK
template <class Policy, class KeyIt, class ValueIt, class KeyOut, class ValueOut, class CountOut>
THRUM_HOST_DEVICE void reduce_by_key_into(thrust::detail::execution_policy_base<Policy> const& policy,
                                          KeyIt keys_first,
                                          KeyIt keys_last,
                                          ValueIt values_first,
                                          KeyOut keys_result,
                                          ValueOut values_result,
                                          CountOut count_result)
{
  thrum::reduce_by_key_into(policy, keys_first, keys_last, values_first, keys_result, values_result,
                            count_result, ::cuda::std::equal_to<>{});
}

THRUM_NO_EXEC_CHECK
template <class KeyIt,
          class ValueIt,
          class KeyOut,
          class ValueOut,
          class CountOut,
          class... Options,
          detail::if_not_policy<KeyIt> = 0>
THRUM_HOST_DEVICE void reduce_by_key_into(KeyIt keys_first,
                                          KeyIt keys_last,
                                          ValueIt values_first,
                                          KeyOut keys_result,
                                          ValueOut values_result,
                                          CountOut count_result,
                                          Options... options)
{
  static_assert(sizeof...(Options) <= 2,
                "thrum: reduce_by_key_into takes a predicate and an operator at most");
  thrum::reduce_by_key_into(detail::system_of<KeyIt, ValueIt, KeyOut, ValueOut, CountOut>(), keys_first,
                            keys_last, values_first, keys_result, values_result, count_result, options...);
}
/// @}

THRUM_NAMESPACE_END
