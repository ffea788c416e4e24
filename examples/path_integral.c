/* A path integral of quantum mechanics: how a harmonic oscillator gets from the origin back to the
 * origin, summed over all ways on a lattice of 8 steps in imaginary time.
 *
 *   cc path_integral.c -lcuboid -lm -o path_integral && ./path_integral path_integral.c
 *
 * The 7 variables are the positions between the steps, over all space: see G. P. Lepage, "Lattice
 * QCD for Novices", arXiv:hep-lat/0506036.  Exit status 0: the result is right. */
#include <math.h>

#include "on_gpu_or_host.h"

#define POSITIONS 7

/* Mass 1, potential x^2 / 2. */
struct lattice {
  double step;
};

static int amplitude(const int *ndim, const double x[], const int *ncomp, double f[],
                     void *userdata) {
  const double step = ((const struct lattice *)userdata)->step;
  const double norm = pow(2 * M_PI * step, -(*ndim + 1) / 2.0);
  double action = 0, before = 0;
  int j;
  (void)ncomp;
  for (j = 0; j <= *ndim; ++j) {
    const double position = j < *ndim ? x[j] : 0;
    action += (position - before) * (position - before) / (2 * step) + step * before * before / 2;
    before = position;
  }
  f[0] = norm * exp(-action);
  return 0;
}

/* The action is a quadratic form whose matrix has 2 / step + step on the diagonal and -1 / step
 * beside it.  Its determinant follows from those of its upper left parts. */
static double true_value(double step) {
  double before = 1, determinant = 2 / step + step;
  int j;
  for (j = 1; j < POSITIONS; ++j) {
    const double next = (2 / step + step) * determinant - before / (step * step);
    before = determinant;
    determinant = next;
  }
  return pow(2 * M_PI * step, -(POSITIONS + 1) / 2.0) *
         sqrt(pow(2 * M_PI, POSITIONS) / determinant);
}

int main(int argc, char **argv) {
  struct lattice lattice = {0.5};
  double lower[POSITIONS], upper[POSITIONS];
  cuboid_integrand *integrand;
  cuboid_options *options;
  cuboid_result *result;
  double value, error, truth;
  int j, right;
  if (argc != 2) {
    fprintf(stderr, "usage: %s path_integral.c\n", argv[0]);
    return 2;
  }
  for (j = 0; j < POSITIONS; ++j) {
    lower[j] = -HUGE_VAL;
    upper[j] = HUGE_VAL;
  }
  integrand =
      on_gpu_or_host(POSITIONS, 1, amplitude, "amplitude", argv[1], &lattice, sizeof lattice);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "vegas_plus");
  cuboid_options_set_integer(options, "seed", 1);
  cuboid_options_set_integer(options, "nstart", 100000);
  cuboid_options_set_integer(options, "maxeval", 2000000000);
  cuboid_options_set_real(options, "epsrel", cuboid_device(NULL) == 0 ? 1e-4 : 2e-3);
  if (cuboid_integrate(integrand, lower, upper, options, &result) < 0) {
    fprintf(stderr, "%s\n", cuboid_last_error());
    return 1;
  }
  value = cuboid_result_value(result)[0];
  error = cuboid_result_error(result)[0];
  truth = true_value(lattice.step);
  printf("%lld evaluations; %s\n", (long long)cuboid_result_neval(result),
         cuboid_result_message(result));
  printf("amplitude: %.8f +- %.8f, true value %.8f\n", value, error, truth);
  right = cuboid_result_status(result) == CUBOID_CONVERGED && fabs(value - truth) <= 5 * error;
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return !right;
}
