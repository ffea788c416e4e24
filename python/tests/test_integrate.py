"""integrate: functions of all kinds, limits, options, and what goes wrong."""

import collections
import ctypes
import json
import math
import os
import pickle
import re
import signal
import sys
import threading
import time
import traceback
import types
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import cuboid
from cuboid import _call
from cuboid._integrate import points_of_rule


def gaussian(x):
    return np.exp(-(x**2).sum(axis=-1))


def test_function_of_arrays():
    result = cuboid.integrate(gaussian, [(0, 1), (-1, 2), (0, 3)], epsrel=1e-8)
    root = math.sqrt(math.pi) / 2
    known = root**3 * math.erf(1) * (math.erf(2) + math.erf(1)) * math.erf(3)
    assert result.converged and result.reason == "converged"
    assert abs(result.value - known) <= 1e-8 * known
    assert isinstance(result.value, float) and isinstance(result.error, float)
    assert result.neval > 0 and result.seconds > 0 and result.remarks


@pytest.mark.parametrize("method", ["auto", *cuboid.methods()])
def test_every_method(method):
    ndim = 1 if method == "line" else 3
    result = cuboid.integrate(gaussian, ndim, method=method, epsrel=1e-3, maxeval=10**6)
    known = (math.sqrt(math.pi) / 2 * math.erf(1)) ** ndim
    assert abs(result.value - known) < 5e-3 * known
    assert method in ("auto", result.method)


def test_distances():
    def f(x, from_lower, to_upper, power):
        return [to_upper**power, from_lower**power * (1j if 3 <= x <= 4 else math.nan)]

    result = cuboid.integrate(f, (3, 4), args=(-0.9,), distances=True, epsrel=1e-10)
    assert result.converged and result.method == "line"
    assert np.allclose(result.value, [10, 10j], rtol=1e-10)
    falling = cuboid.integrate(lambda x, low, high: high**-0.9, (4, 3), distances=True)
    assert falling.converged and abs(falling.value + 10) < 1e-2


def test_distances_in_lists():
    powers = np.array([-0.9, -0.5, 2.0])
    many = cuboid.integrate_many(
        lambda x, low, high, row, scale: scale * high**row,
        (3, 4), powers, args=(2,), distances=True, epsrel=1e-10,
    )  # fmt: skip
    assert many.converged.all()
    assert np.allclose(many.value, 2 / (1 + powers), rtol=1e-10)
    boxes = np.array([[[3, 4]], [[5, 9]]])
    alone = cuboid.integrate_many(lambda x, low, high: low**-0.5, boxes, distances=True, epsrel=1e-9)
    assert np.allclose(alone.value, [2, 4], rtol=1e-9)
    with pytest.raises(cuboid.ArgumentError, match="one axis"):
        cuboid.integrate_many(lambda x, low, high, row: low, 2, powers, distances=True)
    with pytest.raises(cuboid.ArgumentError, match="functions of Python"):
        cuboid.integrate_many("x", (0, 1), powers, distances=True)


@pytest.mark.parametrize(
    "limits, given, says",
    [
        (2, {}, "one axis"),
        (cuboid.Simplex([[0], [1]]), {}, "one axis"),
        ((0, 1), {"points": [0.5]}, "points"),
        ((0, 1), {"method": "cuhre"}, "must be line or auto"),
    ],
)
def test_where_distances_are_refused(limits, given, says):
    with pytest.raises(cuboid.ArgumentError, match=says):
        cuboid.integrate(lambda x, low, high: low, limits, distances=True, **given)


def test_many_dimensions():
    result = cuboid.integrate(lambda x: x.mean(axis=1), 12, epsrel=1e-3)
    assert result.converged and abs(result.value - 0.5) < 3e-3


@pytest.mark.parametrize(
    "f, ndim, known",
    [
        (lambda x: x[0] * x[1], 2, 0.25),
        (lambda x: math.exp(x[0]), 1, math.e - 1),
        (lambda x: x[0] if x[1] > 0.5 else 0.0, 3, 0.25),
        (lambda x: 2.0, 4, 2.0),
        (lambda x: np.sum(x), 5, 2.5),
    ],
)
def test_function_of_one_point(f, ndim, known):
    result = cuboid.integrate(f, ndim, epsrel=1e-2, maxeval=20000)
    assert not cuboid.Integrand(f, ndim).vectorized
    assert isinstance(result.value, float) and abs(result.value - known) < 3e-2 * known


def test_function_of_a_number():
    assert cuboid.integrate(math.sin, (0, math.pi), epsrel=1e-4).value == pytest.approx(2, rel=1e-4)
    power = cuboid.integrate(lambda x, a: math.pow(x, a), (0, 2), args=(2,), epsrel=1e-4)
    assert power.value == pytest.approx(8 / 3, rel=1e-4)
    some = cuboid.integrate(lambda x: x if x > 0.5 else 0.0, 1)
    assert some.value == pytest.approx(3 / 8, rel=1e-2)
    with pytest.raises(cuboid.ArgumentError, match=r"f takes \(x, y\)"):
        cuboid.integrate(lambda x, y: math.sin(x), (0, 1))
    with pytest.raises(TypeError, match="converted"):
        cuboid.integrate(math.sin, 2)


@pytest.mark.parametrize("ndim", [1, 2, 3, 4])
def test_shapes_of_a_function_of_one_point(ndim):
    """Also where its components are as many as the points or the axes."""
    for ncomp in range(1, 6):
        integrand = cuboid.Integrand(lambda x: np.array([x[0]] * ncomp), ndim)
        assert (integrand.vectorized, integrand.shape) == (False, (ncomp,))
        integrand = cuboid.Integrand(lambda x: np.stack([x[:, 0]] * ncomp, axis=1), ndim)
        # On one axis that is also the shape of x ** 2, which stands for numbers.
        shape = () if ndim == ncomp == 1 else (ncomp,)
        assert (integrand.vectorized, integrand.shape) == (True, shape)


def test_the_accuracy_of_complex_numbers_is_that_of_their_length():
    def wave(x):
        return np.exp(1j * x.sum(axis=1))

    limits = [(0, np.pi)] * 2
    result = cuboid.integrate(wave, limits, epsrel=1e-9)  # -4 + 0 i
    assert result.converged and abs(result.value + 4) < 4e-9
    parts = cuboid.integrate(wave, limits, epsrel=1e-9, complex="component", maxeval=20_000)
    assert not parts.converged
    with pytest.raises(cuboid.ArgumentError, match="complex"):
        cuboid.integrate(lambda x: x[:, 0], 2, complex="l2")


def test_arrays_and_complex_numbers():
    result = cuboid.integrate(lambda x: x[:, :, None] * x[:, None, :], 2, epsrel=1e-6)
    assert result.value.shape == result.error.shape == (2, 2)
    assert np.allclose(result.value, [[1 / 3, 1 / 4], [1 / 4, 1 / 3]])
    result = cuboid.integrate(lambda x: np.exp(1j * x[:, 0]), 1, epsrel=1e-9)
    assert abs(result.value - (np.exp(1j) - 1) / 1j) < 1e-9
    assert isinstance(result.value, complex) and isinstance(result.error, float)
    result = cuboid.integrate(lambda x: np.exp(1j * x), 2, epsrel=1e-6)
    assert result.value.shape == (2,) and result.value.dtype == complex


def test_whole_numbers_and_single_precision():
    for kind in (np.int32, np.float32, bool):
        assert cuboid.integrate(lambda x: np.ones(len(x), kind), 2).value == pytest.approx(1)


