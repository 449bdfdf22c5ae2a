// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scans by key on the GPU, where nvcc compiles.

#include <thrum/detail/config/config.h>

#if THRUM_HAS_CUDA
#  include <thrum/detail/cuda/scan_by_key.cuh>
#endif
