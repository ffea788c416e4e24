#!/usr/bin/env python3
"""What cuhre needs where integrands are singular at faces of the unit cube, and how right it is.

    CUBOID_LIBRARY=LIB PYTHONPATH=python/src singular_ends.py [--maxeval N] [--method cuhre]

Prints, for each integrand and tolerance, evaluations, the true error and the estimate, both as
parts of the value, and what became of it.
"""

import argparse
import math
import warnings

import cuboid

E = math.e

# Each with its value: products of integrals in one dimension.
INTEGRANDS = (
    ("1/sqrt(x*y*z)", 3, 8),
    ("sqrt(x*y*z)", 3, 8 / 27),
    ("log(x)*log(y)*log(z)", 3, -1),
    ("(x*y*z)^-0.75", 3, 64),
    ("(x*y*z)^-0.87", 3, (1 / 0.13) ** 3),
    ("(x*y*z)^(1/3)*exp(x)", 3, 9 / 16 * sum(1 / (math.factorial(n) * (n + 4 / 3)) for n in range(30))),
    ("(x*(1-x)*y*(1-y)*z*(1-z))^-0.5", 3, math.pi**3),
    ("log(x)/sqrt(y)", 2, -2),
    ("x^-0.9*y^-0.75", 2, 40),
    ("x^-0.9*exp(y)", 2, 10 * (E - 1)),
    ("(1-x)^-0.9*exp(y)", 2, 10 * (E - 1)),
    ("(1-x)^-0.5*exp(y)", 2, 2 * (E - 1)),
    ("(x+1e-12)^-0.5*exp(y)", 2, 2 * (math.sqrt(1 + 1e-12) - 1e-6) * (E - 1)),
    ("exp(x*y*z)", 3, sum(1 / (math.factorial(n) * (n + 1) ** 3) for n in range(30))),
    ("x^2*y^2*z^2", 3, 1 / 27),
)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--maxeval", type=int, default=1000000)
    parser.add_argument("--method", default="cuhre")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    print(f"{'integrand':32} tolerance evaluations    off  estimate")
    for text, ndim, value in INTEGRANDS:
        for tolerance in (1e-3, 1e-6, 1e-9):
            r = cuboid.integrate(
                text, ndim, method=arguments.method, epsrel=tolerance, maxeval=arguments.maxeval
            )
            off, error = abs(r.value / value - 1), r.error / abs(value)
            if not r.converged:
                verdict = "refused"
            else:
                verdict = "right" if off <= tolerance else "WRONG"
            print(f"{text:32} {tolerance:9.0e} {r.neval:11} {off:8.1e} {error:8.1e} {verdict}")


if __name__ == "__main__":
    main()