def test_limits():
    assert cuboid.integrate(lambda x: x[:, 0], (0, 2)).value == pytest.approx(2)
    assert cuboid.integrate(lambda x: x[:, 0], (2, 0)).value == pytest.approx(-2)
    both = cuboid.integrate(gaussian, [(-np.inf, np.inf), (0, np.inf)], epsrel=1e-8)
    assert both.value == pytest.approx(math.pi / 2, rel=1e-7)
    below = cuboid.integrate(lambda x: np.exp(x[:, 0]), (-np.inf, 0), epsrel=1e-8)
    assert below.value == pytest.approx(1, rel=1e-7)


@pytest.mark.parametrize(
    "limits, words",
    [
        (1.5, "limits = 1.5 are neither"),
        (np.array(2), "array(2) are neither"),
        (10**9, "1000000000: no method has more than 1024"),
        ([], "shape"),
        ([(0, 1, 2)], "shape (1, 3)"),
        (0, "at least one axis"),
        ("ab", "'ab' are not pairs"),
        (True, "True are neither"),
        ([(0, math.nan)], "do not bound"),
        ([(0, None)], "None is no limit"),
        (None, "missing"),
    ],
)
def test_bad_limits(limits, words):
    with pytest.raises(cuboid.ArgumentError) as caught:
        cuboid.integrate(lambda x: x[0], limits)
    assert words in str(caught.value)


def test_further_arguments():
    result = cuboid.integrate(lambda x, a, b: a * x[:, 0] + b, 1, args=(2, 3))
    assert result.value == pytest.approx(4)


@pytest.mark.parametrize(
    "f, words",
    [
        (lambda x: None, "f returned None: is a return missing?"),
        (lambda x: "text", "no numbers"),
        (lambda x: np.array([None] * len(x)), "dtype object"),
        (lambda x: np.zeros(len(x), "datetime64[s]"), "dtype datetime64"),
        (lambda x: x[:, 0].astype(object), "dtype object"),
        (lambda x: np.empty((len(x), 0)), "no components"),
        (lambda x: [1.0] * (1 + int(x[0] > 0.5)), "shape"),
        (lambda x: np.ma.masked_greater(x[:, 0], 0.1), "masked"),
        (42.5, "not a function"),
        (-1, "not the address"),
        (3, "not the address"),
        (None, "not a function"),
    ],
)
def test_functions_that_cannot_be_used(f, words):
    with pytest.raises(cuboid.ArgumentError) as caught:
        cuboid.integrate(f, 1)
    assert words in str(caught.value)


def test_many_components_are_not_all_written_out():
    result = cuboid.integrate(lambda x: np.ones((len(x), 500)), 1)
    assert repr(result).endswith(", ... 500 numbers]") and len(repr(result)) < 500


def test_a_shape_that_changes():
    calls = []

    def f(x):
        calls.append(len(x))
        return x[:, 0] if len(calls) < 4 else x[:1, 0]

    with pytest.raises(cuboid.ArgumentError, match=r"shape \(1,\) for .* points"):
        cuboid.integrate(f, 2)


@pytest.mark.parametrize(
    "later, words",
    [(lambda x: x[:, 0] * 1j, "real ones when it was tried out"),
     (lambda x: x[:, 0].astype(object), "dtype object"),
     (lambda x: x[:, 0].astype(str), "no numbers")],
)  # fmt: skip
def test_a_dtype_that_changes(later, words):
    calls = []

    def f(x):
        calls.append(len(x))
        return x[:, 0] if len(calls) < 4 else later(x)

    with pytest.raises(cuboid.ArgumentError, match=words):
        cuboid.integrate(f, 2)


def test_f_may_write_to_its_points():
    """Those at which it is tried out are kept for the next one with this box."""
    first = []

    def f(x):
        if x.ndim > 1:
            raise TypeError("of one point")
        first.append(x.tolist())
        x *= 0
        return 1.0

    for _ in range(2):
        cuboid.Integrand(f, [(0, 1), (2, 3)])
    assert first[:4] == first[4:] and len(first) == 8 and all(2 < y < 3 for _, y in first)


def test_none_in_the_middle():
    calls = []

    def f(x):
        calls.append(len(x))
        return x[:, 0] if len(calls) < 4 else None

    with pytest.raises(cuboid.ArgumentError, match="f returned None: is a return missing"):
        cuboid.integrate(f, 2)


def raising(x):
    if (x[:, 0] > 0.99).any():
        raise KeyError("deep inside")
    return x[:, 0]


@pytest.mark.parametrize("workers", ["serial", "threads"])
def test_what_f_raises_is_raised_with_its_traceback(workers):
    with pytest.raises(KeyError, match="deep inside") as caught:
        cuboid.integrate(raising, 2, method="vegas_plus", workers=workers, cores=2)
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-1] == "raising"


def test_nan_and_infinity():
    def f(x):
        return np.where(x[:, 0] > 0.5, np.nan, 1.0)

    with pytest.raises(cuboid.NonfiniteError, match="x = "):
        cuboid.integrate(f, 2, method="cuhre")
    result = cuboid.integrate(f, 2, method="cuhre", nonfinite="zero", maxeval=10000)
    assert result.nonfinite > 0 and not result.converged and not result.trusted


def test_options():
    for name, value, kind in [("no_such", 1, ValueError), ("seed", "text", ValueError),
                              ("method", "magic", ValueError), ("seed", 1.5, ValueError),
                              ("seed", 2**70, ValueError), ("epsabs", None, ValueError),
                              ("epsrel", -1, ValueError), ("epsabs", -1e-9, ValueError),
                              ("maxeval", math.inf, ValueError), ("epsrel", 10**400, ValueError),
                              ("method", "cuhre\0", ValueError), ("progress", 3, ValueError),
                              ("log", 3, ValueError), ("device", True, ValueError),
                              ("function", "f", ValueError)]:
        with pytest.raises(kind, match=name if name != "no_such" else "no option"):
            cuboid.integrate(gaussian, 2, **{name: value})
    for name in ("epsrel", "epsabs"):
        assert "as 0 in C, refused in Python" in cuboid.options()[name]
    for value, words in [("0,0", "names device 0 twice"), ("all", "no version for a device")]:
        with pytest.raises(cuboid.ArgumentError, match=f'devices = "{value}".*{words}'):
            cuboid.integrate(gaussian, 2, devices=value)
    with pytest.raises(cuboid.ArgumentError, match="not forked"):
        cuboid.integrate(gaussian, 2, workers="fork")
    runs = [cuboid.integrate(gaussian, 9, method="vegas", seed=s, maxeval=5000) for s in (1, 1, 2)]
    assert runs[0].value == runs[1].value != runs[2].value


def test_time_limit():
    def slow(x):
        time.sleep(0.01)
        return np.sign(x[:, 0] - x[:, 1] ** 2)

    result = cuboid.integrate(slow, 2, epsrel=1e-14, maxeval=10**12, time_limit=0.2, nvec=100)
    assert result.reason == "time_limit" and not result.converged and np.isfinite(result.value)


