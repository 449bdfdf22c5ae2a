// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The columns of a chunk of a commuting reduce: each is folded from its first row to its last, then the columns by a
/// tree.

#include <thrum/detail/core/arena.h>
#include <thrum/detail/core/association_order.h>
#include <thrum/detail/core/iterators.h>

#include <algorithm>
#include <cstddef>
#include <utility>

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
  slot_array<T> const& values;
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
      (static_cast<void>(sum = op(sum, rows[c + (Row + 1) * columns])), ...); // T may have a comma of its own
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
    if constexpr (is_plain_v<T>)
    {
      if (width == columns)
      {
        steps<columns / 2>(column_.data(), op_);
        return column_[0];
      }
    }
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

  /// All are there, and each step has a fixed width: compilers vectorise that.
  template <std::ptrdiff_t S>
  static void steps(T* column, Op op)
  {
    for (std::ptrdiff_t c = 0; c < S; ++c)
    {
      column[c] = op(column[c], column[c + S]);
    }
    if constexpr (S > 1)
    {
      steps<S / 2>(column, op);
    }
  }

  slot_array<T> column_;
  Op op_;
};
} // namespace detail
THRUM_NAMESPACE_END
