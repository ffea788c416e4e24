"""cuboid from Python with nothing but ctypes, as far as the scripts beside this file need it.

An integrand is a string in C.  Where there is a GPU the library compiles it for that; elsewhere the
same text goes through the C compiler, and the library calls what comes out.
"""

import contextlib
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_int64, c_void_p

NO_COMPILER = 77


class Result:
    """Values, errors, and what belongs to them."""

    def __init__(self, library, handle, status):
        def accessor(name, kind):
            function = getattr(library, "cuboid_result_" + name)
            function.argtypes, function.restype = (c_void_p,), kind
            return function(handle)

        ncomp = accessor("ncomp", c_int)
        covariance = accessor("covariance", POINTER(c_double))
        self.status = status
        self.message = accessor("message", c_char_p).decode()
        self.value = accessor("value", POINTER(c_double))[:ncomp]
        self.error = accessor("error", POINTER(c_double))[:ncomp]
        self.covariance = covariance[: ncomp * (ncomp + 1) // 2] if covariance else None
        self.neval = accessor("neval", c_int64)
        self.left_out = accessor("left_out", c_int64)
        self.trusted = bool(accessor("trusted", c_int))
        accessor("free", None)


class Cuboid:
    """The library, from the directory on the command line if there is one."""

    def __init__(self):
        directory = sys.argv[1] if len(sys.argv) > 1 else ""
        self.library = ctypes.CDLL(os.path.join(directory, "libcuboid.so"))
        self.library.cuboid_last_error.restype = c_char_p
        self.gpu = self.library.cuboid_device(None) == 0
        print("on a GPU" if self.gpu else "on the host: " + self.last_error())
        # What is compiled here must stay until the end.
        self.files = contextlib.ExitStack()

    def last_error(self):
        return self.library.cuboid_last_error().decode()

    def check(self, status):
        if status < 0:
            sys.exit(self.last_error())
        return status

    def integrand(self, ndim, ncomp, source, name, userdata=None):
        """source: C text with the function called name; userdata: a ctypes object or None."""
        handle = c_void_p()
        size = ctypes.sizeof(userdata) if userdata is not None else 0
        data = ctypes.cast(byref(userdata), c_void_p) if userdata is not None else None
        if self.gpu:
            self.check(self.library.cuboid_integrand_from_cuda_source(
                byref(handle), ndim, ncomp, source.encode(), name.encode(), data, c_int64(size)))
        else:
            self.check(self.library.cuboid_integrand_create(
                byref(handle), ndim, ncomp, self.compiled(source, name), data))
        return handle

    def compiled(self, source, name):
        compiler = os.environ.get("CC") or shutil.which("cc")
        if not compiler:
            print("there is neither a GPU nor a C compiler")
            sys.exit(NO_COMPILER)
        directory = self.files.enter_context(tempfile.TemporaryDirectory())
        library = os.path.join(directory, "integrand.so")
        command = [*compiler.split(), "-O2", "-shared", "-fPIC", "-x", "c", "-", "-o", library, "-lm"]
        subprocess.run(command, input=source, text=True, check=True)
        return getattr(ctypes.CDLL(library), name)

    def integrate(self, integrand, lower=None, upper=None, **options):
        """Options by name.  Ends the program on failure."""
        handle, result = c_void_p(), c_void_p()
        self.check(self.library.cuboid_options_create(byref(handle)))
        for name, value in options.items():
            kind, argument = {
                int: ("integer", c_int64), float: ("real", c_double), str: ("text", str.encode),
            }[type(value)]
            setter = getattr(self.library, "cuboid_options_set_" + kind)
            self.check(setter(handle, name.encode(), argument(value)))
        bounds = [(c_double * len(b))(*b) if b else None for b in (lower, upper)]
        status = self.check(
            self.library.cuboid_integrate(integrand, *bounds, handle, byref(result)))
        self.library.cuboid_options_free(handle)
        return Result(self.library, result, status)
