#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Programs for the CPU's systems under nvcc, where CUDA is Thrust's device system: they compile with no warning
# of nvcc or of the host compiler, as .cu, as .cpp and as relocatable device code. And every algorithm on the GPU, for
# every architecture, with no warning either and with no call on the host of what is for the device alone; and the block
# primitives, which are for kernels of one's own.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

strictly() # FLAG... FILE
{
  "$THRUM_NVCC" -std=c++17 -ccbin "$THRUM_CXX" -Werror all-warnings -Xcompiler -Wall,-Wextra,-Werror,"$THRUM_OPENMP" \
    -I"$source_dir/include" -I"$source_dir/detail" -c "$@"
}
nvcc_compiles() # FLAG... FILE
{
  strictly -O1 -arch=sm_90 -o "$work/object.o" "$@"
}

# Code of all architectures, the assembler's as well; the host's part as it is written, not inlined.
all_architectures=(75 80 86 89 90 100 120)
compiles_for_every_architecture() # FILE OBJECT
{
  local architecture
  local -a code=()
  for architecture in "${all_architectures[@]}"; do
    code+=(-gencode "arch=compute_$architecture,code=sm_$architecture")
  done
  strictly -O0 --threads 2 "${code[@]}" -o "$work/$2" "$here/nvcc/$1"
}

# In code of the host, nvcc makes the body of a function for the device alone a call of exit, and says nothing if a
# template calls it. Names who exits.
never_exits() # OBJECT
{
  local calls
  calls=$(objdump -dr -C --no-show-raw-insn -- "$1") # on its own, so that its failure is ours
  grep -q '^[0-9a-f]* <.*>:$' <<<"$calls"
  calls=$(awk '/^[0-9a-f]+ <.*>:$/ { name = $0 } / R_[A-Z0-9_]+\texit(@|-|\+|$)/ { print name }' <<<"$calls")
  [[ -z $calls ]] || { printf 'On the host, this exits:\n%s\n' "$calls" && return 1; }
}
exits_are_seen()
{
  cat >"$work/exits.cu" <<'END'
#include <thrum/detail/config/config.h>
template <class T>
THRUM_DEVICE T for_the_device(T x) { return x; }
template <class T>
THRUM_HOST_DEVICE T for_both(T x) { return for_the_device(x); }
int on_the_host(int x) { return for_both(x); }
END
  strictly -O0 -arch=sm_90 -o "$work/exits.o" "$work/exits.cu"
  if never_exits "$work/exits.o" >"$work/exits"; then
    echo 'a call of a device function was not seen'
    return 1
  fi
  grep 'for_the_device<int>' "$work/exits"
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
  for name in b67_{nvcc_cu,nvcc_relocatable,nvcc_cpp,cpp_beside_cuda} \
    nvcc_{unnamed_namespace,every_architecture,block_primitives,no_device_code_on_the_host,exits_are_seen}; do
    record skip "$name" "$unfit"
  done
else
  case_passes b67_nvcc_cu nvcc_compiles "$here/nvcc/host_systems.cu"
  case_passes b67_nvcc_relocatable nvcc_compiles -dc "$here/nvcc/host_systems.cu"
  case_passes nvcc_unnamed_namespace nvcc_compiles "$here/nvcc/unnamed_namespace.cu"
  case_passes nvcc_every_architecture compiles_for_every_architecture all_algorithms.cu all.o
  case_passes nvcc_block_primitives compiles_for_every_architecture block_primitives.cu block.o
  case_passes nvcc_no_device_code_on_the_host never_exits "$work/all.o"
  case_passes nvcc_exits_are_seen exits_are_seen
  case_passes b67_cpp_beside_cuda cxx_compiles "$here/nvcc/host_systems.cpp"
  if thrust_compiles_in_cpp; then
    case_passes b67_nvcc_cpp nvcc_compiles "$here/nvcc/host_systems.cpp"
  else
    record skip b67_nvcc_cpp "the Thrust of this nvcc does not compile in a .cpp under nvcc itself"
  fi
fi
finish
