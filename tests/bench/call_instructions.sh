#!/bin/bash
# call_instructions.sh PROGRAM OLD NEW: instructions of one call, integrand included, by the libraries in two
# folders, and their ratio: the difference of two runs of 10 and 30 calls.  Independent of the load of the machine.
set -euo pipefail
program=$1

count() {
  LD_LIBRARY_PATH=$1 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$2" "$3" 2>&1 |
    awk '/Collected/ { print $4 }'
}

call() {
  echo $((($(count "$1" "$2" 30) - $(count "$1" "$2" 10)) / 20))
}

echo "call              before       after  ratio"
for name in Vegas Suave Divonne Cuhre cuhre pagani vegas suave divonne vegas_plus m_cubes lattice line auto list; do
  before=$(call "$2" $name)
  after=$(call "$3" $name)
  printf '%-12s %11d %11d %6.3f\n' $name "$before" "$after" "$(awk "BEGIN { print $after / $before }")"
done
