/* A mean under a density of which the logarithm is known, but for a factor: the evidence, too small
 * for a double, and the ratio of two integrals that share their samples.
 *
 *   cc expectation.c -lcuboid -lm -o expectation && ./expectation
 */
#include <math.h>
#include <stdio.h>

#include "cuboid.h"

enum { NDIM = 4 };
static const double height = -5000, width = 0.7;

/* The logarithm of a likelihood, a Gaussian about 0, and of x[0]^2 times that. */
static int log_likelihood(const int *ndim, const double x[], const int *ncomp, double f[],
                          void *userdata) {
  double square = 0;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) square += x[d] * x[d];
  f[0] = height - square / (2 * width * width);
  f[1] = f[0] + log(x[0] * x[0]);
  return 0;
}

int main(void) {
  const double pi = 3.14159265358979323846;
  const double lower[NDIM] = {-8, -8, -8, -8}, upper[NDIM] = {8, 8, 8, 8};
  const double evidence = height + NDIM / 2.0 * log(2 * pi * width * width);
  const double *value, *error, *covariance;
  double mean, its_error, apart;
  cuboid_integrand *integrand = NULL;
  cuboid_options *options = NULL;
  cuboid_result *result = NULL;
  int status, right;

  cuboid_integrand_create(&integrand, NDIM, 2, log_likelihood, NULL);
  cuboid_integrand_set_thread_safe(integrand, 1);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "vegas_plus");
  cuboid_options_set_integer(options, "log", 1);
  cuboid_options_set_integer(options, "seed", 1);
  cuboid_options_set_real(options, "epsrel", 1e-3);
  status = cuboid_integrate(integrand, lower, upper, options, &result);
  value = cuboid_result_value(result);
  error = cuboid_result_error(result);
  covariance = cuboid_result_covariance(result);
  if (status != CUBOID_CONVERGED || covariance == NULL) {
    printf("%s\n", cuboid_result_message(result));
    return 1;
  }
  /* Of a difference of logarithms, whose errors are those of the ratio, relative to it. */
  mean = exp(value[1] - value[0]);
  its_error = mean * sqrt(covariance[0] + covariance[2] - 2 * covariance[1]);
  apart = mean * hypot(error[0], error[1]);
  printf("log evidence  %.5f +- %.1e, true value %.5f\n", value[0], error[0], evidence);
  printf("<x[0]^2>      %.5f +- %.1e, true value %.5f; %.1e without the covariance\n", mean,
         its_error, width * width, apart);
  right = fabs(value[0] - evidence) < 5 * error[0] && fabs(mean - width * width) < 5 * its_error &&
          its_error < apart;
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return right ? 0 : 1;
}
