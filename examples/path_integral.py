#!/usr/bin/env python3
"""path_integral.c from Python: a harmonic oscillator on a lattice, in 7 dimensions over all space.

The text runs on a GPU where there is one, else the C compiler takes it.
The exit status is 0 if all is right.
"""

import math
import sys

import cuboid

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
    on_gpu = cuboid.device() is not None
    result = cuboid.integrate(
        SOURCE, [(-math.inf, math.inf)] * POSITIONS, function="amplitude", parameters=STEP,
        device=on_gpu, method="vegas_plus", seed=1, nstart=100000, maxeval=2000000000,
        epsrel=1e-4 if on_gpu else 2e-3)
    print(f"{result.neval} evaluations; {result.remarks}")
    print(f"amplitude: {result.value:.8f} +- {result.error:.8f}, true value {true_value():.8f}")
    right = result.converged and abs(result.value - true_value()) <= 5 * result.error
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
