#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the benchmarks of the GPU, which were built before, maybe on another machine, and sets their results side by side.

set -euo pipefail

usage='usage: testing/benchmarks/gpu/run.sh [OPTION...] [FOLDER]

Runs the programs in FOLDER (build/benchmarks_cuda/testing/benchmarks/gpu), which these commands make:

  cmake --preset benchmarks_cuda
  cmake --build build/benchmarks_cuda

and writes all times to gpu.json, medians to gpu.csv and tables to gpu.md; and, where all of them run, to cells.md and
cells_by_key.md which cells of cells.csv and cells_by_key.csv meet their goals.

  --output FOLDER     where to, in place of build/benchmarks_cuda/results
  --repetitions N     so many times, in place of 21
  --filter REGEX      only these of the names algorithm/type/input/items/contestant
  --help              says this'

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.."

folder=build/benchmarks_cuda/testing/benchmarks/gpu
output=build/benchmarks_cuda/results
repetitions=21
filter=.
while (($# > 0)); do
  case $1 in
    --help) echo "$usage" && exit ;;
    --output) output=${2:?$usage} && shift ;;
    --repetitions) repetitions=${2:?$usage} && shift ;;
    --filter) filter=${2:?$usage} && shift ;;
    -*) echo "$usage" >&2 && exit 2 ;;
    *) folder=$1 ;;
  esac
  shift
done

mkdir -p -- "$output"
reports=()
for program in reduce reduce_types inclusive_scan scan_operators scan_types scan_forms inclusive_scan_by_key \
  reduce_by_key run_length_encode run_length_decode run_length_decode_skew wall block_reduce block_scan \
  block_run_length_decode; do
  if [[ ! -x $folder/$program ]]; then
    echo "There is no $folder/$program: see --help." >&2
    exit 1
  fi
  echo "Running $program" >&2
  "$folder/$program" --benchmark_repetitions="$repetitions" --benchmark_filter="$filter" \
    --benchmark_display_aggregates_only=true --benchmark_out="$output/$program.json" --benchmark_out_format=json \
    >"$output/$program.log" 2>&1 || { cat -- "$output/$program.log" >&2 && exit 1; }
  [[ ! -s $output/$program.json ]] || reports+=("$output/$program.json")
done

status=0
python3 testing/benchmarks/gpu/table.py --json "$output/gpu.json" --csv "$output/gpu.csv" "${reports[@]}" \
  | tee -- "$output/gpu.md" || status=1
if [[ $filter == . ]]; then
  echo
  python3 testing/benchmarks/gpu/check_cells.py "$output/gpu.json" | tee -- "$output/cells.md" || status=1
  python3 testing/benchmarks/gpu/check_cells.py --cells testing/benchmarks/gpu/cells_by_key.csv --cub 1.5 --thrust 1.8 \
    "$output/gpu.json" >"$output/cells_by_key.md" || status=1
fi
exit "$status"
