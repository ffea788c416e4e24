#!/bin/bash
# instructions.sh PROGRAM: instructions for each evaluation beyond what a call costs once, that is the
# difference of two runs of 100000 and 400000 evaluations.  Independent of the load of the machine.
# The last column is the count of the reference, Cuba 4.2.2 by gcc 12.2 -O3 -ffast-math.
set -euo pipefail
program=$1

count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 |
    awk '/Collected/ { print $4 }'
}

echo "routine ndim ncomp nvec  key instructions/evaluation  reference"
while read -r routine ndim ncomp nvec key reference; do
  few=$(count "$routine" "$ndim" "$ncomp" "$nvec" 100000 "$key")
  many=$(count "$routine" "$ndim" "$ncomp" "$nvec" 400000 "$key")
  printf '%-7s %4d %5d %4d %4d %23.1f  %9s\n' "$routine" "$ndim" "$ncomp" "$nvec" "$key" \
    "$(awk "BEGIN { print ($many - $few) / 300000 }")" "$reference"
done << TABLE
vegas 2 1 1000 0 182
vegas 4 1 1000 0 -
vegas 8 1 1000 0 459
vegas 10 1 1000 0 -
vegas 8 1 1 0 512
vegas 4 16 1000 0 -
suave 2 1 1000 0 -
suave 4 1 1000 0 1043
suave 4 1 1 0 -
suave 8 1 1000 0 -
suave 4 8 1000 0 -
divonne 4 1 1000 0 -
divonne 8 1 1000 0 -
divonne 8 1 1 0 -
divonne 4 1 1000 -100 -
cuhre 4 1 1000 0 150
cuhre 8 1 1000 0 163
cuhre 10 1 1000 0 -
cuhre 8 1 1 0 211
TABLE
