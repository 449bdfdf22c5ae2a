// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Seeded random inputs. Each is made when first asked for and then kept, so that contestants share it.
#include <cstddef>
#include <cstdint>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include "settings.h"

namespace thrum_benchmark
{
/// A random word for each index: the same for the same seed and stream (SplitMix64: Steele, Lea and Flood, 2014).
class random_words
{
public:
  explicit random_words(std::uint64_t stream) : start_(mix(seed() * 0x9E3779B97F4A7C15u + stream)) {}

  std::uint64_t operator()(std::uint64_t i) const { return mix(start_ + i * 0x9E3779B97F4A7C15u); }

  /// From `low` to `high`, both included.
  std::int64_t integer(std::uint64_t i, std::int64_t low, std::int64_t high) const
  {
    auto const choices = static_cast<std::uint64_t>(high - low) + 1;
    return low + static_cast<std::int64_t>(((*this)(i) >> 32) * choices >> 32);
  }

private:
  static std::uint64_t mix(std::uint64_t x)
  {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }

  std::uint64_t start_;
};

/// What floats are made of. Sums of whole numbers are exact in every order, so that a simple loop can tell whether
/// they are right; sums of fractions round, so that their bits show the order.
enum class numbers
{
  whole,
  fractions,
};

template <class T>
T draw(random_words const& words, std::uint64_t i, numbers kind)
{
  if constexpr (std::is_integral_v<T>)
  {
    return static_cast<T>(words.integer(i, -1000, 1000)); // their sums stay within 32 bits
  }
  else if (kind == numbers::whole)
  {
    return static_cast<T>(words.integer(i, -4, 4));
  }
  else
  {
    return static_cast<T>(words.integer(i, -(1 << 24), (1 << 24) - 1)) / T(1 << 24);
  }
}

/// item_count() numbers.
template <class T>
std::vector<T> const& random_items(numbers kind)
{
  static std::map<numbers, std::vector<T>> kept;
  if constexpr (std::is_integral_v<T>)
  {
    kind = numbers::whole;
  }
  auto& items = kept[kind];
  if (items.empty())
  {
    random_words const words(sizeof(T) + static_cast<std::uint64_t>(kind));
    items.resize(item_count());
    for (std::size_t i = 0; i < items.size(); ++i)
    {
      items[i] = draw<T>(words, i, kind);
    }
  }
  return items;
}

/// Runs: a value and how often it stands there. The values of neighbouring runs differ.
template <class T>
struct runs
{
  std::vector<T> values;
  std::vector<int> lengths;
};

template <class T>
runs<T> random_runs(std::size_t total, int shortest, int longest)
{
  random_words const words(static_cast<std::uint64_t>(longest) * 16 + sizeof(T));
  runs<T> result;
  for (std::uint64_t i = 0; total > 0; i += 2)
  {
    auto const length = static_cast<int>(words.integer(i, shortest, longest));
    T value           = draw<T>(words, i + 1, numbers::fractions);
    if (!result.values.empty() && value == result.values.back())
    {
      value += T(1);
    }
    result.values.push_back(value);
    result.lengths.push_back(static_cast<std::size_t>(length) < total ? length : static_cast<int>(total));
    total -= static_cast<std::size_t>(result.lengths.back());
  }
  return result;
}

/// item_count() items in runs of 1 to 2 * mean - 1.
template <class T>
struct runs_and_items
{
  runs<T> code;
  std::vector<T> items;
};

template <class T>
runs_and_items<T> const& random_items_in_runs(int mean)
{
  static std::map<int, runs_and_items<T>> kept;
  auto& [code, items] = kept[mean];
  if (items.empty())
  {
    code = random_runs<T>(item_count(), 1, 2 * mean - 1);
    items.reserve(item_count());
    for (std::size_t r = 0; r < code.lengths.size(); ++r)
    {
      items.insert(items.end(), static_cast<std::size_t>(code.lengths[r]), code.values[r]);
    }
  }
  return kept[mean];
}

/// Room for results, which contestants and inputs share. Somewhat more than item_count(), since there may be somewhat
/// more runs than items where runs may be empty.
template <class T, int Slot = 0>
T* room()
{
  static std::vector<T> kept(item_count() + item_count() / 8);
  return kept.data();
}
} // namespace thrum_benchmark
