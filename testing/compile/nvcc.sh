#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Programs for the CPU's systems under nvcc, where CUDA is Thrust's device system: they compile with no warning
# of nvcc or of the host compiler, as .cu, as .cpp and as relocatable device code.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

nvcc_compiles() # FLAG... FILE
{
  "$THRUM_NVCC" -std=c++17 -O1 -arch=sm_90 -ccbin "$THRUM_CXX" -Werror all-warnings \
    -Xcompiler -Wall,-Wextra,-Werror,"$THRUM_OPENMP" \
    -I"$source_dir/include" -I"$source_dir/detail" -c -o "$work/object.o" "$@"
}

# The host compiler alone, as a project compiles the .cpp beside its .cu: CUDA is the device system there too.
cxx_compiles()
{
  cxx -O1 "${warnings[@]}" "${roots[@]}" -isystem "$(dirname -- "$(realpath -- "$THRUM_NVCC")")/../include" \
    -c -o "$work/object.o" "$@"
}

# Thrust 3.0 does not compile in a .cpp that nvcc hands to the host compiler: it takes __NVCC__ for a promise
# of CUDA's built-in functions.
thrust_compiles_in_cpp()
{
  echo '#include <thrust/execution_policy.h>' >"$work/thrust.cpp"
  "$THRUM_NVCC" -std=c++17 -c -o "$work/object.o" "$work/thrust.cpp" >"$work/thrust.log" 2>&1
}

if [[ -z ${THRUM_NVCC-} ]]; then
  unfit="no nvcc was found"
elif [[ $THRUM_CXX_ID != GNU ]]; then
  unfit="nvcc's host compiler is to be GCC, and this build's compiler is $THRUM_CXX_ID"
fi
if [[ ${unfit-} ]]; then
  for name in nvcc_cu nvcc_relocatable nvcc_cpp cpp_beside_cuda; do
    record skip "b67_$name" "$unfit"
  done
else
  case_passes b67_nvcc_cu nvcc_compiles "$here/nvcc/host_systems.cu"
  case_passes b67_nvcc_relocatable nvcc_compiles -dc "$here/nvcc/host_systems.cu"
  case_passes b67_cpp_beside_cuda cxx_compiles "$here/nvcc/host_systems.cpp"
  if thrust_compiles_in_cpp; then
    case_passes b67_nvcc_cpp nvcc_compiles "$here/nvcc/host_systems.cpp"
  else
    record skip b67_nvcc_cpp "the Thrust of this nvcc does not compile in a .cpp under nvcc itself"
  fi
fi
finish
