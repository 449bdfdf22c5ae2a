#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every algorithm compiles as C++20 too, by each compiler that is here and with what users' projects may have turned on,
# where thrum is no system's header to them; and with a newer CCCL, whose folder THRUM_NEWER_CCCL names.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

all_warnings=("${warnings[@]}" -Wpedantic -Wold-style-cast -Wnon-virtual-dtor -Wcast-align -Wdouble-promotion -Wextra-semi)
openmp=(-DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_OMP)

compiles() # COMPILER STANDARD CCCL
{
  "$1" -fopenmp "-std=$2" -S -O0 -o "$work/$2.s" "${all_warnings[@]}" "${openmp[@]}" \
    -I"$source_dir/include" -I"$source_dir/detail" -isystem "$3" "$here/all_algorithms.cpp"
}

# No flag beyond these: functors need neither extended lambdas nor relaxed constexpr. Neither optimised nor assembled.
nvcc_compiles() # STANDARD CCCL
{
  "$THRUM_NVCC" "-std=$1" -ccbin "$THRUM_CXX" -O0 -Xcicc -O0 -gencode arch=compute_90,code=compute_90 \
    -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror -I"$source_dir/include" -I"$source_dir/detail" -I"$2" \
    -c -o "$work/nvcc.o" "$here/nvcc/all_algorithms.cu"
}

# Thrust's calls run thrum, also of what the older Thrust lacks.
accelerates()
{
  cxx "${openmp[@]}" -DBOOST_TEST_DYN_LINK -I"$source_dir/testing" -I"$source_dir/testing/support" \
    -I"$source_dir/include" -I"$source_dir/detail" -isystem "$THRUM_NEWER_CCCL" \
    "$source_dir/testing/policy/accelerate_reduce.cpp" -o "$work/accelerate" -lboost_unit_test_framework
  "$work/accelerate"
  "$work/accelerate" --list_content 2>&1 | grep reduce_into
}

case_passes b67_cpp17_pedantic compiles "$THRUM_CXX" c++17 "$THRUM_CCCL"
case_passes b67_cpp20 compiles "$THRUM_CXX" c++20 "$THRUM_CCCL"
if [[ $THRUM_CXX_ID == Clang ]]; then
  record skip b67_cpp20_clang "that is this build's compiler, and the case before"
elif ! command -v clang++ >/dev/null; then
  record skip b67_cpp20_clang "there is no clang++"
elif ! clang++ -fopenmp -fsyntax-only -include omp.h -x c++ /dev/null 2>/dev/null; then
  record skip b67_cpp20_clang "clang++ has no OpenMP" # which is a package of its own
else
  case_passes b67_cpp20_clang compiles clang++ c++20 "$THRUM_CCCL"
fi

no_nvcc=
if [[ -z ${THRUM_NVCC-} ]]; then
  no_nvcc="no nvcc was found"
elif [[ $THRUM_CXX_ID != GNU ]]; then
  no_nvcc="nvcc's host compiler is to be GCC, and this build's compiler is $THRUM_CXX_ID"
fi
# Together with the newer CCCL, for time.
if [[ $no_nvcc ]]; then
  record skip b67_nvcc_cpp20 "$no_nvcc"
elif [[ ! -d ${THRUM_NEWER_CCCL-} ]]; then
  case_passes b67_nvcc_cpp20 nvcc_compiles c++20 "$THRUM_CCCL"
else
  case_passes b67_nvcc_cpp20_newer_cccl nvcc_compiles c++20 "$THRUM_NEWER_CCCL"
fi

if [[ ! -d ${THRUM_NEWER_CCCL-} ]]; then
  for name in newer_cccl{,_accelerates}; do
    record skip "$name" "THRUM_NEWER_CCCL names no folder"
  done
else
  case_passes newer_cccl compiles "$THRUM_CXX" c++17 "$THRUM_NEWER_CCCL"
  case_passes newer_cccl_accelerates accelerates
fi
finish
