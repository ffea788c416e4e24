/* The price of an Asian call option: a 16-dimensional integral, one dimension for each day on which
 * the price of the share counts.
 *
 *   cc asian_option.c -lcuboid -lm -o asian_option && ./asian_option asian_option.c
 *
 * Two components are integrated at the same points: the option on the arithmetic mean of the
 * prices, whose price nobody knows, and that on the geometric mean, which has a closed form.  They
 * rise and fall together, and so the covariance of the two results says how far the first is off,
 * given how far the second is.  Exit status 0: the results are right. */
#include <math.h>

#include "on_gpu_or_host.h"

#define DAYS 16

struct option {
  double share, strike, rate, volatility, years;
};

/* The inverse of the normal distribution to seven digits: PPND7 of M. J. Wichura, Algorithm AS 241,
 * Applied Statistics 37 (1988) 477. */
static double normal_quantile(double p) {
  const double q = p - 0.5;
  double r, z;
  if (fabs(q) <= 0.425) {
    r = 0.180625 - q * q;
    return q * (((59.10937472 * r + 159.29113202) * r + 50.434271938) * r + 3.3871327179) /
           (((67.1875636 * r + 78.757757664) * r + 17.895169469) * r + 1);
  }
  r = sqrt(-log(q < 0 ? p : 1 - p));
  if (r <= 5) {
    r -= 1.6;
    z = (((0.17023821103 * r + 1.3067284816) * r + 2.75681539) * r + 1.4234372777) /
        ((0.12021132975 * r + 0.7370016425) * r + 1);
  } else {
    r -= 5;
    z = (((0.017337203997 * r + 0.42868294337) * r + 3.081226386) * r + 6.657905115) /
        ((0.012258202635 * r + 0.24197894225) * r + 1);
  }
  return q < 0 ? -z : z;
}

/* f[0]: arithmetic, f[1]: geometric mean. */
static int payoff(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const struct option *o = userdata;
  const double step = o->years / *ndim;
  const double drift = (o->rate - o->volatility * o->volatility / 2) * step;
  const double discount = exp(-o->rate * o->years);
  double log_price = log(o->share), sum = 0, log_sum = 0;
  int d;
  (void)ncomp;
  for (d = 0; d < *ndim; ++d) {
    log_price += drift + o->volatility * sqrt(step) * normal_quantile(x[d]);
    sum += exp(log_price);
    log_sum += log_price;
  }
  f[0] = discount * fmax(sum / *ndim - o->strike, 0);
  f[1] = discount * fmax(exp(log_sum / *ndim) - o->strike, 0);
  return 0;
}

static double normal_distribution(double z) {
  return erfc(-z / sqrt(2.0)) / 2;
}

/* The logarithm of the geometric mean is distributed normally. */
static double geometric_price(const struct option *o) {
  const double n = DAYS;
  const double sigma = o->volatility * sqrt(o->years * (n + 1) * (2 * n + 1) / 6) / n;
  const double mean =
      log(o->share) + (o->rate - o->volatility * o->volatility / 2) * o->years * (n + 1) / (2 * n);
  const double d = (mean - log(o->strike)) / sigma;
  return exp(-o->rate * o->years) *
         (exp(mean + sigma * sigma / 2) * normal_distribution(d + sigma) -
          o->strike * normal_distribution(d));
}

int main(int argc, char **argv) {
  struct option o = {100, 100, 0.05, 0.2, 1};
  /* By 2e8 samples with the closed form as control: 6.05790(1). */
  const double arithmetic = 6.0579;
  cuboid_integrand *integrand;
  cuboid_options *options;
  cuboid_result *result;
  const double *value, *error, *covariance;
  double slope, corrected, corrected_error;
  int right;
  if (argc != 2) {
    fprintf(stderr, "usage: %s asian_option.c\n", argv[0]);
    return 2;
  }
  integrand = on_gpu_or_host(DAYS, 2, payoff, "payoff", argv[1], &o, sizeof o);
  cuboid_options_create(&options);
  cuboid_options_set_text(options, "method", "vegas_plus");
  /* In so many dimensions hypercubes have little to offer; Sobol points have. */
  cuboid_options_set_integer(options, "quasi", 1);
  cuboid_options_set_integer(options, "nstart", 1 << 14);
  cuboid_options_set_integer(options, "nincrease", 0);
  cuboid_options_set_integer(options, "maxeval", cuboid_device(NULL) == 0 ? 20 << 20 : 20 << 14);
  cuboid_options_set_real(options, "epsrel", 0);
  cuboid_options_set_real(options, "epsabs", 0);
  if (cuboid_integrate(integrand, NULL, NULL, options, &result) < 0) {
    fprintf(stderr, "%s\n", cuboid_last_error());
    return 1;
  }
  value = cuboid_result_value(result);
  error = cuboid_result_error(result);
  covariance = cuboid_result_covariance(result);
  slope = covariance[1] / covariance[2];
  corrected = value[0] - slope * (value[1] - geometric_price(&o));
  corrected_error = sqrt(fmax(covariance[0] - slope * covariance[1], 0));
  printf("%lld evaluations; %s\n", (long long)cuboid_result_neval(result),
         cuboid_result_message(result));
  printf("geometric mean:  %.6f +- %.6f, true value %.6f\n", value[1], error[1],
         geometric_price(&o));
  printf("arithmetic mean: %.6f +- %.6f\n", value[0], error[0]);
  printf("  with control:  %.6f +- %.6f, known value %.6f\n", corrected, corrected_error,
         arithmetic);
  right = fabs(value[1] - geometric_price(&o)) <= 5 * error[1] &&
          fabs(corrected - arithmetic) <= 5 * corrected_error + 2e-5 && corrected_error < 2e-3;
  cuboid_result_free(result);
  cuboid_options_free(options);
  cuboid_integrand_free(integrand);
  return !right;
}
