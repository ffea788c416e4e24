"""Regions: what is cut, what is singular, conditions, lists, and bad input."""

import math

import numpy as np
import pytest

import cuboid

pytestmark = pytest.mark.filterwarnings("ignore::cuboid.NotConverged")


def one(x):
    return np.ones(len(x))


def close(result, exact, within=1e-8):
    assert result.converged, result.remarks
    assert abs(result.value - exact) < within * abs(exact)


def test_breaks_points_and_a_diagonal_go_together():
    f = "abs(x - 0.3) * log(abs(x - y)) / hypot(x - 0.5, y - 0.5)^0.5"
    plain = cuboid.integrate(f, 2, epsrel=1e-3, maxeval=10**7)
    told = cuboid.integrate(
        f, [(0, 1)] * 2, breaks={0: [0.3]}, points=[[0.5, 0.5]], singular="diagonal", epsrel=1e-5
    )
    assert told.converged and abs(told.value - plain.value) < 3e-3 * abs(plain.value)
    close(
        cuboid.integrate("log(abs(x - z)) * y", 3, singular=(0, 2), epsrel=1e-6), -0.75, 1e-5
    )
    # Beside the square where both axes overlap, there is no diagonal.
    part = cuboid.integrate("abs(x - y)^-0.5", [(0, 1), (0.5, 2)], singular="diagonal", epsrel=1e-6)
    power = lambda d: 4 / 3 * abs(d) ** 1.5  # noqa: E731
    close(part, power(0.5) + power(2) - power(1) - power(0.5), 1e-4)


def test_each_of_several_points_has_pyramids_beside_breaks():
    charges = "1/hypot(x - 0.3, y - 0.3) + 1/hypot(x - 0.7, y - 0.7)"
    points = [[0.3, 0.3], [0.7, 0.7]]
    alone = cuboid.integrate(charges, 2, points=points, epsrel=1e-9)
    cut = cuboid.integrate(charges, 2, points=points, breaks={1: [0.9]}, epsrel=1e-9)
    close(cut, alone.value, 1e-8)
    assert cut.neval < 30_000


def test_breaks_are_functions_too():
    f = lambda x: np.abs(x[:, 1] - x[:, 0] ** 2)  # noqa: E731
    exact = 11 / 30
    for breaks in (lambda x: x**2, "x[0]^2", ["x[0]^2"], [lambda x: x**2]):
        result = cuboid.integrate(f, [(0, 1), (0, 1)], breaks={1: breaks}, epsrel=1e-10)
        close(result, exact, 1e-10)
        assert result.neval < 10_000
    # Limits are whatever they are without breaks.
    for limits in (2, np.array([[0, 1], [0, 1]])):
        close(cuboid.integrate(f, limits, breaks={1: "x[0]^2"}, epsrel=1e-10), exact, 1e-10)
    close(cuboid.integrate("abs(x - 0.3)", (0, 1), breaks={0: "0.3"}, epsrel=1e-10), 0.29, 1e-10)
    # Breaks of an axis beside one whose limits are a function.
    close(cuboid.integrate(one, [(0, 1), lambda x: (0, x)], breaks={0: [0.5, 2]}), 0.5, 1e-6)
    # A break beyond the limits is none.
    beyond = cuboid.integrate(one, [(0, 1), lambda x: (0, x)], breaks={1: lambda x: 0.5 + 0 * x})
    close(beyond, 0.5, 1e-6)
    ends = cuboid.integrate(
        "abs(y - x*x)^-0.5", [(0, 1), (0, 1)], breaks={1: "x[0]^2"}, ends={1: "breaks"}, epsrel=1e-5
    )
    close(ends, 1 + math.pi / 2, 1e-4)


