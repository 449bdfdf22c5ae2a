// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the libraries of these tests export, all of them by the same names: whoever loads one asks it for its own.
#include <cstddef>

namespace thrum_test
{
/// The items and the results are in memory of the system that works on them.
struct library_job
{
  float const* items;
  std::ptrdiff_t count;
  float* sums;
};
using run_job = void (*)(library_job const*);
} // namespace thrum_test
