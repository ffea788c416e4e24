#!/usr/bin/env python3
"""Integrals of families that are not in the reference, in the form that pagani_reference.py takes, to
prove PAGANI's error estimate.  On the first ten no constant was chosen but those of the stages in
which the estimate falls; the last five (poles and after) were written when all had been chosen.

    pagani_proof.py OUTPUT.json [--draws N] [--seed S]

Each family is drawn N times in each of 2, 3, 4, 5, 6 and 8 dimensions, with parameters at random.
The values are closed forms, taken to 30 digits.  Needs mpmath."""

import argparse
import json
import random

from mpmath import cos, cosh, erf, exp, factorial, floor, gamma, log, mp, mpf, pi, sin, sqrt

mp.dps = 30
DIMENSIONS = (2, 3, 4, 5, 6, 8)


def product(factors):
    result = mpf(1)
    for factor in factors:
        result *= factor
    return result


def reals(generator, ndim, least, most):
    """Numbers of four digits, so that C and mpmath read the same."""
    return [round(generator.uniform(least, most), 4) for _ in range(ndim)]


def exact(numbers):
    return [mpf(str(number)) for number in numbers]


def each(ndim, operator, term):
    return operator.join(term.replace("#", str(d)) for d in range(ndim))


def gaussian(a, c):
    """The integral of exp(-a^2 (x - c)^2) over the unit interval."""
    return sqrt(pi) / (2 * a) * (erf(a * (1 - c)) - erf(-a * c))


# A family is a function of (generator, ndim) that gives (parameters, formula in C, value).


def exponential(generator, ndim):
    a = reals(generator, ndim, 1, 6)
    return {"a": a}, f"exp({each(ndim, '-', 'a[#]*x[#]')})", \
        (exp(exact(a)[0]) - 1) / exact(a)[0] * product((1 - exp(-v)) / v for v in exact(a)[1:])


def positive_wave(generator, ndim):
    """An oblique wave without a sign to cancel."""
    a = reals(generator, ndim, 1, 1 + 20 / ndim)
    half = [v / 2 for v in exact(a)]
    return {"a": a}, f"1 + cos({each(ndim, '+', 'a[#]*x[#]')})", \
        1 + cos(sum(half)) * product(sin(h) / h for h in half)


def cusps(generator, ndim):
    c = reals(generator, ndim, 0, 1)
    return {"c": c}, each(ndim, "*", "sqrt(fabs(x[#]-c[#]))"), \
        product(2 * (v * sqrt(v) + (1 - v) * sqrt(1 - v)) / 3 for v in exact(c))


def two_peaks(generator, ndim):
    parameters = {name: reals(generator, ndim, *bounds) for name, bounds in
                  (("a", (2, 9)), ("c", (0, 1)), ("b", (2, 9)), ("e", (0, 1)))}
    a, c, b, e = map(exact, parameters.values())
    peak = "exp(-({}))"
    text = " + ".join(peak.format(each(ndim, "+", f"{p}[#]*{p}[#]*(x[#]-{q}[#])*(x[#]-{q}[#])"))
                      for p, q in (("a", "c"), ("b", "e")))
    return parameters, text, product(map(gaussian, a, c)) + product(map(gaussian, b, e))


def fronts(generator, ndim):
    """Steep rises along the axes."""
    parameters = {"k": reals(generator, ndim, 3, 30), "c": reals(generator, ndim, 0, 1)}
    k, c = map(exact, parameters.values())
    return parameters, each(ndim, "*", "(1+tanh(k[#]*(x[#]-c[#])))"), \
        product(1 + log(cosh(a * (1 - b)) / cosh(a * b)) / a for a, b in zip(k, c))


def logarithms(generator, ndim):
    """Singular where a coordinate is zero."""
    p = reals(generator, ndim, .5, 3)
    return {"p": p}, each(ndim, "*", "pow(-log(x[#]),p[#])"), \
        product(gamma(1 + v) for v in exact(p))


