"""Integrals with their derivatives by parameters, as packages of arrays ask for them."""

import math
from typing import Any, Callable, Dict, List, Sequence, Tuple

import numpy as np

from ._errors import ArgumentError
from ._expression import Expression, is_expression
from ._gradient import jet, used_parameters
from ._integrand import is_of_functions, where_of
from ._integrate import integrate
from ._many import integrate_many
from ._source import entry_of
from ._types import Array


class TextIntegral:
    """Of a text."""

    def __init__(self, text: str, limits: Any, options: Dict[str, Any]) -> None:
        self._text, self._limits, self._options = text, limits, options
        self._moves = bool(used_parameters("", limits, 1024))
        # Of texts in C there are first derivatives.
        self.max_order = math.inf if is_expression(text) else 1
        if not is_expression(text):
            entry_of(text, options.get("function"))

    def shape(self, count: int) -> Tuple[int, ...]:
        """Of the value, for so many parameters."""
        if not is_expression(self._text):
            ncomp = self._options.get("ncomp") or 1
        else:
            limits = self._limits
            ndim = len(limits) if is_of_functions(limits) else _ndim(limits)
            ncomp = Expression(self._text, ndim, np.ones(count)).ncomp
        return () if ncomp == 1 else (ncomp,)

    def jet(self, rows: Array, order: int) -> List[Array]:
        """For each row of parameters (count, n) the values, and the derivatives up to an order,
        whose axes of parameters are at the end."""
        count = rows.shape[1]
        is_used = not is_expression(self._text) or used_parameters(self._text, self._limits, count)
        if is_used and (order > 0 or self._moves):
            return jet(self._text, self._limits, rows, order, self._options)
        values = self._values(rows)
        return [values, *(np.zeros((*values.shape, *[count] * k)) for k in range(1, order + 1))]

    def _values(self, rows: Array) -> Array:
        if len(rows) > 1:
            return integrate_many(self._text, self._limits, rows, **self._options).value
        result = integrate(self._text, self._limits, parameters=rows[0], **self._options)
        return np.asarray(result.value)[np.newaxis]


class FunctionIntegral:
    """Of a function of points and a row of parameters, as NumPy sees it.

    evaluate: gives, at points, the values (n, ...), and the derivatives up to an order, (n, ..., k),
    (n, ..., k, k) and so on.
    """

    max_order = math.inf

    def __init__(
        self,
        limits: Any,
        options: Dict[str, Any],
        evaluate: Callable[[Array, Array, int], Sequence[Array]],
    ) -> None:
        self.ndim = int(where_of(limits).ndim)
        self._limits, self._options, self._evaluate = limits, options, evaluate

    def jet(self, rows: Array, order: int) -> List[Array]:
        """As that of a TextIntegral."""
        return [np.stack(arrays) for arrays in zip(*(self._of_one(row, order) for row in rows))]

    def _of_one(self, row: Array, order: int) -> List[Array]:
        shapes: List[Tuple[int, ...]] = []

        def f(x: Array) -> Array:
            found = self._evaluate(x, row, order)
            shapes[:] = [one.shape[1:] for one in found]
            return np.concatenate([one.reshape(len(x), -1) for one in found], axis=1)

        together = np.asarray(integrate(f, self._limits, vectorized=True, **self._options).value)
        ends = np.cumsum([math.prod(shape) for shape in shapes])
        return [one.reshape(shape) for one, shape in zip(np.split(together, ends[:-1]), shapes)]


def refuse_moving(limits: Any) -> None:
    """For a function, whose integral would lack what the border brings."""
    if used_parameters("", limits, 1024) or getattr(limits, "pending", None):
        raise ArgumentError(
            "limits with parameters are for texts: write the function over a region that does "
            "not move, x = lower + t * (upper - lower), times upper - lower"
        )


def _ndim(limits: Any) -> int:
    return int(limits.ndim if hasattr(limits, "cube_ndim") else where_of(limits).ndim)


def padded(x: Array) -> Array:
    """To a power of 2 points, of which the last is there again and again: a compiler of arrays
    compiles for each number of points."""
    count = max(64, 1 << (len(x) - 1).bit_length())
    return np.concatenate([x, np.broadcast_to(x[-1], (count - len(x), x.shape[1]))])
