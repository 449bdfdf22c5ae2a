// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A value that remembers how it was put together: + hashes the tree of operands. The result of an algorithm then tells
// the order of association, and with it the library that ran.
#include <thrum/detail/config/config.h>

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

namespace thrum_test
{
struct bracketed
{
  std::uint64_t tree = 0;

  bracketed() = default;
  THRUM_HOST_DEVICE explicit bracketed(std::uint64_t leaf) : tree(leaf * 0x9E3779B97F4A7C15u + 1) {}

  THRUM_HOST_DEVICE friend bracketed operator+(bracketed a, bracketed b)
  {
    bracketed both;
    std::uint64_t const left = (a.tree ^ a.tree >> 31) * 0xBF58476D1CE4E5B9u;
    both.tree = ((left << 7 | left >> 57) ^ b.tree) * 0x94D049BB133111EBu + 0x2545F4914F6CDD1Du;
    both.tree ^= both.tree >> 29;
    return both;
  }
  THRUM_HOST_DEVICE friend bool operator==(bracketed a, bracketed b) { return a.tree == b.tree; }
  friend std::ostream& operator<<(std::ostream& out, bracketed x)
  {
    return out << std::hex << x.tree << std::dec;
  }
};

struct put_together
{
  THRUM_HOST_DEVICE bracketed operator()(bracketed a, bracketed b) const { return a + b; }
};

inline std::vector<bracketed> leaves(std::size_t count)
{
  std::vector<bracketed> result;
  for (std::size_t i = 0; i < count; ++i)
    result.emplace_back(i);
  return result;
}
} // namespace thrum_test
