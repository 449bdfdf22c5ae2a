// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/reduce.h
/// Sums of a whole range, and of each group of equal neighbouring keys; the counterpart of <thrust/reduce.h>.

#include <thrum/detail/core/reduce_problem.h>
#include <thrum/detail/cuda/reduce.h>
#include <thrum/detail/cuda/thread/reduce.h>
#include <thrum/detail/dispatch/dispatch.h>
#include <thrum/detail/openmp/reduce.h>
#include <thrum/detail/sequential/reduce.h>
#include <thrum/reduce_by_key.h>
#include <thrum/version.h>

#include <cuda/std/functional>

#include <nv/target>

THRUM_NAMESPACE_BEGIN

/// Says of an operator that it commutes, so that `reduce` need not keep the order of the items. Known
/// without being told: plus, multiplies, bitwise and logical functors of std, cuda::std and thrust on
/// arithmetic types, half and bfloat16; plus on complex numbers; minimum and maximum on integers.
/// \snippet commutative.cpp page
THRUM_NO_EXEC_CHECK
template <class Op>
THRUM_HOST_DEVICE constexpr operators::commutative_op<Op> commutative(Op op)
{
  return {op};
}

namespace detail
{
/// Where the host may touch the output.
template <class Execution, class In, class T, class Op, class Out>
void run_into(Execution const& execution, reduce_problem<In, T, Op>& problem, Out output)
{
  detail::assign(*output, detail::run(execution, problem));
}

/// What a call runs on the host. Asking for its type in the device's pass, too, is what makes the compiler
/// instantiate the kernels there.
template <class Policy, class Problem>
auto reduce_on_host(thrust::detail::execution_policy_base<Policy> const& policy, Problem& problem)
{
  return detail::run(detail::execution_of(policy), problem);
}
template <class Policy, class Problem, class Out>
auto reduce_into_on_host(thrust::detail::execution_policy_base<Policy> const& policy,
                         Problem& problem,
                         Out output)
{
  return detail::run_into(detail::execution_of(policy), problem, output);
}
} // namespace detail

/// \defgroup reductions Reductions
/// A reduction reads each item once and moves `n * sizeof(item)` bytes. Operators need be associative only:
/// the order of the items is kept unless the operator is known to commute. The bracketing is fixed
/// (docs/design.md), so the bits of a result depend on the input, the operator, the count and the types
/// alone: not on the policy, nor on the number of threads.
///
/// Requirements common to all: random access iterators, or forward iterators with a sequential policy. The
/// accumulator is of `init`'s type where there is an init, else of the input's value type, at every level.
/// Exceptions of operators and iterators reach the caller. Scratch comes from the policy's allocator, else
/// from the system: at most 1 MB and 1% of the input for types of up to 16 bytes. Without a policy, the
/// iterators' systems decide.
/// \throws std::bad_alloc if there is no scratch memory
/// @{

/// `init`, `x[0]`, `x[1]`, ... combined by `op`, bracketed in the library's order; `init` alone if there are
/// no items.
/// \snippet reduce.cpp page
/// \param policy  any Thrust policy of the sequential, C++, OpenMP or CUDA system
/// \param op      associative; called as op(left, right), on init, items and results of op only
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class T, class BinaryOp>
THRUM_HOST_DEVICE T reduce(thrust::detail::execution_policy_base<Policy> const& policy,
                           InputIt first,
                           InputIt last,
                           T init,
                           BinaryOp op)
{
  using own = detail::own::reduce_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, T, BinaryOp>)
  {
    return detail::call_own<own>(policy, first, last, init, op);
  }
  else
  {
    auto problem                   = detail::make_reduce_problem(first, last, std::move(init), op);
    using on_host [[maybe_unused]] = decltype(detail::reduce_on_host(policy, problem));
    NV_IF_ELSE_TARGET(NV_IS_HOST, (return detail::reduce_on_host(policy, problem);),
                      (return detail::run_in_thread(problem);))
  }
}

