"""vegas by Lepage: its tutorial's way, a run that adapts and one that counts, ten iterations of 1000 points each.

It has no accuracy that ends it: both have eight times the points until the standard deviation meets the request
and the iterations agree (Q >= 0.05, as its documentation advises).
"""

import vegas
from problem import NotTaken


def run(problem, tolerance):
    if problem.kind != "box" or not problem.finite or problem.ncomp > 1:
        raise NotTaken("finite boxes, one component")
    f = vegas.lbatchintegrand(problem.rows)
    integrator, points = vegas.Integrator(problem.limits), 1000
    while True:
        integrator(f, nitn=10, neval=points)
        result = integrator(f, nitn=10, neval=points)
        met = result.sdev <= tolerance * abs(result.mean) and result.Q >= 0.05
        points *= 8
        if met or problem.points + 20 * points > problem.max_points:
            return [result.mean], [result.sdev], met, f"Q {result.Q:.3g}, {points // 8} points"


def contestants():
    return {"vegas": run}
