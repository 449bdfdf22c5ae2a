// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE cuda_block_reduce
#include "block_reduce_checks.h"
