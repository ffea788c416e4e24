"""The functions that formulas call (`helpers_c` of the table), for points of shape (ndim, points)."""

import numpy as np


def norminv(p):
    from scipy.special import ndtri

    return ndtri(p)


def ref_asian(x, d, S0, K, r, sigma, T, geometric):
    step = T / d
    logs = np.cumsum((r - 0.5 * sigma**2) * step + sigma * np.sqrt(step) * norminv(x[:d]), axis=0)
    mean = S0 * np.exp(logs.mean(axis=0)) if geometric else S0 * np.exp(logs).mean(axis=0)
    return np.exp(-r * T) * np.maximum(mean - K, 0.0)


def ref_keister(x, d):
    return np.pi ** (0.5 * d) * np.cos(np.sqrt(0.5 * (norminv(x[:d]) ** 2).sum(axis=0)))


def ref_mvn_equi(x, d, rho, b):
    """Genz's transform of P(X <= b) for normal variables with equal correlations."""
    from scipy.special import ndtr

    factor = ndtr(b[0]) * np.ones_like(x[0])
    result, moved, squares, last, slope = factor, 0.0, 0.0, 1.0, rho
    for k in range(d):
        moved = moved + slope * norminv(x[k] * factor)
        squares += slope**2
        last = np.sqrt(1.0 - squares)
        factor = ndtr((b[k + 1] - moved) / last)
        result = result * factor
        slope = (rho - squares) / last
    return result


def ref_path(x, d, x0, a, m, c2, c4):
    """exp(-action) of a path of d sites between fixed ends x0."""
    ends = np.full_like(x[:1], x0)
    path = np.concatenate([ends, x[:d], ends])
    potential = c2 * path[:-1] ** 2 + c4 * path[:-1] ** 4
    action = (0.5 * m / a * np.diff(path, axis=0) ** 2 + a * potential).sum(axis=0)
    return (m / (2 * np.pi * a)) ** (0.5 * (d + 1)) * np.exp(-action)


def ref_path_periodic(x, d, a, m, c2, c4):
    """The same of a closed path with sites tan(x)."""
    site = np.tan(x[:d])
    action = 0.5 * m / a * (site - np.roll(site, 1, axis=0)) ** 2 + a * (c2 * site**2 + c4 * site**4)
    jacobian = (1 + site**2).prod(axis=0)
    return (m / (2 * np.pi * a)) ** (0.5 * d) * jacobian * np.exp(-action.sum(axis=0))


def ref_ridge(x, d, N, lo, hi, c, norm):
    total = np.zeros_like(x[0])
    for centre in lo + (hi - lo) * np.arange(N) / (N - 1.0):
        total += np.exp(-c * ((x[:d] - centre) ** 2).sum(axis=0))
    return total * norm / N


BAYES = [0.38, 2.89, 0.85, 0.59, 2.88, 1.44, 0.73, 1.23, 1.68, 1.36, 1.51, 1.73, 2.16, 1.85, 2.0, 2.11, 2.75]
BAYES += [0.86, 2.73]


def ref_bayes_line(x):
    """A straight line through points, some of which are wrong: the example of vegas."""
    c0, c1, w, b = x[:4]
    normal, spread = 1 / np.sqrt(2 * np.pi), 0.2
    f = (normal / 5) ** 2 * np.exp(-(c0**2 + c1**2) / 50) / 15
    for i, y in enumerate(BAYES):
        t = (y - c0 - c1 * 0.2 * (i + 1)) / spread
        good, bad = normal / spread * np.exp(-0.5 * t**2), normal / (spread * b) * np.exp(-0.5 * (t / b) ** 2)
        f = f * ((1 - w) * good + w * bad)
    return f


FORMULAS = {name: f for name, f in list(globals().items()) if name.startswith("ref_")}
