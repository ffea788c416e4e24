"""cubature: that of scipy.integrate, with another import."""

import numpy as np
import pytest

import cuboid

scipy_integrate = pytest.importorskip("scipy.integrate")
if not hasattr(scipy_integrate, "cubature"):
    pytest.skip("this scipy has no cubature", allow_module_level=True)


def f_of_examples(x, r, alphas):
    return np.cos(2 * np.pi * r + np.sum(alphas * x, axis=-1))


CASES = [
    (lambda x: np.cos(x).sum(axis=-1), [0, 0], [1, 1], {}),
    (lambda x: np.exp(-(x**2).sum(axis=-1)), [-np.inf, 0], [np.inf, np.inf], {"rtol": 1e-6}),
    (lambda x: x[:, :, None] * np.arange(3), [0, 0], [1, 2], {"atol": 1e-10}),
    (f_of_examples, [0, 0, 0], [1, 1, 1], {"args": (0.3, np.array([1.0, 2, 3]))}),
    (lambda x: np.abs(x[:, 0] - 0.3), [0], [1], {"rtol": 1e-5}),
    (lambda x: np.cos(x).sum(axis=-1), [0, 0], [1, 1], {"rule": "genz-malik"}),
]


@pytest.mark.parametrize("f, a, b, options", CASES)
def test_gives_what_scipy_gives(f, a, b, options):
    expected = scipy_integrate.cubature(f, a, b, **options)
    found = cuboid.cubature(f, a, b, **options)
    assert found.status == expected.status == "converged"
    assert np.shape(found.estimate) == np.shape(expected.estimate)
    assert np.allclose(found.estimate, expected.estimate, rtol=1e-5, atol=1e-9)
    assert (found.rtol, found.atol) == (expected.rtol, expected.atol)


def test_ends_at_max_subdivisions():
    found = cuboid.cubature(lambda x: np.sign(x[:, 0] ** 2 - x[:, 1]), [0, 0], [1, 1],
                            max_subdivisions=200)
    assert found.status == "not_converged" and found.error > 0


def test_without_an_end():
    found = cuboid.cubature(lambda x: np.abs(x[:, 0] - x[:, 1] ** 2), [0, 0], [1, 1], rtol=1e-6,
                            max_subdivisions=None)  # fmt: skip
    assert found.status == "converged" and found.estimate == pytest.approx(11 / 30, rel=1e-6)


@pytest.mark.parametrize(
    "options, words",
    [
        ({"max_subdivisions": "many"}, "max_subdivisions = 'many'"),
        ({"rule": "gk15"}, "rule = 'gk15'"),
        ({"workers": 4}, "workers"),
        ({"workers": -1}, "workers"),
        ({"workers": map}, "workers"),
        ({"points": [[0.5]]}, "points"),
        ({"points": np.array([[0.5], [0.7]])}, "points"),
        ({"a": [0, 0]}, "a and b"),
    ],
)
def test_refuses_with_a_sentence(options, words):
    arguments = {"a": [0], "b": [1], **options}
    with pytest.raises(cuboid.ArgumentError, match=words):
        cuboid.cubature(lambda x: x[:, 0], **arguments)


def test_regions_are_refused():
    with pytest.raises(NotImplementedError, match="trace=True"):
        cuboid.cubature(lambda x: x[:, 0], [0], [1]).regions


def test_what_means_nothing_is_taken():
    found = cuboid.cubature(lambda x: x[:, 0], [0], [1], workers=1, points=[])
    assert found.estimate == pytest.approx(0.5)
