"""No method is named, as in choosing.c."""

import sys

import numpy as np

import cuboid

NDIM = 5
TRUTH = 1.26**NDIM


def kinks(x):
    return (1 + np.abs(x - 0.4)).prod(axis=1)


result = cuboid.integrate(kinks, NDIM)
print(f"{result.method}: {result}, true value {TRUTH:.6f}")
print(result.remarks)
print(result.reasons)
sys.exit(0 if result.converged and abs(result.value - TRUTH) < 3e-3 * TRUTH else 1)
