#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the benchmark of the look-back, which was built before, maybe on another machine, and sets its choices side by side.

set -euo pipefail

usage='usage: testing/benchmarks/gpu/look_back.sh [OPTION...] [PROGRAM]

Runs PROGRAM (build/benchmarks_cuda/testing/benchmarks/gpu/look_back), which these commands make:

  cmake --preset benchmarks_cuda
  cmake --build build/benchmarks_cuda --target benchmark_gpu_look_back

and writes all times to look-back.json, the table to look-back.csv, and prints it as Markdown. The runs of a cell
come in a random order, so that a slow moment of the machine meets all choices; cells come one after the other.

  --output FOLDER     where to, in place of build/benchmarks_cuda/results
  --repetitions N     so many runs of each, in place of 100
  --help              says this'

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.."

program=build/benchmarks_cuda/testing/benchmarks/gpu/look_back
output=build/benchmarks_cuda/results
repetitions=100
while (($# > 0)); do
  case $1 in
    --help) echo "$usage" && exit ;;
    --output) output=${2:?$usage} && shift ;;
    --repetitions) repetitions=${2:?$usage} && shift ;;
    -*) echo "$usage" >&2 && exit 2 ;;
    *) program=$1 ;;
  esac
  shift
done
if [[ ! -x $program ]]; then
  echo "There is no $program: see --help." >&2
  exit 1
fi

mkdir -p -- "$output"
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT
mapfile -t cells < <("$program" --benchmark_list_tests | cut -d/ -f1-4 | awk '!seen[$0]++')
reports=()
for cell in "${cells[@]}"; do
  echo "Running $cell" >&2
  report=$work/${cell//[\/ ]/_}.json
  "$program" --benchmark_filter="^$cell/" --benchmark_repetitions="$repetitions" \
    --benchmark_enable_random_interleaving=true --benchmark_display_aggregates_only=true \
    --benchmark_out="$report" --benchmark_out_format=json >"$work/log" 2>&1 || { cat -- "$work/log" >&2 && exit 1; }
  reports+=("$report")
done

python3 testing/benchmarks/gpu/look_back.py --json "$output/look-back.json" --csv "$output/look-back.csv" "${reports[@]}"
