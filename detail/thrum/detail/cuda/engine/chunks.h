// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reduces chunks, and their results by the same scheme until one is left. Few chunks are reduced by one cluster of
/// blocks, which reach each other's results; of many, blocks leave the results in memory, and one more block
/// combines them.

#include <thrum/detail/cuda/block/reduce_columns.h>

#include <iterator>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Results that the blocks of a cluster hold: block r has those of chunks r, r + blocks, r + 2 blocks, ...
template <class T, class Cta>
struct results_of_cluster
{
  using value_type        = T;
  using reference         = T const&;
  using pointer           = T const*;
  using difference_type   = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;

  Cta const* cta;
  raw<T>* mine;
  std::ptrdiff_t first;

  THRUM_DEVICE T const& operator*() const
  {
    auto const blocks = cta->blocks();
    auto const place  = static_cast<int>(first);
    return cta->at_rank(mine + place / blocks, place % blocks)->value;
  }
  THRUM_DEVICE results_of_cluster operator+(std::ptrdiff_t n) const { return {cta, mine, first + n}; }
};

/// `problem` is a reduce_problem; its result is assigned to the item that `Out` points to.
template <class Problem, class Out>
struct reduce_chunks
{
  using T     = typename Problem::accum;
  using Op    = decltype(Problem::op);
  using block = reduce_columns<T, Op>;

  using shared = typename block::shared;

  /// Of a block in a cluster, which has one or two chunks: with more it would be slower than other blocks.
  static constexpr int most_in_block = 2;
  struct cluster_shared
  {
    shared columns;
    raw<T> result[most_in_block];
  };

  THRUM_HOST_DEVICE static std::ptrdiff_t chunks(std::ptrdiff_t count)
  {
    return chunks(count, association::reduce_chunk(sizeof(T), count));
  }

  /// Leaves the results of all chunks in memory, or the result of all if there is one chunk.
  template <class Cta>
  THRUM_DEVICE static void run(Cta const& cta, shared& s, Problem const& p, Out const& out, T* results)
  {
    std::ptrdiff_t const chunk = association::reduce_chunk(sizeof(T), p.count);
    std::ptrdiff_t const n     = chunks(p.count, chunk);
    for (std::ptrdiff_t c = cta.block(); c < n; c += cta.blocks())
    {
      block::reduce(cta, s, p.in.at(c * chunk), part(p.count, chunk, c), p.op);
      if (cta.thread() == 0)
      {
        n == 1 ? finish(s, p, out) : gpu::set(results[c], s.column[0].value);
      }
      cta.sync();
    }
  }

  /// One block combines the results.
  template <class Cta>
  THRUM_DEVICE static void combine(Cta const& cta, shared& s, Problem const& p, Out const& out, T* results)
  {
    for (std::ptrdiff_t n = chunks(p.count); n > 1;)
    {
      std::ptrdiff_t const chunk = association::reduce_chunk(sizeof(T), n);
      std::ptrdiff_t const parts = chunks(n, chunk);
      for (std::ptrdiff_t c = 0; c < parts; ++c)
      {
        block::reduce(cta, s, static_cast<T const*>(results) + c * chunk, part(n, chunk, c), p.op);
        if (cta.thread() == 0 && parts > 1)
        {
          gpu::set(results[c], s.column[0].value); // in a place that was read before
        }
        cta.sync();
      }
      n = parts;
    }
    if (cta.thread() == 0)
    {
      finish(s, p, out);
    }
  }

  /// A cluster does all.
  template <class Cta>
  THRUM_DEVICE static void run_cluster(Cta const& cta, cluster_shared& s, Problem const& p, Out const& out)
  {
    std::ptrdiff_t const chunk = association::reduce_chunk(sizeof(T), p.count);
    std::ptrdiff_t const n     = chunks(p.count, chunk);
    raw<T>* result             = s.result;
    for (std::ptrdiff_t c = cta.rank(); c < n; c += cta.blocks())
    {
      block::reduce(cta, s.columns, p.in.at(c * chunk), part(p.count, chunk, c), p.op);
      if (cta.thread() == 0)
      {
        gpu::set(result->value, s.columns.column[0].value);
      }
      ++result;
      cta.sync();
    }
    cta.sync_cluster();
    if (cta.rank() == 0)
    {
      block::reduce(cta, s.columns, results_of_cluster<T, Cta>{&cta, s.result, 0}, static_cast<int>(n), p.op);
      if (cta.thread() == 0)
      {
        finish(s.columns, p, out);
      }
    }
    cta.sync_cluster(); // a block's shared memory is there as long as the block
  }

private:
  THRUM_HOST_DEVICE static std::ptrdiff_t chunks(std::ptrdiff_t count, std::ptrdiff_t chunk)
  {
    return (count + chunk - 1) / chunk;
  }
  THRUM_DEVICE static int part(std::ptrdiff_t count, std::ptrdiff_t chunk, std::ptrdiff_t c)
  {
    std::ptrdiff_t const left = count - c * chunk;
    return static_cast<int>(left < chunk ? left : chunk);
  }

  THRUM_DEVICE static void finish(shared const& s, Problem const& p, Out const& out)
  {
    detail::assign(*out, gpu::apply(p.op, p.init, s.column[0].value));
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
