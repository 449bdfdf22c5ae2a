#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets a machine up, builds the benchmarks, runs them and sets their results side by side.

here=$(dirname -- "${BASH_SOURCE[0]}")
# shellcheck source=tools/setup.sh
source "$here/../../tools/setup.sh"

usage='usage: testing/benchmarks/run.sh [OPTION...] [ALGORITHM...]

Brings what the machine lacks (Debian packages as root or through sudo; Thrust from PyPI if there is no CUDA
Toolkit), builds the benchmarks in build/benchmarks, runs them and prints their results. A run of everything is kept
in docs/benchmarks: cpu.json (all times), cpu.csv (medians) and results.md (the tables). A run of something less,
with any of the options or algorithms below, goes to build/benchmarks/results.

  --items N           so many items, in place of 67108864: 4194304 is good for a try
  --threads LIST      so many threads, in place of "1 2"
  --repetitions N     so many times, in place of 21, where nothing is slow
  --filter REGEX      only these of the names algorithm/type/input/contestant/threads
  --with COMMAND      starts each program by COMMAND, such as "numactl --interleave=all"
  --what-is-missing   says what would be installed, and stops
  --help              says this'

has_google_benchmark() { has_header benchmark/benchmark.h; }
has_python() { command -v python3 >/dev/null; }
needs+=(
  'benchmarks has_google_benchmark  libbenchmark-dev                   Google Benchmark'
  'benchmarks has_python            python3                            Python'
)

output="$root/docs/benchmarks"
narrowed="$build/benchmarks/results"
programs=()
arguments=()
launcher=()

for variable in "${!THRUM_BENCHMARK_@}"; do
  say "Set from outside: $variable=${!variable}"
  output=$narrowed
done

while (($# != 0)); do
  option=$1
  case $option in
    --help) echo "$usage" && exit ;;
    --what-is-missing) what_is_missing build benchmarks && exit ;;
    --items | --threads | --repetitions | --filter | --with)
      [[ ${2-} ]] || die "$usage"
      case $option in
        --items) export THRUM_BENCHMARK_ITEMS=$2 ;;
        --threads) export THRUM_BENCHMARK_THREADS=$2 ;;
        --repetitions) arguments+=("--benchmark_repetitions=$2") ;;
        --filter) arguments+=("--benchmark_filter=memcpy|$2") ;;
        --with) read -ra launcher <<<"$2" ;;
      esac
      [[ $option == --with ]] || output=$narrowed
      shift
      ;;
    *)
      [[ -e $here/$option.cpp ]] || die "$usage"
      programs+=("$option")
      output=$narrowed
      ;;
  esac
  shift
done
if ((${#programs[@]} == 0)); then
  programs=(
    reduce inclusive_scan exclusive_scan inclusive_scan_by_key reduce_by_key run_length_encode run_length_decode
  )
fi

here=$(cd -- "$here" && pwd -P)
setup build benchmarks
cd -- "$root"
say 'Building the benchmarks'
cmake --preset benchmarks
cmake --build "$build/benchmarks"

reports=()
mkdir -p -- "$output" "$build/benchmarks/reports"
for program in "${programs[@]}"; do
  say "Running $program"
  since=$SECONDS
  report="$build/benchmarks/reports/$program.json"
  # Free to start as many threads as asked for, each on a processor of its own.
  env -u OMP_NUM_THREADS -u OMP_THREAD_LIMIT OMP_DYNAMIC=false \
    ${launcher[@]+"${launcher[@]}"} "$build/benchmarks/testing/benchmarks/$program" \
    --benchmark_display_aggregates_only=true --benchmark_out="$report" --benchmark_out_format=json \
    ${arguments[@]+"${arguments[@]}"} >"$build/benchmarks/reports/$program.log" 2>&1 || {
    cat -- "$build/benchmarks/reports/$program.log" >&2
    die "$program ended with an error."
  }
  echo "$((SECONDS - since)) s"
  reports+=("$report")
done

say "The results, also in $output"
python3 "$here/table.py" --json "$output/cpu.json" --csv "$output/cpu.csv" "${reports[@]}" | tee -- "$output/results.md"
