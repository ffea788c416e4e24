"""cuboid on a GPU with the problem's text in C: defaults, and the accuracy; compiled before the clock starts.

Points are those of the result: nothing counts on a GPU.
"""

import time

import cuboid
import numpy as np
from cuboid_numpy import limits_of
from problem import NotTaken, text_in_c


def by(method, **where):
    def run(problem, tolerance):
        if problem.kind != "box":
            raise NotTaken("boxes")
        text, known = text_in_c(problem.row), {"function": "f", "ncomp": problem.ncomp, "method": method, **where}
        cuboid.integrate(text, limits_of(problem), epsrel=0.5, maxeval=2000, **known)
        begin = time.perf_counter()
        r = cuboid.integrate(text, limits_of(problem), epsrel=tolerance, **known)
        problem.said = {"seconds": time.perf_counter() - begin, "counts": (0, r.neval, 0.0)}
        return np.ravel(r.value), np.ravel(r.error), r.converged, f"{r.method}: {r.remarks}"

    return run


def contestants():
    names = ("auto", "pagani", "vegas_plus", "lattice")
    try:
        cuboid.integrate("y[0] = x[0];", 1, device=True, maxeval=2000)
    except cuboid.Error as why:
        return dict.fromkeys(names, f"no GPU: {why}"[:100])
    return {name: by(name, device=True) for name in names}
