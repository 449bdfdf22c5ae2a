// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL
// control: -std=c++17 DETAIL CCCL
// expect:  thrum: Thrust was not found; add include/cccl of CUDA Toolkit 13.0 or newer to the include path
#include <thrum/version.h>
