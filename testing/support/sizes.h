// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Counts of items around every boundary that the library has inside.
#include "reference.h"
#include "replay_commuting.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace thrum_test
{
/// Each boundary with its two neighbours, sorted, none twice, with 0, 1 and 2 before them.
inline std::vector<std::size_t> sizes_around(std::vector<std::size_t> const& boundaries)
{
  std::vector<std::size_t> result{0, 1, 2};
  for (std::size_t const boundary : boundaries)
  {
    for (std::size_t const size : {boundary - 1, boundary, boundary + 1})
    {
      result.push_back(size);
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// Lane, row and tile of scans and ordered reductions over accumulators of type T, a few tiles, and the
/// blocks of 32 and 128 KB that a thread works on.
template <class T>
std::vector<std::size_t> sizes_within_tiles()
{
  auto const o = replay::order_of(sizeof(T));
  return sizes_around({32, o.items_per_lane, 2 * o.items_per_lane, o.row(), 2 * o.row(), o.tile(),
                       2 * o.tile(), 4 * o.tile(), 5 * o.tile(), 32 * 1024 / sizeof(T),
                       128 * 1024 / sizeof(T)});
}

/// Items of T of which a team's threads take this many at a time: the whole tiles of 128 KB.
template <class T>
std::size_t block_of_a_team()
{
  auto const tile = replay::order_of(sizeof(T)).tile();
  return 128 * 1024 / sizeof(T) / tile * tile;
}

/// Keys in runs of `length` items, so that runs begin at every boundary that is a multiple of it.
inline std::vector<int> keys_in_runs_of(std::size_t length, std::size_t count)
{
  std::vector<int> keys;
  keys.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
  {
    keys.push_back(static_cast<int>(i / length));
  }
  return keys;
}

/// Lengths of runs that begin and end at internal boundaries, and at the items beside them.
template <class T>
std::vector<std::size_t> run_lengths_at_boundaries()
{
  auto const o = replay::order_of(sizeof(T));
  std::vector<std::size_t> result;
  for (std::size_t const length :
       {o.items_per_lane, o.row(), o.tile(), 3 * o.tile(), 4 * o.tile(), 32 * 1024 / sizeof(T),
        2 * 32 * 1024 / sizeof(T), 128 * 1024 / sizeof(T), 2 * 128 * 1024 / sizeof(T)})
  {
    result.push_back(length);
    result.push_back(length + 1);
  }
  return result;
}

/// A lane of tiles and a group of tiles, and several groups with an odd rest. These are large: up to three
/// million items.
template <class T>
std::vector<std::size_t> sizes_around_groups()
{
  auto const o = replay::order_of(sizeof(T));
  return {4 * o.tile() + 1,
          8 * o.tile(),
          o.group() - 1,
          o.group(),
          o.group() + 1,
          o.group() + o.tile() + 1,
          3 * o.group() + 7 * o.tile() + 5};
}

/// Columns and chunks of reductions whose operator commutes.
template <class T>
std::vector<std::size_t> sizes_of_commuting_reduce()
{
  auto const o = replay::commuting_order_of(sizeof(T));
  return sizes_around({32, o.columns / 2, o.columns, 2 * o.columns, o.least_chunk(), 2 * o.least_chunk(),
                       5 * o.least_chunk() + o.columns, 8 * o.least_chunk()});
}

/// Where a chunk gets more rows, from 8 to 16 and from 16 to 32: 64 and 128 MB.
template <class T>
std::vector<std::size_t> sizes_where_rows_change()
{
  auto const o = replay::commuting_order_of(sizeof(T));
  return {1024 * 16 * o.columns - 1, 1024 * 16 * o.columns, 1024 * 32 * o.columns - 1,
          1024 * 32 * o.columns + 1};
}
} // namespace thrum_test
