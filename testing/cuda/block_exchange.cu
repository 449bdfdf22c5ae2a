// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE cuda_block_exchange
#include "block_exchange_checks.h"
