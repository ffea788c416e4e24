"""Integrals as functions of JAX."""

import math
import os
import shutil
import subprocess
import sys
import tempfile
import warnings

import numpy as np
import pytest

import cuboid

jax = pytest.importorskip("jax")
jnp = jax.numpy

TEXT = "exp(-p[0]*x[0]*x[0]) * cos(p[1]*x[1])"
MOVING = [(0, 1), ("0", "p[1]")]
POINT = np.array([2.0, 3.0])


IN_C = "double f(const double *x, const double *p) { return exp(-p[0]*x[0]); }"


@pytest.fixture(autouse=True)
def double():
    jax.config.update("jax_enable_x64", True)
    yield
    jax.config.update("jax_enable_x64", False)


def function(x, p):
    return jnp.exp(-p["a"] * x[:, 0] ** 2) * jnp.cos(p["b"][0] * x[:, 1])


def test_a_text_has_the_results_of_value_and_grad():
    f = cuboid.jax.integral(TEXT, MOVING, epsrel=1e-8)
    v, grad = cuboid.value_and_grad(TEXT, MOVING, POINT, epsrel=1e-8)
    expected = [one.value for one in grad]
    for call in (f, jax.jit(f)):
        assert np.isclose(float(call(POINT)), v.value, rtol=1e-13)
        assert np.allclose(jax.grad(call)(POINT), expected, rtol=1e-14)
    value, slopes = jax.jit(jax.value_and_grad(f))(POINT)
    alone, _ = cuboid.value_and_grad_many(TEXT, MOVING, POINT[np.newaxis], epsrel=1e-8)
    assert float(value) == alone.value[0] and np.allclose(slopes, expected, rtol=1e-14)
    _, tangent = jax.jvp(f, (POINT,), (np.array([0.0, 1.0]),))
    assert np.isclose(tangent, expected[1], rtol=1e-14)


def test_vmap_is_a_list():
    rows = np.stack([np.linspace(1, 2, 20), np.linspace(2, 3, 20)], 1)
    f = cuboid.jax.integral(TEXT, 2, epsrel=1e-8, method="cuhre")
    many = cuboid.integrate_many(TEXT, 2, rows, epsrel=1e-8, method="cuhre")
    assert np.array_equal(jax.jit(jax.vmap(f))(rows), many.value)
    _, grad = cuboid.value_and_grad_many(TEXT, 2, rows, epsrel=1e-8, method="cuhre")
    slopes = jax.vmap(jax.grad(f))(rows)
    assert np.allclose(slopes, np.stack([one.value for one in grad], 1), rtol=1e-14)


def test_functions_of_jax_numpy_have_trees_of_parameters():
    f = cuboid.jax.integral(function, [(0, 1), (0, 2)], epsrel=1e-8)
    params = {"a": 2.0, "b": jnp.array([1.5])}
    over_x = math.sqrt(math.pi / 2) / 2 * math.erf(math.sqrt(2.0))
    assert abs(float(f(params)) - over_x * math.sin(3.0) / 1.5) < 1e-8
    slopes = jax.grad(f)(params)
    by_b = over_x * (2 * math.cos(3.0) / 1.5 - math.sin(3.0) / 1.5**2)
    assert abs(float(slopes["b"][0]) - by_b) < 1e-7
    by_a = (-over_x + math.exp(-2.0)) / 4 * math.sin(3.0) / 1.5
    assert abs(float(slopes["a"]) - by_a) < 1e-8


def test_functions_are_compiled_once():
    traced = []

    def fn(x, p):
        traced.append(len(x))
        return jnp.exp(-p["a"] * x[:, 0])

    slope = jax.grad(cuboid.jax.integral(fn, 1))
    first = slope({"a": 2.0})
    traced.clear()
    assert slope({"a": 2.0}) == first and not traced


