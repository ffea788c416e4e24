#!/usr/bin/env python3
"""Thin rings and shells: how many of those that cubature calls converged are beyond their errors.

    rings.py [--method cuhre] [--probing none,standard,thorough] [--maxeval N]

A quarter of a ring in two dimensions, and an eighth of a shell in three, about the origin of the unit cube: a normal
density of the distance from radius r, of width s.  60 of them with drawn r and s, from a two-thousandth to a fiftieth
of the box.  The package cuboid is the one of PYTHONPATH, the library that of CUBOID_LIBRARY.
"""

import argparse
import math
import warnings

import numpy as np

import cuboid


def families():
    generator = np.random.default_rng(5)
    for number in range(60):
        ndim = 2 if number % 3 else 3
        width = 10 ** generator.uniform(-3.3, -1.7)
        radius = generator.uniform(0.3, 0.9 - 6 * width)
        squares = "+".join(f"x[{d}]^2" for d in range(ndim))
        f = f"exp(-.5*((sqrt({squares})-{radius!r})/{width!r})^2)/({width!r}*sqrt(2*pi))"
        exact = math.pi / 2 * (radius if ndim == 2 else radius**2 + width**2)
        yield ndim, f, exact


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--method", default="cuhre")
    parser.add_argument("--probing", default="none,standard,thorough")
    parser.add_argument("--maxeval", type=int, default=1_000_000)
    given = parser.parse_args()
    warnings.simplefilter("ignore")
    print("probing    ndim epsrel   calls  converged  beyond their errors  evaluations of these in the mean")
    integrals = [(ndim, f, float(exact)) for ndim, f, exact in families()]
    for probing in given.probing.split(","):
        for ndim in (2, 3):
            own = [one for one in integrals if one[0] == ndim]
            for epsrel in (1e-3, 1e-5):
                results = [
                    (cuboid.integrate(f, [(0, 1)] * ndim, epsrel=epsrel, maxeval=given.maxeval,
                                      method=given.method, probing=probing), exact)
                    for _, f, exact in own
                ]  # fmt: skip
                there = [(float(r.value), float(r.error), r.neval, exact) for r, exact in results if r.converged]
                beyond = sum(abs(value - exact) > error for value, error, _, exact in there)
                mean = np.mean([neval for *_, neval, _ in there]) if there else math.nan
                print(f"{probing:10} {ndim:4} {epsrel:6.0e} {len(own):7} {len(there):10} {beyond:20} {mean:20.0f}")


if __name__ == "__main__":
    main()
