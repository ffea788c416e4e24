/* Many integrals in one call on the host, beside the bare integrand at the same evaluations on as
 * many threads, beside as many independent processes with a share of the integrals each, and beside
 * a loop of Cuhre on one core, as a program written for Cuba has it.  All in turns; after each of
 * five turns, the best so far.
 *   many_host [threads]   1 by default */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cuba.h"
#include "cuboid.h"

enum { max_ndim = 3, npoints = 1024 };

typedef struct {
  double sharpness;
  double centre[max_ndim];
} peak;

/* Integrals first to first + count - 1 of a list. */
typedef struct {
  int ndim;
  int first, count;
  peak *peaks;
  int64_t *neval;
  double *points; /* [npoints][ndim] */
  pthread_barrier_t *begin;
} share;

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

/* As many evaluations of each integrand as its integral took, through a pointer, at points that lie
 * in the first-level cache. */
static void *evaluate_bare(void *argument) {
  const share *s = argument;
  cuboid_function volatile function = gaussian;
  const cuboid_function call = function;
  const int ncomp = 1;
  double f[npoints];
  pthread_barrier_wait(s->begin);
  for (int i = s->first; i < s->first + s->count; ++i)
    for (int64_t n = 0; n < s->neval[i]; ++n)
      call(&s->ndim, s->points + (n % npoints) * s->ndim, &ncomp, f + n % npoints, s->peaks + i);
  return NULL;
}

static double bare_seconds(share *shares, int threads) {
  pthread_t thread[threads];
  for (int t = 0; t < threads; ++t) pthread_create(&thread[t], NULL, evaluate_bare, &shares[t]);
  pthread_barrier_wait(shares[0].begin);
  const double began = seconds();
  for (int t = 0; t < threads; ++t) pthread_join(thread[t], NULL);
  return seconds() - began;
}

/* Seconds of one call; neval, values: NULL, or where the evaluations and the values go. */
static double many_seconds(const share *s, int threads, int64_t *neval, double *values) {
  cuboid_integrand *integrand;
  cuboid_options *options;
  cuboid_many *many = NULL;
  cuboid_integrand_create(&integrand, s->ndim, 1, gaussian, NULL);
  cuboid_integrand_set_thread_safe(integrand, threads > 1);
  cuboid_options_create(&options);
  cuboid_options_set_real(options, "epsrel", 1e-6);
  cuboid_options_set_integer(options, "cores", threads);
  if (s->begin != NULL && threads == 1) pthread_barrier_wait(s->begin);
  const double began = seconds();
  cuboid_integrate_many(integrand, s->count, NULL, NULL, 0, s->peaks + s->first, sizeof(peak),
                        options, &many);
  const double time = seconds() - began;
  for (int i = 0; neval != NULL && i < s->count; ++i) {
    neval[i] = cuboid_many_neval(many)[i];
    values[i] = cuboid_many_value(many)[i];
  }
  cuboid_many_free(many);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return time;
}

/* From the begin of all to the end of the last. */
static double processes_seconds(const share *shares, int processes) {
  for (int p = 0; p < processes; ++p)
    if (fork() == 0) {
      many_seconds(&shares[p], 1, NULL, NULL);
      _exit(0);
    }
  pthread_barrier_wait(shares[0].begin);
  const double began = seconds();
  for (int p = 0; p < processes; ++p) wait(NULL);
  return seconds() - began;
}

/* Without workers of its own, which for functions of ten nanoseconds it would not fork.  wrong: of
 * how many the value is off by more than 1e-6. */
static double cuhre_seconds(const share *s, const double truth[], int64_t *evaluations,
                            int *wrong) {
  *evaluations = *wrong = 0;
  const double began = seconds();
  for (int i = 0; i < s->count; ++i) {
    int nregions, neval, fail;
    double value, error, prob;
    Cuhre(s->ndim, 1, (integrand_t)gaussian, s->peaks + i, 1, 1e-6, 0, 0, 0, 100000000, 0, NULL,
          NULL, &nregions, &neval, &fail, &value, &error, &prob);
    *evaluations += neval;
    *wrong += !(fabs(value - truth[i]) <= 1e-6 * truth[i]);
  }
  return seconds() - began;
}

