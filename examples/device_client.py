#!/usr/bin/env python3
"""An integral on a GPU from Python, with nothing but ctypes: the integrand is a string in C.

    device_client.py [DIRECTORY]

DIRECTORY: where libcuboid.so is, if not where the loader searches.
The exit status is 0 if the result is right, and 77 if there is no GPU.
"""

import ctypes
import math
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_void_p

SOURCE = b"""
#include <math.h>

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


def opened(directory):
    """The library with the types of the functions that this program calls."""
    library = ctypes.CDLL(os.path.join(directory, "libcuboid.so"))
    library.cuboid_last_error.restype = c_char_p
    library.cuboid_integrand_from_cuda_source.argtypes = (
        POINTER(c_void_p), c_int, c_int, c_char_p, c_char_p, c_void_p, c_int64)
    library.cuboid_integrate.argtypes = (
        c_void_p, POINTER(c_double), POINTER(c_double), c_void_p, POINTER(c_void_p))
    for name, result in (("value", POINTER(c_double)), ("error", POINTER(c_double)),
                         ("message", c_char_p), ("neval", c_int64), ("free", None)):
        function = getattr(library, "cuboid_result_" + name)
        function.argtypes = (c_void_p,)
        function.restype = result
    library.cuboid_integrand_free.argtypes = (c_void_p,)
    library.cuboid_integrand_free.restype = None
    return library


def main():
    library = opened(sys.argv[1] if len(sys.argv) > 1 else "")
    if library.cuboid_device(None) != 0:
        print(library.cuboid_last_error().decode())
        return 77

    rates = (c_double * len(RATES))(*RATES)
    integrand, result = c_void_p(), c_void_p()
    if library.cuboid_integrand_from_cuda_source(
            byref(integrand), len(RATES), 1, SOURCE, b"decay", rates, ctypes.sizeof(rates)) != 0:
        print(library.cuboid_last_error().decode())
        return 1
    status = library.cuboid_integrate(integrand, None, None, None, byref(result))
    value = library.cuboid_result_value(result)[0]
    error = library.cuboid_result_error(result)[0]
    print(f"{value:.9f} +- {error:.1e}, true value {TRUTH:.9f}, "
          f"{library.cuboid_result_neval(result)} evaluations")
    print(library.cuboid_result_message(result).decode())
    library.cuboid_result_free(result)
    library.cuboid_integrand_free(integrand)
    return 0 if status == 0 and abs(value - TRUTH) <= 1e-3 * TRUTH else 1


if __name__ == "__main__":
    sys.exit(main())
