#!/bin/bash
# symbols.sh NM OBJECT...: the objects of one source for several instruction sets share no function or
# variable.  Of those that all of them define the linker keeps one, perhaps with instructions that the
# processor does not have.
set -euo pipefail
nm=$1
shift
status=0
for object in "$@"; do
  # W, V, u: defined in several objects, of which one is kept.
  if "$nm" -C "$object" | grep -E ' [WVu] '; then
    echo "$object defines what other objects may define as well"
    status=1
  fi
done
exit $status
