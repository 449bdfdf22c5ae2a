#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every way in which a project can take thrum up, each in folders whose names hold a space; and what a project
# is told where it cannot.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

unset CCCL_ROOT CCCL_DIR CUDACXX
place="$work/a place"
prefix="$place/prefix"
mkdir -p -- "$place"

configure() # SOURCE BUILD ARGUMENT...
{
  local source=$1 build=$2
  shift 2
  "$THRUM_CMAKE" -S "$source" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$THRUM_CXX" \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@"
}

consumer_works() # KIND ARGUMENT...
{
  local build="$place/$1"
  configure "$here/$1" "$build" "${@:2}"
  "$THRUM_CMAKE" --build "$build"
  "$build/consumer"
}

# What reaches a consumer is include paths, the choice of the system, and OpenMP's flag.
exports_no_flags() # KIND
{
  local word
  local -a words
  read -ra words < <(sed -n 's|.*"command": "[^ ]* \(.*\) -o .*|\1|p' "$place/$1/compile_commands.json" \
    | sed 's|\\"[^"]*\\"||g')
  for word in "${words[@]}"; do
    case $word in
      -I* | -isystem | /* | -DTHRUST_HOST_SYSTEM=* | -DTHRUST_DEVICE_SYSTEM=* | "$THRUM_OPENMP" | -std=gnu++17) ;;
      *) echo "a consumer is given $word" && return 1 ;;
    esac
  done
  ((${#words[@]} >= 5)) || { echo "too few words to be true: ${words[*]}" && return 1; }
}

cuda_is_not_enabled() # KIND
{
  ! grep -E '^CMAKE_CUDA_COMPILER' "$place/$1/CMakeCache.txt"
}

installs()
{
  configure "$source_dir" "$place/build" "${cccl[@]}"
  "$THRUM_CMAKE" --install "$place/build" --prefix "$prefix"
  # One tree: the public headers and the others are all there, and nothing else is under include/.
  diff <(cd -- "$prefix/include" && find . -type f | sort) \
    <(cd -- "$source_dir" && { (cd include && find . -type f) && (cd detail && find ./thrum -type f); } | sort)
  test -f "$prefix/share/doc/thrum/LICENSE"
}

two_include_roots()
{
  cxx "${roots[@]}" -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_OMP "$here/main.cpp" -o "$place/two roots"
  "$place/two roots"
}

installed_include_root()
{
  cxx -I"$prefix/include" -isystem "$THRUM_CCCL" -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_OMP \
    "$here/main.cpp" -o "$place/one root"
  "$place/one root"
}

# Each layout in which CCCL comes, made of links to the one that is here.
wheel="$place/wheel/nvidia/cu13"
mkdir -p -- "$wheel/include" "$wheel/cccl/lib/cmake/cccl" "$place/old/include/thrust" "$place/plain"
ln -s -- "$THRUM_CCCL" "$wheel/include/cccl"
ln -s -- "$THRUM_CCCL" "$place/plain/include"
echo 'message(FATAL_ERROR "these look for their headers where they are not")' \
  | tee "$wheel/cccl/lib/cmake/cccl/cccl-config.cmake" >"$wheel/cccl/lib/cmake/cccl/cccl-config-version.cmake"
printf '#define THRUST_VERSION 200802 // and more\n' >"$place/old/include/thrust/version.h"
cccl=("-DCCCL_ROOT=$wheel")

takes_cccl() # ARGUMENT...: of cmake, or VARIABLE=VALUE for its environment
{
  local build="$place/takes"
  rm -rf -- "$build"
  env "${@:2}" "$THRUM_CMAKE" -S "$here/find_package" -B "$build" -G Ninja -DCMAKE_CXX_COMPILER="$THRUM_CXX" \
    -DCMAKE_PREFIX_PATH="$prefix" ${1:+"$1"}
  grep -F "THRUM_CCCL_INCLUDE_DIR:PATH=$place" "$build/CMakeCache.txt"
}

takes_cccl_from_everywhere()
{
  takes_cccl "-DCCCL_ROOT=$wheel"
  takes_cccl "-DCCCL_ROOT=$place/plain"
  takes_cccl "-DCCCL_ROOT=$wheel/include/cccl"
  takes_cccl "-DCCCL_DIR=$wheel/cccl/lib/cmake/cccl"
  takes_cccl "-DCMAKE_PREFIX_PATH=$prefix;$wheel"
  takes_cccl '' "CCCL_ROOT=$wheel"
  takes_cccl '' "CCCL_DIR=$wheel/cccl/lib/cmake/cccl"
}

# A project that finds thrum and sets up Thrust in some way of its own.
project_with() # LINE...
{
  mkdir -p -- "$place/own"
  cat >"$place/own/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(consumer LANGUAGES CXX)
$(printf '%s\n' "$@")
find_package(thrum REQUIRED)
add_executable(consumer "$here/main.cpp")
target_link_libraries(consumer PRIVATE thrum::openmp \${more})
END
  rm -rf -- "$place/own build"
  configure "$place/own" "$place/own build" -DCMAKE_PREFIX_PATH="$prefix"
}

# The Thrust that a project has already, or that a CCCL checkout's package gives, is the one that thrum uses.
takes_the_projects_thrust()
{
  local targets="add_library(Thrust::Thrust INTERFACE IMPORTED GLOBAL)
target_include_directories(Thrust::Thrust INTERFACE \"$place/plain/include\")"
  project_with "$targets"
  grep -F "$place/plain/include" "$place/own build/compile_commands.json"

  mkdir -p -- "$place/checkout/lib/cmake/cccl"
  printf '%s\n' "$targets" >"$place/checkout/lib/cmake/cccl/cccl-config.cmake"
  printf 'set(PACKAGE_VERSION 3.1)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n' \
    >"$place/checkout/lib/cmake/cccl/cccl-config-version.cmake"
  project_with "set(CCCL_ROOT \"$place/checkout\")"
  grep -F "$place/plain/include" "$place/own build/compile_commands.json"
}

# A program has one device system.
refuses_two_systems()
{
  if project_with 'set(more thrum::cuda)' "set(CCCL_ROOT \"$wheel\")" >"$work/refusal" 2>&1; then
    return 1
  fi
  cat -- "$work/refusal"
  grep -F 'INTERFACE_THRUST_DEVICE' "$work/refusal"
}

refuses() # MESSAGE KIND ARGUMENT...
{
  local message=$1 kind=$2
  shift 2
  rm -rf -- "$place/refused"
  if configure "$here/$kind" "$place/refused" "$@" >"$work/refusal" 2>&1; then
    cat -- "$work/refusal"
    return 1
  fi
  cat -- "$work/refusal"
  tr -s ' \n' ' ' <"$work/refusal" | grep -F -- "$message" # CMake breaks lines where it likes
}

missing_cccl_is_named()
{
  refuses "thrum needs Thrust from CCCL 3.0 or newer and found none. Install CUDA Toolkit 13.0 or newer" \
    find_package -DCMAKE_PREFIX_PATH="$prefix" -DCCCL_ROOT="$place/nowhere"
  refuses "thrum needs Thrust from CCCL 3.0 or newer and found none. Install CUDA Toolkit 13.0 or newer" \
    add_subdirectory -DTHRUM_SOURCE="$source_dir" -DCCCL_ROOT="$place/nowhere"
}

old_cccl_is_named()
{
  refuses "found none; $place/old/include/thrust/version.h is of Thrust 2.8" \
    find_package -DCMAKE_PREFIX_PATH="$prefix" -DCCCL_ROOT="$place/old"
}

other_version_is_refused()
{
  sed 's|thrum 0.1|thrum 0.2|' "$here/find_package/CMakeLists.txt" >"$place/plain/CMakeLists.txt"
  if configure "$place/plain" "$place/refused 0.2" -DCMAKE_PREFIX_PATH="$prefix" >"$work/refusal" 2>&1; then
    return 1
  fi
  cat -- "$work/refusal"
  grep -F 'thrum-config.cmake, version: 0.1' "$work/refusal"
}

case_passes package_installs installs
case_passes package_find_package consumer_works find_package -DCMAKE_PREFIX_PATH="$prefix" "${cccl[@]}"
case_passes package_add_subdirectory consumer_works add_subdirectory -DTHRUM_SOURCE="$source_dir" "${cccl[@]}"
case_passes package_fetch_content consumer_works fetch_content -DTHRUM_SOURCE="$source_dir" "${cccl[@]}"
case_passes package_two_include_roots two_include_roots
case_passes package_installed_include_root installed_include_root
case_passes package_exports_no_flags exports_no_flags find_package
case_passes package_subdirectory_exports_no_flags exports_no_flags add_subdirectory
case_passes package_enables_no_cuda cuda_is_not_enabled add_subdirectory
case_passes package_takes_cccl_from_everywhere takes_cccl_from_everywhere
case_passes package_takes_the_projects_thrust takes_the_projects_thrust
if [[ ${THRUM_NVCC-} ]]; then
  case_passes package_refuses_two_systems refuses_two_systems
else
  record skip package_refuses_two_systems "no nvcc was found, so thrum::cuda does not exist"
fi
case_passes package_missing_cccl_is_named missing_cccl_is_named
case_passes package_old_cccl_is_named old_cccl_is_named
case_passes package_other_version_is_refused other_version_is_refused
finish
