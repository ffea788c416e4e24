"""integrate_many, and integrals that begin with another one."""

import pickle

import numpy as np
import pytest

import cuboid

TEXT = """
#include <math.h>
struct peak { double k, x, y; };
int gaussian(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata) {
  const struct peak *p = userdata;
  f[0] = exp(-p->k * ((x[0] - p->x) * (x[0] - p->x) + (x[1] - p->y) * (x[1] - p->y)));
  return 0;
}
"""
PEAK = np.dtype([("k", float), ("x", float), ("y", float)])


def gaussian(x, p):
    return np.exp(-p["k"] * ((x[:, 0] - p["x"]) ** 2 + (x[:, 1] - p["y"]) ** 2))


def some_peaks(count):
    generator = np.random.default_rng(1)
    peaks = np.zeros(count, PEAK)
    peaks["k"] = generator.uniform(5, 25, count)
    peaks["x"], peaks["y"] = generator.uniform(0, 1, (2, count))
    return peaks


@pytest.mark.parametrize("f", [gaussian, TEXT])
def test_each_is_that_of_a_single_call(f):
    peaks = some_peaks(20)
    many = cuboid.integrate_many(f, 2, peaks, epsrel=1e-6, method="cuhre")
    assert many.value.shape == many.error.shape == (20,) and len(many) == 20
    assert many.converged.all() and many.method == "cuhre" and many.seconds > 0
    for i, peak in enumerate(peaks):
        kind = {"parameters": peak} if f is TEXT else {"args": (peak,)}
        one = cuboid.integrate(f, 2, epsrel=1e-6, method="cuhre", **kind)
        assert many.value[i] == one.value and many.error[i] == one.error
        assert many.neval[i] == one.neval and many.reason[i] == one.reason


def test_functions_of_one_point_and_further_arguments():
    many = cuboid.integrate_many(
        lambda x, p, a: a * p[0] * x[0] + p[1], 1, [[1.0, 2.0], [3.0, 4.0]], args=(2,)
    )
    assert np.allclose(many.value, [3, 7])


def test_shapes_and_complex_numbers():
    k = np.array([1.0, 2.0, 3.0])
    pairs = cuboid.integrate_many(
        lambda x, k: np.stack([np.cos(k * x[:, 0]), np.sin(k * x[:, 0])], axis=1), 1, k, epsrel=1e-8
    )
    assert pairs.value.shape == (3, 2) and pairs.prob.shape == (3, 2)
    waves = cuboid.integrate_many(lambda x, k: np.exp(1j * k * x[:, 0]), 1, k, epsrel=1e-8)
    known = (np.exp(1j * k) - 1) / (1j * k)
    assert np.allclose(waves.value, known, rtol=1e-8) and waves.error.dtype == float
    assert np.allclose(pairs.value[:, 0] + 1j * pairs.value[:, 1], known, rtol=1e-8)


def test_a_box_for_each():
    upper = np.array([1.0, 2.0, np.inf])
    boxes = np.stack([np.zeros(3), upper], axis=1)[:, np.newaxis]
    many = cuboid.integrate_many(lambda x: np.exp(-x[:, 0]), boxes, epsrel=1e-8)
    assert np.allclose(many.value, 1 - np.exp(-upper), rtol=1e-8)
    both = cuboid.integrate_many("exp(-p[0]*x[0])", boxes, [1.0, 1.0, 2.0], epsrel=1e-8)
    assert np.allclose(both.value, [1 - np.exp(-1), 1 - np.exp(-2), 0.5], rtol=1e-8)


def test_one_that_fails_spoils_no_other():
    many = cuboid.integrate_many(lambda x, k: k * x[:, 0], 1, [1.0, np.nan, 3.0])
    assert list(many.reason) == ["converged", "nonfinite", "converged"]
    assert np.isnan(many.value[1]) and np.allclose(many.value[[0, 2]], [0.5, 1.5])
    assert "2 of 3 integrals converged" in many.remarks


def test_what_f_raises_ends_all():
    seen = []

    def f(x, k):
        seen.append(k)
        if k == 2:
            raise KeyError("two")
        return k * x[:, 0]

    with pytest.raises(KeyError, match="two"):
        cuboid.integrate_many(f, 1, [1.0, 2.0, 3.0])
    assert 3.0 not in seen


