// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Stands before the real one on the include path.
#define THRUST_VERSION 200802
