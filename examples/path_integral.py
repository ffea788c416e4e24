#!/usr/bin/env python3
"""path_integral.c from Python: a harmonic oscillator on a lattice, in 7 dimensions over all space.

    path_integral.py [DIRECTORY]

DIRECTORY: where libcuboid.so is, if not where the loader searches.
The exit status is 0 if the result is right, and 77 if there is neither a GPU nor a compiler.
"""

import ctypes
import math
import sys

from cuboid_client import Cuboid

POSITIONS = 7
STEP = 0.5

SOURCE = r"""
#include <math.h>

int amplitude(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const double step = *(const double *)userdata;
  double action = 0, before = 0;
  for (int j = 0; j <= *ndim; ++j) {
    const double position = j < *ndim ? x[j] : 0;
    action += (position - before) * (position - before) / (2 * step) + step * before * before / 2;
    before = position;
  }
  f[0] = pow(2 * 3.14159265358979323846 * step, -(*ndim + 1) / 2.0) * exp(-action);
  return 0;
}
"""


def true_value():
    """The action is a quadratic form: its matrix is tridiagonal."""
    before, determinant = 1.0, 2 / STEP + STEP
    for _ in range(1, POSITIONS):
        before, determinant = determinant, (2 / STEP + STEP) * determinant - before / STEP**2
    return (2 * math.pi * STEP) ** (-(POSITIONS + 1) / 2) * math.sqrt(
        (2 * math.pi) ** POSITIONS / determinant)


def main():
    cuboid = Cuboid()
    step = ctypes.c_double(STEP)
    amplitude = cuboid.integrand(POSITIONS, 1, SOURCE, "amplitude", step)
    result = cuboid.integrate(
        amplitude, [-math.inf] * POSITIONS, [math.inf] * POSITIONS, method="vegas_plus", seed=1,
        nstart=100000, maxeval=2000000000, epsrel=1e-4 if cuboid.gpu else 2e-3)
    print(f"{result.neval} evaluations; {result.message}")
    print(f"amplitude: {result.value[0]:.8f} +- {result.error[0]:.8f}, "
          f"true value {true_value():.8f}")
    right = result.status == 0 and abs(result.value[0] - true_value()) <= 5 * result.error[0]
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
