// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What is asked of a run length decode and its kin, as one value: runs, how many of their items at most,
/// and what to do with a piece of a run.

#include <thrum/detail/core/runs.h>

#include <algorithm>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// What to do with lengths that make no sense.
struct run_checks
{
  char const* algorithm; ///< for the message; null: tolerate, negative lengths count as 0
  char const* negative;  ///< what a negative length means to the caller
};

template <class Runs>
struct run_total_problem
{
  Runs runs;
};

template <class Runs, class MakeSink>
struct run_visit_problem
{
  Runs runs;
  std::int64_t capacity;
  run_checks checks;
  MakeSink make_sink; ///< make_sink(items) for one thread; called by several at once

  /// How many items to visit, or an exception, before anything is written.
  std::int64_t limit(run_sum const& sum) const
  {
    if (checks.algorithm != nullptr)
    {
      detail::refuse_if_bad(checks.algorithm, checks.negative, sum);
    }
    return std::min(capacity, sum.total);
  }
};

THRUM_NO_EXEC_CHECK
template <class Runs, class MakeSink>
THRUM_HOST_DEVICE run_visit_problem<Runs, MakeSink> make_run_visit_problem(Runs runs,
                                                                           std::int64_t capacity,
                                                                           run_checks checks,
                                                                           MakeSink make_sink)
{
  return {runs, capacity, checks, make_sink};
}

THRUM_NO_EXEC_CHECK
template <class Lengths>
THRUM_HOST_DEVICE auto make_run_lengths(Lengths first, std::ptrdiff_t count)
{
  detail::require_forward<Lengths>();
  return run_lengths<unwrapped_t<Lengths>>{detail::unwrap(first), count};
}
THRUM_NO_EXEC_CHECK
template <class Ends>
THRUM_HOST_DEVICE auto make_run_ends(Ends first, std::ptrdiff_t count)
{
  detail::require_forward<Ends>();
  return run_ends<unwrapped_t<Ends>>{detail::unwrap(first), count};
}
} // namespace detail
THRUM_NAMESPACE_END
