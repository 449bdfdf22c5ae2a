// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs: the codes that tests decode, and what encoding and decoding must give.
#include "poison.h"
#include "random.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace thrum_test
{
/// Values beside their lengths.
template <class T>
struct code
{
  std::vector<T> values;
  std::vector<std::int64_t> lengths;
};

/// Items beside their places within their runs.
template <class T>
struct expansion
{
  std::vector<T> items;
  std::vector<std::int64_t> ranks;
};

namespace serial
{
/// Each run by its last item. Neighbours are compared as (previous, current).
template <class T, class Pred>
code<T> encode(std::vector<T> const& items, Pred pred)
{
  code<T> result;
  for (std::size_t i = 0; i < items.size(); ++i)
  {
    if (i > 0 && pred(items[i - 1], items[i]))
    {
      result.values.pop_back();
      ++result.lengths.back();
    }
    else
      result.lengths.push_back(1);
    result.values.push_back(items[i]);
  }
  return result;
}

template <class T, class Length>
expansion<T> decode(std::vector<T> const& values, std::vector<Length> const& lengths)
{
  expansion<T> result;
  for (std::size_t run = 0; run < lengths.size(); ++run)
    for (std::int64_t rank = 0; rank < static_cast<std::int64_t>(lengths[run]); ++rank)
    {
      result.items.push_back(values[run]);
      result.ranks.push_back(rank);
    }
  return result;
}

template <class Length>
std::int64_t total(std::vector<Length> const& lengths)
{
  std::int64_t sum = 0;
  for (Length const length : lengths)
    sum += static_cast<std::int64_t>(length);
  return sum;
}

/// One past each run.
template <class End, class Length>
std::vector<End> ends(std::vector<Length> const& lengths)
{
  std::vector<End> result;
  std::int64_t sum = 0;
  for (Length const length : lengths)
    result.push_back(static_cast<End>(sum += static_cast<std::int64_t>(length)));
  return result;
}
} // namespace serial

template <class To, class From>
std::vector<To> converted(std::vector<From> const& from)
{
  std::vector<To> result;
  result.reserve(from.size());
  for (From const& x : from)
    result.push_back(static_cast<To>(x));
  return result;
}

struct named_lengths
{
  std::string name;
  std::vector<std::int64_t> lengths;
};

/// Lengths of `runs` runs in the shapes that decoders find hard; `most` limits the giant run.
inline std::vector<named_lengths> shapes_of_lengths(random_source& random,
                                                    std::size_t runs,
                                                    std::int64_t most)
{
  std::vector<named_lengths> result{{"all one", std::vector<std::int64_t>(runs, 1)},
                                    {"mean 1", random.integers<std::int64_t>(runs, 0, 2)},
                                    {"mean 16", random.integers<std::int64_t>(runs, 0, 32)},
                                    {"all zero", std::vector<std::int64_t>(runs, 0)}};
  auto desert = std::vector<std::int64_t>(runs, 0);
  for (std::size_t i = 0; i < runs; i += 997)
    desert[i] = random.integer(0, 3);
  result.push_back({"one item every 997 runs", desert});
  if (runs > 0)
  {
    auto const middle = static_cast<std::size_t>(random.integer(0, static_cast<std::int64_t>(runs) - 1));
    auto giant        = random.integers<std::int64_t>(runs, 0, 1);
    giant[middle]     = most;
    result.push_back({"a giant among small ones", giant});
    auto alone    = std::vector<std::int64_t>(runs, 0);
    alone[middle] = most;
    result.push_back({"a giant among zeros", alone});
  }
  return result;
}

/// Counts of runs at which decoders change their ways: small cases, blocks of runs, several blocks.
inline std::vector<std::size_t> counts_of_runs()
{
  return {0,   1,    2,    3,    31,   32,   33,   63,   64,   65,   255,  256,
          257, 1023, 1024, 1025, 4095, 4096, 4097, 8191, 8192, 8193, 20000};
}
} // namespace thrum_test
