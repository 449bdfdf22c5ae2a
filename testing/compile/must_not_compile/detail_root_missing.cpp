// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 CCCL
// control: -std=c++17 CCCL DETAIL
// expect:  thrum: add both include/ and detail/ to the include path, or link thrum::openmp, or install first
#include <thrum/version.h>
