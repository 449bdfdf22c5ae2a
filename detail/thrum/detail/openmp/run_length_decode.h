// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Run length decode and all that visits the items of runs, on a team of OpenMP threads. The work is split
/// by *output*, so one giant run is shared by all: a table holds where every 4096th run begins, a position
/// is found by search in the table and a walk of at most 4096 lengths (compare S. Baxter: Moderngpu 1.0,
/// load-balancing search, 2013).

#include <thrum/detail/openmp/engine.h>
#include <thrum/detail/sequential/run_length_decode.h>
#include <thrum/detail/sequential/run_table.h>

#if THRUM_HAS_OPENMP
THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Visits the output's segments. A run that several segments share is loaded once, before them.
template <class Runs, class MakeSink>
class run_visit_job
{
public:
  using sink_type = decltype(std::declval<MakeSink&>()(std::int64_t{}));
  using loaded    = typename sink_type::loaded;
  static_assert(
    sink_type::enters_anywhere,
    "thrum: a parallel policy needs random access iterators; use thrust::seq or thrust::host for others");

  struct local
  {
    local(arena&, run_visit_job const&) {}
  };

  run_visit_job(arena& memory,
                run_visit_problem<Runs, MakeSink> const& problem,
                run_table<Runs> const& table,
                std::ptrdiff_t segments)
      : problem_(problem)
      , table_(table)
      , segments_(segments)
      , place_(memory, static_cast<std::size_t>(segments) + 1)
      , shared_(memory, static_cast<std::size_t>(segments) + 1)
  {}

  void plan(std::int64_t limit)
  {
    limit_                 = limit;
    segments_              = std::min(segments_,
                                      1 + (limit / items_worth_a_segment + problem_.runs.count / items_worth_a_segment));
    constexpr double bytes = 8; // of an item and of a run, roughly: it decides the balance, not the result
    auto sink              = problem_.make_sink(limit);
    std::int64_t last      = 0;
    for (std::ptrdiff_t s = 0; s <= segments_; ++s)
    {
      double const share          = static_cast<double>(s) / static_cast<double>(segments_);
      std::int64_t const position = s == segments_ ? limit
                                                   : std::max(last, table_.split(share, limit, bytes, bytes));
      last                        = position;
      place_.set(s, table_.locate(position));
      if (place_[s].rank > 0)
      {
        bool const known = s > 0 && place_[s - 1].rank > 0 && place_[s - 1].run == place_[s].run;
        known ? shared_.set(s, shared_[s - 1]) : shared_.set(s, sink.load(place_[s].run));
      }
    }
  }

  std::ptrdiff_t pieces() const { return segments_; }
  static constexpr std::size_t input_bytes() { return 0; }
  static constexpr std::size_t item_bytes() { return 1; }

  void work(std::ptrdiff_t segment, local&)
  {
    run_place const from = place_[segment];
    run_place const to   = place_[segment + 1];
    if (from.position == to.position)
    {
      return;
    }
    auto sink = problem_.make_sink(limit_);
    sink.enter(from.position);
    if (from.rank > 0 && from.run == to.run)
    {
      sink.emit(shared_[segment], from.run, from.rank, to.rank - from.rank);
    }
    else
    {
      std::int64_t items   = to.position - to.rank - from.position;
      std::ptrdiff_t first = from.run;
      if (from.rank > 0)
      {
        bool fits = true;
        typename Runs::reader reader(problem_.runs, first);
        std::int64_t const rest = std::min(reader.next(fits) - from.rank, items);
        sink.emit(shared_[segment], first, from.rank, rest);
        items -= rest;
        ++first;
      }
      table_.emit(first, to.run, to.position - to.rank - items, items, sink);
      if (to.rank > 0)
      {
        sink.emit(shared_[segment + 1], to.run, 0, to.rank);
      }
    }
    sink.leave();
  }

private:
  static constexpr std::int64_t items_worth_a_segment = 16 * 1024;

  run_visit_problem<Runs, MakeSink> const& problem_;
  run_table<Runs> const& table_;
  std::ptrdiff_t segments_;
  std::int64_t limit_ = 0;
  slots<run_place> place_;
  slots<loaded> shared_;
};

template <class Policy, class Runs>
run_sum run(openmp_execution<Policy> const& execution, run_total_problem<Runs> const& problem)
{
  detail::require_random_access<typename Runs::iterator>();
  openmp_engine<Policy> const engine(execution);
  run_sum sum;
  engine.with_scratch(detail::bytes_of<run_table<Runs>>(problem.runs), [&](void* memory) {
    arena carved(memory);
    run_table<Runs> table(carved, problem.runs);
    sum = table.build(engine);
  });
  return sum;
}

template <class Policy, class Runs, class MakeSink>
run_sum run(openmp_execution<Policy> const& execution, run_visit_problem<Runs, MakeSink>& problem)
{
  detail::require_random_access<typename Runs::iterator>();
  using job = run_visit_job<Runs, MakeSink>;
  openmp_engine<Policy> const engine(execution);
  std::ptrdiff_t const segments = 8 * static_cast<std::ptrdiff_t>(omp_get_max_threads());
  auto const lay_out            = [&](arena& memory, auto&& body) {
    run_table<Runs> table(memory, problem.runs);
    job visit(memory, problem, table, segments);
    body(table, visit);
  };
  run_sum sum;
  arena measure;
  lay_out(measure, [](auto&, auto&) {});
  engine.with_scratch(measure.bytes(), [&](void* memory) {
    arena carved(memory);
    lay_out(carved, [&](run_table<Runs>& table, job& visit) {
      sum                      = table.build(engine);
      std::int64_t const limit = problem.limit(sum);
      if (limit > 0)
      {
        visit.plan(limit);
        engine.run_job(visit);
      }
    });
  });
  return sum;
}
} // namespace detail
THRUM_NAMESPACE_END
#endif
