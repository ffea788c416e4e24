#!/bin/bash
# privileges_test.sh PROGRAM: a program that has more rights than its caller must not see the caller's
# variables.  77: nobody here can give a program such rights.
set -euo pipefail
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export CUBAVERBOSE=1

cp "$program" "$folder/plain"
cp "$program" "$folder/raised"
own=$(id -g)
for group in $(id -G) 65534; do
  [ "$group" != "$own" ] && chgrp "$group" "$folder/raised" 2> /dev/null && break
done
chmod g+s "$folder/raised"
[ "$(stat -c %g "$folder/raised")" != "$own" ] && [ -g "$folder/raised" ] || exit 77
findmnt -n -o OPTIONS -T "$folder" 2> /dev/null | grep -qw nosuid && exit 77

[[ $("$folder/plain") == *'env CUBAVERBOSE = 1'* ]]
printed=$("$folder/raised")
[ -z "$printed" ] || { printf 'the variable was seen:\n%s\n' "$printed"; exit 1; }
