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

  --device cuda      builds the examples for the GPU too, in build/examples_cuda, and runs ipv4_map there; that needs
                     nvcc of CUDA Toolkit 13.0 or newer, and a GPU
  --what-is-missing  says what would be installed, and stops'

preset=examples
program=$build/examples/examples/ipv4_map
if [[ " $* " == *' --device cuda '* ]]; then
  preset=examples_cuda
  program=$build/examples_cuda/examples/cuda/ipv4_map
  nvcc=$(find_nvcc) || die 'Without nvcc of CUDA Toolkit 13.0 or newer, --device cuda cannot be had.'
  nvidia-smi -L >/dev/null 2>&1 || die 'Without a GPU, --device cuda cannot be had.'
fi

if [[ ${1-} == --what-is-missing ]]; then
  what_is_missing build examples data
  exit
fi
if [[ ${1-} == --help ]]; then
  echo "$usage"
  if [[ -x $program ]]; then
    echo
    "$program" --help
  fi
  exit
fi

setup build examples data
(
  cd -- "$root"
  say 'Building the examples'
  cmake --preset "$preset" ${nvcc:+-DCMAKE_CUDA_COMPILER="$nvcc"}
  cmake --build "$build/$preset"
)
say 'Mapping the IPv4 address space'
"$program" --input "$(find_geoip)" --output "$build/ipv4_map.png" "$@"
