// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The table behind a lazily decoded view: where every 256th run starts in the output.

#include <thrum/detail/sequential/run_table.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Runs between two entries: what a look-up walks at most.
inline constexpr std::ptrdiff_t runs_per_start = 256;
static_assert(runs_per_block % runs_per_start == 0);

THRUM_HOST_DEVICE constexpr std::ptrdiff_t starts_of(std::ptrdiff_t runs)
{
  return runs / runs_per_start + (runs % runs_per_start != 0);
}

template <class Runs>
struct run_starts_problem
{
  Runs runs;
  std::int64_t* starts; ///< starts_of(runs.count) places
};

/// Fills the starts of each block of runs, from where the block starts.
template <class Runs>
class run_starts_job
{
public:
  struct local
  {
    local(arena&, run_starts_job const&) {}
  };
  run_starts_job(run_starts_problem<Runs> const& problem, run_table<Runs> const& table)
      : problem_(problem)
      , table_(table)
  {}
  std::ptrdiff_t pieces() const { return table_.blocks(); }
  static constexpr std::size_t input_bytes() { return 0; }
  static constexpr std::size_t item_bytes() { return 1; }

  void work(std::ptrdiff_t block, local&)
  {
    std::ptrdiff_t const begin = block * runs_per_block;
    std::ptrdiff_t const count = std::min(runs_per_block, problem_.runs.count - begin);
    std::int64_t at            = table_.start(block);
    for_each_part(runs_per_start, count, [&](int part, std::ptrdiff_t from, std::ptrdiff_t some) {
      problem_.starts[begin / runs_per_start + part] = at;
      at += detail::sum_of(problem_.runs, begin + from, begin + from + some).total;
    });
  }

private:
  run_starts_problem<Runs> const& problem_;
  run_table<Runs> const& table_;
};

template <class Engine, class Runs>
run_sum run_starts_on(Engine const& engine, run_starts_problem<Runs> const& problem)
{
  run_sum sum;
  engine.with_scratch(detail::bytes_of<run_table<Runs>>(problem.runs), [&](void* memory) {
    arena carved(memory);
    run_table<Runs> table(carved, problem.runs);
    sum = table.build(engine);
    if (sum.negative < 0 && sum.too_large < 0)
    {
      run_starts_job<Runs> job(problem, table);
      engine.run_job(job);
    }
  });
  return sum;
}

template <class Policy, class Runs>
run_sum run(sequential_execution<Policy> const& execution, run_starts_problem<Runs> const& problem)
{
  return detail::run_starts_on(sequential_engine<Policy>(execution), problem);
}

/// What the host finds where an iterator of a view points.
template <class Policy, class It>
value_type_t<It> read_item(sequential_execution<Policy> const&, It it)
{
  return *it;
}
} // namespace detail
THRUM_NAMESPACE_END
