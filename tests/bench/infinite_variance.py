"""Monte Carlo where the variance is infinite: how much is called converged, and how much of that is off.

infinite_variance.py [METHOD ...]: powers of infinite variance in 1 to 4 dimensions, and integrands that samples see all
of but what is close to an end, 60 seeds each, epsrel 1e-2 and maxeval 2e5; see docs/vegas-figures.md.  Wants the package cuboid on the path.
"""

import sys
import warnings
from math import e, gamma, inf, log

import cuboid


def product(factor, ndim):
    return "*".join(factor.replace("t", f"x[{axis}]") for axis in range(ndim))


def integrals():
    """Texts, boxes and values."""
    for ndim in (1, 2, 3, 4):
        yield product("t**(-0.65)", ndim), [(0, 1)] * ndim, (1 / 0.35) ** ndim
    for ndim in (1, 2):
        yield product("t**(-0.75)", ndim), [(0, 1)] * ndim, 4.0**ndim
        yield product("(1 + t)**(-1.3)", ndim), [(0, inf)] * ndim, (1 / 0.3) ** ndim
    yield "(x[0]*(1 - x[0]))**(-0.7)", [(0, 1)], gamma(0.3) ** 2 / gamma(0.6)
    yield "abs(x[0] - x[1])**(-0.7)", [(0, 1)] * 2, 2 / (0.3 * 1.3)
    yield "abs(x[0] - 0.37)**(-0.75)", [(0, 1)], (0.37**0.25 + 0.63**0.25) / 0.25


def nearer_than_samples():
    """The same of integrals whose samples hardly scatter, but for what lies nearer to an end than they came."""
    for power in (2, 2.5, 3, 3.5, 4):
        for lower in (2, e):
            yield f"1/(x[0]*log(x[0])**{power})", [(lower, inf)], log(lower) ** (1 - power) / (power - 1)
    for power in (0.8, 0.9, 0.95, 0.97):
        for ndim in (1, 2, 3):
            yield f"1 + 0.01*x[0]**(-{power})", [(0, 1)] * ndim, 1 + 0.01 / (1 - power)


def show(method, name, rows):
    calls, pulls = 0, []
    for text, box, value in rows:
        for seed in range(1, 61):
            result = cuboid.integrate(text, box, method=method, epsrel=1e-2, maxeval=200000, seed=seed)
            calls += 1
            if result.reason == "converged":
                pulls.append(abs(result.value - value) / result.error)
    beyond = [sum(pull > errors for pull in pulls) for errors in (3, 5)]
    print(f"{method}, {name}: {len(pulls)} of {calls} converged, {beyond[0]} beyond 3 errors, {beyond[1]} beyond 5")


def main():
    warnings.simplefilter("ignore")
    for method in sys.argv[1:] or ["vegas_plus", "m_cubes"]:
        show(method, "powers", integrals())
        show(method, "nearer than samples", nearer_than_samples())


if __name__ == "__main__":
    main()
