#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Sets a machine up, runs every test that a CPU can run, and compiles those of the GPU. Ends with a line
# `N passed, N failed, N skipped`.

# shellcheck source=tools/setup.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../tools/setup.sh"

usage='usage: testing/run.sh [--what-is-missing] [--help] [SUITE...]

Brings what the machine lacks (Debian packages as root or through sudo; Thrust from PyPI if there is no CUDA
Toolkit), then builds and runs the tests, each suite in a folder below build/:

  cpu       the tests, also those of headers, messages, packaging and setup
  examples  each example, which checks its own result
  asan      the tests under AddressSanitizer and UndefinedBehaviorSanitizer (Clang)
  tsan      the tests under ThreadSanitizer (Clang and its OpenMP runtime)
  cuda      the tests of the CUDA system: builds each program for sm_90, where there is nvcc of CUDA Toolkit 13, and
            runs it where there is a GPU

Without a SUITE all of them run, every id of testing/cases.txt has to have a test, and no fewer cases may run than
the script says.

  --what-is-missing  says what would be installed, and stops'

# No fewer cases ran when this was last written, over all suites.
at_least=4300

ledger="$build/cases.tsv" # STATUS SUITE TEST CASE REASON, one line for each case of each suite

record() # STATUS SUITE TEST CASE REASON
{
  local IFS=$'\t'
  printf '%s\n' "$*" >>"$ledger"
}

# Boost.Test's JUnit report of one program, as lines of the ledger.
read_boost() # SUITE TEST FILE
{
  awk -v OFS='\t' -v suite="$1" -v test="$2" '
    /^<testcase / {
      name = $0
      sub(/.* name="/, "", name)
      sub(/".*/, "", name)
      gsub(/&lt;/, "<", name)
      gsub(/&gt;/, ">", name)
      status = "pass"
      reason = ""
      if (/assertions="0"/) { status = "fail"; reason = "checked nothing" }
    }
    /^<(failure|error) / { status = "fail"; reason = "" }
    /^<skipped/ { status = "skip"; reason = "" }
    /^- reason: / { reason = $0; sub(/^- reason: ./, "", reason); sub(/.\]\].*/, "", reason) }
    /^<\/testcase>/ { print status, suite, test, name, reason }' "$3"
}

# What one of our scripts left: lines `STATUS NAME[: REASON]`.
read_script() # SUITE TEST FILE
{
  sed -nE "s|^([a-z]+) ([^ :]+)(: (.*))?\$|\1\t$1\t$2\t\2\t\4|p" "$3"
}

# ctest's own report: lines `TEST STATUS`.
read_ctest() # FILE
{
  sed -nE 's|.*<testcase name="([^"]*)".* status="([a-z]+)".*|\1 \2|p' "$1"
}

# Adds the results of one suite to the ledger. A test that failed, or that left no report, is a case itself.
collect() # SUITE FOLDER
{
  local suite=$1 folder=$2 test status cases
  while read -r test status; do
    cases=
    if [[ -s $folder/$test.xml ]]; then
      cases=$(read_boost "$suite" "$test" "$folder/$test.xml")
    elif [[ -s $folder/$test.cases ]]; then
      cases=$(read_script "$suite" "$test" "$folder/$test.cases")
    fi
    [[ -z $cases ]] || printf '%s\n' "$cases" >>"$ledger"
    if [[ $status != run ]] && ! grep -q '^fail' <<<"$cases"; then
      record fail "$suite" "$test" "$test" "did not run to its end"
    elif [[ -z $cases ]]; then
      record pass "$suite" "$test" "$test" ''
    fi
  done < <(read_ctest "$folder/ctest.xml")
}

# Configures one preset and makes room for results.
configure() # SUITE PRESET CMAKE_ARGUMENT...
{
  local suite=$1 preset=$2 folder="$build/$1"
  shift 2
  say "Suite $suite: configuring"
  if ! cmake --preset "$preset" -B "$folder" "$@"; then
    record fail "$suite" configure configure 'CMake failed'
    return 1
  fi
  rm -rf -- "$folder/results"
  mkdir -p -- "$folder/results"
}

# Runs what is built, and collects what comes of it.
run_tests() # SUITE CTEST_ARGUMENT...
{
  local suite=$1 folder="$build/$1"
  local -a alone=()
  shift
  # ThreadSanitizer of older compilers cannot cope with much address space randomisation.
  if [[ $suite == tsan ]] && setarch -R true 2>/dev/null; then
    alone=(setarch -R)
  fi
  ${alone[@]+"${alone[@]}"} ctest --test-dir "$folder" --output-on-failure --no-tests=error \
    --parallel "$(nproc)" --output-junit "$folder/results/ctest.xml" "$@" || true
  if [[ -s $folder/results/ctest.xml ]]; then
    collect "$suite" "$folder/results"
  else
    record fail "$suite" ctest ctest 'no test ran'
  fi
}

