/* A line names a routine, a problem and a request; the answer is a line too.  See gsl_routines.py.
 */
#include <dlfcn.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_monte_miser.h>
#include <gsl/gsl_monte_vegas.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef int integrand(const int *, const double *, const int *, double *, void *);

static integrand *f;

static double many(double *x, size_t size, void *unused) {
  (void)size;
  double values[64];
  return f(NULL, x, NULL, values, unused) ? NAN : values[0];
}

static double one(double x, void *unused) {
  return many(&x, 1, unused);
}

static double now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int line(const char *name, double a, double b, double *breaks, int n, double tol, double *v,
                double *e) {
  static gsl_integration_workspace *room;
  static gsl_integration_cquad_workspace *cquad_room;
  gsl_function g = {one, NULL};
  if (!room)
    room = gsl_integration_workspace_alloc(1000),
    cquad_room = gsl_integration_cquad_workspace_alloc(100);
  if (!strcmp(name, "cquad"))
    return gsl_integration_cquad(&g, a, b, 0, tol, cquad_room, v, e, NULL);
  if (isinf(a) && isinf(b)) return gsl_integration_qagi(&g, 0, tol, 1000, room, v, e);
  if (isinf(a)) return gsl_integration_qagil(&g, b, 0, tol, 1000, room, v, e);
  if (isinf(b)) return gsl_integration_qagiu(&g, a, 0, tol, 1000, room, v, e);
  if (!n) return gsl_integration_qags(&g, a, b, 0, tol, 1000, room, v, e);
  double points[64] = {a};
  memcpy(points + 1, breaks, n * sizeof(double));
  points[n + 1] = b;
  return gsl_integration_qagp(&g, points, n + 2, 0, tol, 1000, room, v, e);
}

static int monte(const char *name, int d, double *lower, double *upper, double tol, double most,
                 double *v, double *e) {
  gsl_monte_function g = {many, d, NULL};
  gsl_rng *rng = gsl_rng_alloc(gsl_rng_default);
  double used = 0;
  int status = 0;
  for (double calls = 10000; used + 1.1 * calls < most && !status; calls *= 8) {
    if (!strcmp(name, "miser")) {
      gsl_monte_miser_state *s = gsl_monte_miser_alloc(d);
      status = gsl_monte_miser_integrate(&g, lower, upper, d, calls, rng, s, v, e);
      gsl_monte_miser_free(s);
      used += calls;
    } else {
      gsl_monte_vegas_state *s = gsl_monte_vegas_alloc(d);
      status = gsl_monte_vegas_integrate(&g, lower, upper, d, calls / 50, rng, s, v, e);
      used += calls / 10;
      do {
        status = gsl_monte_vegas_integrate(&g, lower, upper, d, calls / 5, rng, s, v, e);
        used += calls;
      } while (!status && used + calls < most && fabs(gsl_monte_vegas_chisq(s) - 1) > .5);
      if (fabs(gsl_monte_vegas_chisq(s) - 1) > .5) *e = INFINITY;
      gsl_monte_vegas_free(s);
    }
    if (*e <= tol * fabs(*v)) break;
  }
  gsl_rng_free(rng);
  return status;
}

int main(int argc, char **argv) {
  void *library = dlopen(argc > 1 ? argv[1] : "", RTLD_NOW);
  char name[32], symbol[32];
  int index, d, n;
  double tol, most, seconds, lower[64], upper[64], breaks[62];
  if (!library) return 2;
  void (*start)(double, double) = (void (*)(double, double))dlsym(library, "arena_start");
  void (*counts)(double *) = (void (*)(double *))dlsym(library, "arena_counts");
  gsl_set_error_handler_off();
  while (scanf("%31s %d %d %d %lf %lf %lf", name, &index, &d, &n, &tol, &most, &seconds) == 7) {
    double v = NAN, e = NAN, c[4];
    for (int i = 0; i < d; ++i) scanf("%lf %lf", lower + i, upper + i);
    for (int i = 0; i < n; ++i) scanf("%lf", breaks + i);
    sprintf(symbol, "arena_f%d", index);
    f = (integrand *)dlsym(library, symbol);
    if (!f) return 3;
    start(most, seconds);
    const double wall = now(CLOCK_MONOTONIC), own = now(CLOCK_PROCESS_CPUTIME_ID);
    const int is_line = !strcmp(name, "qags") || !strcmp(name, "cquad");
    const int status = is_line ? line(name, *lower, *upper, breaks, n, tol, &v, &e)
                               : monte(name, d, lower, upper, tol, most, &v, &e);
    const double took = now(CLOCK_PROCESS_CPUTIME_ID) - own,
                 share = took / (now(CLOCK_MONOTONIC) - wall);
    counts(c);
    printf("%.17g %.17g %d %d %.0f %.0f %.9g %.9g\n", v, e, status, !c[1] && e <= tol * fabs(v),
           c[0], c[3], took, c[2] * (share < 1 ? share : 1));
    fflush(stdout);
  }
  return 0;
}
