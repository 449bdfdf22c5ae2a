// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

namespace ipv4_map
{
struct point
{
  int x;
  int y;
};

/// Where step `distance` of a Hilbert curve lies in a square of 2^order times 2^order cells, the first in the upper
/// left corner and y downwards. For an even order the last is in the upper right corner.
///
/// Hilbert, "Ueber die stetige Abbildung einer Linie auf ein Flaechenstueck", 1891. The curve through a square is four
/// curves through its quarters, the outer two of them mirrored at a diagonal so that all ends meet; so the place is
/// built up from the smallest quarter, two bits of the distance at a time.
constexpr point hilbert_point(std::int64_t distance, int order)
{
  point at{0, 0};
  for (int level = 0; level < order; ++level, distance >>= 2)
  {
    int const side = 1 << level;
    switch (distance & 3)
    {
      case 0: at = {at.y, at.x}; break;
      case 1: at = {at.x, at.y + side}; break;
      case 2: at = {at.x + side, at.y + side}; break;
      default: at = {2 * side - 1 - at.y, side - 1 - at.x}; break;
    }
  }
  return at;
}
} // namespace ipv4_map
