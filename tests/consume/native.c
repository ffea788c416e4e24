/* A program for cuboid's own interface: integrates exp(-x - y) over the first quadrant. */
#include <cuboid.h>
#include <math.h>
#include <stdio.h>

static int integrand(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata) {
  (void)ndim;
  (void)ncomp;
  (void)userdata;
  f[0] = exp(-x[0] - x[1]);
  return 0;
}

int main(void) {
  const double lower[] = {0, 0}, upper[] = {INFINITY, INFINITY};
  cuboid_integrand *handle;
  cuboid_options *options;
  cuboid_result *result;
  int status = cuboid_integrand_create(&handle, 2, 1, integrand, NULL);
  if (status == CUBOID_CONVERGED) status = cuboid_options_create(&options);
  if (status == CUBOID_CONVERGED) status = cuboid_options_set_real(options, "epsrel", 1e-6);
  if (status == CUBOID_CONVERGED) status = cuboid_integrate(handle, lower, upper, options, &result);
  if (status != CUBOID_CONVERGED) {
    printf("%s: %s\n", cuboid_status_text(status), cuboid_last_error());
    return 1;
  }
  const double value = cuboid_result_value(result)[0];
  printf("%.12f, exact 1\n", value);
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(handle);
  return !(fabs(value - 1) <= 1e-6);
}
