// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++14 DETAIL CCCL
// control: -std=c++17 DETAIL CCCL
// expect:  thrum: C++17 or newer is needed: compile with -std=c++17
#include <thrum/version.h>
