#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every header compiles alone, twice in one file, with no warning, and after macros that others have defined.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

# What the headers of Windows, of old C libraries, of X11 and Arduino define. CCCL and the standard library survive
# these. (T is not among them: a name in capitals is for macros, but CCCL's own template parameters use it. Neither is N.)
cat >"$work/hostile.h" <<'END'
#define min(a, b) ((a) < (b) ? (a) : (b))
#define max(a, b) ((a) > (b) ? (a) : (b))
#define small char
#define near
#define slots
#define emit
#define far
#define interface struct
#define hyper long long
#define verify(x) x x x
#define require(x) x x x
#define cdecl
#define pascal
#define minor(x) x
#define major(x) x
#define linux 1
#define unix 1
#define I (1.0iF)
#define ERROR 0
#define DOMAIN 1
#define OVERFLOW 3
#define IN
#define OUT
#define TRUE 1
#define FALSE 0
#define CONST const
#define DELETE 0x10000
#define IGNORE 0
#define STRICT 1
#define NO_ERROR 0
#define Bool int
#define Status int
#define None 0L
#define Success 0
#define Always 2
#define Complex 0
#define True 1
#define False 0
#define signals public
#define foreach for
#define forever for (;;)
#define bit(b) (1UL << (b))
#define PI 3.14
#define HIGH 1
#define INPUT 0
#define OUTPUT 1
#define DEFAULT 1
END

compile_alone() # HEADER
{
  local file="$work/alone/${1//\//_}.cpp"
  printf '#include "%s"\n#include <%s>\n#include <%s>\n' "$work/hostile.h" "$1" "$1" >"$file"
  cxx -fsyntax-only "${warnings[@]}" "${roots[@]}" "$file"
}

all_compile() # CASE HEADER...
{
  local header job failed=0
  local -a jobs=()
  rm -rf -- "$work/alone" && mkdir -p -- "$work/alone"
  for header in "$@"; do
    while (($(jobs -rp | wc -l) >= $(nproc))); do wait -n || true; done
    compile_alone "$header" >"$work/alone/${header//\//_}.log" 2>&1 &
    jobs+=($!)
  done
  for job in "${jobs[@]}"; do
    wait "$job" || failed=$((failed + 1))
  done
  cat -- "$work/alone/"*.log
  ((failed == 0)) || { echo "$failed headers do not compile alone" && return 1; }
}

hostile_macros_bite() # the macros do break code that is careless with them
{
  printf '%s\n' '#include <algorithm>' "#include \"$work/hostile.h\"" 'int m = std::min(1, 2);' >"$work/careless.cpp"
  ! cxx -fsyntax-only "$work/careless.cpp"
}

mapfile -t public < <(cd -- "$source_dir/include" && find thrum -name '*.h' | sort)
mapfile -t inner < <(cd -- "$source_dir/detail" && find thrum -name '*.h' | sort)
case_passes b67_public_headers_alone all_compile "${public[@]}"
case_passes headers_inner_alone all_compile "${inner[@]}"
case_passes headers_hostile_macros_bite hostile_macros_bite
finish
