#!/usr/bin/env python3
"""Speed of the Python package vegas with the integrand of cpu_vegas.cpp, compiled.
Needs vegas and numpy (python3 -m pip install vegas) and a C compiler, cc."""
import ctypes
import pathlib
import subprocess
import tempfile
import time

import numpy
import vegas

SOURCE = """
void integrand(const double *x, double *f, long n) {
  for (long i = 0; i < n; ++i) {
    double sum = 0;
    for (int d = 0; d < 8; ++d) {
      double t = x[8 * i + d] - .5;
      sum += t * t;
    }
    f[i] = 1 / (1e-2 + sum);
  }
}
"""

with tempfile.TemporaryDirectory() as folder:
    source = pathlib.Path(folder, "integrand.c")
    source.write_text(SOURCE)
    library = pathlib.Path(folder, "integrand.so")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    compiled = ctypes.CDLL(str(library)).integrand


def pointer(array):
    return array.ctypes.data_as(ctypes.c_void_p)


@vegas.lbatchintegrand
def integrand(x):
    x = numpy.ascontiguousarray(x)
    f = numpy.empty(len(x))
    compiled(pointer(x), pointer(f), ctypes.c_long(len(x)))
    return f


print("vegas", vegas.__version__)
for beta in 0.75, 0:
    least = float("inf")
    for _ in range(3):
        integrator = vegas.Integrator(8 * [[0, 1]])
        begin = time.process_time()
        result = integrator(integrand, nitn=10, neval=300000, beta=beta)
        least = min(least, (time.process_time() - begin) / result.sum_neval * 1e9)
    print(f"beta {beta}: {least:.1f} ns a sample")
