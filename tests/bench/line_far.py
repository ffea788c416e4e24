#!/usr/bin/env python3
"""The method line on ranges of width 1 that begin far from 0, where points are rounded.

    line_far.py [--each N]

Eight families with drawn parameters on (s, s + 1), |s| from 1e2 to 1e9: sines, what hardly changes, peaks at the end
and inside, kinks, steps, powers, and narrow bumps on a constant; relative tolerances from 1e-3 to 1e-12.  Of the values
that are called converged: how many are right, and off by more than one and three errors.  The package cuboid is the one
of PYTHONPATH, the library that of CUBOID_LIBRARY.
"""

import argparse
import math
import warnings

import numpy as np

import cuboid

TOLERANCES = (1e-3, 1e-6, 1e-8, 1e-10, 1e-12)
FAMILIES = ("sine", "slow", "decay", "peak", "kink", "step", "power", "bump")


def draw(family, generator):
    """The start, a text of t from 0 to 1 (of x where it is slow), its parameters, and the value."""
    start = float(int(10 ** generator.uniform(2, 9)) * generator.choice([-1, 1]))
    rate, place = math.exp(generator.uniform(0, 3)), generator.uniform(0.1, 0.9)
    width, power = math.exp(generator.uniform(-7, -1)), generator.uniform(-0.8, 1.5)
    narrow = math.exp(generator.uniform(-4.5, -2))
    p = {"s": start, "k": rate, "c": place, "g": width, "a": power, "w": narrow}
    bump = math.sqrt(math.pi) / 2 * (math.erf((1 - place) / narrow) + math.erf(place / narrow))
    peak = (math.atan((1 - place) / width) + math.atan(place / width)) / width
    table = {
        "sine": ("2 + sin(k*t)", 2 + (1 - math.cos(rate)) / rate),
        "slow": ("2 + exp(-(x/s))", 2 - start * math.exp(-1) * math.expm1(-1 / start)),
        "decay": ("exp(-t/g)", -width * math.expm1(-1 / width)),
        "peak": ("1/((t-c)^2+g^2)", peak),
        "kink": ("abs(t-c)", (place**2 + (1 - place) ** 2) / 2),
        "step": ("1+(t<c)", 1 + place),
        "power": ("t^a", 1 / (power + 1)),
        "bump": ("1+exp(-((t-c)/w)^2)/w", 1 + bump),
    }
    text, value = table[family]
    return start, "t=x-s; " + text, p, value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--each", type=int, default=60)
    options = parser.parse_args()
    warnings.simplefilter("ignore", cuboid.NotConverged)
    print("family calls converged right wrong >1 >3 failed evaluations")
    for family in FAMILIES:
        generator = np.random.default_rng(11)
        calls = converged = right = beyond = beyond_three = failed = evaluations = 0
        for _ in range(options.each):
            start, text, p, value = draw(family, generator)
            for tolerance in TOLERANCES:
                calls += 1
                try:
                    r = cuboid.integrate(
                        text, (start, start + 1), parameters=p, epsrel=tolerance, method="line"
                    )
                except cuboid.NonfiniteError:
                    failed += 1
                    continue
                evaluations += r.neval
                off = abs(r.value - value) - 4e-16 * value
                if not r.converged:
                    continue
                converged += 1
                right += off <= tolerance * value
                beyond += off > r.error
                beyond_three += off > 3 * r.error
        print(
            f"{family:6} {calls:5} {converged:9} {right:5} {converged - right:5} {beyond:2} "
            f"{beyond_three:2} {failed:6} {evaluations / calls:8.0f}"
        )


if __name__ == "__main__":
    main()