def test_progress_and_state(tmp_path):
    told = []
    path = tmp_path / "many.state"

    def half(progress):
        told.append(progress)
        return progress.iterations >= 100

    peaks = some_peaks(20000)
    given = {"epsrel": 1e-8, "statefile": str(path), "cores": 1}
    part = cuboid.integrate_many(TEXT, 2, peaks, progress=half, **given)
    assert told and told[0].phase == "integrals"
    assert 100 <= part.converged.sum() < 20000 and "cancelled" in part.reason and path.exists()
    assert "the progress function ended the integration" in part.remarks
    rest = cuboid.integrate_many(TEXT, 2, peaks, **given)
    assert rest.converged.all() and "resumed at" in rest.remarks and not path.exists()
    done = part.converged
    assert (rest.value[done] == part.value[done]).all()


@pytest.mark.parametrize(
    "limits, parameters, what",
    [
        (2, None, "neither parameters nor a box"),
        (2, np.zeros(0), "no rows"),
        (2, 3.0, "no rows"),
        (np.zeros((3, 2, 2)), np.zeros(4), "4 rows, but limits 3 boxes"),
        (np.zeros((3, 2, 1)), None, "shape"),
        (2, np.array([object()]), "objects of Python"),
        (np.array([[[0, 1]], [[0, np.nan]]]), None, "integral 1"),
        (2, [[1], [1, 2]], "rows of different shapes"),
    ],
)
def test_bad_arguments(limits, parameters, what):
    with pytest.raises(cuboid.ArgumentError, match=what):
        f = (lambda x: x[:, 0]) if parameters is None else (lambda x, p: x[:, 0])
        cuboid.integrate_many(f, limits, parameters)


def test_plain_numbers_are_doubles_in_c():
    text = "int f(int *n, double *x, int *c, double *f, double *k) { f[0] = *k; return 0; }"
    assert cuboid.integrate_many(text, 1, [1, 2]).value == pytest.approx([1, 2])
    with pytest.raises(cuboid.ArgumentError, match="Integrand"):
        cuboid.integrate_many(cuboid.Integrand(text, 1), 1, [1, 2])


def wandering(x, centre):
    return np.exp(-100 * ((x - centre) ** 2).sum(axis=1))


def test_start():
    given = {"method": "vegas_plus", "epsrel": 1e-2, "seed": 1}
    first = cuboid.integrate(wandering, 4, args=(0.5,), **given)
    cold = cuboid.integrate(wandering, 4, args=(0.51,), **given)
    warm = cuboid.integrate(wandering, 4, args=(0.51,), start=first, **given)
    assert warm.converged and 2 * warm.neval < cold.neval
    assert abs(warm.value - (np.pi / 100) ** 2) < 5 * warm.error
    with pytest.raises(cuboid.ArgumentError, match="pickled"):
        cuboid.integrate(wandering, 4, args=(0.5,), start=pickle.loads(pickle.dumps(first)))
    with pytest.raises(cuboid.ArgumentError, match="without a map"):
        cuboid.integrate(wandering, 4, args=(0.5,), start=cuboid.integrate("x[0]", 4))
    with pytest.raises(cuboid.ArgumentError, match="ndim = 4"):
        cuboid.integrate("x[0]", 3, start=first, **given)


@pytest.mark.parametrize("method", ["vegas", "vegas_plus"])
def test_a_state_file_keeps_a_map(method, tmp_path):
    """As the sentence says that refuses a result that was pickled."""
    given = {"method": method, "epsrel": 1e-2, "seed": 1}
    first = cuboid.integrate(wandering, 4, args=(0.5,), statefile=str(tmp_path / "f"), keep_state=1, **given)
    with pytest.raises(cuboid.ArgumentError, match='statefile="f", keep_state=1, .* statefile="f", reset_state=1'):
        cuboid.integrate(wandering, 4, args=(0.51,), start=pickle.loads(pickle.dumps(first)), **given)
    cold = cuboid.integrate(wandering, 4, args=(0.51,), **given)
    warm = cuboid.integrate(wandering, 4, args=(0.51,), statefile=str(tmp_path / "f"), reset_state=1, **given)
    assert warm.converged and warm.neval < cold.neval and "grid of the state file" in warm.remarks + warm.reasons
    assert abs(warm.value - (np.pi / 100) ** 2) < 5 * warm.error


