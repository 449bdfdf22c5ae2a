// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/version.h
/// Which thrum this is, and whether what it stands on is there: C++17, both include roots, Thrust 3.0.
/// Each check names what is missing, before the compiler can stumble over its absence.

/// `major * 1000000 + minor * 1000 + patch`; 1000 is 0.1.0.
#define THRUM_VERSION 1000
#define THRUM_VERSION_MAJOR (THRUM_VERSION / 1000000)
#define THRUM_VERSION_MINOR (THRUM_VERSION / 1000 % 1000)
#define THRUM_VERSION_PATCH (THRUM_VERSION % 1000)

#if __cplusplus < 201703L
#  error "thrum: C++17 or newer is needed: compile with -std=c++17"
#endif

#if !__has_include(<thrum/detail/config/config.h>)
#  error "thrum: add both include/ and detail/ to the include path, or link thrum::openmp, or install first"
#endif

#if !__has_include(<thrust/version.h>)
#  error "thrum: Thrust was not found; add include/cccl of CUDA Toolkit 13.0 or newer to the include path"
#endif

#include <thrust/version.h>

#if THRUST_VERSION < 300000
#  error "thrum: CCCL 3.0 (CUDA Toolkit 13.0) or newer is needed; the Thrust on the include path is older"
#endif
