#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# symbols.sh [--own] LIBRARY...: fails if the dynamic linker could take something of thrum in one of the libraries for
# the same in another: if two of them export a name of thrum's. With --own it fails if one exports something that is
# given a kernel or an error, which the CUDA runtime of another library would not know.
set -euo pipefail
export LC_ALL=C

exported() # LIBRARY: its names that another library's could stand in for
{
  nm -D --defined-only -- "$1" | awk '$2 ~ /^[WVu]$/ && $3 ~ /5thrum/ { print $3 }' | sort -u
}

if [[ $1 == --own ]]; then
  shift
  for library in "$@"; do
    # Those of device_facts and the like show that the library exports what it exports.
    [[ $(exported "$library") ]] || { echo "$library exports nothing of thrum" >&2 && exit 1; }
    if exported "$library" | c++filt | grep -E 'gpu::(check|launch|allow_shared|blocks_per_processor)[(<]'; then
      echo "$library exports what is for its own CUDA runtime" >&2
      exit 1
    fi
  done
  exit
fi

status=0
while (($# > 1)); do
  [[ $(exported "$1") ]] || { echo "$1 exports nothing of thrum" >&2 && exit 1; }
  for other in "${@:2}"; do
    common=$(comm -12 <(exported "$1") <(exported "$other"))
    if [[ $common ]]; then
      echo "$1 and $other have in common:" >&2
      c++filt <<<"$common" >&2
      status=1
    fi
  done
  shift
done
exit "$status"
