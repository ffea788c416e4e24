"""Means under densities: what methods of cuboid.expect get right.

python python/bench/expect.py [--methods auto,vegas_plus] [--tolerances 1e-2,1e-3,1e-6] [--seeds 3]

Random posteriors with means that are known: Gaussians, narrow and correlated ones, bent ones (of which x[1]
follows x[0]^2), pairs of peaks, exponentials on infinite ranges, and Gaussians that a limit cuts off.
Each asks for the means of x[0] and x[1]^2 (of x[0]^2 where there is one axis).
"""

import argparse
import math
import time
import warnings

import numpy as np

import cuboid

warnings.simplefilter("ignore", cuboid.NotConverged)


def gaussian(rng, ndim):
    centre, width = rng.uniform(-1, 1, ndim), 10 ** rng.uniform(-1.5, 0.3, ndim)
    return (
        lambda x: -0.5 * (((x - centre) / width) ** 2).sum(axis=1) - 700,
        [(-20.0, 20.0)] * ndim,
        (centre[0], centre[-1] ** 2 + width[-1] ** 2),
    )


def narrow(rng, ndim):
    """Each width is a fiftieth of the range or less: the peak is in 1e-12 of the box in 8 dimensions."""
    centre, width = rng.uniform(0.2, 0.8, ndim), rng.uniform(0.01, 0.02, ndim)
    return (
        lambda x: -0.5 * (((x - centre) / width) ** 2).sum(axis=1),
        [(0.0, 1.0)] * ndim,
        (centre[0], centre[-1] ** 2 + width[-1] ** 2),
    )


def correlated(rng, ndim):
    centre, width = rng.uniform(-1, 1, ndim), 10 ** rng.uniform(-1, 0.3, ndim)
    shares = rng.uniform(0.3, 0.9)
    covariance = np.outer(width, width) * (shares + (1 - shares) * np.eye(ndim))
    inverse = np.linalg.inv(covariance)
    return (
        lambda x: -0.5 * np.einsum("ni,ij,nj->n", x - centre, inverse, x - centre),
        [(-20.0, 20.0)] * ndim,
        (centre[0], centre[-1] ** 2 + covariance[-1, -1]),
    )


def bent(rng, ndim):
    """The last coordinate follows the square of the first."""
    centre, slope, width = (
        rng.uniform(0.5, 1),
        rng.uniform(0.2, 1),
        rng.uniform(0.1, 0.5),
    )

    def log_density(x):
        along = ((x[:, :-1] - centre) ** 2).sum(axis=1)
        return -0.5 * (along + ((x[:, -1] - slope * x[:, 0] ** 2) / width) ** 2)

    fourth = centre**4 + 6 * centre**2 + 3
    # So wide that what is cut off is below 1e-9 of each mean.
    limits = [(-30.0, 30.0)] * (ndim - 1) + [(-10.0, 100.0)]
    return log_density, limits, (centre, slope**2 * fourth + width**2)


def two_peaks(rng, ndim):
    centres, width = rng.uniform(-3, 3, (2, ndim)), 10 ** rng.uniform(-0.7, 0)
    share = rng.uniform(0.2, 0.8)

    def log_density(x):
        each = [-0.5 * (((x - one) / width) ** 2).sum(axis=1) for one in centres]
        return np.logaddexp(each[0] + math.log(share), each[1] + math.log(1 - share))

    shares = np.array([share, 1 - share])
    return (
        log_density,
        [(-15.0, 15.0)] * ndim,
        (shares @ centres[:, 0], shares @ (centres[:, -1] ** 2 + width**2)),
    )


def exponential(rng, ndim):
    rate = 10 ** rng.uniform(-1, 1, ndim)
    limits = [(0.0, math.inf)] * ndim
    return lambda x: -(x * rate).sum(axis=1), limits, (1 / rate[0], 2 / rate[-1] ** 2)


def cut_off(rng, ndim):
    """By a condition: half of a Gaussian, whose first coordinate is above its centre."""
    centre, width = rng.uniform(-1, 1, ndim), 10 ** rng.uniform(-1, 0, ndim)

    def log_density(x):
        inside = x[:, 0] > centre[0]
        return np.where(
            inside, -0.5 * (((x - centre) / width) ** 2).sum(axis=1), -np.inf
        )

    half = centre[0] + width[0] * math.sqrt(2 / math.pi)
    second = centre[-1] ** 2 + width[-1] ** 2
    if ndim == 1:
        second += 2 * centre[0] * width[0] * math.sqrt(2 / math.pi)
    return log_density, [(-8.0, 8.0)] * ndim, (half, second)


FAMILIES = {
    "gaussian": (gaussian, (1, 2, 3, 5, 8)),
    "narrow": (narrow, (2, 3, 5, 6, 8)),
    "correlated": (correlated, (2, 3, 5, 8)),
    "bent": (bent, (2, 3, 5)),
    "two_peaks": (two_peaks, (1, 2, 3, 5)),
    "exponential": (exponential, (1, 2, 3, 5, 8)),
    "cut_off": (cut_off, (1, 2, 3, 5)),
}


def moments(x):
    return np.stack([x[:, 0], x[:, -1] ** 2], axis=1)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--methods", default="auto,vegas_plus")
    parser.add_argument("--tolerances", default="1e-2,1e-3,1e-6")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--maxeval", type=int, default=1_000_000)
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--each", action="store_true", help="a line for each family")
    given = parser.parse_args()
    print(
        "tolerance method: calls, converged, of these off by more than 3 errors and than the request; evaluations, ms"
    )
    for tolerance in map(float, given.tolerances.split(",")):
        for method in given.methods.split(","):
            rows = {name: [] for name in given.families.split(",")}
            for name in rows:
                family, dimensions = FAMILIES[name]
                for ndim in dimensions:
                    for seed in range(1, given.seeds + 1):
                        density, limits, truth = family(
                            np.random.default_rng([seed, ndim]), ndim
                        )
                        began = time.perf_counter()
                        found = cuboid.expect(
                            moments, density, limits, epsrel=tolerance, method=method,
                            maxeval=given.maxeval, seed=seed,
                        )  # fmt: skip
                        seconds = time.perf_counter() - began
                        off = abs(found.value - truth)
                        rows[name].append((
                            found.converged, bool((off > 3 * found.error).any()),
                            bool((off > 2 * tolerance * np.linalg.norm(truth)).any()),
                            found.result.neval, 1e3 * seconds,
                        ))  # fmt: skip
            of_each = list(rows.items()) if given.each else []
            for name, found in [*of_each, ("all", sum(rows.values(), []))]:
                table = np.array(found, dtype=float)
                good = table[table[:, 0] > 0]
                print(
                    f"{tolerance:g} {method} {name}: {len(table)}, {len(good)}, {good[:, 1].sum():.0f}, "
                    f"{good[:, 2].sum():.0f}; {np.median(table[:, 3]):.3g}, {np.median(table[:, 4]):.3g}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
