"""What people write: compiled functions by their types, arguments, results as numbers, sentences."""

import ctypes
import ctypes.util
import inspect
import logging
import math
import pickle
import re
import shutil
import subprocess
import sys
import warnings
from ctypes import CFUNCTYPE, POINTER, c_double, c_float, c_int, c_void_p
from pathlib import Path

import numpy as np
import pytest

import cuboid

ROOT = Path(__file__).resolve().parents[2]


def step(x):
    return 1.0 if x > 0.25 else 0.5


# 0.75 + 0.5 / 4: a step, which another signature would not see.
STEP = 0.875


def test_a_function_of_one_number_by_its_declared_types():
    of_ctypes = CFUNCTYPE(c_double, c_double)(step)
    result = cuboid.integrate(of_ctypes, (0, 1), points=[0.25], epsrel=1e-9)
    assert result.value == pytest.approx(STEP, rel=1e-9)
    with_data = CFUNCTYPE(c_double, c_double, c_void_p)(lambda x, _data: step(x))
    assert cuboid.integrate(with_data, (0, 1), points=[0.25]).value == pytest.approx(STEP)
    of_two = CFUNCTYPE(c_double, c_double, c_double)(lambda x, y: x * y**2)
    assert cuboid.integrate(of_two, 2).value == pytest.approx(1 / 6)


def test_the_same_in_a_low_level_callable():
    scipy = pytest.importorskip("scipy")
    kinds = {
        CFUNCTYPE(c_double, c_double): step,
        CFUNCTYPE(c_double, c_double, c_void_p): lambda x, _data: step(x),
        CFUNCTYPE(c_double, c_int, POINTER(c_double)): lambda _n, x: step(x[0]),
        CFUNCTYPE(c_double, c_int, POINTER(c_double), c_void_p): lambda _n, x, _data: step(x[0]),
    }
    for kind, function in kinds.items():
        kept = kind(function)
        result = cuboid.integrate(scipy.LowLevelCallable(kept), (0, 1), points=[0.25])
        assert result.value == pytest.approx(STEP), kind


@pytest.mark.parametrize(
    "kind, ndim, said",
    [
        (CFUNCTYPE(c_double, c_double), 2, r"double \(double\), which does not fit 2 axes"),
        (CFUNCTYPE(c_double, c_double, c_double), 1, r"double \(double, double\)"),
        (CFUNCTYPE(c_float, c_float), 1, r"float \(float\)"),
        (CFUNCTYPE(c_int, c_double), 1, r"int \(double\)"),
        (CFUNCTYPE(c_double), 1, r"double \(\)"),
        (CFUNCTYPE(None, c_double), 1, r"void \(double\)"),
        (CFUNCTYPE(c_int, POINTER(c_int), POINTER(c_double)), 1, r"int \(int \*, double \*\)"),
    ],
)
def test_refuses_types_that_do_not_fit(kind, ndim, said):
    with pytest.raises(cuboid.ArgumentError, match=said) as caught:
        cuboid.integrate(kind(lambda *_x: 0), ndim)
    assert f"what fits is double ({', '.join(['double'] * ndim)})" in str(caught.value)


def test_refuses_a_double_whose_arguments_nobody_has_declared():
    sine = ctypes.CDLL(None).labs
    sine.restype, sine.argtypes = c_double, None
    with pytest.raises(cuboid.ArgumentError, match=r"double \(\.\.\.\)"):
        cuboid.integrate(sine, 1)


def test_refuses_a_function_of_ctypes_that_nobody_has_declared():
    library = ctypes.CDLL(None)  # A new one, whose functions nobody else has declared.
    with pytest.raises(cuboid.ArgumentError, match=r"argtypes = c_double, \[c_double\] if it takes a number"):
        cuboid.integrate(library.labs, 1)
    with pytest.raises(cuboid.ArgumentError, match=r"argtypes = c_double, \[c_double\] \* 2 if it takes 2"):
        cuboid.integrate(library.labs, 2)
    maths = ctypes.util.find_library("m")
    if maths is None:
        pytest.skip("without a library of mathematics")
    sine = ctypes.CDLL(maths).sin
    sine.restype, sine.argtypes = c_double, [c_double]
    assert cuboid.integrate(sine, (0, math.pi), epsrel=1e-9).value == pytest.approx(2)


