#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Libraries that were built with thrums of different versions, in one program: each runs its own.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

sources="$source_dir/testing/libraries"
version=$(sed -n 's/^#define THRUM_VERSION //p' "$source_dir/include/thrum/version.h")

# Not inlined: then every function of a library is one that the linker may take from another.
library() # NAME INCLUDE...
{
  cxx -O0 -fPIC -shared "${@:2}" -isystem "$THRUM_CCCL" -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_OMP \
    "$sources/library.cpp" -o "$work/$1.so"
}

builds()
{
  bash "$sources/other_version.sh" "$work/other"
  bash "$sources/other_version.sh" "$work/twin" "$version"
  library this "${roots[@]}" &
  library other -I"$work/other/include"
  library twin -I"$work/twin/include"
  wait $!
  cxx -pthread "$sources/load.cpp" -o "$work/load" -ldl
  "$work/load" "$work/this.so" >"$work/this"
  "$work/load" "$work/other.so" >"$work/other.bits"
  ! cmp "$work/this" "$work/other.bits" || return 1
}

each_runs_its_own()
{
  "$work/load" "$work/this.so" "$work/other.so" | diff - <(cat -- "$work/this" "$work/other.bits")
  "$work/load" "$work/other.so" "$work/this.so" | diff - <(cat -- "$work/other.bits" "$work/this")
}

# With the version alone, all of that goes.
one_version_is_shared()
{
  "$work/load" "$work/twin.so" | diff - "$work/other.bits"
  "$work/load" "$work/this.so" "$work/twin.so" | diff - <(cat -- "$work/this" "$work/this")
}

no_common_symbols()
{
  bash "$sources/symbols.sh" "$work/this.so" "$work/other.so"
  ! bash "$sources/symbols.sh" "$work/this.so" "$work/twin.so" || return 1
}

case_passes libraries_build builds
case_passes libraries_each_runs_its_own each_runs_its_own
case_passes libraries_one_version_is_shared one_version_is_shared
case_passes libraries_no_common_symbols no_common_symbols
finish