/* The integral over the unit cube. */
static double gaussian_integral(const peak *p, int ndim) {
  const double root = sqrt(p->sharpness);
  double product = 1;
  for (int d = 0; d < ndim; ++d)
    product *=
        sqrt(acos(-1)) / (2 * root) * (erf(root * (1 - p->centre[d])) + erf(root * p->centre[d]));
  return product;
}

static void run(int ndim, int count, int threads, pthread_barrier_t *begin) {
  peak *peaks = malloc((size_t)count * sizeof *peaks);
  int64_t *neval = malloc((size_t)count * sizeof *neval);
  double *points = malloc((size_t)(npoints * ndim) * sizeof *points);
  double *truth = malloc((size_t)count * sizeof *truth);
  double *values = malloc((size_t)count * sizeof *values);
  share *shares = malloc((size_t)threads * sizeof *shares);
  for (int i = 0; i < count; ++i) {
    peaks[i].sharpness = 5 + 20 * uniform();
    for (int d = 0; d < max_ndim; ++d) peaks[i].centre[d] = uniform();
    truth[i] = gaussian_integral(&peaks[i], ndim);
  }
  for (int i = 0; i < npoints * ndim; ++i) points[i] = uniform();
  for (int t = 0; t < threads; ++t) {
    const int first = (int)((int64_t)count * t / threads);
    const int end = (int)((int64_t)count * (t + 1) / threads);
    shares[t] = (share){ndim, first, end - first, peaks, neval, points, begin};
  }
  const share all = {ndim, 0, count, peaks, neval, points, NULL};
  double best = INFINITY, bare = INFINITY, processes = INFINITY, cuhre = INFINITY;
  int64_t evaluations_of_cuhre;
  int wrong_of_cuhre;
  for (int turn = 0; turn < 5; ++turn) {
    best = fmin(best, many_seconds(&all, threads, neval, values));
    bare = fmin(bare, bare_seconds(shares, threads));
    processes = fmin(processes, processes_seconds(shares, threads));
    cuhre = fmin(cuhre, cuhre_seconds(&all, truth, &evaluations_of_cuhre, &wrong_of_cuhre));
    int64_t evaluations = 0;
    int wrong = 0;
    for (int i = 0; i < count; ++i) {
      evaluations += neval[i];
      wrong += !(fabs(values[i] - truth[i]) <= 1e-6 * truth[i]);
    }
    printf(
        "%d-D to 1e-6 on %2d threads: %8.0f integrals/s, %5.1f ns an evaluation on a thread, "
        "%3.0f %% of bare, %3.0f %% of %d processes\n",
        ndim, threads, count / best, 1e9 * best * threads / (double)evaluations, 100 * bare / best,
        100 * processes / best, threads);
    printf(
        "  %lld evaluations of each, %d wrong; a loop of Cuhre on one core: %8.0f integrals/s, "
        "%lld "
        "evaluations of each, %d wrong\n",
        (long long)(evaluations / count), wrong, count / cuhre,
        (long long)(evaluations_of_cuhre / count), wrong_of_cuhre);
    fflush(stdout);
  }
  free(shares);
  free(values);
  free(truth);
  free(points);
  free(neval);
  free(peaks);
}

int main(int argc, char **argv) {
  const int threads = argc > 1 ? atoi(argv[1]) : 1;
  pthread_barrier_t *const begin =
      mmap(NULL, sizeof *begin, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (threads < 1 || begin == MAP_FAILED) return 1;
  cubacores(0, 0);
  pthread_barrierattr_t shared;
  pthread_barrierattr_init(&shared);
  pthread_barrierattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
  pthread_barrier_init(begin, &shared, (unsigned)threads + 1);
  run(2, 5000 * threads, threads, begin);
  run(3, 500 * threads, threads, begin);
  return 0;
}