def test_pointers_of_cffi():
    cffi = pytest.importorskip("cffi")
    ffi = cffi.FFI()
    callback = ffi.callback("double (double)", step)
    assert cuboid.Integrand(callback, 1).compiled
    assert cuboid.integrate(callback, (0, 1), points=[0.25]).value == pytest.approx(STEP)
    of_array = ffi.callback("double (int, const double *)", lambda _n, x: x[0] * x[1])
    assert cuboid.integrate(of_array, 2).value == pytest.approx(0.25)
    with pytest.raises(cuboid.ArgumentError, match=r"float \(float\)"):
        cuboid.integrate(ffi.callback("float (float)", step), 1)
    with pytest.raises(cuboid.ArgumentError, match="no function"):
        cuboid.integrate(ffi.new("double *"), 1)


@pytest.mark.parametrize(
    "call, said",
    [
        (lambda: cuboid.integrate(lambda x, y: x * y, 2), r"f takes \(x, y\).*f\(x\[:, 0\], x\[:, 1\]\)"),
        (lambda: cuboid.integrate(lambda x: x[:, 0], 0, 1), r"integrate\(f, \(0, 1\)\)"),
        (lambda: cuboid.integrate("x*y", [0, 0], [1, 2.0]), r"list\(zip\(a, b\)\)\), here \[\(0.0, 1.0\), \(0.0, 2.0\)\]"),
        (lambda: cuboid.integrate("x*y", np.zeros(2), np.ones(2)), r"here \[\(0.0, 1.0\), \(0.0, 1.0\)\]"),
        (lambda: cuboid.integrate("x", (0, lambda x: x)), r"limits\[0\] .* of the axes before.* numbers or texts"),
        (lambda: cuboid.integrate("x", [(0, 1), (0, lambda x: x)]), r"limits\[1\] .* as lambda x: \(0, x\)"),
        (lambda: cuboid.integrate([(0, 1), (0, 1)], lambda x: x[:, 0]), "the function comes first"),
        (lambda: cuboid.integrate((0, 1), "x"), "limits = 'x' are not pairs of numbers: the function comes first"),
        (lambda: cuboid.integrate_many((0, 1), lambda x: x[:, 0]), "the function comes first"),
        (lambda: cuboid.integrate(lambda x: [x[:, 0], x[:, 1]], 3), r"shape \(2, 2\).*np.stack"),
        (lambda: cuboid.integrate(lambda x: np.array([x[:, 0]] * 3), 2), r"shape \(3, 4\).*np.stack"),
        (lambda: cuboid.integrate(lambda x: x[:, 0].sum(), 2), r"shape \(\).*\(n,\) for n points"),
        (lambda: cuboid.integrate(42.0, 1), "not a function"),
        (lambda: cuboid.integrate(lambda x: x[:, 0], 1, workers=0), "workers = 0"),
        (lambda: cuboid.integrate(lambda x: x[:, 0], 1, points=0.5), r"\[0.5\]"),
        (lambda: cuboid.integrate(lambda x: x[:, 0], 2, points=[0.5]), "of 2 numbers"),
        (lambda: cuboid.integrate(lambda x: x[:, 0], (1, 0), points=[0.5, 5]), r"points\[1\] = 5 .* 1 and 0"),
        (lambda: cuboid.integrate("x*y", [(0, 1), (0, 3)], points=[[1, 2], [0, 4]]), r"points\[1\]\[1\] = 4 .* 0 and 3"),
        (lambda: cuboid.integrate("x", 1, points=[-1], where="x > 0.5"), r"points\[0\] = -1 .* 0 and 1"),
        (lambda: cuboid.Box(1, points=[[math.inf]]), r"points\[0\] = inf .* 0 and 1"),
        (lambda: cuboid.integrate(lambda x: x[:, 0], 1, kwargs=[1]), "kwargs"),
        (lambda: cuboid.integrate("x", [(0, None)]), "None is no limit; what is infinite is math.inf"),
        (lambda: cuboid.integrate_many(lambda x: x, 1, [1.0]), r"takes \(x\), but is called as f\(x, row\)"),
        (lambda: cuboid.integrate_many(lambda x, p: x, 1, [1.0], args=(1,)), r"called as f\(x, row, \*args\)"),
        (lambda: cuboid.combine([]), "results is empty"),
        (lambda: cuboid.combine(cuboid.integrate("x", 1)), "must be a list"),
        (lambda: cuboid.read_trace(__file__), "is no trace: its line 1 is no JSON"),
    ],
)
def test_sentences_show_the_right_form(call, said):
    with pytest.raises(cuboid.ArgumentError, match=said):
        call()


