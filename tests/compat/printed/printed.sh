#!/bin/bash
# printed.sh EXPECTED PROGRAM ARGUMENTS...: runs the program in an empty directory and compares what it
# prints with the file, byte for byte.  Nothing may come on the standard error.
#
# In the environment: PREPARE, a command that is run there first; WITHOUT_PARAMETERS=1, the block of
# input parameters is not expected.
set -euo pipefail
expected=$(realpath "$1")
program=$(realpath "$2")
shift 2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
mkdir "$directory/run"
cd "$directory/run"
eval "${PREPARE:-}"
status=0
"$program" "$@" > ../printed 2> ../error || status=$?
if [ "${WITHOUT_PARAMETERS:-}" ]; then
  sed '/ input parameters:$/,/^  statefile /d' "$expected" > ../expected
  expected=../expected
fi
diff -u "$expected" ../printed || status=1
if [ -s ../error ]; then
  cat ../error
  status=1
fi
exit $status
