#!/usr/bin/env python3
"""Counts how often cubature is wrong about kinks and steps across one axis at random places.

    cubature_kinks.py LIBCUBOID [--method M] [--seed S] [--each N] [--places FROM TO]
                      [--dimensions D ...] [--axes A ...] [--families F ...] [--probing P]
                      [--tolerances T ...] [--list]

Over the unit cube, times the exponentials of the other axes.  The axis is drawn as well.  All
values are known in closed form.  Wrong: claimed, and off by more than the tolerance.
"""

import argparse
import ctypes
import os
import random
import subprocess
import tempfile

from math import e

from line import Cuboid

FAMILIES = {
    "kink": ("fabs(x[a] - c)", lambda c: (c * c + (1 - c) ** 2) / 2),
    "on_line": ("1 + x[a] + fabs(x[a] - c)", lambda c: 1.5 + (c * c + (1 - c) ** 2) / 2),
    "bent": (
        "(1 + 0.01*pow(x[a], 4))*fabs(x[a] - c)",
        lambda c: (c * c + (1 - c) ** 2) / 2 + 0.01 * (c**6 / 15 + 1 / 6 - c / 5),
    ),
    "step": ("(x[a] > c) + 0.1", lambda c: 1.1 - c),
}


def compiled(folder):
    """The integrands as a library; behind their last argument are the axis and the place."""
    text = "#include <math.h>\n" + "\n".join(
        f"int {family}_(const int *n, const double *x, const int *m, double *f, double *user)"
        "{ const int a = (int)user[0]; const double c = user[1]; double sum = x[a] * -1;"
        " for (int d = 0; d < *n; ++d) sum += x[d];"
        f" f[0] = ({formula}) * exp(sum); return 0; }}"
        for family, (formula, _) in FAMILIES.items()
    )
    source, library = (os.path.join(folder, f"kinks.{kind}") for kind in ("c", "so"))
    with open(source, "w") as file:
        file.write(text)
    subprocess.run(["cc", "-O1", "-w", "-shared", "-fPIC", "-o", library, source, "-lm"], check=True)
    return ctypes.CDLL(library)


class Cubature(Cuboid):
    """The same over the unit cube."""

    def integrate_cube(self, ndim, function, tolerance, user):
        """Value, evaluations, whether it is claimed."""
        lib, handle = self.library, ctypes.c_void_p()
        lib.cuboid_integrand_create(ctypes.byref(handle), ndim, 1, function, user)
        options, result = ctypes.c_void_p(), ctypes.c_void_p()
        lib.cuboid_options_create(ctypes.byref(options))
        for name, text in ((b"method", self.method), (b"workers", b"serial"), (b"probing", self.probing)):
            lib.cuboid_options_set_text(options, name, text)
        lib.cuboid_options_set_real(options, b"epsrel", ctypes.c_double(tolerance))
        status = lib.cuboid_integrate(handle, None, None, options, ctypes.byref(result))
        answer = (
            lib.cuboid_result_value(result)[0],
            lib.cuboid_result_neval(result),
            status == 0,
        )
        for kind, thing in (("integrand", handle), ("options", options), ("result", result)):
            getattr(lib, f"cuboid_{kind}_free")(thing)
        return answer


def counts(cuboid, ndim, family, function, tolerance, arguments):
    """A line of the table, and the places where results are wrong."""
    r = random.Random(f"{arguments.seed} {ndim} {family}")
    parameters = (ctypes.c_double * 2)()
    refused = evaluations = 0
    worst = 0.0
    wrong = []
    for _ in range(arguments.each):
        parameters[0] = axis = r.choice([a for a in arguments.axes or range(ndim) if a < ndim])
        parameters[1] = c = r.uniform(*arguments.places)
        value, neval, claimed = cuboid.integrate_cube(ndim, function, tolerance, parameters)
        off = abs(value / (FAMILIES[family][1](c) * (e - 1) ** (ndim - 1)) - 1)
        refused += not claimed
        evaluations += neval
        if claimed:
            worst = max(worst, off / tolerance)
        if claimed and off > tolerance:
            wrong.append((c, axis, off, neval))
    line = (
        f"{ndim:4} {family:8} {tolerance:9.0e} {len(wrong):6} {refused:8} {arguments.each:6}"
        f" {worst:10.1e} {evaluations / arguments.each:12.1f}"
    )
    return line, sorted(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("--method", default="cuhre")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=1000, help="integrals of a family")
    parser.add_argument("--places", type=float, nargs=2, default=(0, 1))
    parser.add_argument("--dimensions", type=int, nargs="+", default=(2, 3, 4))
    parser.add_argument("--axes", type=int, nargs="+", help="one of which is cut; else of all")
    parser.add_argument("--families", nargs="+", default=list(FAMILIES), choices=FAMILIES)
    parser.add_argument("--probing", default="standard")
    parser.add_argument("--tolerances", type=float, nargs="+", default=(1e-4, 1e-5, 1e-6))
    parser.add_argument("--list", action="store_true", help="the places where results are wrong")
    arguments = parser.parse_args()
    cuboid = Cubature(arguments.library, arguments.method, 0, arguments.probing)
    with tempfile.TemporaryDirectory() as folder:
        functions = compiled(folder)
        print("ndim family   tolerance  wrong  refused     of  worst/tol  evaluations")
        for ndim in arguments.dimensions:
            for family in arguments.families:
                for tolerance in arguments.tolerances:
                    function = getattr(functions, family + "_")
                    line, wrong = counts(cuboid, ndim, family, function, tolerance, arguments)
                    print(line, flush=True)
                    for c, axis, off, neval in wrong if arguments.list else ():
                        print(f"    {c:.6f} on axis {axis}: off {off:.1e}, {neval} evaluations")


if __name__ == "__main__":
    main()
