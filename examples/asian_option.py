#!/usr/bin/env python3
"""asian_option.c from Python: the price of an Asian option, in 16 dimensions.

The text runs on a GPU where there is one, else the C compiler takes it.
The exit status is 0 if all is right.
"""

import math
import sys
import warnings
from statistics import NormalDist

import cuboid

DAYS = 16
SHARE, STRIKE, RATE, VOLATILITY, YEARS = 100.0, 100.0, 0.05, 0.2, 1.0
# By 2e8 samples with the closed form as control: 6.05790(1).
ARITHMETIC = 6.0579

SOURCE = r"""
#include <math.h>

static double normal_quantile(double p) {  /* PPND7 of Algorithm AS 241 */
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

int payoff(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const double *o = userdata;  /* share, strike, rate, volatility, years */
  const double step = o[4] / *ndim;
  double log_price = log(o[0]), sum = 0, log_sum = 0;
  for (int d = 0; d < *ndim; ++d) {
    log_price += (o[2] - o[3] * o[3] / 2) * step + o[3] * sqrt(step) * normal_quantile(x[d]);
    sum += exp(log_price);
    log_sum += log_price;
  }
  f[0] = exp(-o[2] * o[4]) * fmax(sum / *ndim - o[1], 0);
  f[1] = exp(-o[2] * o[4]) * fmax(exp(log_sum / *ndim) - o[1], 0);
  return 0;
}
"""


def geometric_price():
    """The closed form for the option on the geometric mean."""
    sigma = VOLATILITY * math.sqrt(YEARS * (DAYS + 1) * (2 * DAYS + 1) / 6) / DAYS
    drift = (RATE - VOLATILITY**2 / 2) * YEARS * (DAYS + 1) / (2 * DAYS)
    mean = math.log(SHARE) + drift
    d = (mean - math.log(STRIKE)) / sigma
    below = NormalDist().cdf
    forward = math.exp(mean + sigma**2 / 2) * below(d + sigma) - STRIKE * below(d)
    return math.exp(-RATE * YEARS) * forward


def main():
    on_gpu = cuboid.device() is not None
    # All evaluations are wanted, whatever the accuracy.
    warnings.simplefilter("ignore", cuboid.NotConverged)
    result = cuboid.integrate(
        SOURCE, DAYS, function="payoff", ncomp=2, device=on_gpu,
        parameters=[SHARE, STRIKE, RATE, VOLATILITY, YEARS], method="vegas_plus", quasi=1,
        nstart=1 << 14, nincrease=0, maxeval=20 << (20 if on_gpu else 14), epsrel=0, epsabs=0)
    print(f"{result.neval} evaluations; {result.remarks}")

    # How far the first is off, given how far the second is.
    (own, common), (_, of_control) = result.covariance
    slope = common / of_control
    price = result.value[0] - slope * (result.value[1] - geometric_price())
    error = math.sqrt(max(own - slope * common, 0))
    print(f"geometric mean:  {result.value[1]:.6f} +- {result.error[1]:.6f}, "
          f"true value {geometric_price():.6f}")
    print(f"arithmetic mean: {result.value[0]:.6f} +- {result.error[0]:.6f}")
    print(f"  with control:  {price:.6f} +- {error:.6f}, known value {ARITHMETIC:.6f}")
    right = (abs(result.value[1] - geometric_price()) <= 5 * result.error[1]
             and abs(price - ARITHMETIC) <= 5 * error + 2e-5 and error < 2e-3)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
