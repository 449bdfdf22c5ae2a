// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the tests of the by-key algorithms' tiles share: keys in every pattern, values for them, and keys that count
// how often they are read.
#include <boost/test/unit_test.hpp>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <utility>
#include <vector>

#include "compare.h"
#include "random.h"
#include "segments.h"
#include "tile_situations.h"
#include "types.h"

namespace thrum_test
{
/// Calls check(random, keys) for each pattern of each number of keys.
template <class K, class Check>
void in_every_pattern(std::initializer_list<std::size_t> counts, Check check)
{
  random_source random;
  for (std::size_t const count : counts)
  {
    for (auto const& [name, keys] : key_patterns<K>(random, count))
    {
      BOOST_TEST_CONTEXT(count << " items, " << name)
      {
        check(random, keys);
      }
    }
  }
}

/// The same of keys of which some equal nothing.
template <class Check>
void in_patterns_with_nan(Check check)
{
  random_source random;
  for (std::size_t const count : {1, 2, 7168, 7169, 15'000})
  {
    BOOST_TEST_CONTEXT(count << " items")
    {
      check(random, keys_with_nan(random, count));
    }
  }
}

/// Every sum rounds.
template <class T>
std::vector<T> mixed(random_source& random, std::size_t count)
{
  return random.mixed_floats<T>(count);
}
template <class T>
std::vector<T> whole_range(random_source& random, std::size_t count)
{
  return random.integers<T>(count, std::numeric_limits<T>::min(), std::numeric_limits<T>::max());
}
/// Of a user's type.
template <class T>
std::vector<T> made(random_source& random, std::size_t count)
{
  return make_values<T>(random.integers<int>(count, 1, 1000));
}

/// Compares neighbours, and is no equivalence: groups of ascending keys, none far from the one before.
struct climbs
{
  bool operator()(int previous, int current) const { return current >= previous && current - previous < 12; }
};

/// Keys behind an iterator that is no pointer.
template <class K>
class counted_keys
{
public:
  explicit counted_keys(std::vector<K> const& keys) : keys_(keys), reads_(keys.size(), 0) {}

  auto begin()
  {
    return thrust::make_transform_iterator(keys_.data(), [this](K const& key) {
      ++reads_[static_cast<std::size_t>(&key - keys_.data())];
      return key;
    });
  }
  bool each_read_once()
  {
    bool const once = std::all_of(reads_.begin(), reads_.end(), [](int n) { return n == 1; });
    reads_.assign(reads_.size(), 0);
    return once;
  }

private:
  std::vector<K> const& keys_;
  std::vector<int> reads_;
};
} // namespace thrum_test