def test_second_derivatives():
    a, b = POINT
    def exact(p):
        over_x = jnp.sqrt(math.pi / p[0]) / 2 * jax.scipy.special.erf(jnp.sqrt(p[0]))
        return over_x * jnp.sin(p[1] ** 2) / p[1]

    expected = np.asarray(jax.hessian(exact)(POINT))
    f = cuboid.jax.integral(TEXT, MOVING, epsrel=1e-8)
    for hessian in (jax.hessian(f), jax.jit(jax.hessian(f)), jax.jacrev(jax.grad(f)), jax.jacfwd(jax.jacfwd(f))):
        assert np.allclose(hessian(POINT), expected, rtol=1e-7)
    _, tangent = jax.jvp(jax.grad(f), (POINT,), (np.array([0.0, 1.0]),))
    assert np.allclose(tangent, expected[1], rtol=1e-7)
    many = jax.vmap(jax.hessian(f))(np.stack([POINT, POINT]))
    assert np.allclose(many, [expected, expected], rtol=1e-7)
    of_function = jax.hessian(cuboid.jax.integral(lambda x, p: jnp.exp(-p[0] * x[:, 0] ** 2), 1, epsrel=1e-9))
    over_x = jax.hessian(lambda p: jnp.sqrt(math.pi / p[0]) / 2 * jax.scipy.special.erf(jnp.sqrt(p[0])))
    assert np.allclose(of_function(jnp.array([2.0])), over_x(jnp.array([2.0])), rtol=1e-8)
    third = jax.grad(jax.grad(jax.grad(cuboid.jax.integral("exp(-p[0]*x)", (0, math.inf), epsrel=1e-9))))
    assert abs(float(third(2.0)) + 6 / 2**4) < 1e-8


def test_texts_in_c():
    f = cuboid.jax.integral(IN_C, (0, 1), epsrel=1e-9)
    exact = (1 - math.exp(-2)) / 2
    slope = -exact / 2 + math.exp(-2) / 2
    assert abs(float(jax.jit(f)(2.0)) - exact) < 1e-9 and abs(float(jax.grad(f)(2.0)) - slope) < 1e-9
    assert np.allclose(jax.vmap(jax.grad(f))(np.array([2.0, 2.0])), slope, rtol=1e-8)
    moving = cuboid.jax.integral(IN_C, [(0, "p[1]")], epsrel=1e-9)
    for call in (moving, jax.jit(moving)):
        assert abs(float(call(POINT)) - (1 - math.exp(-6)) / 2) < 1e-9
    assert abs(float(jax.grad(moving)(POINT)[1]) - math.exp(-6)) < 1e-9


def test_limits_of_functions_move():
    """Each against its closed form, with what the border brings."""
    def fn(x, p):
        return jnp.exp(-p["a"] * x[:, 0]) * x[:, 1]

    f = cuboid.jax.integral(fn, [lambda p: (0, p["b"]), lambda x, p: (p["a"], p["a"] + x)], epsrel=1e-9)

    def exact(p):  # over x_1 it is a x + x^2 / 2
        a, b = p["a"], p["b"]
        e = jnp.exp(-a * b)
        first = (1 - e * (1 + a * b)) / a**2
        second = (2 - e * (2 + 2 * a * b + (a * b) ** 2)) / a**3
        return a * first + second / 2

    p = {"a": 1.5, "b": 0.8}
    for of in (lambda g: g, jax.grad, jax.hessian, lambda g: jax.jit(jax.grad(g))):
        found, known = jax.tree.leaves(of(f)(p)), jax.tree.leaves(of(exact)(p))
        assert np.allclose(found, known, rtol=1e-7)

    def tail(x, p):
        return jnp.stack([jnp.exp(-x[:, 0]), jnp.exp(-2 * x[:, 0])], 1)

    above = cuboid.jax.integral(tail, [lambda p: (p[0], math.inf)], epsrel=1e-8)
    slopes = jax.jacobian(above)(jnp.array([1.0]))
    assert np.allclose(slopes[:, 0], [-math.exp(-1), -math.exp(-2)], rtol=1e-7)
    below = cuboid.jax.integral(lambda x, p: jnp.exp(x[:, 0]), [lambda p: (-math.inf, p)], epsrel=1e-8)
    assert abs(float(jax.grad(below)(1.0)) - math.e) < 1e-6


@pytest.fixture
def target():
    from cuboid import _jax_target

    if shutil.which("cc") is None or not hasattr(jax, "ffi"):
        pytest.skip("no compiler, or no jax.ffi")
    assert _jax_target._owner() is not None
    return _jax_target