def test_simplices_are_cut_at_points():
    corner = [[1, 0], [0, 0], [0, 1]]
    exact = math.sqrt(2) * math.log(1 + math.sqrt(2))
    close(cuboid.integrate("1/hypot(x, y)", cuboid.Simplex(corner), points=[[0, 0]], epsrel=1e-9), exact)
    inner = cuboid.Simplex(corner, points=[[0.25, 0.25], [0.5, 0.25]])
    result = cuboid.integrate(
        "1/hypot(x - 0.25, y - 0.25) + 1/hypot(x - 0.5, y - 0.25)", inner, epsrel=1e-8
    )
    assert result.converged and result.neval < 100_000
    close(cuboid.integrate("1", inner, epsrel=1e-10), 0.5)
    with pytest.raises(cuboid.ArgumentError, match="is not in the simplex"):
        cuboid.Simplex(corner, points=[[2, 2]])
    edge = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    along = cuboid.integrate("1/hypot(y, z)", cuboid.Simplex(edge, apex=(0, 1)), epsrel=1e-9)
    assert along.converged and along.neval < 20_000
    facets = cuboid.Simplex(corner, singular="facets")
    close(cuboid.integrate("1/sqrt(x*y*(1 - x - y))", facets, epsrel=1e-6), 2 * math.pi, 1e-6)


def test_a_condition_says_which_points_count():
    for where in (lambda x: (x**2).sum(axis=1) < 1, "x^2 + y^2 + z^2 < 1", "1 - x^2 - y^2 - z^2"):
        ball = cuboid.integrate(one, [(-1, 1)] * 3, where=where, epsrel=1e-4)
        close(ball, 4 / 3 * math.pi, 1e-4)
        assert ball.neval < 1_000_000
    seen = []

    def f(x):
        seen.append(bool((x[:, 0] < x[:, 1]).all()))
        return x[:, 0]

    close(cuboid.integrate(f, 2, where="x < y", method="lattice", epsrel=1e-6), 1 / 6, 1e-5)
    assert all(seen)
    with pytest.raises(ZeroDivisionError):
        cuboid.integrate(one, 2, where=lambda x: 1 / 0)
    with pytest.raises(cuboid.ArgumentError, match="2 components"):
        cuboid.integrate(one, 2, where="x, y")


def test_lists_have_a_region_for_each():
    generator = np.random.default_rng(4)
    triangles = generator.uniform(size=(5, 3, 2))
    scale = generator.uniform(1, 2, 5)
    single = [
        cuboid.integrate("k*exp(x*y)", cuboid.Simplex(one), parameters={"k": k}, epsrel=1e-8).value
        for one, k in zip(triangles, scale)
    ]
    text = cuboid.integrate_many("k*exp(x*y)", cuboid.Simplex(triangles), {"k": scale}, epsrel=1e-8)
    assert text.converged.all() and np.allclose(text.value, single, rtol=1e-7)
    python = cuboid.integrate_many(
        lambda x, k: k * np.exp(x[:, 0] * x[:, 1]), cuboid.Simplex(triangles), scale, epsrel=1e-8
    )
    assert np.allclose(python.value, single, rtol=1e-7)
    source = (
        "#include <math.h>\nint f(const int *n, const double x[], const int *m, double f[], void *k)"
        "{ f[0] = *(double *)k * exp(x[0] * x[1]); return 0; }"
    )
    compiled = cuboid.integrate_many(source, cuboid.Simplex(triangles), scale, epsrel=1e-8)
    assert np.allclose(compiled.value, single, rtol=1e-7)
    volumes = cuboid.integrate_many(one, cuboid.Ball(np.zeros((3, 2)), [1, 2, 3]), epsrel=1e-8)
    assert np.allclose(volumes.value, math.pi * np.array([1, 4, 9]))
    wedge = cuboid.FunctionLimits([(0, 1), ("0", "a*x[0]")], names={"a": [1.0, 2.0]})
    assert np.allclose(cuboid.integrate_many("1", wedge, epsrel=1e-8).value, [0.5, 1])
    disc = cuboid.integrate_many("k", cuboid.Ball([0, 0], 1), {"k": [1.0, 2.0]}, epsrel=1e-8)
    assert np.allclose(disc.value, [math.pi, 2 * math.pi])


