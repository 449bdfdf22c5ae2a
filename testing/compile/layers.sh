#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The rules that the source text keeps: who may include whom, lengths, and where macros may stand.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

# A layer, and the layers it may include besides itself. `version` is include/thrum/version.h, which stands
# below all; `include` is the rest of include/.
declare -A below=(
  [version]=''
  [config]='version'
  [core]='config'
  [dispatch]='config core'
  [sequential]='config core dispatch'
  [openmp]='config core dispatch sequential'
  [cuda/block]='config core'
  [cuda/tuning]='config core'
  [cuda/tile]='config core cuda/block cuda/tuning'
  [cuda/engine]='config core cuda/block'
  [cuda/thread]='config core'
  [cuda/launch]='config core dispatch cuda/block cuda/tuning cuda/tile cuda/engine'
  [cuda]='config core dispatch sequential cuda/block cuda/tuning cuda/tile cuda/engine cuda/launch cuda/thread'
  [include]='version config core dispatch sequential openmp cuda cuda/block cuda/thread'
)

# layer_of THRUM_PATH, a path as it is written between < and >.
layer_of()
{
  case $1 in
    thrum/version.h) echo version ;;
    thrum/detail/cuda/*/*) p=${1#thrum/detail/} && echo "${p%/*}" ;;
    thrum/detail/*/*) p=${1#thrum/detail/} && echo "${p%%/*}" ;;
    thrum/*) echo include ;;
  esac
}

headers_of() # TREE; prints ROOT PATH
{
  local root
  for root in include detail; do
    (cd -- "$1/$root" && find thrum -type f | LC_ALL=C sort | sed "s|^|$root |")
  done
}

includes_go_down() # TREE
{
  local root path line target from to ok=true
  while read -r root path; do
    from=$(layer_of "$path")
    if [[ ! -v below[$from] ]]; then
      echo "$root/$path: the table of layers has no layer '$from'"
      ok=false
    fi
    while read -r line target; do
      to=$(layer_of "$target")
      if [[ $to != "$from" && " ${below[$from]-} " != *" $to "* ]]; then
        echo "$root/$path:$line: <$target> of layer '$to' is not below layer '$from'"
        ok=false
      fi
    done < <(sed -nE '/^ *# *include *[<"]thrum\//{=;s|^[^<"]*.([^>"]*).*|\1|p}' "$1/$root/$path" | paste - -)
  done < <(headers_of "$1")
  $ok
}

# nothing_matches TREE REGEX MESSAGE [GREP_OPTION...] FOLDER...: prints and refuses every line that matches.
nothing_matches()
{
  local tree=$1 regex=$2 message=$3 status=0
  shift 3
  (cd -- "$tree" && grep -rnE -e "$regex" "$@") || status=$?
  case $status in
    0) echo "^ $message" && return 1 ;;
    1) return 0 ;;
    *) return "$status" ;;
  esac
}

headers_are_short()
{
  local root path lines ok=true
  while read -r root path; do
    lines=$(wc -l <"$1/$root/$path")
    if ((lines > 300)); then
      echo "$root/$path: $lines lines; a header has at most 300"
      ok=false
    fi
  done < <(headers_of "$1")
  $ok
}

headers_open_alike()
{
  local root path ok=true
  while read -r root path; do
    if [[ $(sed -n 1,2p "$1/$root/$path") != $'// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n#pragma once' ]]; then
      echo "$root/$path: does not begin with the licence and #pragma once"
      ok=false
    fi
  done < <(headers_of "$1")
  $ok
}

macros_stand_in_config()
{
  local most=10 count
  count=$(grep -ohE '^ *# *define +THRUM_\w+' "$1/detail/thrum/detail/config/config.h" | awk '{print $NF}' | sort -u | wc -l)
  if ((count > most)); then
    echo "config.h: $count macros; at most $most"
    return 1
  fi
  nothing_matches "$1" '^ *# *define ' 'macros stand in config.h and version.h alone' \
    --exclude=config.h --exclude=version.h include detail/thrum
}

# The headers that a public header includes, itself among them, as far as they are public.
public_closure() # TREE HEADER
{
  local next=$2 seen='' header
  while [[ $next ]]; do
    header=${next%% *}
    next=${next#"$header"}
    next=${next# }
    if [[ " $seen " != *" $header "* ]]; then
      seen+=" $header"
      next+=" $(sed -nE 's|^# *include *<(thrum/[^>]*)>.*|\1|p' "$1/include/$header" | grep -v '^thrum/detail/' | tr '\n' ' ')"
      next=$(xargs <<<"$next")
    fi
  done
  printf '%s\n' "$seen"
}

umbrella_has_all_and_serves_none()
{
  local header seen ok=true
  seen=$(public_closure "$1" thrum/thrum.h)
  for header in $(cd -- "$1/include" && find thrum -name '*.h' | LC_ALL=C sort); do
    if [[ " $seen " != *" $header "* ]]; then
      echo "thrum/thrum.h does not bring <$header>"
      ok=false
    fi
  done
  nothing_matches "$1" '# *include *<thrum/thrum\.h>' 'the library includes what it uses' include detail || ok=false
  if ! grep -rqE '^#include <thrum/thrum\.h>' --include='*.cpp' --include='*.h' "$1/testing"; then
    echo "no test includes thrum/thrum.h"
    ok=false
  fi
  $ok
}

no_relative_include()
{
  nothing_matches "$1" '# *include *[<"]\.\.?/' 'includes are written from an include root' include detail/thrum
}
no_cub()
{
  nothing_matches "$1" '# *include *[<"]cub/|\bcub::' 'thrum stands on Thrust and libcu++, not on CUB' \
    include detail/thrum
}
# It takes long to read: see core/std_functors.h.
functional_in_one_place()
{
  nothing_matches "$1" '# *include *[<"]functional[>"]' 'core/std_functors.h has the functors of <functional>' \
    --exclude=std_functors.h include detail/thrum
}

# All of Thrust that may be used: policies and systems, iterators, pairs and numbers, functors, temporary memory, errors.
# No algorithm is among it, and no header that costs a compilation much: <thrust/execution_policy.h> brings all systems.
thrust_headers='version|pair|functional|system_error'
thrust_headers+='|detail/(config|execution_policy|raw_pointer_cast|temporary_buffer)'
thrust_headers+='|(iterator|type_traits)/[a-z_]+|system/detail/generic/select_system'
thrust_headers+='|system/(cpp|omp|tbb)/detail/execution_policy|system/cuda/(execution_policy|error|detail/util)'
thrust_names=(
  execution_policy seq host any_system_tag device_system_tag detail::{execution_policy_base,execution_policy_marker}
  detail::{derived_cast,strip_const} system::{omp,detail::sequential}::execution_policy
  system::{cpp,omp,tbb}::detail::execution_policy system::detail::generic::select_system
  cuda_cub::{execution_policy,par_nosync_t,execute_on_stream_nosync,stream,must_perform_optional_synchronization}
  iterator_system iterator_traversal random_access_traversal_tag iterator_facade iterator_core_access
  is_contiguous_iterator_v try_unwrap_contiguous_iterator {transform,discard,reverse,permutation,zip}_iterator
  pointer raw_pointer_cast pair
  get_temporary_buffer return_temporary_buffer system_error cuda_category
)
thrust_does_no_work() # TREE
{
  local place name ok=true
  nothing_matches "$1" 'using +namespace +(::)?thrust' 'names of Thrust are written with thrust::' include detail/thrum \
    || ok=false
  while read -r place name; do
    if [[ $name == \<* ]]; then
      grep -qE "^<thrust/($thrust_headers)\.h>$" <<<"$name" && continue
    elif [[ " ${thrust_names[*]} " == *" ${name#thrust::} "* ]]; then
      continue
    fi
    echo "$place: $name is not of what thrum may take from Thrust"
    ok=false
  done < <(cd -- "$1" && find include detail/thrum -type f -exec awk '{
      sub(/\/\/.*/, "")
      while (match($0, /thrust::[A-Za-z_0-9:]+|<thrust\/[^>]*>/)) {
        print FILENAME ":" FNR, substr($0, RSTART, RLENGTH)
        $0 = substr($0, RSTART + RLENGTH)
      }
    }' {} +)
  $ok
}
no_namespace_cuda()
{
  nothing_matches "$1" '\bnamespace +cuda\b' 'a namespace cuda of ours would hide libcu++' include detail/thrum
}

