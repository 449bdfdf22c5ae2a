// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL -Iold_cccl CCCL
// control: -std=c++17 DETAIL CCCL
// expect:  thrum: CCCL 3.0 (CUDA Toolkit 13.0) or newer is needed
#include <thrum/version.h>
