// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE cuda_block_discontinuity
#include "block_discontinuity_checks.h"
