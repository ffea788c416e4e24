/* The time of Cuba's routines with a 10 us integrand on the ranks of an MPI job, and on each of
 * them alone at the same time: how much faster an integration is with all of them.
 *
 *   CUBACORES=0 mpirun -n 2 build/release/tests/bench/ranks_openmpi
 * "points": evaluations by those of the rank that had most, which the load of the machine hardly
 * changes.
 *
 * The integrand works for a fixed number of steps, so that a processor which others use as well
 * does not flatter the ratio. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <time.h>

#include "cuba.h"
#include "cuboid.h"

enum { ndim = 8 };
static const char *const names[] = {"Vegas", "Suave", "Divonne", "Cuhre"};

static long points;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int integrand(const int *n, const double x[], const int *m, double f[], void *userdata) {
  const long steps = *(const long *)userdata;
  double square = 0, wasted = 1;
  long i;
  int d;
  (void)m;
  for (d = 0; d < *n; ++d) square += (x[d] - 0.5) * (x[d] - 0.5);
  for (i = 0; i < steps; ++i) wasted = wasted * 0.999 + square;
  f[0] = exp(-2 * square) + 1e-300 * wasted;
  ++points;
  return 0;
}

/* Steps that take 10 us. */
static long calibrate(void) {
  const int dimension = ndim, components = 1;
  const double x[ndim] = {0};
  /* So that it is called, and not left out since nobody needs its value. */
  int (*volatile called)(const int *, const double *, const int *, double *, void *) = integrand;
  double f, best = 1e9;
  long steps = 10000;
  int i;
  for (i = 0; i < 200; ++i) {
    const double begin = seconds();
    called(&dimension, x, &components, &f, &steps);
    if (seconds() - begin < best) best = seconds() - begin;
  }
  return (long)((double)steps * 1e-5 / best);
}

static double time_of(int which, long *steps, int *neval) {
  int fail, nregions;
  double value, error, prob;
  const double begin = seconds();
  if (which == 0)
    Vegas(ndim, 1, integrand, steps, 1, 1e-9, 1e-12, 0, 0, 0, 20000, 1000, 500, 1000, 0, NULL, NULL,
          neval, &fail, &value, &error, &prob);
  else if (which == 1)
    Suave(ndim, 1, integrand, steps, 1, 1e-9, 1e-12, 0, 0, 0, 20000, 1000, 2, 25, NULL, NULL,
          &nregions, neval, &fail, &value, &error, &prob);
  else if (which == 2)
    Divonne(ndim, 1, integrand, steps, 1, 1e-5, 1e-12, 0, 0, 0, 20000, 47, 1, 1, 5, 0, 10, 0.25, 0,
            ndim, NULL, 0, NULL, NULL, NULL, &nregions, neval, &fail, &value, &error, &prob);
  else
    Cuhre(ndim, 1, integrand, steps, 1, 1e-12, 1e-12, 0, 0, 20000, 0, NULL, NULL, &nregions, neval,
          &fail, &value, &error, &prob);
  return seconds() - begin;
}

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
      alone = time_of(which, &work[cheap], &neval);
      cuboid_use_communicator(&comm, sizeof comm);
      MPI_Barrier(comm);
      points = 0;
      together = time_of(which, &work[cheap], &neval);
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
