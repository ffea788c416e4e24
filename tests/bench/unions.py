#!/usr/bin/env python3
"""Prints the errors of methods over unions of pieces that contribute differently, and over boxes with a break.

    unions.py [--methods vegas_plus,...] [--evaluations 100000,...] [--seeds 20] [--families ...]

For each integral and method: the median of the relative errors over seeds and that of the errors told, the mean of the
squared pulls, and how many results are further off than three errors.  The package cuboid is the one of PYTHONPATH,
the library that of CUBOID_LIBRARY: with one of another version, as many times less are the errors.
"""

import argparse
import warnings

import cuboid
import numpy as np


def gaussian(centre, width, size=1.0):
    squares = "+".join(f"((x[{i}]-({c:.17g}))/{width})^2" for i, c in enumerate(centre))
    norm = size / (width * np.sqrt(2 * np.pi)) ** len(centre)
    return f"{norm:.17g}*exp(-0.5*({squares}))"


def shifted(ndim, k, side=1.0):
    """The cube of that side that begins at 3 k on the first axis."""
    return cuboid.Box([(3 * k, 3 * k + side)] + [(0, side)] * (ndim - 1))


def peak_and_flat(ndim, width):
    centre = np.full(ndim, 0.5) + 0.2 * (-1.0) ** np.arange(ndim)
    flat = 2.5
    text = f"{gaussian(centre, width)} + {0.3 / flat**ndim:.17g}*(x[0] > 2 ? 1 + cos(x[{ndim - 1}]) : 0)"
    return text, [shifted(ndim, 0), shifted(ndim, 1, flat)]


def peaks(ndim, count, widest, factor):
    """A peak in each of some boxes, elsewhere in each, with the same integral, each narrower than the one before."""
    places = np.random.default_rng(ndim * 100 + count).uniform(0.25, 0.75, (count, ndim))
    texts = []
    for k, place in enumerate(places):
        place[0] += 3 * k
        texts.append(gaussian(place, widest * factor**k))
    return "+".join(texts), [shifted(ndim, k) for k in range(count)]


def smooth(ndim, count):
    """Contributions that differ by 10 from piece to piece, smooth in all."""
    rest = "+".join(f"{1 / (1 + i)}*x[{i}]" for i in range(1, ndim))
    return f"exp(2.3*x[0]/3 + {rest})", [shifted(ndim, k) for k in range(count)]


def balls(count):
    """Balls of growing radius, the last with a peak beside its centre."""
    places = [[4.0 * k, 0, 0] for k in range(count)]
    text = f"1/(1 + x[1]^2) + {gaussian([4.0 * (count - 1) + 0.3, 0.2, 0.1], 0.05, 5)}"
    return text, [cuboid.Ball(p, 0.5 * (k + 1)) for k, p in enumerate(places)]


def triangles(count):
    """A polygon of so many triangles around its centre."""
    angles = 2 * np.pi * np.arange(count + 1) / count
    on_circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    pieces = [cuboid.Simplex([[0, 0], on_circle[k], on_circle[k + 1]]) for k in range(count)]
    return "exp(3*x[0] + x[1])", pieces


def corner_peaks(ndim):
    """At opposite corners of two cubes."""
    sum_of_x = "+".join(f"x[{i}]" for i in range(ndim))
    text = f"x[0] < 2 ? (1 + 4*({sum_of_x}))^-{ndim + 1} : 2*(1 + 4*({ndim + 3} - ({sum_of_x})))^-{ndim + 1}"
    return text, [shifted(ndim, 0), shifted(ndim, 1)]


def kink(ndim):
    """A box with a break."""
    text = "abs(x[0]-0.3)*exp(" + "+".join(f"{1 / (1 + i)}*x[{i}]" for i in range(ndim)) + ")"
    return text, [cuboid.Box([(0, 1)] * ndim, breaks={0: [0.3]})]


FAMILIES = {
    "peak_and_flat_3": lambda: peak_and_flat(3, 0.05),
    "peak_and_flat_6": lambda: peak_and_flat(6, 0.1),
    "peaks_2_4": lambda: peaks(4, 2, 0.1, 0.5),
    "peaks_4_3": lambda: peaks(3, 4, 0.2, 0.5),
    "peaks_8_5": lambda: peaks(5, 8, 0.2, 0.8),
    "smooth_3_3": lambda: smooth(3, 3),
    "smooth_3_6": lambda: smooth(6, 3),
    "smooth_12_2": lambda: smooth(2, 12),
    "balls_2": lambda: balls(2),
    "balls_5": lambda: balls(5),
    "triangles_6": lambda: triangles(6),
    "triangles_16": lambda: triangles(16),
    "corner_peaks_4": lambda: corner_peaks(4),
    "corner_peaks_7": lambda: corner_peaks(7),
    "kink_3": lambda: kink(3),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--methods", default="vegas_plus,m_cubes,lattice")
    parser.add_argument("--evaluations", default="10000,100000")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--families", default=",".join(FAMILIES))
    args = parser.parse_args()
    warnings.simplefilter("ignore", cuboid.NotConverged)
    print("integral        method        maxeval      neval     error      told  pulls^2  beyond 3")
    for name in args.families.split(","):
        text, pieces = FAMILIES[name]()
        value = sum(cuboid.integrate(text, p, epsrel=1e-9, maxeval=10_000_000).value for p in pieces)
        union = cuboid.Union(pieces)
        for method in args.methods.split(","):
            for maxeval in map(int, args.evaluations.split(",")):
                found = [
                    cuboid.integrate(text, union, method=method, maxeval=maxeval, epsrel=1e-14, seed=seed)
                    for seed in range(1, args.seeds + 1)
                ]
                off = np.array([r.value - value for r in found]) / value
                told = np.array([r.error for r in found]) / value
                neval = np.mean([r.neval for r in found])
                print(
                    f"{name:15} {method:10} {maxeval:10} {neval:10.0f} {np.median(np.abs(off)):9.2e} "
                    f"{np.median(told):9.2e} {np.mean((off / told) ** 2):8.2f} {np.sum(np.abs(off) > 3 * told):9}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
