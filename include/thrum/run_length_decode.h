// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/run_length_decode.h
/// Run length decoding: from runs, values and how often each is repeated, to items.

#include <thrum/detail/core/decode_makers.h>
#include <thrum/detail/cuda/run_length_decode.h>
#include <thrum/detail/cuda/thread/run_length_decode.h>
#include <thrum/detail/dispatch/dispatch.h>
#include <thrum/detail/openmp/run_length_decode.h>
#include <thrum/detail/sequential/run_length_decode.h>
#include <thrum/version.h>

#include <thrust/pair.h>

#include <cstdint>

#include <nv/target>

THRUM_NAMESPACE_BEGIN

namespace detail
{
/// What a call runs on the host. Asking for its type in the device's pass, too, is what makes the compiler
/// instantiate the kernels there.
template <class Policy, class Problem>
auto visit_on_host(thrust::detail::execution_policy_base<Policy> const& policy, Problem& problem)
{
  return detail::run(detail::execution_of(policy), problem);
}

/// Does what is asked, and returns what is known of the lengths.
THRUM_NO_EXEC_CHECK
template <class Policy, class Problem>
THRUM_HOST_DEVICE run_sum visit(thrust::detail::execution_policy_base<Policy> const& policy, Problem& problem)
{
  using on_host [[maybe_unused]] = decltype(detail::visit_on_host(policy, problem));
  NV_IF_ELSE_TARGET(NV_IS_HOST, (return detail::visit_on_host(policy, problem);),
                    (return detail::run_in_thread(problem);))
}

/// Decodes into `out`, at most `capacity` items.
THRUM_NO_EXEC_CHECK
template <class ValueIt, class Runs, class Out>
THRUM_HOST_DEVICE auto make_decode_problem(
  ValueIt values_first, Runs const& runs, cursor<Out>& out, std::int64_t capacity, run_checks checks)
{
  return detail::make_run_visit_problem(
    runs, capacity, checks, make_values<unwrapped_t<ValueIt>, Out>{detail::unwrap(values_first), &out});
}

THRUM_NO_EXEC_CHECK
template <class Policy, class ValueIt, class Runs, class OutputIt>
THRUM_HOST_DEVICE OutputIt decode(thrust::detail::execution_policy_base<Policy> const& policy,
                                  ValueIt values_first,
                                  Runs const& runs,
                                  OutputIt result,
                                  run_checks checks)
{
  auto out       = cursor<unwrapped_t<OutputIt>>(detail::unwrap(result));
  auto problem   = detail::make_decode_problem(values_first, runs, out, largest_total, checks);
  auto const sum = detail::visit(policy, problem);
  return detail::rewrap(result, out, sum.total);
}

THRUM_NO_EXEC_CHECK
template <class ValueIt, class LengthIt, class Out>
THRUM_HOST_DEVICE auto make_bounded_problem(ValueIt values_first,
                                            LengthIt lengths_first,
                                            std::int64_t num_runs,
                                            cursor<Out>& out,
                                            std::int64_t capacity,
                                            run_checks checks)
{
  num_runs        = detail::require_not_negative("run_length_decode_n", "negative number of runs", num_runs);
  capacity        = detail::require_not_negative("run_length_decode_n", "negative capacity", capacity);
  auto const runs = detail::make_run_lengths(lengths_first, num_runs);
  return detail::make_decode_problem(values_first, runs, out, capacity, checks);
}

/// Leaves the total where `needed` points, -1 if it exceeds 2^63 - 1. Systems that need no host for that have
/// overloads of their own.
template <class Execution, class Runs, class MakeSink, class NeededOut>
void run_into(Execution const& execution, run_visit_problem<Runs, MakeSink>& problem, NeededOut needed)
{
  auto const sum = detail::run(execution, problem);
  detail::assign(*needed, detail::total_or_minus_1(sum));
}
template <class Policy, class Problem, class NeededOut>
auto visit_into_on_host(thrust::detail::execution_policy_base<Policy> const& policy,
                        Problem& problem,
                        NeededOut needed)
{
  return detail::run_into(detail::execution_of(policy), problem, needed);
}
} // namespace detail

/// \addtogroup run_length
/// Decoding: lengths may be of any integer type, and zero anywhere. On the host they are read twice (on OpenMP, a
/// thread takes some eight pieces of 64 KB and more, and reads up to 4096 of them once more to find where one
/// begins), everything else once: a decode of `n` runs into `m` items moves about
/// `n * (2 * sizeof(length) + sizeof(value)) + m * sizeof(item)` bytes, and nothing is written before all lengths are
/// known to be good. On the GPU everything is read once in a single pass, and runs again where a few thousand of them
/// decode to more than 256 KB; where it throws, items of other runs may have been written, with the length in question
/// taken for 0. Work is shared by output: one giant run is no slower than many small ones.
/// In device code all runs in the calling thread, and nothing can be thrown: a negative length, number of runs or
/// capacity counts as 0, and a total beyond 2^63 - 1 is told as -1.
/// \throws std::invalid_argument if a length is negative (the message names the first such index), or if the
///         total exceeds 2^63 - 1
/// @{

