// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>
#include <cstdlib>

/// A snippet that goes wrong says so and fails.
inline void check(bool is_right, char const* what)
{
  if (!is_right)
  {
    std::fprintf(stderr, "this is not so: %s\n", what);
    std::exit(EXIT_FAILURE);
  }
}
