// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A block reduces items in columns: each column is folded from its first row to its last, then the columns by
/// a tree (R. P. Brent: The parallel evaluation of general arithmetic expressions, J. ACM 21 (1974): few
/// accumulators, long sequential runs). Which thread folds which column does not matter; nor, where any order gives the
/// same bits, in which column of a thread something is.

#include <thrum/detail/cuda/block/fold_columns.h>
#include <thrum/detail/cuda/block/packed_lane.h>
#include <thrum/detail/cuda/block/transfer.h>

#include <cuda/std/atomic>

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
  /// Whether a thread folds the words of its columns as they are: any order gives the same bits.
  static constexpr bool folds_words = per_thread > 1 && packed_steps<T, Op>::suits;
  static constexpr int batch        = 8; ///< rows of which a thread has its loads in flight at once

  struct shared
  {
    alignas(alignof(T) > sizeof(piece) ? alignof(T) : sizeof(piece)) raw<T> column[columns];
  };

  /// Reduces `count` > 0 items; all threads of the block call it. The result is s.column[0], for thread 0 at once
  /// and for the others after a barrier. `s` is free again after one.
  template <class Cta, class It>
  THRUM_DEVICE static void reduce(Cta const& cta, shared& s, It items, int count, Op const& op)
  {
    int const rows = count / columns;
    sums<moves_bytes_v<It, T> && per_thread != 1> mine(cta);
    add_rows(mine, items, rows, op);
    finish(cta, s, mine, items, rows * columns, count, op);
  }

