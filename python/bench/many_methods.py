"""Lists of integrals of several kinds, without a method and with each that is named.

usage: many_methods.py [METHOD ...]

For each list how many integrals converged, how many are right (true relative error at most the one
asked for), how many of those that converged are wrong, evaluations of an integral in the mean, and
seconds.  The integrands are texts in C, whose parameters are random, with a fixed seed; maxeval is
its default.
"""

import math
import sys
import time

import numpy as np

import cuboid

RANDOM = np.random.default_rng(5)
HEAD = """
int f(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const double *p = userdata, *c = p + 1;
"""
SQUARE = "double s = 0; for (int d = 0; d < *ndim; ++d) s += (x[d] - c[d]) * (x[d] - c[d]);"


def scales_and_centres(count, ndim, scales, centres):
    return np.hstack([RANDOM.uniform(*scales, (count, 1)), RANDOM.uniform(*centres, (count, ndim))])


def singular_ends(ndim, count):
    p = RANDOM.uniform(0.1, 0.7, (count, ndim))
    body = "f[0] = 1; for (int d = 0; d < *ndim; ++d) f[0] *= pow(x[d], -p[d]);"
    return body, p, (1 / (1 - p)).prod(axis=1), ndim


def gaussians(ndim, count):
    p = scales_and_centres(count, ndim, (5, 25), (0, 1))
    root, erf = np.sqrt(p[:, :1]), np.vectorize(math.erf)
    sides = erf(root * (1 - p[:, 1:])) + erf(root * p[:, 1:])
    truth = (math.sqrt(math.pi) / 2 / root * sides).prod(axis=1)
    return SQUARE + "f[0] = exp(-p[0] * s);", p, truth, ndim


def jumps(ndim, count):
    p = RANDOM.uniform(0.2, 0.9, (count, ndim))
    body = (
        "double s = 0; int in = 1; for (int d = 0; d < *ndim; ++d) { s += x[d]; in &= x[d] < p[d]; }"
        "f[0] = in ? exp(s) : 0;"
    )
    return body, p, (np.exp(p) - 1).prod(axis=1), ndim


def product_peaks(ndim, count):
    p = scales_and_centres(count, ndim, (3, 200), (0, 1))
    k = p[:, :1]
    truth = ((np.arctan(k * (1 - p[:, 1:])) + np.arctan(k * p[:, 1:])) * k).prod(axis=1)
    body = (
        "f[0] = 1; for (int d = 0; d < *ndim; ++d)"
        " f[0] /= 1 / (p[0] * p[0]) + (x[d] - c[d]) * (x[d] - c[d]);"
    )
    return body, p, truth, ndim


def over_all_space(ndim, count):
    p = scales_and_centres(count, ndim, (0.5, 3), (-2, 2))
    limits = [(-np.inf, np.inf)] * ndim
    return SQUARE + "f[0] = exp(-p[0] * s);", p, (math.pi / p[:, 0]) ** (ndim / 2), limits


KINDS = (singular_ends, gaussians, jumps, product_peaks, over_all_space)
LISTS = ((2, 100, 1e-6), (3, 100, 1e-4), (3, 50, 1e-6), (4, 50, 1e-4), (6, 20, 1e-3))
EASY = ((2, 30000, 1e-6), (3, 10000, 1e-6), (3, 30000, 1e-3))


class Sums:
    """Of all lists, for a method."""

    def __init__(self):
        self.count = self.converged = self.right = self.evaluations = 0


def measure(kind, ndim, count, tolerance, sums):
    body, parameters, truth, limits = kind(ndim, count)
    text = HEAD + body + " return 0; }"
    cuboid.integrate_many(text, limits, parameters[:1], epsrel=0.1)  # compiles it
    for method, sum_of_method in sums.items():
        begin = time.perf_counter()
        many = cuboid.integrate_many(text, limits, parameters, epsrel=tolerance, method=method)
        seconds = time.perf_counter() - begin
        converged, right = many.converged, np.abs(many.value / truth - 1) <= tolerance
        print(
            f"{kind.__name__:<14} {ndim}-D {tolerance:g} {method:<10} of {count:5}: "
            f"{converged.sum():5} converged, {right.sum():5} right, "
            f"{(converged & ~right).sum():3} wrong of these, "
            f"{many.neval.mean():8.0f} evaluations, {seconds:6.3f} s"
        )
        sum_of_method.count += count
        sum_of_method.converged += converged.sum()
        sum_of_method.right += right.sum()
        sum_of_method.evaluations += many.neval.mean()


def main():
    sums = {method: Sums() for method in ("auto", *sys.argv[1:])}
    for ndim, count, tolerance in LISTS:
        for kind in KINDS:
            measure(kind, ndim, count, tolerance, sums)
    for method, one in sums.items():
        print(
            f"all lists, {method}: of {one.count} {one.converged} converged, {one.right} are right; "
            f"{one.evaluations / len(LISTS) / len(KINDS):.0f} evaluations in the mean of lists"
        )
    for ndim, count, tolerance in EASY:
        measure(gaussians, ndim, count, tolerance, {method: Sums() for method in sums})


main()
