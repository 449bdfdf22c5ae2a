#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# No kernel keeps in memory what belongs in registers: for items of up to 16 bytes there is neither a stack nor a
# spill, but for what `allowed` says. How many registers that takes is not tested: it varies between compilers.
# And in a ring the compiler knows of each place which memory it is in.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

# ALGORITHM FORM TYPE: bytes of stack, bytes of spills, at most.
#
# The rings of reduce_by_key with items of 4 bytes have 896 threads, which leaves 72 registers for each: a few words more are
# needed at the most. A reduce of __int128 keeps one item on the stack, unless its operator is wrapped by thrum::commutative.
declare -A allowed=(
  ['reduce_by_key ring f32']='8 8'
  ['reduce_by_key ring i32']='8 8'
  ['reduce chunks i128']='16 0'
)
rows="$work/rows"
ptx="$work/ptx"
compiles()
{
  NVCC=$THRUM_NVCC PTX=$ptx bash "$here/registers.sh" >"$rows"
}

# Each algorithm has a row for each type, so that a kernel that is not found is not one without spills.
all_are_there()
{
  local algorithm form type ok=true
  for algorithm in scan scan_by_key 'reduce in order' reduce_by_key run_length_encode run_length_decode \
    'run_length_decode, windows'; do
    for form in ring plain; do
      for type in i8 i16 i32 i64 f32 f64 i128 '2 x i64'; do
        grep -q "^$algorithm"$'\t'"$form"$'\t'"$type"$'\t[1-9]' "$1" || { echo "no $algorithm $form $type" && ok=false; }
      done
    done
  done
  for type in i8 i16 i32 i64 f32 f64 i128 '2 x i64'; do
    grep -q "^reduce"$'\t'"chunks"$'\t'"$type"$'\t[1-9]' "$1" || { echo "no reduce $type" && ok=false; }
  done
  $ok
}

nothing_spills() # FILE
{
  local algorithm form type registers stack spills most ok=true
  while IFS=$'\t' read -r algorithm form type registers _ stack spills; do
    read -ra most <<<"${allowed[$algorithm $form $type]-0 0}"
    if ((stack > most[0] || spills > most[1])); then
      echo "$algorithm $form $type: $stack bytes of stack, $spills of spills, with $registers registers"
      ok=false
    fi
  done <"$1"
  $ok
}

spills_are_seen()
{
  printf 'scan\tring\ti32\t64\t0\t%s\n' $'0\t0' >"$work/good"
  printf 'scan\tring\ti32\t64\t0\t%s\n' $'0\t4' >"$work/spills"
  printf 'scan\tring\ti32\t64\t0\t%s\n' $'8\t0' >"$work/stack"
  nothing_spills "$work/good"
  ! nothing_spills "$work/spills" && ! nothing_spills "$work/stack" && ! all_are_there "$work/good" >"$work/absent"
}

# Loads and stores of a ring that might be of any memory: what stands in shared memory is reached slowly by them.
# (Those of atomics say so in their names.)
rings_know_their_memory() # FILE: in PTX
{
  awk '
    /\.entry/ { ring = /ring_kernel/; rings += ring; name = $0 }
    /^[ \t]*(@[^ ]+ )?st\.shared/ { shared += ring }
    ring && /[ \t](ld|st)(\.volatile)?(\.v[248])?\.[bsuf][0-9]+[ \t]/ { print name ": " $0; any = 1 }
    END { exit any || rings == 0 || shared < rings }' "$1"
}

any_memory_is_seen()
{
  local ring='.visible .entry _Z11ring_kernelI1xEvv(' stores=$'\tst.shared.b32 \t[%r1], %r2;'
  printf '%s\n' "$ring" "$stores" '.visible .entry _Z12plain_kernelI1xEvv(' $'\tld.b32 \t%r3, [%rd1];' >"$work/good.ptx"
  rings_know_their_memory "$work/good.ptx"
  local line
  for line in $'\tld.b32 \t%r3, [%rd1];' $'\t@%p1 st.v2.b64 \t[%rd1], {%rd2, %rd3};' $'\tst.volatile.u8 \t[%rd1], %rs1;'; do
    printf '%s\n' "$ring" "$stores" "$line" >"$work/any.ptx"
    ! rings_know_their_memory "$work/any.ptx" || { echo "not seen: $line" && return 1; }
  done
}

# The page lists the kernels that there are.
page_has_the_same_kernels()
{
  diff <(cut -f 1-3 "$rows") \
    <(sed -nE 's/^\| ([a-z][^|]*) \| ([^|]*) \| ([^|]*) \| [0-9].*/\1\t\2\t\3/p' "$source_dir/docs/benchmarks/registers.md")
}

if [[ -z ${THRUM_NVCC-} ]]; then
  for name in compiles all_are_there nothing_spills rings_know_their_memory page; do
    record skip "ptxas_$name" 'no nvcc was found'
  done
else
  case_passes ptxas_compiles compiles
  case_passes ptxas_all_are_there all_are_there "$rows"
  case_passes ptxas_nothing_spills nothing_spills "$rows"
  case_passes ptxas_rings_know_their_memory rings_know_their_memory "$ptx"
  case_passes ptxas_page page_has_the_same_kernels
fi
case_passes ptxas_spills_are_seen spills_are_seen
case_passes ptxas_any_memory_is_seen any_memory_is_seen
finish
