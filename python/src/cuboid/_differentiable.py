"""Integrals with their derivatives by parameters, as packages of arrays ask for them."""

import inspect
import math
from typing import Any, Callable, Dict, List, Sequence, Tuple

import numpy as np

from ._box import is_of_functions
from ._errors import ArgumentError
from ._expression import Expression, is_expression, used_parameters
from ._gradient import ORDERS_OF_C, ORDERS_OF_LOG, Names, jet, named
from ._integrand import where_of
from ._integrate import integrate
from ._many import integrate_many
from ._source import entry_of
from ._types import Array


_NO_LOG = (
    "log=True has derivatives of texts: for a function, take them without it, or those of its "
    "logarithm as their mean, cuboid.expect"
)


def _orders(options: Dict[str, Any], text: str = "") -> Tuple[float, str]:
    """The last derivatives there are, and why."""
    if options.get("log") is True:
        return 1, ORDERS_OF_LOG
    return (math.inf, "") if is_expression(text) else (2, ORDERS_OF_C)


class TextIntegral:
    """Of a text.  names: of its parameters, in the order of a row; None: they are p[0], p[1] ..."""

    def __init__(
        self, text: str, limits: Any, options: Dict[str, Any], names: Names = None
    ) -> None:
        self._text, self._limits, self._options, self._names = text, limits, options, names
        self._moves = bool(used_parameters(limits, 1024, names))
        self.max_order, self.refusal = _orders(options, text)
        if not is_expression(text):
            entry_of(text, options.get("function"))

    def shape(self, count: int) -> Tuple[int, ...]:
        """Of the value, for so many parameters."""
        if not is_expression(self._text):
            ncomp = self._options.get("ncomp") or 1
        else:
            limits = self._limits
            ndim = len(limits) if is_of_functions(limits) else _ndim(limits)
            ncomp = Expression(self._text, ndim, named(np.ones((1, count)), self._names)[0]).ncomp
        return () if ncomp == 1 else (ncomp,)

    def jet(self, rows: Array, order: int) -> List[Array]:
        """For each row of parameters (count, n) the values, and the derivatives up to an order,
        whose axes of parameters are at the end."""
        count = rows.shape[1]
        is_used = not is_expression(self._text) or used_parameters(
            [self._text, self._limits], count, self._names
        )
        if is_used and (order > 0 or self._moves):
            return jet(self._text, self._limits, rows, order, self._options, self._names)
        values = self._values(rows)
        return [values, *(np.zeros((*values.shape, *[count] * k)) for k in range(1, order + 1))]

    def _values(self, rows: Array) -> Array:
        given = named(rows, self._names)
        if len(given) > 1:
            return integrate_many(self._text, self._limits, given, **self._options).value
        result = integrate(self._text, self._limits, parameters=given[0], **self._options)
        return np.asarray(result.value)[np.newaxis]


class FunctionIntegral:
    """Of a function of points and a row of parameters.

    evaluate: gives, at points, the values (n, ...), and the derivatives up to an order, (n, ..., k),
    (n, ..., k, k) and so on, as arrays of NumPy, or of the package whose points on a GPU it gets.
    """

    def __init__(
        self,
        limits: Any,
        options: Dict[str, Any],
        evaluate: Callable[[Array, Array, int], Sequence[Array]],
    ) -> None:
        where = where_of(limits)
        self.ndim = int(where.ndim)
        self.is_over_box = not hasattr(where, "cube_ndim")
        self._limits, self._options, self._evaluate = limits, options, evaluate
        self.max_order, self.refusal = _orders(options)
        if options.get("log") is True:
            self.max_order, self.refusal = 0, _NO_LOG

    def jet(self, rows: Array, order: int, on_device: Any = None) -> List[Array]:
        """As that of a TextIntegral.  on_device: the package whose arrays on a GPU evaluate takes."""
        found = [self._of_one(row, order, on_device) for row in rows]
        return [np.stack(arrays) for arrays in zip(*found)]

    def _of_one(self, row: Array, order: int, on_device: Any) -> List[Array]:
        shapes: List[Tuple[int, ...]] = []
        concatenate = (on_device or np).concatenate

        def f(x: Any) -> Any:
            found = self._evaluate(x, row, order)
            shapes[:] = [tuple(one.shape[1:]) for one in found]
            return concatenate([one.reshape(len(x), -1) for one in found], 1)

        kind = {"arrays": on_device} if on_device else {"vectorized": True}
        together = np.asarray(integrate(f, self._limits, **{**kind, **self._options}).value)
        ends = np.cumsum([math.prod(shape) for shape in shapes])
        return [one.reshape(shape) for one, shape in zip(np.split(together, ends[:-1]), shapes)]


