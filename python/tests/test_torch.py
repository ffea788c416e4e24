"""Integrals as functions of PyTorch."""

import math

import numpy as np
import pytest

import cuboid

torch = pytest.importorskip("torch")

TEXT = "exp(-p[0]*x[0]*x[0]) * cos(p[1]*x[1])"
IN_C = f"double f(const double *x, const double *p) {{ return {TEXT}; }}"
MOVING = [(0, 1), ("0", "p[1]")]


def parameters(*numbers, dtype=torch.float64):
    return torch.tensor(numbers, dtype=dtype, requires_grad=True)


def test_a_text_has_the_results_of_value_and_grad():
    p = parameters(2.0, 3.0)
    value = cuboid.torch.integral(TEXT, MOVING, epsrel=1e-8)(p)
    (2 * value).backward()
    v, grad = cuboid.value_and_grad(TEXT, MOVING, [2.0, 3.0], epsrel=1e-8)
    assert float(value) == v.value
    assert np.allclose(p.grad, [2 * one.value for one in grad], rtol=1e-14)
    assert torch.autograd.gradcheck(cuboid.torch.integral(TEXT, MOVING, epsrel=1e-10), (p,), atol=1e-6)


def test_rows_are_a_list():
    rows = torch.tensor([[1.0, 2.0], [2.0, 3.0]], dtype=torch.float64, requires_grad=True)
    values = cuboid.torch.integral(TEXT, 2, epsrel=1e-8, method="cuhre")(rows)
    _, grad = cuboid.value_and_grad_many(TEXT, 2, rows.detach().numpy(), epsrel=1e-8, method="cuhre")
    (values * torch.tensor([1.0, 10.0])).sum().backward()
    expected = np.stack([one.value for one in grad], 1) * [[1], [10]]
    assert np.allclose(rows.grad, expected, rtol=1e-14)


def test_functions_of_tensors():
    def fn(x, p):
        return torch.stack([torch.exp(-p[0] * x[:, 0]), p[1] * x[:, 0]], 1)

    p = parameters(2.0, 3.0)
    value = cuboid.torch.integral(fn, 1, epsrel=1e-9)(p)
    exact = (1 - math.exp(-2)) / 2
    assert np.allclose(value.detach(), [exact, 1.5])
    value.sum().backward()
    assert np.allclose(p.grad, [-exact / 2 + math.exp(-2) / 2, 0.5])
    with torch.no_grad():
        assert np.allclose(cuboid.torch.integral(fn, 1)(p), [exact, 1.5], rtol=1e-3)


def test_limits_of_functions_move():
    f = cuboid.torch.integral(lambda x, p: torch.exp(-p[0] * x[:, 0]), [lambda p: (0, p[1])], epsrel=1e-10)
    p = parameters(2.0, 3.0)
    f(p).backward()
    e = math.exp(-6)
    assert np.allclose(p.grad, [-(1 - e) / 4 + 3 * e / 2, e], rtol=1e-8)
    assert torch.autograd.gradgradcheck(f, (p,), atol=1e-6)
    with pytest.raises(cuboid.ArgumentError, match="limits that are texts with parameters are for texts"):
        cuboid.torch.integral(lambda x, p: x[:, 0], [("0", "p[0]")])


