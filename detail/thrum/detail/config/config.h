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

/// 1 where nvcc compiles for Thrust's CUDA system.
#if defined(__CUDACC__) && THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
#  define THRUM_HAS_CUDA 1
#else
#  define THRUM_HAS_CUDA 0
#endif

/// Of functions that call what the user brings: on both sides, where it is the user's affair whether that may run
/// where it is called; or on the device alone, where the compiler sees to it. Compiled without nvcc, in tests, device
/// functions are functions of the host.
#if defined(__CUDACC__)
#  define THRUM_HOST_DEVICE __host__ __device__
#  define THRUM_DEVICE __device__
#  define THRUM_NO_EXEC_CHECK _Pragma("nv_exec_check_disable")
#else
#  define THRUM_HOST_DEVICE
#  define THRUM_DEVICE
#  define THRUM_NO_EXEC_CHECK
#endif

/// 1 where SSE2 offers stores that bypass the cache: output beyond the cache then costs no read for ownership.
#if defined(__SSE2__) && !defined(__CUDA_ARCH__)
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

/// The namespace is tagged with the version and with the architectures that kernels are compiled for, so that two
/// versions, or two libraries built for other chips, never share a symbol in one program.
#if defined(__CUDA_ARCH_LIST__)
#  define THRUM_ABI _CCCL_PP_SPLICE_WITH(_, v, THRUM_VERSION, sm, __CUDA_ARCH_LIST__)
#else
#  define THRUM_ABI _CCCL_PP_SPLICE_WITH(_, v, THRUM_VERSION)
#endif
#define THRUM_NAMESPACE_BEGIN \
  namespace thrum             \
  {                           \
  inline namespace THRUM_ABI  \
  {
#define THRUM_NAMESPACE_END \
  }                         \
  }

THRUM_NAMESPACE_BEGIN
/// Thrust, also where a project wraps it (THRUST_WRAPPED_NAMESPACE) or has a `thrust` of its own in reach.
namespace thrust = THRUST_NS_QUALIFIER;
THRUM_NAMESPACE_END