@pytest.mark.parametrize(
    "function, given, said",
    [
        ("integrate", "epsrle", "epsrle is no option of integrate; did you mean epsrel?"),
        ("integrate", "tol", "tol is no option of integrate; did you mean epsrel?"),
        ("integrate", "params", "params is no option of integrate; did you mean parameters?"),
        ("integrate", "vectorised", "vectorised is no option of integrate; did you mean vectorized?"),
        ("integrate", "point", "point is no option of integrate; did you mean points?"),
        ("integrate", "wher", "wher is no option of integrate; did you mean where?"),
        ("integrate", "zzz", "zzz is no option of integrate"),
        ("integrate_many", "time_limits", "time_limits is no option of integrate_many; did you mean time_limit?"),
        ("value_and_grad", "break_", "break_ is no option of value_and_grad; did you mean breaks?"),
    ],
)
def test_an_unknown_name_gets_the_nearest(function, given, said):
    more = [] if function == "integrate" else [[1.0]]
    with pytest.raises(cuboid.ArgumentError, match=f"^{re.escape(said)}$"):
        getattr(cuboid, function)("p[0]*x" if more else "x", 1, *more, **{given: 1})


def test_what_a_function_of_arrays_raises_is_what_is_shown():
    def wrong(x):
        return x[:, 0] @ np.ones(len(x) + 1)

    with pytest.raises(ValueError, match="matmul"):
        cuboid.integrate(wrong, 3)


def test_a_batch_integrand_of_vegas():
    vegas = pytest.importorskip("vegas")

    class Product(vegas.BatchIntegrand):
        def __init__(self):
            pass

        def __call__(self, x):
            return x[:, 0] * x[:, 1]

    assert cuboid.integrate(Product(), 2).value == pytest.approx(0.25)


def test_arguments_by_place_and_by_name():
    def f(x, power, scale=1.0):
        return scale * x[:, 0] ** power

    assert cuboid.integrate(f, 1, args=(2,), kwargs={"scale": 3.0}).value == pytest.approx(1)
    assert cuboid.integrate(f, 1, args=2).value == pytest.approx(1 / 3)
    many = cuboid.integrate_many(f, 1, [1.0, 2.0], kwargs={"scale": 6.0}, epsrel=1e-8)
    assert many.value == pytest.approx([3, 2])


def test_workers_and_a_generator():
    def f(x):
        return np.exp(x.sum(axis=1))

    one = cuboid.integrate(f, 3, method="vegas_plus", seed=np.random.default_rng(5))
    two = cuboid.integrate(f, 3, method="vegas_plus", seed=np.random.default_rng(5), workers=2)
    other = cuboid.integrate(f, 3, method="vegas_plus", seed=np.random.default_rng(6))
    assert one == two and one != other


def test_points_where_the_integrand_is_singular():
    def f(x):
        return 1 / np.sqrt(np.abs(x[:, 0] - 0.3))

    known = 2 * (math.sqrt(0.3) + math.sqrt(0.7))
    result = cuboid.integrate(f, (0, 1), points=[0.3], method="line", epsrel=1e-9)
    assert result.converged and abs(result.value - known) <= 1e-9 * known
    corner = cuboid.integrate(
        lambda x: 1 / np.sqrt(np.abs(x - 0.5).sum(axis=1)), 2, points=[[0.5, 0.5]], epsrel=1e-6
    )
    # Four times the integral of (x + y)^(-1/2) over (0, 1/2)^2.
    assert corner.value == pytest.approx(16 / 3 * (1 - math.sqrt(0.5)), rel=1e-6)


def test_points_beside_a_jump_cost_nothing():
    # Where one part is zero, the others say what accuracy it needs.
    for ndim, most in ((1, 100), (2, 2000), (3, 20000)):
        result = cuboid.integrate(
            lambda x: np.where(x[:, 0] < 0.3, 1.0, 0.0), ndim, points=[[0.3] * ndim], epsrel=1e-9
        )
        assert result.converged and result.neval <= most
        assert result.value == pytest.approx(0.3, rel=1e-12)
    falling = cuboid.integrate(
        lambda x: abs(x[:, 0] - 0.3), [(1, 0), (0, 1)], points=[[0.3, 0.5]], epsrel=1e-9
    )
    assert falling.value == pytest.approx(-0.29)
    integrand = cuboid.Integrand(lambda x: np.where(x[:, 0] < 0.3, 1.0, 0.0), 2)
    assert cuboid.integrate(integrand, points=[[0.3, 0.7]]).value == pytest.approx(0.3, rel=1e-12)


