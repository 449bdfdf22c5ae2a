// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Aggregates of tiles for tests of the look-back, and what has to stand before each tile.
#include <cstddef>
#include <optional>
#include <vector>

#include "random.h"
#include "replay_by_key.h"
#include "types.h"

namespace thrum_test
{
/// Floats of which nearly every sum rounds: each bracketing has bits of its own.
template <std::size_t N>
std::vector<floats<N>> rounding_values(random_source& random, std::size_t count)
{
  auto const all = random.mixed_floats<float>(count * N);
  std::vector<floats<N>> result(count);
  for (std::size_t i = 0; i < all.size(); ++i)
  {
    result[i / N].item[i % N] = all[i];
  }
  return result;
}

/// The order of tiles: each is an item, in lanes of 4 and groups of 128.
inline replay::order order_of_tiles()
{
  return {1, 1, 1};
}

/// What stands before each tile, in the fixed order.
template <class T>
std::vector<std::optional<T>> stretches_before(std::vector<T> const& tiles, std::optional<T> init)
{
  return replay::carries(tiles, init, add(), order_of_tiles());
}

/// The same, where heads[t] segments begin in tile t and its value is that of the last one.
template <class T>
std::vector<std::optional<T>> stretches_before(std::vector<T> const& tiles, std::vector<int> const& heads)
{
  std::vector<replay::stretch<T>> all;
  for (std::size_t t = 0; t < tiles.size(); ++t)
  {
    all.push_back({heads[t] > 0, tiles[t]});
  }
  std::vector<std::optional<T>> result;
  for (auto const& before : replay::carries(all, {}, replay::segmented<T>(add()), order_of_tiles()))
  {
    result.push_back(before ? std::optional<T>(before->value) : std::nullopt);
  }
  return result;
}
} // namespace thrum_test
