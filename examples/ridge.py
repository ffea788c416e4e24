#!/usr/bin/env python3
"""ridge.c from Python: 1000 peaks along a diagonal, by VEGAS+ and by m-Cubes.

The text runs on a GPU where there is one, else the C compiler takes it.
The exit status is 0 if all is right.
"""

import math
import sys
import warnings

import cuboid

NDIM = 4
PEAKS = 1000

SOURCE = r"""
#include <math.h>

int ridge(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 0;
  for (int k = 0; k < 1000; ++k) {
    const double centre = k / 999.0;
    double square = 0;
    for (int d = 0; d < *ndim; ++d) square += (x[d] - centre) * (x[d] - centre);
    sum += exp(-100 * square);
  }
  f[0] = sum * pow(100 / 3.14159265358979323846, *ndim / 2.0) / 1000;
  return 0;
}
"""


def true_value():
    centres = (k / (PEAKS - 1) for k in range(PEAKS))
    return sum(((math.erf(10 * (1 - c)) + math.erf(10 * c)) / 2) ** NDIM for c in centres) / PEAKS


def main():
    on_gpu = cuboid.device() is not None
    ridge = cuboid.Integrand(SOURCE, NDIM, function="ridge", device=on_gpu)
    samples = 1000000 if on_gpu else 5000
    # All evaluations are wanted, whatever the accuracy.
    warnings.simplefilter("ignore", cuboid.NotConverged)
    error = {}
    right = True
    for method in ("vegas_plus", "m_cubes"):
        result = cuboid.integrate(
            ridge, method=method, seed=1, nstart=samples, nincrease=0, maxeval=10 * samples,
            epsrel=0, epsabs=0)
        error[method] = result.error
        right = right and abs(result.value - true_value()) <= 5 * result.error
        print(f"{method:10} {result.value:.6f} +- {result.error:.6f}, true value "
              f"{true_value():.6f}; {result.neval} evaluations, "
              f"{'trusted' if result.trusted else 'not trusted'}")
    return 0 if right and error["vegas_plus"] < error["m_cubes"] else 1


if __name__ == "__main__":
    sys.exit(main())