def test_points_at_the_limits_are_taken():
    for points, limits in [([0, 0.3, 1], (0, 1)), ([1], (1, 0)), ([0, 1, math.inf], (0, math.inf))]:
        result = cuboid.integrate(lambda x: np.exp(-x), limits, points=points, epsrel=1e-9)
        assert result.value == pytest.approx(math.exp(-limits[0]) - math.exp(-limits[1]), rel=1e-9)


def test_points_of_parts_that_cancel():
    result = cuboid.integrate(lambda x: np.sign(x[:, 0]) * np.exp(x[:, 0]), (-1, 1), points=[0], epsabs=1e-10, epsrel=0)  # fmt: skip
    assert result.value == pytest.approx(math.e - 1 - (1 - 1 / math.e), abs=1e-10)


def test_limits_may_be_an_iterator():
    a, b = [0, 0], [1, 2]
    for limits in (lambda: zip(a, b), lambda: ((0, up) for up in b), lambda: map(tuple, np.transpose([a, b]))):
        assert cuboid.integrate(lambda x: x[:, 0] * x[:, 1], limits()).value == pytest.approx(1)
        assert cuboid.integrate("x*y", limits(), points=[[0.5, 0.5]]).value == pytest.approx(1)
        assert cuboid.integrate("x*y", limits(), breaks={0: [0.5]}).value == pytest.approx(1)
        assert cuboid.integrate_many("p[0]*x*y", limits(), [1.0, 2.0]).value == pytest.approx([1, 2])
        assert cuboid.value_and_grad("p[0]*x*y", limits(), [1.0])[0].value == pytest.approx(1)
    mean = cuboid.expect(lambda x: x[:, 0], lambda x: -x[:, 1], zip(a, b), seed=1, epsrel=1e-2)
    assert abs(mean.value - 0.5) < 5 * mean.error


def test_one_pair_of_texts_is_one_axis():
    for limits in ((0, "pi"), [(0, "pi")], ["0", "pi"], (0.0, "2*pi/2")):
        assert cuboid.integrate("sin(x)", limits, epsrel=1e-9).value == pytest.approx(2)
    assert cuboid.integrate("sin(x)", (0, "pi"), breaks={0: [1.0]}, epsrel=1e-9).value == pytest.approx(2)
    value, grad = cuboid.value_and_grad("x", (0, "p[0]"), [3.0], epsrel=1e-9)
    assert value.value == pytest.approx(4.5) and grad[0].value == pytest.approx(3)


def test_an_axis_from_infinity_to_infinity_gives_no_warning_but_a_sentence():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(cuboid.ArgumentError, match="do not bound an interval"):
            cuboid.integrate(lambda x: np.exp(-x[:, 0]), (math.inf, math.inf))


def test_one_axis_gives_a_number():
    for f in (lambda x: x**2, lambda x: x[:, 0] ** 2, lambda x: x[0] ** 2):
        value = cuboid.integrate(f, (0, 1)).value
        assert isinstance(value, float) and value == pytest.approx(1 / 3)
    assert cuboid.integrate(lambda x: x**2, (0, 1), vectorized=True).value.shape == (1,)


def test_results_are_numbers_with_errors():
    result = cuboid.integrate(lambda x: x[:, 0] * x[:, 1], 2, method="vegas_plus", seed=1)
    value, error = result
    assert (value, error) == (result.value, result.error)
    assert f"{result:.3f}" == f"{value:.3f}" and f"{result}" == repr(result)
    twice = 2 * result - 1
    assert twice.value == 2 * value - 1 and twice.error == 2 * error
    assert (result / result).error == pytest.approx(math.sqrt(2) * error / value)
    assert (1 / result).error == pytest.approx(error / value**2)
    assert (result**2).error == pytest.approx(2 * value * error)
    assert (result + result).error == pytest.approx(math.sqrt(2) * error)
    assert (-result).value == -value and abs(-result).value == value
    assert (np.float64(2) * result).value == 2 * value
    assert np.array_equal((np.array([1.0, 2.0]) * result).value, [value, 2 * value])
    assert "not_converged" not in result._repr_html_() and "value" in result._repr_html_()
    with pytest.raises(TypeError):
        result + "1"
    with pytest.raises(TypeError):
        result**result