def test_programs_call_expressions_without_python(target):
    f = cuboid.jax.integral(TEXT, MOVING, epsrel=1e-8)
    rows = np.stack([np.linspace(1, 2, 20), np.linspace(2, 3, 20)], 1)
    for call, at in ((jax.jit(f), POINT), (jax.jit(jax.grad(f)), POINT), (jax.jit(jax.vmap(jax.hessian(f))), rows)):
        text = call.lower(at).as_text()
        assert "cuboid_integrals" in text and "callback" not in text
    function_text = jax.jit(cuboid.jax.integral(function, 2)).lower({"a": 2.0, "b": jnp.array([1.5])}).as_text()
    assert "callback" in function_text and "cuboid_integrals" not in function_text
    plain = cuboid.jax.integral(TEXT, MOVING, epsrel=1e-8)
    plain_rows = jax.jit(jax.vmap(jax.grad(plain)))(rows)
    _, grad = cuboid.value_and_grad_many(TEXT, MOVING, rows, epsrel=1e-8)
    assert np.array_equal(plain_rows, np.stack([one.value for one in grad], 1))

    def sum_of(n, p):
        return jax.lax.fori_loop(0, n, lambda i, total: total + f(p + 0.01 * i), 0.0)

    assert np.isclose(jax.jit(sum_of, static_argnums=0)(5, POINT), sum(float(f(POINT + 0.01 * i)) for i in range(5)))
    assert jax.jit(jax.vmap(f))(np.zeros((0, 2))).shape == (0,)


def test_programs_call_texts_in_c_without_python(target):
    f = cuboid.jax.integral(IN_C, [(0, "p[1]")], epsrel=1e-9)
    rows = np.stack([np.linspace(1, 2, 20), np.linspace(2, 3, 20)], 1)
    many = jax.jit(jax.vmap(jax.value_and_grad(f)))
    assert "callback" not in many.lower(rows).as_text()
    value, slopes = many(rows)
    v, grad = cuboid.value_and_grad_many(IN_C, [(0, "p[1]")], rows, epsrel=1e-9)
    assert np.array_equal(value, v.value) and np.array_equal(slopes, np.stack([one.value for one in grad], 1))
    # What jumps is looked for at the parameters of the first call.
    jumps = "double f(const double *x, const double *p) { return p[0] > 1.5 ? x[0] : x[0] < p[0]; }"
    moving = jax.jit(jax.grad(cuboid.jax.integral(jumps, 1)))
    with pytest.warns(cuboid.NotConverged, match="leaves out moving jumps"):
        moving(0.5).block_until_ready()
    beyond = "int f(const int *n, const double *x, const int *m, double *f, double *p) { f[p[0] < LEAST] = f[0] = x[0]; return 0; }"
    for least in (2, 0.8):  # Seen when the program is made, and at its first parameters.
        with pytest.raises(Exception, match="sets more than f.0."):
            jax.jit(cuboid.jax.integral(beyond.replace("LEAST", str(least)), 1))(0.5).block_until_ready()
    late = jax.jit(cuboid.jax.integral(beyond.replace("LEAST", "0.8"), 1))
    assert abs(float(late(1.0)) - 0.5) < 1e-6
    with pytest.raises(Exception, match="sets more components than ncomp"):
        late(0.5).block_until_ready()
    assert abs(float(late(1.0)) - 0.5) < 1e-6
    reads = "double f(const double *x, const double *p) { return p[0] < 0.8 ? x[1] : x[0]; }"
    late = jax.jit(jax.grad(cuboid.jax.integral(reads, 1)))
    assert float(late(1.0)) == 0
    with pytest.raises(Exception, match="reads beyond the last axis"):
        late(0.5).block_until_ready()
    with pytest.raises(Exception, match="does not compile as C.. with dual numbers"):
        wrong = "double f(const double *x, const double *p) { return tgamma(p[0])*x[0]; }"
        jax.jit(jax.grad(cuboid.jax.integral(wrong, 1)))(0.5).block_until_ready()


