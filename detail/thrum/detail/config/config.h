// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The library's macros, all of them: what the compiler offers, and the namespace.

#include <thrum/version.h>

#include <thrust/detail/config.h>

#include <memory>

/// 1 where the compiler understands OpenMP (-fopenmp): policies of Thrust's OpenMP system need it.
#if defined(_OPENMP)
#  define THRUM_HAS_OPENMP 1
#else
#  define THRUM_HAS_OPENMP 0
#endif

/// 1 where SSE2 offers stores that bypass the cache: output beyond the cache then costs no read for ownership.
#if defined(__SSE2__)
#  define THRUM_HAS_STREAMING_STORES 1
#else
#  define THRUM_HAS_STREAMING_STORES 0
#endif

/// 1 where std::to_address exists (C++20): it tells where an iterator points also where there is no item, even
/// for the iterators of a standard library's debug mode, which refuse `->` there.
#if defined(__cpp_lib_to_address)
#  define THRUM_HAS_TO_ADDRESS 1
#else
#  define THRUM_HAS_TO_ADDRESS 0
#endif

/// The namespace is tagged with the version, so that two versions in one program never share a symbol.
#define THRUM_NAMESPACE_BEGIN \
  namespace thrum             \
  {                           \
  inline namespace v0_1       \
  {
#define THRUM_NAMESPACE_END \
  }                         \
  }

THRUM_NAMESPACE_BEGIN
/// Thrust, also where a project wraps it (THRUST_WRAPPED_NAMESPACE) or has a `thrust` of its own in reach.
namespace thrust = THRUST_NS_QUALIFIER;
THRUM_NAMESPACE_END
