#!/usr/bin/env python3
"""lattice.c from Python: many digits of a smooth integrand that is no product.

    lattice.py [DIRECTORY]

DIRECTORY: where libcuboid.so is, if not where the loader searches.
The exit status is 0 if the result is right, and 77 if there is neither a GPU nor a compiler.
"""

import math
import sys

from cuboid_client import Cuboid

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
    cuboid = Cuboid()
    corner = cuboid.integrand(NDIM, 1, SOURCE, "corner")
    result = cuboid.integrate(corner, method="lattice", seed=1, maxeval=20000000, epsrel=1e-6)
    print(f"{result.value[0]:.10e} +- {result.error[0]:.1e}, true value {true_value():.10e}; "
          f"{result.neval} evaluations\n{result.message}")
    right = abs(result.value[0] - true_value()) <= 5 * result.error[0]
    return 0 if right and result.status == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