def test_programs_have_python_call_where_there_is_no_target(target, monkeypatch):
    monkeypatch.setattr(target, "_owner", lambda: None)
    f = cuboid.jax.integral(TEXT, MOVING, epsrel=1e-8)
    lowered = jax.jit(f).lower(POINT)
    assert "callback" in lowered.as_text() and "cuboid_integrals" not in lowered.as_text()
    assert float(lowered.compile()(POINT)) == float(f(POINT))


def test_programs_say_what_went_wrong(target):
    f = jax.jit(cuboid.jax.integral("p[0]*x", 1))
    with pytest.raises(Exception, match="params: p0 of integral 0 = nan is no number"):
        f(jnp.array([math.nan])).block_until_ready()
    rough = jax.jit(cuboid.jax.integral("fabs(x - p[0])^-0.9", 1, epsrel=1e-9, maxeval=2000))
    with pytest.warns(cuboid.NotConverged, match="not_converged: "):
        rough(jnp.array([0.3])).block_until_ready()
    with warnings.catch_warnings():
        warnings.simplefilter("error", cuboid.NotConverged)
        with pytest.raises(Exception, match="maxeval"):
            rough(jnp.array([0.3])).block_until_ready()
    broken = jax.jit(cuboid.jax.integral("log(-p[0] - x)", 1))
    with pytest.raises(Exception, match="the integrand (is not finite|returned NaN or infinity)"):
        broken(jnp.array([1.0])).block_until_ready()
    jump = jax.jit(jax.grad(lambda p: cuboid.jax.integral("x < p[0] ? x : 0", 1)(p)[()]))
    with pytest.warns(cuboid.NotConverged, match="leaves out moving jumps"):
        jump(jnp.array([0.5])).block_until_ready()
    program = """
import jax, numpy, cuboid, sys
jax.config.update("jax_enable_x64", True)
f = jax.jit(cuboid.jax.integral("p[0]*x", 1))
print(float(f(numpy.array([2.0]))))
"""
    with tempfile.TemporaryDirectory() as folder:
        keeping = {**os.environ, "JAX_COMPILATION_CACHE_DIR": folder, "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
                   "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1"}
        for _ in range(2):  # A program that another process has compiled is not taken for one's own.
            run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=keeping)
            assert run.returncode == 0 and float(run.stdout) == 1.0, run.stderr


