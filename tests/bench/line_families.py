#!/usr/bin/env python3
"""Writes integrals in one dimension with random parameters and known values, for line.py.

    line_families.py [--seed S] [--each N] [--tanh-sinh] > INTEGRALS.json

The families were fixed before the method line was tried on them: needles and pulses of random width
and place, square waves, kinks, singular ends and points, oscillation, tails of all kinds, and
integrals that diverge.
"""

import argparse
import json
import math
import random

from math import atan, erf, exp, gamma, log, pi, sin, sqrt, tanh


def spread(r, least, most):
    """Log-uniform."""
    return math.exp(r.uniform(log(least), log(most)))


def needle(r):
    """A Gaussian peak on a cosine."""
    w, c, h = spread(r, 1e-4, 0.1), r.random(), spread(r, 0.01, 1)
    peak = h * sqrt(pi) / 2 * (erf((1 - c) / w) + erf(c / w))
    return 0, 1, "cos(x[0]) + h/w*exp(-(x[0] - c)*(x[0] - c)/(w*w))", dict(
        w=w, c=c, h=h
    ), sin(1) + peak


def humps(r):
    """Three peaks, each narrower than the last."""
    k = [10, 10 * spread(r, 2, 20), 1000]
    c = [r.uniform(0.1, 0.9) for _ in k]
    value = sum((tanh(a * (1 - b)) + tanh(a * b)) / a for a, b in zip(k, c))
    text = " + ".join(f"pow(cosh(k[{i}]*(x[0] - c[{i}])), -2)" for i in range(3))
    return 0, 1, text, dict(k=k, c=c), value


def lorentz(r):
    w, c = spread(r, 1e-7, 0.1), r.random()
    return 0, 1, "w/((x[0] - c)*(x[0] - c) + w*w)", dict(w=w, c=c), atan((1 - c) / w) + atan(c / w)


def pulse(r):
    """A step up and down on a line."""
    w = spread(r, 1e-3, 0.5)
    a = r.uniform(0, 1 - w)
    return 0, 1, "1 + x[0] + h*(x[0] > a && x[0] < b)", dict(
        a=a, b=a + w, h=r.uniform(0.5, 20) / w
    ), None


def square_wave(r):
    n = r.choice([3, 5, 8, 16, 31, 64, 100, 200])
    phase = r.random()
    edges = sorted({0, 1} | {(j - phase) / n for j in range(n + 2) if 0 < (j - phase) / n < 1})
    value = sum(
        (b - a) * (1 + math.floor(n * (a + b) / 2 + phase) % 2) for a, b in zip(edges, edges[1:])
    )
    return 0, 1, "1 + fmod(floor(n*x[0] + phase), 2)", dict(n=n, phase=phase), value


def kink(r):
    c, p = r.random(), r.uniform(0.2, 2.9)
    return 0, 1, "pow(fabs(x[0] - c), p)", dict(c=c, p=p), (c ** (p + 1) + (1 - c) ** (p + 1)) / (
        p + 1
    )


def end_power(r):
    a, b, u = r.uniform(-0.98, 2), r.uniform(-1, 1), spread(r, 0.1, 10)
    value = u ** (a + 1) / (a + 1) + b * u ** (a + 2) / (a + 2)
    return 0, u, "pow(x[0], a)*(1 + b*x[0])", dict(a=a, b=b), value


def end_offset(r):
    """The same at a limit that is not 0: as exact as numbers allow."""
    a, lower = r.uniform(-0.6, 1.5), r.uniform(-3, 3)
    upper = lower + r.uniform(1, 2)
    return lower, upper, "pow(x[0] - l, a)", dict(a=a, l=lower), (upper - lower) ** (a + 1) / (
        a + 1
    )


def ends(r):
    a, b = r.uniform(0.05, 2), r.uniform(0.3, 2)
    return 0, 1, "pow(x[0], a - 1)*pow(1 - x[0], b - 1)", dict(a=a, b=b), gamma(a) * gamma(
        b
    ) / gamma(a + b)


def end_log(r):
    a, k = r.uniform(-0.9, 2), r.randint(1, 3)
    return 0, 1, "pow(x[0], a)*pow(log(1/x[0]), k)", dict(a=a, k=k), gamma(k + 1) / (a + 1) ** (
        k + 1
    )


def inside_power(r):
    c, a = r.random(), r.uniform(0.1, 0.8)
    return 0, 1, "pow(fabs(x[0] - c), -a)", dict(c=c, a=a), (c ** (1 - a) + (1 - c) ** (1 - a)) / (
        1 - a
    )


def inside_log(r):
    c = r.random()
    return 0, 1, "log(fabs(x[0] - c))", dict(c=c), c * log(c) + (1 - c) * log(1 - c) - 1


def oscillation(r):
    w, s = spread(r, 1, 3000), r.uniform(0.5, 2)
    return 0, 1, "s + cos(w*x[0])", dict(w=w, s=s), s + sin(w) / w


def boundary_layer(r):
    w = spread(r, 1e-4, 0.3)
    return 0, 1, "1 + exp(-(1 - x[0])/w)/w", dict(w=w), 2 - exp(-1 / w)


