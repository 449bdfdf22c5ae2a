// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A block reduces items in columns: each column is folded from its first row to its last, then the columns by
/// a tree with sequential addressing (R. P. Brent: The parallel evaluation of general arithmetic expressions,
/// J. ACM 21 (1974): few accumulators, long sequential runs). Which thread folds which column does not matter.

#include <thrum/detail/cuda/block/transfer.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class T, class Op>
struct reduce_columns
{
  static constexpr int columns = association::reduce_columns(sizeof(T));
  /// Columns of a thread: what 16 bytes hold, if that leaves whole warps.
  static constexpr int per_thread = 16 % sizeof(T) == 0 && columns * sizeof(T) % (16 * lanes) == 0
                                      ? static_cast<int>(16 / sizeof(T))
                                      : 1;
  static constexpr int threads    = columns / per_thread;
  static constexpr int batch      = 8; ///< rows of which a thread has its loads in flight at once

  struct shared
  {
    raw<T> column[columns];
  };

  /// The columns of one thread.
  struct sums
  {
    raw<T> sum[per_thread];
    bool any = false;
  };

  /// Reduces `count` > 0 items; all threads of the block call it. The result is s.column[0], for thread 0 at once
  /// and for the others after a barrier. `s` is free again after one.
  template <class Cta, class It>
  THRUM_DEVICE static void reduce(Cta const& cta, shared& s, It items, int count, Op const& op)
  {
    sums mine;
    add_rows(cta, mine, items, count / columns, op);
    finish(cta, s, mine, detail::advanced(items, count / columns * columns), count % columns,
           count >= columns, op);
  }

  /// Adds whole rows to a thread's columns.
  template <class Cta, class It>
  THRUM_DEVICE static void add_rows(Cta const& cta, sums& mine, It items, int rows, Op const& op)
  {
    if constexpr (moves_bytes_v<It, T> && per_thread > 1)
    {
      if (gpu::begins_at_piece(items)) // neighbouring threads then fold neighbouring pieces of 16 bytes
      {
        int row = 0;
        for (; row + batch <= rows; row += batch)
        {
          add_pieces<batch>(mine, items + row * columns + cta.thread() * per_thread, op);
        }
        for (; row < rows; ++row)
        {
          add_pieces<1>(mine, items + row * columns + cta.thread() * per_thread, op);
        }
        return;
      }
    }
    for (int row = 0; row < rows; ++row)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < per_thread; ++j)
      {
        add(mine, j, static_cast<T>(*detail::advanced(items, row * columns + column(cta, j))), op);
      }
      mine.any = true;
    }
  }

  /// Adds the `rest` < `columns` items of an incomplete row, and folds the columns into the first. `rows` tells
  /// whether some thread, and so all of them, had a whole row.
  template <class Cta, class It>
  THRUM_DEVICE static void finish(
    Cta const& cta, shared& s, sums& mine, It items, int rest, bool rows, Op const& op)
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int j = 0; j < per_thread; ++j)
    {
      int const c = column(cta, j);
      if (c < rest)
      {
        add(mine, j, static_cast<T>(*detail::advanced(items, c)), op);
      }
      if (rows || c < rest)
      {
        gpu::set(s.column[c].value, mine.sum[j].value);
      }
    }
    cta.sync();
    tree(cta, s, rows ? columns : rest, op);
  }

private:
  template <class Cta>
  THRUM_DEVICE static int column(Cta const& cta, int j)
  {
    return cta.thread() * per_thread + j;
  }

  THRUM_DEVICE static void add(sums& mine, int j, T const& x, Op const& op)
  {
    if (mine.any)
    {
      gpu::set_joined(mine.sum[j].value, mine.sum[j].value, x, op);
    }
    else
    {
      gpu::set(mine.sum[j].value, x);
    }
  }

  template <int Rows>
  THRUM_DEVICE static void add_pieces(sums& mine, T const* items, Op const& op)
  {
    item_words<T, per_thread> word[Rows];
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < Rows; ++i)
    {
      word[i].load(items + i * columns);
    }
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < Rows; ++i)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < per_thread; ++j)
      {
        raw<T> x;
        word[i].get(j, x);
        add(mine, j, x.value, op);
      }
      mine.any = true;
    }
  }

  /// c[j] = op(c[j], c[j + s]) for s = columns / 2, ..., 1; columns that are absent are left out.
  template <class Cta>
  THRUM_DEVICE static void tree(Cta const& cta, shared& s, int width, Op const& op)
  {
    for (int half = columns / 2; half > 0; half /= 2)
    {
      for (int c = cta.thread(); c < half && c + half < width; c += cta.threads())
      {
        gpu::set_joined(s.column[c].value, s.column[c].value, s.column[c + half].value, op);
      }
      width = width < half ? width : half;
      if (half > lanes)
      {
        cta.sync();
      }
      else if (cta.thread() < lanes) // from here on within the first warp
      {
        cta.sync_warp();
      }
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
