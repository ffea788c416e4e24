"""Writes problems.json from the sets of integrals: build_problems.py FOLDER [--check], FOLDER with the four files.

--check computes each value a second time from the NumPy form, by a tight rule of another kind than the value's
source where one reaches it (mpmath in one dimension, Gauss products up to three, else scrambled Sobol points with
their standard error), and records how far both agree.  It needs mpmath and scipy.
"""

import functools
import json
import math
import os
import signal
import sys

import numpy as np
from problem import Problem
from table import HERE, table
from translate import translated

SETS = ("reference_integrals_public", "line", "regions", "gradients")
KEPT = ("id", "family", "ndim", "ncomp", "region", "parameters", "formula_c", "formula_numpy", "helpers_c", "kind")
KEPT += ("value", "value_digits", "value_source", "verified", "sign", "abs_integral", "traits", "source", "notes")


def problem_of(name, entry):
    """An entry of a set in the form of the table."""
    row = {**entry, "set": name.split("_")[0]}
    row["region"] = entry.get("region_at_p") or entry.get("region") or {
        "kind": "box", **{k: entry[k] for k in ("lower", "upper", "breaks", "singular") if entry.get(k)}
    }
    if name == "line" and entry["breaks"]:
        row["region"]["breaks"] = [[0, entry["breaks"]]]
    if row["region"]["kind"] == "functions":
        row["region"] = constant_box(row["region"], entry["parameters"])
    row["kind"] = entry.get("kind", "ordinary")
    for field in ("formula_c", "value"):
        row[field] = entry[field] if isinstance(entry[field], list) else [entry[field]]
    row["formula_numpy"] = [translated(text) for text in row["formula_c"]]
    row["verified"] = entry.get("verified_by") or ([entry["check"]] if "check" in entry else [])
    return {"set": row["set"], **{k: row[k] for k in KEPT if row.get(k) not in (None, "", [])}}


def constant_box(region, parameters):
    """A box, where no limit depends on a coordinate."""
    names = {"np": np, "math": math, **parameters}
    if any("x[" in str(text) for side in ("lower", "upper") for text in region[side]):
        texts = {side: [translated(str(t)) for t in region[side]] for side in ("lower", "upper")}
        return {**region, **{f"{side}_numpy": value for side, value in texts.items()}}
    sides = {s: [float(eval(translated(str(t)), names)) for t in region[s]] for s in ("lower", "upper")}
    finite = {s: [v if math.isfinite(v) else str(v) for v in side] for s, side in sides.items()}
    return {**region, "kind": "box", **finite}


def by_mpmath(problem):
    import mpmath

    mpmath.mp.dps = 30
    names = {n: getattr(mpmath, n) for n in ("sin", "cos", "tan", "exp", "log", "sqrt", "sinh", "cosh", "tanh", "atan")}
    names |= {"asin": mpmath.asin, "fabs": abs, "pow": lambda a, b: mpmath.mpf(a) ** b, "tgamma": mpmath.gamma}
    names |= {"M_PI": mpmath.pi, "expm1": mpmath.expm1, "floor": mpmath.floor, "fmin": min}
    names |= {"fmax": max, "asinh": mpmath.asinh, "fmod": mpmath.fmod, **vars_of(problem)}
    f = eval(f"lambda *x: {translated(problem.row['formula_c'][0], arrays=False)}", names)
    lower, upper = problem.limits[0]
    inner = sorted({*(v for _, vs in problem.breaks for v in vs), *problem.row["region"].get("singular", [])})
    points = [lower, *(v for v in inner if lower < v < upper), upper]
    return "mpmath.quad, 30 digits", [float(mpmath.quad(f, points))], None


def vars_of(problem):
    return {"d": problem.ndim, **problem.row["parameters"]}


gauss = functools.lru_cache(np.polynomial.legendre.leggauss)


def by_gauss(problem):
    nodes, weights = gauss({1: 400, 2: 300, 3: 70}[problem.ndim])
    ends = np.array(problem.limits)
    half, centre = (ends[:, 1] - ends[:, 0]) / 2, ends.mean(axis=1)
    x = np.stack([g.ravel() for g in np.meshgrid(*[c + h * nodes for c, h in zip(centre, half)], indexing="ij")])
    w = np.prod([g.ravel() for g in np.meshgrid(*[h * weights for h in half], indexing="ij")], axis=0)
    return "Gauss-Legendre products", (problem.values(x) * w).sum(axis=1), None


def by_sobol(problem):
    from scipy.stats import qmc

    ends, means = np.array(problem.limits).T, []
    for seed in range(8):
        x = qmc.scale(qmc.Sobol(problem.ndim, seed=seed).random_base2(14), *ends).T
        means.append(problem.values(x).mean(axis=1) * np.prod(ends[1] - ends[0]))
    return "8 times 2^14 scrambled Sobol points", np.mean(means, axis=0), np.std(means, axis=0) / math.sqrt(7)


def checked(row):
    """The record of the second computation, or None where no way of these takes the problem."""
    problem = Problem(row)
    if problem.kind != "box" or row["kind"] != "ordinary":
        return None
    if problem.ndim == 1 and not problem.helped:
        way = by_mpmath
    elif problem.finite:
        way = by_gauss if problem.ndim <= 3 else by_sobol
    else:
        return None
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(20)
    try:
        method, values, errors = way(problem)
    except (KeyboardInterrupt, ArithmeticError):
        return None
    finally:
        signal.alarm(0)
    exact = np.array([float(v) for v in row["value"]])
    scale = np.where(exact == 0, 1.0, abs(exact))
    away = float(np.max(abs(values - exact) / scale))
    if not math.isfinite(away):
        return None
    record = {"method": method, "agree_digits": 16 if away == 0 else round(max(0, min(16, -math.log10(away))), 1)}
    if errors is not None:
        record["pull"] = round(float(np.max(abs(values - exact) / np.maximum(errors, 1e-14 * scale))), 1)
    return record


def main():
    rows = []
    for name in SETS:
        with open(os.path.join(sys.argv[1], name + ".json")) as file:
            rows += [problem_of(name, entry) for entry in json.load(file)]
    old = {row["id"]: row.get("arena_check") for row in (table() if os.path.exists(HERE + "/problems.json") else [])}
    for row in rows:
        record = checked(row) if "--check" in sys.argv else old.get(row["id"])
        if record:
            row["arena_check"] = record
    with open(os.path.join(HERE, "problems.json"), "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")
    none = [row["id"] for row in rows if "arena_check" not in row]
    far = [row["id"] for row in rows if row.get("arena_check", {}).get("pull", 0) > 5]
    print(f"{len(rows)} problems, {len(none)} without a second computation of ours; beyond 5 standard errors: {far}")


if __name__ == "__main__":
    main()