def test_functions_of_results_have_errors():
    result = cuboid.integrate(lambda x: x[:, 0] * x[:, 1], 2, method="vegas_plus", seed=1)
    value, error = result
    for function, slope in ((np.sqrt, 0.5 / math.sqrt(value)), (np.log, 1 / value), (np.exp, math.exp(value))):
        found = function(result)
        assert isinstance(found.value, float) and isinstance(found.error, float)
        assert found.value == function(value) and found.error == pytest.approx(slope * error)
    assert np.sqrt(cuboid.Estimate(0.0, 0.1)).error == math.inf
    both = np.exp(cuboid.Estimate(np.array([0.0, 1.0]), np.array([0.1, 0.2])))
    assert both.value == pytest.approx([1, math.e]) and both.error == pytest.approx([0.1, 0.2 * math.e])
    turning = np.exp(cuboid.Estimate(1j * math.pi, 0.1))
    assert turning.value == pytest.approx(-1) and turning.error == pytest.approx(0.1)
    with pytest.raises(TypeError):
        np.sin(result)
    with pytest.raises(TypeError):
        np.add.reduce(result, out=np.zeros(1))


def test_results_are_compared_by_their_values():
    result = cuboid.integrate(lambda x: x[:, 0] * x[:, 1], 2, method="vegas_plus", seed=1)
    assert result < 1 and result <= result.value and not result > 1 and 0 < result and result >= 0
    assert result < 2 * result and max(result, 3 * result).value == 3 * result.value
    assert np.float64(0) < result and not result < np.float64(0)
    assert np.array_equal(result > np.array([0.0, 1.0]), [True, False])
    assert np.array_equal(np.array([0.0, 1.0]) < result, [True, False])
    assert result != np.float64(result.value) and np.float64(result.value) != result and not result == np.zeros(2)
    for wrong in ("1", None):
        with pytest.raises(TypeError):
            result < wrong


def test_integrands_and_regions_say_what_they_are():
    def f(x):
        return x

    assert repr(cuboid.Integrand("x*y", 2)) == "<Integrand x*y: 2 axes, 1 component>"
    assert repr(cuboid.Integrand(f, 2)).endswith(".f: 2 axes, 2 components>")
    assert repr(cuboid.Integrand(math.sin, 1)) == "<Integrand sin: 1 axis, 1 component>"
    long = repr(cuboid.Integrand(" +\n".join(["x"] * 100), 1))
    assert "\n" not in long and "..." in long and len(long) < 120
    assert repr(cuboid.Ball([0, 0], 1)) == "<Ball in 2 dimensions>"
    assert repr(cuboid.Box((0, 1), breaks={0: [0.5]})) == "<Box in 1 dimension>"
    assert repr(cuboid.Ball([0, 0], [1, 2, 3])) == "<Ball in 2 dimensions, one for each of 3 integrals>"
    assert repr(cuboid.Mapped(None, ["p[0]*x[0]"])) == "<Mapped in 1 dimension>"


def test_equal_results():
    def f(x):
        return np.stack([x[:, 0], x[:, 1]], axis=1)

    one, two = cuboid.integrate(f, 2), cuboid.integrate(f, 2)
    assert one == two and not one != two
    assert one != cuboid.integrate(f, 3) and one != "a text"
    assert cuboid.integrate_many("x[0]", np.ones((3, 1, 2))) == cuboid.integrate_many("x[0]", np.ones((3, 1, 2)))  # fmt: skip


@pytest.mark.parametrize("f", [lambda x: x[:, 0], lambda x: np.exp(1j * x), lambda x: x.sum(axis=1) * 1j])
def test_results_in_files(f, tmp_path):
    runs = [cuboid.integrate(f, 2, method="vegas_plus", seed=seed, epsrel=1e-4) for seed in (1, 2, 3)]
    for i, run in enumerate(runs):
        run.save(tmp_path / f"{i}.json")
        assert pickle.loads(pickle.dumps(run)) == run
    loaded = [cuboid.load(tmp_path / f"{i}.json") for i in range(3)]
    assert loaded == runs
    known, together = cuboid.combine(runs), cuboid.combine(loaded)
    for one in (known, together, runs[0], loaded[0]):
        shape = (2 * np.size(known.value),) if np.iscomplexobj(known.value) else ()
        assert np.shape(one.chi2) == np.shape(one.prob) == shape
    assert np.allclose(together.value, known.value, rtol=1e-15)
    assert np.allclose(together.error, known.error, rtol=1e-12)
    if not np.iscomplexobj(known.value):  # Of these the file keeps the length of the error alone.
        assert np.allclose(together.chi2, known.chi2) and np.allclose(together.prob, known.prob)
    assert (together.dof, together.neval) == (known.dof, known.neval)
    with pytest.raises(cuboid.ArgumentError, match="equal seeds"):
        cuboid.combine([together, loaded[0]])
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(cuboid.ArgumentError, match="no file of"):
        cuboid.load(tmp_path / "other.json")


