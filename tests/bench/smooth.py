#!/usr/bin/env python3
"""What native cuhre evaluates for smooth integrands, most of which a sparse grid settles.

    smooth.py [--maxeval N]

Prints evaluations at 1e-3, 1e-6, 1e-9 and 1e-10, with ! where the accuracy was not reached, and * where the error is
less than the true one, but for rounding.  The package cuboid is the one of PYTHONPATH, the library that of
CUBOID_LIBRARY.
"""

import argparse
import cmath
import math
import warnings

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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--maxeval", type=int, default=1_000_000)
    maxeval = parser.parse_args().maxeval
    warnings.simplefilter("ignore")
    for name, text, limits, exact in integrals():
        counts = []
        for epsrel in (1e-3, 1e-6, 1e-9, 1e-10):
            found = cuboid.integrate(text, limits, method="cuhre", epsrel=epsrel, maxeval=maxeval)
            is_off = abs(found.value - exact) > max(found.error, 1e-13 * abs(exact))
            counts.append(f"{found.neval}{'' if found.converged else '!'}{'*' if is_off else ''}")
        print(f"{name:28s}" + "".join(f"{count:>12s}" for count in counts), flush=True)


if __name__ == "__main__":
    main()
