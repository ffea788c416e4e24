"""Means under a density that is not normalised."""

import math

import numpy as np
import pytest

import cuboid


def log_density(x):
    """A Gaussian around (1, -2) with the widths 0.5 and 2, at e^-5000."""
    return -5000 - 0.5 * (((x - [1, -2]) / [0.5, 2]) ** 2).sum(axis=1)


BOX = [(-20, 20)] * 2


def test_means_have_errors_that_know_their_covariance():
    pulls = []
    for seed in range(1, 9):
        mean = cuboid.expect(lambda x: x, log_density, BOX, method="vegas_plus", epsrel=1e-3, seed=seed)
        assert mean.converged and mean.value.shape == (2,)
        pulls.extend((mean.value - [1, -2]) / mean.error)
    assert np.abs(pulls).max() < 4.5 and 0.4 < np.std(pulls) < 2
    assert abs(mean.log_evidence + 5000 - np.log(2 * np.pi)) < 5 * mean.log_evidence_error
    # What both integrals err by cancels.
    relative = mean.result.error / abs(mean.result.value)
    assert (mean.error < 0.95 * np.hypot(relative[1:], relative[0]) * abs(mean.value)).all()


def test_a_constant_has_no_error():
    three = lambda x: np.full(len(x), 3.0)  # noqa: E731
    mean = cuboid.expect(three, log_density, BOX, method="vegas_plus", epsrel=1e-2, seed=1)
    assert abs(mean.value - 3) < 1e-12 and mean.error < 1e-6


def test_other_methods_give_a_bound():
    mean = cuboid.expect(lambda x: x[:, :1] * x, log_density, [(-4, 6), (-22, 18)], method="cuhre", epsrel=1e-6)
    assert mean.covariance is None and np.allclose(mean.value, [1.25, -2], atol=1e-4)
    assert (abs(mean.value - [1.25, -2]) <= mean.error).all()


def test_the_scale_grows_with_the_density():
    def narrow(x):
        return -0.5 * ((x - 0.7123) ** 2).sum(axis=1) / 1e-4**2 + 3000

    mean = cuboid.expect(lambda x: x[:, 0], narrow, 1, method="cuhre", epsrel=1e-4, maxeval=10**6)
    assert abs(mean.value - 0.7123) < 1e-5
    assert abs(mean.log_evidence - 3000 - np.log(1e-4 * np.sqrt(2 * np.pi))) < 1e-3


def test_means_have_names():
    def moments(x):
        return {"mean": x, "second": x[:, 0] ** 2}

    named = cuboid.expect(moments, log_density, BOX, epsrel=1e-2, seed=1)
    flat = cuboid.expect(lambda x: np.column_stack([x, x[:, 0] ** 2]), log_density, BOX, epsrel=1e-2, seed=1)
    assert np.array_equal(named.value["mean"], flat.value[:2]) and named.value["second"] == flat.value[2]
    assert np.array_equal(named.error["mean"], flat.error[:2]) and named.error["second"] == flat.error[2]
    assert np.array_equal(named.covariance, flat.covariance) and "second" in repr(named)


def test_functions_of_one_point():
    def squares(x):
        return math.sqrt(x[0] * x[0]) ** 2

    def density(x):
        return -math.hypot(x[0], x[1]) ** 2 / 2

    box = [(-5, 5)] * 2
    mean = cuboid.expect(squares, density, box, epsrel=2e-2, seed=1)
    assert abs(mean.value - 1) < 5 * mean.error and abs(mean.log_evidence - math.log(2 * math.pi)) < 0.1
    of_arrays = cuboid.expect(lambda x: x[:, 0] ** 2, density, box, epsrel=2e-2, seed=1)
    assert of_arrays.value == pytest.approx(mean.value, rel=1e-12)
    named = cuboid.expect(lambda x: {"square": squares(x)}, density, box, epsrel=2e-2, seed=1)
    assert named.value["square"] == pytest.approx(mean.value, rel=1e-12)
    number = cuboid.expect(math.sin, lambda x: -math.fabs(x), (0, 9), epsrel=1e-2, seed=1)
    assert abs(number.value - 0.5) < 5 * number.error + 1e-3

    def wrong(x):
        return x @ np.ones(7)

    with pytest.raises(ValueError, match="matmul"):
        cuboid.expect(wrong, density, box)


def narrow_density(x):
    """A Gaussian around (1, 1)."""
    return -0.5 * ((x - 1) ** 2).sum(axis=1)


