#!/usr/bin/env python3
"""How right areas are where a condition says which points count.

    python3 python/bench/conditions.py

Discs, their complements and triangles at random places of a square, and balls of a cube, as a text,
as a function that returns a number, and as one that returns True or False.  Of those that converged
it prints how many are off by more than was asked for and by more than three errors, with the median
of the evaluations and the seconds of all.
"""
import time
import warnings

import numpy as np

import cuboid

COUNT = 40
EVALUATIONS = 300_000


def disc(random):
    radius = random.uniform(0.1, 0.8)
    centre = random.uniform(radius - 1, 1 - radius, 2)
    text = f"{radius**2} - (x - {centre[0]})^2 - (y - {centre[1]})^2"
    return 2, text, np.pi * radius**2


def hole(random):
    _, text, area = disc(random)
    return 2, f"-({text})", 4 - area


def triangle(random):
    corners = random.uniform(-1, 1, (3, 2))
    (a, b), (c, d) = corners[1] - corners[0], corners[2] - corners[0]
    area = (a * d - b * c) / 2
    if area < 0.05:
        return triangle(random)
    sides = [
        f"({q[0] - p[0]})*(y - {p[1]}) - ({q[1] - p[1]})*(x - {p[0]})"
        for p, q in zip(corners, np.roll(corners, -1, axis=0))
    ]
    return 2, f"min({', '.join(sides)})", area


def ball(random):
    radius = random.uniform(0.2, 0.8)
    centre = random.uniform(radius - 1, 1 - radius, 3)
    square = " - ".join(f"({x} - {c})^2" for x, c in zip("xyz", centre))
    return 3, f"{radius**2} - {square}", 4 / 3 * np.pi * radius**3


def of_arrays(text, ndim):
    code = compile(text.replace("^", "**").replace("min(", "least("), text, "eval")
    names = {"least": lambda *a: np.minimum.reduce(a)}
    return lambda x: eval(code, names, {name: x[:, i] for i, name in enumerate("xyz"[:ndim])})


def forms(text, ndim):
    number = of_arrays(text, ndim)
    return {
        "text": f"{text} > 0",
        "number": number,
        "truth": lambda x: number(x) > 0,
    }


def main():
    warnings.simplefilter("ignore", cuboid.NotConverged)
    print(f"{'region':10} {'condition':10} epsrel converged beyond it  3 errors evaluations seconds")
    for region, accuracies in (
        (disc, (1e-4, 1e-5)), (hole, (1e-4, 1e-5)), (triangle, (1e-4,)), (ball, (1e-2,))
    ):  # fmt: skip
        random = np.random.default_rng(3)
        cases = [region(random) for _ in range(COUNT)]
        for form in ("text", "number", "truth"):
            for epsrel in accuracies:
                show(region.__name__, form, epsrel, cases)


def show(name, form, epsrel, cases):
    start, evaluations, converged, beyond, off = time.perf_counter(), [], 0, 0, 0
    for ndim, text, area in cases:
        result = cuboid.integrate(
            "1", [(-1, 1)] * ndim, where=forms(text, ndim)[form], epsrel=epsrel, maxeval=EVALUATIONS
        )
        evaluations.append(result.neval)
        if result.converged:
            converged += 1
            beyond += abs(result.value - area) > epsrel * area
            off += abs(result.value - area) > 3 * result.error
    print(
        f"{name:10} {form:10} {epsrel:6.0e} {converged:3} of {len(cases):2} {beyond:9} {off:9} "
        f"{np.median(evaluations):11.0f} {time.perf_counter() - start:7.1f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
