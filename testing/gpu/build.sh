#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds all test programs of the CUDA system, and the examples for it, into build/cuda, where no GPU is needed; run.sh
# runs them where there is one.

set -euo pipefail

usage='usage: testing/gpu/build.sh [CMAKE_ARGUMENT...]

Configures the preset cuda, with the arguments given (such as -DCMAKE_CUDA_ARCHITECTURES=90), and builds the test
programs of the CUDA system and the examples for it, two at a time at most. It needs nvcc, Boost.Test with its static
library, libpng, and OpenMP.'

if [[ ${1-} == --help ]]; then
  echo "$usage"
  exit
fi

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
jobs=$(nproc)
cmake --preset cuda "$@"
cmake --build build/cuda --target cuda_tests --parallel "$((jobs < 2 ? jobs : 2))"
