#!/usr/bin/env python3
"""True errors of VEGAS+ beside those of the Python package vegas, at equal evaluations.

    vegas_peer.py INTEGRALS.json libcuboid.so [--samples N ...] [--runs N] [--own-runs N]
                  [--only PREFIX ...] [--except PREFIX ...] [--set NAME=VALUE ...]
                  [--keep FILE.json] [--functions FILE.so] [--jobs N] [--time-limit SECONDS]
                  [--gpu]

INTEGRALS.json is as tests/reference/generate takes it; a few integrals are added below.  Both draw
ITERATIONS iterations of N samples, the map adapting in all of them, with all other options as they
are by default, and put their iterations together as they do by default: vegas by inverse variance,
the library by samples, less those at the beginning that spoil the mean.  Both call the same compiled
function.  rms is the root of the mean square of the true errors, relative to the integral, over runs
with the seeds 1, 2, ...; ratio is that of the library by that of vegas, times the root of that of
their evaluations, of which vegas takes up to a tenth less; bound is what it exceeds with 99.9 % if
the errors are normal (F-distribution).  A row is behind if bound is above 1.1.  claims: the same
ratio of the errors that both report, which a few runs tell to some percent where those are right;
pulls: by how many reported errors both are off (root of the mean square).
Runs in which vegas makes a NaN of finite values do not count.
--own-runs: runs of the library, which costs less than vegas; by default as many.
--set: an option of the library, a whole number; --set quasi=1 takes Sobol points.
--keep: where results of vegas are kept, and read if they are there.
--functions: where the compiled integrands are, or are put.
--time-limit: after which no run is begun; the first seeds of all rows come first.
--gpu: the library runs on a GPU, beside what is kept of vegas.
Needs vegas and numpy (python3 -m pip install vegas) and a C compiler, cc.
"""

import argparse
import ctypes
import functools
import json
import math
import os
import sys
import tempfile
import time
import warnings
from concurrent.futures import ProcessPoolExecutor, as_completed
from ctypes import byref, c_double, c_int64, c_long, c_void_p

import numpy
import vegas

from pagani_reference import Library, compile_functions

ITERATIONS = 10
MOST = 1.1
CONFIDENCE = 0.999
# Random points have no finite variance, or no meaning, for these.
UNSUITABLE = {"singular", "infinite_boundary", "infinite_interior", "nan_point", "nan_boundary",
              "heavy_tail", "boundary_unbounded", "needle", "constant", "zero_value"}


def added(name, ndim, parameters, formula, value):
    return {"id": f"{name}_d{ndim:02d}", "family": name, "group": "added", "ndim": ndim, "ncomp": 1,
            "lower": [0] * ndim, "upper": [1] * ndim, "parameters": parameters, "helpers_c":
            "REF_FN double gauss(const double *x, int d, const double *u, double s) {"
            " double r = 0; for (int i = 0; i < d; ++i) r += (x[i] - u[i]) * (x[i] - u[i]);"
            " return exp(-r / (2 * s * s)); }\n"
            "REF_FN double sum_of_i_x(const double *x, int d) {"
            " double r = 0; for (int i = 0; i < d; ++i) r += (i + 1) * x[i]; return r; }",
            "formula_c": formula, "value": str(value), "traits": []}


def gauss(centre, width):
    """The integral of the product of exp(-(x_i - u_i)^2 / (2 s^2)) over the unit cube."""
    a = 1 / (math.sqrt(2) * width)
    return math.prod(math.sqrt(math.pi) / (2 * a) * (math.erf(a * (1 - u)) + math.erf(a * u))
                     for u in centre)


def additions():
    """Peaks off the centre, two peaks, and exp(-sum i x_i)."""
    for ndim in 2, 4, 8:
        off = [0.23 + 0.07 * i for i in range(ndim)]
        yield added("off_centre", ndim, {"u": off, "s": 0.1}, "gauss(x, d, u, s)", gauss(off, 0.1))
        near, far = [1 / 3] * ndim, [2 / 3] * ndim
        yield added("two_peaks", ndim, {"u": near, "v": far, "s": 0.1},
                    "gauss(x, d, u, s) + gauss(x, d, v, s)", gauss(near, 0.1) + gauss(far, 0.1))
        yield added("exp_i", ndim, {}, "exp(-sum_of_i_x(x, d))",
                    math.prod(-math.expm1(-i) / i for i in range(1, ndim + 1)))


def suitable(entry):
    if not 2 <= entry["ndim"] <= 10 or entry["ncomp"] != 1 or UNSUITABLE & set(entry["traits"]):
        return False
    return entry["group"] != "genz" or entry["id"].endswith("_00")


LOOP = """typedef int (*one_point)(const int *, const double *, const int *, double *, void *);
void call_all(one_point f, int ndim, const double *x, double *y, long n) {
  int ncomp = 1;
  for (long i = 0; i < n; ++i) f(&ndim, x + i * ndim, &ncomp, y + i, 0);
}"""


