// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Run length decode and all that visits the items of runs, called inside a kernel: in the calling thread. Nothing
/// can be thrown there, so that lengths that make no sense are tolerated, and each is read once.

#include <thrum/detail/core/decode_makers.h>
#include <thrum/detail/core/run_length_decode_problem.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// The sum of all runs.
THRUM_NO_EXEC_CHECK
template <class Runs>
THRUM_HOST_DEVICE run_sum run_in_thread(run_total_problem<Runs>& p)
{
  run_sum sum;
  typename Runs::reader reader(p.runs, 0);
  for (std::ptrdiff_t run = 0; run < p.runs.count; ++run)
  {
    bool fits                 = true;
    std::int64_t const length = reader.next(fits);
    sum.add(run, length, fits);
  }
  return sum;
}

/// Visits the first items of the runs, as many as the capacity allows; returns the sum of all.
THRUM_NO_EXEC_CHECK
template <class Runs, class MakeSink>
THRUM_HOST_DEVICE run_sum run_in_thread(run_visit_problem<Runs, MakeSink>& p)
{
  run_sum sum;
  auto sink = p.make_sink.plain();
  typename Runs::reader reader(p.runs, 0);
  for (std::ptrdiff_t run = 0; run < p.runs.count; ++run)
  {
    bool fits                 = true;
    std::int64_t const length = reader.next(fits);
    std::int64_t const room   = p.capacity - sum.total;
    sum.add(run, length, fits);
    if (length > 0 && room > 0)
    {
      sink.visit(sink.load(run), run, 0, length < room ? length : room);
    }
  }
  sink.leave();
  return sum;
}
} // namespace detail
THRUM_NAMESPACE_END
