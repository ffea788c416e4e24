/* The time of Cuba's routines with a 10 us integrand on the ranks of an MPI job, and on each of
 * them alone at the same time: how much faster an integration is with all of them.
 *
 *   CUBACORES=0 mpirun -n 2 build/release/tests/bench/ranks_openmpi
 * "points": evaluations by those of the rank that had most, which the load of the machine hardly
 * changes. */
#include <mpi.h>
#include <stdio.h>

#include "cuboid.h"
#include "ranks_times.h"

int main(int argc, char **argv) {
  MPI_Comm comm = MPI_COMM_WORLD;
  long work[2] = {0, 0};
  int rank, size, which, cheap;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (rank == 0) work[0] = calibrate();
  MPI_Bcast(work, 1, MPI_LONG, 0, comm);
  for (cheap = 0; cheap < 2; ++cheap)
    for (which = 0; which < 4; ++which) {
      double alone, together;
      long most = 0;
      int neval;
      cuboid_use_communicator(NULL, 0);
      MPI_Barrier(comm);
      alone = time_of(which, 1, &work[cheap], &neval);
      cuboid_use_communicator(&comm, sizeof comm);
      MPI_Barrier(comm);
      points = 0;
      together = time_of(which, 1, &work[cheap], &neval);
      MPI_Reduce(&points, &most, 1, MPI_LONG, MPI_MAX, 0, comm);
      if (rank == 0)
        printf(
            "%-8s %s %6d evaluations: each alone %8.4f s, %d ranks %8.4f s, ratio %.2f, points "
            "%.2f\n",
            names[which], cheap ? "cheap" : "10 us", neval, alone, size, together, alone / together,
            (double)neval / (double)most);
      fflush(stdout);
    }
  cuboid_use_communicator(NULL, 0);
  MPI_Finalize();
  return 0;
}
