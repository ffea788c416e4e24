#!/usr/bin/env python3
"""What an evaluation of a method costs beside that of an integrand, for the traits of src/router/methods.

usage: method_cost.py HONESTY [--runs N]

Runs the methods on Genz's integrals in 2 to 10 dimensions until 100000 and 1000000 evaluations are
used up.  Prints nanoseconds of an evaluation, integrand included, for each number of dimensions (the
median over the integrals), and then what a method adds to cuhre's: a line through these differences
in the number of dimensions, and what a run costs besides, for each axis.
"""
import re
import subprocess
import sys
from collections import defaultdict
from statistics import linear_regression, median

import choosing

METHODS = ("cuhre", "lattice", "vegas_plus", "divonne")
FEW, MANY = "100000", "1000000"


def rows_of(honesty, runs):
    command = [honesty, "--rows", "--families", "genz_", "--methods", ",".join(METHODS),
               "--tolerances", "1e-14", "--maxeval", f"{FEW},{MANY}", "--seeds", "1", "--runs", runs]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return {maxeval: choosing.completed(calls)
            for (_, maxeval), calls in choosing.rows_of(lines).items()}


def costs_of(rows):
    """({method: {ndim: [ns of an evaluation]}}, the same minus cuhre's, {method: [ns once, an axis]})"""
    own, beyond, once = (defaultdict(lambda: defaultdict(list)) for _ in range(3))
    for key, calls in rows[MANY].items():
        ndim = int(re.search(r"_d(\d+)", key[0])[1])
        slope = {}
        for method, many in calls.items():
            few = rows[FEW][key][method]
            if many.neval < 2 * few.neval:
                continue
            slope[method] = 1e6 * (many.milliseconds - few.milliseconds) / (many.neval - few.neval)
            own[method][ndim].append(slope[method])
            once[method][ndim].append(1e6 * few.milliseconds - few.neval * slope[method])
        for method, cost in slope.items():
            if "cuhre" in slope:
                beyond[method][ndim].append(cost - slope["cuhre"])
    return own, beyond, once


def line_through(costs):
    dimensions = sorted(costs)
    return linear_regression(dimensions, [median(costs[ndim]) for ndim in dimensions])


def main(arguments):
    if not arguments:
        sys.exit(__doc__)
    runs = arguments[arguments.index("--runs") + 1] if "--runs" in arguments else "3"
    own, beyond, once = costs_of(rows_of(arguments[0], runs))
    print("ns of an evaluation, integrand included, by the number of dimensions")
    for method in METHODS:
        print(f"{method:12}" + "".join(f" {ndim}: {median(costs):.1f}"
                                       for ndim, costs in sorted(own[method].items())))
    print("beyond cuhre's: ns of an evaluation, of an axis of it; once, of an axis")
    for method in METHODS[1:]:
        line = line_through(beyond[method])
        print(f"{method:12} {line.intercept:6.1f} {line.slope:6.2f} "
              f"{line_through(once[method]).slope:10.3g}")


if __name__ == "__main__":
    main(sys.argv[1:])