def test_lists_of_names_go_with_breaks_and_maps_of_texts():
    names = {"a": [1.0, 2.0], "b": [0.5, 0.25]}
    cut = cuboid.FunctionLimits([(0, 1), ("0", "a*x[0]")], names=names, breaks={1: "b*x[0]"})
    found = cuboid.integrate_many("abs(y - b*x)", cut, {"b": names["b"]}, epsrel=1e-9)
    a, b = np.array(names["a"]), np.array(names["b"])
    assert found.converged.all() and np.allclose(found.value, (b**2 + (a - b) ** 2) / 6)
    sector = cuboid.Mapped(None, ["x[0]*cos(a*x[1])", "x[0]*sin(a*x[1])"], names={"a": [0.5, 1.0]})
    assert np.allclose(cuboid.integrate_many("1", sector, epsrel=1e-9).value, [0.25, 0.5])
    triangles = cuboid.Simplex([[0, 0], ["a", 0], [0, "b"]], names=names)
    assert np.allclose(cuboid.integrate_many("1", triangles, epsrel=1e-9).value, a * b / 2)
    discs = cuboid.Ball([0, 0], "a", singular="surface", names={"a": [1.0, 2.0]})
    found = cuboid.integrate_many("1/sqrt(a^2 - x^2 - y^2)", discs, {"a": [1.0, 2.0]}, epsrel=1e-6)
    assert np.allclose(found.value, 2 * math.pi * np.array([1.0, 2.0]), rtol=1e-5)


def test_breaks_are_the_same_with_and_without_names():
    limits = [(0, 1), ("x[0]", "2 - x[0]")]
    for breaks in ({1: 0.7}, {1: ["0.5*x[0]", "1", 5]}, {0: [0.3, 0.6], 1: "1.5"}):
        plain = cuboid.FunctionLimits(limits, breaks=breaks)
        named = cuboid.FunctionLimits(limits, breaks=breaks, names={})
        for f in ("1", "x*abs(y - 1)"):
            found = [cuboid.integrate(f, one, epsrel=1e-6).value for one in (plain, named)]
            assert abs(found[0] - found[1]) < 2e-6 * abs(found[0])
    # A break beyond the limits takes no point out of them.
    beyond = cuboid.FunctionLimits([(0, 1)], breaks={0: "a"}, names={"a": 3.0})
    assert beyond.map(np.linspace(0, 1, 9)[:, np.newaxis])[0].max() <= 1


def test_products_take_limits():
    tube = cuboid.Product(cuboid.Ball([0, 0], 1), (0, 2))
    close(cuboid.integrate("z", tube, epsrel=1e-9), 2 * math.pi, 1e-8)


