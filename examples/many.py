"""A correlation function at many distances r in one call, as in many.c, with nothing but ctypes."""

import ctypes
import math
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_void_p

FUNCTION = ctypes.CFUNCTYPE(
    c_int, POINTER(c_int), POINTER(c_double), POINTER(c_int), POINTER(c_double), POINTER(c_double)
)


@FUNCTION
def spectrum(_ndim, k, _ncomp, f, r):
    kr = k[0] * r[0]
    f[0] = k[0] ** 2 * math.exp(-k[0] ** 2) * (math.sin(kr) / kr if kr > 0 else 1)
    return 0


def main():
    directory = sys.argv[1] if len(sys.argv) > 1 else ""
    library = ctypes.CDLL(os.path.join(directory, "libcuboid.so"))
    library.cuboid_last_error.restype = c_char_p
    library.cuboid_many_message.restype = c_char_p
    library.cuboid_many_message.argtypes = (c_void_p,)
    library.cuboid_many_value.restype = POINTER(c_double)
    library.cuboid_many_value.argtypes = (c_void_p,)

    distances = [0.3 * i for i in range(20)]
    count = len(distances)
    r = (c_double * count)(*distances)
    integrand, options, many = c_void_p(), c_void_p(), c_void_p()
    library.cuboid_integrand_create(byref(integrand), 1, 1, spectrum, None)
    library.cuboid_options_create(byref(options))
    library.cuboid_options_set_real(options, b"epsabs", c_double(1e-9))
    # Integral i gets the address of r[i] as its userdata; the box is the same for all.
    status = library.cuboid_integrate_many(
        integrand, c_int64(count), byref(c_double(0)), byref(c_double(math.inf)), c_int64(0),
        r, c_int64(ctypes.sizeof(c_double)), options, byref(many),
    )  # fmt: skip
    if status != 0:
        sys.exit(library.cuboid_last_error().decode() or f"status {status}")
    print(library.cuboid_many_message(many).decode())
    values = library.cuboid_many_value(many)[:count]
    library.cuboid_many_free(many)
    library.cuboid_options_free(options)
    library.cuboid_integrand_free(integrand)
    for x, value in zip(distances, values, strict=True):
        if abs(value - math.sqrt(math.pi) / 4 * math.exp(-(x**2) / 4)) > 1e-8:
            sys.exit(f"xi({x}) = {value} is wrong")


main()
