// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Tables of run length decoded views on the GPU, where nvcc compiles.

#include <thrum/detail/config/config.h>

#if THRUM_HAS_CUDA
#  include <thrum/detail/cuda/run_starts.cuh>
#endif
