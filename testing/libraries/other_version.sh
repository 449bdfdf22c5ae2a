#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# other_version.sh FOLDER [VERSION]: makes a thrum of another version in FOLDER/include, which brackets sums in another
# way, so that its results tell it from this one.
set -euo pipefail

source_dir=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
include="$1/include"
version=${2-987654321}

replace() # PATTERN REPLACEMENT FILE
{
  grep -q -- "$1" "$include/$3" || { echo "$3 has no $1" >&2 && exit 1; }
  sed -i -- "s/$1/$2/" "$include/$3"
}

rm -rf -- "$include"
mkdir -p -- "$include"
cp -R -- "$source_dir/include/thrum" "$include/"
cp -R -- "$source_dir/detail/thrum/detail" "$include/thrum/"
replace '^#define THRUM_VERSION [0-9]*$' "#define THRUM_VERSION $version" thrum/version.h
replace 'lane_bytes *= 112;' 'lane_bytes = 48;' thrum/detail/core/association_order.h
