// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What every example needs besides the algorithms: print a vector, and stop if a result is wrong.

#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace example
{
/// Prints `name: item item item`. Works on vectors in host and in device memory.
template <typename Vector>
void print(char const* name, Vector const& items)
{
  std::cout << name << ':';
  for (typename Vector::value_type const item : items)
  {
    std::cout << ' ' << item;
  }
  std::cout << '\n';
}

/// Ends the program with a failure that names what was expected, unless it is so.
inline void expect(bool is_so, char const* what)
{
  if (!is_so)
  {
    std::fprintf(stderr, "wrong result: expected %s\n", what);
    std::exit(EXIT_FAILURE);
  }
}
} // namespace example