@pytest.mark.parametrize(
    "make, sentence",
    [
        (lambda: cuboid.Simplex([[0, 0], [1, 1]]), r"\(2, 2\), and must be n \+ 1 points"),
        (lambda: cuboid.Simplex([[0, 0], [1, 1], [1]]), "are not numbers"),
        (lambda: cuboid.Simplex([[0, 0], [1, math.nan], [1, 2]]), r"vertices\[3\] = nan"),
        (lambda: cuboid.Simplex([[0, 0], [1, 1], [0, 1]], apex="a"), "apex = 'a'"),
        (lambda: cuboid.Union([cuboid.Ball([0, 0], "r")]), r"pieces\[0\]: .* names=\{...\}"),
        (
            lambda: cuboid.integrate(one, [(0, 1), lambda x: (0, x[:3])]),
            r"limits\[1\] returned the upper limit in the shape \(3,\) for \d+ points: it must be a number, or",
        ),
        (lambda: cuboid.integrate(one, [(0, 1), lambda x: ("x", x)]), r"limits\[1\] .* lower limit 'x', which is no"),
        (
            lambda: cuboid.integrate(one, [(0, 1), lambda x: (0, x)], breaks={1: lambda x: x[:3]}),
            r"breaks\[1\] returned a place in the shape \(3,\)",
        ),
        (lambda: cuboid.Ball([0, 0], -1), "radius = -1 must be above 0"),
        (lambda: cuboid.Ball([0, 0], None), "radius = None is not a number"),
        (lambda: cuboid.Union([cuboid.Ball([0, 0], "a")]), r"pieces\[0\]: the texts .* names="),
        (lambda: cuboid.Mapped(cuboid.Ball([0, 0], "a"), ["x[0]", "x[1]"]), "names="),
        (lambda: cuboid.integrate("1", cuboid.Simplex([[0, 0], ["a", 0], [0, 1]]), where="x < y"), "names="),
        (lambda: cuboid.Simplex([[0, 0], ["a", 0], [0, 1]], points=[[0.1, 0.1]]), "a simplex of numbers"),
        (lambda: cuboid.Ball([[0, 0], [1, 1]], [1, -1]), "ball 1 has .* radius = -1"),
        (lambda: cuboid.Ball([[0, 0], [1, 1]], [1, 1, 1]), r"lists of \[2, 3\] balls"),
        (lambda: cuboid.Union([cuboid.Ball([0, 0], 1), cuboid.Ball([0] * 3, 1)]), r"pieces\[1\] has 3"),
        (lambda: cuboid.Union([cuboid.Ball([0, 0], 1), cuboid.Sphere([0, 0], 1)]), "is a surface"),
        (lambda: cuboid.Union([3, "a"]), r"pieces\[1\]: limits = 'a'"),
        (lambda: cuboid.Box([(0, 1)] * 2, ends={5: "lower"}), "ends: there is no axis 5"),
        (lambda: cuboid.Box([(0, 1)] * 2, breaks=[0.3]), "breaks = .* must be a dict"),
        (lambda: cuboid.integrate("1", 2, breaks=[0.3]), "breaks = .* must be a dict"),
        (lambda: cuboid.Product(cuboid.Ball([0, 0], 1), "a"), "limits = 'a'"),
        (lambda: cuboid.Ordered(0, 0, 1), "ndim = 0"),
        (lambda: cuboid.integrate(one, [(0, 1), lambda x: x]), r"limits\[1\] returned"),
        (lambda: cuboid.integrate(one, [(0, 1), lambda x, y: (0, 1)]), "called with 1 arrays"),
        (lambda: cuboid.integrate("1", [(0, 1), ("0", "x[0]"), lambda x, y: (0, y)]), "has a text"),
        (lambda: cuboid.integrate("1", [(0, 1), ("0", "sqrt(x[0] - 0.5)")]), "are 0 and nan at"),
        (lambda: cuboid.integrate("1", cuboid.Simplex(np.zeros((2, 3, 2)))), "integrate_many takes it"),
        (lambda: cuboid.integrate_many("1", np.zeros((2, 4, 3))), r"cuboid.Simplex\(vertices\)"),
        (lambda: cuboid.integrate_many("1", [cuboid.Ball([0, 0], 1)] * 3), "list of regions: give one"),
        (lambda: cuboid.integrate("1", 2, singular="facets"), "must be 'diagonal'"),
        (lambda: cuboid.integrate("1", 2, singular=(0, 0)), "two of the 2 axes"),
        (lambda: cuboid.integrate("1", cuboid.Ball([0, 0], 1), points=[[0.5, 0]]), "its centre alone"),
    ],
)
def test_bad_input_gets_a_sentence(make, sentence):
    with pytest.raises(cuboid.ArgumentError, match=sentence):
        make()