def test_a_warning_for_what_is_not_reached():
    def hard():
        return cuboid.integrate(lambda x: np.abs(np.sin(40 * x)).prod(axis=1), 4, epsrel=1e-12, maxeval=5000)

    with pytest.warns(cuboid.NotConverged, match="not_converged") as caught:
        hard()
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cuboid.integrate(lambda x: x[:, 0], 1)
        cuboid.integrate(lambda x: x[:, 0], 3, progress=lambda _progress: True)
        warnings.simplefilter("ignore", cuboid.NotConverged)
        hard()


def test_logging(caplog):
    with caplog.at_level(logging.DEBUG, logger="cuboid"):
        cuboid.integrate(lambda x: x[:, 0], 2)
    assert "0.5" in caplog.text and "evaluations" in caplog.text
    caplog.clear()
    with caplog.at_level(logging.INFO, logger="mine"):
        cuboid.integrate(lambda x: x[:, 0], 2, method="vegas", verbosity=2, log=logging.getLogger("mine"))
    assert caplog.records


@pytest.mark.parametrize("rule", ["gk15", "gk21", "gauss-kronrod"])
def test_names_of_rules(rule):
    result = cuboid.cubature(lambda x: np.cos(x).prod(axis=-1), [0, 0], [1, 1], rule=rule)
    assert result.status == "converged" and result.estimate == pytest.approx(math.sin(1) ** 2)


def test_rules_of_scipy():
    rules = pytest.importorskip("scipy.integrate._rules")
    quadrature = rules.GaussKronrodQuadrature(15)
    for rule in (quadrature, rules.ProductNestedFixed([quadrature] * 2), rules.GenzMalikCubature(2)):
        result = cuboid.cubature(lambda x: np.cos(x).prod(axis=-1), [0, 0], [1, 1], rule=rule)
        assert result.status == "converged" and result.estimate == pytest.approx(math.sin(1) ** 2)
    with pytest.raises(cuboid.ArgumentError, match="rule = <object"):
        cuboid.cubature(lambda x: x[:, 0], [0], [1], rule=object())


@pytest.mark.parametrize("name", ["integrate", "integrate_many", "cubature", "combine", "load", "Integrand"])
def test_every_parameter_is_explained(name):
    """By numpydoc: a line with the names, a colon and the type."""
    thing = getattr(cuboid, name)
    text = inspect.getdoc(thing).split("\nParameters\n----------\n")[1]
    heads = re.findall(r"^([*\w, ]+?)(?: : .+)?$", text, re.M)
    explained = {one.strip("* ") for head in heads for one in head.split(",")}
    assert set(inspect.signature(thing).parameters) <= explained


def test_help_begins_with_expressions():
    text = inspect.getdoc(cuboid.integrate).split("\nf : ")[1]
    assert text.splitlines()[1].strip().startswith("An expression in x")
    of_one = cuboid.integrate("double f(const double *x) { return x[0] * x[1]; }", 2)
    assert of_one.value == pytest.approx(0.25)


def test_types_are_strict():
    mypy = shutil.which("mypy", path=str(Path(sys.executable).parent))
    if mypy is None:
        pytest.skip("without mypy")
    run = subprocess.run([mypy, "--strict", "--cache-dir", "/dev/null", Path(cuboid.__file__).parent],
                         capture_output=True, text=True, check=False)  # fmt: skip
    assert run.returncode == 0, run.stdout


def test_an_unknown_name_of_a_text_is_told_of_parameters():
    with pytest.raises(cuboid.ArgumentError, match=r"there is no 'k'; .* parameters=\{"):
        cuboid.integrate("exp(-k*x)", 1)
