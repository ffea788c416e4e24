/* instructions vegas|suave|divonne|cuhre NDIM NCOMP NVEC MAXEVAL [KEY]: one integration of
 * (c + 1) x_0, for a program that counts instructions.  KEY: of cuhre; key1 of divonne, 0: 47. */
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

int main(int argc, char **argv) {
  if (argc < 6) return 2;
  const int ndim = atoi(argv[2]), ncomp = atoi(argv[3]);
  const long long int nvec = atoll(argv[4]), maxeval = atoll(argv[5]);
  const int key = argc > 6 ? atoi(argv[6]) : 0;
  double *values = malloc(3 * sizeof(double) * (size_t)ncomp);
  double *integral = values, *error = values + ncomp, *prob = values + 2 * ncomp;
  long long int neval;
  int nregions, fail;
  const cuboid_function function =
      (cuboid_function)(void (*)(void))(ncomp == 1 ? one_component : multiples);
  cuboid_cores(0, 0);
  if (strcmp(argv[1], "vegas") == 0)
    cuboid_llVegas(ndim, ncomp, function, NULL, nvec, 0, 1e-300, 0, 0, 0, maxeval, 100000, 0, 1000,
                   0, NULL, NULL, &neval, &fail, integral, error, prob);
  else if (strcmp(argv[1], "suave") == 0)
    cuboid_llSuave(ndim, ncomp, function, NULL, nvec, 0, 1e-300, 0, 0, 0, maxeval, 10000, 2, 25,
                   NULL, NULL, &nregions, &neval, &fail, integral, error, prob);
  else if (strcmp(argv[1], "divonne") == 0)
    cuboid_llDivonne(ndim, ncomp, function, NULL, nvec, 0, 1e-300, 0, 0, 0, maxeval,
                     key == 0 ? 47 : key, key < 0 ? -1 : 1, 1, 5, 0, 10, 0.25, 0, ndim, NULL, 0,
                     NULL, NULL, NULL, &nregions, &neval, &fail, integral, error, prob);
  else
    cuboid_llCuhre(ndim, ncomp, function, NULL, nvec, 0, 1e-300, 0, 0, maxeval, key, NULL, NULL,
                   &nregions, &neval, &fail, integral, error, prob);
  free(values);
  return fail < 0;
}
