// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What closes in the lanes of a row, moved to the row's front, so that it leaves by neighbouring stores.
/// `flags(at, count)` are head flags from one of the lane's items on: an item is its segment's last where the
/// next one is a head.

#include <thrum/detail/core/block_output.h>
#include <thrum/detail/cuda/block/lane_segments.h>
#include <thrum/detail/cuda/block/transfer.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// A row of 32 lanes with V items each, in shared memory.
template <class T, int V>
struct row_of_closed
{
  /// Whether a lane can hold all its items in registers at once: then their places are free.
  static constexpr bool compacts = in_words_v<T, V> && V < 32
                                   && (sizeof(T) >= 4 || V * sizeof(T) <= 16 || V * sizeof(T) % 16 != 0);

  /// Where in the row the lane's fold lies of the segment that closes in it first: at its rank, or else at the
  /// front of the lane's own stretch. The others follow.
  THRUM_DEVICE static int closed_at(int lane, int rank) { return compacts ? rank : lane * V; }

  /// Folds the lane's `here` items, leaves the folds of segments that close in it at their places in `row`,
  /// which may be where the items are, and in `sum` that of what follows its last head. All lanes of a warp
  /// call it.
  template <class Cta, class Flags, class Op>
  THRUM_DEVICE static void fold(
    Cta const& cta, T const* items, T* row, int here, int rank, Flags const& flags, raw<T>& sum, Op const& op)
  {
    T const* const mine = items + cta.lane() * V;
    int to              = closed_at(cta.lane(), rank);
    if constexpr (compacts)
    {
      item_words<T, V> w;
      if (here > 0)
      {
        w.load(mine);
      }
      std::uint32_t const flag = flags(0, V + 1);
      cta.sync_warp();
      if (here >= V)
      {
        fold_words<true>(w, here, flag, row, to, sum, op);
      }
      else
      {
        fold_words<false>(w, here, flag, row, to, sum, op);
      }
    }
    else
    {
      for (int i = 0; i < here && i < V; ++i)
      {
        fold_step(mine[i], i == 0 || flags(i, 1) != 0, flags(i + 1, 1) != 0, row, to, sum, op);
      }
    }
  }

  /// Writes the folds to `out`, the place of the row's first.
  template <class Cta, class Flags, class Out>
  THRUM_DEVICE static void store(
    Cta const& cta, T const* row, int rank, int closed, Flags const& flags, Out out)
  {
    if constexpr (is_discard_v<Out>)
    {
      return;
    }
    else if constexpr (compacts)
    {
      store_compact(cta, row, closed, out);
    }
    else
    {
      int to = 0;
      for (int i = 0; i < V; ++i)
      {
        if (flags(i + 1, 1) != 0)
        {
          detail::assign(*detail::advanced(out, rank + to), row[cta.lane() * V + to]);
          ++to;
        }
      }
    }
  }

  /// Moves the last item of each segment to the row's front. All lanes of a warp call it.
  template <class Cta, class Flags>
  THRUM_DEVICE static void compact(Cta const& cta, T* row, int rank, Flags const& flags)
  {
    if constexpr (compacts)
    {
      item_words<T, V> w;
      w.load(row + cta.lane() * V);
      std::uint32_t const last = flags(1, V);
      cta.sync_warp();
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < V; ++i)
      {
        if ((last >> i & 1) != 0)
        {
          raw<T> x;
          w.get(i, x);
          gpu::set(row[rank], x.value);
          ++rank;
        }
      }
      cta.sync_warp();
    }
  }

  template <class Cta, class Out>
  THRUM_DEVICE static void store_compact(Cta const& cta, T const* row, int closed, Out out)
  {
    gpu::store_row(cta, row, out, closed);
  }

  /// Writes the last item of each segment from where it lies.
  template <class Cta, class Flags, class Out>
  THRUM_DEVICE static void store_scattered(
    Cta const& cta, T const* row, int rank, Flags const& flags, Out out)
  {
    for (int begin = 0; begin < V; begin += 32)
    {
      std::uint32_t last = flags(begin + 1, V - begin < 32 ? V - begin : 32);
      for (; last != 0; last &= last - 1)
      {
        int const i = begin + gpu::lowest_bit(last);
        detail::assign(*detail::advanced(out, rank), row[cta.lane() * V + i]);
        ++rank;
      }
    }
  }

private:
  template <class Op>
  THRUM_DEVICE static void fold_step(
    T const& x, bool head, bool last, T* row, int& to, raw<T>& sum, Op const& op)
  {
    if (head)
    {
      gpu::set(sum.value, x);
    }
    else
    {
      gpu::set_joined(sum.value, sum.value, x, op);
    }
    if (last)
    {
      gpu::set(row[to], sum.value);
      ++to;
    }
  }

  template <bool Whole, class Op>
  THRUM_DEVICE static void fold_words(
    item_words<T, V> const& w, int here, std::uint32_t flag, T* row, int to, raw<T>& sum, Op const& op)
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < V; ++i)
    {
      if (Whole || i < here)
      {
        raw<T> x;
        w.get(i, x);
        fold_step(x.value, i == 0 || (flag >> i & 1) != 0, (flag >> (i + 1) & 1) != 0, row, to, sum, op);
      }
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
