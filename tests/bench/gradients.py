#!/usr/bin/env python3
"""Judges integrals and their derivatives by parameters with known values, and their time.

    gradients.py GRADIENTS.json [--tolerances 1e-3,1e-6,1e-9] [--list] [--c] [--jax]

GRADIENTS.json: a list with id, family, formula_c, region, parameters.p, breaks_c, value, gradient.
The package cuboid is the one of PYTHONPATH, the library that of CUBOID_LIBRARY.
"""

import argparse
import json
import re
import time
import warnings
from collections import Counter

import cuboid


def expression(text):
    """C as an expression of the library."""
    for c, ours in (("INFINITY", "inf"), ("M_PI", "pi")):
        text = text.replace(c, ours)
    return text


def breaks_of(entry):
    breaks = {}
    for text in entry["breaks_c"]:
        axis, place = text.split(": ") if text.startswith("axis") else ("axis 0", text)
        breaks.setdefault(int(axis[5:]), []).append(expression(place))
    return breaks or None


def verdict(result, exact, scale, epsrel):
    """right, told (that it leaves jumps out), refused, or wrong, which is claimed and off."""
    if result.reason == "moving_jumps":
        return "told"
    if not result.converged:
        return "refused"
    return "right" if abs(result.value - exact) <= max(epsrel * abs(exact), 1e-12 * scale) else "wrong"


def is_outside(result, exact, scale):
    """Claimed, and off by more than its error."""
    return result.converged and abs(result.value - exact) > max(result.error, 1e-12 * scale)


def in_c(formula):
    return f"double f(const double *x, const double *p) {{ return {formula}; }}"


def text_of(entry, as_c):
    return in_c(entry["formula_c"]) if as_c else expression(entry["formula_c"])


def judge(entry, epsrel, with_breaks, as_c):
    """What became of the value and of each derivative, and how many are beyond their errors."""
    region = entry["region"]
    limits = list(zip(map(expression, region["lower"]), map(expression, region["upper"])))
    scale = float(entry["abs_integral"])
    try:
        value, grad = cuboid.value_and_grad(
            text_of(entry, as_c), limits, entry["parameters"]["p"], epsrel=epsrel,
            breaks=breaks_of(entry) if with_breaks else None,
        )  # fmt: skip
    except cuboid.NonfiniteError:
        return ["refused"] * (1 + len(entry["gradient"])), [False] * (1 + len(entry["gradient"]))
    exact = [float(text) for text in [entry["value"], *entry["gradient"]]]
    pairs = list(zip([value, *grad], exact))
    return (
        [verdict(one, known, scale, epsrel) for one, known in pairs],
        [is_outside(one, known, scale) for one, known in pairs],
    )


# Integrands with eight parameters in five dimensions: derivatives as smooth as the value, and some
# that are smaller and rougher.
AXES = 5
TEXTS = {
    "alike": (
        "exp(-(p[0]*x[0] + p[1]*x[1] + p[2]*x[2] + p[3]*x[3] + p[4]*x[4]))"
        " / ((1 + p[5]*x[0]) * (1 + p[6]*x[1]) * (1 + p[7]*x[2]))"
    ),
    "rougher": (
        "exp(-(p[0]*x[0]^2 + p[1]*x[1]^2 + p[2]*x[2]^2 + p[3]*x[3]^2 + p[4]*x[4]^2))"
        " * (1 + p[5]*cos(p[6]*x[0]*x[1] + p[7]*x[2]))"
    ),
}
POINT = [1.0, 1.5, 0.7, 1.2, 0.9, 0.3, 1.1, 0.8]
STEP = 1e-4


def best_time(function, times=7):
    function()
    taken = []
    for _ in range(times):
        begun = time.perf_counter()
        function()
        taken.append(time.perf_counter() - begun)
    return min(taken)


def differences(text, asked):
    """The value, and two integrals for each derivative."""
    points = [POINT]
    for k in range(len(POINT)):
        for sign in (1, -1):
            points.append([p + sign * STEP * (i == k) for i, p in enumerate(POINT)])
    for point in points:
        cuboid.integrate(text, AXES, parameters=point, **asked)