def test_auto_goes_on_with_another_method():
    easy = cuboid.integrate(gaussian, 3, epsrel=1e-6)
    assert easy.method == "cuhre" and easy.converged
    fold = cuboid.Integrand(lambda x: np.abs(x[:, 0] - x[:, 1] ** 2), 2)
    near = cuboid.integrate(fold, epsrel=1e-7, maxeval=10**7)
    assert near.method == "cuhre" and near.converged and abs(near.value - 11 / 30) < 1e-8
    hard = cuboid.integrate(fold, epsrel=1e-8, maxeval=10**7, history=True)
    assert hard.method == "cuhre" and hard.converged and abs(hard.value - 11 / 30) < 1e-9
    assert "cuhre" in {step.method for step in hard.history}
    evaluations = [step.evaluations for step in hard.history]
    assert evaluations == sorted(evaluations) and evaluations[-1] == hard.neval
    calls = []
    counted = cuboid.Integrand(lambda x: (calls.append(len(x)), np.abs(x[:, 0] - 0.3))[1], 2)
    calls.clear()
    result = cuboid.integrate(counted, epsrel=1e-7)
    assert result.neval == sum(calls)


def test_f_keeps_its_points():
    """They belong to f, and are no memory of the library."""
    kept = []
    cuboid.integrate(lambda x: (kept.append(x), x[:, 0])[1], 2, method="cuhre")
    assert all(((points > 0) & (points < 1)).all() for points in kept)


@pytest.mark.parametrize("vectorized", [None, True])
def test_points_lie_axis_by_axis(vectorized):
    seen = []

    def f(x):
        seen.append(x.flags.f_contiguous)
        return x[:, 0] + 2 * x[:, 1]

    result = cuboid.integrate(f, [(0, 1), (0, 2)], vectorized=vectorized)
    assert result.value == pytest.approx(5.0, rel=1e-12) and all(seen) and len(seen) > 2


def by_points(x):
    """As code that was compiled for points in a row."""
    if not x.flags.c_contiguous:
        raise TypeError("the points are not in a row")
    return x[:, 0] + 2 * x[:, 1]


def by_address(x):
    """As code that takes the address and asks no questions."""
    rows = np.ctypeslib.as_array((ctypes.c_double * x.size).from_address(x.ctypes.data))
    return rows[0::2] + 2 * rows[1::2]


@pytest.mark.parametrize("vectorized", [None, True])
@pytest.mark.parametrize("f", [by_points, by_address])
def test_points_lie_in_a_row_where_f_wants_that(f, vectorized):
    result = cuboid.integrate(f, [(0, 1), (0, 2)], vectorized=vectorized)
    assert result.value == pytest.approx(5.0, rel=1e-12)


def test_within_another():
    def outer(x):
        return cuboid.integrate(lambda y: y[:, 0] * x[0], 1).value

    assert cuboid.integrate(outer, 1, epsrel=1e-2).value == pytest.approx(0.25)


def test_on_threads():
    results = {}

    def work(i):
        results[i] = cuboid.integrate(lambda x: x[:, 0] + i, 3).value

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [results[i] for i in range(4)] == pytest.approx([0.5, 1.5, 2.5, 3.5])


@pytest.fixture(autouse=True)
def no_ctrl_c_before(monkeypatch):
    """Of another test, which would make the next one the second of two."""
    monkeypatch.setattr(_call._Interruptions, "_last", -math.inf)


def interrupted_after(seconds, f, **options):
    integrand = cuboid.Integrand(f, 3)  # A text takes its time to be compiled.
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        return cuboid.integrate(integrand, epsrel=1e-14, maxeval=10**15, **options)
    finally:
        timer.join()


@pytest.mark.parametrize("f", [lambda x: np.abs(x.sum(axis=1) - 1), "fabs(x[0] + x[1] - x[2])"])
def test_ctrl_c_gives_what_is_there(f):
    with pytest.warns(cuboid.NotConverged, match="^interrupted: .*press Ctrl-C twice to stop"):
        result = interrupted_after(0.5, f, method="vegas_plus")
    assert result.reason == "interrupted" and np.isfinite(result.value)
    assert result.remarks.startswith("Ctrl-C ended the integration")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def presses(x):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(0.01)
    return x[:, 0]


def test_ctrl_c_twice_in_a_loop(monkeypatch):
    monkeypatch.setattr(_call, "_SECONDS_OF_TWO", math.inf)
    integrand = cuboid.Integrand(lambda x: x[:, 0], 2)
    integrand.f = presses
    monkeypatch.setattr(_call._Interruptions, "_last", -math.inf)
    with pytest.warns(cuboid.NotConverged, match="interrupted"):
        assert cuboid.integrate(integrand, epsrel=1e-14).reason == "interrupted"
    with pytest.raises(KeyboardInterrupt):
        cuboid.integrate(integrand)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    monkeypatch.setattr(_call, "_SECONDS_OF_TWO", 0.0)
    with pytest.warns(cuboid.NotConverged, match="interrupted"):
        cuboid.integrate(integrand, epsrel=1e-14)


def test_ctrl_c_twice():
    def f(x):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)
        return x[:, 0]

    integrand = cuboid.Integrand(lambda x: x[:, 0], 2)
    integrand.f = f
    with pytest.raises(KeyboardInterrupt):
        cuboid.integrate(integrand)


def test_progress_of_a_function():
    told = []
    result = cuboid.integrate(gaussian, 3, epsrel=1e-12, history=True, progress=told.append)
    assert told and told[-1].evaluations <= result.neval
    assert all(0 <= step.share <= 1 for step in told if np.isfinite(step.value).all())
    assert told[-1].method in cuboid.methods()
    result = cuboid.integrate(gaussian, 3, epsrel=1e-15, history=True, progress=lambda step: True)
    assert result.reason == "cancelled"
    with pytest.raises(ZeroDivisionError):
        cuboid.integrate(gaussian, 3, epsrel=1e-12, history=True, progress=lambda step: 1 / 0)


def test_progress_as_a_bar(capsys):
    cuboid.integrate("exp(x[0] * x[1])", 2, method="vegas_plus", epsrel=1e-4, progress=True,
                     history=True)
    assert "vegas_plus" in capsys.readouterr().err


def test_history():
    result = cuboid.integrate(gaussian, 5, method="vegas_plus", epsrel=1e-4, history=True)
    evaluations = [step.evaluations for step in result.history]
    assert len(evaluations) > 3 and evaluations == sorted(evaluations)
    assert evaluations[-1] == result.neval
    assert result.history[-1].value[0] == result.value


def test_log():
    lines = []
    cuboid.integrate(gaussian, 2, verbosity=1, log=lambda level, line: lines.append(line))
    assert any("integrand evaluations" in line for line in lines)
    with pytest.raises(ZeroDivisionError):
        cuboid.integrate(gaussian, 2, verbosity=1, log=lambda level, line: 1 / 0)


def test_state_file_with_a_name_that_is_no_text(tmp_path):
    name = os.fsencode(tmp_path) + b"/state-\xff"
    arguments = dict(method="vegas", epsrel=1e-9, statefile=name)
    first = cuboid.integrate(gaussian, 3, maxeval=20000, **arguments)
    assert os.path.exists(name)
    again = cuboid.integrate(gaussian, 3, maxeval=40000, **arguments)
    assert again.neval > first.neval and "resumed" in again.remarks + again.reasons


def test_covariance():
    result = cuboid.integrate(lambda x: np.stack([x[:, 0], -x[:, 0]], axis=1), 2, seed=1,
                              method="vegas_plus")
    assert result.covariance.shape == (2, 2)
    assert np.allclose(np.sqrt(np.diag(result.covariance)), result.error)
    assert result.covariance[0, 1] < 0
    assert cuboid.integrate(gaussian, 2, method="cuhre").covariance is None
    powers = np.arange(100)
    many = cuboid.integrate(lambda x: x ** powers, 1, seed=1, method="vegas_plus")
    assert many.covariance is None
    assert np.all(np.abs(many.value - 1 / (powers + 1)) <= 6 * many.error + 1e-12)


