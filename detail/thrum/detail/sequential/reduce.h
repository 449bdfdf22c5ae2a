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
#include <thrum/detail/sequential/scan.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Items by their distance from an iterator that stays where it is: a compiler can vectorise that.
template <class T, class It>
struct indexed_items
{
  It it;

  T operator[](std::ptrdiff_t i) const { return static_cast<T>(*detail::advanced(it, i)); }
};

/// Items one after the other, from wherever an iterator stands.
template <class T, class It>
struct iterator_source
{
  static constexpr bool indexed = is_random_access_v<It>;
  It& it;

  T next()
  {
    T item(static_cast<T>(*it));
    ++it;
    return item;
  }
  indexed_items<T, It> here() const { return {it}; }
  void skip(std::ptrdiff_t n) { it = detail::advanced(it, n); }
};

/// Values in places of scratch memory.
template <class T>
struct slots_source
{
  static constexpr bool indexed = true;
  slots<T> const& values;
  std::ptrdiff_t place;

  T const& next() { return values[place++]; }
  T const* here() const { return values.data() + place; }
  void skip(std::ptrdiff_t n) { place += n; }
};

/// The columns of one chunk.
template <class T, class Op>
class chunk_columns
{
public:
  static constexpr std::ptrdiff_t columns = association::reduce_columns(sizeof(T));

  chunk_columns(arena& memory, std::ptrdiff_t count, Op const& op)
      : column_(memory, static_cast<std::size_t>(std::min(columns, count)))
      , op_(op)
  {}

  /// Folds the next `count` > 0 items into the columns, and those into one.
  template <class Source>
  T const& reduce(Source source, std::ptrdiff_t count)
  {
    std::ptrdiff_t const width = std::min(columns, count);
    std::ptrdiff_t at          = fold_streams(source, count);
    if (at == 0)
    {
      for (; at < width; ++at)
      {
        column_.set(at, source.next());
      }
    }
    for (; at < count; at += columns)
    {
      fold_row(source, std::min(count - at, columns));
    }
    return tree(width);
  }

private:
  /// Rows that are read side by side. Memory answers eight streams faster than one, and a column is loaded
  /// and stored once for eight items.
  static constexpr int streams = 8;

  /// Folds rows while there are `streams` of them; returns how many items those had.
  template <class Source>
  std::ptrdiff_t fold_streams([[maybe_unused]] Source& source, [[maybe_unused]] std::ptrdiff_t count)
  {
    std::ptrdiff_t at = 0;
    if constexpr (is_plain_v<T> && Source::indexed)
    {
      for (; at + streams * columns <= count; at += streams * columns)
      {
        auto const rows = source.here();
        at == 0 ? fold_rows<true>(rows, std::make_integer_sequence<int, streams - 1>{})
                : fold_rows<false>(rows, std::make_integer_sequence<int, streams - 1>{});
        source.skip(streams * columns);
      }
    }
    return at;
  }

  template <bool First, class Rows, int... Row>
  void fold_rows(Rows const& rows, std::integer_sequence<int, Row...>)
  {
    T* const column = column_.data();
    Op const op     = op_;
    for (std::ptrdiff_t c = 0; c < columns; ++c)
    {
      T sum = First ? rows[c] : op(column[c], rows[c]);
      ((sum = op(sum, rows[c + (Row + 1) * columns])), ...);
      column[c] = sum;
    }
  }

  template <class Source>
  void fold_row(Source& source, std::ptrdiff_t count)
  {
    if constexpr (is_plain_v<T> && Source::indexed)
    {
      T* const column = column_.data();
      auto const row  = source.here();
      for (std::ptrdiff_t c = 0; c < count; ++c)
      {
        column[c] = op_(column[c], row[c]);
      }
      source.skip(count);
    }
    else
    {
      for (std::ptrdiff_t c = 0; c < count; ++c)
      {
        column_.set(c, op_(column_[c], source.next()));
      }
    }
  }

  /// Sequential addressing: c[j] = op(c[j], c[j + s]) for s = columns / 2, ..., 1; what is absent is left out.
  T const& tree(std::ptrdiff_t width)
  {
    for (std::ptrdiff_t s = columns / 2; s > 0; s /= 2)
    {
      for (std::ptrdiff_t c = 0; c < s && c + s < width; ++c)
      {
        column_.set(c, op_(column_[c], column_[c + s]));
      }
      width = std::min(width, s);
    }
    return column_[0];
  }

  slots<T> column_;
  Op op_;
};

/// Reduces each chunk of the input to one value.
template <class Problem>
class reduce_job
{
public:
  using T  = typename Problem::accum;
  using Op = decltype(Problem::op);

  static constexpr std::ptrdiff_t chunk = association::reduce_chunk(sizeof(T));

  struct local
  {
    local(arena& memory, reduce_job const& job) : columns(memory, job.problem_.count, job.problem_.op) {}
    chunk_columns<T, Op> columns;
  };

  reduce_job(Problem& problem, slots<T>& results) : problem_(problem), results_(results) {}

  static std::ptrdiff_t chunks(std::ptrdiff_t count) { return tiling::ceil_div(count, chunk); }
  std::ptrdiff_t pieces() const { return chunks(problem_.count); }
  std::size_t input_bytes() const { return static_cast<std::size_t>(problem_.count) * sizeof(T); }
  static constexpr std::size_t item_bytes() { return sizeof(T); }

  void work(std::ptrdiff_t piece, local& mine)
  {
    auto it = problem_.in.at(piece * chunk);
    results_.set(piece, mine.columns.reduce(iterator_source<T, decltype(it)>{it},
                                            std::min(problem_.count - piece * chunk, chunk)));
    problem_.in.leave(it);
  }

private:
  Problem& problem_;
  slots<T>& results_;
};

/// Combines the chunks' results by the scheme that made them; leaves the last one in results[0].
template <class Op, class T>
void combine_chunks(slots<T>& results, std::ptrdiff_t count, chunk_columns<T, Op>& columns)
{
  constexpr std::ptrdiff_t chunk = association::reduce_chunk(sizeof(T));
  for (; count > 1; count = tiling::ceil_div(count, chunk))
  {
    for_each_part(chunk, count, [&](int part, std::ptrdiff_t at, std::ptrdiff_t size) {
      results.set(part, columns.reduce(slots_source<T>{results, at}, size)); // part <= at: already read
    });
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
    slots<T> results(memory, static_cast<std::size_t>(n));
    chunk_columns<T, Op> columns(memory, n, problem.op);
    body(results, columns);
  };
  arena measure;
  lay_out(measure, [](auto&, auto&) {});
  engine.with_scratch(measure.bytes(), [&](void* memory) {
    arena carved(memory);
    lay_out(carved, [&](slots<T>& results, chunk_columns<T, Op>& columns) {
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
