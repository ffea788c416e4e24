#!/usr/bin/env python3
"""Times of cuboid, scipy.integrate.cubature and vegas on 20 known integrals, written with NumPy.

    python3 python/bench/compare.py [--calls] reference_integrals_public.json [tolerance [name...]]

Cubature: cuboid.integrate and the faster of scipy's rules gk21 and genz-malik, to the same relative
tolerance.  A run of scipy may take a hundred times as long as cuboid's, and no longer.  Sampling:
vegas with as many evaluations, doubled from 1000 on, as bring its own error down to 1e-3 (the runs
with so many alone count), and cuboid to the same accuracy.  Times are CPU times of the process, and
the least of three runs, or of as many as fit into 0.1 s; err: the true relative error.

--calls: of cubature alone, the calls of the function, their points, and the milliseconds in it and
outside of it; at most 3000 subdivisions of scipy.
"""
import json
import signal
import sys
import time

import numpy as np

NAMES = """pagani_f1_d03 pagani_f1_d05 pagani_f2_d02 pagani_f2_d03 pagani_f3_d03 pagani_f3_d05
pagani_f4_d02 pagani_f4_d03 pagani_f5_d02 pagani_f5_d03 pagani_f7_d05 genz_product_peak_d03_00
genz_corner_peak_d05_00 genz_gaussian_d03_00 genz_c0_d02_00 cuvegas_gaussian_d04 vegas_eg1_d04
gsl_gauss_d03 cuba_demo01 hard_corrgauss_d02""".split()

FUNCTIONS = {name: getattr(np, name) for name in "exp log sin cos tan sqrt".split()}
FUNCTIONS.update(fabs=np.abs, pow=np.power, M_PI=np.pi, M_E=np.e, double=float)


def function_of(entry):
    """The formula, which C and NumPy write alike, on points (n, ndim)."""
    formula = compile(entry["formula_c"].replace("(double)d", "d"), entry["id"], "eval")
    known = {**FUNCTIONS, **entry["parameters"], "d": entry["ndim"]}
    return lambda x: eval(formula, known, {"x": x.T})


class Expired(Exception):
    pass


def expire(_number, _frame):
    raise Expired


def min_time(run, limit=None, times=3, together=0.1):
    """Seconds, and what the last run gave; the limit, and None, where one takes longer."""
    seconds, given = float("inf"), None
    begin = time.process_time()
    while times > 0 or time.process_time() < begin + together:
        times -= 1
        start = time.process_time()
        try:
            if limit is not None:
                # So long that the process has had its time also where others have most of it.
                signal.signal(signal.SIGALRM, expire)
                signal.setitimer(signal.ITIMER_REAL, 8 * limit + 1)
            given = run()
            seconds = min(seconds, time.process_time() - start)
        except Expired:
            return limit, None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if limit is not None and seconds > limit:
            return limit, None
    return seconds, given


def scipy_time(f, entry, tolerance, limit):
    from scipy.integrate import cubature

    def run(rule):
        return cubature(f, entry["lower"], entry["upper"], rule=rule, rtol=tolerance, atol=0)

    rules = ["gk21", "genz-malik"] if entry["ndim"] < 4 else ["genz-malik"]
    found = [min_time(lambda rule=rule: run(rule), limit) for rule in rules]
    return min(found, key=lambda pair: (pair[1] is None, pair[0]))


def vegas_time(f, entry):
    import vegas

    batch = vegas.lbatchintegrand(f)
    limits = list(zip(entry["lower"], entry["upper"]))
    samples = 1000

    def run():
        integrator = vegas.Integrator(limits)
        integrator(batch, nitn=5, neval=samples)
        return integrator(batch, nitn=10, neval=samples)

    while True:
        found = run()
        if found.sdev <= 1e-3 * abs(found.mean) or samples > 2e6:
            seconds, found = min_time(run)
            return seconds, found.mean
        samples *= 2


def calls(run, f):
    """Calls of f in the fastest of five runs, their points, and seconds in f and outside of it."""
    fastest = None
    for _ in range(5):
        sizes, inside = [], [0.0]

        def counted(x):
            start = time.perf_counter()
            values = f(x)
            inside[0] += time.perf_counter() - start
            sizes.append(len(x))
            return values

        start = time.perf_counter()
        run(counted)
        seconds = time.perf_counter() - start
        if fastest is None or seconds < sum(fastest[2:]):
            fastest = len(sizes), sum(sizes), inside[0], seconds - inside[0]
        if seconds > 0.5:
            break
    return fastest


