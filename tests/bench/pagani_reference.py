#!/usr/bin/env python3
"""PAGANI on a list of reference integrals, on the cores or on the GPU: requested, estimated and true
error, evaluations, regions and time, and how often the true error lies above the estimate.

    pagani_reference.py INTEGRALS.json libcuboid.so [--gpu] [--functions FILE.so] [--maxeval N]
                        [--time-limit SECONDS] [--jobs N] [--only PREFIX]

INTEGRALS.json is as tests/reference/generate takes it.  On the cores, the formulas are compiled into
FILE.so by cc, unless it is there; on the GPU, the library compiles the same text.
"""

import argparse
import ctypes
import faulthandler
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from ctypes import POINTER, byref, c_char_p, c_double, c_int64, c_void_p

MOST_DIMENSIONS = 10
TOLERANCES = (1e-3, 1e-6, 1e-9)
PRELUDE = "#include <math.h>\n#define REF_FN static inline\n"


def aslist(value):
    return value if isinstance(value, list) else [value]


def braces(values):
    return "{" + ", ".join(values) + "}"


def constant(name, value):
    """A parameter as a constant of C."""
    if not isinstance(value, list):
        return f"const double {name} = {float(value)!r};"
    if isinstance(value[0], list):
        numbers = braces(braces(repr(float(v)) for v in row) for row in value)
        return f"static const double {name}[{len(value)}][{len(value[0])}] = {numbers};"
    return f"static const double {name}[{len(value)}] = {braces(repr(float(v)) for v in value)};"


def function(entry, name):
    """The integrand as a C function of Cuba's signature."""
    lines = [f"int {name}(const int *ndim, const double x[], const int *ncomp, double f[], "
             "void *userdata) {", "const int d = *ndim; (void)d; (void)ncomp; (void)userdata;"]
    lines += [constant(name, value) for name, value in entry["parameters"].items()]
    lines += [f"f[{c}] = {formula};" for c, formula in enumerate(aslist(entry["formula_c"]))]
    return "\n".join(lines + ["return 0;", "}", ""])


def compile_functions(entries, path):
    text = PRELUDE + "".join(dict.fromkeys(entry["helpers_c"] + "\n" for entry in entries))
    text += "".join(function(entry, entry["id"]) for entry in entries)
    with tempfile.NamedTemporaryFile("w", suffix=".c") as source:
        source.write(text)
        source.flush()
        subprocess.run(["cc", "-O2", "-w", "-fPIC", "-shared", source.name, "-o", path, "-lm"],
                       check=True)


class Library:
    """What is needed of cuboid.h."""

    def __init__(self, path):
        self.dll = ctypes.CDLL(path)
        for name in ("method", "message"):
            getattr(self.dll, f"cuboid_result_{name}").restype = c_char_p
        for name in ("value", "error", "prob"):
            getattr(self.dll, f"cuboid_result_{name}").restype = POINTER(c_double)
        for name in ("neval", "nregions"):
            getattr(self.dll, f"cuboid_result_{name}").restype = c_int64
        self.dll.cuboid_last_error.restype = c_char_p

    def integrand_of_host(self, entry, functions):
        handle = c_void_p()
        address = ctypes.cast(getattr(functions, entry["id"]), c_void_p)
        self.require(self.dll.cuboid_integrand_create(byref(handle), entry["ndim"], entry["ncomp"],
                                                      address, None))
        return handle

    def integrand_of_device(self, entry):
        handle = c_void_p()
        text = PRELUDE + entry["helpers_c"] + "\n" + function(entry, "integrand")
        self.require(self.dll.cuboid_integrand_from_cuda_source(
            byref(handle), entry["ndim"], entry["ncomp"], text.encode(), b"integrand", None,
            c_int64(0)))
        return handle

    def require(self, status):
        if status != 0:
            raise RuntimeError(self.dll.cuboid_last_error().decode())

    def integrate(self, integrand, entry, epsrel, arguments):
        """status, value[], error[], neval, nregions, milliseconds of the call"""
        options, result = c_void_p(), c_void_p()
        self.require(self.dll.cuboid_options_create(byref(options)))
        for name, value in (("method", b"pagani"), ("workers", b"serial"), ("nonfinite", b"zero")):
            self.require(self.dll.cuboid_options_set_text(options, name.encode(), value))
        for name, value in (("epsrel", epsrel), ("epsabs", 0), ("time_limit", arguments.time_limit)):
            self.require(self.dll.cuboid_options_set_real(options, name.encode(), c_double(value)))
        self.require(self.dll.cuboid_options_set_integer(options, b"maxeval",
                                                         c_int64(arguments.maxeval)))
        box = [(c_double * entry["ndim"])(*map(float, entry[name])) for name in ("lower", "upper")]
        begin = time.perf_counter()
        status = self.dll.cuboid_integrate(integrand, *box, options, byref(result))
        milliseconds = 1e3 * (time.perf_counter() - begin)
        value, error = (getattr(self.dll, f"cuboid_result_{name}")(result)[:entry["ncomp"]]
                        for name in ("value", "error"))
        counts = self.dll.cuboid_result_neval(result), self.dll.cuboid_result_nregions(result)
        self.dll.cuboid_result_free(result)
        self.dll.cuboid_options_free(options)
        return status, value, error, *counts, milliseconds


