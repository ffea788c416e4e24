#!/usr/bin/env python3
"""What native cuhre, or another method, makes of smooth products in many dimensions, beside Cuba's own Cuhre.

Both are in one library.

    smooth_products.py libcuboid.so libcuba.so [--seed N] [--each N] [--dimensions LIST] [--requests LIST]
                       [--maxeval N] [--method NAME] [--rows]

Products of one function an axis over the unit cube, whose widths and places are drawn: Gaussians, steep and wide ones,
cosines, 1/(1 + x^2) from an end and around a place (Genz' product peak), exponentials, waves upon a constant.  Prints,
for each number of dimensions and request, by Cuba's Cuhre, natively with probing = none, and as it is: how many
converged, of these in brackets how many are beyond their errors, and evaluations in the geometric mean; then those of
the last to Cuba's where both converge, in the median.  --rows: a line on every integral.
"""

import argparse
import math
import random
import tempfile
from statistics import fmean, median

import numpy as np

from cubature_price import Libraries, compiled

NODES, WEIGHTS = np.polynomial.legendre.leggauss(100)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2
# Text of one factor, with the range of a; b is between 0 and 1.
KINDS = {
    "gaussian": ("exp(-a*(x-b)*(x-b))", 5, 10),
    "wide": ("exp(-a*(x-b)*(x-b))", 0.5, 4),
    "cosine": ("cos(a*(x-.3-.4*b))", 0.5, 2.5),
    "tail": ("1/(1+a*a*x*x)", 1, 3),
    "peak": ("1/(1+a*a*(x-b)*(x-b))", 1.5, 4),
    "exponential": ("exp(a*x)", -3, 3),
    "wave": ("1+.5*sin(a*x+6*b)", 2, 8),
}


def factor(kind, draw):
    """As text, of x, and its integral."""
    text, low, high = KINDS[kind]
    a, b = draw.uniform(low, high), draw.uniform(0, 1)
    known = {"a": a, "b": b, "x": NODES, "exp": np.exp, "cos": np.cos, "sin": np.sin}
    values = eval(text, known)  # one of KINDS
    return text.replace("a*", f"({a!r})*").replace("b", f"{b!r}"), float(WEIGHTS @ values)


def product(kind, ndim, number, seed):
    draw = random.Random(f"{seed} {kind} {ndim} {number}")
    factors, value = [], 1.0
    for axis in range(ndim):
        text, integral = factor(kind, draw)
        factors.append("(" + text.replace("exp", "EXP").replace("x", f"x[{axis}]").replace("EXP", "exp") + ")")
        value *= integral
    return {"id": f"{kind}_d{ndim:02}_{number}", "ndim": ndim, "ncomp": 1, "lower": [0] * ndim, "upper": [1] * ndim,
            "value": repr(value), "parameters": {}, "helpers_c": "", "formula_c": "*".join(factors)}


def words(convert):
    return lambda text: [convert(word) for word in text.split(",")]


def summary(answers):
    converged = [answer for answer in answers if answer.converged]
    mean = math.exp(fmean(math.log(answer.neval) for answer in answers))
    return f"{len(converged):4} ({sum(answer.wrong() for answer in converged)}) {mean:9.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cuboid")
    parser.add_argument("cuba")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=4, help="of each kind")
    parser.add_argument("--dimensions", type=words(int), default=[6, 7, 8, 9, 10, 12])
    parser.add_argument("--requests", type=words(float), default=[1e-3, 1e-6])
    parser.add_argument("--maxeval", type=int, default=1_000_000)
    parser.add_argument("--method", default="cuhre", help="natively")
    parser.add_argument("--rows", action="store_true")
    asked = parser.parse_args()
    print("ndim request    of  Cuba's Cuhre        without probes      as it is            price, of")
    for ndim in asked.dimensions:
        entries = [product(kind, ndim, number, asked.seed) for kind in KINDS for number in range(asked.each)]
        with tempfile.TemporaryDirectory() as folder:
            libraries = Libraries(asked.cuboid, asked.cuba, compiled(entries, folder))
            for epsrel in asked.requests:
                cuba = [libraries.by_cuba(entry, epsrel, asked.maxeval) for entry in entries]
                without, native = ([libraries.natively(entry, asked.method, probing, epsrel, asked.maxeval)
                                    for entry in entries] for probing in ("none", "standard"))
                for entry, *three in zip(entries, cuba, without, native) if asked.rows else ():
                    print(f"{entry['id']:20} {epsrel:g}:",
                          *(f"{a.neval} ({a.probed}){'' if a.converged else '!'}" for a in three))
                prices = [b.neval / a.neval for a, b in zip(cuba, native) if a.converged and b.converged]
                price = f"{median(prices):6.2f} {len(prices):4}" if prices else ""
                print(f"{ndim:4} {epsrel:7g} {len(entries):5}  {summary(cuba):18}  {summary(without):18}  "
                      f"{summary(native):18}  {price}", flush=True)


if __name__ == "__main__":
    main()
