// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE cuda_block_transfer
#include "block_transfer_checks.h"
