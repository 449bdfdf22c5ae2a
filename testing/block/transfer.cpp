// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE block_transfer
#include "block_transfer_checks.h"
