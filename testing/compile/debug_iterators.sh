#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Iterators that check what is done with them, as libstdc++ has in its debug mode, find nothing to refuse.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

runs_in_debug_mode() # STANDARD
{
  cxx "-std=$1" -D_GLIBCXX_DEBUG "${warnings[@]}" "${roots[@]}" "$here/debug_iterators.cpp" -o "$work/$1"
  "$work/$1"
}

case_passes debug_iterators_cxx17 runs_in_debug_mode c++17
case_passes debug_iterators_cxx20 runs_in_debug_mode c++20
finish
