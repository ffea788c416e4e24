"""Integrals with their derivatives by parameters, as packages of arrays ask for them."""

import math
from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np

from ._errors import ArgumentError
from ._expression import Expression, is_expression
from ._gradient import used_parameters, value_and_grad, value_and_grad_many
from ._integrand import is_of_functions, where_of
from ._integrate import integrate
from ._many import integrate_many
from ._types import Array


class TextIntegral:
    """Of an expression."""

    def __init__(self, text: str, limits: Any, options: Dict[str, Any]) -> None:
        if not is_expression(text):
            raise ArgumentError(
                "fn is a text in C, which is not differentiated: write it as an expression "
                "(docs/expressions.md)"
            )
        self._text, self._limits, self._options = text, limits, options
        self._moves = bool(used_parameters("", limits, 1024))

    def shape(self, count: int) -> Tuple[int, ...]:
        """Of the value, for so many parameters."""
        limits = self._limits
        ndim = len(limits) if is_of_functions(limits) else _ndim(limits)
        ncomp = Expression(self._text, ndim, np.ones(count)).ncomp
        return () if ncomp == 1 else (ncomp,)

    def values(self, rows: Array) -> Array:
        """For each row of parameters (count, n)."""
        if self._moves:
            return self.values_and_slopes(rows)[0]
        if len(rows) > 1:
            return integrate_many(self._text, self._limits, rows, **self._options).value
        result = integrate(self._text, self._limits, parameters=rows[0], **self._options)
        return np.asarray(result.value)[np.newaxis]

    def values_and_slopes(self, rows: Array) -> Tuple[Array, Array]:
        """The slopes have the axis of the parameters at the end."""
        count = rows.shape[1]
        used = used_parameters(self._text, self._limits, count)
        if not used:
            values = self.values(rows)
            return values, np.zeros((*values.shape, count))
        asked = dict(wrt=used, **self._options)
        if len(rows) > 1:
            many, grad = value_and_grad_many(self._text, self._limits, rows, **asked)
            values, found = many.value, [one.value for one in grad]
        else:
            one, grad = value_and_grad(self._text, self._limits, rows[0], **asked)
            values = np.asarray(one.value)[np.newaxis]
            found = [np.asarray(slope.value)[np.newaxis] for slope in grad]
        slopes = np.zeros((*values.shape, count))
        for number, slope in zip(used, found):
            slopes[..., number] = slope
        return values, slopes


class FunctionIntegral:
    """Of a function of points and a row of parameters, as NumPy sees it.

    evaluate: gives the values (n, ...) at points.  with_slopes: gives those and their derivatives
    (n, ..., k).
    """

    def __init__(
        self,
        limits: Any,
        options: Dict[str, Any],
        evaluate: Callable[[Array, Array], Array],
        with_slopes: Callable[[Array, Array], Tuple[Array, Array]],
    ) -> None:
        self.ndim = int(where_of(limits).ndim)
        self._limits, self._options = limits, options
        self._evaluate, self._with_slopes = evaluate, with_slopes

    def values(self, rows: Array) -> Array:
        return np.stack([np.asarray(self._integral(row, None)) for row in rows])

    def values_and_slopes(self, rows: Array) -> Tuple[Array, Array]:
        found = []
        for row in rows:
            shape: Dict[str, Tuple[int, ...]] = {}
            flat = np.asarray(self._integral(row, shape))
            size = math.prod(shape["value"])
            found.append(
                (flat[:size].reshape(shape["value"]), flat[size:].reshape(*shape["value"], len(row)))
            )
        return np.stack([value for value, _ in found]), np.stack([slope for _, slope in found])

    def _integral(self, row: Array, shape: Optional[Dict[str, Tuple[int, ...]]]) -> Any:
        def f(x: Array) -> Array:
            if shape is None:
                return self._evaluate(x, row)
            values, slopes = self._with_slopes(x, row)
            shape["value"] = values.shape[1:]
            flat = values.reshape(len(x), -1), slopes.reshape(len(x), -1)
            return np.concatenate(flat, axis=1)

        return integrate(f, self._limits, vectorized=True, **self._options).value


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