def test_result_for_people():
    result = cuboid.integrate(gaussian, 2, method="vegas_plus", epsrel=1e-3, seed=1, history=True)
    value, digits = str(result).rstrip(")").split("(")
    places = len(value.split(".")[1])
    assert int(digits) * 10.0**-places == pytest.approx(result.error, rel=0.1)
    assert float(result) == result.value
    assert round(result, 3) == round(result.value, 3) and isinstance(round(result), int)
    assert (round(cuboid.Estimate(np.array([1.26, 2.04]), 0.1), 1) == [1.3, 2.0]).all()
    assert str(result) in result._repr_html_() and "vegas_plus" in result._repr_html_()
    copy = pickle.loads(pickle.dumps(result))
    assert repr(copy) == repr(result) and copy.history[-1].share == result.history[-1].share


def test_plot():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    result = cuboid.integrate(lambda x: x, 2, method="vegas_plus", epsrel=1e-3, seed=1,
                              history=True)
    axes = result.plot_convergence()
    assert len(axes.lines) == 2 and axes.get_xlabel() == "evaluations"


def test_trace(tmp_path):
    kept = cuboid.integrate(gaussian, 3, method="vegas", trace=True, trace_samples=10, seed=1)
    kinds = [record["record"] for record in kept.trace]
    assert kinds[0] == "header" and kinds[-1] == "end" and 0 < kinds.count("sample") <= 10
    assert kept.trace[-1]["value"] == [kept.value]
    assert cuboid.integrate(gaussian, 3, method="vegas", seed=1).trace is None
    told = []
    cuboid.integrate(gaussian, 3, method="cuhre", trace=told.append)
    assert told[0]["method"] == "cuhre" and "region" in {record["record"] for record in told}
    path = os.fsencode(tmp_path) + b"/trace-\xff"
    result = cuboid.integrate(gaussian, 3, epsrel=1e-9, trace=path)
    records = cuboid.read_trace(path)
    assert records[-1]["value"] == [result.value] and records[0]["options"]["epsrel"] == 1e-9


@pytest.mark.parametrize("trace", [42, "", "a\0b", 1.5])
def test_traces_that_cannot_be(trace):
    with pytest.raises(cuboid.ArgumentError, match="trace = "):
        cuboid.integrate(gaussian, 2, trace=trace)


def test_trace_that_cannot_be_written(tmp_path):
    result = cuboid.integrate(gaussian, 2, trace="/dev/full")
    assert result.converged and "No space left on device" in result.remarks
    with pytest.raises(cuboid.ArgumentError, match="cannot be written to .*Is a directory"):
        cuboid.integrate(gaussian, 2, trace=tmp_path)
    with pytest.raises(ZeroDivisionError):
        cuboid.integrate(gaussian, 2, trace=lambda record: 1 / 0)


def test_plots_of_the_trace():
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("agg")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.figure()
    box = [(-np.inf, np.inf), (1, 0), (0, 2)]
    regions = cuboid.integrate(gaussian, box, method="cuhre", epsrel=1e-7, trace=True)
    axes = regions.plot_partition(axes_of_box=(0, 2))
    assert len(axes.patches) > 4 and axes.get_ylabel() == "x[2]"
    # Side by side they fill the plane that is drawn.
    areas = [patch.get_width() * patch.get_height() for patch in axes.patches]
    width, height = axes.dataLim.width, axes.dataLim.height
    assert sum(areas) == pytest.approx(width * height)
    pyplot.figure()
    line = cuboid.integrate(gaussian, 1, method="pagani", trace=True).plot_partition()
    assert len(line.patches) > 1
    pyplot.figure()
    samples = cuboid.integrate(gaussian, [(0, 9)] * 2, method="vegas", epsrel=1e-3, trace=True)
    axes = samples.plot_map()
    density = axes.lines[0].get_ydata()
    assert len(axes.lines) == 2 and density[0] > 5 * density[-1]
    for draw, words in (
        (samples.plot_partition, "vegas has no regions"),
        (regions.plot_map, "cuhre has no map"),
        (cuboid.integrate(gaussian, 2).plot_map, "trace=True"),
        (lambda: regions.plot_partition(axes_of_box=(0, 3)), "axes_of_box"),
    ):
        with pytest.raises(cuboid.ArgumentError, match=words):
            draw()
    pyplot.close("all")


def test_report(tmp_path):
    page = os.environ.get("CUBOID_REPORT_PAGE")
    if page is not None and not os.path.exists(page):
        pytest.skip("this build has no page of reports")
    result = cuboid.integrate(gaussian, 3, method="pagani", trace=True)
    try:
        result.report(tmp_path / "report.html")
    except cuboid.ArgumentError as reason:
        pytest.skip(str(reason))
    text = (tmp_path / "report.html").read_text()
    assert '"record":"region"' in text and "@TRACE@" not in text and "readTrace" in text
    assert len(text) < 300_000 and '"record":"about"' in text and '"integrand":"gaussian"' in text
    slices = [json.loads(line) for line in text.splitlines() if line.startswith('{"record":"slice"')]
    assert [one["axes"] for one in slices] == [[0, 1], [1, 2], [0, 2], [0], [1], [2]]
    for one in slices[3:]:
        points = np.tile(one["at"], (len(one["x"]), 1))
        points[:, one["axes"][0]] = one["x"]
        assert np.allclose(np.array(one["f"])[:, 0], gaussian(points), rtol=1e-3, atol=1e-3)
    result.trace[0]["method"] = "<!--<script></script>"
    result.report(tmp_path / "markup.html")
    assert "<!--<script" not in (tmp_path / "markup.html").read_text()
    with pytest.raises(cuboid.ArgumentError, match="trace=True"):
        cuboid.integrate(gaussian, 2).report(tmp_path / "none.html")
    with pytest.raises(OSError):
        result.report(tmp_path / "nowhere" / "report.html")


def test_combine():
    def runs(seeds, limits=2, **options):
        options = {"method": "vegas_plus", "epsrel": 1e-3, **options}
        return [cuboid.integrate(pairs, limits, seed=seed, **options) for seed in seeds]

    def pairs(x):
        return np.exp(1j * x.sum(axis=1))

    results = runs((1, 2, 3))
    together = cuboid.combine(results)
    weights = np.array([result.neval for result in results]) / sum(r.neval for r in results)
    assert together.value == pytest.approx(sum(weights * [r.value for r in results]))
    assert together.neval == sum(result.neval for result in results) and together.dof == 2
    assert together.converged and together.error < min(r.error for r in results)
    for bad, words in (
        (results[:1] * 2, "seed 1"),
        (results[:1] + runs([5], [(0, 1), (0, 2)]), "another box"),
        (runs([5], method="cuhre"), "no random numbers"),
        ([], "results is empty"),
        ([42], "not a result"),
        ([pickle.loads(pickle.dumps(results[0]))], "1 results"),
        ([pickle.loads(pickle.dumps(results[0]))] * 2, "equal seeds"),
    ):
        with pytest.raises(cuboid.ArgumentError, match=words):
            cuboid.combine(bad)


def test_no_function_of_python_in_a_forked_process():
    with pytest.raises(cuboid.ArgumentError, match="not forked"):
        cuboid.integrate(gaussian, 2, workers="fork")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="without fork")
@pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork.*:DeprecationWarning")
def test_in_a_process_that_was_forked_after_threads():
    def run():
        result = cuboid.integrate("x[0] * x[1]", 2, method="vegas_plus", workers="threads", cores=2,
                                  maxeval=200_000)  # fmt: skip
        return abs(result.value - 0.25) < 5 * result.error

    assert run()
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        os._exit(0 if run() else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_bar_of_tqdm(monkeypatch):
    class Shown(list):
        def __init__(self, **_how):
            self.append(self.__dict__.setdefault("n", 0))
            bars.append(self)

        set_description_str = set_postfix_str = lambda self, text, refresh: self.append(text)
        refresh = lambda self: self.append(self.n)
        close = lambda self: self.append("closed")

    bars = []
    module = types.ModuleType("tqdm.auto")
    module.tqdm = Shown
    monkeypatch.setitem(sys.modules, "tqdm", types.ModuleType("tqdm"))
    monkeypatch.setitem(sys.modules, "tqdm.auto", module)
    cuboid.integrate(gaussian, 3, epsrel=1e-9, history=True, progress=True, method="cuhre")
    (bar,) = bars
    assert bar[-1] == "closed" and "cuhre, integration" in bar
    # Which steps are told depends on the time, but the end always is.
    shares = [number for number in bar if isinstance(number, float)]
    assert all(0 <= share <= 100 for share in shares) and shares[-1] == 100
    assert "cuhre, converged" in bar


def test_bar_ends_where_the_integration_does(capsys, monkeypatch):
    """Also where it is over long before the bar is due."""
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)  # Without it, lines.
    cuboid.integrate(gaussian, 2, progress=True, method="cuhre")
    (told,) = capsys.readouterr().err.strip().splitlines()
    assert "cuhre 100.0 %" in told.split("\r")[-1]
    result = cuboid.integrate(gaussian, 3, epsrel=1e-9, progress=True, method="cuhre", maxeval=500)
    share = float(re.findall(r"cuhre\s+([0-9.]+) %", capsys.readouterr().err)[-1])
    assert not result.converged and share == pytest.approx(100 * result.history[-1].share, abs=0.1)


def test_result_of_a_function_that_does_not_pickle():
    lock = threading.Lock()  # No pickle takes it.
    result = cuboid.integrate(lambda x: x[:, 0] + 0 * lock.locked(), 2)
    assert pickle.loads(pickle.dumps(result)).value == result.value


def test_reversed_limits():
    up, down = (cuboid.integrate(gaussian, limits).value for limits in ((0, 1), (1, 0)))
    assert down == pytest.approx(-up, rel=1e-12)


@pytest.mark.parametrize("ndim", [1, 2, 3, 4, 5, 8])
def test_points_of_a_region(ndim):
    """So many regions are split together as fill a call."""
    result = cuboid.integrate(gaussian, ndim, method="cuhre", epsrel=1e-15, maxeval=1)
    assert result.neval == points_of_rule(ndim)


@pytest.mark.parametrize("ndim", [2, 3, 4])
def test_pagani_makes_few_calls(ndim):
    """Many regions are split together, and those of a look are nearly full.

    In three dimensions a sparse grid ends it with a third of the evaluations, in as many calls.
    """
    sizes = []

    def counted(x):
        sizes.append(len(x))
        return np.exp(-10 * (x**2).sum(axis=1))

    result = cuboid.integrate(counted, ndim, method="pagani", epsrel=1e-9, maxeval=10**7)
    assert result.converged and max(sizes) <= 16384
    assert len(sizes) < 2 * result.neval / 16384 + 25


def test_calls_with_the_same_options():
    """Handles of options are kept: not between calls that run at the same time, or what one adds."""
    alone = cuboid.integrate(gaussian, 3)

    def outer(x):
        inner = cuboid.integrate(lambda y: gaussian(np.column_stack([y] * 3)), 1).value
        assert 0.0 < inner < 1.0
        return gaussian(x)

    assert cuboid.integrate(outer, 3).value == alone.value
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: cuboid.integrate(gaussian, 3), range(20)))
    assert all(result.value == alone.value for result in results)
    stopped = cuboid.integrate(gaussian, 3, epsrel=1e-15, history=True, progress=lambda step: True)
    again = cuboid.integrate(gaussian, 3, epsrel=1e-15, history=True)
    assert stopped.reason == "cancelled" and "the progress function ended" in stopped.remarks
    assert again.reason == "not_converged"
    lines, records = [], []
    cuboid.integrate(gaussian, 3, verbosity=1, log=lambda level, line: lines.append(line))
    cuboid.integrate(gaussian, 3, trace=records.append)
    told = len(lines), len(records)
    assert cuboid.integrate(gaussian, 3, verbosity=0).value == alone.value
    assert cuboid.integrate(gaussian, 3).trace is None and (len(lines), len(records)) == told
    with pytest.raises(cuboid.ArgumentError, match="epsabs = 'x' is not a number"):
        cuboid.integrate(gaussian, 3, epsabs="x")
    with pytest.raises(cuboid.ArgumentError, match="method = 3 is not a text"):
        cuboid.integrate(gaussian, 3, method=3)
    with pytest.raises(cuboid.ArgumentError, match="parameters: k is a text, and those of an expression are real"):
        cuboid.integrate("k*x", 1, parameters={"k": "abc"})
    with pytest.raises(cuboid.ArgumentError, match="seed = \\[1\\] is not a whole number of 64 bits"):
        cuboid.integrate(gaussian, 3, seed=[1])


def test_integrand_to_keep():
    integrand = cuboid.Integrand(lambda x, a: x[:, 0] ** a, 2, args=(2,))
    assert cuboid.integrate(integrand).value == pytest.approx(1 / 3)
    assert cuboid.integrate(integrand, [(0, 2), (0, 1)]).value == pytest.approx(8 / 3)
    with pytest.raises(cuboid.ArgumentError, match="3 axes, but the integrand 2"):
        cuboid.integrate(integrand, 3)
    with pytest.raises(cuboid.ArgumentError, match="args: .*Integrand"):
        cuboid.integrate(integrand, args=(3,))


def test_errors_pickle():
    error = pickle.loads(pickle.dumps(cuboid.ArgumentError("sentence", -3)))
    assert str(error) == "sentence" and error.status == -3


INTEGRAND = ctypes.CFUNCTYPE(
    ctypes.c_int,
    ctypes.POINTER(ctypes.c_int),
    ctypes.POINTER(ctypes.c_double),
    ctypes.POINTER(ctypes.c_int),
    ctypes.POINTER(ctypes.c_double),
    ctypes.c_void_p,
)


@INTEGRAND
def product(ndim, x, ncomp, f, userdata):
    for c in range(ncomp[0]):
        f[c] = (c + 1) * x[0] * x[1]
    return 0


def test_functions_of_ctypes():
    assert cuboid.integrate(product, 2).value == pytest.approx(0.25)
    assert cuboid.integrate(product, 2, ncomp=2).value == pytest.approx([0.25, 0.5])
    address = ctypes.cast(product, ctypes.c_void_p).value
    assert cuboid.integrate(address, 2).value == pytest.approx(0.25)
    with pytest.raises(cuboid.ArgumentError, match="args"):
        cuboid.integrate(product, 2, args=(1,))
    with pytest.raises(cuboid.ArgumentError, match="texts"):
        cuboid.integrate(product, 2, device=True)
    giving = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int, ctypes.POINTER(ctypes.c_double))
    assert cuboid.integrate(giving(lambda n, x: x[0] + n), 2).value == pytest.approx(2.5)


