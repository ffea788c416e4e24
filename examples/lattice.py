#!/usr/bin/env python3
"""lattice.c from Python: many digits of a smooth integrand that is no product.

The text runs on a GPU where there is one, else the C compiler takes it.
The exit status is 0 if all is right.
"""

import math
import sys

import cuboid

NDIM = 8

SOURCE = r"""
#include <math.h>

int corner(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  double sum = 1;
  for (int d = 0; d < *ndim; ++d) sum += x[d] / 2;
  f[0] = pow(sum, -(*ndim + 1));
  return 0;
}
"""


def true_value():
    corners = sum((-1) ** k * math.comb(NDIM, k) / (1 + k / 2) for k in range(NDIM + 1))
    return corners * 2**NDIM / math.factorial(NDIM)


def main():
    result = cuboid.integrate(
        SOURCE, NDIM, function="corner", device=cuboid.device() is not None, method="lattice",
        seed=1, maxeval=20000000, epsrel=1e-6)
    print(f"{result.value:.10e} +- {result.error:.1e}, true value {true_value():.10e}; "
          f"{result.neval} evaluations\n{result.remarks}")
    right = abs(result.value - true_value()) <= 5 * result.error
    return 0 if right and result.converged else 1


if __name__ == "__main__":
    sys.exit(main())
