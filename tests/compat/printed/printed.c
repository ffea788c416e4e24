/* Integrates with a verbosity and lets the library print.
 *
 * usage: printed vegas|suave|divonne|cuhre [name=value...]
 *   flags, maxeval, statefile  arguments of the call
 *   second     maxeval of a second call; 0: there is none
 *   ll         1: the routine with 64-bit integers
 *   fortran    1: as from Fortran, with a blank name of a state file; cuhre alone
 *   log        1: cuboid_integrate with a log callback, which prints the lines
 *   cubaverbose, cores  what these are called with; -1: not at all */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuba.h"
#include "cuboid.h"

static struct {
  const char *name;
  int value;
} parameters[] = {{"flags", 0}, {"maxeval", 5000},   {"second", 0}, {"ll", 0},
                  {"log", 0},   {"cubaverbose", -1}, {"cores", -1}, {"fortran", 0}};

static const char *statefile = NULL;

static int parameter(const char *name) {
  for (size_t i = 0; i < sizeof parameters / sizeof *parameters; ++i)
    if (strcmp(parameters[i].name, name) == 0) return parameters[i].value;
  exit(2);
}

static void read_argument(char *argument) {
  char *value = strchr(argument, '=');
  if (value == NULL) exit(2);
  *value++ = '\0';
  if (strcmp(argument, "statefile") == 0) {
    statefile = value;
    return;
  }
  parameter(argument);
  for (size_t i = 0; i < sizeof parameters / sizeof *parameters; ++i)
    if (strcmp(parameters[i].name, argument) == 0) parameters[i].value = atoi(value);
}

/* Two peaks that differ, so that the lines of the two components do. */
static int integrand(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata) {
  (void)userdata;
  for (int c = 0; c < *ncomp; ++c) {
    double square = 0;
    for (int d = 0; d < *ndim; ++d) square += (x[d] - 0.4) * (x[d] - 0.4);
    f[c] = exp(-10 * (c + 1) * square) + c * x[0];
  }
  return 0;
}

/* What all calls have in common. */
enum { ndim = 2, ncomp = 2, seed = 7, key = 7 };
static const double epsrel = 1e-2, epsrel_divonne = 3e-4, epsabs = 1e-12;

static void call_with_int(const char *routine, int maxeval) {
  const int flags = parameter("flags");
  int nregions, neval, fail;
  double integral[ncomp], error[ncomp], prob[ncomp];
  if (strcmp(routine, "vegas") == 0)
    Vegas(ndim, ncomp, integrand, NULL, 1, epsrel, epsabs, flags, seed, 0, maxeval, 1000, 500, 1000,
          0, statefile, NULL, &neval, &fail, integral, error, prob);
  else if (strcmp(routine, "suave") == 0)
    Suave(ndim, ncomp, integrand, NULL, 1, epsrel, epsabs, flags, seed, 0, maxeval, 1000, 2, 25,
          statefile, NULL, &nregions, &neval, &fail, integral, error, prob);
  else if (strcmp(routine, "divonne") == 0)
    Divonne(ndim, ncomp, integrand, NULL, 1, epsrel_divonne, epsabs, flags, seed, 0, maxeval, 47, 1,
            1, 5, 0, 10, 0.25, 0, ndim, NULL, 0, NULL, statefile, NULL, &nregions, &neval, &fail,
            integral, error, prob);
  else
    Cuhre(ndim, ncomp, integrand, NULL, 1, epsrel, epsabs, flags, 0, maxeval, key, statefile, NULL,
          &nregions, &neval, &fail, integral, error, prob);
}

void cuhre_(const int *ndim, const int *ncomp, integrand_t integrand, void *userdata,
            const int *nvec, const double *epsrel, const double *epsabs, const int *flags,
            const int *mineval, const int *maxeval, const int *key, const char *statefile,
            void *spin, int *nregions, int *neval, int *fail, double integral[], double error[],
            double prob[], int statefile_length);

