#!/usr/bin/env python3
"""Counts what is converged and beyond three errors of three families with drawn parameters.

    PYTHONPATH=python/src CUBOID_LIBRARY=.../libcuboid.so drawn_densities.py [--draws N] [--maxeval N]

valleys: exp(-(a - x)^2 - b (y - x^2)^2) over the plane, Rosenbrock's function as a density; cusps:
exp(-k |x - c|) over (0, 1) by line; slabs: a constant with a slab or a peak on it, in 2 to 4
dimensions.
"""

import argparse
import math
import random
import warnings

import cuboid


def peak(width, centre):
    return width * math.sqrt(math.pi) / 2 * (math.erf((1 - centre) / width) + math.erf(centre / width))


def valleys(count):
    r = random.Random(0)
    for _ in range(count):
        a, b = r.uniform(0.5, 2), 10 ** r.uniform(0, 3)
        yield f"exp(-({a!r} - x)^2 - {b!r}*(y - x^2)^2)", [(-math.inf, math.inf)] * 2, math.pi / math.sqrt(b)


def cusps(count):
    r = random.Random(4)
    rates = [r.uniform(0.1, 30) for _ in range(count)]
    for k, c in zip(rates, [r.uniform(0, 1) for _ in range(count)]):
        yield f"exp(-{k!r}*abs(x - {c!r}))", (0, 1), (2 - math.exp(-k * c) - math.exp(-k * (1 - c))) / k


def slabs(count):
    r = random.Random(3)
    for k in range(count):
        ndim, width, place = r.randint(2, 4), 10 ** r.uniform(-2.5, -1), r.uniform(0.1, 0.85)
        text, value = f"1 + (x[0] > {place!r} && x[0] < {place + width!r} ? 50 : 0)", 1 + 50 * width
        if k % 2 == 0:
            centre = [r.uniform(0.1, 0.9) for _ in range(ndim)]
            squares = " + ".join(f"(x[{d}] - {c!r})^2" for d, c in enumerate(centre))
            text = f"1 + 50*exp(-({squares})/{width * width!r})"
            value = 1 + 50 * math.prod(peak(width, c) for c in centre)
        yield text, ndim, value


FAMILIES = {
    "valleys": (valleys, 150, "cuhre pagani"),
    "cusps": (cusps, 3000, "line"),
    "slabs": (slabs, 400, "cuhre pagani"),
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int)
    parser.add_argument("--maxeval", type=int, default=1_000_000)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    print("family   method  epsrel  converged  > 3 errors  > 3 errors and epsrel   worst  evaluations, mean")
    for name, (family, count, methods) in FAMILIES.items():
        for method in methods.split():
            for epsrel in (1e-2, 1e-3, 1e-6, 1e-9):
                found = [(cuboid.integrate(f, where, method=method, epsrel=epsrel, maxeval=options.maxeval), value)
                         for f, where, value in family(options.draws or count)]
                good = [(abs(r.value - value), r.error, value) for r, value in found if r.converged]
                off = [(d, e, v) for d, e, v in good if d > 3 * e and d > 4e-15 * v]
                print(f"{name:8s} {method:7s} {epsrel:6.0e} {len(good):10d} {len(off):11d} "
                      f"{sum(d > epsrel * v for d, _, v in off):22d} {max((d / e for d, e, _ in good), default=0):7.2g}"
                      f" {sum(r.neval for r, _ in found) / len(found):18.0f}", flush=True)


if __name__ == "__main__":
    main()