def measure(task):
    """The rows of one integral: one for each tolerance."""
    entry, arguments = task
    library = Library(arguments.library)
    try:
        integrand = (library.integrand_of_device(entry) if arguments.gpu else
                     library.integrand_of_host(entry, ctypes.CDLL(arguments.functions)))
    except RuntimeError as problem:
        return entry, [], str(problem)
    if arguments.gpu:
        # Compiles the kernels, which is not to count.
        library.integrate(integrand, entry, 1.0, argparse.Namespace(maxeval=1, time_limit=0))
    rows = []
    for epsrel in TOLERANCES:
        status, value, error, neval, nregions, milliseconds = library.integrate(
            integrand, entry, epsrel, arguments)
        closest = (0.0, 0.0, False)
        for c, exact in enumerate(map(float, aslist(entry["value"]))):
            scale = abs(exact) or max(map(float, aslist(entry.get("abs_integral") or 1))) or 1.0
            true = abs(value[c] - exact)
            above = true > error[c] + 2.0**-52 * abs(exact)
            if c == 0 or (above, true * (closest[0] or 1e-300)) > (
                    closest[2], closest[1] * (error[c] / scale or 1e-300)):
                closest = (error[c] / scale, true / scale, above)
        rows.append((epsrel, status, *closest, neval, nregions, milliseconds))
    return entry, rows, ""


def percentage(part, whole):
    return f"{part} of {whole}" + (f" ({100 * part / whole:.2f} %)" if whole else "")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("integrals")
    parser.add_argument("library")
    parser.add_argument("--gpu", action="store_true")
    parser.add_argument("--functions", default=None)
    parser.add_argument("--maxeval", type=int, default=2000000)
    parser.add_argument("--time-limit", type=float, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    arguments.library = os.path.abspath(arguments.library)
    with open(arguments.integrals, encoding="utf-8") as file:
        entries = [entry for entry in json.load(file)
                   if entry["ndim"] <= MOST_DIMENSIONS and entry["id"].startswith(arguments.only)]
    if not arguments.gpu:
        arguments.functions = os.path.abspath(
            arguments.functions or os.path.join(tempfile.mkdtemp(), "functions.so"))
        if not os.path.exists(arguments.functions):
            compile_functions(entries, arguments.functions)

    converged, above, families, refused = Counter(), Counter(), Counter(), 0
    genz, genz_above = 0, 0
    finite = True
    print(f"{'integral':35s} ndim ncomp epsrel status  estimated       true         neval   regions"
          "         ms", flush=True)
    # A worker that crashes says where, and ends the run: a Pool would wait for it.
    with ProcessPoolExecutor(arguments.jobs, initializer=faulthandler.enable) as pool:
        for entry, rows, problem in pool.map(measure, ((entry, arguments) for entry in entries)):
            if problem:
                refused += 1
                print(f"{entry['id']:35s} {problem.splitlines()[0]}")
            for epsrel, status, estimated, true, is_above, neval, nregions, milliseconds in rows:
                flag = "!" if is_above and status == 0 else " "
                print(f"{entry['id']:35s} {entry['ndim']:2d} {entry['ncomp']:5d}  {epsrel:.0e} "
                      f"{status:6d} {estimated:10.3e} {true:10.3e}{flag} {neval:12d} "
                      f"{nregions:9d} {milliseconds:10.3f}", flush=True)
                finite = finite and math.isfinite(milliseconds)
                if status == 0:
                    converged[epsrel] += 1
                    genz += entry["family"].startswith("genz_")
                    genz_above += is_above and entry["family"].startswith("genz_")
                    if is_above:
                        above[epsrel] += 1
                        families[entry["family"]] += 1
    print()
    for epsrel in TOLERANCES:
        print(f"{epsrel:.0e}: true error above the estimate in "
              f"{percentage(above[epsrel], converged[epsrel])} of the calls that converged")
    print(f"all: {percentage(sum(above.values()), sum(converged.values()))}; by family: "
          + (", ".join(f"{name} {count}" for name, count in families.max_common()) or "none")
          + (f"; refused: {refused}" if refused else ""))
    print(f"families of Genz: {percentage(genz_above, genz)}; all others: "
          f"{percentage(sum(above.values()) - genz_above, sum(converged.values()) - genz)}")
    return 0 if finite else 1


if __name__ == "__main__":
    sys.exit(main())