# Configures, builds and runs one preset. Nothing here stops the script: what goes wrong is a failed case.
run_suite() # SUITE PRESET CMAKE_ARGUMENT...
{
  local suite=$1 folder="$build/$1" since=$SECONDS
  configure "$@" || return 0
  say "Suite $suite: building"
  cmake --build "$folder" -- -k 0 || record fail "$suite" build build 'the build failed'
  say "Suite $suite: running (built in $((SECONDS - since)) s)"
  run_tests "$suite"
  say "Suite $suite: $((SECONDS - since)) s"
}

# The programs of the CUDA system. Each that was built is a case, whether or not there is a GPU to run it.
run_cuda()
{
  local folder="$build/cuda" since=$SECONDS nvcc program has_gpu=false
  local -a flags=(-DTHRUM_CUDA_HOST_FLAGS=-O0) # what nobody runs need not be fast
  if ! nvcc=$(find_nvcc); then
    record skip cuda programs programs 'there is no nvcc of CUDA Toolkit 13 or newer'
    return
  fi
  if nvidia-smi -L >/dev/null 2>&1; then
    has_gpu=true
    flags=()
  fi
  configure cuda cuda -DCMAKE_CUDA_COMPILER="$nvcc" ${flags[@]+"${flags[@]}"} || return 0
  say 'Suite cuda: building'
  xargs -I{} rm -f -- "$folder/{}" <"$folder/cuda_tests.txt" # so that one of before does not stand for one of now
  cmake --build "$folder" --target cuda_tests --parallel "$(nproc)" -- -k 0 || true
  while read -r program; do
    if [[ -x $folder/$program ]]; then
      record pass cuda "$program" builds ''
    else
      record fail cuda "$program" builds 'it does not compile'
    fi
  done <"$folder/cuda_tests.txt"
  if $has_gpu; then
    say "Suite cuda: running (built in $((SECONDS - since)) s)"
    run_tests cuda --tests-regex '^gpu[.]'
  else
    record skip cuda programs run 'there is no GPU here to run them'
  fi
  say "Suite cuda: $((SECONDS - since)) s"
}

# Every id of cases.txt is in the name of a case that ran, but for those that only a GPU can show.
check_ids()
{
  local id where what names
  names=$(awk -F '\t' '$1 != "skip" { print tolower($4) }' "$ledger")
  while read -r id where what; do
    if grep -qE "(^|[^a-z0-9])${id,,}([^a-z0-9]|\$)" <<<"$names"; then
      continue
    elif [[ $where == gpu ]]; then
      record skip cases "$id" "$id" "shown where there is a GPU, by testing/gpu/run.sh: $what"
    else
      record fail cases "$id" "$id" "no test has this id in its name: $what"
    fi
  done < <(grep -E '^B' "$root/testing/cases.txt")
}

count() # STATUS
{
  awk -F '\t' -v status="$1" '$1 == status { n++ } END { print n + 0 }' "$ledger"
}

list() # STATUS TITLE
{
  [[ $(count "$1") == 0 ]] || say "$2"
  awk -F '\t' -v status="$1" '$1 == status { print "  " $2 ": " $3 ($4 == $3 ? "" : " " $4) ($5 == "" ? "" : ": " $5) }' "$ledger"
}

suites=()
for argument in "$@"; do
  case $argument in
    --help) echo "$usage" && exit ;;
    --what-is-missing) what_is_missing build testing examples && exit ;;
    cpu | examples | asan | tsan | cuda) suites+=("$argument") ;;
    *) die "$usage" ;;
  esac
done

complete=false
if ((${#suites[@]} == 0)); then
  complete=true
  suites=(cpu examples asan tsan cuda)
fi

setup build testing examples
provide_newer_cccl
cd -- "$root"
: >"$ledger"
for suite in "${suites[@]}"; do
  case $suite in
    asan) run_suite asan asan -DTHRUM_SANITIZE='address;undefined' ;;
    cuda) run_cuda ;;
    *) run_suite "$suite" "$suite" ;;
  esac
done
if $complete; then
  check_ids
  ran=$(($(count pass) + $(count fail)))
  ((ran >= at_least)) || record fail cases count count "$ran cases ran, and there were $at_least"
fi

list skip 'Skipped, and why'
list fail 'Failed'
say "Took $((SECONDS / 60)) min $((SECONDS % 60)) s"
printf '%s passed, %s failed, %s skipped\n' "$(count pass)" "$(count fail)" "$(count skip)"
[[ $(count fail) == 0 ]]
