/* A ridge of 1000 peaks along the diagonal of the 4-dimensional unit cube.  No map of the axes can
 * follow a diagonal: the map of Vegas cannot, which is why m-Cubes needs more samples here than
 * VEGAS+, which also moves samples between its hypercubes.
 *
 *   cc ridge.c -lcuboid -lm -o ridge && ./ridge ridge.c
 *
 * Exit status 0: the results are right, and VEGAS+ is the more accurate one. */
#include <math.h>

#include "on_gpu_or_host.h"

#define NDIM 4
#define PEAKS 1000

static int ridge(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 0;
  int k, d;
  (void)ncomp;
  (void)userdata;
  for (k = 0; k < PEAKS; ++k) {
    const double centre = k / (PEAKS - 1.0);
    double square = 0;
    for (d = 0; d < *ndim; ++d) square += (x[d] - centre) * (x[d] - centre);
    sum += exp(-100 * square);
  }
  f[0] = sum * pow(100 / M_PI, *ndim / 2.0) / PEAKS;
  return 0;
}

static double true_value(void) {
  double sum = 0;
  int k;
  for (k = 0; k < PEAKS; ++k) {
    const double centre = k / (PEAKS - 1.0);
    sum += pow((erf(10 * (1 - centre)) + erf(10 * centre)) / 2, NDIM);
  }
  return sum / PEAKS;
}

/* Ten iterations.  Returns the error, or a negative number if the result is wrong. */
static double integrate(const cuboid_integrand *integrand, const char *method) {
  const int64_t samples = cuboid_device(NULL) == 0 ? 1000000 : 5000;
  cuboid_options *options;
  cuboid_result *result;
  double value, error, right;
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", method);
  cuboid_options_set_integer(options, "seed", 1);
  cuboid_options_set_integer(options, "nstart", samples);
  cuboid_options_set_integer(options, "nincrease", 0);
  cuboid_options_set_integer(options, "maxeval", 10 * samples);
  cuboid_options_set_real(options, "epsrel", 0);
  cuboid_options_set_real(options, "epsabs", 0);
  if (cuboid_integrate(integrand, NULL, NULL, options, &result) < 0) {
    fprintf(stderr, "%s\n", cuboid_last_error());
    exit(1);
  }
  value = cuboid_result_value(result)[0];
  error = cuboid_result_error(result)[0];
  printf("%-10s %.6f +- %.6f, true value %.6f; %lld evaluations, %lld iterations left out, %s\n",
         method, value, error, true_value(), (long long)cuboid_result_neval(result),
         (long long)cuboid_result_left_out(result),
         cuboid_result_trusted(result) ? "trusted" : "not trusted");
  right = fabs(value - true_value()) <= 5 * error;
  cuboid_result_free(result);
  cuboid_options_free(options);
  return right ? error : -1;
}

int main(int argc, char **argv) {
  cuboid_integrand *integrand;
  double plus, cubes;
  if (argc != 2) {
    fprintf(stderr, "usage: %s ridge.c\n", argv[0]);
    return 2;
  }
  integrand = on_gpu_or_host(NDIM, 1, ridge, "ridge", argv[1], NULL, 0);
  plus = integrate(integrand, "vegas_plus");
  cubes = integrate(integrand, "m_cubes");
  cuboid_integrand_free(integrand);
  return !(plus > 0 && cubes > plus && plus < 0.02);
}
