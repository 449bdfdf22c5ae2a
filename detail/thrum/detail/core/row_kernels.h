// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A row of 32 lanes on one processor: the lanes of a row are independent, so they stand side by side in
/// vector registers and take one item each at a time.

#include <thrum/detail/core/association_order.h>
#include <thrum/detail/core/block_items.h>
#include <thrum/detail/core/transpose.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Rows of small numbers advance with their lanes side by side; others go lane by lane.
template <class T>
inline constexpr bool lanes_advance_together_v = std::is_arithmetic_v<T> && sizeof(T) <= 8;

/// Whether that is also the fastest way where the order is free.
template <class T>
inline constexpr bool lanes_fill_registers_v = lanes_advance_together_v<T> && sizeof(T) >= 4;

/// Left fold of items[0 .. count), count > 0.
template <class T, class Items, class Op>
T fold_lane(Items const& items, std::ptrdiff_t count, Op const& op)
{
  T sum = items[0];
  for (std::ptrdiff_t i = 1; i < count; ++i)
  {
    sum = op(sum, items[i]);
  }
  return sum;
}

/// items[0 .. count) in any order, count >= 64.
template <class Items, class Op>
auto fold_any(Items const items, std::ptrdiff_t const count, Op const op)
{
  using T             = std::decay_t<decltype(items[0])>;
  constexpr int width = 64;
  T sum[width];
  for (int j = 0; j < width; ++j)
  {
    sum[j] = items[j];
  }
  std::ptrdiff_t i = width;
  for (; i + width <= count; i += width)
  {
    for (int j = 0; j < width; ++j)
    {
      sum[j] = op(sum[j], items[i + j]);
    }
  }
  for (; i < count; ++i)
  {
    sum[0] = op(sum[0], items[i]);
  }
  for (int s = width / 2; s > 0; s /= 2)
  {
    for (int j = 0; j < s; ++j)
    {
      sum[j] = op(sum[j], sum[j + s]);
    }
  }
  return sum[0];
}

/// Brings a complete row into vector order: to[i * 32 + l] is item i of lane l.
template <int V, class T, class Items>
void load_row(Items const& items, T* to)
{
  if constexpr (std::is_same_v<Items, memory_items<T, T>>)
  {
    detail::transpose<association::lanes, V>(items.first, to);
  }
  else
  {
    for (int l = 0; l < association::lanes; ++l)
    {
      for (int i = 0; i < V; ++i)
      {
        to[i * association::lanes + l] = items[l * V + i];
      }
    }
  }
}

/// folds[l] = left fold of lane l; `row` is in vector order.
template <int V, class T, class Op>
void fold_lanes(T const* row, T* folds, Op const& op)
{
  constexpr int lanes = association::lanes;
  T sum[lanes];
  for (int l = 0; l < lanes; ++l)
  {
    sum[l] = row[l];
  }
  for (int i = 1; i < V; ++i)
  {
    for (int l = 0; l < lanes; ++l)
    {
      sum[l] = op(sum[l], row[i * lanes + l]);
    }
  }
  for (int l = 0; l < lanes; ++l)
  {
    folds[l] = sum[l];
  }
}

/// What stands before each lane of a row, given what stands before the row and the inclusive scan of the lanes.
template <class T, class Op>
void carry_into_lanes(T const row_carry, T const* scanned, T* carries, Op const op)
{
  carries[0] = row_carry;
  for (int l = 1; l < association::lanes; ++l)
  {
    carries[l] = op(row_carry, scanned[l - 1]);
  }
}

/// Scans lane l of `row` from carries[l], in place and in vector order.
template <int V, bool Inclusive, class T, class Op>
void scan_lanes(T* row, T const* carries, Op const& op)
{
  constexpr int lanes = association::lanes;
  T sum[lanes];
  for (int l = 0; l < lanes; ++l)
  {
    sum[l] = carries[l];
  }
  for (int i = 0; i < V; ++i)
  {
    for (int l = 0; l < lanes; ++l)
    {
      T const next       = op(sum[l], row[i * lanes + l]);
      row[i * lanes + l] = Inclusive ? next : sum[l];
      sum[l]             = next;
    }
  }
}

/// Writes a complete row in vector order to memory, in the order of memory.
template <int V, class T, class U>
void store_row(T const* row, U* to)
{
  if constexpr (std::is_same_v<T, U>)
  {
    detail::transpose<V, association::lanes>(row, to);
  }
  else
  {
    for (int l = 0; l < association::lanes; ++l)
    {
      for (int i = 0; i < V; ++i)
      {
        detail::assign(to[l * V + i], row[i * association::lanes + l]);
      }
    }
  }
}

/// Scans items[0 .. count) from `sum` into to[0 .. count); returns what is carried on.
template <bool Inclusive, class T, class Items, class U, class Op>
T scan_run(Items const items, std::ptrdiff_t const count, T sum, U* const to, Op const op)
{
  for (std::ptrdiff_t i = 0; i < count; ++i)
  {
    T const next = op(sum, items[i]);
    detail::assign(to[i], Inclusive ? next : sum);
    sum = next;
  }
  return sum;
}
} // namespace detail
THRUM_NAMESPACE_END
