# mypy: ignore-errors, as JAX need not be there.
"""Integrals as functions of JAX, with derivatives by their parameters.

>>> import jax                                                      # doctest: +SKIP
>>> import cuboid
>>> f = cuboid.jax.integral("exp(-p[0]*x[0]*x[0])", [(0, 1)])       # doctest: +SKIP
>>> jax.jit(jax.grad(lambda p: f(p)))(jax.numpy.array([2.0]))       # doctest: +SKIP
Array([-0.11570...], dtype=float32)
"""

import functools
from typing import Any, Callable, Dict, Tuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.flatten_util import ravel_pytree

from ._differentiable import FunctionIntegral, TextIntegral, padded, with_limits
from ._errors import ArgumentError
from ._expression import is_expression
from ._gradient import Names
from ._jax_target import call_of
from ._library import LIBRARY

__all__ = ["integral"]


def integral(fn: Any, limits: Any, **options: Any) -> Callable[[Any], Any]:
    """The integral of fn over x, as a function of parameters that JAX can differentiate.

    It works under jit, grad, jacobian, hessian, jvp, again and again but for texts in C, which have
    second derivatives, and under vmap, where integrals of texts are a list.
    The library integrates in float64, and a function over a box where the parameters are: with those
    on a GPU, points and values stay there.  The value has the type of the parameters.

    Parameters
    ----------
    fn : str or callable
        A text in x and the parameters p[0], p[1] ..., as value_and_grad takes it, or a function
        fn(x, params) of jax.numpy that takes points (n, ndim) and returns (n,) or (n, ...).
    limits : sequence of pairs, pair, int or Region
        As in integrate; with texts they may have parameters, as in value_and_grad, and with a
        function some may be functions of the coordinates before and the parameters that return a
        pair, as lambda x, p: (0, p[0] * x).
    **options
        As those of integrate; epsrel holds for the value and each derivative.

    Returns
    -------
    callable
        Of the parameters: an array (n,) or a number, for an expression also a dict of numbers by
        the names that it has, for a function any tree of arrays.
    """
    if isinstance(fn, str):
        return _of_names(fn, limits, options)
    if not callable(fn):
        raise ArgumentError(f"fn = {fn!r} is neither a text nor a function of jax.numpy")
    over, box = with_limits(fn, limits, jnp.stack)
    known: Dict[Any, Any] = {}  # what is compiled, by the form of the parameters

    def of_tree(params: Any) -> Any:
        flat, unravel = ravel_pytree(params)
        leaves, tree = jax.tree.flatten(params)
        form = tree, tuple((jnp.shape(one), jnp.result_type(one)) for one in leaves)
        if form not in known:
            known[form] = _of_vector(_Function(over, unravel, box, options))
        return known[form](flat)

    return of_tree


def _of_names(text: str, limits: Any, options: Any) -> Callable[[Any], Any]:
    """Of a text, whose parameters may have names."""
    of_array = _of_vector(_Text(text, limits, options))
    known: Dict[Tuple[str, ...], Any] = {}

    def called(params: Any) -> Any:
        if not isinstance(params, dict):
            return of_array(params)
        if not params or not is_expression(text):
            what = "have no names" if is_expression(text) else "have names, and C takes an array"
            raise ArgumentError(f"params = {params!r} {what}")
        names = tuple(sorted(params))  # As JAX has them.
        for name in names:
            if jnp.ndim(params[name]):
                raise ArgumentError(f"params: {name} has the shape {jnp.shape(params[name])}, and is no number")
        if names not in known:
            known[names] = _of_vector(_Text(text, limits, options, names))
        return known[names](jnp.stack([jnp.asarray(params[name]) for name in names]))

    return called


# XLA times kernels on a GPU that no program uses: it would wait for the one that calls this.
_BESIDE_A_PROGRAM = {"xla_gpu_autotune_level": 0}


class _Text(TextIntegral):
    """A text, which programs of JAX call without Python."""

    def __init__(self, text: str, limits: Any, options: Any, names: Names = None) -> None:
        super().__init__(text, limits, options, names)
        self._targets: Dict[Tuple[int, int], Any] = {}

    jet_on_device = TextIntegral.jet

    def target(self, count: int, order: int) -> Any:
        """See _jax_target.call_of."""
        key = count, order
        if key not in self._targets:
            self._targets[key] = call_of(self._text, self._limits, self._options, *key, self._names)
        return self._targets[key]


