#!/usr/bin/env python3
"""device_arrays.py [SECONDS [NAME...]]: points a second of functions on arrays of a GPU, in 8 dimensions.

Each function is one kernel, exp(-|x|^2); for Torch also its own operations.  Beside them stands the
same function as a text, which the library compiles into its kernels.  All are run with the same
seed once to be compiled, and then with more and more points, until a run takes so many seconds.
The names are those of the functions; without any, all are run.
"""

import os
import sys
import time

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import cuboid

NDIM = 8
TEXT = "exp(-(" + " + ".join(f"x[{d}] * x[{d}]" for d in range(NDIM)) + "))"


def with_cupy():
    import cupy

    terms = " + ".join(f"x[{NDIM} * i + {d}] * x[{NDIM} * i + {d}]" for d in range(NDIM))
    kernel = cupy.ElementwiseKernel("raw float64 x", "float64 y", f"y = exp(-({terms}))", "gauss")

    def gauss(x):
        return kernel(x, size=len(x))

    return gauss


def with_torch():
    import torch

    return lambda x: torch.exp(-(x * x).sum(1))


def with_compiled_torch():
    import torch

    return torch.compile(lambda x: torch.exp(-(x * x).sum(1)), dynamic=True)


def with_jax():
    import jax

    jax.config.update("jax_enable_x64", True)
    return jax.jit(lambda x: jax.numpy.exp(-(x * x).sum(axis=1)))


FUNCTIONS = {
    "text": (lambda: TEXT, {"device": True}),
    "cupy": (with_cupy, {"arrays": "cupy"}),
    "torch": (with_torch, {"arrays": "torch"}),
    "jax": (with_jax, {"arrays": "jax"}),
    "torch.compile": (with_compiled_torch, {"arrays": "torch"}),
}


def rate(f, how, method, points):
    how = dict(how, method=method, epsrel=1e-15, maxeval=points, seed=1)
    if method == "vegas_plus":
        # Iterations that are handed over at once; longer ones leave threads of the kernels alone.
        how.update(nstart=min(points // 10, 12_000_000), raise_samples=0)
    started = time.perf_counter()
    result = cuboid.integrate(f, NDIM, **how)
    return result, time.perf_counter() - started


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print(cuboid.device())
    print(f"{'f':14} {'method':11} {'points':>8} {'seconds':>8} {'points/s':>9}  value")
    for name in sys.argv[2:] or FUNCTIONS:
        make, how = FUNCTIONS[name]
        try:
            f = make()
            for method in ("vegas_plus", "lattice", "pagani"):
                _, first = rate(f, how, method, 3_000_000)
                points = 10_000_000
                result, took = rate(f, how, method, points)
                while took < seconds and points < 10**11 and result.neval > points // 2:
                    points *= 4
                    result, took = rate(f, how, method, points)
                print(f"{name:14} {method:11} {result.neval:8.1e} {took:8.3f} "
                      f"{result.neval / took:9.2e}  {result!r}; the first took {first:.2f} s")
        except Exception as error:
            print(f"{name:14} {type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