/// The sum of the items and `init`.
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class T>
THRUM_HOST_DEVICE T
reduce(thrust::detail::execution_policy_base<Policy> const& policy, InputIt first, InputIt last, T init)
{
  using own = detail::own::reduce_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, T>)
  {
    return detail::call_own<own>(policy, first, last, init);
  }
  else
  {
    return thrum::reduce(policy, first, last, std::move(init), ::cuda::std::plus<>{});
  }
}

/// The sum of the items and a value-initialised one, in the input's value type.
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt>
THRUM_HOST_DEVICE detail::value_type_t<InputIt> reduce(
  thrust::detail::execution_policy_base<Policy> const& policy, InputIt first, InputIt last)
{
  using own = detail::own::reduce_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt>)
  {
    return detail::call_own<own>(policy, first, last);
  }
  else
  {
    return thrum::reduce(policy, first, last, detail::value_type_t<InputIt>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class T, class BinaryOp, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE T reduce(InputIt first, InputIt last, T init, BinaryOp op)
{
  return thrum::reduce(detail::system_of<InputIt>(), first, last, std::move(init), op);
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class T, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE T reduce(InputIt first, InputIt last, T init)
{
  return thrum::reduce(detail::system_of<InputIt>(), first, last, std::move(init));
}

THRUM_NO_EXEC_CHECK
template <class InputIt>
THRUM_HOST_DEVICE detail::value_type_t<InputIt> reduce(InputIt first, InputIt last)
{
  return thrum::reduce(detail::system_of<InputIt>(), first, last);
}

/// `reduce`, with the result stored through `output`: `*output = reduce(policy, first, last, init, op)`.
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt, class T, class BinaryOp>
THRUM_HOST_DEVICE void reduce_into(thrust::detail::execution_policy_base<Policy> const& policy,
                                   InputIt first,
                                   InputIt last,
                                   OutputIt output,
                                   T init,
                                   BinaryOp op)
{
  using own = detail::own::reduce_into_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt, T, BinaryOp>)
  {
    detail::call_own<own>(policy, first, last, output, init, op);
  }
  else
  {
    auto problem = detail::make_reduce_problem(first, last, std::move(init), op);
    using on_host
      [[maybe_unused]] = decltype(detail::reduce_into_on_host(policy, problem, detail::unwrap(output)));
    NV_IF_ELSE_TARGET(NV_IS_HOST, (detail::reduce_into_on_host(policy, problem, detail::unwrap(output));),
                      (detail::assign(*output, detail::run_in_thread(problem));))
  }
}

THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt, class T>
THRUM_HOST_DEVICE void reduce_into(thrust::detail::execution_policy_base<Policy> const& policy,
                                   InputIt first,
                                   InputIt last,
                                   OutputIt output,
                                   T init)
{
  using own = detail::own::reduce_into_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt, T>)
  {
    detail::call_own<own>(policy, first, last, output, init);
  }
  else
  {
    thrum::reduce_into(policy, first, last, output, std::move(init), ::cuda::std::plus<>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OutputIt>
THRUM_HOST_DEVICE void reduce_into(thrust::detail::execution_policy_base<Policy> const& policy,
                                   InputIt first,
                                   InputIt last,
                                   OutputIt output)
{
  using own = detail::own::reduce_into_call;
  if constexpr (detail::has_own_v<own, Policy, InputIt, InputIt, OutputIt>)
  {
    detail::call_own<own>(policy, first, last, output);
  }
  else
  {
    thrum::reduce_into(policy, first, last, output, detail::value_type_t<InputIt>{});
  }
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class OutputIt, class T, class BinaryOp, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE void reduce_into(InputIt first, InputIt last, OutputIt output, T init, BinaryOp op)
{
  thrum::reduce_into(detail::system_of<InputIt, OutputIt>(), first, last, output, std::move(init), op);
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class OutputIt, class T, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE void reduce_into(InputIt first, InputIt last, OutputIt output, T init)
{
  thrum::reduce_into(detail::system_of<InputIt, OutputIt>(), first, last, output, std::move(init));
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class OutputIt>
THRUM_HOST_DEVICE void reduce_into(InputIt first, InputIt last, OutputIt output)
{
  thrum::reduce_into(detail::system_of<InputIt, OutputIt>(), first, last, output);
}
/// @}

THRUM_NAMESPACE_END