class _Function:
    """A function of jax.numpy of a vector of parameters."""

    def __init__(self, fn: Any, unravel: Any, limits: Any, options: Any) -> None:
        def by_row(x: Any, row: Any) -> Any:
            return fn(x, unravel(row))

        self._by_row = by_row
        self._compiled: Dict[Tuple[int, bool], Any] = {}
        self._integral = FunctionIntegral(limits, options, self._at_points)
        self.jet = self._integral.jet
        self.max_order, self.refusal = self._integral.max_order, self._integral.refusal

    def target(self, _count: int, _order: int) -> None:
        """Its values are those of a program of JAX, which Python calls."""

    def jet_on_device(self, rows: Any, order: int) -> Any:
        """As jet, with points and values that stay on the GPU, where there is a version for one."""
        if not self._integral.is_over_box or LIBRARY.cuboid_device(None) != 0:
            return self.jet(rows, order)
        with _in_double():
            return self._integral.jet(rows, order, jnp)

    def _of_order(self, order: int) -> Any:
        """Of points and a row: a tuple of the values and all derivatives."""
        if order == 0:
            return lambda x, row: (self._by_row(x, row),)
        lower = self._of_order(order - 1)

        def with_next(x: Any, row: Any) -> Any:
            return (*lower(x, row), jax.jacfwd(lambda p: lower(x, p)[-1])(row))

        return with_next

    def _at_points(self, x: Any, row: Any, order: int) -> Any:
        is_on_device = isinstance(x, jax.Array)
        key = order, is_on_device
        if key not in self._compiled:
            how = {"compiler_options": _BESIDE_A_PROGRAM} if is_on_device else {}
            self._compiled[key] = jax.jit(self._of_order(order), **how)
        if is_on_device:
            return self._compiled[key](x, row)
        with _in_double():
            found = self._compiled[key](padded(x), row)
        return [np.asarray(one, dtype=float)[: len(x)] for one in found]

    def shape(self, count: int) -> Any:
        points = jax.ShapeDtypeStruct((2, self._integral.ndim), jnp.float32)
        found = jax.eval_shape(self._by_row, points, jax.ShapeDtypeStruct((count,), jnp.float32))
        if not hasattr(found, "shape"):
            raise ArgumentError(
                f"fn returned a {type(found).__name__}, and must return one array: jax.numpy.stack "
                "makes one of several"
            )
        if found.shape[:1] != (2,):
            raise ArgumentError(
                f"fn returned an array of shape {found.shape} for 2 points, not (2,) or (2, ...)"
            )
        if jnp.issubdtype(found.dtype, jnp.complexfloating):
            raise ArgumentError(
                "fn returned complex values, and must return real ones, as both parts of f: "
                "jax.numpy.stack([f.real, f.imag], -1)"
            )
        return found.shape[1:]


def _in_double() -> Any:
    if hasattr(jax, "enable_x64"):
        return jax.enable_x64(True)
    from jax.experimental import enable_x64

    return enable_x64()


def _of_vector(of: Any) -> Callable[[Any], Any]:
    """of: jet, max_order and shape of the integral for rows of parameters."""

    def value(p: Any) -> Any:
        return _jet(of, 0)(p)[0]

    def called(params: Any) -> Any:
        try:
            p = jnp.asarray(params)
        except TypeError:
            raise ArgumentError(
                f"params = {params!r} are no array of numbers, p[0], p[1] ..., in the text and its "
                "limits; trees are for functions of jax.numpy"
            ) from None
        if p.dtype not in (jnp.float32, jnp.float64):
            raise ArgumentError(f"params are {p.dtype}, and must be float32 or float64")
        if p.ndim > 1:
            raise ArgumentError(f"params have the shape {p.shape}: jax.vmap takes rows of them")
        return value(jnp.atleast_1d(p))

    return called


def _jet(of: Any, order: int) -> Any:
    """The derivatives up to an order, with the value, as a function of JAX: whose derivative needs
    those up to the next."""

    @jax.custom_jvp
    def jet(p: Any) -> Any:
        return _call(of, order, p)

    @jet.defjvp
    def _(primals: Any, tangents: Any) -> Any:
        if order + 1 > of.max_order:
            raise ArgumentError(of.refusal)
        more = _jet(of, order + 1)(primals[0])
        return more[:-1], tuple(one @ tangents[0] for one in more[1:])

    return jet


def _call(of: Any, order: int, p: Any) -> Any:
    """The library, from within a program of JAX."""
    shape, count = of.shape(p.shape[-1]), p.shape[-1]
    results = tuple(jax.ShapeDtypeStruct((*shape, *[count] * k), p.dtype) for k in range(order + 1))

    def on_rows(jet: Any) -> Any:
        return functools.partial(_on_rows, jet, order, np.dtype(p.dtype))

    if not isinstance(p, jax.core.Tracer):
        is_on_device = all(device.platform == "gpu" for device in p.devices())
        jet = of.jet_on_device if is_on_device else of.jet
        return jax.tree.map(jnp.asarray, on_rows(jet)(p))

    def by_python(p: Any, jet: Any = of.jet) -> Any:
        return jax.pure_callback(on_rows(jet), results, p, vmap_method="broadcast_all")

    def by_python_on_device(p: Any) -> Any:
        return by_python(p, of.jet_on_device)

    def by_target(p: Any) -> Any:
        return target(p, results)

    target = of.target(count, order)
    ways = {"cuda": by_python_on_device} if target is None else {"cpu": by_target, "cuda": by_target}
    return jax.lax.platform_dependent(p, **ways, default=by_python)


def _on_rows(jet: Any, order: int, dtype: Any, p: Any) -> Any:
    p = np.asarray(p, dtype=float)
    found = jet(p.reshape(-1, p.shape[-1]), order)
    return tuple(np.asarray(one, dtype).reshape((*p.shape[:-1], *one.shape[1:])) for one in found)
