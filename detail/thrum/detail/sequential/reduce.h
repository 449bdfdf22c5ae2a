// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reduce. An operator that is known to commute pairs items that are not neighbours: the input is cut into
/// chunks, a chunk into columns, each column is folded from its first row to its last, and the columns by
/// a tree (R. P. Brent: The parallel evaluation of general arithmetic expressions, J. ACM 21 (1974): few
/// accumulators, long sequential runs). Chunk results are combined by the same scheme until one is left.
/// Any other operator keeps the order of the items: its result is the last value of the inclusive scan.

#include <thrum/detail/core/reduce_problem.h>
#include <thrum/detail/core/tiling.h>
#include <thrum/detail/sequential/engine.h>
#include <thrum/detail/sequential/reduce_columns.h>
#include <thrum/detail/sequential/scan.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Reduces each chunk of the input to one value.
template <class Problem>
class reduce_job
{
public:
  using T  = typename Problem::accum;
  using Op = decltype(Problem::op);

  struct local
  {
    local(arena& memory, reduce_job const& job) : columns(memory, job.problem_.count, job.problem_.op) {}
    chunk_columns<T, Op> columns;
  };

  reduce_job(Problem& problem, slot_array<T>& results)
      : problem_(problem)
      , results_(results)
      , chunk_(association::reduce_chunk(sizeof(T), problem.count))
  {}

  static std::ptrdiff_t chunks(std::ptrdiff_t count)
  {
    return detail::ceil_div(count, association::reduce_chunk(sizeof(T), count));
  }
  std::ptrdiff_t pieces() const { return detail::ceil_div(problem_.count, piece_); }
  std::size_t input_bytes() const { return static_cast<std::size_t>(problem_.count) * sizeof(T); }
  static constexpr std::size_t item_bytes() { return sizeof(T); }

  void work(std::ptrdiff_t piece, local& mine)
  {
    std::ptrdiff_t const begin = piece * piece_;
    for_each_part(chunk_, std::min(problem_.count - begin, piece_),
                  [&](int part, std::ptrdiff_t at, std::ptrdiff_t size) {
                    auto it = problem_.in.at(begin + at);
                    results_.set(begin / chunk_ + part,
                                 mine.columns.reduce(iterator_source<T, decltype(it)>{it}, size));
                    problem_.in.leave(it);
                  });
  }

private:
  Problem& problem_;
  slot_array<T>& results_;
  std::ptrdiff_t chunk_;
  /// What a thread takes at a time: whole chunks, of 256 KB together unless items are large.
  static constexpr std::ptrdiff_t rows_  = 64;
  static constexpr std::ptrdiff_t piece_ = rows_ * association::reduce_columns(sizeof(T));
  static_assert(rows_ % association::most_reduce_rows == 0);
};

/// Combines the chunks' results by the scheme that made them; leaves the last one in results[0].
template <class Op, class T>
void combine_chunks(slot_array<T>& results, std::ptrdiff_t count, chunk_columns<T, Op>& columns)
{
  while (count > 1)
  {
    std::ptrdiff_t const chunk = association::reduce_chunk(sizeof(T), count);
    for_each_part(chunk, count, [&](int part, std::ptrdiff_t at, std::ptrdiff_t size) {
      results.set(part, columns.reduce(slots_source<T>{results, at}, size)); // part <= at: already read
    });
    count = detail::ceil_div(count, chunk);
  }
}

template <class Engine, class Problem>
auto reduce_chunks(Engine const& engine, Problem& problem)
{
  using T      = typename Problem::accum;
  using job    = reduce_job<Problem>;
  using Op     = decltype(Problem::op);
  auto const n = job::chunks(problem.count);
  std::optional<T> total;

  auto const lay_out = [&](arena& memory, auto&& body) {
    slot_array<T> results(memory, static_cast<std::size_t>(n));
    chunk_columns<T, Op> columns(memory, n, problem.op);
    body(results, columns);
  };
  arena measure;
  lay_out(measure, [](auto&, auto&) {});
  engine.with_scratch(measure.bytes(), [&](void* memory) {
    arena carved(memory);
    lay_out(carved, [&](slot_array<T>& results, chunk_columns<T, Op>& columns) {
      job chunks(problem, results);
      engine.run_job(chunks);
      detail::combine_chunks(results, n, columns);
      total.emplace(problem.op(problem.init, results[0]));
    });
  });
  return *std::move(total);
}

/// The last value of the scan that starts from init.
template <class Engine, class Problem>
auto reduce_in_order(Engine const& engine, Problem& problem)
{
  using T    = typename Problem::accum;
  using Op   = decltype(Problem::op);
  using scan = scan_problem<scan_kind::total, decltype(problem.in.at(0)), T*, T, decltype(Op::op)>;
  scan whole{problem.in, cursor<T*>(nullptr), problem.count, ::cuda::std::optional<T>(problem.init),
             problem.op};
  scan_pass<scan> pass(whole, Engine::block_bytes);
  engine.run_pass(pass);
  return *pass.total();
}

template <class Engine, class In, class T, class Op>
T reduce_on(Engine const& engine, reduce_problem<In, T, Op>& problem)
{
  if (problem.count == 0)
  {
    return problem.init;
  }
  if constexpr (fold_op<Op, T>::exact || fold_op<Op, T>::commutes)
  {
    return detail::reduce_chunks(engine, problem);
  }
  else
  {
    return detail::reduce_in_order(engine, problem);
  }
}

template <class Policy, class In, class T, class Op>
T run(sequential_execution<Policy> const& execution, reduce_problem<In, T, Op>& problem)
{
  return detail::reduce_on(sequential_engine<Policy>(execution), problem);
}
} // namespace detail
THRUM_NAMESPACE_END
