# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# shellcheck shell=bash disable=SC2034 # what it sets is used by the scripts that source it
#
# Sourced by testing/run.sh and examples/run.sh: finds out what a machine lacks, and brings it. Debian packages
# come by apt-get, as root or through sudo; what only this checkout needs goes below its build/.

set -euo pipefail
export LC_ALL=C
umask 022
unset CDPATH

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
build="$root/build"
# Another checkout of the same sources finds what this one has compiled.
export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
cccl_wheel='nvidia-cuda-cccl==13.0.85' # the oldest CCCL that thrum takes, so that nothing newer is relied on
newer_cccl_wheel='nvidia-cuda-cccl==13.3.5.0.6' # the newest that is tested

say() { printf '\n== %s\n' "$*"; }
die()
{
  printf '\n== %s\n' "$*" >&2
  exit 1
}

# ---- what there is -------------------------------------------------------------------------------------------

compiler()
{
  local name
  for name in "${CXX-}" c++ g++ clang++; do
    if [[ $name ]] && command -v "$name" >/dev/null; then
      echo "$name"
      return
    fi
  done
  return 1
}

compiles() # COMPILER FLAG...: a program from standard input, and links it
{
  local program status=0
  program=$(mktemp)
  "$@" -x c++ - -o "$program" 2>/dev/null || status=$?
  rm -f -- "$program"
  return "$status"
}

has_header()
{
  local cxx
  cxx=$(compiler) && echo "#include <$1>" | "$cxx" -E -x c++ - >/dev/null 2>&1
}

has_compiler()
{
  local cxx
  cxx=$(compiler) && echo '#include <optional>
    int main() { return std::optional<int>(0).value(); }' | compiles "$cxx" -std=c++17
}

has_cmake()
{
  local version
  version=$(cmake --version 2>/dev/null | sed -n '1s/.* //p') && [[ $version ]] \
    && [[ $(printf '%s\n' 3.25 "$version" | sort -V | head -n 1) == 3.25 ]]
}

has_ninja() { command -v ninja >/dev/null; }
has_ccache() { command -v ccache >/dev/null; }
has_boost_test() { has_header boost/test/unit_test.hpp; }
has_png() { has_header png.h; }

has_clang_sanitizers()
{
  command -v clang++ >/dev/null && echo '#include <omp.h>
    int main() { return omp_get_max_threads() < 1; }' | compiles clang++ -fopenmp -fsanitize=thread
}

is_cccl() # FOLDER: whether it is the include folder of a CCCL that is new enough
{
  local version
  version=$(sed -n 's/^#define THRUST_VERSION \([0-9]*\).*/\1/p' "$1/thrust/version.h" 2>/dev/null) \
    && [[ $version ]] && ((version >= 300000))
}

# The include folder of CCCL: of the toolkit that nvcc belongs to, of the places where toolkits are, or the
# one that fetch_cccl has brought.
find_cccl()
{
  local toolkit folder nvcc
  local -a toolkits=("${CUDA_HOME-}" "${CUDA_PATH-}" "${THRUM_TOOLKIT-/usr/local/cuda}")
  if nvcc=$(command -v nvcc); then
    toolkits=("$(dirname -- "$(dirname -- "$(readlink -f -- "$nvcc")")")" "${toolkits[@]}")
  fi
  for toolkit in "${toolkits[@]}"; do
    for folder in "$toolkit"/include/cccl "$toolkit"/targets/*/include/cccl; do
      if [[ $toolkit ]] && is_cccl "$folder"; then
        echo "$folder"
        return
      fi
    done
  done
  for folder in "$build"/cccl/nvidia/*/include/cccl; do
    if is_cccl "$folder"; then
      echo "$folder"
      return
    fi
  done
  return 1
}

# nvcc, of a toolkit that thrum can use. Debian has older ones alone, so none is brought.
find_nvcc()
{
  local nvcc version
  for nvcc in "${CUDACXX-}" "$(command -v nvcc)" "${CUDA_HOME-}/bin/nvcc" "${CUDA_PATH-}/bin/nvcc" \
    "${THRUM_TOOLKIT-/usr/local/cuda}/bin/nvcc"; do
    version=$("$nvcc" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\)\..*/\1/p') || continue
    if ((${version:-0} >= 13)); then
      echo "$nvcc"
      return
    fi
  done
  return 1
}

has_cccl() { [[ ${CCCL_ROOT-} || ${CCCL_DIR-} ]] || find_cccl >/dev/null; }
has_pip() { has_cccl || python3 -m pip --version >/dev/null 2>&1 || python3 -c 'import ensurepip, venv' 2>/dev/null; }

find_geoip()
{
  local file
  for file in "${THRUM_GEOIP-/usr/share/tor/geoip}" "$build/geoip/usr/share/tor/geoip"; do
    if [[ -r $file ]]; then
      echo "$file"
      return
    fi
  done
  return 1
}

has_geoip() { find_geoip >/dev/null; }

# ---- what is needed ------------------------------------------------------------------------------------------

# For whom, how to see that it is there, what brings it, and what it is. `-` in the third place: see fetch_*.
needs=(
  'build      has_compiler          g++                                a C++17 compiler'
  'build      has_cmake             cmake                              CMake 3.25 or newer'
  'build      has_ninja             ninja-build                        ninja'
  'build      has_ccache            ccache                             ccache'
  'build      has_pip               python3-venv                       Python, to fetch a package from PyPI'
  'build      has_cccl              -                                  Thrust: CUDA Toolkit 13, else PyPI: nvidia-cuda-cccl'
  'testing    has_boost_test        libboost-test-dev                  Boost.Test'
  'testing    has_clang_sanitizers  clang,libomp-dev,libclang-rt-dev   Clang with sanitizers and OpenMP'
  'examples   has_png               libpng-dev                         libpng'
  'data       has_geoip             -                                  which address is where: the file in Debian package tor-geoipdb'
)