def test_texts():
    assert cuboid.integrate("x[0] * exp(x[1])", 2, epsrel=1e-8).value == pytest.approx(
        (math.e - 1) / 2
    )
    text = """
    static double square(double x) { return x * x; }
    int two(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
      const double *factor = userdata;
      f[0] = factor[0] * square(x[0]);
      f[1] = factor[1];
      return 0;
    }
    """
    parameters = np.array([(3.0, 7.0)], dtype=[("a", float), ("b", float)])[0]
    result = cuboid.integrate(text, 2, ncomp=2, parameters=parameters)
    assert result.value == pytest.approx([1, 7])
    first = "int f(int *n, double *x, int *c, double *f, double *k) { f[0] = *k; return 0; }"
    assert cuboid.integrate(first, 1, parameters=2).value == pytest.approx(2)
    assert cuboid.integrate(first, 1, parameters=np.array([2.0], ">f8")).value == pytest.approx(2)
    with pytest.raises(cuboid.ArgumentError, match="no function other"):
        cuboid.integrate(text, 2, function="other")
    with pytest.raises(cuboid.ArgumentError, match="no function that returns int"):
        cuboid.integrate("struct s { double x; };", 2)
    with pytest.raises(cuboid.ArgumentError, match="NUL in it, at its character 3"):
        cuboid.integrate(first[:2] + "\0" + first[2:], 1)


def test_texts_with_an_inner_integral(monkeypatch, tmp_path):
    # Where an installed library has its headers.
    headers = os.path.join(os.path.dirname(__file__), "..", "..", "include")
    os.symlink(os.path.abspath(headers), tmp_path / "include")
    monkeypatch.setenv("CUBOID_LIBRARY", str(tmp_path / "lib" / "libcuboid.so"))
    text = """
    #include <cuboid_quad.h>
    static double inner(double t, void *context) {
      return exp(-*(const double *)context * t) / sqrt(t);
    }
    int outer(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
      double at = x[0];
      f[0] = cuboid_quad_tanh_sinh(inner, &at, 0, 1, 0, 1e-12).value;
      return 0;
    }
    """
    known = 2 * sum((-1) ** n / (math.factorial(n + 1) * (2 * n + 1)) for n in range(30))
    assert cuboid.integrate(text, 1, epsrel=1e-10).value == pytest.approx(known, rel=1e-10)


def test_expressions(monkeypatch):
    monkeypatch.setenv("CC", "no-such-compiler")
    for text, known in (
        ("abs(x[0] - 1/2)", 0.25), ("1/2*x", 0.25), ("pow(x, 1/2)", 2 / 3), ("x^2", 1 / 3), ("x0**2", 1 / 3),
        ("r = x*x; r/pi", 1 / 3 / math.pi), ("x > 0.25 ? 1 : 0.5", 0.875), ("max(x, 1 - x)", 0.75),
    ):  # fmt: skip
        assert cuboid.integrate(text, 1, epsrel=1e-9).value == pytest.approx(known, rel=1e-8), text
    pair = cuboid.Integrand("x, x*y", 2)
    assert (pair.ncomp, pair.shape) == (2, (2,))
    assert cuboid.integrate(pair).value == pytest.approx([0.5, 0.25])
    assert cuboid.integrate("x", 1, ncomp=1).value == pytest.approx([0.5])
    assert isinstance(cuboid.integrate("x", 1).value, float)


def test_parameters_of_expressions():
    named = np.array([(3, 0.5)], dtype=[("k", int), ("a", np.float32)])[0]
    for parameters in ({"k": 3, "a": 0.5}, named, {"k": np.int8(3), "a": np.array(0.5)}):
        assert cuboid.integrate("k*x + a", 1, parameters=parameters).value == pytest.approx(2)
    for parameters in ([3, 0.5], np.array([3.0, 0.5]), np.array([3, 0.5], ">f4")):
        assert cuboid.integrate("p[0]*x + p1", 1, parameters=parameters).value == pytest.approx(2)
    assert cuboid.integrate("p[0]*x", 1, parameters=3).value == pytest.approx(1.5)
    text = "int f(int *n, double *x, int *c, double *f, double *k) { f[0] = k[0] + k[1]; return 0; }"
    assert cuboid.integrate(text, 1, parameters={"a": 1, "b": 2}).value == pytest.approx(3)
    k = np.array([1.0, 2.0, 4.0])
    for parameters in ({"k": k, "a": 1}, np.array(list(zip(k, [1] * 3)), [("k", float), ("a", int)])):
        many = cuboid.integrate_many("k*x + a", 1, parameters)
        assert many.value == pytest.approx(k / 2 + 1)
    assert cuboid.integrate_many("p[0]*x + p[1]", 1, [[1, 1], [2, 1]]).value == pytest.approx([1.5, 2])
    assert cuboid.integrate_many(lambda x, p: p["k"] * x[:, 0], 1, {"k": k}).value == pytest.approx(k / 2)


@pytest.mark.parametrize(
    ("sentence", "text", "given"),
    [
        (r"column 8: x\[2\] is beyond the last of 2 variables", "x[0] + x[ 2 ]", {}),
        (r"must be a whole number, not '-'", "x[0] + x[ -1 ]", {}),
        (r"column 1: there is no 'sine'", "sine(x)", {}),
        (r"ncomp = 2, but the expression has 1 component$", "x[0]", {"ncomp": 2}),
        (r"there is no value", " ", {}),
        (r"column 1: there is no 'double'", "double y; y", {}),
        (r"column 6: there must be a number, a name or a \( before the end", "x[0]*", {}),
        (r"column 6: there must be a number, a name", "exp(-*(double *)userdata * x[0])", {"parameters": 1.0}),
        (r"a NUL in it, at its character 4", "x*y\0*z", {}),
        (r"column 1: there must be a number, a name or a \( before '\?'", "\ud800", {}),
        (r"more than 200 brackets", "(" * 100_000, {}),
        (r"10000000 characters; at most", "x+" * 5_000_000, {}),
        (r"column 1: there is no ", "q" * 900_000, {}),
        (r"p\[1\] is beyond the last of 1", "p[1]*x", {"parameters": 1.0}),
        (r"p\[0\] is beyond the last of 0", "p[0]*x", {}),
        (r"name 'sin' means something else", "x", {"parameters": {"sin": 1}}),
        (r"name 'a b' is not a name", "x", {"parameters": {"a b": 1}}),
        (r"k is of the kind complex128", "k*x", {"parameters": {"k": 1j}}),
        (r"integrate_many takes lists", "k*x", {"parameters": {"k": [1, 2]}}),
        (r"shapes that do not fit: a \(2,\), b \(3,\)", "a*x", {"parameters": {"a": [1] * 2, "b": [1] * 3}}),
        (r"must have names", "x", {"parameters": {}}),
        (r"function = 'f' names one in a text in C", "x", {"function": "f"}),
    ],
)  # fmt: skip
def test_expressions_that_are_not_understood(sentence, text, given):
    with pytest.raises(cuboid.ArgumentError, match=sentence):
        cuboid.integrate(text, 2, **given)


def test_an_absolute_accuracy_alone():
    def error(**given):
        return cuboid.integrate("abs(x - 0.3)*exp(y)", 2, method="cuhre", **given).error

    assert error(epsabs=1e-7) <= 1e-7 < error(epsabs=1e-7, epsrel=1e-3) <= error(epsabs=0)
    many = cuboid.integrate_many("k*exp(x)*cos(5*y)", 2, {"k": [1, 2]}, epsabs=1e-9, method="cuhre")
    assert np.all(many.error <= 1e-9)


