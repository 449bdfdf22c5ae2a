#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs the test programs that build.sh made, on a machine with a GPU. It needs nothing but bash, the core and find
# utilities of GNU, and the programs; compute-sanitizer is used where it is there. Ends with a line
# `N passed, N failed, N skipped`.

set -euo pipefail
export LC_ALL=C

usage='usage: testing/gpu/run.sh [--receipt FILE] [--no-sanitizer] [--limit SECONDS] [--jobs N] [FOLDER]

Runs each program in FOLDER (build/cuda), one after the other or N at a time, then each example in FOLDER/examples/cuda
and FOLDER/docs/cuda, for at most 300 seconds each or as many as --limit says. Where compute-sanitizer is found, the
examples and a few small programs run under its memcheck after that, and a tiny one under racecheck, initcheck and
synccheck; whatever these report is a failure, warnings too. An id of testing/cases.txt that only a GPU can show has to be in the name of a case of some program.

What was tested, and what came of it, is written to FILE (testing/gpu/receipt.txt): hashes of the sources and the tests,
each program with its numbers of passed, failed and skipped cases, the ids of testing/cases.txt in their names, the device, its driver, the CUDA version and the date.'

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

receipt=testing/gpu/receipt.txt
folder=build/cuda
limit=300
sanitize=true
jobs=1
while (($# > 0)); do
  case $1 in
    --help) echo "$usage" && exit ;;
    --receipt) receipt=${2:?$usage} && shift ;;
    --limit) limit=${2:?$usage} && shift ;;
    --no-sanitizer) sanitize=false ;;
    --jobs) jobs=${2:?$usage} && shift ;;
    -*) echo "$usage" >&2 && exit 2 ;;
    *) folder=$1 ;;
  esac
  shift
done
((jobs > 0)) || { echo "$usage" >&2 && exit 2; }

work=$(mktemp -d)
trap 'rm -rf -- "$work"' EXIT

passed=0 failed=0 skipped=0
lines=() # of the receipt

record() # NAME PASSED FAILED SKIPPED SECONDS [REASON]
{
  passed=$((passed + $2)) failed=$((failed + $3)) skipped=$((skipped + $4))
  lines+=("$1: $2 passed, $3 failed, $4 skipped${6:+ ($6)}")
  printf '%s, %s s\n' "${lines[-1]}" "$5"
}

# Runs a command that ends with Boost.Test options, counts the cases in its report, and leaves in NAME.outcome what
# tell() needs.
measure() # NAME LIMIT COMMAND...
{
  local own="$work/$1" limit=$2 since=$SECONDS status=0 ok=0 bad=0 not=0 line
  shift 2
  timeout --kill-after=10 "$limit" "$@" --color_output=no --report_level=short --report_sink="$own.report" \
    >"$own.output" 2>&1 || status=$?
  if [[ -s $own.report ]]; then
    while IFS= read -r line; do
      [[ $line =~ ^\ *([0-9]+)\ test\ cases?\ out\ of\ [0-9]+\ ([a-z]+) ]] || continue
      case ${BASH_REMATCH[2]} in
        passed) ok=$((ok + BASH_REMATCH[1])) ;;
        failed) bad=$((bad + BASH_REMATCH[1])) ;; # those that are aborted among them
        skipped) not=$((not + BASH_REMATCH[1])) ;;
      esac
    done <"$own.report"
  fi
  local reason=
  if ((status == 124 || status == 137)); then
    reason="stopped after $limit s"
  elif ((status != 0 && bad == 0)); then
    reason="exit status $status"
  elif ((ok + bad + not == 0)); then
    reason='no case ran'
  elif grep -qE '^=+ [A-Z ]*SUMMARY: *[1-9]' "$own.output"; then
    reason='compute-sanitizer reports something'
  fi
  [[ -z $reason ]] || bad=$((bad + 1))
  echo "$ok $bad $not $((SECONDS - since)) $reason" >"$own.outcome"
}

tell() # NAME
{
  local ok bad not seconds reason
  read -r ok bad not seconds reason <"$work/$1.outcome"
  if ((bad > 0)); then
    tail -n 40 -- "$work/$1.output"
  fi
  record "$1" "$ok" "$bad" "$not" "$seconds" "$reason"
}

run_cases() # NAME LIMIT COMMAND...
{
  measure "$@"
  tell "$1"
}

