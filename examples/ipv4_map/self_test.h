// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

namespace ipv4_map
{
/// Tests the parts of the program on small made-up input.
///
/// \throws std::runtime_error that says what is wrong.
void run_self_test();
} // namespace ipv4_map
