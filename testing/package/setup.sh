#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What tools/setup.sh does on machines that lack things: made here of a PATH with nothing but basic commands, of
# commands that only write down that they were called, and of a copy of the scripts in a place of its own.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

unset CCCL_ROOT CCCL_DIR CUDA_HOME CUDA_PATH CXX
checkout="$work/a checkout"
bin="$work/bin"
calls="$work/calls"
mkdir -p -- "$checkout" "$bin"
cp -R -- "$source_dir/tools" "$checkout/"
mkdir -p -- "$checkout/testing" "$checkout/examples"
cp -- "$source_dir/testing/run.sh" "$source_dir/testing/cases.txt" "$checkout/testing/"
cp -- "$source_dir/examples/run.sh" "$checkout/examples/"
for tool in awk bash cat chmod cut dirname env grep head id mkdir mktemp mv nproc readlink rm sed sort tr; do
  ln -s -- "$(command -v "$tool")" "$bin/$tool"
done

stub() # NAME LINE...: a command that writes down its call and then does what the lines say
{
  local path="$bin/$1"
  printf '#!%s\necho "%s $*" >>"%s"\n' "$(command -v bash)" "$1" "$calls" >"$path"
  printf '%s\n' "${@:2}" >>"$path"
  chmod +x -- "$path"
}

# The script on the bare machine, from another folder, in another language, with a strict umask.
bare() # SCRIPT ARGUMENT...
{
  (cd / && umask 077 && env -i PATH="$bin" HOME="$work" TMPDIR="$work" LANG=de_DE.UTF-8 \
    THRUM_TOOLKIT= THRUM_GEOIP=/nowhere bash "$checkout/$1" "${@:2}")
}

all_is_named()
{
  bare testing/run.sh --what-is-missing | tee "$work/missing"
  diff "$work/missing" - <<'END'
missing: a C++17 compiler (Debian: g++)
missing: CMake 3.25 or newer (Debian: cmake)
missing: ninja (Debian: ninja-build)
missing: ccache (Debian: ccache)
missing: Python, to fetch a package from PyPI (Debian: python3-venv)
missing: Thrust: CUDA Toolkit 13, else PyPI: nvidia-cuda-cccl
missing: Boost.Test (Debian: libboost-test-dev)
missing: Clang with sanitizers and OpenMP (Debian: clang libomp-dev libclang-rt-dev)
missing: libpng (Debian: libpng-dev)
END
  bare examples/run.sh --what-is-missing | grep -F 'the file in Debian package tor-geoipdb'
  ! bare examples/run.sh --what-is-missing | grep -E 'Boost|Clang' || return 1
  [[ ! -e $checkout/build ]] # it only looked
}

what_is_there_is_not_named()
{
  stub cmake 'echo cmake version 3.25.0'
  stub ninja
  mkdir -p -- "$work/toolkit/targets/any-linux/include/cccl/thrust"
  echo '#define THRUST_VERSION 300001 // and more' >"$work/toolkit/targets/any-linux/include/cccl/thrust/version.h"
  stub nvcc
  mkdir -p -- "$work/toolkit/bin"
  mv -- "$bin/nvcc" "$work/toolkit/bin/nvcc"
  ln -s -- "$work/toolkit/bin/nvcc" "$bin/nvcc" # as on machines where /usr/bin/nvcc is a link
  bare examples/run.sh --what-is-missing | tee "$work/missing"
  if grep -E 'CMake|ninja|Thrust|Python' "$work/missing"; then
    return 1
  fi
  grep -q ccache "$work/missing"
}

too_old_is_named()
{
  stub cmake 'echo cmake version 3.9.1'
  echo '#define THRUST_VERSION 200802' >"$work/toolkit/targets/any-linux/include/cccl/thrust/version.h"
  bare examples/run.sh --what-is-missing | tee "$work/missing"
  grep -q 'CMake 3.25' "$work/missing"
  grep -q 'Thrust' "$work/missing"
}

stops() # SCRIPT MESSAGE
{
  local status=0
  bare "$1" >"$work/output" 2>&1 || status=$?
  cat -- "$work/output"
  ((status != 0))
  grep -qF -- "$2" "$work/output"
}

without_apt_it_stops()
{
  stops testing/run.sh 'No apt-get here. Install what these Debian packages hold, and start again: g++ cmake'
}

# Calls apt-get as root does, or through sudo; then, since the stub brings nothing, names what is still missing.
installs_what_is_missing()
{
  stub apt-get
  # shellcheck disable=SC2016 # the stub expands them
  stub sudo 'while [[ $1 != apt-get && $# != 1 ]]; do shift; done' 'exec "$@"'
  stub python3
  : >"$calls"
  stops examples/run.sh 'Still missing after that: a C++17 compiler; CMake 3.25 or newer; ccache; '
  cat -- "$calls"
  grep -E '^apt-get .* update$' "$calls"
  grep -E '^apt-get .* install -y --no-install-recommends g\+\+ cmake ccache .*libpng-dev$' "$calls"
  if ((EUID == 0)) && grep '^sudo' "$calls"; then
    return 1
  fi
}

without_root_it_stops()
{
  stub apt-get
  stub sudo 'exit 1'
  stops testing/run.sh 'Neither root nor sudo without a password. Run this and start again: apt-get install g++'
}

case_passes setup_all_is_named all_is_named
case_passes setup_what_is_there_is_not_named what_is_there_is_not_named
case_passes setup_too_old_is_named too_old_is_named
case_passes setup_without_apt_it_stops without_apt_it_stops
case_passes setup_installs_what_is_missing installs_what_is_missing
if ((EUID != 0)); then
  case_passes setup_without_root_it_stops without_root_it_stops
elif command -v setpriv >/dev/null; then
  chmod -R a+rwX -- "$work"
  bash_as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  bare()
  {
    (cd / && "${bash_as_nobody[@]}" env -i PATH="$bin" HOME="$work" TMPDIR="$work" \
      THRUM_TOOLKIT= THRUM_GEOIP=/nowhere bash "$checkout/$1" "${@:2}")
  }
  case_passes setup_without_root_it_stops without_root_it_stops
else
  record skip setup_without_root_it_stops "this is root, and there is no setpriv to be another"
fi
finish
