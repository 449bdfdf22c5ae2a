// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The fixed order of a reduce whose operator is known to commute.
#include "reference.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace thrum_test::replay
{
struct commuting_order
{
  std::size_t columns;

  /// 8, 16 or 32 rows to a chunk: more rows while there are at least 1024 such chunks.
  std::size_t rows(std::size_t count) const
  {
    return count >= 1024 * 32 * columns ? 32 : count >= 1024 * 16 * columns ? 16 : 8;
  }
  std::size_t chunk(std::size_t count) const { return columns * rows(count); }
  std::size_t least_chunk() const { return chunk(0); }
};

/// The largest power of two of columns that fills 4 KB or less, at least 32.
inline commuting_order commuting_order_of(std::size_t item_bytes)
{
  std::size_t columns = 32;
  while (columns * 2 * item_bytes <= 4096)
  {
    columns *= 2;
  }
  return {columns};
}

/// One chunk: column j folds items j, j + L, j + 2L, ... from left to right, a tree combines the columns.
template <class T, class Op>
T fold_chunk(std::vector<T> const& chunk, commuting_order const& o, Op op)
{
  std::vector<T> columns;
  for (std::size_t j = 0; j < std::min(o.columns, chunk.size()); ++j)
  {
    T column = chunk[j];
    for (std::size_t i = j + o.columns; i < chunk.size(); i += o.columns)
    {
      column = op(column, chunk[i]);
    }
    columns.push_back(column);
  }
  for (std::size_t s = o.columns / 2; s >= 1; s /= 2)
  {
    for (std::size_t j = 0; j < s && j + s < columns.size(); ++j)
    {
      columns[j] = op(columns[j], columns[j + s]);
    }
  }
  return columns.front();
}

/// Chunks' results are combined as items are, until one is left; init comes last.
template <class T, class Op>
T commuting_reduce(std::vector<T> items, T init, Op op, commuting_order o = commuting_order_of(sizeof(T)))
{
  if (items.empty())
  {
    return init;
  }
  do
  {
    std::vector<T> results;
    for (auto const& chunk : pieces(items, o.chunk(items.size())))
    {
      results.push_back(fold_chunk(chunk, o, op));
    }
    items = results;
  } while (items.size() > 1);
  return op(init, items.front());
}
} // namespace thrum_test::replay
