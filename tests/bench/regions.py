#!/usr/bin/env python3
"""Judges integrals over regions with known values.

    regions.py REGIONS.json [--methods auto,cuhre,...] [--tolerances 1e-3,1e-6] [--told] [--list] [--seeds N]

REGIONS.json: a list with id, family, ndim, region, parameters, formula_c, value, abs_integral.  The
package cuboid is the one of PYTHONPATH, the library that of CUBOID_LIBRARY.  --told: the singular
points and ends that the list knows are given to the region.  --seeds: each integral so many times; then
it prints as well how many results that converged were within three errors.
"""

import argparse
import ctypes
import json
import math
import re
import tempfile
from collections import Counter

import cuboid

from line import compiled


def number(value):
    return {"inf": math.inf, "-inf": -math.inf}.get(value, value)


def expression(text):
    """A limit in C as an expression of the library."""
    for c, ours in (("INFINITY", "inf"), ("fmax", "max"), ("fmin", "min"), ("fabs", "abs"), ("M_PI", "pi")):
        text = text.replace(c, ours)
    return text


def scalars(parameters):
    return {name: float(v) for name, v in parameters.items() if not isinstance(v, list)}


def region_of(where, entry, told):
    kind = where["kind"]
    singular = where.get("singular", {}) if told else {}
    points = singular.get("points")
    if kind == "functions":
        pairs = list(zip(map(expression, where["lower"]), map(expression, where["upper"])))
        used = " ".join(text for pair in pairs for text in pair)
        known = scalars(entry["parameters"])
        return cuboid.FunctionLimits(
            pairs, names={n: v for n, v in known.items() if re.search(rf"\b{n}\b", used)}
        )
    if kind == "simplex":
        vertices = where["vertices"]
        apex = vertices.index(points[0]) if points and points[0] in vertices else None
        return cuboid.Simplex(vertices, apex=apex)
    if kind == "box":
        limits = [(number(a), number(b)) for a, b in zip(where["lower"], where["upper"])]
        breaks = {axis: places for axis, places in where.get("breaks", [])}
        ends = {axis: [] for _, axis in singular.get("ends", [])}
        for end, axis in singular.get("ends", []):
            ends[axis].append(end)
        for plane in singular.get("planes", []):
            return box_with_plane(limits, plane["normal"], plane["offset"])
        return cuboid.Box(
            limits, breaks=breaks, ends=ends, points=None if breaks or ends else points
        )
    if kind == "union":
        return cuboid.Union([region_of(piece, entry, told) for piece in where["pieces"]])
    if kind == "ball":
        return cuboid.Ball(where["centre"], where["radius"])
    if kind == "shell":
        return cuboid.Ball(where["centre"], where["r_out"], inner=where["r_in"])
    if kind == "ellipsoid":
        return cuboid.Ellipsoid(where["centre"], where["semi_axes"])
    if kind == "cylinder":
        along = (where["from"], where["to"])
        return cuboid.Cylinder(where["axis"], where["centre"], where["radius"], along)
    if kind == "sphere":
        return cuboid.Sphere(where["centre"], where["radius"])
    if kind == "halfspace":
        return cuboid.HalfSpace(where["normal"], where["offset"])
    assert kind == "ordered", kind
    return cuboid.Ordered(entry["ndim"], number(where["lower"]), number(where["upper"]))


def box_with_plane(limits, normal, offset):
    """A box with an integrand that is singular on normal . x = offset."""
    axes = [axis for axis, n in enumerate(normal) if n != 0]
    if len(axes) == 2 and offset == 0 and normal[axes[0]] == -normal[axes[1]]:
        return cuboid.Box(limits, diagonal=axes)
    last, before = axes[-1], axes[-2]

    def place(axis, known):
        rest = " - ".join([repr(known), *(f"{float(normal[i])!r}*x[{i}]" for i in axes if i < axis)])
        return f"({rest})/{float(normal[axis])!r}"

    # The plane leaves the box where it meets the limits of its last axis.
    meets = sorted(offset - normal[last] * limit for limit in limits[last])
    if normal[before] < 0:
        meets.reverse()
    breaks = {last: place(last, float(offset)), before: [place(before, one) for one in meets]}
    return cuboid.FunctionLimits(limits, breaks=breaks, ends={last: "breaks"})


def answer(function, entry, told, **options):
    """Verdict and result: right, refused, or wrong, which is claimed and off."""
    try:
        result = cuboid.integrate(function, region_of(entry["region"], entry, told), **options)
    except cuboid.NonfiniteError:
        return "refused", None
    exact = float(entry["value"])
    scale = abs(exact) or min(1.0, float(entry["abs_integral"]))
    off = abs(result.value - exact)
    if not result.converged:
        return "refused", result
    within = off <= max(options["epsrel"] * scale, 3 * result.error if sampling(result) else 0)
    return ("right" if within else "wrong"), result


def sampling(result):
    return result.method in ("vegas", "suave", "vegas_plus", "m_cubes", "lattice", "divonne")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("integrals")
    parser.add_argument("--methods", default="auto,cuhre,lattice,vegas_plus")
    parser.add_argument("--tolerances", default="1e-3,1e-6")
    parser.add_argument("--families", default="")
    parser.add_argument("--told", action="store_true", help="give the singular points")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="print what is not right")
    arguments = parser.parse_args()
    with open(arguments.integrals) as file:
        entries = json.load(file)
    if arguments.families:
        entries = [e for e in entries if e["family"] in arguments.families.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        functions = compiled(entries, folder)
        print("method       tolerance  right  refused  wrong  evaluations")
        for method in arguments.methods.split(","):
            for tolerance in map(float, arguments.tolerances.split(",")):
                counts, evaluations = Counter(), 0
                converged, within = 0, 0
                for i, entry in enumerate(entries * arguments.seeds):
                    if method == "lattice" and entry["region"]["kind"] == "sphere" and entry["ndim"] < 2:
                        continue
                    function = getattr(functions, f"f{i % len(entries)}")
                    address = ctypes.cast(function, ctypes.c_void_p).value
                    how, result = answer(
                        address, entry, arguments.told, method=method, epsrel=tolerance,
                        seed=i // len(entries),
                    )
                    counts[how] += 1
                    evaluations += result.neval if result else 0
                    if result and result.converged:
                        converged += 1
                        within += abs(result.value - float(entry["value"])) <= 3 * result.error
                    if arguments.list and how != "right":
                        print(how, entry["id"], entry["value"], result)
                row = (counts[kind] for kind in ("right", "refused", "wrong"))
                print(f"{method:12} {tolerance:9g}", *(f"{n:7}" for n in row), f"{evaluations:12}")
                if arguments.seeds > 1:
                    print(f"within 3 errors: {within} of {converged}, {within / converged:.2%}")


if __name__ == "__main__":
    main()