@pytest.mark.parametrize("nvec", [1, 3000])
def test_texts_have_all_arguments_of_cuba(nvec):
    text = """
int f(const int *ndim, const double *x, const int *ncomp, double *f, void *userdata, const int *nvec, const int *core,
      const double *weight, const int *iter) {
  for (int i = 0; i < *nvec; ++i) {
    f[2 * i] = 4 * x[2 * i] * x[2 * i + 1];
    f[2 * i + 1] = weight[i] > 0 && *iter > 0;
  }
  f[BEYOND] += 0;
  return 0;
}"""
    how = {"ncomp": 2, "method": "vegas", "nvec": nvec, "nstart": nvec, "epsrel": 5e-3}
    result = cuboid.integrate(text.replace("BEYOND", "0"), 2, **how)
    assert np.allclose(result.value, 1, atol=2e-2) and result.converged
    with pytest.raises(cuboid.ArgumentError, match=r"sets more than f\[1\]"):
        cuboid.integrate(text.replace("BEYOND] += 0", "2 * *nvec] = 0"), 2, **how)
    with pytest.raises(cuboid.ArgumentError, match=r"reads more than x\[1\]"):
        cuboid.integrate(text.replace("BEYOND] += 0", "0] += x[2 * *nvec]"), 2, **how)


def test_texts_that_read_more_axes_than_there_are():
    text = """
    int f(const int *ndim, const double *x, const int *ncomp, double *f, void *userdata) {
      f[0] = 1;
      f[1] = FORMULA;
      return 0;
    }
    """
    for formula, ndim in (("x[0] + x[1]", 1), ("exp(-x[3])", 2), ("-(float)x[2]", 2), ("x[30]", 30)):
        for method in ("auto", "vegas_plus"):
            with pytest.raises(cuboid.ArgumentError, match=rf"limits are of {ndim} ax.*x\[{ndim - 1}\]"):
                cuboid.integrate(text.replace("FORMULA", formula), ndim, ncomp=2, method=method)
    with pytest.raises(cuboid.ArgumentError, match="limits are of 1 axis"):
        cuboid.integrate_many("double f(const double *x) { return x[1]; }", 1, parameters=[1.0, 2.0])
    # A NaN of the text's own is none of these.
    with pytest.raises(cuboid.NonfiniteError):
        cuboid.integrate("double f(const double *x) { return sqrt(-x[0]); }", 1)


def test_texts_that_set_more_components_than_they_have():
    text = """
    int many(const int *ndim, const double x[], const int *ncomp, double f[], const double *k) {
      for (int i = 0; i < COUNT; ++i) f[i] = (i + 1) * x[0] * (k ? *k : 1);
      return 0;
    }
    """
    for count, ncomp in ((2, 1), (3000, 1), (1101, 1100)):
        many = text.replace("COUNT", str(count))
        with pytest.raises(cuboid.ArgumentError, match=rf"ncomp = {ncomp}, but .*f\[{ncomp - 1}\]"):
            cuboid.integrate(many, 2, ncomp=ncomp, maxeval=10000)
    with pytest.raises(cuboid.ArgumentError, match="ncomp = 2, but"):
        cuboid.integrate_many(text.replace("COUNT", "5"), 2, parameters=[1.0, 2.0], ncomp=2)
    # What was told of one call is not told of the next.
    assert cuboid.integrate(text.replace("COUNT", "2"), 2, ncomp=2).value == pytest.approx([0.5, 1])


def test_texts_that_do_not_compile(monkeypatch):
    def text(value):
        return f"int f(int *n, double *x, int *c, double *f) {{ f[0] = {value}; return 0; }}"

    with pytest.raises(cuboid.CompileError) as caught:
        cuboid.integrate(text("x[0] * undefined_name"), 2)
    assert "x[0] * undefined_name" in str(caught.value)
    with pytest.raises(cuboid.CompileError, match="no_such_function"):
        cuboid.integrate(text("no_such_function(x[0])"), 2)
    with pytest.raises(cuboid.CompileError, match="did you mean fabs"):
        cuboid.integrate(text("abs(x[0])"), 2)
    monkeypatch.setenv("CC", "")
    assert cuboid.integrate(text("x[0] + 122"), 2).value == pytest.approx(122.5)
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(cuboid.CompileError, match="no-such-compiler cannot be run"):
        cuboid.integrate(text("x[0] + 123"), 2)


def test_texts_are_compiled_once(monkeypatch, tmp_path):
    from cuboid._source import load

    compiler = tmp_path / "compiler"
    counted = tmp_path / "compiled"

    def set_version(number):
        compiler.write_text(f'#!/bin/sh\ncase " $* " in *" --version "*) echo {number}; exit; esac\n'
                            f'echo >> {counted}\nexec cc "$@"\n')
        compiler.chmod(0o755)

    def compilations(before="", value="x[0]", **settings):
        """As in two processes."""
        text = f"{before}\nint f(int *n, double *x, int *c, double *f) {{ f[0] = {value}; return 0; }}"
        counted.write_text("")
        with monkeypatch.context() as context:
            context.setenv("CC", str(compiler))
            context.setenv("CUBOID_CACHE", str(tmp_path / "cache"))
            for name, setting in settings.items():
                context.setenv(name, setting)
            for _ in range(2):
                load.cache_clear()
                assert cuboid.integrate(text, 1).value == pytest.approx(0.5)
        return len(counted.read_text())

    set_version(1)
    assert (compilations(), compilations()) == (1, 0)
    texts = tmp_path / "cache" / "texts"
    assert texts.stat().st_mode & 0o777 == 0o700
    assert compilations(value="1 - x[0]") == 1
    assert compilations("#include <stdlib.h>") == 1
    set_version(2)
    assert compilations() == 1
    assert compilations(CC=f"{compiler} -O1") == 1
    for text in ("#define NAME <math.h>\n#include NAME", '#include "/dev/null"', "const char *t = __TIME__;"):
        assert compilations(text) == 2, text
    assert compilations(CUBOID_CACHE="off") == 2
    assert compilations(CPATH=str(tmp_path)) == 2
    assert compilations(CC=f"{compiler} -I{tmp_path}") == 2
    for path in (texts.parent, texts, *texts.iterdir()):
        mode = path.stat().st_mode
        path.chmod(mode | 0o022)
        if path.is_dir():
            assert compilations() == 2, path
        path.chmod(mode)
    for path in texts.iterdir():
        path.chmod(0o666)
    assert (compilations(), compilations()) == (1, 0)


@pytest.mark.skipif(cuboid.device() is not None, reason="there is a device")
def test_texts_for_a_device_that_is_not_there():
    with pytest.raises(cuboid.DeviceError):
        cuboid.integrate("x[0]", 2, device=True)


def test_numba():
    numba = pytest.importorskip("numba")

    @numba.cfunc("float64(intc, CPointer(float64))")
    def value(n, x):
        return x[0] * x[1]

    assert cuboid.integrate(value, 2, epsrel=1e-8).value == pytest.approx(0.25)
    types = numba.types
    pointer = types.CPointer
    signature = types.int32(pointer(types.int32), pointer(types.double), pointer(types.int32),
                            pointer(types.double), types.voidptr)

    @numba.cfunc(signature)
    def full(ndim, x, ncomp, f, userdata):
        f[0] = x[0] + x[1]
        return 0

    assert cuboid.integrate(full, 2, workers="threads", cores=2).value == pytest.approx(1)

    @numba.cfunc(signature)
    def constant(ndim, x, ncomp, f, userdata):
        f[0] = numba.carray(userdata, 1, numba.float64)[0]
        return 0

    assert cuboid.integrate(constant, 2, parameters=3).value == pytest.approx(3)
    with pytest.raises(cuboid.ArgumentError, match="parameters"):
        cuboid.integrate(value, 2, parameters=3)