def print_calls(entries, names, tolerance):
    import cuboid
    from scipy.integrate import cubature

    print(f"relative tolerance {tolerance:g}; milliseconds")
    columns = f"{'calls':>6} {'points':>8} {'in f':>7} {'outside':>7}"
    print(f"{'integral':25} {columns} | {'rule':10} {columns}")
    for name in names:
        entry = entries[name]
        f = function_of(entry)
        limits = list(zip(entry["lower"], entry["upper"]))
        rows = {"": calls(lambda g: cuboid.integrate(g, limits, epsrel=tolerance, maxeval=10**9), f)}
        for rule in ["gk21", "genz-malik"] if entry["ndim"] < 4 else ["genz-malik"]:
            given = dict(rule=rule, rtol=tolerance, atol=0, max_subdivisions=3000)
            rows[rule] = calls(lambda g: cubature(g, entry["lower"], entry["upper"], **given), f)
        ours = rows.pop("")
        rule = min(rows, key=lambda rule: sum(rows[rule][2:]))
        texts = [f"{n:6} {points:8} {1e3 * inside:7.3f} {1e3 * outside:7.3f}"
                 for n, points, inside, outside in (ours, rows[rule])]  # fmt: skip
        print(f"{name:25} {texts[0]} | {rule:10} {texts[1]}", flush=True)


def main():
    import cuboid

    of_calls = "--calls" in sys.argv
    if of_calls:
        sys.argv.remove("--calls")
    tolerance = float(sys.argv[2]) if len(sys.argv) > 2 else 1e-6
    entries = {entry["id"]: entry for entry in json.load(open(sys.argv[1]))}
    if of_calls:
        return print_calls(entries, sys.argv[3:] or NAMES, tolerance)
    print(f"relative tolerance {tolerance:g}; milliseconds and true relative errors")
    print(f"{'integral':25} {'cuboid':>9} {'err':>7} {'scipy':>9} {'err':>7} {'ratio':>7}"
          f" | {'cuboid':>8} {'err':>7} {'vegas':>8} {'err':>7} {'ratio':>7}")
    ratios, of_vegas, missed = [], [], []
    names = sys.argv[3:] or NAMES
    for name in names:
        entry = entries[name]
        f, value = function_of(entry), float(entry["value"])
        limits = list(zip(entry["lower"], entry["upper"]))

        def error(found):
            return float("nan") if found is None else abs(found / value - 1)

        def run(epsrel):
            return cuboid.integrate(f, limits, epsrel=epsrel, maxeval=10**9)

        seconds, found = min_time(lambda: run(tolerance))
        of_scipy, estimate = scipy_time(f, entry, tolerance, max(100 * seconds, 0.2))
        converged = estimate is not None and estimate.status == "converged"
        other = estimate.estimate if converged else None
        if other is None or error(other) > tolerance:
            missed.append(name)
        ratios.append(of_scipy / seconds)
        short, coarse = min_time(lambda: run(1e-3))
        sampling, mean = vegas_time(f, entry)
        of_vegas.append(sampling / short)
        print(f"{name:25} {1e3 * seconds:9.2f} {error(found.value):7.0e}"
              f" {1e3 * of_scipy:9.2f} {error(other):7.0e} {ratios[-1]:7.1f}"
              f" | {1e3 * short:8.2f} {error(coarse.value):7.0e}"
              f" {1e3 * sampling:8.2f} {error(mean):7.0e} {of_vegas[-1]:7.1f}", flush=True)
    for text, all_of in (("scipy", ratios), ("vegas", of_vegas)):
        print(f"{text} / cuboid: least {min(all_of):.1f}, median {np.median(all_of):.1f},"
              f" ten times or more in {sum(r >= 10 for r in all_of)} of {len(all_of)}")
    if len(missed) == len(names):
        return
    others = [r for name, r in zip(names, ratios) if name not in missed]
    print(f"scipy has not ended, or is less accurate than the tolerance, in {len(missed)}; of the other"
          f" {len(others)} least {min(others):.1f}, median {np.median(others):.1f},"
          f" ten times or more in {sum(r >= 10 for r in others)}")


if __name__ == "__main__":
    main()
