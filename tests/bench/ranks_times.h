/* Cuba's routines with a 10 us integrand, and the integrand alone.
 *
 * The integrand works for a fixed number of steps, so that a processor which others use as well
 * does not flatter a ratio. */
#include <math.h>
#include <time.h>

#include "cuba.h"

enum { ndim = 8 };
static const char *const names[] = {"Vegas", "Suave", "Divonne", "Cuhre"};

static long points;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int integrand(const int *n, const double x[], const int *m, double f[], void *userdata,
                     const int *npoints) {
  const long steps = *(const long *)userdata;
  int i;
  (void)m;
  for (i = 0; i < *npoints; ++i, x += *n) {
    double square = 0, wasted = 1;
    long step;
    int d;
    for (d = 0; d < *n; ++d) square += (x[d] - 0.5) * (x[d] - 0.5);
    for (step = 0; step < steps; ++step) wasted = wasted * 0.999 + square;
    f[i] = exp(-2 * square) + 1e-300 * wasted;
  }
  points += *npoints;
  return 0;
}

/* So that it is called, and not left out since nobody needs its value. */
static int (*volatile called)(const int *, const double *, const int *, double *, void *,
                              const int *) = integrand;

/* Seconds of so many calls for one point each. */
static double time_of_calls(long count, long steps) {
  const int dimension = ndim, one = 1;
  const double x[ndim] = {0};
  const double begin = seconds();
  double f;
  for (; count > 0; --count) called(&dimension, x, &one, &f, &steps, &one);
  return seconds() - begin;
}

/* Steps that take 10 us. */
static long calibrate(void) {
  const long steps = 10000;
  double best = 1e9;
  int i;
  for (i = 0; i < 200; ++i) {
    const double taken = time_of_calls(1, steps);
    if (taken < best) best = taken;
  }
  return (long)((double)steps * 1e-5 / best);
}

static double time_of(int which, int nvec, long *steps, int *neval) {
  /* Cuba hands over the number of points behind the arguments that the type has. */
  const integrand_t function = (integrand_t)(void (*)(void))called;
  int fail, nregions;
  double value, error, prob;
  const double begin = seconds();
  if (which == 0)
    Vegas(ndim, 1, function, steps, nvec, 1e-9, 1e-12, 0, 0, 0, 20000, 1000, 500, 1000, 0, NULL,
          NULL, neval, &fail, &value, &error, &prob);
  else if (which == 1)
    Suave(ndim, 1, function, steps, nvec, 1e-9, 1e-12, 0, 0, 0, 20000, 1000, 2, 25, NULL, NULL,
          &nregions, neval, &fail, &value, &error, &prob);
  else if (which == 2)
    Divonne(ndim, 1, function, steps, nvec, 1e-5, 1e-12, 0, 0, 0, 20000, 47, 1, 1, 5, 0, 10, 0.25,
            0, ndim, NULL, 0, NULL, NULL, NULL, &nregions, neval, &fail, &value, &error, &prob);
  else
    Cuhre(ndim, 1, function, steps, nvec, 1e-12, 1e-12, 0, 0, 20000, 0, NULL, NULL, &nregions,
          neval, &fail, &value, &error, &prob);
  return seconds() - begin;
}
