"""cubature: that of scipy.integrate, with another import."""

import pickle
import threading

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
    assert found.estimate.shape == expected.estimate.shape
    assert type(found.estimate) is type(expected.estimate)
    assert type(found.error) is type(expected.error)
    assert np.allclose(found.estimate, expected.estimate, rtol=1e-5, atol=1e-9)
    # An absolute accuracy alone counts alone, which is within what scipy allows.
    rtol = 0 if "atol" in options and "rtol" not in options else expected.rtol
    assert (found.rtol, found.atol) == (rtol, expected.atol)


def test_zeros_alone_are_no_answer():
    found = cuboid.cubature(lambda x: 0 * x[:, 0], [0], [1])
    assert found.status == "not_converged" and found.estimate == 0


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
        ({"rule": "gk61"}, "rule = 'gk61'"),
        ({"workers": 0}, "workers = 0"),
        ({"workers": -2}, "workers = -2"),
        ({"workers": 1.5}, "workers = 1.5"),
        ({"points": [[0.5, 0.5]]}, "points: .* of 1 numbers"),
        ({"points": [[np.nan]]}, "points: .nan. is not a point"),
        ({"rtol": -1}, "rtol = -1"),
        ({"a": [0, 0]}, "a and b"),
        ({"a": "zero"}, "a = 'zero'"),
        ({"atol": [1]}, r"atol = \[1\]"),
        ({"a": [0] * 60, "b": [1] * 60}, "a and b have 60 axes"),
    ],
)
def test_refuses_with_a_sentence(options, words):
    arguments = {"a": [0], "b": [1], **options}
    with pytest.raises(cuboid.ArgumentError, match=words):
        cuboid.cubature(lambda x: x[:, 0], **arguments)


def ridge(x):
    """Infinite at (0.3, 0.7)."""
    return 1 / np.sqrt(np.abs(x - [0.3, 0.7]).sum(axis=-1))


def test_points_are_corners_of_parts():
    evaluations = []

    def f(x):
        evaluations.append(len(x))
        return ridge(x)

    expected = scipy_integrate.cubature(ridge, [0, 0], [1, 1], rtol=1e-6, points=[[0.3, 0.7]])
    with_points = cuboid.cubature(f, [0, 0], [1, 1], rtol=1e-6, points=[[0.3, 0.7], [5, 5]])
    count, evaluations[:] = sum(evaluations), []
    assert with_points.status == "converged"
    assert with_points.estimate == pytest.approx(expected.estimate, rel=2e-6)
    cuboid.cubature(f, [0, 0], [1, 1], rtol=1e-6)
    assert count < sum(evaluations) / 2
    for a, b in [([0], [np.inf]), ([np.inf], [0])]:
        found = cuboid.cubature(lambda x: np.exp(-x[:, 0]), a, b, points=[[1.0], [2.0], [0.0]])
        assert found.status == "converged"
        assert found.estimate == pytest.approx(np.sign(b[0] - a[0] + 0.5), rel=1e-8)


def test_parts_that_cancel_are_accurate_enough_for_their_sum():
    found = cuboid.cubature(lambda x: np.sign(x[:, 0] - 0.5) * (1 + 1e-3 * x[:, 0] ** 2), [0], [1],
                            rtol=1e-8, points=[[0.5]])  # fmt: skip
    assert found.status == "converged" and found.estimate == pytest.approx(0.00025, rel=1e-8)
    assert found.error <= 1e-8 * found.estimate


@pytest.mark.parametrize(
    "f, options",
    [
        (ridge, {"rtol": 1e-4}),
        (ridge, {"rtol": 1e-4, "points": [[0.3, 0.7]]}),
        (lambda x: np.exp(1j * x[:, 0])[:, None] * np.arange(1, 3), {"rule": "genz-malik"}),
    ],
)
def test_regions_fill_the_box(f, options):
    found = cuboid.cubature(f, [0, 0], [2, 1], **options)
    regions = found.regions
    assert sum(np.prod(region.b - region.a) for region in regions) == pytest.approx(2)
    total = sum(region.estimate for region in regions)
    assert np.shape(total) == np.shape(found.estimate)
    assert np.allclose(total, found.estimate, rtol=1e-12)
    assert np.all(sum(region.error for region in regions) <= 2 * found.error)
    copy = pickle.loads(pickle.dumps(found))
    assert len(copy.regions) == len(regions) and np.all(copy.estimate == found.estimate)


def test_regions_that_a_pickle_has_lost():
    copy = pickle.loads(pickle.dumps(cuboid.cubature(lambda x: x[:, 0], [0], [1])))
    with pytest.raises(cuboid.ArgumentError, match="regions: .* loses f"):
        copy.regions


def test_workers():
    """Threads, or what a function like map does, give the same bits."""
    threads, items, both = set(), [], threading.Event()

    def f(x):
        threads.add(threading.get_ident())
        items.append(len(x))
        if len(threads) > 1:
            both.set()
        both.wait(wait)  # A busy machine may be slow to run a second thread.
        return ridge(x)

    def like_map(function, those):
        return [function(item) for item in those]

    wait = 0.0
    serial = cuboid.cubature(f, [0, 0], [1, 1], rtol=1e-6)
    assert len(threads) == 1 and max(items) > 2000
    wait = 0.1
    assert cuboid.cubature(f, [0, 0], [1, 1], rtol=1e-6, workers=3).estimate == serial.estimate
    assert len(threads) > 1
    items.clear()
    mapped = cuboid.cubature(f, [0, 0], [1, 1], rtol=1e-6, workers=like_map)
    assert mapped.estimate == serial.estimate and max(items) <= 1024
    assert cuboid.cubature(f, [0, 0], [1, 1], workers=-1, rtol=1e-6).estimate == serial.estimate


def test_what_means_nothing_is_taken():
    found = cuboid.cubature(lambda x: x[:, 0], [0], [1], workers=1, points=[])
    assert found.estimate == pytest.approx(0.5)


def test_an_absolute_accuracy_alone():
    def of(**given):
        return cuboid.cubature(lambda x: np.exp(x[:, 0]) * np.cos(5 * x[:, 1]), [0, 0], [1, 1], **given)

    assert of(atol=1e-3).rtol == 0 and of(atol=1e-3).error <= 1e-3
    assert of().rtol == 1e-8 and of(atol=1e-3, rtol=1e-4).rtol == 1e-4
    assert of(atol=1e-12).error <= 1e-12