def test_means_may_be_complex():
    def wave(x):
        return np.exp(1j * x[:, 0])

    box, truth = [(-9, 9)] * 2, np.exp(1j - 0.5)
    known = dict(method="vegas_plus", seed=1)
    mean = cuboid.expect(wave, narrow_density, box, **known)
    assert isinstance(mean.value, complex) and isinstance(mean.error, float)
    assert abs(mean.value - truth) < 4 * mean.error < 0.01
    assert mean.error == pytest.approx(np.sqrt(np.trace(mean.covariance)))
    array = cuboid.expect(lambda x: np.stack([wave(x), 2 * wave(x).conj()], 1), narrow_density, box, **known)
    assert array.value.shape == array.error.shape == (2,) and array.covariance.shape == (4, 4)
    assert (abs(array.value - [truth, 2 * truth.conj()]) < 4 * array.error).all()
    named = cuboid.expect(lambda x: {"wave": wave(x), "x": x[:, 0]}, narrow_density, box, seed=1)
    assert abs(named.value["wave"] - truth) < 4 * named.error["wave"]
    assert abs(named.value["x"] - 1) < 4 * named.error["x"]
    bound = cuboid.expect(wave, narrow_density, box, seed=1, method="cuhre")
    assert bound.covariance is None and abs(bound.value - truth) <= bound.error
    with pytest.raises(cuboid.ArgumentError, match="log_density returned complex numbers"):
        cuboid.expect(wave, lambda x: 1j * x[:, 0], box)


@pytest.mark.parametrize("scale", [1e-300, 1e-200, 1e-160, 1e160, 1e300])
def test_means_of_any_scale_have_errors(scale):
    ordinary = cuboid.expect(lambda x: x[:, 0], narrow_density, [(-9, 9)] * 2, seed=1)
    mean = cuboid.expect(lambda x: scale * x[:, 0], narrow_density, [(-9, 9)] * 2, seed=1)
    assert abs(mean.value / scale - 1) < 4 * mean.error / scale
    assert mean.error / scale == pytest.approx(ordinary.error, rel=0.5)
    both = cuboid.expect(lambda x: {"x": scale * x[:, 0], "y": x[:, 1]}, narrow_density, [(-9, 9)] * 2, seed=1)
    assert abs(both.value["x"] / scale - 1) < 4 * both.error["x"] / scale < 0.1
    assert abs(both.value["y"] - 1) < 4 * both.error["y"] < 0.1


def test_sentences():
    with pytest.raises(cuboid.ArgumentError, match="fn = 3 is no function"):
        cuboid.expect(3, log_density, BOX)
    with pytest.raises(cuboid.ArgumentError, match=r"log_density returned an array of shape \(4096, 2\)"):
        cuboid.expect(lambda x: x, lambda x: x, BOX)
    with pytest.raises(cuboid.ArgumentError, match="fn returned an array of shape"):
        cuboid.expect(lambda x: 3.0, log_density, BOX)


def test_many_digits_where_there_are_few_axes():
    mean = cuboid.expect(lambda x, p: p["k"] * x, lambda x, p: -p["k"] * (x**2).sum(axis=1), BOX, parameters={"k": 0.5}, epsabs=1e-9)
    assert mean.converged and (abs(mean.value) < 1e-9).all()
    square = cuboid.expect(lambda x, k: x**2, lambda x, k: -k * (x**2).sum(axis=1), BOX, args=0.5, epsrel=1e-8)
    assert square.converged and np.allclose(square.value, 1, rtol=1e-8)
    one_axis = cuboid.expect(lambda x: x**2, lambda x: -(x**2) / 2, (-20, 20), epsrel=1e-8)
    assert one_axis.converged and abs(one_axis.value[0] - 1) < 1e-8


def test_texts_have_means():
    """Expressions, whose names may be the same, and texts in C, which may be infinite where the density is 0."""
    asked = dict(parameters={"a": 1.0}, epsrel=1e-7)
    mean = cuboid.expect("r = x + y; r, r^2", "r = 4*(x - a)^2 + (y + 2)^2/4; -5000 - 0.5*r", BOX, **asked)
    assert mean.converged and np.allclose(mean.value, [-1, 5.25], atol=1e-4)
    assert abs(mean.log_evidence + 5000 - np.log(2 * np.pi)) < 1e-6
    log_density = "double g(const double *x, const double *a) { return x[0] < 0.5 ? -INFINITY : -x[0] / a[0]; }"
    fn = "int fn(const int *n, const double x[], const int *m, double f[], void *u) { f[0] = x[0]; f[1] = 1 / (x[0] >= 0.5); return 0; }"
    asked = dict(parameters=[2.0], epsrel=1e-6, ncomp=2)
    mean = cuboid.expect(fn, log_density, (0, np.inf), **asked)
    assert mean.converged and np.allclose(mean.value, [2.5, 1], atol=1e-5)
    one = cuboid.expect("x", "-x", (0, np.inf), epsrel=1e-9)
    assert isinstance(one.value, float) and abs(one.value - 1) < 1e-8


@pytest.mark.parametrize(
    "fn, log_density, why",
    [
        (lambda x: x, "-x", "go together"),
        ("x", "double g(const double *x) { return -x[0]; }", "go together"),
        ("f[0] = x", "-x", "commas"),
        ("x", "-x, x", "log_density has 2 components"),
    ],
)
def test_texts_that_do_not_go_together_are_refused(fn, log_density, why):
    with pytest.raises(cuboid.ArgumentError, match=why):
        cuboid.expect(fn, log_density, 1)
