#!/usr/bin/env python3
"""Measures of sets in the unit square and cube: how often an error holds.

    sets.py [--methods divonne,auto] [--tolerances 1e-2,1e-3] [--each 400]

Below a diagonal, on one side of a line, in a disk, a triangle, simplices and a ball, with drawn parameters; a step of
1 over a diagonal; and exp(-x-y) below a diagonal.  For each: how many converge, how many of these are beyond three
errors, the root mean square of the pulls, the geometric mean of the evaluations, and the worst pulls.  The package
cuboid is the one of PYTHONPATH, the library that of CUBOID_LIBRARY.
"""

import argparse
import math
import warnings

import numpy as np

import cuboid


def part_of_square(a, b, c):
    """Area of a x + b y < c in the unit square."""
    corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    kept = []
    for one, next_one in zip(corners, corners[1:] + corners[:1]):
        here, there = (a * x + b * y - c for x, y in (one, next_one))
        if here <= 0:
            kept.append(one)
        if here * there < 0:
            t = here / (here - there)
            kept.append(tuple(p + t * (q - p) for p, q in zip(one, next_one)))
    return area(kept)


def area(corners):
    """Of a polygon."""
    pairs = zip(corners, corners[1:] + corners[:1])
    return abs(sum(p[0] * q[1] - q[0] * p[1] for p, q in pairs)) / 2


def diagonal(rng):
    c = rng.uniform(0.05, 1.95)
    return "x+y < p[0] ? 1 : 0", [c], part_of_square(1, 1, c)


def step(rng):
    c = rng.uniform(0.2, 1.8)
    return "x+y < p[0] ? 2 : 1", [c], 1 + part_of_square(1, 1, c)


def cut_exponential(rng):
    c = rng.uniform(0.3, 1.0)
    return "x+y < p[0] ? exp(-x-y) : 0", [c], 1 - math.exp(-c) * (1 + c)


def line(rng):
    angle, (x, y) = rng.uniform(0, 2 * math.pi), rng.uniform(0.05, 0.95, 2)
    a, b = math.cos(angle), math.sin(angle)
    c = a * x + b * y
    return "p[0]*x + p[1]*y < p[2] ? 1 : 0", [a, b, c], part_of_square(a, b, c)


def disk(rng):
    r = rng.uniform(0.1, 0.45)
    return (
        "(x-p[0])^2 + (y-p[1])^2 < p[2] ? 1 : 0",
        [*rng.uniform(r, 1 - r, 2), r * r],
        math.pi * r**2,
    )


def triangle(rng):
    while True:
        corners = [tuple(rng.uniform(0, 1, 2)) for _ in range(3)]
        if area(corners) > 0.03:
            break
    terms, parameters = [], []
    for i, (px, py) in enumerate(corners):
        qx, qy = corners[(i + 1) % 3]
        rx, ry = corners[(i + 2) % 3]
        a, b = py - qy, qx - px
        c = a * px + b * py
        sign = 1 if a * rx + b * ry > c else -1
        k = len(parameters)
        parameters += [sign * a, sign * b, sign * c]
        terms.append(f"(p[{k}]*x + p[{k + 1}]*y > p[{k + 2}])")
    return "*".join(terms), parameters, area(corners)


def simplex(rng):
    c = rng.uniform(0.2, 1.0)
    return "x+y+z < p[0] ? 1 : 0", [c], c**3 / 6


def simplex_of_four(rng):
    c = rng.uniform(0.3, 1.0)
    return "x[0]+x[1]+x[2]+x[3] < p[0] ? 1 : 0", [c], c**4 / 24


def ball(rng):
    r = rng.uniform(0.15, 0.45)
    where = [*rng.uniform(r, 1 - r, 3), r * r]
    return (
        "(x-p[0])^2 + (y-p[1])^2 + (z-p[2])^2 < p[3] ? 1 : 0",
        where,
        4 / 3 * math.pi * r**3,
    )


FAMILIES = {
    diagonal: 2,
    line: 2,
    disk: 2,
    triangle: 2,
    step: 2,
    cut_exponential: 2,
    simplex: 3,
    simplex_of_four: 4,
    ball: 3,
}


def show(method, tolerance, family, each):
    rng = np.random.default_rng(11)
    pulls, evaluations = [], []
    for seed in range(1, each + 1):
        text, parameters, value = family(rng)
        result = cuboid.integrate(
            text,
            FAMILIES[family],
            parameters=parameters,
            epsrel=tolerance,
            method=method,
            seed=seed,
        )
        if result.converged:
            pulls.append((result.value - value) / result.error)
            evaluations.append(result.neval)
    pulls = np.array(pulls)
    worst = " ".join(f"{pull:.1f}" for pull in sorted(pulls, key=abs)[-3:])
    print(
        f"{method:10s} {tolerance:5.0e} {family.__name__:15s} {len(pulls):4d} {(abs(pulls) > 3).sum():3d}"
        f" {np.sqrt((pulls**2).mean()):5.2f} {np.exp(np.log(evaluations).mean()):8.0f}   {worst}",
        flush=True,
    )


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--methods", default="divonne,auto")
    parser.add_argument("--tolerances", default="1e-2,1e-3")
    parser.add_argument("--each", type=int, default=400)
    options = parser.parse_args()
    warnings.simplefilter("ignore", cuboid.NotConverged)
    print("method   epsrel family     converged  >3   rms    neval   worst pulls")
    for method in options.methods.split(","):
        for tolerance in options.tolerances.split(","):
            for family in FAMILIES:
                show(method, float(tolerance), family, options.each)


if __name__ == "__main__":
    main()