private:
  /// The columns of one thread: those of a piece, where items may come in pieces; else neighbouring threads have
  /// neighbouring columns.
  template <bool Pieces>
  struct sums
  {
    raw<T> sum[per_thread];
    bool any          = false; ///< has whole rows
    std::uint32_t run = 0;     ///< of words that are folded, in place of the sums
    int first;

    template <class Cta>
    THRUM_DEVICE explicit sums(Cta const& cta) : first(Pieces ? cta.thread() * per_thread : cta.thread())
    {}

    /// Calls f(j, c) for each column: number j of the thread, c of all.
    template <class F>
    THRUM_DEVICE void for_each_column(F const& f)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < per_thread; ++j)
      {
        f(j, first + j * (Pieces ? 1 : threads));
      }
    }

    THRUM_DEVICE void add(int j, T const& x, Op const& op)
    {
      if (any)
      {
        gpu::set_joined(sum[j].value, sum[j].value, x, op);
      }
      else
      {
        gpu::set(sum[j].value, x);
      }
    }
  };

  /// Adds the items from `begin` on, fewer than a row, and combines the columns.
  template <bool Pieces, class Cta, class It>
  THRUM_DEVICE static void finish(
    Cta const& cta, shared& s, sums<Pieces>& mine, It items, int begin, int count, Op const& op)
  {
    mine.for_each_column([&](int j, int c) {
      bool const more = begin + c < count;
      if (more)
      {
        mine.add(j, item(items, begin + c), op);
      }
      if (mine.any || more)
      {
        gpu::set(s.column[c].value, mine.sum[j].value);
      }
    });
    cta.sync();
    gpu::fold_columns<columns, threads>(cta, s.column, begin > 0 ? columns : count, op);
  }

  template <class It>
  THRUM_DEVICE static T item(It items, int i)
  {
    return static_cast<T>(*detail::advanced(items, i));
  }

  /// Adds whole rows to a thread's columns.
  template <class It>
  THRUM_DEVICE static void add_rows(sums<true>& mine, It items, int rows, Op const& op)
  {
    if (gpu::begins_at_piece(items))
    {
      add_pieces(mine, items, rows, op);
    }
    else
    {
      add_each(mine, items, rows, op);
    }
  }
  template <class It>
  THRUM_DEVICE static void add_rows(sums<false>& mine, It items, int rows, Op const& op)
  {
    if constexpr (sizeof(T) <= 16) // then several wait in registers
    {
      constexpr int held = per_thread <= 4 ? batch : 4 * batch / per_thread;
      in_batches<held>(rows, [&](auto whole, int row, int more) {
        add_items<decltype(whole)::value, held>(mine, detail::advanced(items, row * columns), more, op);
      });
    }
    else
    {
      add_each(mine, items, rows, op);
    }
  }
  template <bool Pieces, class It>
  THRUM_DEVICE static void add_each(sums<Pieces>& mine, It items, int rows, Op const& op)
  {
    auto const add_row = [&](int row) {
      mine.for_each_column([&](int j, int c) { mine.add(j, item(items, row * columns + c), op); });
      mine.any = true;
    };
    int row = 0;
    if constexpr (per_thread <= 4) // more loads at a time take registers that spill
    {
      _CCCL_PRAGMA_NOUNROLL()
      for (; row + 2 <= rows; row += 2)
      {
        add_row(row);
        add_row(row + 1);
      }
    }
    _CCCL_PRAGMA_NOUNROLL()
    for (; row < rows; ++row)
    {
      add_row(row);
    }
  }

  /// Calls f(whether they are `Rows`, first row, how many) for so many rows at a time.
  template <int Rows, class F>
  THRUM_DEVICE static void in_batches(int rows, F const& f)
  {
    int row = 0;
    for (; row + Rows <= rows; row += Rows)
    {
      f(std::true_type{}, row, Rows);
    }
    if (row < rows)
    {
      f(std::false_type{}, row, rows - row);
    }
  }

  using words = item_words<T, per_thread>;

  THRUM_DEVICE static void add_words(sums<true>& mine, words const& w, Op const& op)
  {
    if constexpr (folds_words)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (std::uint32_t const word : w.word)
      {
        packed_steps<T, Op>::type::fold(word, mine.run);
      }
    }
    else
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < per_thread; ++j)
      {
        raw<T> x;
        w.get(j, x);
        mine.add(j, x.value, op);
      }
    }
    mine.any = true;
  }
  /// What the words add up to becomes the first column's.
  THRUM_DEVICE static void end_words([[maybe_unused]] sums<true>& mine)
  {
    if constexpr (folds_words)
    {
      using steps = typename packed_steps<T, Op>::type;
      mine.for_each_column(
        [&](int j, int) { gpu::set(mine.sum[j].value, j == 0 ? steps::folded(mine.run) : steps::nothing); });
    }
  }

  /// A batch of loads goes out as soon as the batch before it is added, and no sooner: more of them want registers that
  /// spill, and every thread's spills are memory of its own, which is written.
  THRUM_DEVICE static void add_pieces(sums<true>& mine, T const* items, int rows, Op const& op)
  {
    T const* from = items + mine.first;
    words word[batch];
    if constexpr (folds_words)
    {
      mine.run = packed_steps<T, Op>::type::begin(packed_steps<T, Op>::type::nothing);
    }
    int row = 0; // up to which pieces are added
    if (rows >= batch)
    {
      for_each_row([&](int i) { word[i].load(from + i * columns); });
      _CCCL_PRAGMA_NOUNROLL()
      for (; row + 2 * batch <= rows; row += batch)
      {
        from += batch * columns;
        for_each_row([&](int i) { add_words(mine, word[i], op); });
        ::cuda::std::atomic_signal_fence(::cuda::std::memory_order_seq_cst); // for the compiler alone
        for_each_row([&](int i) { word[i].load(from + i * columns); });
        ::cuda::std::atomic_signal_fence(::cuda::std::memory_order_seq_cst);
      }
      from += batch * columns;
      row += batch;
      for_each_row([&](int i) { add_words(mine, word[i], op); });
    }
    for_each_row([&](int i) {
      if (row + i < rows)
      {
        word[i].load(from + i * columns);
      }
    });
    for_each_row([&](int i) {
      if (row + i < rows)
      {
        add_words(mine, word[i], op);
      }
    });
    end_words(mine);
  }
  template <class F>
  THRUM_DEVICE static void for_each_row(F const& f)
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < batch; ++i)
    {
      f(i);
    }
  }

  template <bool Whole, int Rows, class It>
  THRUM_DEVICE static void add_items(sums<false>& mine, It items, int rows, Op const& op)
  {
    raw<T> x[Rows][per_thread];
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < Rows; ++i)
    {
      if (Whole || i < rows)
      {
        mine.for_each_column([&](int j, int c) { gpu::set(x[i][j].value, item(items, i * columns + c)); });
      }
    }
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < Rows; ++i)
    {
      if (Whole || i < rows)
      {
        _CCCL_PRAGMA_UNROLL_FULL()
        for (int j = 0; j < per_thread; ++j)
        {
          mine.add(j, x[i][j].value, op);
        }
        mine.any = true;
      }
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
