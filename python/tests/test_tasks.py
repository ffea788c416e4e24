"""Tasks that people come with, each in at most ten lines."""

import math

import numpy as np
import pytest

EVIDENCE = """
import cuboid, numpy as np

def likelihood(x):
    return np.exp(-0.5 * (((x - 0.3) / 0.02) ** 2).sum(axis=1))

z = cuboid.integrate(likelihood, [(0, 1)] * 4, method="vegas_plus", epsrel=1e-2, seed=1)
found, error = np.log(z.value), z.error / z.value
"""

TRIANGLE = """
import cuboid

found = cuboid.integrate("x^2*y", cuboid.Simplex([[0, 0], [1, 0], [0, 1]]), epsrel=1e-10)
"""

SWEEP = """
import cuboid, numpy as np

k = np.linspace(0.1, 10, 100_000)
found = cuboid.integrate_many("exp(-k*x*y)", 2, parameters={"k": k}, epsrel=1e-6)
"""

HISTOGRAM = """
import cuboid, numpy as np

edges = np.linspace(0, 2, 9)

def binned(x):
    s = x.sum(axis=1)[:, None]
    return np.exp(-x.prod(axis=1))[:, None] * ((edges[:-1] <= s) & (s < edges[1:]))

found = cuboid.integrate(binned, 2, method="vegas_plus", epsrel=1e-2, seed=1)
"""

COMPARISON = """
import cuboid

text, limits = "exp(-10*(x - y)^2)*(1 + z)", [(0, 1), (0, 1), (0, 2)]
a = cuboid.integrate(text, limits, method="cuhre", epsrel=1e-6)
b = cuboid.integrate(text, limits, method="vegas_plus", epsrel=1e-4, seed=1)
apart = abs(a.value - b.value) / (a.error**2 + b.error**2) ** 0.5
"""


def done(text):
    """What a task leaves behind."""
    lines = [line for line in text.splitlines() if line.strip()]
    assert len(lines) <= 10
    names = {}
    exec(text, names)
    return names


def test_the_evidence_of_a_model():
    names = done(EVIDENCE)
    truth = 2 * math.log(2 * math.pi) + 4 * math.log(0.02)
    assert names["z"].converged
    assert names["found"] == pytest.approx(truth, abs=5 * names["error"])


def test_a_triangle():
    found = done(TRIANGLE)["found"]
    assert found.converged and found.value == pytest.approx(1 / 60, rel=1e-10)


def test_a_sweep_over_many_parameters():
    names = done(SWEEP)
    found, k = names["found"], names["k"]
    assert len(found.value) == 100_000 and found.converged.all()
    for i in (0, 49_999, 99_999):
        t = (np.arange(20000) + 0.5) / 20000
        assert found.value[i] == pytest.approx(np.mean((1 - np.exp(-k[i] * t)) / (k[i] * t)), rel=1e-5)


def test_a_histogram():
    found = done(HISTOGRAM)["found"]
    assert found.converged and found.value.shape == (8,)
    whole = sum((-1) ** n / math.factorial(n) / (n + 1) ** 2 for n in range(20))
    assert found.value.sum() == pytest.approx(whole, rel=1e-2)
    assert found.value[0] == pytest.approx(1 / 32, rel=0.03)


def test_two_methods_on_one_integral():
    names = done(COMPARISON)
    assert names["a"].converged and names["b"].converged
    assert names["apart"] < 5
