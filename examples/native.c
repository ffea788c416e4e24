/* The native interface in one page: two components, one axis without bounds.
 *
 *   cc native.c -lcuboid -lm -o native && ./native
 */
#include <math.h>
#include <stdio.h>

#include "cuboid.h"

/* exp(-x^2) {y^2, x^2 y} over all x and 0 < y < 1: sqrt(pi)/3 and sqrt(pi)/4. */
static int gaussian(const int *ndim, const double x[], const int *ncomp, double f[],
                    void *userdata) {
  (void)ndim, (void)ncomp, (void)userdata;
  f[0] = exp(-x[0] * x[0]) * x[1] * x[1];
  f[1] = exp(-x[0] * x[0]) * x[0] * x[0] * x[1];
  return 0;
}

int main(void) {
  const double lower[] = {-INFINITY, 0}, upper[] = {INFINITY, 1};
  const double truth[] = {0.59081795030183867577, 0.44311346272637900682};
  cuboid_integrand *integrand = NULL;
  cuboid_options *options = NULL;
  cuboid_result *result = NULL;
  int status, wrong = 0;

  cuboid_integrand_create(&integrand, 2, 2, gaussian, NULL);
  cuboid_options_create(&options);
  cuboid_options_set_real(options, "epsrel", 1e-8);
  status = cuboid_integrate(integrand, lower, upper, options, &result);
  if (status != CUBOID_CONVERGED) fprintf(stderr, "%s\n", cuboid_last_error());
  for (int i = 0; i < cuboid_result_ncomp(result); ++i) {
    const double value = cuboid_result_value(result)[i], error = cuboid_result_error(result)[i];
    printf("component %d: %.12f +- %.1e, true value %.12f\n", i, value, error, truth[i]);
    wrong += !(fabs(value - truth[i]) <= 1e-8 * truth[i]);
  }
  printf("%s, %lld evaluations\n", cuboid_result_method(result),
         (long long)cuboid_result_neval(result));

  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return status != CUBOID_CONVERGED || wrong != 0;
}
