#!/usr/bin/env python3
"""A client that opens the libraries with dlopen and needs nothing but ctypes.

It integrates a function written in Python twice: through the native interface of libcuboid.so, in
batches of points, and through libcuba.so the way the wrappers of Cuba do it, without prototypes.

    ctypes_client.py [DIRECTORY...]

The libraries are searched in the directories, or else in those of CUBOID_LIBRARY_PATH (with colons
between them), and last where the loader searches.
The exit status is 0 if every result is as accurate as it claims to be.
"""

import ctypes
import math
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_void_p

NDIM = 3
# The integral of sin(x) cos(y) exp(z) over the unit cube: (1 - cos 1) sin 1 (e - 1).
TRUTH = (1 - math.cos(1)) * math.sin(1) * (math.e - 1)
EPSREL = 1e-3

# Both interfaces pass at least: ndim, x, ncomp, f, userdata, nvec, core.
Integrand = ctypes.CFUNCTYPE(
    c_int, POINTER(c_int), POINTER(c_double), POINTER(c_int), POINTER(c_double), c_void_p,
    POINTER(c_int), POINTER(c_int))


class Calls:
    """What the integrand has seen."""

    points = 0
    largest_batch = 0


def evaluate(ndim, x, ncomp, f, userdata, nvec, core):
    """Value of sin(x) cos(y) exp(z) at nvec points of ndim contiguous coordinates."""
    del ncomp, userdata, core
    batch = nvec[0]
    for i in range(batch):
        start = i * ndim[0]
        f[i] = math.sin(x[start]) * math.cos(x[start + 1]) * math.exp(x[start + 2])
    Calls.points += batch
    Calls.largest_batch = max(Calls.largest_batch, batch)
    return 0


def open_library(name, directories):
    for directory in directories:
        path = os.path.join(directory, name)
        if os.path.exists(path):
            return ctypes.CDLL(path)
    return ctypes.CDLL(name)


def declare(library):
    """Prototypes of the functions used here.  Handles are plain addresses to a client."""
    prototypes = {
        "cuboid_version": (c_char_p, []),
        "cuboid_last_error": (c_char_p, []),
        "cuboid_integrand_create": (c_int, [POINTER(c_void_p), c_int, c_int, Integrand, c_void_p]),
        "cuboid_integrand_free": (None, [c_void_p]),
        "cuboid_options_create": (c_int, [POINTER(c_void_p)]),
        "cuboid_options_free": (None, [c_void_p]),
        "cuboid_options_set_integer": (c_int, [c_void_p, c_char_p, c_int64]),
        "cuboid_options_set_real": (c_int, [c_void_p, c_char_p, c_double]),
        "cuboid_options_set_text": (c_int, [c_void_p, c_char_p, c_char_p]),
        "cuboid_integrate": (c_int, [c_void_p, POINTER(c_double), POINTER(c_double), c_void_p,
                                     POINTER(c_void_p)]),
        "cuboid_result_free": (None, [c_void_p]),
        "cuboid_result_message": (c_char_p, [c_void_p]),
        "cuboid_result_value": (POINTER(c_double), [c_void_p]),
        "cuboid_result_error": (POINTER(c_double), [c_void_p]),
        "cuboid_result_neval": (c_int64, [c_void_p]),
    }
    for name, (result, arguments) in prototypes.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments


def check(status, library):
    if status != 0:
        raise RuntimeError(library.cuboid_last_error().decode())


def native(library, method):
    """Value, error, neval of one integration with batches of up to 500 points."""
    integrand, options, result = c_void_p(), c_void_p(), c_void_p()
    callback = Integrand(evaluate)
    check(library.cuboid_integrand_create(byref(integrand), NDIM, 1, callback, None), library)
    check(library.cuboid_options_create(byref(options)), library)
    check(library.cuboid_options_set_text(options, b"method", method), library)
    check(library.cuboid_options_set_text(options, b"workers", b"serial"), library)
    check(library.cuboid_options_set_real(options, b"epsrel", EPSREL), library)
    check(library.cuboid_options_set_integer(options, b"nvec", 500), library)
    check(library.cuboid_integrate(integrand, None, None, options, byref(result)), library)
    found = (library.cuboid_result_value(result)[0], library.cuboid_result_error(result)[0],
             library.cuboid_result_neval(result))
    library.cuboid_result_free(result)
    library.cuboid_options_free(options)
    library.cuboid_integrand_free(integrand)
    return found


def vegas(library):
    """Vegas of the Cuba interface without prototypes: every argument carries its own type."""
    neval, fail = c_int(-1), c_int(-1)
    integral, error, prob = c_double(), c_double(), c_double()
    seed, flags, mineval, maxeval, nvec = 0, 0, 0, 50000, 1000
    nstart, nincrease, nbatch, gridno = 1000, 500, 1000, 0
    library.Vegas(
        NDIM, 1, Integrand(evaluate), None, nvec, c_double(EPSREL), c_double(0), flags, seed,
        mineval, maxeval, nstart, nincrease, nbatch, gridno, None, None, byref(neval), byref(fail),
        byref(integral), byref(error), byref(prob))
    if fail.value != 0:
        raise RuntimeError(f"Vegas: fail {fail.value}")
    return integral.value, error.value, neval.value


def cuhre(library):
    nregions, neval, fail = c_int(-1), c_int(-1), c_int(-1)
    integral, error, prob = c_double(), c_double(), c_double()
    flags, mineval, maxeval, nvec, key = 0, 0, 50000, 1000, 0
    library.Cuhre(
        NDIM, 1, Integrand(evaluate), None, nvec, c_double(EPSREL), c_double(0), flags, mineval,
        maxeval, key, None, None, byref(nregions), byref(neval), byref(fail), byref(integral),
        byref(error), byref(prob))
    if fail.value != 0:
        raise RuntimeError(f"Cuhre: fail {fail.value}")
    return integral.value, error.value, neval.value


def main():
    directories = sys.argv[1:] or os.environ.get("CUBOID_LIBRARY_PATH", "").split(os.pathsep)
    # Wrappers of Cuba switch its workers off before they load it; the calls are then counted here.
    os.environ["CUBACORES"] = "0"
    cuboid = open_library("libcuboid.so", directories)
    cuba = open_library("libcuba.so", directories)
    declare(cuboid)
    print("libcuboid", cuboid.cuboid_version().decode())

    good = True
    for name, integrate, allowed in (
            ("native, vegas", lambda: native(cuboid, b"vegas"), lambda error: 5 * error),
            ("native, cuhre", lambda: native(cuboid, b"cuhre"), lambda error: EPSREL * TRUTH),
            ("cuba, Vegas", lambda: vegas(cuba), lambda error: 5 * error),
            ("cuba, Cuhre", lambda: cuhre(cuba), lambda error: EPSREL * TRUTH)):
        Calls.points = Calls.largest_batch = 0
        value, error, neval = integrate()
        accurate = abs(value - TRUTH) <= allowed(error)
        complete = Calls.points == neval and Calls.largest_batch > 1
        good = good and accurate and complete
        print(f"{name:15}{value:14.9f} +- {error:.1e}  true value {TRUTH:.9f}"
              f"{neval:8} points, batches of up to {Calls.largest_batch}"
              f"{'' if accurate else '  WRONG VALUE'}{'' if complete else '  WRONG COUNT'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