def tail_exponential(r):
    k, s = r.uniform(0.1, 5), spread(r, 1e-3, 1e3)
    return 0, math.inf, "pow(x[0]/s, k - 1)*exp(-x[0]/s)", dict(k=k, s=s), s * gamma(k)


def tail_power(r):
    p, s = r.uniform(1.03, 4), spread(r, 1e-3, 1e3)
    return 0, math.inf, "pow(1 + x[0]/s, -p)", dict(p=p, s=s), s / (p - 1)


def tails_gauss(r):
    c, s = r.uniform(-1, 1) * spread(r, 1, 1000), spread(r, 1e-2, 1e2)
    return -math.inf, math.inf, "exp(-(x[0] - c)*(x[0] - c)/(2*s*s))", dict(c=c, s=s), s * sqrt(
        2 * pi
    )


def tail_oscillating(r):
    """Under an exponential."""
    a, w = spread(r, 0.3, 3), spread(r, 0.1, 30)
    return 0, math.inf, "exp(-a*x[0])*cos(w*x[0])", dict(a=a, w=w), a / (a * a + w * w)


def divergent(r):
    c, p = r.uniform(0.1, 0.9), r.uniform(1, 2)
    lower, upper, text = r.choice(
        [
            (0, 1, "pow(x[0], -p)"),
            (0, 1, "pow(1 - x[0], -p)"),
            (1, math.inf, "pow(x[0], -1/p)"),
            (0, 1, "pow(fabs(x[0] - c), -p)"),
            (0, 1, "1/(x[0] - c)"),
            (0, math.inf, "sin(p*x[0])"),
            (0, math.inf, "1/(1 + c*x[0])"),
            (-math.inf, math.inf, "1 + exp(-x[0]*x[0])"),
        ]
    )
    return lower, upper, text, dict(c=c, p=p), None


FAMILIES = (
    needle,
    humps,
    lorentz,
    pulse,
    square_wave,
    kink,
    end_power,
    end_offset,
    ends,
    end_log,
    inside_power,
    inside_log,
    oscillation,
    boundary_layer,
    tail_exponential,
    tail_power,
    tails_gauss,
    tail_oscillating,
    divergent,
)


def formatted(name, family, lower, upper, text, parameters, value):
    return {
        "id": name,
        "family": family,
        "lower": [lower if math.isfinite(lower) else "-inf"],
        "upper": [upper if math.isfinite(upper) else "inf"],
        "breaks": [],
        "parameters": parameters,
        "formula_c": text,
        "kind": "divergent" if family == "divergent" else "ordinary",
        "value": None if value is None else repr(value),
        "abs_integral": 1,
    }


def entry(family, number, r):
    lower, upper, text, parameters, value = family(r)
    name = family.__name__
    if family is pulse:
        value = 1.5 + parameters["h"] * (parameters["b"] - parameters["a"])
    is_smooth = name == "boundary_layer" and parameters["w"] > 0.1
    of_family = "smooth" if is_smooth else name
    return formatted(f"{name}_{number}", of_family, lower, upper, text, parameters, value)


# D. H. Bailey, K. Jeyabalan and X. S. Li, A comparison of three high-precision quadrature schemes,
# Experimental Mathematics 14 (2005) 317, whose functions are those of scipy's tests of tanhsinh.
TANH_SINH = (
    (0, 1, "x[0]*log(1 + x[0])", 0.25),
    (0, 1, "x[0]*x[0]*atan(x[0])", (pi - 2 + 2 * log(2)) / 12),
    (0, pi / 2, "exp(x[0])*cos(x[0])", (exp(pi / 2) - 1) / 2),
    (0, 1, "atan(sqrt(2 + x[0]*x[0]))/((1 + x[0]*x[0])*sqrt(2 + x[0]*x[0]))", 5 * pi**2 / 96),
    (0, 1, "sqrt(x[0])*log(x[0])", -4 / 9),
    (0, 1, "sqrt(1 - x[0]*x[0])", pi / 4),
    (0, 1, "sqrt(x[0]/(1 - x[0]*x[0]))", 2 * sqrt(pi) * gamma(0.75) / gamma(0.25)),
    (0, 1, "pow(log(x[0]), 2)", 2),
    (0, pi / 2, "log(cos(x[0]))", -pi * log(2) / 2),
    (0, pi / 2, "sqrt(tan(x[0]))", pi * sqrt(2) / 2),
    (0, math.inf, "1/(1 + x[0]*x[0])", pi / 2),
    (0, math.inf, "exp(-x[0])/sqrt(x[0])", sqrt(pi)),
    (0, math.inf, "exp(-x[0]*x[0]/2)", sqrt(pi / 2)),
    (0, math.inf, "exp(-x[0])*cos(x[0])", 0.5),
)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=30, help="integrals of a family")
    parser.add_argument("--tanh-sinh", action="store_true", help="those of scipy's tanhsinh alone")
    arguments = parser.parse_args()
    r = random.Random(arguments.seed)
    if arguments.tanh_sinh:
        entries = [
            formatted(f"tanh_sinh_{i + 1}", "tanh_sinh", lower, upper, text, {}, value)
            for i, (lower, upper, text, value) in enumerate(TANH_SINH)
        ]
    else:
        entries = [entry(f, i, r) for f in FAMILIES for i in range(arguments.each)]
    print(json.dumps(entries, indent=1))


if __name__ == "__main__":
    main()
