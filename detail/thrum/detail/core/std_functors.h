// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The standard library's functors, which the library has to know by name. Since C++17 <functional> brings hash
/// tables and searchers as well, a twelfth of what nvcc takes for a file with one call; libstdc++ has the
/// functors in a header of their own.

#include <thrum/detail/config/config.h>

#include <cstddef>

#if defined(__GLIBCXX__) && __has_include(<bits/stl_function.h>)
#  include <bits/stl_function.h>
#else
#  include <functional>
#endif
