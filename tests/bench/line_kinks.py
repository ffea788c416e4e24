#!/usr/bin/env python3
"""Counts how often the method line is wrong about kinks, jumps, cusps and pulses at random places.

    line_kinks.py LIBCUBOID [--seed S] [--each N] [--places FROM TO] [--probing P ...]
                  [--tolerances T ...]

Places are drawn from a part of the range, the whole unless --places says otherwise.  All values are
known in closed form.  Wrong: claimed, and off by more than the tolerance and 4e-15 of the value.
"""

import argparse
import ctypes
import math
import os
import random
import subprocess
import tempfile

from math import cos, erf, exp, sin, sqrt

from line import Cuboid

TOLERANCES = (1e-6, 1e-8, 1e-10, 1e-12)


def spread(r, least, most):
    """Log-uniform."""
    return exp(r.uniform(math.log(least), math.log(most)))


def kink(r, c):
    return 0, (c * c + (1 - c) ** 2) / 2


def call(r, c):
    """A payoff and a floor."""
    return 0, exp(1) - exp(c) - exp(c) * (1 - c) + 0.1


def kink_on_smooth(r, c):
    b = spread(r, 0.01, 10)
    return b, exp(1) - 1 + b * (c * c + (1 - c) ** 2) / 2


def jump_on_smooth(r, c):
    b = spread(r, 0.01, 10)
    return b, exp(1) - 1 + b * (1 - c)


def cusp(r, c):
    k = spread(r, 1, 100)
    return k, (2 - exp(-k * c) - exp(-k * (1 - c))) / k


def thousandth(r, c):
    """A pulse of that part of the range, on a constant."""
    return 0.001, 0.1 + min(1 - c, 0.001)


def hundredth(r, c):
    return 0.01, 0.1 + min(1 - c, 0.01)


def sixtieth(r, c):
    return 1 / 60, 0.1 + min(1 - c, 1 / 60)


def call_on_normal(r, c):
    """A payoff on the density of a price, over eight deviations to both sides."""
    k = 16 * c - 8
    upper, lower = erf(7 / sqrt(2)) - erf((k - 1) / sqrt(2)), erf(8 / sqrt(2)) - erf(k / sqrt(2))
    return 0, (exp(0.5) * upper - exp(k) * lower) / 2 + 1.6


def smooth(r, c):
    w = 30 * c
    return 0, (exp(1) * (cos(w) + w * sin(w)) - 1) / (1 + w * w)


def pole(r, c):
    """Beside the range, at least a tenth of it away."""
    w = spread(r, 0.1, 10)
    return w, (math.atan((1 - c) / w) + math.atan(c / w)) / w


def end_power(r, c):
    p = 0.5 + 4 * c
    return p, 1 / (p + 1)


PULSE = "0.1 + (x > c && x < c + b)"

FAMILIES = {
    kink: "fabs(x - c)",
    call: "fmax(exp(x) - exp(c), 0) + 0.1",
    kink_on_smooth: "exp(x) + b*fabs(x - c)",
    jump_on_smooth: "exp(x) + b*(x > c)",
    cusp: "exp(-b*fabs(x - c))",
    thousandth: PULSE,
    hundredth: PULSE,
    sixtieth: PULSE,
    # With x from -8 to 8.
    call_on_normal: "16*(0.1 + fmax(exp(16*x - 8) - exp(16*c - 8), 0)"
    "*exp(-(16*x - 8)*(16*x - 8)/2)/sqrt(2*M_PI))",
    smooth: "exp(x)*cos(30*c*x)",
    pole: "1/((x - c)*(x - c) + b*b)",
    end_power: "pow(x, b)",
}


def compiled(folder):
    """The integrands as a library; c and b are behind their last argument."""
    text = "#include <math.h>\n" + "\n".join(
        f"int {family.__name__}_(const int *n, const double *at, const int *m, double *f, double *user)"
        f"{{ const double x = at[0], c = user[0], b = user[1]; f[0] = {formula}; return 0; }}"
        for family, formula in FAMILIES.items()
    )
    source, library = (os.path.join(folder, f"kinks.{kind}") for kind in ("c", "so"))
    with open(source, "w") as file:
        file.write(text)
    subprocess.run(["cc", "-O1", "-w", "-shared", "-fPIC", "-o", library, source, "-lm"], check=True)
    return ctypes.CDLL(library)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=2000, help="integrals of a family")
    parser.add_argument("--places", type=float, nargs=2, default=(0, 1))
    parser.add_argument("--probing", nargs="+", default=["standard"])
    parser.add_argument("--families", nargs="+", default=[f.__name__ for f in FAMILIES])
    parser.add_argument("--tolerances", type=float, nargs="+", default=TOLERANCES)
    arguments = parser.parse_args()
    parameters = (ctypes.c_double * 2)()
    with tempfile.TemporaryDirectory() as folder:
        functions = compiled(folder)
        print("probing   family           tolerance  wrong  refused     of  worst/tol  evaluations")
        for probing in arguments.probing:
            cuboid = Cuboid(arguments.library, "line", 0, probing)
            for family in FAMILIES:
                if family.__name__ not in arguments.families:
                    continue
                function = getattr(functions, family.__name__ + "_")
                for tolerance in arguments.tolerances:
                    r = random.Random(f"{arguments.seed} {family.__name__}")
                    wrong = refused = evaluations = 0
                    worst = 0.0
                    for _ in range(arguments.each):
                        parameters[0] = c = r.uniform(*arguments.places)
                        parameters[1], exact = family(r, c)
                        value, _, neval, claimed, _ = cuboid.integrate(
                            function, 0, 1, [], tolerance, user=parameters
                        )
                        off = abs(value / exact - 1)
                        wrong += claimed and off > tolerance + 4e-15
                        refused += not claimed
                        evaluations += neval
                        if claimed:
                            worst = max(worst, off / tolerance)
                    print(
                        f"{probing:9} {family.__name__:17} {tolerance:8.0e} {wrong:6} {refused:8}"
                        f" {arguments.each:6} {worst:10.1e} {evaluations / arguments.each:12.1f}"
                    )


if __name__ == "__main__":
    main()
