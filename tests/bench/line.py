#!/usr/bin/env python3
"""Judges the method line by integrals in one dimension with known values, beside QUADPACK.

    line.py LIBCUBOID INTEGRALS.json [--method line] [--half even|odd] [--list] [--families]
            [--mineval N] [--probing none|standard|thorough] [--distances]
            [--source TEXT] [--tolerances T ...]

INTEGRALS.json: a list with id, family, lower, upper, breaks, parameters, formula_c, kind, value; or
problems.json of tests/arena, of which those in one dimension are taken.
Where scipy is, scipy.integrate.quad has the same integrals; its evaluations are those of QUADPACK.
"""

import argparse
import ctypes
import json
import math
import os
import statistics
import subprocess
import tempfile

TOLERANCES = (1e-3, 1e-6, 1e-9)


def declared(name, value):
    """A parameter as a C constant."""
    if isinstance(value, list):
        return f"static const double {name}[] = {{{', '.join(repr(float(v)) for v in value)}}};"
    return f"static const double {name} = {float(value)!r};"


def in_one_dimension(problems, source):
    """Those whose source has the text, in the form of the reference's."""
    entries = []
    for problem in problems:
        if source.lower() not in problem.get("source", "").lower() or problem.get("ndim", 1) != 1:
            continue
        if "region" in problem:
            region = problem["region"]
            if region["kind"] != "box" or problem["ncomp"] != 1:
                continue
            problem = {
                "breaks": [],
                **problem,
                "lower": region["lower"],
                "upper": region["upper"],
                "formula_c": problem["formula_c"][0],
                "value": problem["value"] and problem["value"][0],
            }
        entries.append(problem)
    return entries


def compiled(entries, folder):
    """The integrands as a library."""
    text = ["#include <math.h>\n#ifndef M_PI\n#define M_PI 3.14159265358979323846\n#endif"]
    for i, entry in enumerate(entries):
        constants = " ".join(
            declared(n, v) for n, v in entry["parameters"].items()
        )
        text.append(
            f"int f{i}(const int *n_, const double x[], const int *m_, double f[], void *user_)"
            f"{{ {constants} f[0] = {entry['formula_c']}; return 0; }}\n"
            f"int h{i}(double x_, double l_, double u_, int m_, double f[], void *user_)"
            f"{{ {constants} const double x[] = {{x_}}, xl[] = {{l_}}, xu[] = {{u_}};"
            f" f[0] = {entry.get('formula_c_dist') or entry['formula_c']}; return 0; }}\n"
            f"double g{i}(double t) {{ double f; f{i}(0, &t, 0, &f, 0); return f; }}"
        )
    source = os.path.join(folder, "integrands.c")
    with open(source, "w") as file:
        file.write("\n".join(text))
    library = os.path.join(folder, "integrands.so")
    subprocess.run(
        ["cc", "-O1", "-w", "-shared", "-fPIC", "-o", library, source, "-lm"], check=True
    )
    return ctypes.CDLL(library)


class Cuboid:
    """cuboid_integrate for one component."""

    def __init__(self, path, method, mineval=0, probing="standard"):
        self.library = ctypes.CDLL(path)
        self.method = method.encode()
        self.mineval = mineval
        self.probing = probing.encode()
        for name in ("value", "error"):
            getattr(self.library, f"cuboid_result_{name}").restype = ctypes.POINTER(ctypes.c_double)
        self.library.cuboid_result_neval.restype = ctypes.c_int64
        self.library.cuboid_result_message.restype = ctypes.c_char_p

    def integrate(self, function, lower, upper, breaks, tolerance, of_distances=False, user=None):
        """Value, error, evaluations, whether it is claimed, message."""
        lib, handle = self.library, ctypes.c_void_p()
        limits = [(ctypes.c_double * 1)(v) for v in (lower, upper)]
        if of_distances:
            lib.cuboid_integrand_from_distances(ctypes.byref(handle), 1, function, None)
        else:
            lib.cuboid_integrand_create(ctypes.byref(handle), 1, 1, function, user)
        if breaks:
            handle = self._cut(handle, *limits, breaks)
            limits = [None, None]
        options, result = ctypes.c_void_p(), ctypes.c_void_p()
        lib.cuboid_options_create(ctypes.byref(options))
        lib.cuboid_options_set_text(options, b"method", self.method)
        lib.cuboid_options_set_real(options, b"epsrel", ctypes.c_double(tolerance))
        lib.cuboid_options_set_text(options, b"workers", b"serial")
        lib.cuboid_options_set_integer(options, b"mineval", ctypes.c_int64(self.mineval))
        if self.probing != b"standard":
            lib.cuboid_options_set_text(options, b"probing", self.probing)
        status = lib.cuboid_integrate(handle, *limits, options, ctypes.byref(result))
        answer = (
            lib.cuboid_result_value(result)[0],
            lib.cuboid_result_error(result)[0],
            lib.cuboid_result_neval(result),
            status == 0,
            lib.cuboid_result_message(result).decode(),
        )
        for kind, thing in (("integrand", handle), ("options", options), ("result", result)):
            getattr(lib, f"cuboid_{kind}_free")(thing)
        return answer

    def _cut(self, integrand, lower, upper, breaks):
        """The integrand over a line with breaks."""
        lib, domain, mapped = self.library, ctypes.c_void_p(), ctypes.c_void_p()
        places = (ctypes.c_double * len(breaks))(*map(float, breaks))
        count = (ctypes.c_int * 1)(len(breaks))
        lib.cuboid_domain_box(ctypes.byref(domain), 1, lower, upper, None, count, places)
        lib.cuboid_integrand_on_domain(ctypes.byref(mapped), integrand, domain)
        lib.cuboid_domain_free(domain)
        lib.cuboid_integrand_free(integrand)
        return mapped