def with_limits(fn: Callable[..., Any], limits: Any, stack: Callable[..., Any]) -> Tuple[Any, Any]:
    """A function of points and parameters over limits of which some are functions of the coordinates
    before and the parameters, as one over limits that stay, and these.

    The points come as x(t, params), and the values times the Jacobian at t, so that what derives the
    function has all that the limits bring, and nothing is evaluated on them.
    stack: of the package of arrays.
    """
    if used_parameters(limits, 1024) or getattr(limits, "pending", None):
        raise ArgumentError(
            "limits that are texts with parameters are for texts: with a function, limits that move "
            "are functions of the coordinates before and the parameters, as lambda x, p: (0, p[0] * x)"
        )
    moving = _moving_axes(limits)
    if not moving:
        return fn, limits

    def over_cube(t: Any, params: Any) -> Any:
        columns: List[Any] = []
        jacobian: Any = 1.0
        for axis in range(len(limits)):
            column = t[:, axis]
            if axis in moving:
                column, slope = _place(column, _pair(limits[axis](*columns, params), axis))
                jacobian = jacobian * slope
            columns.append(column)
        values = fn(stack(columns, 1), params)
        return values * jacobian.reshape((-1,) + (1,) * (values.ndim - 1))

    return over_cube, [(0, 1) if axis in moving else pair for axis, pair in enumerate(limits)]


def _moving_axes(limits: Any) -> List[int]:
    """Those whose limits are functions of one argument more than there are coordinates before."""
    if not isinstance(limits, (tuple, list)):
        return []
    taken = {axis: _arguments(one) for axis, one in enumerate(limits) if callable(one)}
    moving = [axis for axis, count in taken.items() if count == axis + 1]
    if moving and len(moving) < len(taken):
        other = next(axis for axis in taken if axis not in moving)
        raise ArgumentError(
            f"limits[{other}] takes {taken[other]} arguments: beside limits that move, it takes "
            f"{other + 1}, the coordinates before it and the parameters"
        )
    return moving


def _arguments(function: Any) -> int:
    kinds = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    try:
        taken = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return -1
    return sum(one.kind in kinds and one.default is one.empty for one in taken)


def _pair(given: Any, axis: int) -> Any:
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        raise ArgumentError(f"limits[{axis}] returned {given!r}, and no pair (lower, upper)")
    return given


def _place(t: Any, pair: Any) -> Tuple[Any, Any]:
    """Coordinates between limits, and their derivative by t."""
    lower, upper = pair
    ends = [isinstance(one, float) and math.isinf(one) for one in pair]
    if all(ends):
        raise ArgumentError("limits that move have an end that is finite")
    if ends[1]:
        return lower + t / (1 - t), 1 / (1 - t) ** 2
    if ends[0]:
        return upper - (1 - t) / t, 1 / t**2
    width = upper - lower
    return lower + t * width, width + 0 * t


def _ndim(limits: Any) -> int:
    return int(limits.ndim if hasattr(limits, "cube_ndim") else where_of(limits).ndim)


def padded(x: Array) -> Array:
    """To a power of 2 points, of which the last is there again and again: a compiler of arrays
    compiles for each number of points."""
    count = max(64, 1 << (len(x) - 1).bit_length())
    return np.concatenate([x, np.broadcast_to(x[-1], (count - len(x), x.shape[1]))])
