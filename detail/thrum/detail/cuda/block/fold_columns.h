// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A block folds columns in shared memory by a tree with sequential addressing: c[j] = op(c[j], c[j + s]) for
/// s = columns / 2, ..., 1; columns that are absent are left out.

#include <thrum/detail/cuda/block/warp.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// The tree over columns First, First + Step, ... below Count, which lie `Apart` places apart.
template <int First, int Step, int Count, int Apart, class T, class Op>
THRUM_DEVICE void fold_apart(raw<T> const* column, raw<T>& to, Op const& op)
{
  if constexpr (Step == Count)
  {
    gpu::set(to.value, column[First * Apart].value);
  }
  else
  {
    raw<T> right;
    gpu::fold_apart<First, 2 * Step, Count, Apart>(column, to, op);
    gpu::fold_apart<First + Step, 2 * Step, Count, Apart>(column, right, op);
    gpu::set_joined(to.value, to.value, right.value, op);
  }
}

/// The tree over the first columns of a warp's lanes; its result is lane 0's.
template <class Cta, class T, class Op>
THRUM_DEVICE void fold_lanes_by_tree(Cta const& cta, raw<T>& x, Op const& op)
{
  constexpr int halvings = 5;
  static_assert(1 << halvings == lanes);
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int i = 1; i <= halvings; ++i)
  {
    int const d = lanes >> i;
    raw<T> y;
    gpu::by_words(x, y, [&](std::uint32_t word) { return cta.shuffle(word, (cta.lane() + d) % lanes); });
    if (cta.lane() < d)
    {
      gpu::set_joined(x.value, x.value, y.value, op);
    }
  }
}

/// Where all columns are there. A step joins columns that lie a multiple of s apart: so each thread first folds those
/// that lie `Threads` apart, then each lane of the first warp those that lie 32 apart, and one barrier does.
template <int Columns, int Threads, class Cta, class T, class Op>
THRUM_DEVICE void fold_all_columns(Cta const& cta, raw<T>* column, Op const& op)
{
  raw<T> x;
  if constexpr (Columns > Threads)
  {
    gpu::fold_apart<0, 1, Columns / Threads, Threads>(column + cta.thread(), x, op);
    gpu::set(column[cta.thread()].value, x.value);
    cta.sync();
  }
  if (cta.warp() == 0)
  {
    gpu::fold_apart<0, 1, Threads / lanes, lanes>(column + cta.lane(), x, op);
    gpu::fold_lanes_by_tree(cta, x, op);
    if (cta.lane() == 0)
    {
      gpu::set(column[0].value, x.value);
    }
  }
}

/// Where `width` are there.
template <int Columns, class Cta, class T, class Op>
THRUM_DEVICE void fold_some_columns(Cta const& cta, raw<T>* column, int width, Op const& op)
{
  int s = Columns / 2;
  while (s >= width && s > 1)
  {
    s /= 2; // such steps find nothing to join
  }
  for (; s > 0; s /= 2)
  {
    for (int c = cta.thread(); c < s && c + s < width; c += cta.threads())
    {
      gpu::set_joined(column[c].value, column[c].value, column[c + s].value, op);
    }
    width = width < s ? width : s;
    if (s > lanes)
    {
      cta.sync();
    }
    else if (cta.thread() < lanes) // from here on within the first warp
    {
      cta.sync_warp();
    }
  }
}

/// Leaves the result in the first column, for thread 0 at once and for the others after a barrier. The columns were
/// set before a barrier.
template <int Columns, int Threads, class Cta, class T, class Op>
THRUM_DEVICE void fold_columns(Cta const& cta, raw<T>* column, int width, Op const& op)
{
  if constexpr (shuffles_v<T>)
  {
    if (width == Columns)
    {
      gpu::fold_all_columns<Columns, Threads>(cta, column, op);
      return;
    }
  }
  gpu::fold_some_columns<Columns>(cta, column, width, op);
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