def test_logarithms_have_lists(tmp_path):
    width = np.array([0.05, 0.1, 0.2])
    text = "-5000 - ((x - 0.5)^2 + (y - 0.5)^2)/(2*width^2)"
    many = cuboid.integrate_many(text, [(-2, 3)] * 2, {"width": width}, log=True, epsrel=1e-6)
    assert many.converged.all() and np.allclose(many.value, -5000 + np.log(2 * np.pi * width**2), rtol=0, atol=1e-5)
    one = cuboid.integrate(text, [(-2, 3)] * 2, parameters={"width": 0.1}, log=True, epsrel=1e-6)
    assert many.value[1] == one.value
    asked = dict(log=True, epsrel=1e-6, statefile=str(tmp_path / "state"), keep_state=1)
    for _ in range(2):
        kept = cuboid.integrate_many(text, [(-2, 3)] * 2, {"width": width}, **asked)
        assert np.array_equal(kept.value, many.value)
    assert "resumed" in kept.remarks


def test_a_list_of_one_may_lie_in_memory_in_any_way():
    # NumPy does not care how far the next row would be, where there is none.
    row = np.lib.stride_tricks.as_strided(np.array([2.0, 3.0]), (1, 2), (8, 8))
    assert abs(cuboid.integrate_many("p[0]*x + p[1]", 1, row, epsrel=1e-9).value[0] - 4) < 1e-9
    many, grad = cuboid.value_and_grad_many("p[0]*x + p[1]", 1, row, epsrel=1e-9)
    assert abs(many.value[0] - 4) < 1e-9 and abs(grad[0].value[0] - 0.5) < 1e-9


def test_a_result_is_a_list_of_its_integrals():
    many = cuboid.integrate_many("p[0]*x", 1, [2.0, 4.0, 6.0], epsrel=1e-9)
    assert len(many) == len(list(many)) == 3
    assert [round(one.value, 9) for one in many] == [1, 2, 3]
    assert [one.value for one in many[1:]] == list(many.value[1:])
    last = many[-1]
    assert (last.value, last.error) == (many.value[2], many.error[2]) and isinstance(last.value, float)
    assert last.converged and last.reason == many.reason[2] and last.neval == many.neval[2]
    assert last.prob == many.prob[2, 0] and (2 * last).value == 2 * last.value
    with pytest.raises(IndexError):
        many[3]
    with pytest.raises(TypeError):
        many["p"]
    named = cuboid.integrate_many(lambda x, k: {"one": k * x[:, 0], "two": np.stack([x[:, 0]] * 2, 1)}, 1, [1.0, 2.0])
    assert named[1].value["one"] == named.value["one"][1] and named[1]["two"].value.shape == (2,)


def test_a_list_shows_itself_in_a_notebook():
    many = cuboid.integrate_many(lambda x, k: k * x[:, 0], 1, [*range(1, 12), np.nan])
    shown = many._repr_html_()
    assert shown.startswith("<table>") and "12, of which 11 converged" in shown and "3 more" in shown
    assert "[8]" in shown and "[9]" not in shown
    assert "nonfinite" in many[-1].reason and "nan" in repr(many[-1])


class Table:
    """What a DataFrame has of the kind."""

    def __init__(self, **columns):
        self._columns = columns
        self.columns = list(columns)

    def __getitem__(self, name):
        return self._columns[name]

    def __array__(self, dtype=None, copy=None):
        return np.column_stack(list(self._columns.values()))


def test_parameters_from_a_table_have_names():
    table = Table(k=[1.0, 2.0, 3.0], a=[2, 4, 6])
    known = [0.5 + 2, 1 + 4, 1.5 + 6]
    assert cuboid.integrate_many("k*x + a", 1, table).value == pytest.approx(known)
    assert cuboid.integrate_many(lambda x, row: row["k"] * x[:, 0] + row["a"], 1, table).value == pytest.approx(known)
    _, grad = cuboid.value_and_grad_many("k*x + a", 1, table)
    assert grad["k"].value == pytest.approx([0.5] * 3) and grad["a"].value == pytest.approx([1] * 3)
    numbered = Table(k=[1.0, 2.0])
    numbered.columns = [0]
    assert cuboid.integrate_many("p[0]*x", 1, numbered).value == pytest.approx([0.5, 1])


