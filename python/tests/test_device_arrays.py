"""Functions of arrays on a GPU: by packages that have their arrays on the host, and on a GPU."""

import contextlib
import ctypes
import sys
import types

import numpy as np
import pytest

import cuboid
from cuboid._device_arrays import DeviceFunction, ManyArrays
from cuboid._jax_memory import DeviceMatrix, pieces


@pytest.fixture
def streams(monkeypatch):
    """Streams on which work was started, by a package cupy whose arrays are those of NumPy."""
    used = []

    @contextlib.contextmanager
    def stream(number):
        used.append(number)
        yield

    def asarray(numbers):
        view = getattr(numbers, "__cuda_array_interface__", None)
        if view is None:
            return np.asarray(numbers)
        assert view["strides"] is None and view["version"] == 3
        address, readonly = view["data"]
        assert not readonly
        memory = (ctypes.c_double * int(np.prod(view["shape"]))).from_address(address)
        return np.frombuffer(memory, view["typestr"]).reshape(view["shape"])

    module = types.ModuleType("cupy")
    module.ndarray, module.asarray = np.ndarray, asarray
    module.ascontiguousarray = np.ascontiguousarray
    module.cuda = types.SimpleNamespace(ExternalStream=stream)
    monkeypatch.setitem(sys.modules, "cupy", module)
    return used


def call(function, points, failures):
    """As the library does."""
    ncomp = int(np.prod(function.shape, dtype=int)) * (2 if function.is_complex else 1)
    values = np.full((len(points), ncomp), np.nan)
    status = function.callback(failures)(
        points.shape[1], points.ctypes.data, ncomp, values.ctypes.data, len(points), 77, None
    )
    return status, values


@pytest.mark.parametrize(
    "f, shape, complex_numbers",
    [
        (lambda x: x.sum(axis=1), (), False),
        (lambda x: x[:, :, None] * x[:, None, :], (3, 3), False),
        (lambda x: x.astype(np.float32), (3,), False),
        (lambda x: np.exp(1j * x), (3,), True),
        (lambda x: np.exp(1j * x[:, 0]), (), True),
    ],
)
def test_values_in_the_memory_of_the_library(streams, f, shape, complex_numbers):
    points = np.random.default_rng(1).random((50, 3))
    function = DeviceFunction(f, (), "cupy", points[:2])
    assert (function.shape, function.is_complex) == (shape, complex_numbers)
    failures = []
    status, values = call(function, points, failures)
    assert status == 0 and not failures and streams == [77]
    expected = np.ascontiguousarray(f(points)).reshape(50, -1)
    expected = expected.view(float) if complex_numbers else expected
    assert np.array_equal(values, expected)


def test_rows_of_many_integrals(streams):
    points = np.random.default_rng(1).random((50, 3))
    rows, numbers = np.arange(14.0).reshape(7, 2), np.arange(50) % 7
    function = DeviceFunction(
        lambda x, p, a: x[:, 0] * p[:, 1] + a, (5,), ManyArrays("cupy", rows), points[:2]
    )
    values, failures = np.empty(50), []
    status = function.callback(failures)(
        3, points.ctypes.data, 1, values.ctypes.data, 50, numbers.ctypes.data, 77, None
    )
    assert status == 0 and not failures
    assert np.array_equal(values, points[:, 0] * rows[numbers, 1] + 5)
    with pytest.raises(cuboid.ArgumentError, match="cannot go to a GPU"):
        cuboid.integrate_many(lambda x, p: x[:, 0], 2, np.array(["a"]), arrays="cupy")


@pytest.mark.parametrize(
    "later, error",
    [
        (lambda x: 1 / 0, ZeroDivisionError),
        (lambda x: None, cuboid.ArgumentError),
        (lambda x: x, cuboid.ArgumentError),
        (lambda x: x[:-1, 0], cuboid.ArgumentError),
        (lambda x: 1j * x[:, 0], cuboid.ArgumentError),
    ],
)
def test_what_goes_wrong_later(streams, later, error):
    points, calls = np.random.default_rng(1).random((50, 3)), []

    def f(x):
        calls.append(len(x))
        return x[:, 0] if len(calls) == 1 else later(x)

    failures = []
    status, _ = call(DeviceFunction(f, (), "cupy", points[:2]), points, failures)
    assert status == -999 and isinstance(failures[0], error)


