#!/usr/bin/env python3
"""One integral on all ranks of an MPI job, with mpi4py and nothing but ctypes.

    mpirun -n 4 python3 many_machines.py [DIRECTORY]

The library is searched in the directory, or else where the loader searches.  The exit status is 0 if
the result is right on this rank, and 77 if there is no mpi4py.
"""
import ctypes
import math
import os
import sys

try:
    from mpi4py import MPI
except ImportError:
    sys.exit(77)

folder = sys.argv[1] if len(sys.argv) > 1 else ""
cuboid = ctypes.CDLL(os.path.join(folder, "libcuboid.so"))
Integrand = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_double), ctypes.c_void_p)
cuboid.cuboid_last_error.restype = ctypes.c_char_p
cuboid.cuboid_result_value.restype = ctypes.POINTER(ctypes.c_double)
cuboid.cuboid_result_message.restype = ctypes.c_char_p


@Integrand
def integrand(ndim, x, ncomp, f, userdata):
    """exp(x y): its integral over the unit square is 1.3179021514544038949."""
    f[0] = math.exp(x[0] * x[1])
    return 0


def main():
    comm = MPI.COMM_WORLD
    if cuboid.cuboid_use_communicator(ctypes.c_void_p(MPI._addressof(comm)),
                                      ctypes.c_size_t(MPI._sizeof(comm))) != 0:
        sys.exit(cuboid.cuboid_last_error().decode())
    handle, result = ctypes.c_void_p(), ctypes.c_void_p()
    cuboid.cuboid_integrand_create(ctypes.byref(handle), 2, 1, integrand, None)
    status = cuboid.cuboid_integrate(handle, None, None, None, ctypes.byref(result))
    value = cuboid.cuboid_result_value(result)[0]
    if comm.rank == 0:
        print(f"{value:.6f}: {cuboid.cuboid_result_message(result).decode()}")
    cuboid.cuboid_result_free(result)
    cuboid.cuboid_integrand_free(handle)
    cuboid.cuboid_use_communicator(None, ctypes.c_size_t(0))
    return status != 0 or abs(value - 1.3179021514544039) > 1e-3


if __name__ == "__main__":
    sys.exit(main())
