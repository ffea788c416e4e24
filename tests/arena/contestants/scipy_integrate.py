"""scipy.integrate: documented defaults, with the relative accuracy asked for and no absolute one."""

import math

import numpy as np
from problem import NotTaken
from scipy import integrate


def quad(problem, tolerance):
    if problem.kind != "box" or problem.ndim > 1 or problem.ncomp > 1:
        raise NotTaken("one dimension only")
    lower, upper = problem.limits[0]
    points = [v for _, values in problem.breaks for v in values] or None
    if not problem.finite:
        points = None  # as documented
    found = integrate.quad(problem.point, lower, upper, epsabs=0, epsrel=tolerance, points=points, full_output=1)
    return [found[0]], [found[1]], len(found) == 3, found[3] if len(found) > 3 else ""


def nquad(problem, tolerance):
    if problem.kind not in ("box", "functions") or problem.ncomp > 1 or problem.ndim == 1:
        raise NotTaken("boxes and limits that are functions, in two dimensions and more")
    ranges = problem.limits if problem.kind == "box" else problem.moving_limits()[::-1]
    f = problem.point if problem.kind == "box" else lambda *x: problem.point(*x[::-1])
    value, error = integrate.nquad(f, ranges, opts={"epsabs": 0, "epsrel": tolerance})
    return [value], [error], error <= tolerance * abs(value), ""


def cubature(problem, tolerance):
    if problem.kind != "box":
        raise NotTaken("boxes only")
    a, b = np.array(problem.limits).T
    r = integrate.cubature(problem.rows, a, b, rtol=tolerance)
    return np.ravel(r.estimate), np.ravel(r.error), r.status == "converged", r.status


def qmc_quad(problem, tolerance):
    """No accuracy can be asked for: eight times the points until the standard error meets it."""
    if problem.kind != "box" or not problem.finite or problem.ncomp > 1:
        raise NotTaken("finite boxes, one component")
    a, b = np.array(problem.limits).T
    points, f = 1024, lambda x: problem.columns(x) if x.ndim == 2 else problem.columns(x[:, None])[0]
    while True:
        r = integrate.qmc_quad(f, a, b, n_points=points)
        met = r.standard_error <= tolerance * abs(r.integral)
        points *= 8
        if met or problem.points + 8 * points > problem.max_points:
            return [r.integral], [r.standard_error], met, f"{points // 8} points"


def tanhsinh(problem, tolerance):
    if problem.kind != "box" or problem.ndim > 1 or problem.ncomp > 1:
        raise NotTaken("one dimension only")
    lower, upper = problem.limits[0]
    f = lambda x: problem.columns(x.reshape(1, -1)).reshape(x.shape)  # noqa: E731
    r = integrate.tanhsinh(f, lower, upper, rtol=tolerance)
    claimed = bool(r.success) and math.isfinite(r.integral)
    return [r.integral], [r.error], claimed, f"status {r.status}"


def contestants():
    return {f.__name__: f for f in (quad, nquad, cubature, qmc_quad, tanhsinh)}
