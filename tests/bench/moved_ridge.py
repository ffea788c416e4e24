#!/usr/bin/env python3
"""How often a ridge along the diagonal of a large box is called converged where a piece of it was missed.

    moved_ridge.py [--count N] [--rho R] [--methods auto,cuhre] [--tolerances 1e-3,1e-4] [--peak WIDTH]

A normal density of two variables that correlate by R, over (-13, 13)^2 with each limit moved by up to 1, at random but
the same for all: the value does not depend on that, but where regions are cut does. With --peak, a normal density of
that width in three dimensions, anywhere within a cube of side 1. The package is that of PYTHONPATH,
the library that of CUBOID_LIBRARY, with libcuba beside it for Cuba's Cuhre. Wrong: converged, and off by more than
three tolerances.
"""

import argparse
import ctypes
import math
import os
import random
import statistics
import warnings

import cuboid

RIDGE = "exp(-(x^2 - 2*r*x*y + y^2)/(2*(1 - r^2)))"
PEAK = "exp(-(x^2 + y^2 + z^2)/(2*r^2))"


def boxes(count, around_a_peak):
    numbers = random.Random(3)
    if around_a_peak:
        return [[(-a, 1 - a) for a in (numbers.random() for _ in range(3))] for _ in range(count)]
    moved = [[numbers.uniform(-1, 1) for _ in range(4)] for _ in range(count)]
    return [[(-13 + a, 13 + b), (-13 + c, 13 + d)] for a, b, c, d in moved]


def cubas_cuhre(rho, box, epsrel):
    """Value, whether it says that it converged, and evaluations of Cuba's entry with the arguments of its demo."""
    library = ctypes.CDLL(os.path.join(os.path.dirname(os.environ["CUBOID_LIBRARY"]), "libcuba.so"))
    integer, real, (a, b), (c, d) = ctypes.c_int, ctypes.c_double, *box
    numbers = ctypes.POINTER(real)

    @ctypes.CFUNCTYPE(integer, ctypes.c_void_p, numbers, ctypes.c_void_p, numbers, ctypes.c_void_p)
    def function(_n, u, _m, f, _userdata):
        x, y = a + (b - a) * u[0], c + (d - c) * u[1]
        f[0] = math.exp(-(x * x - 2 * rho * x * y + y * y) / (2 * (1 - rho * rho)))
        return 0

    regions, neval, fail, value, error, prob = integer(), integer(), integer(), real(), real(), real()
    ends = map(ctypes.byref, (regions, neval, fail, value, error, prob))
    request = (real(epsrel), real(0), integer(4), integer(0), integer(1_000_000), integer(0), None, None)
    library.Cuhre(integer(2), integer(1), function, None, integer(1), *request, *ends)
    return value.value * (b - a) * (d - c), fail.value == 0, neval.value


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--rho", type=float, default=0.999)
    parser.add_argument("--methods", default="auto,cuhre")
    parser.add_argument("--tolerances", default="1e-3,1e-4")
    parser.add_argument("--peak", type=float, default=0)
    options = parser.parse_args()
    text, parameter = (PEAK, options.peak) if options.peak else (RIDGE, options.rho)
    truth = (options.peak * math.sqrt(2 * math.pi)) ** 3 or 2 * math.pi * math.sqrt(1 - options.rho**2)
    print(f"{'method':8} {'probing':9} {'epsrel':>7} {'converged':>9} {'wrong':>5} {'worst':>8} {'evaluations':>11}")
    runs = [(m, p) for m in options.methods.split(",") for p in ("none", "standard", "thorough")]
    warnings.simplefilter("ignore", cuboid.NotConverged)
    for method, probing in [*runs, *([] if options.peak else [("Cuba's", "-")])]:
        for epsrel in map(float, options.tolerances.split(",")):
            found = []
            for box in boxes(options.count, options.peak):
                if probing == "-":
                    found.append(cubas_cuhre(options.rho, box, epsrel))
                    continue
                known = {"method": method, "probing": probing, "parameters": {"r": parameter}}
                r = cuboid.integrate(text, box, epsrel=epsrel, **known)
                found.append((float(r.value), r.converged, r.neval))
            errors = [abs(value / truth - 1) for value, converged, _ in found if converged]
            wrong, neval = sum(e > 3 * epsrel for e in errors), statistics.median(n for _, _, n in found)
            line = f"{method:8} {probing:9} {epsrel:7.0e} {len(errors):9} {wrong:5} {max(errors):8.1e} {neval:11.0f}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
