// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Grids of all of the device's processors and of two, at random: where there are as few, the library takes
// the form that it has for many tiles. Included before all else, by programs that do not include grids.h.
#define THRUM_TEST_PROCESSORS thrum_test::alternating_processors()

#include <cstdint>

namespace thrum_test
{
/// 0 stands for the processors that the device has. The library asks whether there is another number, and if
/// so once more for that.
inline int alternating_processors()
{
  static thread_local std::uint32_t state = 1;
  static thread_local bool is_asked_again = false;
  if (is_asked_again)
  {
    is_asked_again = false;
    return 2;
  }
  state          = state * 1664525u + 1013904223u;
  is_asked_again = state >> 31 != 0;
  return is_asked_again ? 2 : 0;
}
} // namespace thrum_test
