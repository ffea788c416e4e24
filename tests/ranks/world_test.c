/* A program for Cuba that knows nothing of MPI: started with CUBOID_MPI=world in a job, its ranks
 * work together.  Ends with status 0 if the points were shared out among them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cuba.h"

static long calls;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int integrand(const int *ndim, const double x[], const int *ncomp, double f[], void *user) {
  const double end = seconds() + 1e-4;
  (void)ndim, (void)ncomp, (void)user;
  f[0] = exp(-x[0] - x[1]);
  while (seconds() < end) continue;
  ++calls;
  return 0;
}

/* The number of ranks, as mpirun tells it. */
static int ranks(void) {
  const char *number = getenv("OMPI_COMM_WORLD_SIZE");
  if (number == NULL) number = getenv("PMI_SIZE");
  return number != NULL ? atoi(number) : 1;
}

int main(void) {
  int neval = 0, fail = -1;
  double value = 0, error = 0, prob = 0;
  Vegas(2, 1, integrand, NULL, 1, 1e-9, 1e-12, 0, 0, 0, 5000, 1000, 500, 1000, 0, NULL, NULL,
        &neval, &fail, &value, &error, &prob);
  /* Who waits takes over points of who is late, but not the first quarter of a range: that is an
   * eighth of a batch with two ranks.  The points that tell what one takes are evaluated by all. */
  const int shared = ranks() == 1 || (double)calls < 0.9 * neval + 100;
  if (fail == 1 && fabs(value - 0.399576) < 1e-3 && shared) return 0;
  fprintf(stderr, "fail %d, value %g, %d evaluations, %ld of them here\n", fail, value, neval,
          calls);
  return 1;
}
