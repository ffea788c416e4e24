#!/bin/bash
# instructions.sh PROGRAM: instructions for each evaluation beyond what a call costs once, that is the
# difference of two runs of 100000 and 400000 evaluations.  Independent of the load of the machine.
# The last column is the count of the reference, Cuba 4.2.2 by gcc 12.2 -O3 -ffast-math, of its routines (Vegas);
# methods (vegas) have another integrand, whose 7 to 19 instructions are in the figures as well.
set -euo pipefail
program=$1

count() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 |
    awk '/Collected/ { print $4 }'
}

echo "name       ndim ncomp nvec  key instructions/evaluation  reference"
while read -r routine ndim ncomp nvec key reference; do
  few=$(count "$routine" "$ndim" "$ncomp" "$nvec" 100000 "$key")
  many=$(count "$routine" "$ndim" "$ncomp" "$nvec" 400000 "$key")
  printf '%-10s %4d %5d %4d %4d %23.1f  %9s\n' "$routine" "$ndim" "$ncomp" "$nvec" "$key" \
    "$(awk "BEGIN { print ($many - $few) / 300000 }")" "$reference"
done << TABLE
Vegas 2 1 1000 0 182
Vegas 4 1 1000 0 -
Vegas 8 1 1000 0 459
Vegas 10 1 1000 0 -
Vegas 8 1 1 0 512
Vegas 4 16 1000 0 -
Suave 2 1 1000 0 -
Suave 4 1 1000 0 1043
Suave 4 1 1 0 -
Suave 8 1 1000 0 -
Suave 4 8 1000 0 -
Divonne 4 1 1000 0 -
Divonne 8 1 1000 0 -
Divonne 8 1 1 0 -
Divonne 4 1 1000 -100 -
Cuhre 4 1 1000 0 150
Cuhre 8 1 1000 0 163
Cuhre 10 1 1000 0 -
Cuhre 8 1 1 0 211
vegas 2 1 1000 0 -
vegas 10 1 1000 0 -
suave 2 1 1000 0 -
suave 10 1 1000 0 -
divonne 2 1 1000 0 -
divonne 10 1 1000 0 -
vegas_plus 2 1 1000 0 -
vegas_plus 10 1 1000 0 -
m_cubes 2 1 1000 0 -
m_cubes 10 1 1000 0 -
lattice 2 1 1000 0 -
lattice 10 1 1000 0 -
cuhre 10 1 1000 0 -
pagani 10 1 1000 0 -
TABLE
