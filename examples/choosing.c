/* No method is named: the library looks at each integrand, takes what gets there first, and says
 * why.
 *
 *   cc choosing.c -lcuboid -lm -o choosing && ./choosing
 */
#include <math.h>
#include <stdio.h>

#include "cuboid.h"

/* exp(-sum x): (1 - 1/e)^ndim. */
static int smooth(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) sum += x[d];
  f[0] = exp(-sum);
  return 0;
}

/* The product of 1 + |x_d - 0.4|, which has a kink on each axis: 1.26^ndim. */
static int kinks(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  (void)ncomp, (void)userdata;
  f[0] = 1;
  for (int d = 0; d < *ndim; ++d) f[0] *= 1 + fabs(x[d] - 0.4);
  return 0;
}

/* An eighth of a ball: pi/6. */
static int ball(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double square = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) square += x[d] * x[d];
  f[0] = square < 1;
  return 0;
}

static int wrong(const char *what, int ndim, cuboid_function f, double truth) {
  cuboid_integrand *integrand = NULL;
  cuboid_result *result = NULL;
  int status;
  double error;
  cuboid_integrand_create(&integrand, ndim, 1, f, NULL);
  status = cuboid_integrate(integrand, NULL, NULL, NULL, &result);
  error = fabs(cuboid_result_value(result)[0] - truth);
  printf("%s: %.6f +- %.1e, true error %.1e, with %s\n  %s\n  %s\n", what,
         cuboid_result_value(result)[0], cuboid_result_error(result)[0], error,
         cuboid_result_method(result), cuboid_result_message(result),
         cuboid_result_reasons(result));
  cuboid_result_free(result);
  cuboid_integrand_free(integrand);
  return status != CUBOID_CONVERGED || !(error < 3e-3 * truth);
}

int main(void) {
  return wrong("smooth, 3 dimensions", 3, smooth, pow(1 - exp(-1), 3)) +
         wrong("kinks, 8 dimensions", 8, kinks, pow(1.26, 8)) +
         wrong("a jump, 3 dimensions", 3, ball, 0.52359877559829887308);
}