def test_what_has_no_volume_is_zero_and_says_so():
    flat = cuboid.integrate(one, cuboid.Simplex([[0, 0], [1, 1], [2, 2]]))
    assert flat.converged and flat.value == 0 and "no volume" in flat.remarks
    many = cuboid.integrate_many(one, cuboid.Simplex([[[0, 0], [1, 1], [2, 2]], [[0, 0], [1, 0], [0, 1]]]))
    assert many.converged.all() and many.value[0] == 0 and "1 without volume" in many.remarks


def test_limits_that_cross_are_noted():
    crossed = cuboid.integrate("x", [("0", "1"), ("x[0]", "1 - x[0]")], epsrel=1e-8)
    close(crossed, -1 / 6)
    assert "counts negatively" in crossed.remarks


def test_corners_in_the_place_of_limits_are_told():
    corners = [[0, 0], [1, 2]]
    with pytest.warns(UserWarning, match=r"limits = .* corners, give \[\(0, 1\), \(0, 2\)\]") as told:
        result = cuboid.integrate(one, corners)
    assert result.value == 0 and [one.filename for one in told] == [__file__]
    for take in (
        cuboid.Box,
        lambda limits: cuboid.Integrand("x*y", limits),
        lambda limits: cuboid.value_and_grad("a*x*y", limits, {"a": 2.0}, epsrel=1e-6),
        lambda limits: cuboid.integrate_many("p[0]*x*y", limits, [[1.0], [2.0]], epsrel=1e-6),
    ):
        with pytest.warns(UserWarning, match="corners"):
            take(corners)


@pytest.mark.filterwarnings("error")
def test_an_axis_without_width_is_no_corner():
    for limits in ([(1, 1), (0, 2)], [(0, 0), (1, 2), (1, 3)]):
        for found in (
            cuboid.integrate(one, limits),
            cuboid.integrate(one, cuboid.Box(limits)),
            cuboid.integrate(one, limits, breaks={1: 1.5}),
        ):
            assert found.converged and found.value == 0 and found.neval == 0


def test_partitions_are_drawn_in_the_region():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    disc = cuboid.Ball([3, 0], 1)
    result = cuboid.integrate("exp(20*y)", disc, epsrel=1e-8, method="cuhre", trace=True)
    axes = result.plot_partition(axes=pyplot.figure().gca())
    corners = np.concatenate([patch.get_xy() for patch in axes.patches])
    assert len(axes.patches) > 1 and axes.get_xlabel() == "x[0]"
    assert (np.hypot(corners[:, 0] - 3, corners[:, 1]) < 1 + 1e-12).all()
    pyplot.close("all")


def test_singular_facets_are_named_where_they_are_missing():
    def dirichlet(x):
        return np.prod(x, axis=1) ** -0.5 * np.maximum(1 - x.sum(axis=1), 0) ** -0.9

    corners = np.vstack([np.zeros(3), np.eye(3)])
    with pytest.warns(cuboid.NotConverged, match="give a simplex singular = facets"):
        cuboid.integrate(dirichlet, cuboid.Simplex(corners), method="cuhre", epsrel=1e-6)


def test_images_are_of_limits_too():
    close(cuboid.integrate("1", cuboid.Mapped([(0, 1), (0, 2)], ["2*x[0]", "x[1]"])), 4, 1e-9)


@pytest.mark.parametrize("name", ["breaks", "ends", "points", "singular", "where"])
def test_who_takes_no_cuts_says_that_regions_do(name):
    for call in (cuboid.value_and_grad, cuboid.value_and_grad_many):
        if name != "breaks":
            with pytest.raises(cuboid.ArgumentError, match=f"{name} is no option of .*give it with the region"):
                call("p[0]*x", 1, [[1.0]], **{name: {}})
    with pytest.raises(cuboid.ArgumentError, match=r"has those of its parts, as Where\(Box"):
        cuboid.integrate("x", cuboid.Where(1, "x < 1"), breaks={0: 0.5})


