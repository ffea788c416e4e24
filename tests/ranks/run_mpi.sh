#!/bin/sh
# run_mpi.sh FLAVOUR MPIRUN NUMBER PROGRAM...: starts a job of so many ranks, more than there are
# processors if need be.
set -eu
flavour=$1 mpirun=$2 number=$3
shift 3
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
case $flavour in
  openmpi) exec "$mpirun" --oversubscribe --bind-to none -n "$number" "$@" ;;
  *) exec "$mpirun" -n "$number" "$@" ;;
esac
