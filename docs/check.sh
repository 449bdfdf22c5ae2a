#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The pages are true to the source tree: code in them is that of docs/snippets/, which is compiled and run; what
# they link to and name exists.
#
#   docs/check.sh           says what is wrong, and fails if anything is
#   docs/check.sh --write   copies the snippets into the pages first

set -euo pipefail
export LC_ALL=C

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
mapfile -t pages < <(ls README.md docs/*.md docs/*/*.md)
snippets=docs/snippets
wrong=0

complain()
{
  printf '%s\n' "$1" >&2
  wrong=1
}

# What stands between the two marks `//! [page]`, moved to the left by their indentation.
code_of() # SNIPPET
{
  awk '/^ *\/\/! \[page\]$/ { indent = index($0, "/") - 1; on = !on; next }
    on { print substr($0, 1, indent) ~ /^ *$/ ? substr($0, indent + 1) : $0 }' "$snippets/$1"
}

# The page with each block of code behind `<!-- snippet: NAME -->` as it should be.
with_code() # PAGE
{
  local line name in_old=false
  while IFS= read -r line; do
    if $in_old; then
      [[ $line == '```' ]] && in_old=false
      continue
    fi
    if [[ ${name-} && $line == '```cpp' ]]; then
      in_old=true
      name=
      continue
    fi
    name=
    printf '%s\n' "$line"
    if [[ $line =~ ^'<!-- snippet: '([^ ]+)' -->'$ ]]; then
      name=${BASH_REMATCH[1]}
      printf '```cpp\n%s\n```\n' "$(code_of "$name")"
    fi
  done <"$1"
}

# The names by which a heading of a page can be linked to.
anchors_of() # PAGE
{
  sed -nE '/^```/,/^```/d; s/^#+ +//p' "$1" | tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'
}

for page in "${pages[@]}"; do
  for name in $(sed -n 's/^<!-- snippet: \([^ ]*\) -->$/\1/p' "$page"); do
    [[ $(code_of "$name" 2>/dev/null) ]] || complain "$page: there is no snippet $name"
  done
  if [[ ${1-} == --write ]] && ! diff -q "$page" <(with_code "$page") >/dev/null; then
    new=$(with_code "$page")
    printf '%s\n' "$new" >"$page"
  elif ! diff -u --label "$page" --label "$page, with its snippets" "$page" <(with_code "$page"); then
    complain "$page: its code differs from the snippets'"
  fi

  text=$(sed '/^```/,/^```/d' "$page")

  # [text](path#anchor), relative to the page
  while read -r link; do
    path=${link%%#*}
    target=$page
    if [[ $path ]]; then
      target=$(realpath -m --relative-to=. -- "$(dirname -- "$page")/$path")
      [[ -e $target ]] || { complain "$page: $link leads nowhere" && continue; }
    fi
    if [[ $link == *'#'* ]] && ! anchors_of "$target" | grep -qxF -- "${link#*#}"; then
      complain "$page: $target has no heading for #${link#*#}"
    fi
  done < <(sed 's/`[^`]*`//g' <<<"$text" | grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\(//; s/\)$//' | grep -vE '^https?:' || true)

  # `path` in this tree, and headers
  while read -r path; do
    [[ -e $path ]] || complain "$page: there is no $path"
  done < <(grep -oE '`(docs|examples|testing|include|detail|tools)/[^` ]*' <<<"$text" | tr -d '`' || true)
  while read -r header; do
    [[ -e include/$header ]] || complain "$page: there is no <$header>"
  done < <(grep -oE '<thrum/[a-z_/]+\.h>' "$page" | tr -d '<>' || true)
done

for snippet in "$snippets"/*.cpp; do
  name=${snippet##*/}
  if grep -qF '//! [page]' "$snippet" && ! grep -qF -- "<!-- snippet: $name -->" "${pages[@]}"; then
    complain "$snippet: no page shows it"
  fi
done
exit "$wrong"
