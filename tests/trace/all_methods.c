/* Integrates with each method, and prints all records. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cuboid.h"

static int two_peaks(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata) {
  (void)userdata;
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.3) * (x[d] - 0.3);
  for (int c = 0; c < *ncomp; ++c) f[c] = 1 / (1e-2 + square) / (1 + square * c);
  return 0;
}

static void print(const char *line, void *user) {
  (void)user;
  puts(line);
}

static int integrate(const cuboid_integrand *integrand, const char *method) {
  /* An axis whose limits fall, and one without limits. */
  const double lower[] = {1, -INFINITY, 0};
  const double upper[] = {0, INFINITY, 2};
  cuboid_options *options = NULL;
  int status = cuboid_options_create(&options);
  if (status == 0) status = cuboid_options_set_text(options, "method", method);
  if (status == 0) status = cuboid_options_set_real(options, "epsrel", 1e-7);
  if (status == 0) status = cuboid_options_set_integer(options, "maxeval", 60000);
  if (status == 0) status = cuboid_options_set_integer(options, "trace_regions", 40);
  if (status == 0) status = cuboid_options_set_integer(options, "trace_samples", 20);
  if (status == 0) status = cuboid_options_set_trace(options, NULL, print, NULL);
  if (status == 0) status = cuboid_integrate(integrand, lower, upper, options, NULL);
  cuboid_options_free(options);
  return status < 0;
}

int main(void) {
  cuboid_integrand *integrand = NULL;
  int failures = cuboid_integrand_create(&integrand, 3, 2, two_peaks, NULL) != 0;
  for (int i = 0; i < cuboid_methods_count(); ++i)
    if (cuboid_methods_max_ndim(i, 0) >= 3)
      failures += integrate(integrand, cuboid_methods_name(i));
  cuboid_integrand_free(integrand);
  return failures;
}
