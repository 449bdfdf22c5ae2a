#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How long nvcc takes for a file with one call, through Thrust and through thrum, in turn. Prints a page; run it where
# nothing else runs.

set -euo pipefail

usage='usage: testing/benchmarks/compile_time.sh [--repetitions N] [NVCC] >docs/benchmarks/compile-time.md'

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
repetitions=7
while (($# > 0)); do
  case $1 in
    --help) echo "$usage" && exit ;;
    --repetitions) repetitions=${2:?$usage} && shift ;;
    -*) echo "$usage" >&2 && exit 2 ;;
    *) nvcc=$1 ;;
  esac
  shift
done
nvcc=${nvcc-nvcc}
command -v "$nvcc" >/dev/null || { echo "There is no $nvcc: see --help." >&2 && exit 1; }
work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

# NAME HEADER CALL, where @ is the library. The policies' header is the one of Thrust's CUDA system.
calls=(
  'reduce reduce int f(int const* in, int n) { return @::reduce(thrust::cuda::par, in, in + n); }'
  'inclusive_scan scan void f(int const* in, int n, int* out) { @::inclusive_scan(thrust::cuda::par, in, in + n, out); }'
  'reduce_by_key reduce int* f(int const* keys, int n, int const* in, int* heads, int* out)
    { return @::reduce_by_key(thrust::cuda::par, keys, keys + n, in, heads, out).second; }'
)
# Headers that programs have beside: of the policies of the CUDA system, and of all systems.
besides=(system/cuda/execution_policy execution_policy)

seconds() # FILE: of the user and the system, as other programs may run
{
  local TIMEFORMAT='%U %S'
  { time "$nvcc" -std=c++17 -O3 -arch=sm_90 -Iinclude -Idetail -c -o "$work/object.o" "$1" >&2; } 2>&1 \
    | awk 'END { printf "%.2f\n", $1 + $2 }'
}
median() { sort -n | awk '{ x[NR] = $1 } END { printf "%.2f", NR % 2 ? x[(NR + 1) / 2] : (x[NR / 2] + x[NR / 2 + 1]) / 2 }'; }

cat <<END
# Compile time

Made by \`testing/benchmarks/compile_time.sh\`: seconds of the processor that nvcc takes for a file with one call, medians
of $repetitions, the libraries in turn. $(date -u +%Y-%m-%d), $("$nvcc" --version | sed -n 's/.*V\([0-9.]*\)$/nvcc \1/p'), $(c++ -dumpfullversion -dumpversion | sed 's/^/GCC /'), \`-std=c++17 -O3 -arch=sm_90\`,
$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1).

| call | header beside that of the algorithm | that header alone | Thrust | thrum | thrum / Thrust |
| --- | --- | --- | --- | --- | --- |
END
for beside in "${besides[@]}"; do
  printf '#include <thrust/%s.h>\n' "$beside" >"$work/alone.cu"
  alone=$(for ((i = 0; i < repetitions; i++)); do seconds "$work/alone.cu"; done | median)
  for call in "${calls[@]}"; do
    read -r -d '' name header body <<<"$call" || true
    : >"$work/thrust" && : >"$work/thrum"
    for library in thrust thrum; do
      printf '#include <%s/%s.h>\n#include <thrust/%s.h>\n%s\n' "$library" "$header" "$beside" "${body//@/$library}" \
        >"$work/$library.cu"
      [[ $beside == system/* ]] || sed -i 's/thrust::cuda::par/thrust::device/' "$work/$library.cu"
    done
    for ((i = 0; i < repetitions; i++)); do
      for library in thrust thrum; do
        seconds "$work/$library.cu" >>"$work/$library"
      done
    done
    theirs=$(median <"$work/thrust")
    ours=$(median <"$work/thrum")
    echo "| \`$name\` | \`<thrust/$beside.h>\` | $alone | $theirs | $ours | $(awk "BEGIN { printf \"%.2f\", $ours / $theirs }") |"
  done
done
