/* The time of Cuba's routines with a 10 us integrand on the ranks of an MPI job, and on each of
 * them alone at the same time: how much faster an integration is with all of them.
 *
 *   CUBACORES=0 mpirun -n 2 build/release/tests/bench/ranks_openmpi
 * "points": evaluations by those of the rank that had most, which the load of the machine hardly
 * changes.  "of linear": beside as many processes that only call the integrand.  Each time is the
 * best of some, taken in turns: the first call of a program waits for its pages. */
#include <mpi.h>
#include <stdio.h>

#include "cuboid.h"
#include "ranks_times.h"

enum { repetitions = 3 };

/* The shorter of a time and the longest of all ranks. */
static double shorter(double best, double seconds) {
  double most = 0;
  MPI_Reduce(&seconds, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  return most < best ? most : best;
}

static void measure(int rank, int size, int which, int nvec, int cheap, long *steps) {
  MPI_Comm comm = MPI_COMM_WORLD;
  double alone = 1e9, together = 1e9, bare = 1e9;
  long most = 0;
  int neval, repetition;
  for (repetition = 0; repetition < repetitions; ++repetition) {
    cuboid_use_communicator(NULL, 0);
    MPI_Barrier(comm);
    alone = shorter(alone, time_of(which, nvec, steps, &neval));
    MPI_Barrier(comm);
    bare = shorter(bare, time_of_calls(neval, *steps));
    cuboid_use_communicator(&comm, sizeof comm);
    MPI_Barrier(comm);
    points = 0;
    together = shorter(together, time_of(which, nvec, steps, &neval));
  }
  MPI_Reduce(&points, &most, 1, MPI_LONG, MPI_MAX, 0, comm);
  if (rank != 0) return;
  printf(
      "%-8s %s nvec %4d %6d evaluations: each alone %8.5f s, %d ranks %8.5f s, ratio %.2f, of "
      "linear %.2f, points %.2f\n",
      names[which], cheap ? "cheap" : "10 us", nvec, neval, alone, size, together, alone / together,
      bare / size / together, (double)neval / (double)most);
  fflush(stdout);
}

int main(int argc, char **argv) {
  long work[2] = {0, 0};
  int rank, size, which;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) work[0] = calibrate();
  MPI_Bcast(work, 1, MPI_LONG, 0, MPI_COMM_WORLD);
  for (which = 0; which < 4; ++which) {
    measure(rank, size, which, 1, 0, &work[0]);
    measure(rank, size, which, 1000, 0, &work[0]);
    measure(rank, size, which, 1, 1, &work[1]);
  }
  cuboid_use_communicator(NULL, 0);
  MPI_Finalize();
  return 0;
}
