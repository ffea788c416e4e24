"""An integral on a GPU from Python: the integrand is a text in C, which the library compiles for it.

The exit status is 0 if the result is right, and 77 if there is no GPU.
"""

import math
import sys

import cuboid

SOURCE = """
int decay(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const double *rates = userdata;
  double s = 0;
  for (int d = 0; d < *ndim; ++d) s += rates[d] * x[d];
  f[0] = exp(-s);
  return 0;
}
"""
RATES = (1.0, 2.0, 3.0, 4.0, 5.0)
TRUTH = math.prod((1 - math.exp(-r)) / r for r in RATES)

if cuboid.device() is None:
    print("there is no GPU")
    sys.exit(77)
result = cuboid.integrate(SOURCE, len(RATES), parameters=RATES, device=True)
print(f"{result} on {cuboid.device()}, true value {TRUTH:.9f}, {result.neval} evaluations")
print(result.remarks)
sys.exit(0 if result.converged and abs(result.value - TRUTH) <= 1e-3 * TRUTH else 1)
