/* Thirteen integrands such as people have, with nothing but the function and its limits given: the
 * library takes the method and the options as they are by default.  One line for each: whether the
 * result converged, whether its true error is within the default epsrel, evaluations, milliseconds
 * of the processor, and the method.  Every truth is a closed form, beside its function. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cuboid.h"

static const double pi = 3.14159265358979323846;

/* 1 - exp(-1) for each axis */
static int decay(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = exp(-sum);
  return 0;
}

/* peak_on_axis() for each axis: of width 0.1 around 0.4. */
static int peak(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) sum += (x[d] - 0.4) * (x[d] - 0.4);
  f[0] = exp(-50 * sum);
  return 0;
}
static double peak_on_axis(void) {
  return sqrt(pi / 50) / 2 * (erf(0.6 * sqrt(50.)) + erf(0.4 * sqrt(50.)));
}

/* A resonance on each axis: 2 atan(0.5 / 0.05) / 0.05 each. */
static int resonance(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata) {
  (void)ncomp, (void)userdata;
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] /= 0.0025 + (x[d] - 0.5) * (x[d] - 0.5);
  return 0;
}

/* 1 / (ndim + 1)! */
static int corner(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 1;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = pow(sum, -(*ndim + 1));
  return 0;
}

/* cos(3 n / 2) (sin(3/2) / (3/2))^n */
static int wave(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = cos(3 * sum);
  return 0;
}

/* (1 - exp(-4 0.4)) / 4 + (1 - exp(-4 0.6)) / 4 for each axis */
static int kinks(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) sum += fabs(x[d] - 0.4);
  f[0] = exp(-4 * sum);
  return 0;
}

/* (exp(0.3) - 1) (exp(0.6) - 1) (exp(1) - 1)^(n - 2) */
static int cut(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = x[0] < 0.3 && x[1] < 0.6 ? exp(sum) : 0;
  return 0;
}

/* 4 pi / 3 0.4^3 */
static int ball(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double square = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.5) * (x[d] - 0.5);
  f[0] = square < 0.16;
  return 0;
}

/* 2 for each axis: infinite on three faces. */
static int root(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  (void)ncomp, (void)userdata;
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] /= sqrt(x[d]);
  return 0;
}

/* sqrt(pi) for each axis, from -infinity to infinity. */
static int bell(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) sum += x[d] * x[d];
  f[0] = exp(-sum);
  return 0;
}

/* n / 3 + n (n - 1) / 4 */
static int square_of_sum(const int *ndim, const double x[], const int *ncomp, double f[],
                         void *userdata) {
  double sum = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = sum * sum;
  return 0;
}

/* Three whole arches of 0.2 each, and the beginning of a fourth. */
static int arches(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  (void)ndim, (void)ncomp, (void)userdata;
  f[0] = fabs(sin(10 * x[0]));
  return 0;
}

/* A narrow ridge along the diagonal: sqrt(pi / a) erf(sqrt(a)) - (1 - exp(-a)) / a. */
static int ridge(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  (void)ndim, (void)ncomp, (void)userdata;
  f[0] = exp(-1000 * (x[0] - x[1]) * (x[0] - x[1]));
  return 0;
}

static void fail(void) {
  fprintf(stderr, "typical: %s\n", cuboid_last_error());
  exit(1);
}

/* One line; returns whether it converged and is right. */
static int try(const char *name, int ndim, cuboid_function function, double truth, int infinite) {
  cuboid_integrand *integrand;
  cuboid_options *options;
  cuboid_result *result = NULL;
  double lower[32], upper[32], tolerance;
  for (int d = 0; d < ndim; ++d) {
    lower[d] = infinite ? -INFINITY : 0;
    upper[d] = infinite ? INFINITY : 1;
  }
  if (cuboid_integrand_create(&integrand, ndim, 1, function, NULL) < 0 ||
      cuboid_options_create(&options) < 0)
    fail();
  if (cuboid_options_get_real(options, "epsrel", &tolerance) < 0) fail();
  const clock_t begin = clock();
  const int status = cuboid_integrate(integrand, lower, upper, options, &result);
  const double milliseconds = 1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC;
  if (result == NULL) fail();
  const double error = fabs(cuboid_result_value(result)[0] / truth - 1);
  const int right = error <= tolerance;
  printf("%-32s %2d axes: %s, %s, %8lld evaluations, %6.2f ms, %s\n", name, ndim,
         status == CUBOID_CONVERGED ? "converged" : "not converged", right ? "right" : "wrong",
         (long long)cuboid_result_neval(result), milliseconds, cuboid_result_method(result));
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return status == CUBOID_CONVERGED && right;
}

int main(void) {
  const double last_arch = (1 - cos(10 - 3 * pi)) / 10;
  int good = 0;
  good += try("decay", 3, decay, pow(1 - exp(-1), 3), 0);
  good += try("peak of width 0.1", 4, peak, pow(peak_on_axis(), 4), 0);
  good += try("product of resonances", 6, resonance, pow(2 * atan(10) / 0.05, 6), 0);
  good += try("peak in a corner", 5, corner, 1. / 720, 0);
  good += try("wave", 5, wave, cos(7.5) * pow(sin(1.5) / 1.5, 5), 0);
  good += try("kinks on every axis", 6, kinks, pow((2 - exp(-1.6) - exp(-2.4)) / 4, 6), 0);
  good += try("jumps along two axes", 4, cut,
              (exp(0.3) - 1) * (exp(0.6) - 1) * (exp(1) - 1) * (exp(1) - 1), 0);
  good += try("ball", 3, ball, 4 * pi / 3 * 0.064, 0);
  good += try("infinite on three faces", 3, root, 8, 0);
  good += try("from -infinity to infinity", 3, bell, pow(pi, 1.5), 1);
  good += try("square of a sum", 20, square_of_sum, 20 / 3. + 20 * 19 / 4., 0);
  good += try("arches", 1, arches, 0.6 + last_arch, 0);
  good += try("ridge along the diagonal", 2, ridge,
              sqrt(pi / 1000) * erf(sqrt(1000.)) - (1 - exp(-1000.)) / 1000, 0);
  printf("converged and right: %d of 13\n", good);
  return 0;
}