def quadpack(function, lower, upper, tolerance):
    """The same of scipy.integrate.quad; None: there is no scipy."""
    try:
        from scipy.integrate import quad
    except ImportError:
        return None
    found = quad(function, lower, upper, epsabs=0, epsrel=tolerance, limit=1000, full_output=1)
    return found[0], found[1], found[2]["neval"], len(found) == 3, ""


def summed(integrate, entry, tolerance):
    """Over the pieces between the points that the integral names."""
    points = [float(v) for v in (*entry["lower"], *entry["breaks"], *entry["upper"])]
    parts = [integrate(a, b, tolerance) for a, b in zip(points, points[1:])]
    if None in parts:
        return None
    value, error, evaluations = (sum(part[i] for part in parts) for i in range(3))
    return (
        value,
        error,
        evaluations,
        all(part[3] for part in parts),
        "; ".join(part[4] for part in parts),
    )


def verdict(entry, answer, tolerance):
    """right, refused, or wrong: claimed, and off by more than the tolerance."""
    if not answer[3]:
        return "refused"
    if entry["kind"] != "ordinary":
        return "wrong"
    exact = float(entry["value"])
    scale = abs(exact) or min(1.0, float(entry["abs_integral"]))
    return "right" if abs(answer[0] - exact) <= tolerance * scale else "wrong"


def family_rows(found, method):
    """Of each family, the verdicts, and evaluations where both are right.  found: [(family,
    {who: (verdict, evaluations)})]."""
    for family in dict.fromkeys(family for family, _ in found):
        answers = [answer for name, answer in found if name == family]
        words = " ".join(
            f"{who} "
            + "/".join(str(sum(a[who][0] == word for a in answers)) for word in ("right", "refused", "wrong"))
            for who in answers[0]
        )
        ratios = [
            a[method][1] / a["QUADPACK"][1]
            for a in answers
            if "QUADPACK" in a and a[method][0] == a["QUADPACK"][0] == "right"
        ]
        times = f"{statistics.median(ratios):.2f} times QUADPACK's" if ratios else ""
        yield f"  {family:24} {words:40} {times}".rstrip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("library")
    parser.add_argument("integrals")
    parser.add_argument("--method", default="line")
    parser.add_argument("--half", choices=("even", "odd"))
    parser.add_argument("--list", action="store_true", help="print what is not right")
    parser.add_argument("--families", action="store_true", help="right/refused/wrong of each")
    parser.add_argument("--mineval", type=int, default=0)
    parser.add_argument("--probing", default="standard")
    parser.add_argument("--distances", action="store_true", help="formula_c_dist, where there is one")
    parser.add_argument("--source", default="", help="only integrals whose source has this text")
    parser.add_argument("--tolerances", type=float, nargs="+", default=TOLERANCES)
    arguments = parser.parse_args()
    with open(arguments.integrals) as file:
        entries = in_one_dimension(json.load(file), arguments.source)
    if arguments.half:
        entries = entries[("even", "odd").index(arguments.half) :: 2]
    cuboid = Cuboid(arguments.library, arguments.method, arguments.mineval, arguments.probing)
    with tempfile.TemporaryDirectory() as folder:
        functions = compiled(entries, folder)
        print("tolerance  who        right  refused  wrong  honest errors  evaluations, median")
        for tolerance in arguments.tolerances:
            counts, ratios, honest, found = {}, [], [0, 0], []
            for i, entry in enumerate(entries):
                of_cuba, plain = getattr(functions, f"f{i}"), getattr(functions, f"g{i}")
                plain.restype, plain.argtypes = ctypes.c_double, [ctypes.c_double]

                of_distances = arguments.distances and bool(entry.get("formula_c_dist"))
                mine = getattr(functions, f"h{i}") if of_distances else of_cuba

                def theirs(a, b, t, f=plain):
                    return quadpack(f, a, b, t)

                limits = float(entry["lower"][0]), float(entry["upper"][0])
                answers = {
                    arguments.method: cuboid.integrate(
                        mine, *limits, [] if of_distances else entry["breaks"], tolerance, of_distances
                    )
                }
                other = summed(theirs, entry, tolerance)
                if other:
                    answers["QUADPACK"] = other
                words = {w: verdict(entry, a, tolerance) for w, a in answers.items()}
                found.append((entry["family"], {w: (words[w], answers[w][2]) for w in words}))
                for who, answer in answers.items():
                    word = words[who]
                    counts[who, word] = counts.get((who, word), 0) + 1
                    if arguments.list and who == arguments.method and word != "right":
                        print(" ", entry["id"], word, answer, entry["value"])
                mine = answers[arguments.method]
                if mine[3] and entry["kind"] == "ordinary":
                    rounding = 4e-16 * abs(float(entry["value"]))
                    honest[0] += abs(mine[0] - float(entry["value"])) <= mine[1] + rounding
                    honest[1] += 1
                if other and mine[3] and other[3]:
                    ratios.append((mine[2] / other[2], entry["family"]))
            for who in answers:
                words = [counts.get((who, w), 0) for w in ("right", "refused", "wrong")]
                end = ""
                if who == arguments.method:
                    end = f"{honest[0]:6} of {honest[1]:3}"
                    if ratios:
                        smooth = [r for r, family in ratios if family == "smooth"] or [math.nan]
                        end += (
                            f"   {statistics.median(r for r, _ in ratios):.2f} times QUADPACK's, "
                            f"{statistics.median(smooth):.2f} on smooth ones"
                        )
                line = f"{tolerance:<9.0e}  {who:9} {words[0]:6} {words[1]:8} {words[2]:6}  {end}"
                print(line.rstrip())
            if arguments.families:
                print("\n".join(family_rows(found, arguments.method)))


if __name__ == "__main__":
    main()
