/* Prints the results of integrations in hexadecimal.  The integrands use nothing but + - * / and
 * sqrt, which are the same everywhere: so must the results be.  With the argument "library" it
 * prints functions of the C library instead, which need not be. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cuboid.h"

/* A peak on a ridge, and a component that grows slowly. */
static int integrand(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata) {
  double square = 0, product = 1;
  (void)ncomp, (void)userdata;
  for (int d = 0; d < *ndim; ++d) {
    square += (x[d] - 0.3) * (x[d] - 0.3);
    product *= 1 / (0.01 + (x[d] - 0.7) * (x[d] - 0.7));
  }
  f[0] = 1 / (0.001 + square) + 1e-4 * product;
  f[1] = sqrt(1 + 10 * square);
  return 0;
}

static void set(cuboid_options *options, const char *name, double value) {
  if (cuboid_options_set_real(options, name, value) != 0)
    cuboid_options_set_integer(options, name, (int64_t)value);
}

/* option: "" or one that is set to the value. */
static void print(const char *method, int ndim, int64_t seed, const char *option, double value) {
  const double lower[] = {0, 0, 0, -1, 0}, upper[] = {1, 1, 1, 2, 2};
  cuboid_integrand *function = NULL;
  cuboid_options *options = NULL;
  cuboid_result *result = NULL;
  cuboid_integrand_create(&function, ndim, 2, integrand, NULL);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method);
  cuboid_options_set_text(options, "workers", "serial");
  cuboid_options_set_integer(options, "seed", seed);
  cuboid_options_set_integer(options, "maxeval", 60000);
  cuboid_options_set_real(options, "epsrel", 1e-7);
  if (*option != '\0') set(options, option, value);
  const int status = cuboid_integrate(function, lower, upper, options, &result);
  printf("%s %d %s %d %lld %lld", method, ndim, option, status,
         (long long)cuboid_result_neval(result), (long long)cuboid_result_nregions(result));
  for (int c = 0; c < 2; ++c)
    printf(" %a %a %a", cuboid_result_value(result)[c], cuboid_result_error(result)[c],
           cuboid_result_prob(result)[c]);
  printf("\n");
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(function);
}

static void print_library(void) {
  for (int i = 1; i < 20000; ++i) {
    const double x = i * 0x1.123456789abcp-12;
    printf("%a %a %a\n", log(x), exp(x), pow(x, 1.5));
  }
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "library") == 0) {
    print_library();
    return 0;
  }
  for (int ndim = 2; ndim <= 5; ++ndim) {
    print("vegas", ndim, 0, "", 0);
    print("vegas", ndim, 1, "smooth", 0);
    print("suave", ndim, 0, "", 0);
    print("suave", ndim, 1, "flatness", 7.3);
    print("suave", ndim, 1, "flatness", 2000);
    print("divonne", ndim, 0, "", 0);
    print("divonne", ndim, 1, "key1", -100);
    print("cuhre", ndim, 0, "", 0);
    print("pagani", ndim, 0, "", 0);
    print("vegas_plus", ndim, 1, "", 0);
    print("vegas_plus", ndim, 1, "beta", 0.4);
    print("m_cubes", ndim, 1, "", 0);
  }
  /* Many iterations: other formulas for the probability. */
  print("vegas", 2, 1, "nstart", 20);
  print("vegas", 2, 1, "nincrease", 0);
  return 0;
}