def times(as_c):
    print(f"\n8 derivatives of a {AXES}-D integral, each to 1e-6, on one thread")
    print("                            value alone   with gradient        17 integrals    at equally  one derivative")
    print("integrand method  norm   ms evaluations   ms evaluations ratio   ms ratio  many points  at most evaluations")
    for name, text in TEXTS.items():
        if as_c:
            text = in_c(re.sub(r"(x\[\d\])\^2", r"\1*\1", text))
        for method, norm in (("cuhre", "component"), ("cuhre", "l2"), ("lattice", "component")):
            asked = dict(epsrel=1e-6, method=method, workers="serial", norm=norm)
            alone = cuboid.integrate(text, AXES, parameters=POINT, **asked)
            value, _ = cuboid.value_and_grad(text, AXES, POINT, **asked)
            one = best_time(lambda: cuboid.integrate(text, AXES, parameters=POINT, **asked))
            nine = best_time(lambda: cuboid.value_and_grad(text, AXES, POINT, **asked))
            seventeen = best_time(lambda: differences(text, asked), 2)
            singles = [cuboid.value_and_grad(text, AXES, POINT, wrt=[k], **asked)[0].neval for k in range(len(POINT))]
            a_point = nine / value.neval / (one / alone.neval)
            print(f"{name:9} {method:7} {norm[:4]:4} {1e3 * one:5.1f} {alone.neval:9}  {1e3 * nine:6.1f} {value.neval:9} "
                  f"{nine / one:5.1f} {1e3 * seventeen:6.1f} {seventeen / one:5.1f} {a_point:8.1f} {max(singles):20}")


def jax_times():
    """Integrals as JAX calls them, on its default device, and as the library is called itself."""
    import jax
    import numpy as np

    jax.config.update("jax_enable_x64", True)
    text = "exp(-p[0]*x[0]*x[0]) * cos(p[1]*x[1])"
    asked = dict(epsrel=1e-6, method="cuhre", workers="serial")
    f = cuboid.jax.integral(text, 2, **asked)
    point = np.array([2.0, 3.0])
    rows = np.stack([np.linspace(1, 2, 1000), np.linspace(2, 3, 1000)], 1)
    single, many, slopes = jax.jit(f), jax.jit(jax.vmap(f)), jax.jit(jax.value_and_grad(f))
    wide = dict(epsrel=1e-6, method="vegas_plus", seed=1, maxeval=4_000_000)
    function = jax.jit(cuboid.jax.integral(lambda x, p: jax.numpy.exp(-(p * x * x).sum(1)), 6, **wide))
    factors = np.linspace(0.5, 3, 6)
    print(f"\n{jax.devices()[0].device_kind}\nms               library   jax.jit")
    for name, own, theirs in (
        ("1 integral", lambda: cuboid.integrate(text, 2, parameters=point, **asked), lambda: single(point)),
        ("with gradient", lambda: cuboid.value_and_grad(text, 2, point, **asked), lambda: slopes(point)),
        ("1000, vmap", lambda: cuboid.integrate_many(text, 2, rows, **asked), lambda: many(rows)),
        ("6-D function", lambda: cuboid.integrate(lambda x: np.exp(-(factors * x * x).sum(1)), 6, **wide),
         lambda: function(factors)),
    ):
        ready = lambda: jax.block_until_ready(theirs())  # noqa: E731
        print(f"{name:16} {1e3 * best_time(own):7.2f} {1e3 * best_time(ready):9.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("integrals")
    parser.add_argument("--tolerances", default="1e-3,1e-6,1e-9")
    parser.add_argument("--c", action="store_true", help="as texts in C, with dual numbers")
    parser.add_argument("--jax", action="store_true", help="the time of calls through JAX alone")
    parser.add_argument("--list", action="store_true", help="print what is neither right nor told")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore", cuboid.NotConverged)
    if arguments.jax:
        return jax_times()
    with open(arguments.integrals) as file:
        entries = json.load(file)
    print("breaks  tolerance  of          right  told  refused  wrong  beyond error")
    for with_breaks in (False, True):
        for epsrel in map(float, arguments.tolerances.split(",")):
            values, slopes = Counter(), Counter()
            for entry in entries:
                found, outside = judge(entry, epsrel, with_breaks, arguments.c)
                values[found[0]] += 1
                values["outside"] += outside[0]
                slopes.update(found[1:])
                slopes["outside"] += sum(outside[1:])
                if arguments.list and set(found) & {"wrong", "refused"}:
                    print(entry["id"], found)
            for name, count in (("values", values), ("derivatives", slopes)):
                given = "given" if with_breaks else "none"
                print(f"{given:7} {epsrel:9.0e}  {name:11} {count['right']:5} {count['told']:5} "
                      f"{count['refused']:8} {count['wrong']:6} {count['outside']:13}")
    times(arguments.c)


if __name__ == "__main__":
    main()
