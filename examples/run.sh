#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets a machine up, builds the examples, and draws who holds which part of the IPv4 address space.

# shellcheck source=tools/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../tools/setup.sh"

usage='usage: examples/run.sh [--what-is-missing] [--help] [ARGUMENT OF ipv4_map...]

Brings what the machine lacks (Debian packages as root or through sudo; Thrust from PyPI if there is no CUDA
Toolkit; the address table of the Debian package tor-geoipdb), builds the examples in build/examples, and runs
ipv4_map on that table. The picture goes to build/ipv4_map.png unless --output says otherwise.

  --what-is-missing  says what would be installed, and stops'

if [[ ${1-} == --what-is-missing ]]; then
  what_is_missing build examples data
  exit
fi
if [[ ${1-} == --help ]]; then
  echo "$usage"
  if [[ -x $build/examples/examples/ipv4_map ]]; then
    echo
    "$build/examples/examples/ipv4_map" --help
  fi
  exit
fi

setup build examples data
(
  cd -- "$root"
  say 'Building the examples'
  cmake --preset examples
  cmake --build "$build/examples"
)
say 'Mapping the IPv4 address space'
"$build/examples/examples/ipv4_map" --input "$(find_geoip)" --output "$build/ipv4_map.png" "$@"
