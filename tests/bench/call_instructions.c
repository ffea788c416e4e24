/* call_instructions NAME TIMES: so many calls on one thread, for a program that counts
 * instructions.  NAME: of a routine of Cuba's (Cuhre), of a method (cuhre), or "list" for a list of
 * 100 integrals. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cuboid.h"

enum { ndim = 3, maxeval = 20000, at_once = 100 };

typedef long long int count;

static int decay(const int *dims, const double x[], const int *ncomp, double f[], void *userdata,
                 const count *nvec) {
  (void)ncomp;
  (void)userdata;
  for (count i = 0; i < *nvec; ++i) {
    double sum = 0;
    for (int d = 0; d < *dims; ++d) sum += x[i * *dims + d];
    f[i] = exp(-sum);
  }
  return 0;
}

static int call_cuba(const char *name, cuboid_function function) {
  double value, error, prob;
  count neval;
  int nregions, fail;
  if (strcmp(name, "Vegas") == 0)
    cuboid_llVegas(ndim, 1, function, NULL, at_once, 1e-4, 0, 0, 5, 0, maxeval, 1000, 500, 1000, 0,
                   NULL, NULL, &neval, &fail, &value, &error, &prob);
  else if (strcmp(name, "Suave") == 0)
    cuboid_llSuave(ndim, 1, function, NULL, at_once, 1e-4, 0, 0, 5, 0, maxeval, 1000, 2, 25, NULL,
                   NULL, &nregions, &neval, &fail, &value, &error, &prob);
  else if (strcmp(name, "Divonne") == 0)
    cuboid_llDivonne(ndim, 1, function, NULL, at_once, 1e-4, 0, 0, 5, 0, maxeval, 47, 1, 1, 5, 0,
                     10, 0.25, 0, ndim, NULL, 0, NULL, NULL, NULL, &nregions, &neval, &fail, &value,
                     &error, &prob);
  else
    cuboid_llCuhre(ndim, 1, function, NULL, at_once, 1e-4, 0, 0, 0, maxeval, 0, NULL, NULL,
                   &nregions, &neval, &fail, &value, &error, &prob);
  return fail < 0;
}

static int call_one(const cuboid_integrand *integrand, const cuboid_options *options) {
  cuboid_result *result;
  const int status = cuboid_integrate(integrand, NULL, NULL, options, &result);
  cuboid_result_free(result);
  return status < 0;
}

static int call_many(const cuboid_integrand *integrand, const cuboid_options *options) {
  cuboid_many *many;
  const int status = cuboid_integrate_many(integrand, 100, NULL, NULL, 0, NULL, 0, options, &many);
  cuboid_many_free(many);
  return status < 0;
}

int main(int argc, char **argv) {
  if (argc < 3) return 2;
  const char *name = argv[1];
  const int is_list = strcmp(name, "list") == 0;
  const cuboid_function function = (cuboid_function)(void (*)(void))decay;
  cuboid_integrand *integrand;
  cuboid_options *options;
  cuboid_cores(0, 0);
  if (cuboid_options_create(&options) != 0 ||
      cuboid_integrand_create(&integrand, strcmp(name, "line") == 0 ? 1 : ndim, 1, function,
                              NULL) != 0)
    return 2;
  cuboid_options_set_integer(options, "threads", 1);
  cuboid_options_set_integer(options, "seed", 5);
  cuboid_options_set_integer(options, "nvec", at_once);
  cuboid_options_set_integer(options, "maxeval", 5 * maxeval);
  cuboid_options_set_text(options, "method", is_list ? "auto" : name);
  int failed = 0;
  for (int i = 0; i < atoi(argv[2]); ++i)
    failed |= is_list                            ? call_many(integrand, options)
              : name[0] >= 'A' && name[0] <= 'Z' ? call_cuba(name, function)
                                                 : call_one(integrand, options);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return failed;
}
