"""No method is named, as in choosing.c: with nothing but ctypes."""

import ctypes
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_void_p

FUNCTION = ctypes.CFUNCTYPE(
    c_int, POINTER(c_int), POINTER(c_double), POINTER(c_int), POINTER(c_double), c_void_p
)
NDIM = 5


@FUNCTION
def kinks(ndim, x, _ncomp, f, _userdata):
    f[0] = 1
    for d in range(ndim[0]):
        f[0] *= 1 + abs(x[d] - 0.4)
    return 0


def main():
    directory = sys.argv[1] if len(sys.argv) > 1 else ""
    library = ctypes.CDLL(os.path.join(directory, "libcuboid.so"))
    for name in ("cuboid_result_message", "cuboid_result_method"):
        getattr(library, name).restype = c_char_p
        getattr(library, name).argtypes = (c_void_p,)
    library.cuboid_result_value.restype = POINTER(c_double)
    library.cuboid_result_value.argtypes = (c_void_p,)

    integrand, result = c_void_p(), c_void_p()
    library.cuboid_integrand_create(byref(integrand), NDIM, 1, kinks, None)
    status = library.cuboid_integrate(integrand, None, None, None, byref(result))
    value = library.cuboid_result_value(result)[0]
    truth = 1.26**NDIM
    print(f"{library.cuboid_result_method(result).decode()}: {value:.6f}, true value {truth:.6f}")
    print(library.cuboid_result_message(result).decode())
    library.cuboid_result_free(result)
    library.cuboid_integrand_free(integrand)
    return 0 if status == 0 and abs(value - truth) < 3e-3 * truth else 1


if __name__ == "__main__":
    sys.exit(main())
