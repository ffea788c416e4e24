#!/bin/bash
# symbols.sh shared|versions|archive|header|needs FILE LIST...: fails unless the global names of FILE are just
# those of the lists.  symbols.sh without FILE PRESENT ABSENT: of two internal names, the first alone is there.  Environment: LISTS, the folder of the lists; NM.
set -euo pipefail
export LC_ALL=C

kind=$1 file=$2
shift 2

expected() { (cd "$LISTS" && cat "$@") | sort; }

# Code only: no data, and so no state of the library, is for others.
functions() { awk '$2 == "T" { print $3 }' | sort; }

same() { diff --label "expected" --label "found" -u - "$1"; }

found=$(mktemp)
trap 'rm -f "$found"' EXIT

case $kind in
shared)
  # A name and its version are one word, name@@version; the versions themselves are absolute symbols.
  $NM -D --defined-only "$file" | awk '$2 != "A" { sub(/@.*/, "", $NF); print $NF }' | sort > "$found"
  expected "$@" | same "$found"
  $NM -D --defined-only "$file" | sed 's/@.*//' | functions > "$found"
  expected "$@" | same "$found"
  ;;
versions)
  # Every name of libcuboid.so carries a version, so that later ones can stand beside it.
  if $NM -D --defined-only "$file" | awk '$2 != "A"' | grep -v '@@CUBOID_'; then
    echo "a symbol has no version"
    exit 1
  fi
  ;;
archive)
  # Two names are the C++ ABI's; cmake/CuboidSelfContained.cmake says why.
  $NM --extern-only --defined-only "$file" | awk 'NF == 3 { print $3 }' | sort > "$found"
  { expected "$@"; echo __cxa_get_globals; echo __cxa_get_globals_fast; } | sort | same "$found"
  if $NM --undefined-only "$file" | awk '$1 == "U" && $2 ~ /^_Z/' | grep .; then
    echo "the archive needs the C++ standard library"
    exit 1
  fi
  ;;
header)
  grep -oE '\bcuboid_[A-Za-z0-9_]+\(' "$file" | tr -d '(' | sort -u > "$found"
  expected "$@" | same "$found"
  ;;
without)
  $NM --defined-only "$file" > "$found"
  grep -q "$1" "$found" || { echo "there is no $1 to be seen"; exit 1; }
  if grep "$2" "$found"; then
    echo "$2 is part of the library"
    exit 1
  fi
  ;;
needs)
  # Nothing beyond the base system: drivers and toolkits are opened when first needed.
  readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' > "$found"
  if grep -vE '^(libcuboid\.so\.[0-9]+|libstdc\+\+\.so\.6|libm\.so\.6|libgcc_s\.so\.1|libc\.so\.6|ld-linux-x86-64\.so\.2)$' "$found"; then
    echo "the library needs more than the base system has"
    exit 1
  fi
  ;;
esac
