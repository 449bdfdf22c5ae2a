// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the algorithms must return, written a second time and as simply as possible; nothing here uses the
// library.
//   serial::  from left to right: right for every operator that is associative exactly.
//   replay::  the fixed order of association, step by step as it is documented: right to the bit for floats.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace thrum_test::serial
{
/// What comes before each item, and at the end the total; nothing where there is neither init nor an item.
template <class T, class Item, class Op>
std::vector<std::optional<T>> carries(std::vector<Item> const& items, std::optional<T> run, Op op)
{
  std::vector<std::optional<T>> result{run};
  for (Item const& item : items)
  {
    result.push_back(run = run ? T(op(*run, T(item))) : T(item));
  }
  return result;
}

template <class T, class Item, class Op>
std::vector<T> inclusive(std::vector<Item> const& items, std::optional<T> init, Op op)
{
  std::vector<T> result;
  auto const before = serial::carries<T>(items, init, op);
  for (std::size_t i = 1; i < before.size(); ++i)
  {
    result.push_back(*before[i]);
  }
  return result;
}
template <class Item, class Op>
std::vector<Item> inclusive(std::vector<Item> const& items, Op op)
{
  return serial::inclusive<Item>(items, std::nullopt, op);
}

template <class T, class Item, class Op>
std::vector<T> exclusive(std::vector<Item> const& items, T init, Op op)
{
  std::vector<T> result;
  auto const before = serial::carries<T>(items, std::optional<T>(init), op);
  for (std::size_t i = 0; i + 1 < before.size(); ++i)
  {
    result.push_back(*before[i]);
  }
  return result;
}

template <class T, class Item, class Op>
T reduce(std::vector<Item> const& items, T init, Op op)
{
  return *serial::carries<T>(items, std::optional<T>(init), op).back();
}

/// Where each segment begins, one past the last segment at the end. Neighbours are compared as (previous,
/// current).
template <class Key, class Pred>
std::vector<std::size_t> segments(std::vector<Key> const& keys, Pred pred)
{
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < keys.size(); ++i)
  {
    if (i == 0 || !pred(keys[i - 1], keys[i]))
    {
      result.push_back(i);
    }
  }
  result.push_back(keys.size());
  return result;
}

template <class T>
std::vector<T> slice(std::vector<T> const& items, std::size_t first, std::size_t last)
{
  return {items.begin() + static_cast<std::ptrdiff_t>(first),
          items.begin() + static_cast<std::ptrdiff_t>(last)};
}

template <class Key, class Item, class Pred, class Op>
std::vector<Item> inclusive_by_key(std::vector<Key> const& keys,
                                   std::vector<Item> const& items,
                                   Pred pred,
                                   Op op)
{
  std::vector<Item> result;
  auto const heads = serial::segments(keys, pred);
  for (std::size_t s = 0; s + 1 < heads.size(); ++s)
  {
    for (Item const& out : serial::inclusive(serial::slice(items, heads[s], heads[s + 1]), op))
    {
      result.push_back(out);
    }
  }
  return result;
}

template <class T, class Key, class Item, class Pred, class Op>
std::vector<T> exclusive_by_key(
  std::vector<Key> const& keys, std::vector<Item> const& items, T init, Pred pred, Op op)
{
  std::vector<T> result;
  auto const heads = serial::segments(keys, pred);
  for (std::size_t s = 0; s + 1 < heads.size(); ++s)
  {
    for (T const& out : serial::exclusive(serial::slice(items, heads[s], heads[s + 1]), init, op))
    {
      result.push_back(out);
    }
  }
  return result;
}

/// Last key and left fold of each group.
template <class Key, class Item, class Pred, class Op>
std::pair<std::vector<Key>, std::vector<Item>> reduce_by_key(std::vector<Key> const& keys,
                                                             std::vector<Item> const& items,
                                                             Pred pred,
                                                             Op op)
{
  std::pair<std::vector<Key>, std::vector<Item>> result;
  auto const heads = serial::segments(keys, pred);
  for (std::size_t s = 0; s + 1 < heads.size(); ++s)
  {
    result.first.push_back(keys[heads[s + 1] - 1]);
    result.second.push_back(serial::inclusive(serial::slice(items, heads[s], heads[s + 1]), op).back());
  }
  return result;
}
} // namespace thrum_test::serial

namespace thrum_test::replay
{
/// The constants of the order.
struct order
{
  std::size_t items_per_lane;
  std::size_t rows_per_tile;
  std::size_t lanes           = 32;
  std::size_t tiles_per_lane  = 4;
  std::size_t tiles_per_group = 128;

  std::size_t row() const { return items_per_lane * lanes; }
  std::size_t tile() const { return row() * rows_per_tile; }
  std::size_t group() const { return tile() * tiles_per_group; }

