"""cuboid's Python package with functions of arrays: defaults, the accuracy, and the region with its known breaks."""

import os
import re
import sys

import cuboid
import numpy as np
from problem import NotTaken

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "bench"))
from regions import region_of  # noqa: E402

SIDES = ("lower", "upper")


def limits_of(problem):
    """Pairs of limits, or the region as the package has it; nothing that is singular is told."""
    if problem.kind == "box" and not problem.breaks:
        return problem.limits
    region, lists = problem.row["region"], {n: v for n, v in problem.row["parameters"].items() if isinstance(v, list)}
    if problem.kind == "functions" and lists:  # an expression knows parameters that are numbers
        entry = re.compile(rf"\b({'|'.join(lists)})\[(\d+)\]")
        sides = {side: [entry.sub(lambda m: repr(lists[m[1]][int(m[2])]), t) for t in region[side]] for side in SIDES}
        region = {**region, **sides}
    return region_of(region, problem.row, told=False)


def by(method, function=lambda problem: problem.rows, **options):
    def run(problem, tolerance):
        if method == "line" and problem.ndim > 1:
            raise NotTaken("one dimension only")
        known = {"epsrel": tolerance, "method": method, "workers": "serial", "ncomp": problem.ncomp, **options}
        r = cuboid.integrate(function(problem), limits_of(problem), **known)
        return np.ravel(r.value), np.ravel(r.error), r.converged, f"{r.method}: {r.remarks}"

    return run


def contestants():
    return {name: by(name, vectorized=True) for name in ("auto", *cuboid.methods())}
