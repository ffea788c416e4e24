"""Many integrals: integrate_many beside loops of calls and beside scipy, in one run.

usage: many.py [COUNT]

Gaussians exp(-k |x - c|^2) with k in 5 to 25 and c in the square, to 1e-6; scipy.integrate.cubature
and quad_vec (of the vector of all parameters, in one dimension, as its users do) where scipy is there,
and Cuba's Cuhre, called through ctypes, where libcuba.so.0 is found.
Integrals in a second, and in a second of the processors, which counts where others run beside.
"""

import ctypes
import math
import os
import sys
import time

import numpy as np

import cuboid

TEXT = """
int gaussian(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const double *p = userdata;
  double square = 0;
  for (int d = 0; d < *ndim; ++d) square += (x[d] - p[1 + d]) * (x[d] - p[1 + d]);
  f[0] = exp(-p[0] * square);
  return 0;
}
"""


def gaussian(x, p):
    return np.exp(-p[0] * ((x - p[1:]) ** 2).sum(axis=-1))


def truth(peaks):
    erf = np.vectorize(math.erf)
    root = np.sqrt(peaks[:, :1])
    sides = erf(root * (1 - peaks[:, 1:])) + erf(root * peaks[:, 1:])
    return (np.sqrt(np.pi) / (2 * root) * sides).prod(axis=1)


def with_many(f):
    return lambda ndim, peaks: cuboid.integrate_many(f, ndim, peaks, epsrel=1e-6).value


def with_calls(ndim, peaks):
    integrate = cuboid.integrate
    return [integrate(TEXT, ndim, parameters=p, epsrel=1e-6).value for p in peaks]


def with_cuba(ndim, peaks):
    from cuboid._source import load

    cuba = ctypes.CDLL(os.environ.get("CUBA_LIBRARY", "libcuba.so.0"))
    cuba.cubacores(0, 0)
    gaussian_in_c = load(TEXT).gaussian
    tolerance, nothing = (ctypes.c_double(1e-6), ctypes.c_double(0)), ctypes.c_void_p()
    numbers = [ctypes.c_int() for _ in range(3)]
    results = [ctypes.c_double() for _ in range(3)]
    outputs = [ctypes.byref(output) for output in numbers + results]
    values = []
    for row in peaks:
        p = row.ctypes.data_as(ctypes.c_void_p)
        cuba.Cuhre(ndim, 1, gaussian_in_c, p, 1, *tolerance, 0, 0, 10**8, 0, nothing, nothing,
                   *outputs)  # fmt: skip
        values.append(results[0].value)
    return values


def with_scipy(ndim, peaks):
    from scipy.integrate import cubature

    lower, upper = np.zeros(ndim), np.ones(ndim)
    return [
        cubature(gaussian, lower, upper, args=(p,), rtol=1e-6, atol=0).estimate for p in peaks
    ]


def with_quad_vec(_ndim, peaks):
    from scipy.integrate import quad_vec

    return quad_vec(lambda x: np.exp(-peaks[:, 0] * (x - peaks[:, 1]) ** 2), 0, 1, epsrel=1e-6,
                    norm="max")[0]  # fmt: skip


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    ways = [
        ("integrate_many, a text in C", with_many(TEXT), 1, (1, 2, 3)),
        ("integrate_many, NumPy", with_many(gaussian), 10, (1, 2)),
        ("a loop of integrate, a text in C", with_calls, 10, (1, 2)),
        ("a loop of Cuba's Cuhre, a text in C", with_cuba, 1, (2, 3)),
        ("scipy.integrate.cubature, NumPy", with_scipy, 20, (1, 2)),
        ("scipy.integrate.quad_vec, all at once", with_quad_vec, 1, (1,)),
    ]
    print(
        f"{'':38}{'dim':>4}{'integrals':>11}{'integrals/s':>13}{'of processors':>15}"
        f"{'largest error':>15}"
    )
    generator = np.random.default_rng(1)
    for name, integrate, part, dimensions in ways:
        for ndim in dimensions:
            few = max(count // part, 1)
            peaks = np.column_stack(
                [generator.uniform(5, 25, few), generator.uniform(0, 1, (few, ndim))]
            )
            try:
                integrate(ndim, peaks[:1])
                began, of_processors = time.perf_counter(), time.process_time()
                values = integrate(ndim, peaks)
            except (ImportError, OSError) as missing:
                print(f"{name:38}{missing}")
                break
            seconds = time.perf_counter() - began
            of_processors = time.process_time() - of_processors
            worst = np.max(np.abs(values / truth(peaks) - 1))
            print(
                f"{name:38}{ndim:4}{few:11}{few / seconds:13.0f}{few / of_processors:15.0f}"
                f"{worst:15.1e}"
            )


main()
