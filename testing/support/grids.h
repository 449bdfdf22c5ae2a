// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Grids of any number of blocks. Include this before all else:
//
//   grid_of const few(7);               while it lives, the library's grids are those of a device of 7 processors
//
// Made and ended while no other thread calls the library.
#define THRUM_TEST_PROCESSORS thrum_test::grid_processors

namespace thrum_test
{
/// 0 stands for the processors that the device has.
inline int grid_processors = 0;

class grid_of
{
public:
  explicit grid_of(int processors) { grid_processors = processors; }
  grid_of(grid_of const&)            = delete;
  grid_of& operator=(grid_of const&) = delete;
  ~grid_of() { grid_processors = 0; }
};
} // namespace thrum_test
