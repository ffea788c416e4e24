/* Many integrals in one call on the host, beside the bare integrand at the same number of
 * evaluations.
 *   many_host [threads]   1 by default */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cuboid.h"

enum { most_ndim = 3 };

typedef struct {
  double sharpness;
  double centre[most_ndim];
} peak;

static int gaussian(const int *ndim, const double x[], const int *ncomp, double f[],
                    void *userdata) {
  const peak *p = userdata;
  double square = 0;
  (void)ncomp;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - p->centre[d]) * (x[d] - p->centre[d]);
  f[0] = exp(-p->sharpness * square);
  return 0;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double uniform(void) {
  return (double)rand() / RAND_MAX;
}

/* Seconds for so many evaluations of the integrand alone, through a pointer. */
static double bare_seconds(int ndim, int64_t evaluations, peak *p) {
  cuboid_function volatile function = gaussian;
  const int ncomp = 1;
  double x[most_ndim] = {0.3, 0.4, 0.5}, sum = 0;
  const double began = seconds();
  for (int64_t i = 0; i < evaluations; ++i) {
    double f;
    x[0] = (double)(i & 1023) / 1024;
    function(&ndim, x, &ncomp, &f, p);
    sum += f;
  }
  return sum < 0 ? 0 : seconds() - began;
}

static void run(int ndim, int count, int threads) {
  peak *peaks = malloc((size_t)count * sizeof *peaks);
  for (int i = 0; i < count; ++i) {
    peaks[i].sharpness = 5 + 20 * uniform();
    for (int d = 0; d < most_ndim; ++d) peaks[i].centre[d] = uniform();
  }
  cuboid_integrand *integrand;
  cuboid_options *options;
  cuboid_integrand_create(&integrand, ndim, 1, gaussian, NULL);
  cuboid_integrand_set_thread_safe(integrand, threads > 1);
  cuboid_options_create(&options);
  cuboid_options_set_real(options, "epsrel", 1e-6);
  cuboid_options_set_integer(options, "cores", threads);
  double best = INFINITY, bare = INFINITY;
  int64_t evaluations = 0;
  for (int repeat = 0; repeat < 5; ++repeat) {
    cuboid_many *many = NULL;
    const double began = seconds();
    cuboid_integrate_many(integrand, count, NULL, NULL, 0, peaks, sizeof *peaks, options, &many);
    best = fmin(best, seconds() - began);
    evaluations = 0;
    for (int i = 0; i < count; ++i) evaluations += cuboid_many_neval(many)[i];
    bare = fmin(bare, bare_seconds(ndim, evaluations, peaks) / threads);
    cuboid_many_free(many);
  }
  printf("%d-D to 1e-6 on %d threads: %.0f integrals/s, %.1f ns an evaluation, %.0f %% of bare\n",
         ndim, threads, count / best, 1e9 * best * threads / (double)evaluations,
         100 * bare / best);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  free(peaks);
}

int main(int argc, char **argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 1;
  run(2, 20000, threads);
  run(3, 2000, threads);
  return 0;
}
