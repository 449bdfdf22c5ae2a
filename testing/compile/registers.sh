#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What the assembler says of the kernels of nvcc/kernels.cu; ptxas.sh tests it.

set -euo pipefail
export LC_ALL=C

usage='usage: testing/compile/registers.sh [--page]

Compiles the kernels for sm_90 and prints a line for each: algorithm, form, type, registers, bytes of static shared
memory, of stack and of spills, with tabs between them. With --page it prints docs/benchmarks/registers.md instead.
NVCC names the compiler, PTX a file for what the assembler is given.'

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
nvcc=${NVCC:-nvcc}

report()
{
  local work
  work=$(mktemp -d)
  trap 'rm -rf -- "$work"' RETURN
  "$nvcc" -std=c++17 -arch=sm_90 -I"$root/include" -I"$root/detail" -Xptxas -v -cubin --keep --keep-dir "$work" \
    -o "$work/kernels.cubin" "$root/testing/compile/nvcc/kernels.cu" >"$work/log" 2>&1 \
    || { cat -- "$work/log" >&2 && return 1; }
  [[ -z ${PTX-} ]] || cp -- "$work/kernels.ptx" "$PTX"
  c++filt <"$work/log" | awk '
    BEGIN {
      OFS = "\t"
      types["signed char"] = "i8"; types["short"] = "i16"; types["int"] = "i32"; types["long"] = "i64"
      types["float"] = "f32"; types["double"] = "f64"; types["__int128"] = "i128"; types["two_words"] = "2 x i64"
    }
    function type_of(name,   word, spelled) {
      gsub(/unsigned (int|long)\*/, "numbers", name)
      for (spelled in types) {
        if (name ~ ("[<, ]" spelled "\\*")) { return types[spelled] }
      }
      return "?"
    }
    function algorithm_of(name) {
      if (name ~ /reduce_chunks</) { return "reduce" }
      if (name ~ /scan_kind\)2/) { return "reduce in order" }
      if (name ~ /heavy_window_tile</) { return "run_length_decode, windows" }
      if (name ~ /decode_job</) { return "run_length_decode" }
      if (!match(name, /[a-z_]+_tile</)) { return "?" }
      return substr(name, RSTART, RLENGTH - 6)
    }
    /Compiling entry function/ {
      kernel = ""
      if (match($0, /::[a-z]+_kernel</)) {
        kernel = substr($0, RSTART + 2, RLENGTH - 10)
        algorithm = algorithm_of($0)
        type = type_of($0)
      }
    }
    /bytes stack frame/ { stack = $1; spilled = $5 + $9 }
    /Used [0-9]+ registers/ && kernel != "" {
      match($0, /Used [0-9]+/)
      registers = substr($0, RSTART + 5, RLENGTH - 5)
      shared = 0
      if (match($0, /[0-9]+ bytes smem/)) { shared = substr($0, RSTART, RLENGTH - 11) }
      print algorithm, kernel, type, registers, shared, stack, spilled
    }' | sort
}

page()
{
  local rows version
  rows=$(report)
  version=$("$nvcc" --version | sed -n 's/.*, V\([0-9.]*\).*/\1/p')
  cat <<END
# Registers

What nvcc $version makes of the kernels for sm_90, for contiguous items of up to 16 bytes: registers of a thread, and
bytes of static shared memory, of stack and of spills. Sums are by \`thrust::plus\`, and in \`reduce in order\` by an
operator that is not known to commute. \`testing/compile/registers.sh --page\` writes this page;
\`testing/compile/ptxas.sh\` demands that no kernel has a stack or spills but those that it names.

| algorithm | form | type | registers | shared | stack | spills |
| --- | --- | --- | ---: | ---: | ---: | ---: |
END
  sed -e 's/\t/ | /g' -e 's/.*/| & |/' <<<"$rows"
}

case ${1-} in
  '') report ;;
  --page) page ;;
  *) echo "$usage" && [[ $1 == --help ]] ;;
esac