def test_functions_work_under_jit_in_a_process_of_their_own(tmp_path):
    """One that hangs would be ended: a program of JAX waits for another one."""
    program = """
import cuboid, jax
jax.config.update("jax_enable_x64", True)
f = cuboid.jax.integral(lambda x, p: jax.numpy.exp(-p[0] * x[:, 0]), 1, epsrel=1e-8)
for _ in range(3):
    value, slope = jax.jit(jax.value_and_grad(f))(jax.numpy.array([2.0]))
print(float(value), float(slope[0]))
values = jax.jit(jax.vmap(f))(jax.numpy.array([[1.0], [2.0]]))
print(float(values[1]))
rows = jax.numpy.linspace(-1, 1, 128).reshape(2, 64)
net = cuboid.jax.integral(lambda x, p: jax.numpy.tanh(jax.numpy.tanh(x * p @ rows) @ rows.T).sum(1), 2, epsrel=1e-6)
at = jax.numpy.array([2.0, 3.0])
print(float(abs(jax.jit(jax.hessian(net))(at) - jax.hessian(net)(at)).max()))
"""
    run = subprocess.run([sys.executable, "-c", program], timeout=120, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    value, slope, again, difference = map(float, run.stdout.split())
    assert difference < 1e-5
    exact = (1 - math.exp(-2)) / 2
    assert abs(value - exact) < 1e-8 and abs(again - exact) < 1e-8
    assert abs(slope - (-exact / 2 + math.exp(-2) / 2)) < 1e-8


@pytest.mark.skipif(jax.default_backend() != "gpu" or cuboid.device() is None, reason="needs a GPU")
def test_functions_stay_on_the_device_of_the_parameters(monkeypatch):
    from cuboid.jax import _Function

    devices = set()
    evaluate = _Function._at_points

    def watched(self, x, row, order):
        if len(x) > 2:  # Those with which the shape is tried out.
            devices.update({one.platform for one in x.devices()} if isinstance(x, jax.Array) else {"host"})
        return evaluate(self, x, row, order)

    monkeypatch.setattr(_Function, "_at_points", watched)

    def integral(limits):
        return cuboid.jax.integral(lambda x, p: jnp.exp(-p[0] * x[:, 0]) * jnp.cos(p[1] * x[:, 1]), limits, epsrel=1e-8)

    over_box = integral([(0, 1), lambda x, p: (0, p[1])])
    expected = jax.device_put(POINT, jax.devices("cpu")[0])
    for of in (lambda f: f, lambda f: jax.jit(jax.grad(f))):
        devices.clear()
        found = of(over_box)(jnp.asarray(POINT))
        assert devices == {"gpu"}
        devices.clear()
        known = of(over_box)(expected)
        assert devices == {"host"} and np.allclose(found, known, rtol=1e-7)
    integral(cuboid.Ball([0, 0], 1))(jnp.asarray(POINT))
    assert devices == {"host"}


def test_single_precision_and_components():
    jax.config.update("jax_enable_x64", False)
    f = cuboid.jax.integral("p[0]*x, p[0]^2", 1)
    value = jax.jit(f)(jnp.array([3.0]))
    assert value.dtype == jnp.float32 and np.allclose(value, [1.5, 9])
    assert np.allclose(jax.jacobian(f)(jnp.array([3.0])), [[0.5], [6]])
    unused = cuboid.jax.integral("p[1]*x", 1)
    assert np.allclose(jax.grad(unused)(jnp.array([1.0, 2.0])), [0, 0.5])


def test_texts_in_c_have_hessians():
    jax.config.update("jax_enable_x64", True)
    text = "exp(-p[0]*x[0]*x[0]) * cos(p[1]*x[1])"
    limits = [(0, "p[0]"), ("p[0]*x[0]", "p[1]")]
    of_c = cuboid.jax.integral(f"double f(const double *x, const double *p) {{ return {text}; }}", limits, epsrel=1e-9)
    hessian, of_c = jax.hessian(cuboid.jax.integral(text, limits, epsrel=1e-9)), jax.hessian(of_c)
    p = jnp.array([0.5, 1.5])
    for one in of_c, jax.jit(of_c):
        assert np.allclose(one(p), hessian(p), rtol=1e-12)
    rows = jnp.stack([p, 2 * p])
    assert np.allclose(jax.vmap(of_c)(rows), jax.vmap(hessian)(rows), rtol=1e-12)


@pytest.mark.parametrize("text", ["-3000 - p[0]*x[0]", "double f(const double *x, const double *p) { return -3000 - p[0]*x[0]; }"])
def test_logarithms(text):
    jax.config.update("jax_enable_x64", True)
    f = jax.value_and_grad(cuboid.jax.integral(text, [("0", "p[1]")], epsrel=1e-9, log=True))
    rest = math.exp(-3)
    exact = [1.5 * rest / (1 - rest) - 0.5, 2 * rest / (1 - rest)]
    p = jnp.array([2.0, 1.5])
    for one in f, jax.jit(f):
        value, slopes = one(p)
        assert abs(value - (-3000 + math.log((1 - rest) / 2))) < 1e-8 and np.allclose(slopes, exact, rtol=1e-8)
    assert np.allclose(jax.vmap(f)(jnp.stack([p, p]))[1], [exact, exact], rtol=1e-8)


def test_sentences():
    with pytest.raises(cuboid.ArgumentError, match="must be float32 or float64"):
        cuboid.jax.integral("p[0]*x", 1)(np.array([1]))
    with pytest.raises(cuboid.ArgumentError, match="params are float16, and must be float32 or float64"):
        cuboid.jax.integral("p[0]*x", 1)(np.array([1], dtype=np.float16))
    with pytest.raises(cuboid.ArgumentError, match="no function that returns int, nor one as double"):
        cuboid.jax.integral("struct a { int b; };", 1)
    with pytest.raises(cuboid.ArgumentError, match="a text in C, which has first and second derivatives"):
        jax.grad(jax.grad(jax.grad(cuboid.jax.integral(IN_C, (0, 1)))))(2.0)
    with pytest.raises(cuboid.ArgumentError, match="log=True has derivatives of texts"):
        jax.grad(cuboid.jax.integral(lambda x, p: -p * x[:, 0], 1, log=True))(2.0)
    with pytest.raises(cuboid.ArgumentError, match="params = 'a' are no array of numbers, p\\[0\\], p\\[1\\] ..., in the text"):
        cuboid.jax.integral("p[0]*x", 1)("a")
    with pytest.raises(cuboid.ArgumentError, match="have names, and C takes an array"):
        cuboid.jax.integral(IN_C, 1)({"k": 2.0})
    with pytest.raises(cuboid.ArgumentError, match="have no names"):
        cuboid.jax.integral("x", 1)({})
    with pytest.raises(cuboid.ArgumentError, match="k has the shape .2,., and is no number"):
        cuboid.jax.integral("k*x", 1)({"k": jnp.ones(2)})
    for transformed in lambda f: f, jax.grad, jax.jit:
        with pytest.raises(cuboid.ArgumentError, match=r"complex values.* jax.numpy.stack\(\[f.real, f.imag\], -1\)"):
            transformed(cuboid.jax.integral(lambda x, p: jnp.exp(1j * p * x[:, 0]), 1))(2.0)
    with pytest.raises(cuboid.ArgumentError, match="p0 = nan is no number"):
        jax.grad(cuboid.jax.integral("p[0]*x", 1))(math.nan)
    with pytest.raises(cuboid.ArgumentError, match="f returned an array of shape|f returned other numbers"):
        cuboid.jax.integral(lambda x, p: jnp.ones((len(x), 1 + (len(x) > 64))), 1, method="vegas")(jnp.array([1.0]))
    with pytest.raises(cuboid.ArgumentError, match="fn returned a dict, and must return one array"):
        cuboid.jax.integral(lambda x, p: {"a": x[:, 0] * p}, 1)(1.0)
    with pytest.raises(cuboid.ArgumentError, match="limits that are texts with parameters are for texts"):
        cuboid.jax.integral(function, [("0", "p[0]")])
    with pytest.raises(cuboid.ArgumentError, match=r"limits\[0\] takes 0 arguments: beside limits that move, it takes 1"):
        cuboid.jax.integral(function, [lambda: (0, 1), lambda x, p: (0, p["a"])])
    with pytest.raises(cuboid.ArgumentError, match="returned 1, and no pair"):
        cuboid.jax.integral(function, [lambda p: 1, (0, 1)])({"a": 2.0, "b": jnp.array([1.5])})
    with pytest.raises(cuboid.ArgumentError, match="an end that is finite"):
        cuboid.jax.integral(function, [lambda p: (-math.inf, math.inf), (0, 1)])({"a": 2.0, "b": jnp.array([1.5])})
    with pytest.raises(cuboid.ArgumentError, match="neither a text nor a function"):
        cuboid.jax.integral(3, 1)
    with pytest.raises(cuboid.ArgumentError, match="shape"):
        cuboid.jax.integral(lambda x, p: p.sum(), 1)(jnp.array([1.0]))


def test_parameters_of_expressions_have_names():
    f = cuboid.jax.integral("a*exp(-width*x)", [(0, "b")], epsrel=1e-9)
    given = {"width": 2.0, "b": 3.0, "a": 0.5, "unused": 1.0}

    def exact(p):
        return p["a"] * (1 - jnp.exp(-p["width"] * p["b"])) / p["width"]

    with jax.enable_x64(True):
        for made in (f, jax.jit(f)):
            assert abs(made(given) - exact(given)) < 1e-9
            for derivative in (jax.grad, jax.hessian):
                pairs = zip(jax.tree.leaves(derivative(exact)(given)), jax.tree.leaves(derivative(made)(given)))
                assert all(abs(one - other) < 1e-8 for one, other in pairs)
        rows = {name: jnp.linspace(value, 2 * value, 5) for name, value in given.items()}
        assert np.allclose(jax.vmap(f)(rows), exact(rows), rtol=1e-9)
        # Limits that stay, and the value alone.
        still = cuboid.jax.integral("width*x", 1)
        assert abs(still({"width": 2.0}) - 1) < 1e-9
        assert np.allclose(jax.vmap(still)({"width": jnp.array([1.0, 2.0])}), [0.5, 1])
