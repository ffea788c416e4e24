"""A correlation function at many distances r in one call, as in many.c."""

import sys

import numpy as np

import cuboid


def spectrum(k, r):
    """np.sinc(x) is sin(pi x) / (pi x)."""
    return k[:, 0] ** 2 * np.exp(-(k[:, 0] ** 2)) * np.sinc(k[:, 0] * r / np.pi)


distances = 0.3 * np.arange(20)
many = cuboid.integrate_many(spectrum, (0, np.inf), distances, epsabs=1e-9, epsrel=0)
print(many.remarks)
known = np.sqrt(np.pi) / 4 * np.exp(-(distances**2) / 4)
for r, value in zip(distances, many.value):
    print(f"xi({r:.1f}) = {value:.9f}")
sys.exit(0 if many.converged.all() and np.allclose(many.value, known, rtol=0, atol=1e-8) else 1)
