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
/// Finds where the segments begin but the first: position(segment) says where in the output.
template <class Runs, class Position>
class run_place_job
{
public:
  struct local
  {
    local(arena&, run_place_job const&) {}
  };
  run_place_job(run_table<Runs> const& table,
                slot_array<run_place>& places,
                std::ptrdiff_t segments,
                Position position)
      : table_(table)
      , places_(places)
      , segments_(segments)
      , position_(position)
  {}
  std::ptrdiff_t pieces() const { return segments_ - 1; }
  static constexpr std::size_t input_bytes() { return 0; }
  static constexpr std::size_t item_bytes() { return 1; }
  void work(std::ptrdiff_t piece, local&) { places_.set(piece + 1, table_.locate(position_(piece + 1))); }

private:
  run_table<Runs> const& table_;
  slot_array<run_place>& places_;
  std::ptrdiff_t segments_;
  Position position_;
};

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

  /// Decides where the segments begin: the walks to there side by side, then the runs that they share.
  template <class Engine>
  void plan(Engine const& engine, std::int64_t limit)
  {
    limit_             = limit;
    double const bytes = table_.bytes_before(limit, item_bytes_moved, run_bytes_moved);
    segments_          = static_cast<std::ptrdiff_t>(
      std::clamp(bytes / bytes_worth_a_segment, 1.0, static_cast<double>(segments_)));
    run_place_job places(table_, place_, segments_, [this](std::ptrdiff_t segment) {
      double const share = static_cast<double>(segment) / static_cast<double>(segments_);
      return table_.split(share, limit_, item_bytes_moved, run_bytes_moved, granule);
    });
    place_.set(0, table_.locate(0));
    place_.set(segments_, table_.locate(limit));
    engine.run_job(places);
    load_shared();
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
      sink.visit(shared_[segment], from.run, from.rank, to.rank - from.rank);
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
        sink.visit(shared_[segment], first, from.rank, rest);
        items -= rest;
        ++first;
      }
      table_.visit(first, to.run, to.position - to.rank - items, items, sink);
      if (to.rank > 0)
      {
        sink.visit(shared_[segment + 1], to.run, 0, to.rank);
      }
    }
    sink.leave();
  }

private:
  static constexpr double item_bytes_moved = static_cast<double>(sink_type::item_bytes);
  static constexpr double run_bytes_moved  = static_cast<double>(sizeof(value_type_t<typename Runs::iterator>)
                                                                + sink_type::run_bytes);
  /// Items: neighbours write to lines of their own.
  static constexpr std::int64_t granule = std::max<std::int64_t>(
    1, 64 / static_cast<std::int64_t>(sink_type::item_bytes));

  void load_shared()
  {
    auto sink = problem_.make_sink(limit_);
    for (std::ptrdiff_t s = 0; s <= segments_; ++s)
    {
      if (place_[s].rank > 0)
      {
        bool const known = s > 0 && place_[s - 1].rank > 0 && place_[s - 1].run == place_[s].run;
        known ? shared_.set(s, shared_[s - 1]) : shared_.set(s, sink.load(place_[s].run));
      }
    }
  }

  run_visit_problem<Runs, MakeSink> const& problem_;
  run_table<Runs> const& table_;
  std::ptrdiff_t segments_;
  std::int64_t limit_ = 0;
  slot_array<run_place> place_;
  slot_array<loaded> shared_;
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
        visit.plan(engine, limit);
        engine.run_job(visit);
      }
    });
  });
  return sum;
}
} // namespace detail
THRUM_NAMESPACE_END
#endif
