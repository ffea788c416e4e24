#!/bin/bash
# divonne_cpu.sh PROGRAM LIBRARY...: instructions for each evaluation of Divonne, integrand included, beyond
# what a call costs once, by divonne_cpu: the difference of two runs over that of their evaluations.
# A LIBRARY exports Divonne as Cuba does: libcuba.so, or one that holds Cuba.  Independent of the load of
# the machine.
set -euo pipefail
program=$1
shift

# Instructions and evaluations of a run.
run() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 |
    awk '/^[0-9]+$/ { neval = $1 } /Collected/ { print $4, neval }'
}

printf 'ncomp   integrand'
for library in "$@"; do printf '  %20s' "${library##*/}"; done
echo
for ncomp in 1 2 4 8 11; do
  printf '%5d' "$ncomp"
  for library in - "$@"; do
    few=$(run "$library" "$ncomp" 100000)
    many=$(run "$library" "$ncomp" 400000)
    # shellcheck disable=SC2086
    printf '  %*.0f' "$([[ $library == - ]] && echo 10 || echo 20)" \
      "$(awk -v few="$few" -v many="$many" \
        'BEGIN { split(few, a); split(many, b); print (b[1] - a[1]) / (b[2] - a[2]) }')"
  done
  echo
done