shopt -s nullglob
programs=()
for program in "$folder"/*; do
  if [[ -f $program && -x $program && $program != *.sh && $program != *.so ]]; then
    programs+=("$program")
  fi
done
if ((${#programs[@]} == 0)); then
  echo "There are no programs in $folder: testing/gpu/build.sh makes them." >&2
  exit 1
fi

# Each id of testing/cases.txt that only a GPU can show is in the name of a case. Sets ids_seen to all that are.
ids_seen=
check_ids()
{
  local names id where what
  names=$(for program in "${programs[@]}"; do "$program" --list_content 2>&1 || true; done)
  while read -r id where what; do
    if grep -qE "(^|[^a-z0-9])${id,,}([^a-z0-9]|\$)" <<<"$names"; then
      ids_seen+=" $id"
    elif [[ $where == gpu ]]; then
      record "$id" 0 1 0 0 "no case has this id in its name: $what"
    fi
  done < <(grep -E '^B' testing/cases.txt)
}
check_ids

# Says when each ends, so that one that never does is known even where the whole is stopped before its limit.
measure_aloud() # NAME LIMIT COMMAND...
{
  local since=$SECONDS
  measure "$@"
  echo "ended: $1, $((SECONDS - since)) s" >&2
}

running=0
for program in "${programs[@]}"; do
  if ((running == jobs)); then
    wait -n
    running=$((running - 1))
  fi
  measure_aloud "${program##*/}" "$limit" "$program" &
  running=$((running + 1))
done
wait

device='device: unknown'
for program in "${programs[@]}"; do
  tell "${program##*/}"
  while IFS= read -r line; do
    [[ $line != 'device: '* ]] || device=$line
  done <"$work/${program##*/}.output"
done

# Runs a command that checks itself, and says so by its exit status alone.
run_command() # NAME LIMIT COMMAND...
{
  local name=$1 limit=$2 since=$SECONDS status=0
  shift 2
  timeout --kill-after=10 "$limit" "$@" >"$work/output" 2>&1 || status=$?
  if ((status == 0)); then
    record "$name" 1 0 0 "$((SECONDS - since))"
  else
    tail -n 40 -- "$work/output"
    record "$name" 0 1 0 "$((SECONDS - since))" "exit status $status"
  fi
}

# The snippets of the pages are examples, too.
examples=()
for program in "$folder"/examples/cuda/* "$folder"/docs/cuda/*; do
  if [[ -f $program && -x $program ]]; then
    examples+=("$program")
  fi
done
run_examples() # PREFIX LIMIT COMMAND...: that the examples are arguments of
{
  local prefix=$1 program
  shift
  for program in ${examples[@]+"${examples[@]}"}; do
    # The others take no arguments and look at none.
    run_command "${prefix}example ${program##*/}" "$@" "$program" --self-test --device cuda
  done
}
run_examples '' "$limit"

sanitizer=
if $sanitize; then
  for candidate in "$(type -P compute-sanitizer || true)" /usr/local/cuda/bin/compute-sanitizer; do
    [[ -n $sanitizer || ! -x $candidate ]] || sanitizer=$candidate
  done
fi
run_checked() # TOOL PROGRAM
{
  if [[ -x $folder/$2 ]]; then
    run_cases "$1 of $2" $((4 * limit)) "$sanitizer" --tool "$1" --report-api-errors no --error-exitcode 99 \
      "$folder/$2"
  fi
}
if [[ -n $sanitizer ]]; then
  for program in cuda_tiny cuda_unit_reduce_by_key_into cuda_unit_run_length_encode_into; do
    run_checked memcheck "$program"
  done
  run_examples 'memcheck of ' $((4 * limit)) "$sanitizer" --tool memcheck --report-api-errors no --error-exitcode 99
  for tool in racecheck initcheck synccheck; do
    run_checked "$tool" cuda_tiny_for_racecheck
  done
elif $sanitize; then
  record compute-sanitizer 0 0 1 0 'it is not here'
fi

driver=unknown
if [[ -r /proc/driver/nvidia/version ]]; then
  IFS= read -r driver </proc/driver/nvidia/version
fi
hash_of() # reads names of files
{
  local hash
  hash=$(sort | xargs sha256sum | sha256sum)
  echo "${hash:0:64}"
}
{
  echo "sources $(find include detail -type f | hash_of)"
  echo "tests $(find testing -type f ! -path testing/gpu/receipt.txt | hash_of)"
  echo "examples $(find examples docs/snippets -type f ! -path 'docs/*.cpp' | hash_of)"
  printf '%s\n' "${lines[@]}" "ids seen:$ids_seen" "$device" "driver: $driver" "date: $(date -u +%Y-%m-%dT%H:%M:%SZ)"
  echo "$passed passed, $failed failed, $skipped skipped"
} >"$receipt"

printf '%s passed, %s failed, %s skipped\n' "$passed" "$failed" "$skipped"
((failed == 0))