def simplex(generator, ndim, power):
    """Ends at a plane across all axes."""
    s = round(generator.uniform(.5, 1), 4)
    value = exact([s])[0] ** (ndim + power) * factorial(power) / factorial(ndim + power)
    rest = f"(s-({each(ndim, '+', 'x[#]')}))"
    return {"s": s}, f"{rest} > 0 ? {'*'.join([rest] * power) or '1.0'} : 0.0", value


def simplex_jump(generator, ndim):
    return simplex(generator, ndim, 0)


def simplex_kink(generator, ndim):
    return simplex(generator, ndim, 1)


def ball(generator, ndim):
    """A jump on a sphere around a corner."""
    r = round(generator.uniform(.4, 1), 4)
    value = (sqrt(pi) * exact([r])[0] / 2) ** ndim / gamma(mpf(ndim) / 2 + 1)
    return {"r": r}, f"{each(ndim, '+', 'x[#]*x[#]')} < r*r ? 1.0 : 0.0", value


def window(generator, ndim):
    """Jumps across all axes."""
    lower = reals(generator, ndim, 0, .4)
    upper = reals(generator, ndim, .6, 1)
    inside = each(ndim, " && ", "x[#] > l[#] && x[#] < u[#]")
    value = product(b - a for a, b in zip(exact(lower), exact(upper)))
    return {"l": lower, "u": upper}, f"({inside}) ? 1.0 : 0.0", value


def poles(generator, ndim):
    """Steep near a corner."""
    a = reals(generator, ndim, .02, .5)
    return {"a": a}, each(ndim, "*", "1.0/((x[#]+a[#])*(x[#]+a[#]))"), \
        product(1 / v - 1 / (1 + v) for v in exact(a))


def waves(generator, ndim):
    """Changes its sign along each axis."""
    a = reals(generator, ndim, 2, 2 + 16 / ndim)
    return {"a": a}, each(ndim, "*", "cos(a[#]*x[#])"), product(sin(v) / v for v in exact(a))


def largest(generator, ndim):
    """Kinks where two coordinates are alike."""
    p = round(generator.uniform(1, 4), 4)
    text = "x[0]"
    for d in range(1, ndim):
        text = f"fmax({text},x[{d}])"
    return {"p": p}, f"pow({text},p)", ndim / (ndim + exact([p])[0])


def roots(generator, ndim):
    """Falls from each face with a vertical tangent."""
    a = reals(generator, ndim, 1, 8)
    return {"a": a}, f"exp(-({each(ndim, '+', 'a[#]*sqrt(x[#])')}))", \
        product(2 / v ** 2 * (1 - (1 + v) * exp(-v)) for v in exact(a))


def saw(generator, ndim):
    """Rises, and jumps down, a few times along each axis."""
    k = reals(generator, ndim, 1, 1 + 6 / ndim)
    return {"k": k}, each(ndim, "*", "(k[#]*x[#]-floor(k[#]*x[#]))"), \
        product((floor(v) + (v - floor(v)) ** 2) / (2 * v) for v in exact(k))


FAMILIES = (exponential, positive_wave, cusps, two_peaks, fronts, logarithms, simplex_jump,
            simplex_kink, ball, window, poles, waves, largest, roots, saw)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output")
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    generator = random.Random(arguments.seed)
    entries = []
    for family in FAMILIES:
        for ndim in DIMENSIONS:
            for draw in range(arguments.draws):
                parameters, formula, value = family(generator, ndim)
                entries.append({"id": f"proof_{family.__name__}_d{ndim:02d}_{draw:02d}",
                                "family": family.__name__, "ndim": ndim, "ncomp": 1,
                                "lower": [0] * ndim, "upper": [1] * ndim, "parameters": parameters,
                                "formula_c": formula, "helpers_c": "", "value": mp.nstr(value, 25)})
    with open(arguments.output, "w", encoding="utf-8") as file:
        json.dump(entries, file, indent=1)


if __name__ == "__main__":
    main()
