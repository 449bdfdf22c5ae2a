#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Each file of must_not_compile/ is refused with a sentence that tells the user what to do. A file begins with
#   // flags:   what the compiler is given; DETAIL, CCCL and OPENMP stand for the flags that add these
#   // control: the flags with which the same file does compile, so that it is refused for its reason alone
#   // expect:  a piece of the message
# A .cu is one for nvcc, and its device code is what is compiled.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

compile() # FILE FLAG...
{
  local file=$1 flag
  local -a flags=()
  shift
  for flag in "$@"; do
    case $flag in
      DETAIL) flags+=(-I"$source_dir/detail") ;;
      CCCL) flags+=(-isystem "$THRUM_CCCL") ;;
      OPENMP) flags+=("$THRUM_OPENMP") ;;
      -I*) flags+=(-I"$here/must_not_compile/${flag#-I}") ;;
      *) flags+=("$flag") ;;
    esac
  done
  if [[ $file == *.cu ]]; then
    "$THRUM_NVCC" -arch=sm_90 -ptx -o "$work/code.ptx" -I"$source_dir/include" "${flags[@]}" "$file"
  else
    "$THRUM_CXX" -fsyntax-only -I"$source_dir/include" "${flags[@]}" "$file"
  fi
}

field() # NAME FILE
{
  sed -n "s|^// $1: *||p" "$2"
}

is_refused() # FILE
{
  local file=$1 piece
  local -a flags control
  read -ra flags <<<"$(field flags "$file")"
  read -ra control <<<"$(field control "$file")"
  if compile "$file" "${flags[@]}" >"$work/message" 2>&1; then
    echo "it compiles"
    return 1
  fi
  cat -- "$work/message"
  while read -r piece; do
    if ! grep -qF -- "$piece" "$work/message"; then
      echo "^ does not say: $piece"
      return 1
    fi
  done < <(field expect "$file")
  echo "the control:"
  compile "$file" "${control[@]}"
}

for file in "$here"/must_not_compile/*.{cpp,cu}; do
  name=${file##*/}
  name=${name%.*}
  if [[ $file == *.cu && -z ${THRUM_NVCC-} ]]; then
    record skip "$name" 'no nvcc was found'
  else
    case_passes "$name" is_refused "$file"
  fi
done
finish
