#!/usr/bin/env bash
# A run that is killed and started again prints what an uninterrupted run prints, bit for bit.
#
#   resume_test.sh PROGRAM ROUTINE EVALUATIONS...
#
# PROGRAM ROUTINE --state FILE is run to its end once with workers of its own choice and once with
# two; then it is killed after each number of EVALUATIONS in turn, every run resuming the one before,
# and run to its end, with fewer evaluations than the uninterrupted run took.  No run may leave a
# file behind once it has succeeded.
set -u

program=$1
routine=$2
shift 2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
state=$folder/state

fail() {
  echo "FAILED: $*" >&2
  exit 1
}

# complete WHAT ARGUMENTS: runs to the end and prints the output.
complete() {
  local what=$1 output
  shift
  output=$("$program" "$routine" --state "$state" "$@") || fail "$what: exit status $?: $output"
  [ -z "$(ls -A "$folder")" ] || fail "$what left $(ls -A "$folder")"
  printf '%s\n' "$output"
}

expected=$(complete "the uninterrupted run") || exit 1
printf '%s\n\n' "$expected"

two_workers=$(CUBACORES=2 complete "the run with two workers") || exit 1
[ "$two_workers" = "$expected" ] || fail "two workers give other numbers:
$two_workers"

for evaluations in "$@"; do
  # The braces take the shell's own remark on the killed program as well.
  { "$program" "$routine" --state "$state" --crash-after "$evaluations" >/dev/null; } 2>/dev/null
  status=$?
  [ "$status" -eq $((128 + 9)) ] || fail "exit status $status, not that of SIGKILL"
  [ -s "$state" ] || fail "no state file after $evaluations evaluations"
  echo "killed after $evaluations evaluations, state file of $(wc -c <"$state") bytes"
done

# A run that began again at the start would be killed before its end.
neval=$(printf '%s\n' "$expected" | sed -n 's/.* \([0-9]*\) evaluations$/\1/p')
resumed=$(complete "the resumed run" --crash-after $((neval - 1))) || exit 1
[ "$resumed" = "$expected" ] || fail "the resumed run gives other numbers:
$resumed"
echo "the resumed run gives the same numbers"
