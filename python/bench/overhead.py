#!/usr/bin/env python3
"""What a call from Python costs beside the function and the library: the least of many, in us.

    python3 python/bench/overhead.py

Beside the library is what integrate() takes less what cuboid_integrate takes, which includes all
calls of the function but those by which it is tried out.  A call of the function is measured by the
same evaluations in many calls and in few, less what the function itself takes for a call.
"""
import time
import warnings

import numpy as np

import cuboid
from cuboid._library import LIBRARY

TIMES = 5000
VALUES = np.random.default_rng(1).random(20000)  # no rule agrees with another on these


def least(run, times=TIMES):
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return 1e6 * min(seconds)


def beside_the_library(*call, times=TIMES, **options):
    """Of one call of integrate; also: the library's part."""
    inner = LIBRARY.cuboid_integrate
    within = []

    def timed(*arguments):
        start = time.perf_counter()
        status = inner(*arguments)
        within.append(time.perf_counter() - start)
        return status

    def run():
        within.clear()
        start = time.perf_counter()
        cuboid.integrate(*call, **options)
        whole = time.perf_counter() - start
        return 1e6 * (whole - within[0]), 1e6 * within[0]

    LIBRARY.cuboid_integrate = timed
    try:
        found = [run() for _ in range(times)]
    finally:
        LIBRARY.cuboid_integrate = inner
    return [min(column) for column in zip(*found)]


def of_a_call(f, ndim):
    """Of the function, with method pagani: calls of few points and of many."""
    sizes = []

    def counted(x):
        sizes.append(len(x))
        return f(x)

    found = []
    warnings.simplefilter("ignore", cuboid.NotConverged)  # both end at maxeval
    for points in (1024, 16384):
        options = {"method": "pagani", "epsrel": 1e-9, "maxeval": 200000, "nvec": points}
        sizes.clear()
        cuboid.integrate(counted, ndim, vectorized=True, **options)
        kept = cuboid.Integrand(f, ndim, vectorized=True)
        found.append((len(sizes), beside_the_library(kept, times=300, **options)[1]))
    (many, long), (few, short) = found
    x = np.zeros((1024, ndim), order="F")
    return (long - short) / (many - few) - least(lambda: f(x))


def main():
    def gaussian(x):
        return np.exp(-(x**2).sum(axis=1))

    text = cuboid.Integrand("exp(-x[0] * x[0] - x[1] * x[1])", 2)
    kept = cuboid.Integrand(gaussian, 2)
    points = np.zeros((4, 2), order="F")
    print("beside the function and the library, us")
    print(f"a text, kept               {beside_the_library(text)[0]:6.1f}")
    print(f"a function of arrays, kept {beside_the_library(kept)[0]:6.1f}")
    beside = beside_the_library(gaussian, 2)[0]
    tried = least(lambda: gaussian(points)) + least(lambda: gaussian(points[:1]))
    print(f"a function of arrays       {beside - tried:6.1f}, and {tried:.1f} in it to try it out")
    print(f"each call of a function    {of_a_call(lambda x: VALUES[: len(x)], 2):6.1f}")


if __name__ == "__main__":
    main()
