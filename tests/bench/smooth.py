#!/usr/bin/env python3
"""What native cuhre evaluates for smooth integrands, most of which a sparse grid settles.

    smooth.py [--maxeval N] [--drawn N] [--calls]

Prints evaluations at 1e-3, 1e-6, 1e-9 and 1e-10, with ! where the accuracy was not reached, and * where the error is
less than the true one, but for rounding.  With --drawn, of N integrands x^p exp(c x a.(y - 1/2)) and x^p cos(...) of 3
to 6 dimensions with drawn p, a: how many results converge at 1e-5 and 1e-8, and how many of them are off by more than
their errors; through the middle of the cube they do not depend on y.  With --calls: those of pagani
of a function of arrays, to 1e-9.  The package cuboid is the one of PYTHONPATH, the library that of
CUBOID_LIBRARY.
"""

import argparse
import cmath
import math
import random
import warnings

import numpy as np

import cuboid


def cube(terms, glue="+"):
    return lambda ndim: glue.join(terms.format(i) for i in range(ndim))


def wave(k, ndim):
    return (((cmath.exp(1j * k) - 1) / (1j * k)) ** ndim).real


def integrals():
    square, sum_of, product = cube("(x[{0}]-.4)^2"), cube("x[{0}]"), cube("1/(1+x[{0}]^2)", "*")
    gauss = math.sqrt(math.pi) / 2 * (math.erf(0.6) + math.erf(0.4))
    for d in (2, 3, 4, 5, 6, 8):
        yield f"exp(-sum (x-.4)^2), {d}-D", f"exp(-({square(d)}))", [(0, 1)] * d, gauss**d
    for k, d in ((1, 3), (1, 5), (1, 6), (4, 4)):
        yield f"cos({k} sum x), {d}-D", f"cos({k}*({sum_of(d)}))", [(0, 1)] * d, wave(k, d)
    yield "product of 1/(1+x^2), 5-D", product(5), [(0, 1)] * 5, (math.pi / 4) ** 5
    tetrahedron = cuboid.Simplex([[0, 0, 0], [1, 1, 1], [0, 1, 1], [0, 0, 1]])
    yield "exp(x+y+z), tetrahedron", "exp(x[0]+x[1]+x[2])", tetrahedron, (math.e - 1) ** 3 / 6
    ball = cuboid.Ball([0, 0, 0], 1)
    of_radius = math.pi * (math.sqrt(math.pi) * math.erf(1) - 2 / math.e)
    yield "exp(-r^2), ball", "exp(-(x[0]^2+x[1]^2+x[2]^2))", ball, of_radius
    yield "z^2, ball", "x[2]^2", ball, 4 * math.pi / 15


def fan(draw):
    """Text, number of dimensions, integral."""
    ndim, power, wave = draw.randint(3, 6), draw.randint(0, 3), draw.random() < 0.5
    a = [draw.uniform(-2.5, 2.5) for _ in range(ndim - 1)]
    inner = "+".join(f"({one!r})*(x[{i + 1}]-.5)" for i, one in enumerate(a))
    x, weights = np.polynomial.legendre.leggauss(60)
    x, weights = (x + 1) / 2, weights / 2
    of_axes = [np.sinc(2 * x * one / math.pi) if wave else np.sinh(x * one) / (x * one) for one in a]
    text = f"cos(4*x[0]*({inner}))" if wave else f"exp(2*x[0]*({inner}))"
    return f"x[0]^{power}*{text}", ndim, float(weights @ (x**power * np.prod(of_axes, axis=0)))


def print_drawn(count, maxeval):
    for epsrel in (1e-5, 1e-8):
        draw, converged, wrong = random.Random(1), 0, 0
        for _ in range(count):
            text, ndim, exact = fan(draw)
            found = cuboid.integrate(text, ndim, method="cuhre", epsrel=epsrel, maxeval=maxeval)
            converged += found.converged
            wrong += found.converged and abs(found.value - exact) > max(found.error, 1e-14)
        print(f"drawn, {epsrel:g}: {converged} of {count} converged, {wrong} of these beyond their errors")


def print_calls(maxeval):
    functions = {
        "exp(-sum (x-.4)^2)": lambda x: np.exp(-((x - 0.4) ** 2).sum(axis=1)),
        "cos(4 sum x)": lambda x: np.cos(4 * x.sum(axis=1)),
    }
    for ndim in (3, 4, 5):
        for name, function in functions.items():
            calls = 0

            def counted(x, f=function):
                nonlocal calls
                calls += 1
                return f(x)

            found = cuboid.integrate(counted, ndim, method="pagani", epsrel=1e-9, maxeval=maxeval)
            print(f"{name}, {ndim}-D: {calls} calls, {found.neval} evaluations")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maxeval", type=int, default=1_000_000)
    parser.add_argument("--drawn", type=int, default=0)
    parser.add_argument("--calls", action="store_true")
    options = parser.parse_args()
    maxeval = options.maxeval
    warnings.simplefilter("ignore")
    if options.calls:
        return print_calls(maxeval)
    if options.drawn:
        return print_drawn(options.drawn, maxeval)
    for name, text, limits, exact in integrals():
        counts = []
        for epsrel in (1e-3, 1e-6, 1e-9, 1e-10):
            found = cuboid.integrate(text, limits, method="cuhre", epsrel=epsrel, maxeval=maxeval)
            is_off = abs(found.value - exact) > max(found.error, 1e-13 * abs(exact))
            counts.append(f"{found.neval}{'' if found.converged else '!'}{'*' if is_off else ''}")
        print(f"{name:28s}" + "".join(f"{count:>12s}" for count in counts), flush=True)


if __name__ == "__main__":
    main()