/// How many items the runs decode to: the sum of the lengths, in 64 bits. Moves the lengths, once.
THRUM_NO_EXEC_CHECK
template <class Policy, class LengthIt>
THRUM_HOST_DEVICE std::int64_t run_length_decoded_size(
  thrust::detail::execution_policy_base<Policy> const& policy, LengthIt lengths_first, LengthIt lengths_last)
{
  auto const runs = detail::make_run_lengths(lengths_first,
                                             detail::count_between(lengths_first, lengths_last));
  auto problem    = detail::run_total_problem<std::remove_const_t<decltype(runs)>>{runs};
  auto const sum  = detail::visit(policy, problem);
  NV_IF_TARGET(NV_IS_HOST,
               (detail::refuse_if_bad("run_length_decoded_size", "negative length at index", sum);))
  return detail::total_or_minus_1(sum);
}

THRUM_NO_EXEC_CHECK
template <class LengthIt>
THRUM_HOST_DEVICE std::int64_t run_length_decoded_size(LengthIt lengths_first, LengthIt lengths_last)
{
  return thrum::run_length_decoded_size(detail::system_of<LengthIt>(), lengths_first, lengths_last);
}

/// Writes each value as many times as its length says.
/// \return the end of the output
THRUM_NO_EXEC_CHECK
template <class Policy, class ValueIt, class LengthIt, class OutputIt>
THRUM_HOST_DEVICE OutputIt run_length_decode(thrust::detail::execution_policy_base<Policy> const& policy,
                                             ValueIt values_first,
                                             ValueIt values_last,
                                             LengthIt lengths_first,
                                             OutputIt result)
{
  auto const runs = detail::make_run_lengths(lengths_first, detail::count_between(values_first, values_last));
  return detail::decode(policy, values_first, runs, result,
                        {"run_length_decode", "negative length at index"});
}

/// Decodes, and writes beside each item its rank: its position within its run, from 0 on.
/// \return the ends of both outputs
/// \snippet run_length_decode.cpp page
THRUM_NO_EXEC_CHECK
template <class Policy, class ValueIt, class LengthIt, class OutputIt, class RankOut>
THRUM_HOST_DEVICE thrust::pair<OutputIt, RankOut> run_length_decode(
  thrust::detail::execution_policy_base<Policy> const& policy,
  ValueIt values_first,
  ValueIt values_last,
  LengthIt lengths_first,
  OutputIt result,
  RankOut ranks_result)
{
  auto const values = detail::unwrap(values_first);
  auto out          = detail::cursor<detail::unwrapped_t<OutputIt>>(detail::unwrap(result));
  auto ranks        = detail::cursor<detail::unwrapped_t<RankOut>>(detail::unwrap(ranks_result));
  using make        = detail::make_ranked_values<detail::unwrapped_t<ValueIt>, detail::unwrapped_t<OutputIt>,
                                          detail::unwrapped_t<RankOut>>;
  auto problem      = detail::make_run_visit_problem(
         detail::make_run_lengths(lengths_first, detail::count_between(values_first, values_last)),
         detail::largest_total, {"run_length_decode", "negative length at index"}, make{values, &out, &ranks});
  auto const sum = detail::visit(policy, problem);
  return thrust::pair<OutputIt, RankOut>(detail::rewrap(result, out, sum.total),
                                         detail::rewrap(ranks_result, ranks, sum.total));
}

/// Decodes at most `capacity` items: writes `min(needed, capacity)`, and tells how many were `needed`.
/// Capacity 0 asks for the size alone.
/// \return the end of what was written, and the number needed
/// \snippet run_length_decode_n.cpp page
/// \throws std::invalid_argument also if `num_runs` or `capacity` is negative
THRUM_NO_EXEC_CHECK
template <class Policy, class ValueIt, class LengthIt, class OutputIt>
THRUM_HOST_DEVICE thrust::pair<OutputIt, std::int64_t> run_length_decode_n(
  thrust::detail::execution_policy_base<Policy> const& policy,
  ValueIt values_first,
  LengthIt lengths_first,
  std::int64_t num_runs,
  OutputIt result,
  std::int64_t capacity)
{
  auto out         = detail::cursor<detail::unwrapped_t<OutputIt>>(detail::unwrap(result));
  auto problem     = detail::make_bounded_problem(values_first, lengths_first, num_runs, out, capacity,
                                                  {"run_length_decode_n", "negative length at index"});
  auto const sum   = detail::visit(policy, problem);
  auto const items = sum.total < problem.capacity ? sum.total : problem.capacity;
  return thrust::pair<OutputIt, std::int64_t>(detail::rewrap(result, out, items),
                                              detail::total_or_minus_1(sum));
}