def test_second_derivatives():
    p = parameters(2.0, 3.0)
    f = cuboid.torch.integral(TEXT, MOVING, epsrel=1e-10)
    assert torch.autograd.gradgradcheck(f, (p,), atol=1e-6)
    rows = torch.tensor([[1.0, 2.0], [2.0, 3.0]], dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradgradcheck(cuboid.torch.integral(TEXT, 2, epsrel=1e-10), (rows,), atol=1e-6)

    def fn(x, q):
        return torch.exp(-q[0] * x[:, 0]) * q[1] ** 3

    hessian = torch.autograd.functional.hessian(cuboid.torch.integral(fn, 1, epsrel=1e-9), p)
    exact = torch.autograd.functional.hessian(lambda q: (1 - torch.exp(-q[0])) / q[0] * q[1] ** 3, p)
    assert torch.allclose(hessian, exact, rtol=1e-8)


def test_texts_in_c():
    p = parameters(2.0)
    f = cuboid.torch.integral("double f(const double *x, const double *p) { return exp(-p[0]*x[0]); }", 1, epsrel=1e-9)
    f(p).backward()
    exact = (1 - math.exp(-2)) / 2
    assert abs(float(p.grad[0]) - (-exact / 2 + math.exp(-2) / 2)) < 1e-8
    f = cuboid.torch.integral(IN_C, MOVING, epsrel=1e-10)
    q = parameters(2.0, 3.0)
    assert torch.autograd.gradgradcheck(f, (q,), atol=1e-6)
    hessian = torch.autograd.functional.hessian(f, q)
    of_text = torch.autograd.functional.hessian(cuboid.torch.integral(TEXT, MOVING, epsrel=1e-10), q)
    assert torch.allclose(hessian, of_text, rtol=1e-12)
    with pytest.raises(cuboid.ArgumentError, match="a text in C, which has first and second derivatives"):
        torch.autograd.functional.hessian(lambda r: torch.autograd.grad(f(r), r, create_graph=True)[0].sum(), q)


def test_transforms_of_torch_func():
    def fn(x, p):
        return torch.exp(-p[0] * x[:, 0]) * p[1] ** 3

    q = parameters(2.0, 3.0)
    rows = torch.tensor([[2.0, 3.0], [1.0, 2.0]], dtype=torch.float64)
    for f in cuboid.torch.integral(TEXT, MOVING, epsrel=1e-9), cuboid.torch.integral(fn, 1, epsrel=1e-9):
        slope = torch.autograd.grad(f(q), q)[0]
        assert torch.allclose(torch.func.grad(f)(q.detach()), slope, rtol=1e-9)
        assert torch.allclose(torch.func.vmap(f)(rows), f(rows), rtol=1e-9)
        assert torch.allclose(torch.func.vmap(torch.func.grad(f))(rows)[0], slope, rtol=1e-9)
        hessian = torch.autograd.functional.hessian(f, q)
        of_rows = torch.func.vmap(torch.func.jacrev(torch.func.grad(f)))(rows)
        assert torch.allclose(of_rows[0], hessian, rtol=1e-8)


def test_forward_mode():
    def fn(x, p):
        return torch.exp(-p[0] * x[:, 0]) * p[1] ** 3

    def exact(p):
        return (1 - torch.exp(-p[0])) / p[0] * p[1] ** 3

    forward, reverse, hessian = torch.func.jacfwd, torch.func.jacrev, torch.func.hessian
    q, t = parameters(2.0, 3.0).detach(), parameters(0.5, -1.0).detach()

    def of_rows(f):
        return lambda p: torch.func.vmap(hessian(f))(torch.stack([p * p[0], p + 1]))

    for f in (
        cuboid.torch.integral("exp(-p[0]*x) * p[1]^3", 1, epsrel=1e-10),
        cuboid.torch.integral(fn, 1, epsrel=1e-10),
    ):
        for found, known in zip(torch.func.jvp(f, (q,), (t,)), torch.func.jvp(exact, (q,), (t,))):
            assert torch.allclose(found, known, rtol=1e-8)
        # Where PyTorch alone has zeros: forward mode of forward mode, also through a tangent.
        assert torch.allclose(
            forward(lambda s: torch.func.jvp(f, (q,), (s,))[1])(t), reverse(exact)(q), rtol=1e-8
        )
        for derivative in (
            forward,
            hessian,
            lambda g: forward(forward(g)),
            lambda g: reverse(forward(g)),
            lambda g: forward(hessian(g)),
            lambda g: forward(of_rows(g)),
        ):
            assert torch.allclose(derivative(f)(q), derivative(exact)(q), rtol=1e-8, atol=1e-8)
    in_c = cuboid.torch.integral(IN_C, MOVING, epsrel=1e-10)
    assert torch.autograd.gradcheck(in_c, (parameters(2.0, 3.0),), atol=1e-6, check_forward_ad=True)
    with pytest.raises(cuboid.ArgumentError, match="a text in C, which has first and second derivatives"):
        forward(hessian(in_c))(q)


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs a GPU")
def test_functions_stay_on_the_device_of_the_parameters():
    devices = set()

    def fn(x, p):
        devices.add((x.device.type, p.device.type))
        return torch.stack([torch.exp(-p[0] * x[:, 0]) * torch.cos(p[1] * x[:, 1]), x[:, 0] * p[1] ** 2], 1)

    found = []
    for device in ("cpu", "cuda"):
        p = torch.tensor([2.0, 3.0], dtype=torch.float64, device=device, requires_grad=True)
        f = cuboid.torch.integral(fn, [(0, 1), lambda x, p: (0, p[1])], epsrel=1e-8)
        value = f(p)
        value.sum().backward()
        assert value.device.type == device and p.grad.device.type == device
        assert torch.autograd.gradcheck(f, (p,), atol=1e-5)
        found.append([value.detach().cpu(), p.grad.cpu()])
    assert devices == {("cpu", "cpu"), ("cuda", "cuda")}
    for on_host, on_device in zip(*found):
        assert torch.allclose(on_host, on_device, rtol=1e-7)
    # Over other regions, functions are called on the host.
    over_disk = cuboid.torch.integral(lambda x, q: q[0] + 0 * x[:, 0], cuboid.Ball([0, 0], 1))
    area = over_disk(torch.tensor([1.0], dtype=torch.float64, device="cuda"))
    assert area.device.type == "cuda" and abs(float(area) - math.pi) < 1e-6


def test_logarithms():
    f = cuboid.torch.integral("-3000 - p[0]*x", [("0", "p[1]")], epsrel=1e-9, log=True)
    p = parameters(2.0, 1.5)
    f(p).backward()
    rest = math.exp(-3)
    assert np.allclose(p.grad, [1.5 * rest / (1 - rest) - 0.5, 2 * rest / (1 - rest)], rtol=1e-8)
    with pytest.raises(cuboid.ArgumentError, match="log=True has first derivatives alone"):
        torch.autograd.functional.hessian(f, p)
    of_function = cuboid.torch.integral(lambda x, q: -q[0] * x[:, 0], 1, log=True)
    with pytest.raises(cuboid.ArgumentError, match="log=True has derivatives of texts"):
        of_function(p).backward()


def test_single_precision_and_sentences():
    p = parameters(3.0, dtype=torch.float32)
    value = cuboid.torch.integral("p[0]*x", 1)(p)
    assert value.dtype == torch.float32 and abs(float(value.detach()) - 1.5) < 1e-5
    with pytest.raises(cuboid.ArgumentError, match="no tensor of float32 or float64"):
        cuboid.torch.integral("p[0]*x", 1)([1.0])
    with pytest.raises(cuboid.ArgumentError, match="no tensor of float32 or float64"):
        cuboid.torch.integral("p[0]*x", 1)(p.detach().half())
    with pytest.raises(cuboid.ArgumentError, match="f returned an array of shape"):
        cuboid.torch.integral(lambda x, q: torch.ones(len(x), 1 + (len(x) > 4)), 1)(p)
    with pytest.raises(cuboid.ArgumentError, match="fn returned a dict, and must return one tensor"):
        cuboid.torch.integral(lambda x, q: {"a": x[:, 0]}, 1)(p)
    with pytest.raises(cuboid.ArgumentError, match=r"complex values.* torch.view_as_real\(f\)"):
        cuboid.torch.integral(lambda x, q: torch.exp(1j * q[0] * x[:, 0]), 1)(p)
    with pytest.raises(cuboid.ArgumentError, match=r"a tensor of shape \(3,\) for \d+ points"):
        cuboid.torch.integral(lambda x, q: torch.ones(3), 1)(p)
    with pytest.raises(cuboid.ArgumentError, match="p0 = nan is no number"):
        cuboid.torch.integral("p[0]*x", 1)(parameters(math.nan)).backward()
    with pytest.raises(cuboid.ArgumentError, match="neither a text nor a function"):
        cuboid.torch.integral(3, 1)


def test_parameters_by_name():
    values = [
        torch.tensor(number, dtype=torch.float64, requires_grad=True)
        for number in (2.0, 3.0)
    ]
    exact = -3 * ((1 - math.exp(-2)) / 4 - math.exp(-2) / 2), (1 - math.exp(-2)) / 2
    for fn in (
        "a*exp(-k*x)",
        lambda x, p: p["a"] * torch.exp(-p["k"] * x[:, 0]),
    ):
        f = cuboid.torch.integral(fn, 1, epsrel=1e-9)
        slopes = torch.autograd.grad(f({"k": values[0], "a": values[1]}), values)
        assert np.allclose(slopes, exact, rtol=1e-8)
        assert torch.autograd.gradgradcheck(
            lambda k, f=f: f({"k": k, "a": 3.0}), values[:1], atol=1e-6
        )
    k = torch.tensor([1.0, 2.0], dtype=torch.float64)
    many = cuboid.torch.integral("a*exp(-k*x)", (0, "a"), epsrel=1e-9)(
        {"k": k, "a": 3.0}
    )
    assert np.allclose(many, 3 * (1 - np.exp(-3 * k)) / k)


def test_parameters_by_name_are_tensors_for_functions():
    weights, shift = parameters(1.0, 2.0, 3.0, 4.0), parameters(1.0)
    f = cuboid.torch.integral(
        lambda x, p: (x @ p["w"]).sum(dim=1) + p["b"], 2, epsrel=1e-9
    )
    value = f({"w": weights.reshape(2, 2), "b": shift[0]})
    value.backward()
    assert abs(float(value.detach()) - 6) < 1e-9
    assert np.allclose(weights.grad, 0.5) and np.allclose(shift.grad, 1)


@pytest.mark.parametrize(
    "params, said",
    [
        ({}, "have no names"),
        ({"k": torch.ones(2), "a": torch.ones(3)}, r"do not fit: k \(2,\), a \(3,\)"),
        ({"k": torch.ones(2, 2)}, "neither a number nor a list"),
        ({"k": torch.tensor(2)}, "no tensor of float32 or float64"),
    ],
)
def test_parameters_by_name_that_are_refused(params, said):
    with pytest.raises(cuboid.ArgumentError, match=said):
        cuboid.torch.integral("exp(-k*x)", 1)(params)
