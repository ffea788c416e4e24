#!/usr/bin/env python3
"""Evaluations of some integrals over regions, and integrals a second of lists.

    region_costs.py

The package cuboid is the one of PYTHONPATH, the library that of CUBOID_LIBRARY.
"""

import math
import time
import warnings

import numpy as np

import cuboid

CUSP = "exp(-(0.266*abs(x - 0.2535) + 0.443*abs(y - 0.7997) + 0.492*abs(z - 0.1993)))"
CUSP_EXACT = 0.58824202643166208
TETRAHEDRON = [[0, 0, 0], [1, 1, 1], [0, 1, 1], [0, 0, 1]]


TRIANGLE = [[0, 0], [1, 0], [0, 1]]


def show(name, exact, f, region, **options):
    result = cuboid.integrate(f, region, **options)
    off = abs(result.value / exact - 1)
    error = result.error / abs(result.value)
    print(
        f"{name:44} {options['epsrel']:7.0e} {off:9.1e} {error:9.1e} {result.neval:9} {result.method:8} "
        f"{result.reason}"
    )


def singular_facets():
    """Where nobody says so, and where it is told: what is claimed must be right."""
    dirichlet, border = "1/sqrt(x*y*(1 - x - y))", "1/sqrt(1 - x^2 - y^2)"
    for epsrel in (1e-7, 1e-8, 1e-9):
        for text, plain, told in (
            (dirichlet, cuboid.Simplex(TRIANGLE), cuboid.Simplex(TRIANGLE, singular="facets")),
            (border, cuboid.Ball([0, 0], 1), cuboid.Ball([0, 0], 1, singular="surface")),
        ):
            show(text, 2 * math.pi, text, plain, epsrel=epsrel, method="cuhre")
            show(text + ", told", 2 * math.pi, text, told, epsrel=epsrel, method="cuhre")


def lists():
    generator = np.random.default_rng(1)
    for what, ndim, count in (("triangles", 2, 200_000), ("tetrahedra", 3, 50_000)):
        vertices = generator.uniform(size=(count, ndim + 1, ndim))
        f = "exp(x*y)" if ndim == 2 else "exp(x*y*z)"
        began = time.perf_counter()
        many = cuboid.integrate_many(f, cuboid.Simplex(vertices), epsrel=1e-6)
        seconds = time.perf_counter() - began
        print(
            f"{count} {what}, {f}, 1e-6: {count / seconds:.3g} a second, {many.neval.mean():.0f} "
            f"evaluations each, {many.converged.sum()} converged"
        )


def main():
    warnings.simplefilter("ignore")
    print(f"{'':44} epsrel       off estimate evaluations   method")
    for method in ("auto", "cuhre"):
        for probing in ("standard", "none"):
            show(
                f"exp(x + y + z), tetrahedron, probing {probing}", (math.e - 1) ** 3 / 6, "exp(x + y + z)",
                cuboid.Simplex(TETRAHEDRON), epsrel=1e-10, method=method, probing=probing,
            )  # fmt: skip
    ball = cuboid.Ball([0, 0, 0], 1)
    gauss = math.pi * (math.sqrt(math.pi) * math.erf(1) - 2 / math.e)
    plane_wave = 4 * math.pi * (math.cosh(1) - math.sinh(1))  # of exp(k.r) with |k| = 1
    for name, text, exact in (
        ("exp(-r^2)", "exp(-(x*x + y*y + z*z))", gauss),
        ("1/(1 + r^2)", "1/(1 + x*x + y*y + z*z)", 4 * math.pi * (1 - math.pi / 4)),
        ("x^2", "x^2", 4 * math.pi / 15),
        ("z^2", "z^2", 4 * math.pi / 15),
        ("exp(x)", "exp(x)", plane_wave),
        ("exp(z)", "exp(z)", plane_wave),
    ):
        show(name + ", ball", exact, text, ball, epsrel=1e-10)
    singular_facets()
    inside = cuboid.Where([(-1, 1)] * 3, "x^2 + y^2 + z^2 < 1")
    show("1, ball by an indicator", 4 * math.pi / 3, "1", inside, epsrel=1e-4)
    box = [(0.02, 0.97)] * 3
    breaks = {0: [0.2535], 1: [0.7997], 2: [0.1993]}
    for epsrel in (1e-6, 1e-10):
        show("cusp, without breaks", CUSP_EXACT, CUSP, box, epsrel=epsrel)
        show("cusp, with breaks", CUSP_EXACT, CUSP, cuboid.Box(box, breaks=breaks), epsrel=epsrel)
    lists()


if __name__ == "__main__":
    main()
