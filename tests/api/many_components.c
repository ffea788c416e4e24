/* As many components as an int counts, with little memory: the reason names them. */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "cuboid.h"

static int zero(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  (void)ndim, (void)x, (void)ncomp, (void)userdata;
  f[0] = 0;
  return 0;
}

static int names_ncomp(const char *caller, int status) {
  const int right = status == CUBOID_OUT_OF_MEMORY &&
                    strstr(cuboid_last_error(), "ncomp = 2147483647 needs at least") != NULL;
  if (!right) printf("%s: %d, %s\n", caller, status, cuboid_last_error());
  return right;
}

int main(void) {
  const struct rlimit little = {(rlim_t)1 << 32, (rlim_t)1 << 32};
  setrlimit(RLIMIT_AS, &little);
  int right = 1;
  const char *const methods[] = {"cuhre", "vegas", "auto"};
  for (int i = 0; i < 3; ++i) {
    cuboid_integrand *integrand;
    cuboid_options *options;
    cuboid_integrand_create(&integrand, 2, INT_MAX, zero, NULL);
    cuboid_options_create(&options);
    cuboid_options_set_text(options, "method", methods[i]);
    right &= names_ncomp(methods[i], cuboid_integrate(integrand, NULL, NULL, options, NULL));
    cuboid_options_free(options);
    cuboid_integrand_free(integrand);
  }
  return !right;
}