static void call_from_fortran(int maxeval) {
  const int dimension = ndim, components = ncomp, flags = parameter("flags"), rule = key;
  const int nvec = 1, mineval = 0;
  int nregions, neval, fail;
  double integral[ncomp], error[ncomp], prob[ncomp];
  cuhre_(&dimension, &components, (integrand_t)integrand, NULL, &nvec, &epsrel, &epsabs, &flags,
         &mineval, &maxeval, &rule, "   ", NULL, &nregions, &neval, &fail, integral, error, prob,
         3);
}

static void call_with_long(const char *routine, int maxeval) {
  const int flags = parameter("flags");
  int nregions, fail;
  long long int neval;
  double integral[ncomp], error[ncomp], prob[ncomp];
  if (strcmp(routine, "vegas") == 0)
    llVegas(ndim, ncomp, integrand, NULL, 1, epsrel, epsabs, flags, seed, 0, maxeval, 1000, 500,
            1000, 0, statefile, NULL, &neval, &fail, integral, error, prob);
  else if (strcmp(routine, "suave") == 0)
    llSuave(ndim, ncomp, integrand, NULL, 1, epsrel, epsabs, flags, seed, 0, maxeval, 1000, 2, 25,
            statefile, NULL, &nregions, &neval, &fail, integral, error, prob);
  else if (strcmp(routine, "divonne") == 0)
    llDivonne(ndim, ncomp, integrand, NULL, 1, epsrel_divonne, epsabs, flags, seed, 0, maxeval, 47,
              1, 1, 5, 0, 10, 0.25, 0, ndim, NULL, 0, NULL, statefile, NULL, &nregions, &neval,
              &fail, integral, error, prob);
  else
    llCuhre(ndim, ncomp, integrand, NULL, 1, epsrel, epsabs, flags, 0, maxeval, key, statefile,
            NULL, &nregions, &neval, &fail, integral, error, prob);
}

static void print_line(void *user, int level, const char *line) {
  const int verbosity = *(const int *)user;
  if (level < 1 || level > verbosity || strchr(line, '\n') != NULL) exit(3);
  printf("%s\n", line);
}

static void call_native(const char *routine, int maxeval) {
  int verbosity = parameter("flags") & 3;
  cuboid_integrand *handle;
  cuboid_options *options;
  if (cuboid_integrand_create(&handle, ndim, ncomp, integrand, NULL) != 0) exit(4);
  if (cuboid_options_create(&options) != 0) exit(4);
  cuboid_options_set_text(options, "method", routine);
  cuboid_options_set_real(options, "epsrel",
                          strcmp(routine, "divonne") == 0 ? epsrel_divonne : epsrel);
  cuboid_options_set_integer(options, "seed", seed);
  cuboid_options_set_integer(options, "maxeval", maxeval);
  cuboid_options_set_integer(options, "key", key);
  cuboid_options_set_integer(options, "last_only", 0);
  cuboid_options_set_integer(options, "verbosity", verbosity);
  cuboid_options_set_text(options, "statefile", statefile);
  cuboid_options_set_log(options, print_line, &verbosity);
  cuboid_integrate(handle, NULL, NULL, options, NULL);
  cuboid_options_free(options);
  cuboid_integrand_free(handle);
}

int main(int argc, char **argv) {
  if (argc < 2) return 2;
  for (int i = 2; i < argc; ++i) read_argument(argv[i]);
  if (parameter("cubaverbose") >= 0) cubaverbose(parameter("cubaverbose"));
  if (parameter("cores") >= 0) cubacores(parameter("cores"), 300);
  for (int call = 0; call < 2; ++call) {
    const int maxeval = call == 0 ? parameter("maxeval") : parameter("second");
    if (maxeval == 0) break;
    if (parameter("log"))
      call_native(argv[1], maxeval);
    else if (parameter("fortran"))
      call_from_fortran(maxeval);
    else if (parameter("ll"))
      call_with_long(argv[1], maxeval);
    else
      call_with_int(argv[1], maxeval);
  }
  return 0;
}
