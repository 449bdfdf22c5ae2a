// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reduces chunks, and their results by the same scheme until one is left: each block takes its share of the
/// chunks, and the last block to end combines what all have left. One launch at every size.

#include <thrum/detail/cuda/block/reduce_columns.h>

#include <cuda/atomic>

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

  /// Where an operator gives the same bits in any order, a block's chunks all go into the same columns: they are
  /// small then, for even shares, and a block has one result.
  static constexpr bool any_order       = Op::exact;
  static constexpr int rows             = any_order ? block::batch : association::reduce_rows;
  static constexpr std::ptrdiff_t chunk = static_cast<std::ptrdiff_t>(block::columns) * rows;

  THRUM_HOST_DEVICE static std::ptrdiff_t chunks(std::ptrdiff_t count) { return (count + chunk - 1) / chunk; }

  /// How many results `blocks` blocks leave for the last one.
  THRUM_HOST_DEVICE static std::ptrdiff_t results(std::ptrdiff_t count, std::int64_t blocks)
  {
    return any_order ? blocks : chunks(count);
  }

  /// Of all blocks; not needed for one result. `ended` is zero before.
  struct memory
  {
    unsigned* ended;
    T* results;
  };

  struct shared
  {
    typename block::shared columns;
    bool last;
  };

  template <class Cta>
  THRUM_DEVICE static void run(Cta const& cta, shared& s, Problem const& p, Out const& out, memory const& all)
  {
    std::ptrdiff_t const n = results(p.count, cta.blocks());
    if constexpr (any_order)
    {
      reduce_share(cta, s, p);
      leave(cta, s, n, cta.block(), all);
    }
    else
    {
      for (std::ptrdiff_t c = cta.block(); c < n; c += cta.blocks())
      {
        block::reduce(cta, s.columns, p.in.at(c * chunk), part(p.count, c), p.op);
        leave(cta, s, n, c, all);
      }
    }
    if (n == 1 || ends_last(cta, s, all))
    {
      combine(cta, s, p, n, all);
      if (cta.thread() == 0)
      {
        detail::assign(*out, gpu::apply(p.op, p.init, s.columns.column[0].value));
      }
    }
  }

private:
  THRUM_DEVICE static int part(std::ptrdiff_t count, std::ptrdiff_t c)
  {
    std::ptrdiff_t const left = count - c * chunk;
    return static_cast<int>(left < chunk ? left : chunk);
  }

  /// An even share of the chunks, one after the other. There are at least as many chunks as blocks.
  template <class Cta>
  THRUM_DEVICE static void reduce_share(Cta const& cta, shared& s, Problem const& p)
  {
    typename block::sums mine;
    std::ptrdiff_t const n    = chunks(p.count);
    std::ptrdiff_t const each = n / cta.blocks();
    std::ptrdiff_t const more = n % cta.blocks(); // blocks with one chunk more come first
    std::ptrdiff_t const b    = cta.block();
    std::ptrdiff_t const end  = (b + 1) * each + (b < more ? b + 1 : more);
    std::ptrdiff_t c          = b * each + (b < more ? b : more);
    bool const last           = end == n;
    for (; c < end - last; ++c)
    {
      block::add_rows(cta, mine, p.in.at(c * chunk), rows, p.op);
    }
    int const left      = last ? part(p.count, c) : 0;
    int const left_rows = left / block::columns;
    block::add_rows(cta, mine, p.in.at(c * chunk), left_rows, p.op);
    block::finish(cta, s.columns, mine, p.in.at(c * chunk + left_rows * block::columns),
                  left % block::columns, mine.any, p.op);
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
      ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device> ended(*all.ended);
      s.last = ended.fetch_add(1, ::cuda::memory_order_acq_rel) + 1 == static_cast<unsigned>(cta.blocks());
    }
    cta.sync();
    return s.last;
  }

  /// Leaves the result of all in the first column.
  template <class Cta>
  THRUM_DEVICE static void combine(
    Cta const& cta, shared& s, Problem const& p, std::ptrdiff_t n, memory const& all)
  {
    while (n > 1)
    {
      std::ptrdiff_t const parts = chunks(n);
      for (std::ptrdiff_t c = 0; c < parts; ++c)
      {
        block::reduce(cta, s.columns, static_cast<T const*>(all.results) + c * chunk, part(n, c), p.op);
        leave(cta, s, parts, c, all); // in a place that was read before
      }
      n = parts;
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