# missing GROUP...: the lines of `needs` for these groups that are not met.
missing()
{
  local need group check rest
  for need in "${needs[@]}"; do
    read -r group check rest <<<"$need"
    if [[ " $* " == *" $group "* ]] && ! "$check"; then
      printf '%s\n' "$check $rest"
    fi
  done
}

# what_is_missing GROUP...: looks, says what it would bring, and changes nothing.
what_is_missing()
{
  local check packages what found=false
  while read -r check packages what; do
    found=true
    printf 'missing: %s%s\n' "$what" "$([[ $packages == - ]] || echo " (Debian: ${packages//,/ })")"
  done < <(missing "$@")
  $found || echo 'nothing is missing'
}

# ---- bringing it ---------------------------------------------------------------------------------------------

as_root()
{
  if ((EUID == 0)); then
    env DEBIAN_FRONTEND=noninteractive "$@"
  elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
  else
    return 126
  fi
}

apt() { as_root apt-get -o DPkg::Lock::Timeout=600 -qq "$@"; }

install_packages() # PACKAGE...
{
  local status=0
  command -v apt-get >/dev/null || die "No apt-get here. Install what these Debian packages hold, and start again: $*"
  say "Installing Debian packages: $*"
  apt update >"$build/setup.log" 2>&1 || status=$?
  ((status == 126)) \
    && die "Neither root nor sudo without a password. Run this and start again: apt-get install $*"
  apt install -y --no-install-recommends "$@" >>"$build/setup.log" 2>&1 || {
    cat -- "$build/setup.log" >&2
    die "apt-get could not install: $*"
  }
}

# CCCL's headers from PyPI. They are only read, so the package is unpacked rather than installed.
fetch_cccl() { fetch_wheel "$cccl_wheel" "$build/cccl"; }

fetch_wheel() # WHEEL FOLDER
{
  local place python=python3 status=0
  say "Fetching CCCL's headers from PyPI: $1"
  place=$(mktemp -d "$build/cccl.XXXXXX") || return
  if ! python3 -m pip --version >/dev/null 2>&1; then
    python="$place/venv/bin/python"
    python3 -m venv "$place/venv" || return
  fi
  "$python" -m pip download --quiet --no-deps --only-binary :all: --dest "$place" "$1" \
    && python3 -m zipfile -e "$place"/*.whl "$place/cccl" && replace "$place/cccl" "$2" || status=$?
  rm -rf -- "$place"
  return "$status"
}

# A newer CCCL beside the one that all is built with, for the tests that ask for it; they are skipped without.
provide_newer_cccl()
{
  local folder="$build/${newer_cccl_wheel//[^a-z0-9.]/-}"
  [[ -d $folder ]] || fetch_wheel "$newer_cccl_wheel" "$folder" >"$build/setup.log" 2>&1 || return 0
  THRUM_NEWER_CCCL=$(printf '%s\n' "$folder"/nvidia/*/include/cccl)
  export THRUM_NEWER_CCCL
}

# Unpacked, not installed: installed, it would bring Tor's daemon along and start it.
fetch_geoip()
{
  local place status=0
  say 'Fetching Debian package tor-geoipdb, for the file in it'
  command -v apt-get >/dev/null || die 'No apt-get here. Give a file in the format of /usr/share/tor/geoip by --input.'
  place=$(mktemp -d "$build/geoip.XXXXXX") || return
  {
    (cd -- "$place" && { download_geoip || { apt update && download_geoip; }; }) \
      && dpkg-deb -x "$place"/*.deb "$place/geoip" && replace "$place/geoip" "$build/geoip"
  } >"$build/setup.log" 2>&1 || status=$?
  ((status == 0)) || cat -- "$build/setup.log" >&2
  rm -rf -- "$place"
  return "$status"
}

download_geoip() { apt-get -qq download tor-geoipdb; }

replace() # NEW OLD
{
  rm -rf -- "$2" && mv -- "$1" "$2"
}

# setup GROUP...: brings what these groups lack, or names what cannot be had and stops.
setup()
{
  local check packages what
  local -a wanted=() fetches=() more
  mkdir -p -- "$build"
  say "Looking for what is needed: $*"
  what_is_missing "$@"
  while read -r check packages what; do
    if [[ $packages == - ]]; then
      fetches+=("${check/#has_/fetch_}")
    else
      IFS=, read -ra more <<<"$packages"
      wanted+=("${more[@]}")
    fi
  done < <(missing "$@")
  if ((${#wanted[@]} != 0)); then
    install_packages "${wanted[@]}"
    what=$(missing "$@" | while read -r check packages what; do [[ $packages == - ]] || printf '; %s' "$what"; done)
    [[ -z $what ]] || die "Still missing after that: ${what#; }"
  fi
  for check in ${fetches[@]+"${fetches[@]}"}; do
    "$check" || die "That could not be fetched."
  done
  if [[ -z ${CCCL_ROOT-}${CCCL_DIR-} ]]; then
    CCCL_ROOT=$(find_cccl)
    export CCCL_ROOT # which our CMake files read
  fi
  say "Thrust's headers: ${CCCL_ROOT-${CCCL_DIR-}}"
}
