// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/load_balance.h
/// Work on segments of any sizes, shared evenly: by items, not by segments.

#include <thrum/detail/core/decode_makers.h>
#include <thrum/detail/dispatch/dispatch.h>
#include <thrum/run_length_decode.h>
#include <thrum/version.h>

#include <cstdint>
#include <utility>

THRUM_NAMESPACE_BEGIN

/// \defgroup load_balance Load balancing
/// Common to both: any Thrust policy of the sequential, C++, OpenMP or CUDA system, or none, then the iterators'
/// systems decide. Sizes may be of any integer type, and zero anywhere; on the host they are read twice. Exceptions
/// reach the caller. In device code all runs in the calling thread, and nothing can be thrown: a negative size or count
/// counts as 0.
/// \throws std::invalid_argument if a size is negative (the message names the first such index), or if the
///         total exceeds 2^63 - 1; on the host nothing has been done then
/// \throws std::bad_alloc if there is no scratch memory
/// @{

/// Calls `f(segment, rank)` once for each item of each segment: `segment` counts the sizes, `rank` the
/// items of the segment, both as std::int64_t. Calls are made in any order and, with a parallel policy, at
/// the same time, on one `f`.
/// \snippet load_balanced_for_each.cpp page
THRUM_NO_EXEC_CHECK
template <class Policy, class SizeIt, class F>
THRUM_HOST_DEVICE void load_balanced_for_each(thrust::detail::execution_policy_base<Policy> const& policy,
                                              SizeIt sizes_first,
                                              SizeIt sizes_last,
                                              F f)
{
  auto problem = detail::make_run_visit_problem(
    detail::make_run_lengths(sizes_first, detail::count_between(sizes_first, sizes_last)),
    detail::largest_total, {"load_balanced_for_each", "negative size at index"}, detail::make_calls<F>{&f});
  detail::visit(policy, problem);
}

THRUM_NO_EXEC_CHECK
template <class SizeIt, class F>
THRUM_HOST_DEVICE void load_balanced_for_each(SizeIt sizes_first, SizeIt sizes_last, F f)
{
  thrum::load_balanced_for_each(detail::system_of<SizeIt>(), sizes_first, sizes_last, std::move(f));
}

/// Copies `count` ranges: `sizes_first[i]` items from `sources_first[i]` on to where `destinations_first[i]`
/// points. Sources and destinations are iterators to random access iterators; destinations must overlap
/// neither one another nor any source. Moves each item once in and once out.
/// \snippet batched_copy.cpp page
/// \throws std::invalid_argument also if `count` is negative
THRUM_NO_EXEC_CHECK
template <class Policy, class SourceIt, class DestinationIt, class SizeIt>
THRUM_HOST_DEVICE void batched_copy(thrust::detail::execution_policy_base<Policy> const& policy,
                                    SourceIt sources_first,
                                    DestinationIt destinations_first,
                                    SizeIt sizes_first,
                                    std::int64_t count)
{
  count        = detail::require_not_negative("batched_copy", "negative count", count);
  using make   = detail::make_copies<detail::unwrapped_t<SourceIt>, detail::unwrapped_t<DestinationIt>>;
  auto problem = detail::make_run_visit_problem(
    detail::make_run_lengths(sizes_first, count), detail::largest_total,
    {"batched_copy", "negative size at index"},
    make{detail::unwrap(sources_first), detail::unwrap(destinations_first)});
  detail::visit(policy, problem);
}

THRUM_NO_EXEC_CHECK
template <class SourceIt, class DestinationIt, class SizeIt, detail::if_not_policy<SourceIt> = 0>
THRUM_HOST_DEVICE void batched_copy(SourceIt sources_first,
                                    DestinationIt destinations_first,
                                    SizeIt sizes_first,
                                    std::int64_t count)
{
  thrum::batched_copy(detail::system_of<SourceIt, DestinationIt, SizeIt>(), sources_first, destinations_first,
                      sizes_first, count);
}
/// @}

THRUM_NAMESPACE_END
