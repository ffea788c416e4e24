/* One integral on all ranks of an MPI job: the same program and the same numbers on 1 and on 1000.
 *
 *   mpicc many_machines.c -lcuba -lcuboid -lm -o many_machines && mpirun -n 4 ./many_machines
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

#include "cuba.h"
#include "cuboid.h"

static long points_here;

/* exp(x + y + z): its integral over the unit cube is (e - 1)^3. */
static int integrand(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata) {
  (void)ndim, (void)ncomp, (void)userdata;
  f[0] = exp(x[0] + x[1] + x[2]);
  ++points_here;
  return 0;
}

int main(int argc, char **argv) {
  MPI_Comm comm = MPI_COMM_WORLD;
  const double truth = pow(exp(1.0) - 1, 3);
  double integral, error, prob;
  int rank, neval, fail;

  MPI_Init(&argc, &argv);
  MPI_Comm_rank(comm, &rank);
  if (cuboid_use_communicator(&comm, sizeof comm) != 0) {
    fprintf(stderr, "%s\n", cuboid_last_error());
    MPI_Abort(comm, 1);
  }
  Vegas(3, 1, integrand, NULL, 1, 1e-4, 1e-12, 0, 0, 0, 1000000, 10000, 5000, 10000, 0, NULL, NULL,
        &neval, &fail, &integral, &error, &prob);
  if (rank == 0)
    printf("%.6f +- %.6f, true value %.6f; %d evaluations, %ld of them here\n", integral, error,
           truth, neval, points_here);
  cuboid_use_communicator(NULL, 0);
  MPI_Finalize();
  return fail != 0 || fabs(integral - truth) > 5 * error;
}
