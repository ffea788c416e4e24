/* instructions NAME NDIM NCOMP NVEC MAXEVAL [KEY]: one integration of (c + 1) x_0, for a program
 * that counts instructions.  NAME: of a routine of Cuba's (Cuhre), or of a method (cuhre), to which
 * 1 / (1 + x_0 + x_1 ...) is given, since many end early with what is linear.  KEY: of Cuhre; key1
 * of Divonne, 0: 47. */
#include <stdlib.h>
#include <string.h>

#include "cuboid.h"

static int one_component(const int *ndim, const double x[], const int *ncomp, double f[],
                         void *userdata, const long long int *nvec) {
  (void)ncomp;
  (void)userdata;
  for (long long int i = 0; i < *nvec; ++i) f[i] = x[i * *ndim];
  return 0;
}

static int multiples(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata, const long long int *nvec) {
  (void)userdata;
  for (long long int i = 0; i < *nvec; ++i)
    for (int c = 0; c < *ncomp; ++c) f[i * *ncomp + c] = (c + 1) * x[i * *ndim];
  return 0;
}

static int inverse(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata,
                   const long long int *nvec) {
  (void)userdata;
  for (long long int i = 0; i < *nvec; ++i) {
    double sum = 1;
    for (int d = 0; d < *ndim; ++d) sum += x[i * *ndim + d];
    for (int c = 0; c < *ncomp; ++c) f[i * *ncomp + c] = (c + 1) / sum;
  }
  return 0;
}

/* With one thread and the default seed. */
static int call_method(const char *name, int ndim, int ncomp, long long int nvec,
                       long long int maxeval) {
  const cuboid_function function = (cuboid_function)(void (*)(void))inverse;
  cuboid_integrand *integrand;
  cuboid_options *options;
  if (cuboid_integrand_create(&integrand, ndim, ncomp, function, NULL) != 0 ||
      cuboid_options_create(&options) != 0 || cuboid_options_set_text(options, "method", name) != 0)
    return 2;
  cuboid_options_set_integer(options, "threads", 1);
  cuboid_options_set_integer(options, "nvec", nvec);
  cuboid_options_set_integer(options, "maxeval", maxeval);
  cuboid_options_set_real(options, "epsrel", 1e-15);
  const int status = cuboid_integrate(integrand, NULL, NULL, options, NULL);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return status < 0;
}

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  const int ndim = atoi(argv[2]), ncomp = atoi(argv[3]);
  const long long int nvec = atoll(argv[4]), maxeval = atoll(argv[5]);
  const int key = argc > 6 ? atoi(argv[6]) : 0;
  cuboid_cores(0, 0);
  if (argv[1][0] >= 'a') return call_method(argv[1], ndim, ncomp, nvec, maxeval);
  double *values = malloc(3 * sizeof(double) * (size_t)ncomp);
  double *integral = values, *error = values + ncomp, *prob = values + 2 * ncomp;
  long long int neval;
  int nregions, fail;
  const cuboid_function function =
      (cuboid_function)(void (*)(void))(ncomp == 1 ? one_component : multiples);
  if (strcmp(argv[1], "Vegas") == 0)
    cuboid_llVegas(ndim, ncomp, function, NULL, nvec, 0, 1e-300, 0, 0, 0, maxeval, 100000, 0, 1000,
                   0, NULL, NULL, &neval, &fail, integral, error, prob);
  else if (strcmp(argv[1], "Suave") == 0)
    cuboid_llSuave(ndim, ncomp, function, NULL, nvec, 0, 1e-300, 0, 0, 0, maxeval, 10000, 2, 25,
                   NULL, NULL, &nregions, &neval, &fail, integral, error, prob);
  else if (strcmp(argv[1], "Divonne") == 0)
    cuboid_llDivonne(ndim, ncomp, function, NULL, nvec, 0, 1e-300, 0, 0, 0, maxeval,
                     key == 0 ? 47 : key, key < 0 ? -1 : 1, 1, 5, 0, 10, 0.25, 0, ndim, NULL, 0,
                     NULL, NULL, NULL, &nregions, &neval, &fail, integral, error, prob);
  else
    cuboid_llCuhre(ndim, ncomp, function, NULL, nvec, 0, 1e-300, 0, 0, maxeval, key, NULL, NULL,
                   &nregions, &neval, &fail, integral, error, prob);
  free(values);
  return fail < 0;
}