def test_limits_and_breaks_have_the_parameters_of_the_integrand():
    close(
        cuboid.integrate("exp(-a*x)", (0, "a"), parameters={"a": 2.0}, epsrel=1e-9),
        (1 - math.exp(-4)) / 2,
    )
    close(
        cuboid.integrate(
            "exp(-p[0]*x)", [(0, "p[1]")], parameters=[1.0, 2.0], epsrel=1e-9
        ),
        1 - math.exp(-2),
    )
    triangle = cuboid.Simplex([[0, 0], ["a", 0], [0, "b"]])
    close(
        cuboid.integrate("1", triangle, parameters={"a": 1.0, "b": 3.0}, epsrel=1e-9),
        1.5,
    )
    disc = cuboid.integrate(
        "1", 2, where="x^2 + y^2 < r^2", parameters={"r": 0.5}, epsrel=1e-7
    )
    close(disc, math.pi / 16, 1e-7)
    call = dict(parameters={"K": 1.0}, epsrel=1e-12)
    cut = cuboid.integrate("max(x - K, 0)*exp(-x)", (0, math.inf), breaks="K", **call)
    close(cut, math.exp(-1), 1e-12)
    assert cut == cuboid.integrate(
        "max(x - K, 0)*exp(-x)", [(0, math.inf)], breaks={0: ["K"]}, **call
    )


def test_limits_and_breaks_have_the_parameters_of_each_integral():
    strikes = np.array([1.0, 2.0, 3.0])
    many = cuboid.integrate_many(
        "exp(-K*x)", (0, "K"), {"K": strikes, "unused": 0.0}, epsrel=1e-9
    )
    assert np.allclose(many.value, (1 - np.exp(-(strikes**2))) / strikes, rtol=1e-9)
    for payoff in (
        "max(x - K, 0)*exp(-x)",
        lambda x, p: np.maximum(x[:, 0] - p["K"], 0) * np.exp(-x[:, 0]),
    ):
        many = cuboid.integrate_many(
            payoff, (0, math.inf), {"K": strikes}, breaks="K", epsrel=1e-10
        )
        assert many.converged.all() and np.allclose(
            many.value, np.exp(-strikes), rtol=1e-10
        )
    rows = [[1.0, 2.0], [2.0, 3.0]]
    assert np.allclose(
        cuboid.integrate_many("1", [(0, "p[0]"), (0, "p[1]")], rows).value, [2, 6]
    )
    many = cuboid.integrate_many(
        "abs(x - 0.3)*k", 1, {"k": [1, 2]}, breaks=0.3, epsrel=1e-12
    )
    assert np.allclose(many.value, [0.29, 0.58], rtol=1e-12)


def test_one_axis_needs_no_dict():
    close(cuboid.integrate("abs(x - 0.3)", 1, breaks=0.3, epsrel=1e-12), 0.29, 1e-12)
    close(cuboid.integrate("x^-0.5", 1, ends="lower", epsrel=1e-9), 2)
    v, grad = cuboid.value_and_grad(
        "max(x - K, 0)", 1, {"K": 0.25}, breaks=["K"], epsrel=1e-10
    )
    close(grad["K"], -0.75)
    with pytest.raises(cuboid.ArgumentError, match="breaks = .* must be a dict"):
        cuboid.value_and_grad("max(x - K, 0)*y", 2, {"K": 0.25}, breaks=["K"])


def test_ends_move_in_a_list():
    K = np.array([0.3, 0.5])
    many = cuboid.integrate_many("abs(x - K)^-0.5", 1, {"K": K}, breaks="K", ends="breaks", epsrel=1e-6)
    assert many.converged.all() and np.allclose(many.value, 2 * (K**0.5 + (1 - K) ** 0.5), rtol=1e-6)
    many = cuboid.integrate_many("k*x^-0.5", 1, {"k": [1, 2]}, ends="lower", epsrel=1e-9)
    assert np.allclose(many.value, [2, 4], rtol=1e-9)
