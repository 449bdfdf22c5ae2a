// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "host_systems.cu" // the same program for the host compiler