  /// The first item of the lane that item i is in; rows, and so lanes, never cross the end of a tile.
  std::size_t lane_begin(std::size_t i) const { return i - i % tile() % row() % items_per_lane; }
};

/// Items per lane: the most that fill an odd number of 16-byte pieces within 112 bytes; where nothing does,
/// what fits into 112 bytes, at least one. Rows: 8, halved while a tile is larger than 32 KB, at least one.
inline order order_of(std::size_t item_bytes)
{
  std::size_t items = std::max<std::size_t>(1, 112 / item_bytes);
  for (std::size_t v = items; v >= 1; --v)
  {
    if (v * item_bytes <= 112 && v * item_bytes % 32 == 16)
    {
      items = v;
      break;
    }
  }
  std::size_t rows = 8;
  while (rows > 1 && rows * 32 * items * item_bytes > 32 * 1024)
  {
    rows /= 2;
  }
  return {items, rows};
}

template <class T>
std::vector<std::vector<T>> pieces(std::vector<T> const& items, std::size_t size)
{
  std::vector<std::vector<T>> result;
  for (std::size_t i = 0; i < items.size(); i += size)
  {
    result.push_back(serial::slice(items, i, std::min(items.size(), i + size)));
  }
  return result;
}

template <class T, class Op>
T left_fold(std::vector<T> const& items, Op op)
{
  return serial::inclusive(items, op).back();
}

template <class T, class Op>
std::vector<T> kogge_stone(std::vector<T> y, Op op)
{
  for (std::size_t d = 1; d < y.size(); d *= 2)
  {
    std::vector<T> const x = y;
    for (std::size_t l = d; l < y.size(); ++l)
    {
      y[l] = T(op(x[l - d], x[l]));
    }
  }
  return y;
}

/// The inclusive scan over the left folds of pieces of `size` items: a row of lanes, or of lanes of tiles.
template <class T, class Op>
std::vector<T> scan_of_folds(std::vector<T> const& items, std::size_t size, Op op)
{
  std::vector<T> folds;
  for (auto const& piece : pieces(items, size))
  {
    folds.push_back(left_fold(piece, op));
  }
  return kogge_stone(folds, op);
}

/// Of each row of a tile: the inclusive scan over the rows.
template <class T, class Op>
std::vector<T> scan_of_rows(std::vector<T> const& tile, order const& o, Op op)
{
  std::vector<T> totals;
  for (auto const& row : pieces(tile, o.row()))
  {
    totals.push_back(scan_of_folds(row, o.items_per_lane, op).back());
  }
  return kogge_stone(totals, op);
}

template <class T, class Op>
std::optional<T> then(std::optional<T> const& before, T const& next, Op op)
{
  return before ? std::optional<T>(op(*before, next)) : std::optional<T>(next);
}

/// What comes before each item in the fixed order, from `init` on where there is one.
template <class T, class Op>
std::vector<std::optional<T>> carries(std::vector<T> const& items,
                                      std::optional<T> init,
                                      Op op,
                                      order const& o)
{
  auto const tiles = pieces(items, o.tile());
  std::vector<T> aggregates;
  for (auto const& tile : tiles)
  {
    aggregates.push_back(scan_of_rows(tile, o, op).back());
  }
  auto const groups = pieces(aggregates, o.tiles_per_group);

  std::vector<std::optional<T>> result;
  std::optional<T> chain = init;
  for (std::size_t g = 0; g < groups.size(); ++g)
  {
    auto const lanes = scan_of_folds(groups[g], o.tiles_per_lane, op);
    for (std::size_t t = 0; t < groups[g].size(); ++t)
    {
      std::size_t const lane     = t / o.tiles_per_lane;
      std::optional<T> into_tile = lane > 0 ? then(chain, lanes[lane - 1], op) : chain;
      for (std::size_t before = lane * o.tiles_per_lane; before < t; ++before)
      {
        into_tile = then(into_tile, groups[g][before], op);
      }

      auto const& tile = tiles[g * o.tiles_per_group + t];
      auto const rows  = scan_of_rows(tile, o, op);
      auto const parts = pieces(tile, o.row());
      for (std::size_t r = 0; r < parts.size(); ++r)
      {
        auto const into_row = r > 0 ? then(into_tile, rows[r - 1], op) : into_tile;
        auto const folds    = scan_of_folds(parts[r], o.items_per_lane, op);
        auto const runs     = pieces(parts[r], o.items_per_lane);
        for (std::size_t l = 0; l < runs.size(); ++l)
        {
          auto run = l > 0 ? then(into_row, folds[l - 1], op) : into_row;
          for (T const& item : runs[l])
          {
            result.push_back(run);
            run = then(run, item, op);
          }
        }
      }
    }
    chain = then(chain, lanes.back(), op);
  }
  return result;
}

template <class T, class Op>
std::vector<T> inclusive(std::vector<T> const& items,
                         std::optional<T> init,
                         Op op,
                         order o = order_of(sizeof(T)))
{
  std::vector<T> result;
  auto const before = replay::carries(items, init, op, o);
  for (std::size_t i = 0; i < items.size(); ++i)
  {
    result.push_back(*then(before[i], items[i], op));
  }
  return result;
}

template <class T, class Op>
std::vector<T> exclusive(std::vector<T> const& items, T init, Op op, order o = order_of(sizeof(T)))
{
  std::vector<T> result;
  for (auto const& before : replay::carries(items, std::optional<T>(init), op, o))
  {
    result.push_back(*before);
  }
  return result;
}

/// A reduce that keeps the order: the last value of the inclusive scan.
template <class T, class Op>
T ordered_reduce(std::vector<T> const& items, T init, Op op, order o = order_of(sizeof(T)))
{
  return items.empty() ? init : replay::inclusive(items, std::optional<T>(init), op, o).back();
}
} // namespace thrum_test::replay
