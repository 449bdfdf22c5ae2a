// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Run length decode and all that visits the items of runs, in the calling thread. Lengths are read twice:
/// once to know the total before anything is written, once to decode.

#include <thrum/detail/core/run_length_decode_problem.h>
#include <thrum/detail/core/stream_sink.h>
#include <thrum/detail/sequential/engine.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Sink, class Reader, class = void>
inline constexpr bool emits_runs_v = false;
template <class Sink, class Reader>
inline constexpr bool emits_runs_v<
  Sink,
  Reader,
  std::void_t<decltype(std::declval<Sink&>().emit_runs(std::declval<Reader&>(), 0, 0, std::int64_t{}))>> =
  true;

/// Emits whole runs [first, last), which have `items` items; the last may be cut short by that.
template <class Reader, class Sink>
void emit_runs(Reader& reader, std::ptrdiff_t first, std::ptrdiff_t last, std::int64_t items, Sink& sink)
{
  if constexpr (emits_runs_v<Sink, Reader>)
  {
    sink.emit_runs(reader, first, last, items);
  }
  else
  {
    for (std::ptrdiff_t run = first; run < last && items > 0; ++run)
    {
      bool fits                 = true;
      std::int64_t const length = std::clamp<std::int64_t>(reader.next(fits), 0, items);
      if (length > 0)
      {
        sink.visit(sink.load(run), run, 0, length);
      }
      items -= length;
    }
  }
}

/// The sum of all runs.
template <class Policy, class Runs>
run_sum run(sequential_execution<Policy> const&, run_total_problem<Runs> const& problem)
{
  return detail::total_of(problem.runs);
}

/// Visits the first `problem.limit(total)` items of the runs.
template <class Policy, class Runs, class MakeSink>
run_sum run(sequential_execution<Policy> const&, run_visit_problem<Runs, MakeSink>& problem)
{
  run_sum const sum        = detail::total_of(problem.runs);
  std::int64_t const limit = problem.limit(sum);
  if (limit > 0)
  {
    auto sink = problem.make_sink(limit);
    typename Runs::reader reader(problem.runs, 0);
    sink.enter(0);
    detail::emit_runs(reader, 0, problem.runs.count, limit, sink);
    sink.leave();
  }
  return sum;
}
} // namespace detail
THRUM_NAMESPACE_END
