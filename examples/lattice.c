/* Many digits of a smooth integrand that is no product: lattices with random shifts.
 *
 *   cc lattice.c -lcuboid -lm -o lattice && ./lattice
 */
#include <math.h>
#include <stdio.h>

#include "cuboid.h"

enum { NDIM = 8 };

/* 1 / (1 + sum x / 2)^(NDIM + 1) */
static int corner(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 1;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) sum += x[d] / 2;
  f[0] = pow(sum, -(*ndim + 1));
  return 0;
}

/* The sum over the corners with k coordinates 1 of (-1)^k / (1 + k / 2), over (1 / 2)^NDIM NDIM!.
 */
static double true_value(void) {
  double sum = 0, choose = 1, factor = 1;
  for (int k = 0; k <= NDIM; ++k) {
    sum += (k % 2 == 0 ? 1 : -1) * choose / (1 + k / 2.0);
    choose *= (double)(NDIM - k) / (k + 1);
  }
  for (int d = 1; d <= NDIM; ++d) factor *= d / 2.0;
  return sum / factor;
}

int main(void) {
  cuboid_integrand *integrand = NULL;
  cuboid_options *options = NULL;
  cuboid_result *result = NULL;
  double value, error;
  int status, right;

  cuboid_integrand_create(&integrand, NDIM, 1, corner, NULL);
  cuboid_integrand_set_thread_safe(integrand, 1);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "lattice");
  cuboid_options_set_integer(options, "seed", 1);
  cuboid_options_set_integer(options, "maxeval", 20000000);
  cuboid_options_set_real(options, "epsrel", 1e-6);
  status = cuboid_integrate(integrand, NULL, NULL, options, &result);
  value = *cuboid_result_value(result);
  error = *cuboid_result_error(result);
  printf("%.10e +- %.1e, true value %.10e; %lld evaluations\n%s\n", value, error, true_value(),
         (long long)cuboid_result_neval(result), cuboid_result_message(result));
  right = status == CUBOID_CONVERGED && fabs(value - true_value()) <= 5 * error;

  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return right ? 0 : 1;
}