def test_low_level_callable():
    scipy = pytest.importorskip("scipy")
    giving = ctypes.CFUNCTYPE(
        ctypes.c_double, ctypes.c_int, ctypes.POINTER(ctypes.c_double), ctypes.c_void_p
    )
    factor = ctypes.c_double(3)
    pointer = ctypes.cast(ctypes.pointer(factor), ctypes.c_void_p)

    def scaled(n, x, user_data):
        return x[0] * ctypes.cast(user_data, ctypes.POINTER(ctypes.c_double))[0]

    function = scipy.LowLevelCallable(giving(scaled), pointer)
    assert cuboid.integrate(function, 2).value == pytest.approx(1.5)


def test_norm_makes_one_vector_of_all_numbers():
    def f(x):
        rough = 1e-4 * np.sqrt(abs(x[:, 0] - 0.3)) * np.cos(20 * x[:, 1])
        return np.stack([np.stack([1 + x[:, 0], rough], 1)] * 3, 1)

    each = cuboid.integrate(f, 2, epsrel=1e-5, epsabs=1e-14, maxeval=10**6)
    for norm in ("max", "l1", "l2"):
        together = cuboid.integrate(f, 2, epsrel=1e-5, norm=norm)
        assert together.converged and together.value.shape == together.error.shape == (3, 2)
        assert together.neval < each.neval / 4
    waves = cuboid.integrate(lambda x: np.exp(2j * x), 2, epsrel=1e-6, norm="l2")
    assert waves.converged and waves.value.dtype == complex
    assert cuboid.integrate(lambda x: x, (0, 1), points=[0.5], norm="l2").converged
    with pytest.raises(cuboid.ArgumentError, match="norm"):
        cuboid.integrate(lambda x: x, (0, 1), norm="l3")


@pytest.mark.parametrize("height", [-5000.0, 5000.0])
def test_log_is_that_of_integrals_beyond_the_range_of_double(height):
    def log_likelihood(x):
        return height - ((x - 0.5) ** 2).sum(axis=1) / (2 * 0.1**2)

    exact = height + 9 * math.log(0.1 * math.sqrt(2 * math.pi) * math.erf(0.5 / 0.1 / math.sqrt(2)))
    for method in ("vegas_plus", "lattice"):
        r = cuboid.integrate(log_likelihood, 9, log=True, method=method, epsrel=1e-2, seed=2)
        assert r.converged and 0 < r.error < 1e-2 and abs(r.value - exact) < 5 * r.error
        assert r.history[-1].value[0] == r.value
    text = "3000 - x^2 - y^2"
    r = cuboid.integrate(text, [(-np.inf, np.inf)] * 2, log=True, epsrel=1e-7)
    assert abs(r.value - 3000 - math.log(math.pi)) < 1e-6
    plain = cuboid.integrate(lambda x: x[:, 0], 1, log=False)
    assert abs(plain.value - 0.5) < 1e-6


def test_log_is_true_or_takes_lines():
    with pytest.raises(cuboid.ArgumentError, match="log = 1 is neither True, for logarithms"):
        cuboid.integrate("x", 1, log=1)


def test_log_refuses_what_it_does_not_go_with():
    for asked, sentence in (
        ({"epsabs": 1e-3}, "must be 0 with log = 1"),
        ({"norm": "l2"}, "does not go with log = 1"),
        ({"trace": True}, "a trace does not go with log = 1"),
    ):
        with pytest.raises(cuboid.ArgumentError, match=sentence):
            cuboid.integrate(lambda x: x[:, 0], (0, 1), log=True, **asked)
    cut = cuboid.integrate(lambda x: x[:, 0], (0, 1), log=True, points=[0.5], epsrel=1e-9)
    assert cut.value == pytest.approx(math.log(math.e - 1), abs=1e-9)
    with pytest.raises(cuboid.ArgumentError, match="does not go with log = 1"):
        cuboid.integrate_many("p[0]*x", 1, [[1.0]], log=True, norm="l2")


Moments = collections.namedtuple("Moments", "mean matrix")


def of_points(x):
    return {"one": x[:, 0] * x[:, 1], "pair": x, "table": x[:, :, None] * np.ones(3)}


def of_a_point(x):
    return {"one": math.exp(0) * x[0] * x[1], "pair": x, "table": np.outer(x, np.ones(3))}


@pytest.mark.parametrize("f", [of_points, of_a_point])
def test_dicts_come_back_as_dicts(f, tmp_path):
    result = cuboid.integrate(f, 2, epsrel=1e-9)
    assert list(result.value) == ["one", "pair", "table"] and result.converged
    assert isinstance(result.value["one"], float) and abs(result.value["one"] - 0.25) < 1e-12
    assert result.value["pair"].shape == (2,) and result.value["table"].shape == (2, 3)
    assert np.allclose(result.value["table"], 0.5) and result.error["table"].shape == (2, 3)
    assert abs(2 * result["one"] - 0.5).value < 1e-12 and result["pair"].value.shape == (2,)
    assert repr(result).startswith("{one: 0.25")
    path = tmp_path / "result.json"
    result.save(path)
    assert cuboid.load(path) == result


def test_named_tuples_come_back_as_such():
    def f(x):
        return Moments(x[:, 0], x[:, :, None] * x[:, None, :])

    result = cuboid.integrate(f, 2, epsrel=1e-9)
    assert isinstance(result.value, Moments) and isinstance(result.error, Moments)
    assert np.allclose(result.value.matrix, [[1 / 3, 1 / 4], [1 / 4, 1 / 3]])
    of_number = cuboid.integrate(lambda x: Moments(x**2, 1j * x), 1, epsrel=1e-9)
    assert np.allclose(of_number.value, [1 / 3, 0.5j])
    many = cuboid.integrate_many(lambda x, k: {"a": k * x[:, 0], "b": x}, 1, np.array([1.0, 2.0, 3.0]))
    assert np.allclose(many.value["a"], [0.5, 1, 1.5]) and many.value["b"].shape == (3,)


def test_names_that_change_get_a_sentence():
    def f(x):
        return {"a" if len(x) < 5 else "b": x[:, 0]}

    with pytest.raises(cuboid.ArgumentError, match="f returned b, and before a"):
        cuboid.integrate(f, 2)
    with pytest.raises(cuboid.ArgumentError, match=r"f returned a of shape \(\) for 2 points"):
        cuboid.integrate(lambda x: {"a": 1.0}, 1, vectorized=True)


def test_arrays_keep_their_shape():
    result = cuboid.integrate(lambda x: x[:, :, None] * np.ones(2), 3, epsrel=1e-9)
    assert result.value.shape == (3, 2) and abs(result[1, 0].value - 0.5) < 1e-12


def test_a_function_of_python_gets_parameters():
    def f(x, p):
        return np.exp(-p["k"] * x[:, 0])

    single = cuboid.integrate(f, 1, parameters={"k": 2.0}, epsrel=1e-9)
    many = cuboid.integrate_many(f, 1, {"k": [2.0]}, epsrel=1e-9)
    assert single.value == many.value[0]
    of_array = cuboid.integrate(
        lambda x, p, q: q * p[1] * x[:, 0], 1, parameters=[0.0, 2.0], args=(3.0,)
    )
    assert abs(of_array.value - 3) < 1e-9
    with pytest.raises(
        cuboid.ArgumentError, match=r"f takes \(x\).* and 1 of parameters and args"
    ):
        cuboid.integrate(lambda x: x[:, 0], 1, parameters=2.0)
