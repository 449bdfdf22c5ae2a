// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Keys of every density for tests of the by-key algorithms' tiles.
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "random.h"

namespace thrum_test
{
/// Named patterns of `count` keys: one group, groups of one item, short and long ones, and stretches of each.
template <class K>
std::vector<std::pair<std::string, std::vector<K>>> key_patterns(random_source& random, std::size_t count)
{
  std::vector<std::pair<std::string, std::vector<K>>> result;
  result.emplace_back("one group", std::vector<K>(count, K(1)));
  std::vector<K> alternating;
  std::vector<K> mixed;
  for (std::size_t i = 0; i < count; ++i)
  {
    alternating.push_back(K(static_cast<int>(i % 2)));
    std::int64_t const mean = i / 1000 % 3 == 0 ? 1 : i / 1000 % 3 == 1 ? 1000 : 5;
    bool const head         = random.integer(1, mean) == 1;
    mixed.push_back(i == 0 || head ? K(static_cast<int>(i * 7 % 101)) : mixed.back());
  }
  result.emplace_back("groups of one", std::move(alternating));
  result.emplace_back("mean 3", random.keys<K>(count, 3));
  result.emplace_back("mean 300", random.keys<K>(count, 300));
  result.emplace_back("mixed", std::move(mixed));
  return result;
}

/// Some of them NaN.
inline std::vector<float> keys_with_nan(random_source& random, std::size_t count)
{
  std::vector<float> keys = random.keys<float>(count, 4);
  for (std::size_t i = 0; i < count; ++i)
  {
    if (i == 0 || random.integer(1, 5) == 1)
    {
      keys[i] = std::numeric_limits<float>::quiet_NaN();
    }
  }
  return keys;
}
} // namespace thrum_test
