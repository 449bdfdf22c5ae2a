// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE cuda_block_scan
#include "block_scan_checks.h"