# What cannot be detected has to be said: on the page of each algorithm that may work in place.
overlap_is_documented() # TREE
{
  local page ok=true
  for page in scan scan_by_key reduce_by_key; do
    if ! tr -s ' \n' ' ' <"$1/docs/algorithms/$page.md" | grep -q 'same .*type.*\. No other overlap is allowed'; then
      echo "docs/algorithms/$page.md does not say that nothing but equal beginnings of the same type may overlap"
      ok=false
    fi
  done
  $ok
}

# A rule that sees nothing would pass too, so each is shown a tree that breaks it, and one that does not.
opening=$'// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n#pragma once'
accepts() # RULE PATH LINE: of a tree with a header of this one line
{
  local tree="$work/tree"
  rm -rf -- "$tree"
  mkdir -p -- "$tree/include/thrum" "$tree/detail/thrum/detail/config" "$tree/$(dirname -- "$2")"
  printf '%s\n' "$opening" >"$tree/detail/thrum/detail/config/config.h"
  printf '%s\n' "$opening" "$3" >"$tree/$2"
  "$1" "$tree"
}
breaches_are_seen()
{
  local breaches=(
    'includes_go_down        core/x.h        #include <thrum/detail/openmp/scan.h>'
    'includes_go_down        core/x.h        #include <thrum/detail/dispatch/execution.h> // why'
    'includes_go_down        openmp/x.h      #  include "thrum/scan.h"'
    'includes_go_down        openmp/x.h      #include <thrum/detail/cuda/scan.h>'
    'includes_go_down        cuda/block/x.h  #include <thrum/detail/cuda/tile/scan_tile.h>'
    'includes_go_down        elsewhere/x.h   #include <cstddef>'
    'headers_open_alike      core/x.h        (prepended)'
    'headers_are_short       core/x.h        (lengthened)'
    'macros_stand_in_config  core/x.h        #  define THRUM_OTHER 1'
    'macros_stand_in_config  core/x.h        #define other(x) x'
    'no_relative_include     core/x.h        #include "../config/config.h"'
    'no_relative_include     core/x.h        #include "./y.h"'
    'no_cub                  core/x.h        #include <cub/cub.cuh>'
    'no_cub                  core/x.h        cub::DeviceScan::InclusiveSum();'
    'functional_in_one_place core/x.h        #include <functional>'
    'thrust_does_no_work     core/x.h        #include <thrust/reduce.h>'
    'thrust_does_no_work     core/x.h        int a = b + ::thrust::reduce(p, f, l);'
    'thrust_does_no_work     core/x.h        using thrust::system::detail::sequential::sort;'
    'thrust_does_no_work     core/x.h        using namespace thrust;'
    'no_namespace_cuda       core/x.h        namespace cuda'
  )
  local breach rule path line ok=true
  for breach in "${breaches[@]}"; do
    read -r rule path line <<<"$breach"
    path=detail/thrum/detail/$path
    case $line in
      '(prepended)') opening='#pragma once' ;;
      '(lengthened)') line=$(yes '// one more' | head -n 299 || true) ;;
    esac
    if accepts "$rule" "$path" "$line"; then
      echo "not seen: $breach"
      ok=false
    fi
    opening=$'// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n#pragma once'
    if [[ $rule != includes_go_down ]] && ! accepts "$rule" "$path" '#include <thrum/detail/config/config.h>'; then
      echo "$rule refuses a good header"
      ok=false
    fi
  done
  accepts includes_go_down detail/thrum/detail/openmp/x.h '#include <thrum/detail/sequential/scan.h>'
  accepts includes_go_down detail/thrum/detail/config/x.h '#include <thrum/version.h>'
  accepts includes_go_down include/thrum/scan.h '#include <thrum/detail/openmp/scan.h>'
  $ok
}

case_passes layers_includes_go_down includes_go_down "$source_dir"
case_passes layers_headers_are_short headers_are_short "$source_dir"
case_passes layers_headers_open_alike headers_open_alike "$source_dir"
case_passes layers_macros_stand_in_config macros_stand_in_config "$source_dir"
case_passes layers_no_relative_include no_relative_include "$source_dir"
case_passes layers_no_cub no_cub "$source_dir"
case_passes layers_functional_in_one_place functional_in_one_place "$source_dir"
case_passes layers_thrust_does_no_work thrust_does_no_work "$source_dir"
case_passes layers_no_namespace_cuda no_namespace_cuda "$source_dir"
case_passes layers_umbrella umbrella_has_all_and_serves_none "$source_dir"
case_passes layers_b51_overlap_is_documented overlap_is_documented "$source_dir"
case_passes layers_breaches_are_seen breaches_are_seen
finish
