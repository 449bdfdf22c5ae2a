// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/run_length_encode.h
/// Run length encoding: from items to runs, values and how often each stands there one after the other.

#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/core/run_length_encode_problem.h>
#include <thrum/detail/cuda/run_length_encode.h>
#include <thrum/detail/cuda/thread/run_length_encode.h>
#include <thrum/detail/dispatch/dispatch.h>
#include <thrum/detail/openmp/run_length_encode.h>
#include <thrum/detail/sequential/run_length_encode.h>
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
auto run_length_encode_on_host(thrust::detail::execution_policy_base<Policy> const& policy, Problem& problem)
{
  return detail::run(detail::execution_of(policy), problem);
}
} // namespace detail

/// \defgroup run_length Run length encoding and decoding
/// Common to all: any Thrust policy of the sequential, C++, OpenMP or CUDA system, or none, then the iterators'
/// systems decide; random access iterators, or forward iterators with a sequential policy. Counts are of 64
/// bits, whatever integer type lengths are stored in. Exceptions of predicates and iterators reach the
/// caller; the output's content is then unspecified, but nothing is written outside it. Scratch comes from
/// the policy's allocator, else from the system: at most 1 MB and 1% of the input for types of up to 16 bytes.
/// \throws std::bad_alloc if there is no scratch memory
/// @{

/// Writes the value and the length of each run of consecutive equal items. The value is the run's last item.
/// Moves `n` items in, and a value and a length out for each run.
/// \param pred  an equivalence, called as pred(previous, current) on neighbours; what equals nothing, such as
///              NaN, is a run of its own
/// \return      the ends of both outputs
/// \snippet run_length_encode.cpp page
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class ValueOut, class LengthOut, class Pred>
THRUM_HOST_DEVICE thrust::pair<ValueOut, LengthOut> run_length_encode(
  thrust::detail::execution_policy_base<Policy> const& policy,
  InputIt first,
  InputIt last,
  ValueOut values_result,
  LengthOut lengths_result,
  Pred pred)
{
  auto problem = detail::make_run_length_encode_problem<detail::encode_kind::all>(first, last, values_result,
                                                                                  lengths_result, pred);
  std::ptrdiff_t runs            = 0;
  using on_host [[maybe_unused]] = decltype(detail::run_length_encode_on_host(policy, problem));
  NV_IF_ELSE_TARGET(NV_IS_HOST, (runs = detail::run_length_encode_on_host(policy, problem);),
                    (runs = detail::run_in_thread(problem);))
  return thrust::pair<ValueOut, LengthOut>(detail::rewrap(values_result, problem.heads_out, runs),
                                           detail::rewrap(lengths_result, problem.lengths_out, runs));
}

THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class ValueOut, class LengthOut>
THRUM_HOST_DEVICE thrust::pair<ValueOut, LengthOut> run_length_encode(
  thrust::detail::execution_policy_base<Policy> const& policy,
  InputIt first,
  InputIt last,
  ValueOut values_result,
  LengthOut lengths_result)
{
  return thrum::run_length_encode(policy, first, last, values_result, lengths_result,
                                  ::cuda::std::equal_to<>{});
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class ValueOut, class LengthOut, class... Pred, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE thrust::pair<ValueOut, LengthOut> run_length_encode(
  InputIt first, InputIt last, ValueOut values_result, LengthOut lengths_result, Pred... pred)
{
  static_assert(sizeof...(Pred) <= 1, "thrum: run_length_encode takes a predicate at most");
  return thrum::run_length_encode(detail::system_of<InputIt, ValueOut, LengthOut>(), first, last,
                                  values_result, lengths_result, pred...);
}

/// `run_length_encode`, with the number of runs stored through `count_result`: on CUDA in the order of the
/// stream, so that with `par_nosync` nobody waits and a graph can capture it.
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class ValueOut, class LengthOut, class CountOut, class Pred>
THRUM_HOST_DEVICE void run_length_encode_into(thrust::detail::execution_policy_base<Policy> const& policy,
                                              InputIt first,
                                              InputIt last,
                                              ValueOut values_result,
                                              LengthOut lengths_result,
                                              CountOut count_result,
                                              Pred pred)
{
  auto problem = detail::make_run_length_encode_problem<detail::encode_kind::all>(first, last, values_result,
                                                                                  lengths_result, pred);
  auto counted = detail::make_counted_problem(problem, count_result);
  using on_host [[maybe_unused]] = decltype(detail::run_length_encode_on_host(policy, counted));
  NV_IF_ELSE_TARGET(NV_IS_HOST, (detail::run_length_encode_on_host(policy, counted);),
                    (detail::run_in_thread(counted);))
}

THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class ValueOut, class LengthOut, class CountOut>
THRUM_HOST_DEVICE void run_length_encode_into(thrust::detail::execution_policy_base<Policy> const& policy,
                                              InputIt first,
                                              InputIt last,
                                              ValueOut values_result,
                                              LengthOut lengths_result,
                                              CountOut count_result)
{
  thrum::run_length_encode_into(policy, first, last, values_result, lengths_result, count_result,
                                ::cuda::std::equal_to<>{});
}

THRUM_NO_EXEC_CHECK
template <class InputIt,
          class ValueOut,
          class LengthOut,
          class CountOut,
          class... Pred,
          detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE void run_length_encode_into(InputIt first,
                                              InputIt last,
                                              ValueOut values_result,
                                              LengthOut lengths_result,
                                              CountOut count_result,
                                              Pred... pred)
{
  static_assert(sizeof...(Pred) <= 1, "thrum: run_length_encode_into takes a predicate at most");
  thrum::run_length_encode_into(detail::system_of<InputIt, ValueOut, LengthOut, CountOut>(), first, last,
                                values_result, lengths_result, count_result, pred...);
}

/// Writes the offset and the length of each run of two and more consecutive equal items: n / 2 of them at
/// most.
/// \return the ends of both outputs
THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OffsetOut, class LengthOut, class Pred>
THRUM_HOST_DEVICE thrust::pair<OffsetOut, LengthOut> run_length_encode_non_trivial(
  thrust::detail::execution_policy_base<Policy> const& policy,
  InputIt first,
  InputIt last,
  OffsetOut offsets_result,
  LengthOut lengths_result,
  Pred pred)
{
  auto problem = detail::make_run_length_encode_problem<detail::encode_kind::non_trivial>(
    first, last, offsets_result, lengths_result, pred);
  std::ptrdiff_t runs            = 0;
  using on_host [[maybe_unused]] = decltype(detail::run_length_encode_on_host(policy, problem));
  NV_IF_ELSE_TARGET(NV_IS_HOST, (runs = detail::run_length_encode_on_host(policy, problem);),
                    (runs = detail::run_in_thread(problem);))
  return thrust::pair<OffsetOut, LengthOut>(detail::rewrap(offsets_result, problem.heads_out, runs),
                                            detail::rewrap(lengths_result, problem.lengths_out, runs));
}

THRUM_NO_EXEC_CHECK
template <class Policy, class InputIt, class OffsetOut, class LengthOut>
THRUM_HOST_DEVICE thrust::pair<OffsetOut, LengthOut> run_length_encode_non_trivial(
  thrust::detail::execution_policy_base<Policy> const& policy,
  InputIt first,
  InputIt last,
  OffsetOut offsets_result,
  LengthOut lengths_result)
{
  return thrum::run_length_encode_non_trivial(policy, first, last, offsets_result, lengths_result,
                                              ::cuda::std::equal_to<>{});
}

THRUM_NO_EXEC_CHECK
template <class InputIt, class OffsetOut, class LengthOut, class... Pred, detail::if_not_policy<InputIt> = 0>
THRUM_HOST_DEVICE thrust::pair<OffsetOut, LengthOut> run_length_encode_non_trivial(
  InputIt first, InputIt last, OffsetOut offsets_result, LengthOut lengths_result, Pred... pred)
{
  static_assert(sizeof...(Pred) <= 1, "thrum: run_length_encode_non_trivial takes a predicate at most");
  return thrum::run_length_encode_non_trivial(detail::system_of<InputIt, OffsetOut, LengthOut>(), first, last,
                                              offsets_result, lengths_result, pred...);
}
/// @}

THRUM_NAMESPACE_END
