// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the tests of both forms of the engine share: the work that the relay tile has to do.
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "compare.h"
#include "host_blocks.h"
#include "look_back_values.h"
#include "random.h"
#include "relay_tile.h"
#include "run_tile.h"

namespace thrum_test
{
inline constexpr std::size_t relay_tiles = 128 + 40; // a group folds into the chain
inline constexpr std::size_t relay_items = relay_tile<int, 1>::items;

/// A problem, memory of its own, and what has to come out.
template <class T>
class relay_work
{
public:
  explicit relay_work(random_source& random, std::size_t tiles = relay_tiles)
      : tiles_(tiles)
      , in_(rounding_values<sizeof(T) / sizeof(float)>(random, tiles * relay_items))
      , out_(tiles * relay_items)
      , seed_(static_cast<unsigned>(random.bits()))
  {}

  relay_problem<T> problem() { return {in_.begin(), out_.begin(), static_cast<std::ptrdiff_t>(tiles_)}; }
  unsigned seed() const { return seed_; }
  std::vector<T> result() { return out_.items(); }

  std::vector<T> expected()
  {
    auto const in = in_.items();
    std::vector<T> sums;
    for (auto const& part : replay::pieces(in, 32))
    {
      sums.push_back(replay::left_fold(part, add()));
    }
    std::vector<T> aggregates;
    for (std::size_t t = 0; t < tiles_; ++t)
    {
      aggregates.push_back(sums[2 * t] + sums[2 * t + 1]);
    }
    auto const before = stretches_before(aggregates, std::optional<T>());
    std::vector<T> result;
    for (std::size_t part = 0; part < sums.size(); ++part)
    {
      std::optional<T> carry = before[part / 2];
      if (part % 2 == 1)
      {
        carry = replay::then(carry, sums[part - 1], add());
      }
      for (T const& run : serial::inclusive(serial::slice(in, part * 32, part * 32 + 32), add()))
      {
        result.push_back(*replay::then(carry, run, add()));
      }
    }
    return result;
  }

private:
  std::size_t tiles_;
  checked_memory<T> in_;
  checked_memory<T> out_;
  unsigned seed_;
};

/// Memory of each block, dirty.
inline std::vector<std::unique_ptr<aligned_memory>> memory_of_blocks(int blocks, std::size_t bytes)
{
  std::vector<std::unique_ptr<aligned_memory>> result;
  for (int b = 0; b < blocks; ++b)
  {
    result.push_back(std::make_unique<aligned_memory>(bytes));
  }
  return result;
}
} // namespace thrum_test