def test_packages_that_cannot_be(streams, monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    for arrays, words in [("numpy", "one of cupy, torch, jax"), ("torch", "cannot be imported"),
                          (3, "one of")]:
        with pytest.raises(cuboid.ArgumentError, match=words):
            cuboid.Integrand(lambda x: x[:, 0], 2, arrays=arrays)
    with pytest.raises(cuboid.ArgumentError, match="not ndarray"):
        cuboid.Integrand(lambda x: [1.0, 2.0], 2, arrays="cupy")
    with pytest.raises(cuboid.ArgumentError, match="'x' is not a function"):
        cuboid.Integrand("x", 2, arrays="cupy")
    with pytest.raises(cuboid.ArgumentError, match="ncomp = 3, but f returns 2"):
        cuboid.Integrand(lambda x: x, 2, arrays="cupy", ncomp=3)


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 7, 8, 1000, 1023, (1 << 22) + 5, 10_000_001])
def test_pieces_of_batches_for_jax(rows):
    seen = np.zeros(rows, dtype=bool)
    for begin, length in pieces(rows):
        assert length & (length - 1) == 0 and begin % min(length, 4) == 0
        assert 0 <= begin and begin + length <= rows
        seen[begin : begin + length] = True
    assert seen.all()
    assert len(list(pieces(rows))) <= rows // (1 << 22) + 4


def test_capsules_for_jax_beside_its_own():
    ffi = pytest.importorskip("jax.ffi")
    ffi.pycapsule(ctypes.pythonapi.PyCapsule_New)  # Which sets types of ctypes.pythonapi.
    numbers = np.ones((4, 2))
    capsule = DeviceMatrix(numbers.ctypes.data, (4, 2), 0).__dlpack__()
    assert "dltensor" in repr(capsule)


needs_device = pytest.mark.skipif(cuboid.device() is None, reason="without a device")


def package_named(name):
    """The package, and its functions that NumPy has as well."""
    package = pytest.importorskip(name)
    if name != "jax":
        return package, package
    package.config.update("jax_enable_x64", True)
    return package, pytest.importorskip("jax.numpy")


@needs_device
@pytest.mark.parametrize("name", ["cupy", "torch", "jax"])
def test_on_a_device(name):
    package, functions = package_named(name)
    limits = [(0, 2)] * 4
    exact = ((1 - np.exp(-2)) ** 4, 2 * 2**3)

    def f(x):
        return functions.stack([functions.exp(-x.sum(1)), x[:, 0]], 1)

    for method in ("auto", "cuhre", "pagani", "vegas", "vegas_plus", "lattice", "divonne"):
        result = cuboid.integrate(f, limits, arrays=name, method=method, seed=1, epsrel=1e-3)
        assert result.converged, (method, result.remarks)
        assert np.allclose(result.value, exact, rtol=4e-3), method
    wave = cuboid.integrate(lambda x: functions.exp(1j * x[:, 0]), 2, arrays=package, epsrel=1e-9)
    assert abs(wave.value - (np.exp(1j) - 1) / 1j) < 1e-8

    def raising(x):
        return x[:, 0] if len(x) == 2 else 1 / 0

    for method in ("cuhre", "vegas_plus", "lattice"):
        with pytest.raises(ZeroDivisionError):
            cuboid.integrate(raising, 2, arrays=name, method=method)


@needs_device
@pytest.mark.parametrize("name", ["cupy", "torch", "jax"])
@pytest.mark.parametrize("method", ["vegas_plus", "lattice", "pagani"])
def test_points_are_those_of_a_text_on_the_device(name, method):
    package, functions = package_named(name)
    seen = []

    def f(x):
        seen.append(len(x))
        return functions.exp(-x.sum(1)) * x[:, 0] * x[:, 1]

    text = "exp(-(x[0] + x[1] + x[2])) * x[0] * x[1]"
    how = dict(method=method, seed=5, epsrel=1e-12, maxeval=3_000_000)
    expected = cuboid.integrate(text, [(0, 2)] * 3, device=True, **how)
    found = cuboid.integrate(f, [(0, 2)] * 3, arrays=name, **how)
    assert found.method == expected.method and found.neval == expected.neval
    # The functions of the packages round otherwise in the last places.
    assert np.isclose(found.value, expected.value, rtol=1e-12)
    assert np.isclose(found.error, expected.error, rtol=1e-6)
    if name != "jax":  # Whose pieces overlap.
        assert sum(seen[1:]) == found.neval
    assert max(seen) > 100_000


@needs_device
@pytest.mark.parametrize("name", ["cupy", "torch"])
@pytest.mark.parametrize("method", ["vegas_plus", "m_cubes", "pagani"])
def test_many_on_a_device(name, method):
    _, functions = package_named(name)
    k, calls = np.linspace(0.5, 5, 40), []

    def f(x, k):
        calls.append(len(x))
        return functions.exp(-k * x.sum(1))

    many = cuboid.integrate_many(f, 2, k, arrays=name, method=method, seed=1, epsrel=1e-3)
    assert many.converged.all() and many.method == method
    assert np.allclose(many.value, ((1 - np.exp(-k)) / k) ** 2, rtol=4e-3)
    # Those that sample share calls.
    assert method == "pagani" or len(calls) < 40
    boxes = np.stack([np.zeros((3, 2)), np.array([[1, 1], [1, 2], [2, 2]])], axis=2)
    areas = cuboid.integrate_many(lambda x: 1 + 0 * x[:, 0], boxes, arrays=name, method=method)
    assert np.allclose(areas.value, [1, 2, 4], rtol=1e-3)
