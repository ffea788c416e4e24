"""Boost.Math in one dimension: gauss_kronrod of 15 points, and the double exponential rule of the range's kind.

The headers are compiled, when this begins, into a library of two functions that call the integrand in C.
"""

import ctypes
import math
import os
import subprocess
import tempfile

from problem import NotTaken

SOURCE = """
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/sinh_sinh.hpp>
using namespace boost::math::quadrature;
using function = double (*)(double);
extern "C" int gauss_kronrod_(function f, double a, double b, double tol, double* v, double* e) try {
  *v = gauss_kronrod<double, 15>::integrate(f, a, b, 15, tol, e);
  return 0;
} catch (...) { return 1; }
extern "C" int tanh_sinh_(function f, double a, double b, double tol, double* v, double* e) try {
  static tanh_sinh<double> finite;
  static exp_sinh<double> half;
  static sinh_sinh<double> whole;
  if (std::isfinite(a) && std::isfinite(b)) *v = finite.integrate(f, a, b, tol, e);
  else if (std::isinf(a) && std::isinf(b)) *v = whole.integrate(f, tol, e);
  else *v = half.integrate(f, a, b, tol, e);
  return 0;
} catch (...) { return 1; }
"""


def by(library, name):
    integrate = getattr(library, name + "_")

    def run(problem, tolerance):
        if problem.kind != "box" or problem.ndim > 1:
            raise NotTaken("one dimension only")
        lower, upper = map(ctypes.c_double, problem.limits[0])
        value, error = ctypes.c_double(math.nan), ctypes.c_double(math.nan)
        f = getattr(problem.library, f"arena_g{problem.index}")
        ends = ctypes.byref(value), ctypes.byref(error)
        failed = integrate(f, lower, upper, ctypes.c_double(tolerance), *ends)
        met = not failed and error.value <= tolerance * abs(value.value)
        return [value.value], [error.value], met, "raised" if failed else ""

    return run


def contestants():
    folder = tempfile.mkdtemp()
    source = os.path.join(folder, "boost.cpp")
    with open(source, "w") as file:
        file.write(SOURCE)
    command = ["c++", "-O2", "-w", "-shared", "-fPIC", source, "-o", source + ".so"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        return dict.fromkeys(("gauss_kronrod", "tanh_sinh"), "Boost.Math's headers do not compile")
    library = ctypes.CDLL(source + ".so")
    return {name: by(library, name) for name in ("gauss_kronrod", "tanh_sinh")}