/// Decodes at most `capacity` items, and leaves the number needed in memory, for callers who do not want to
/// wait for it. A negative length counts as 0; a total beyond 2^63 - 1 is left as -1.
/// \throws std::invalid_argument if `num_runs` or `capacity` is negative
THRUM_NO_EXEC_CHECK
template <class Policy, class ValueIt, class LengthIt, class OutputIt, class NeededOut>
THRUM_HOST_DEVICE void run_length_decode_n(thrust::detail::execution_policy_base<Policy> const& policy,
                                           ValueIt values_first,
                                           LengthIt lengths_first,
                                           std::int64_t num_runs,
                                           OutputIt result,
                                           std::int64_t capacity,
                                           NeededOut needed_result)
{
  auto out     = detail::cursor<detail::unwrapped_t<OutputIt>>(detail::unwrap(result));
  auto problem = detail::make_bounded_problem(values_first, lengths_first, num_runs, out, capacity,
                                              {nullptr, nullptr});
  using on_host [[maybe_unused]] = decltype(detail::visit_into_on_host(policy, problem, needed_result));
  NV_IF_ELSE_TARGET(
    NV_IS_HOST, (detail::visit_into_on_host(policy, problem, needed_result);),
    (detail::assign(*needed_result, detail::total_or_minus_1(detail::run_in_thread(problem)));))
}

/// Decodes runs that are given by where they end: run i covers the items from the end of run i - 1 (0 for
/// the first) to `run_ends_first[i]`. A CSR row pointer array is such ends, from its second entry on.
/// \return the end of the output
/// \snippet run_length_decode_ends.cpp page
/// \throws std::invalid_argument if an end is smaller than the one before it, or negative
THRUM_NO_EXEC_CHECK
template <class Policy, class ValueIt, class EndIt, class OutputIt>
THRUM_HOST_DEVICE OutputIt run_length_decode_ends(thrust::detail::execution_policy_base<Policy> const& policy,
                                                  ValueIt values_first,
                                                  ValueIt values_last,
                                                  EndIt run_ends_first,
                                                  OutputIt result)
{
  auto const runs = detail::make_run_ends(run_ends_first, detail::count_between(values_first, values_last));
  return detail::decode(policy, values_first, runs, result,
                        {"run_length_decode_ends", "decreasing end at index"});
}

THRUM_NO_EXEC_CHECK
template <class ValueIt, class LengthIt, class OutputIt>
THRUM_HOST_DEVICE OutputIt
run_length_decode(ValueIt values_first, ValueIt values_last, LengthIt lengths_first, OutputIt result)
{
  return thrum::run_length_decode(detail::system_of<ValueIt, LengthIt, OutputIt>(), values_first, values_last,
                                  lengths_first, result);
}

THRUM_NO_EXEC_CHECK
template <class ValueIt, class LengthIt, class OutputIt, class RankOut, detail::if_not_policy<ValueIt> = 0>
THRUM_HOST_DEVICE thrust::pair<OutputIt, RankOut> run_length_decode(
  ValueIt values_first, ValueIt values_last, LengthIt lengths_first, OutputIt result, RankOut ranks_result)
{
  return thrum::run_length_decode(detail::system_of<ValueIt, LengthIt, OutputIt, RankOut>(), values_first,
                                  values_last, lengths_first, result, ranks_result);
}

THRUM_NO_EXEC_CHECK
template <class ValueIt, class LengthIt, class OutputIt, detail::if_not_policy<ValueIt> = 0>
THRUM_HOST_DEVICE thrust::pair<OutputIt, std::int64_t> run_length_decode_n(
  ValueIt values_first, LengthIt lengths_first, std::int64_t num_runs, OutputIt result, std::int64_t capacity)
{
  return thrum::run_length_decode_n(detail::system_of<ValueIt, LengthIt, OutputIt>(), values_first,
                                    lengths_first, num_runs, result, capacity);
}

THRUM_NO_EXEC_CHECK
template <class ValueIt, class LengthIt, class OutputIt, class NeededOut, detail::if_not_policy<ValueIt> = 0>
THRUM_HOST_DEVICE void run_length_decode_n(ValueIt values_first,
                                           LengthIt lengths_first,
                                           std::int64_t num_runs,
                                           OutputIt result,
                                           std::int64_t capacity,
                                           NeededOut needed_result)
{
  thrum::run_length_decode_n(detail::system_of<ValueIt, LengthIt, OutputIt, NeededOut>(), values_first,
                             lengths_first, num_runs, result, capacity, needed_result);
}

THRUM_NO_EXEC_CHECK
template <class ValueIt, class EndIt, class OutputIt>
THRUM_HOST_DEVICE OutputIt
run_length_decode_ends(ValueIt values_first, ValueIt values_last, EndIt run_ends_first, OutputIt result)
{
  return thrum::run_length_decode_ends(detail::system_of<ValueIt, EndIt, OutputIt>(), values_first,
                                       values_last, run_ends_first, result);
}
/// @}

THRUM_NAMESPACE_END
