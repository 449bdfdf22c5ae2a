#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# refusals.sh IPV4_MAP: the program ends with the status that --help promises and one line of why on standard error,
# and leaves no picture, where it has no table, a bad one, or a device that it does not know.

set -euo pipefail
export LC_ALL=C

program=$1
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
printf '%s\n' '0,255,AA' '300,256,BB' >"$work/malformed"

refuses() # STATUS MESSAGE ARGUMENT...
{
  local status=0
  "$program" "${@:3}" --output "$work/picture.png" >"$work/output" 2>"$work/errors" || status=$?
  # Progress goes to standard error too; what went wrong is named by the program.
  if [[ $status != "$1" || $(grep -c '^ipv4_map: ' "$work/errors") != 1 || -e $work/picture.png ]] \
    || ! grep -q "^ipv4_map: .*$2" "$work/errors"; then
    echo "FAILED, with status $status: ipv4_map ${*:3}"
    cat -- "$work/errors"
    return 1
  fi
}

refuses 1 nowhere --input "$work/nowhere"
refuses 1 malformed --input "$work/malformed"
refuses 2 'no option' --no-such-option
CUDA_VISIBLE_DEVICES='' refuses 2 'cuda cannot be had' --device cuda
