// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reduces chunks, and their results by the same scheme until one is left: blocks leave the results in memory,
/// and the last one to end combines them.

#include <thrum/detail/cuda/block/reduce_columns.h>
#include <thrum/detail/cuda/block/ticket.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// `problem` is a reduce_problem; its result is assigned to the item that `Out` points to.
template <class Problem, class Out>
struct reduce_chunks
{
  using T     = typename Problem::accum;
  using Op    = decltype(Problem::op);
  using block = reduce_columns<T, Op>;

  struct shared
  {
    typename block::shared columns;
    bool is_last;
  };
  /// What blocks leave for the last one; `ended` is zero before. Not needed for one chunk. If it is lent, all
  /// its bytes from `ended` on are zero before and after.
  struct memory
  {
    unsigned long long* ended;
    T* results;
    std::size_t lent_bytes;
  };
  /// How many chunks, and how long.
  struct split
  {
    std::ptrdiff_t count;
    std::ptrdiff_t length;
  };

  THRUM_HOST_DEVICE static split split_of(std::ptrdiff_t items)
  {
    std::ptrdiff_t const length = association::reduce_chunk(sizeof(T), items);
    return {detail::ceil_div(items, length), length};
  }

  /// `by` is split_of(p.count), which the host finds: a division by each thread takes as long as a small reduce, and
  /// registers.
  template <class Cta>
  THRUM_DEVICE static void run(
    Cta const& cta, shared& s, Problem const& p, Out const& out, memory const& all, split const& by)
  {
    std::ptrdiff_t const n = by.count;
    for (std::ptrdiff_t c = cta.block(); c < n; c += cta.blocks())
    {
      block::reduce(cta, s.columns, p.in.at(c * by.length), part(p.count, by.length, c), p.op);
      leave(cta, s, n, c, all);
    }
    if (n == 1 || ends_last(cta, s, all))
    {
      combine(cta, s, p, n, all);
      if (cta.thread() == 0)
      {
        finish(s.columns, p, out);
      }
      if (n > 1)
      {
        gpu::clear_words(cta, all.ended,
                         all.lent_bytes); // a barrier stands behind the last look at the results
      }
    }
  }

private:
  THRUM_DEVICE static int part(std::ptrdiff_t count, std::ptrdiff_t chunk, std::ptrdiff_t c)
  {
    std::ptrdiff_t const left = count - c * chunk;
    return static_cast<int>(left < chunk ? left : chunk);
  }

  /// Leaves the result of a chunk, if it is not the only one, and the columns free.
  template <class Cta>
  THRUM_DEVICE static void leave(
    Cta const& cta, shared& s, std::ptrdiff_t n, std::ptrdiff_t c, memory const& all)
  {
    if (cta.thread() == 0 && n > 1)
    {
      gpu::set(all.results[c], s.columns.column[0].value);
    }
    cta.sync();
  }

  template <class Cta>
  THRUM_DEVICE static bool ends_last(Cta const& cta, shared& s, memory const& all)
  {
    if (cta.thread() == 0)
    {
      s.is_last = gpu::comes_last(cta, *all.ended);
    }
    cta.sync();
    return s.is_last;
  }

  /// Leaves the result of `n` results in the first column.
  template <class Cta>
  THRUM_DEVICE static void combine(
    Cta const& cta, shared& s, Problem const& p, std::ptrdiff_t n, memory const& all)
  {
    while (n > 1)
    {
      split const by = split_of(n);
      for (std::ptrdiff_t c = 0; c < by.count; ++c)
      {
        block::reduce(cta, s.columns, static_cast<T const*>(all.results) + c * by.length,
                      part(n, by.length, c), p.op);
        leave(cta, s, by.count, c, all); // in a place that was read before
      }
      n = by.count;
    }
  }

  THRUM_DEVICE static void finish(typename block::shared const& s, Problem const& p, Out const& out)
  {
    detail::assign(*out, gpu::apply(p.op, p.init, s.column[0].value));
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