def batch_function(functions, entry):
    """Of many points at once, as vegas is fastest."""
    function = ctypes.cast(getattr(functions, entry["id"]), c_void_p)

    @vegas.lbatchintegrand
    def batch(x):
        x = numpy.ascontiguousarray(x)
        y = numpy.empty(len(x))
        functions.call_all(function, entry["ndim"], c_void_p(x.ctypes.data),
                           c_void_p(y.ctypes.data), c_long(len(x)))
        return y
    return batch


def run_vegas(functions, entry, samples, seed):
    """value, error, evaluations; None where vegas makes a NaN of finite values"""
    box = list(zip(map(float, entry["lower"]), map(float, entry["upper"])))
    generator = numpy.random.default_rng(seed)
    integrator = vegas.Integrator(box, ran_array_generator=generator.random)
    # NaNs are counted below.
    warnings.simplefilter("ignore", RuntimeWarning)
    try:
        result = integrator(batch_function(functions, entry), nitn=ITERATIONS, neval=samples)
    except ValueError:  # of a NaN in its sums, or in its numbers of samples
        return None
    found = float(result.mean), float(result.sdev), int(result.sum_neval)
    return found if all(map(math.isfinite, found)) else None


class Runs:
    """Runs of the library."""

    def __init__(self, arguments):
        self.library = Library(os.path.abspath(arguments.library))
        self.dll = self.library.dll
        self.settings = arguments.settings
        self.gpu = arguments.gpu

    def __call__(self, functions, entry, samples, seed):
        """value, error, evaluations"""
        options, result = c_void_p(), c_void_p()
        integrand = (self.library.integrand_of_device(entry) if self.gpu else
                     self.library.integrand_of_host(entry, functions))
        self.library.require(self.dll.cuboid_options_create(byref(options)))
        for name, value in (("method", b"vegas_plus"), ("workers", b"serial")):
            self.library.require(self.dll.cuboid_options_set_text(options, name.encode(), value))
        numbers = {"seed": seed, "nstart": samples, "nincrease": 0, "raise_samples": 0,
                   "maxeval": samples * ITERATIONS - samples // 2, **self.settings}
        for name, value in numbers.items():
            self.library.require(self.dll.cuboid_options_set_integer(options, name.encode(),
                                                                     c_int64(value)))
        for name in "epsrel", "epsabs":
            self.library.require(self.dll.cuboid_options_set_real(options, name.encode(),
                                                                  c_double(0)))
        box = [(c_double * entry["ndim"])(*map(float, entry[name])) for name in ("lower", "upper")]
        self.dll.cuboid_integrate(integrand, *box, options, byref(result))
        found = (self.dll.cuboid_result_value(result)[0], self.dll.cuboid_result_error(result)[0],
                 self.dll.cuboid_result_neval(result))
        self.dll.cuboid_result_free(result)
        self.dll.cuboid_options_free(options)
        self.dll.cuboid_integrand_free(integrand)
        return found


@functools.cache
def quantile(own, other):
    """Of the F-distribution with these degrees of freedom."""
    return numpy.quantile(numpy.random.default_rng(1).f(own, other, 10**6), CONFIDENCE)


def rms(numbers):
    return math.sqrt(sum(number * number for number in numbers) / max(len(numbers), 1))


def key_of(entry, samples, seed):
    return f"{entry['id']} {samples} {seed}"


def run_both(entry, samples, seed, arguments, kept):
    """What the library and vegas find, where they are to run; None if time is over."""
    if time.time() > arguments.end:
        return None
    functions = ctypes.CDLL(arguments.functions)
    found = Runs(arguments)(functions, entry, samples, seed)
    if seed > arguments.runs or (arguments.gpu and not kept):
        return found, None
    return found, kept[0] if kept else run_vegas(functions, entry, samples, seed)


class Side:
    """The runs of one of the two: value, error, evaluations."""

    def __init__(self, runs, exact):
        self.runs = len(runs)
        self.rms = rms([(value - exact) / exact for value, _, _ in runs])
        self.claim = rms([error / exact for _, error, _ in runs])
        self.evaluations = sum(run[-1] for run in runs) / max(len(runs), 1)
        self.pulls = rms([(value - exact) / error for value, error, _ in runs if error > 0])


def row_of(entry, samples, own, other):
    """The text of a row, whether the library is significantly behind, the ratios."""
    exact = float(entry["value"])
    own, other = Side(own, exact), Side(other, exact)
    if not other.runs:
        return f"{entry['id']:26s} {samples:8d} {own.runs:4d}   0  no value of vegas", False, 0, 0
    dearer = math.sqrt(own.evaluations / other.evaluations)
    ratio = own.rms / other.rms * dearer if other.rms > 0 else math.inf
    claims = own.claim / other.claim * dearer if other.claim > 0 else math.inf
    bound = ratio / math.sqrt(quantile(own.runs, other.runs))
    # Below that, it is rounding that is compared.
    behind = bound > MOST and own.rms > 1e-13
    text = (f"{entry['id']:26s} {samples:8d} {own.runs:4d} {other.runs:4d} {own.evaluations:10.0f} "
            f"{other.evaluations:10.0f} {own.rms:9.2e} {other.rms:9.2e} {ratio:6.2f} {bound:6.2f} "
            f"{claims:6.2f} {own.pulls:6.2f} {other.pulls:6.2f}{'  behind' if behind else ''}")
    return text, behind, ratio, claims


def summary(samples, rows):
    ratios = sorted(ratio for _, _, ratio, _ in rows)
    return (f"{samples} samples: {sum(behind for _, behind, _, _ in rows)} of {len(rows)} behind, "
            f"median of the ratios {ratios[len(ratios) // 2]:.2f}, greatest {ratios[-1]:.2f}; "
            f"{sum(claims > MOST for _, _, _, claims in rows)} with claims above {MOST}")


def read_kept(path):
    if not path or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def compile_entries(entries, path):
    if not os.path.exists(path):
        loop = {"id": "nothing", "ndim": 1, "parameters": {}, "helpers_c": LOOP, "formula_c": "0"}
        compile_functions([*entries, loop], path)


def run_all(entries, arguments, kept):
    """For each number of samples and entry the runs of both, in the order of their seeds."""
    runs = {(samples, i): ({}, {}) for samples in arguments.samples for i in range(len(entries))}
    with ProcessPoolExecutor(arguments.jobs) as pool:
        tasks = {}
        for samples in arguments.samples:
            for seed in range(1, arguments.own_runs + 1):
                for i, entry in enumerate(entries):
                    key = key_of(entry, samples, seed)
                    known = [kept[key]] if key in kept else []
                    tasks[pool.submit(run_both, entry, samples, seed, arguments, known)] = (
                        samples, i, seed)
        for task in as_completed(tasks):
            samples, i, seed = tasks[task]
            if task.result() is None:
                continue
            own, other = task.result()
            runs[samples, i][0][seed] = own
            if seed <= arguments.runs and not arguments.gpu:
                kept[key_of(entries[i], samples, seed)] = other
            if other:
                runs[samples, i][1][seed] = other
    return {key: [[side[seed] for seed in sorted(side)] for side in sides]
            for key, sides in runs.items() if sides[0]}


def print_rows(entries, arguments):
    kept = read_kept(arguments.keep)
    runs = run_all(entries, arguments, kept)
    if arguments.keep:
        with open(arguments.keep, "w", encoding="utf-8") as file:
            json.dump(kept, file)
    for samples in arguments.samples:
        rows = [row_of(entries[i], samples, *sides)
                for (number, i), sides in runs.items() if number == samples]
        for row in sorted(rows, key=lambda row: -row[2]):
            print(row[0])
        if rows:
            print(summary(samples, rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("integrals")
    parser.add_argument("library")
    parser.add_argument("--samples", type=int, nargs="+", default=[20000, 200000])
    parser.add_argument("--runs", type=int, default=12)
    parser.add_argument("--own-runs", type=int)
    parser.add_argument("--only", nargs="+", default=[""])
    parser.add_argument("--except", nargs="+", default=[], dest="left_out")
    parser.add_argument("--set", nargs="+", default=[])
    parser.add_argument("--keep")
    parser.add_argument("--functions")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--time-limit", type=float, default=math.inf)
    parser.add_argument("--gpu", action="store_true")
    arguments = parser.parse_args()
    arguments.own_runs = arguments.own_runs or arguments.runs
    arguments.end = time.time() + arguments.time_limit
    arguments.settings = {name: int(value)
                          for name, value in (text.split("=") for text in arguments.set)}
    with open(arguments.integrals, encoding="utf-8") as file:
        entries = [entry for entry in [*json.load(file), *additions()]
                   if suitable(entry) and entry["id"].startswith(tuple(arguments.only))
                   and not entry["id"].startswith(tuple(arguments.left_out))]
    print(f"vegas {vegas.__version__}, {ITERATIONS} iterations\n"
          f"{'integral':26s} {'samples':>8s} runs and   evaluations     vegas'       rms    vegas'  "
          "ratio  bound claims  pulls vegas'")
    with tempfile.TemporaryDirectory() as folder:
        arguments.functions = os.path.abspath(arguments.functions
                                              or os.path.join(folder, "functions.so"))
        compile_entries(entries, arguments.functions)
        print_rows(entries, arguments)
    return 0


if __name__ == "__main__":
    sys.exit(main())