def test_tables_of_pandas():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"k": [1.0, 2.0, 3.0], "a": [2, 4, 6]})
    assert cuboid.integrate_many("k*x + a", 1, table).value == pytest.approx([2.5, 5, 7.5])
    assert cuboid.integrate_many("p[0]*x", 1, pandas.DataFrame([[1.0], [2.0]])).value == pytest.approx([0.5, 1])


def test_more_than_one_number_for_an_integral_is_refused():
    with pytest.raises(cuboid.ArgumentError, match=r"a has the shape \(3,\) for one integral"):
        cuboid.integrate_many("a*x", 1, {"a": np.ones((2, 3))})
    with pytest.raises(cuboid.ArgumentError, match=r"a has the shape \(2,\) .* integrate_many takes lists"):
        cuboid.integrate("a*x", 1, parameters={"a": [1.0, 2.0]})


@pytest.mark.parametrize("f", ["k", lambda x, p: np.full(len(x), p["k"])])
def test_lists_have_conditions_with_parameters(f):
    rows = {"K": [0.5, 1.0], "k": [2.0, 3.0]}
    many = cuboid.integrate_many(f, 2, rows, where="x + y < K", epsrel=1e-8)
    assert many.converged.all() and np.allclose(many.value, [0.25, 1.5], rtol=1e-7)
    moving = cuboid.integrate_many(f, [(0, 1), ("0", "K")], rows, where="y < x*K/2", epsrel=1e-8)
    assert moving.converged.all() and np.allclose(moving.value, [0.25, 0.75], rtol=1e-7)
    boxes = [[[0, 1], [0, 1]], [[0, 2], [0, 2]]]
    same = cuboid.integrate_many(f, boxes, rows, where=lambda x: 1 - x.sum(axis=1), epsrel=1e-8)
    assert same.converged.all() and np.allclose(same.value, [1, 1.5], rtol=1e-7)


def test_lists_have_points_and_moving_ends():
    many = cuboid.integrate_many("k/hypot(x - 0.3, y - 0.6)", 2, {"k": [1, 2]}, points=[[0.3, 0.6]], epsrel=1e-8)
    assert many.converged.all() and np.allclose(many.value, [3.3802830, 6.7605659], rtol=1e-7)
    squares = cuboid.integrate_many("k*log(abs(x - y))", 2, {"k": [1, 2]}, singular="diagonal", epsrel=1e-6)
    assert squares.converged.all() and np.allclose(squares.value, [-1.5, -3], rtol=2e-6)
    ends = cuboid.integrate_many("x^-0.5", (0, "K"), {"K": [1, 4]}, ends="lower", epsrel=1e-8)
    assert ends.converged.all() and np.allclose(ends.value, [2, 4], rtol=2e-8)
    breaks = cuboid.integrate_many(
        "abs(x - K)^-0.5", (0, 3), {"K": [1, 2]}, breaks="K", ends=["breaks"], epsrel=1e-6
    )
    assert breaks.converged.all() and np.allclose(breaks.value, 2 + 8**0.5, rtol=1e-6)


def test_regions_of_lists_make_others():
    triangles = cuboid.Simplex([[[0, 0], [1, 0], [0, 1]], [[0, 0], [2, 0], [0, 3]]])
    image = cuboid.Image(triangles, 2 * np.eye(2), [5, 0])
    both = cuboid.Union([image, cuboid.Ball([0, 0], [1, 2])])
    many = cuboid.integrate_many(lambda x, k: np.full(len(x), k), both, [1.0, 2.0], epsrel=1e-8)
    assert many.converged.all() and np.allclose(many.value, [2 + np.pi, 24 + 8 * np.pi], rtol=1e-7)
    with pytest.raises(cuboid.ArgumentError, match="parts for 2 and 3 integrals"):
        cuboid.Union([triangles, cuboid.Ball([0, 0], [1, 2, 3])])
    with pytest.raises(cuboid.ArgumentError, match="integrate_many takes it"):
        cuboid.integrate("1", both)
    with pytest.raises(cuboid.ArgumentError, match="names are for a condition"):
        cuboid.Where(2, lambda x: x[:, 0], names={"a": [1, 2]})
