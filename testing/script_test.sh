# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2034 # what it sets is used by the scripts that source it
#
# Sourced by the tests that are scripts. Such a test has several cases; each leaves one line in the results
# file that the script is given: "pass NAME", "fail NAME" or "skip NAME: reason". What a case printed is shown
# if it failed. ctest sets the environment: THRUM_CXX, THRUM_CXX_ID, THRUM_CCCL, THRUM_NVCC, THRUM_CMAKE,
# THRUM_OPENMP.

set -euo pipefail
export LC_ALL=C # the compilers' messages are compared
umask 022

here=$(cd -- "$(dirname -- "${BASH_SOURCE[1]}")" && pwd -P)
source_dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
results=$1
: >"$results"
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

record() # STATUS NAME [REASON]
{
  printf '%s\n' "$1 $2${3:+: $3}" >>"$results"
  printf '%s\n' "$1 $2${3:+: $3}"
}

# case_passes NAME COMMAND...: the case passes if the command does.
case_passes()
{
  local name=$1
  shift
  local status=0
  set +e # not `if ("$@")`, in which set -e would have no effect
  (set -e; "$@") >"$work/$name.log" 2>&1
  status=$?
  set -e
  if ((status == 0)); then
    record pass "$name"
  else
    cat -- "$work/$name.log"
    record fail "$name"
  fi
}

finish()
{
  ! grep -q '^fail ' "$results"
}

# The compilers with the language level and all that thrum needs; the include roots are the tree's own.
cxx()
{
  # shellcheck disable=SC2086 # THRUM_OPENMP may be several words
  "$THRUM_CXX" -std=c++17 ${THRUM_OPENMP-} "$@"
}
roots=(-I"$source_dir/include" -I"$source_dir/detail" -isystem "${THRUM_CCCL-}")
warnings=(-Wall -Wextra -Wshadow -Wconversion -Werror)
