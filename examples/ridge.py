#!/usr/bin/env python3
"""ridge.c from Python: 1000 peaks along a diagonal, by VEGAS+ and by m-Cubes.

    ridge.py [DIRECTORY]

DIRECTORY: where libcuboid.so is, if not where the loader searches.
The exit status is 0 if the results are right, and 77 if there is neither a GPU nor a compiler.
"""

import math
import sys

from cuboid_client import Cuboid

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
    cuboid = Cuboid()
    ridge = cuboid.integrand(NDIM, 1, SOURCE, "ridge")
    samples = 1000000 if cuboid.gpu else 5000
    error = {}
    right = True
    for method in ("vegas_plus", "m_cubes"):
        result = cuboid.integrate(
            ridge, method=method, seed=1, nstart=samples, nincrease=0, maxeval=10 * samples,
            epsrel=0.0, epsabs=0.0)
        error[method] = result.error[0]
        right = right and abs(result.value[0] - true_value()) <= 5 * result.error[0]
        print(f"{method:10} {result.value[0]:.6f} +- {result.error[0]:.6f}, true value "
              f"{true_value():.6f}; {result.neval} evaluations, {result.left_out} iterations left "
              f"out, {'trusted' if result.trusted else 'not trusted'}")
    return 0 if right and error["vegas_plus"] < error["m_cubes"] else 1


if __name__ == "__main__":
    sys.exit(main())
