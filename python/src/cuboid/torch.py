# mypy: ignore-errors, as PyTorch need not be there.
"""Integrals as functions of PyTorch, with derivatives by their parameters.

>>> import torch                                                          # doctest: +SKIP
>>> import cuboid
>>> p = torch.tensor([2.0], dtype=torch.float64, requires_grad=True)      # doctest: +SKIP
>>> cuboid.torch.integral("exp(-p[0]*x)", (0, 1))(p).backward()           # doctest: +SKIP
"""

from typing import Any, Callable

import numpy as np
import torch

from ._differentiable import FunctionIntegral, TextIntegral, with_limits
from ._errors import ArgumentError

__all__ = ["integral"]


def integral(fn: Any, limits: Any, **options: Any) -> Callable[[Any], Any]:
    """The integral of fn over x, as a function of parameters that autograd can differentiate.

    The library is called on the host, in float64; the value has the type and the device of the
    parameters.

    Parameters
    ----------
    fn : str or callable
        A text in x and the parameters p[0], p[1] ..., as value_and_grad takes it, or a function
        fn(x, params) of tensors that takes points (n, ndim) and returns (n,) or (n, ...).
    limits : sequence of pairs, pair, int or Region
        As in integrate; with texts they may have parameters, as in value_and_grad, and with a
        function some may be functions of the coordinates before and the parameters that return a
        pair, as lambda x, p: (0, p[0] * x).
    **options
        As those of integrate; epsrel holds for the value and each derivative.

    Returns
    -------
    callable
        Of the parameters: a tensor (n,), or a number; of rows (count, n) it gives count integrals,
        which are a list with texts.
    """
    if isinstance(fn, str):
        of: Any = TextIntegral(fn, limits, options)
    elif callable(fn):
        over, box = with_limits(fn, limits, torch.stack)
        of = FunctionIntegral(box, options, _on_host(over))
    else:
        raise ArgumentError(f"fn = {fn!r} is neither a text nor a function of tensors")

    def called(params: Any) -> Any:
        if not isinstance(params, torch.Tensor) or params.dtype not in (torch.float32, torch.float64):
            raise ArgumentError(f"params = {params!r} are no tensor of float32 or float64")
        if params.ndim > 2:
            raise ArgumentError(
                f"params have the shape {tuple(params.shape)}: rows (count, n) at most"
            )
        rows = params.reshape(1, -1) if params.ndim < 2 else params
        found = _jet(rows, of, 0)[0]
        return found if params.ndim == 2 else found[0]

    return called


def _on_host(fn: Any) -> Any:
    def of_order(order: int, points: Any) -> Any:
        """Of a row: a tuple of the values and all derivatives, twice, as jacfwd takes it."""

        def all_of(p: Any) -> Any:
            if order == 0:
                values = _checked(fn(points, p), len(points))
                return values, (values,)
            last, lower = torch.func.jacfwd(of_order(order - 1, points), has_aux=True)(p)
            return last, (*lower, last)

        return all_of

    def evaluate(x: Any, row: Any, order: int) -> Any:
        with torch.no_grad():
            _, found = of_order(order, torch.from_numpy(x.copy()))(torch.from_numpy(row))
        return [np.asarray(one.detach()) for one in found]

    return evaluate


def _checked(values: Any, count: int) -> Any:
    if not isinstance(values, torch.Tensor):
        raise ArgumentError(
            f"fn returned a {type(values).__name__}, and must return one tensor: torch.stack makes "
            "one of several"
        )
    if values.shape[:1] != (count,):
        raise ArgumentError(
            f"fn returned a tensor of shape {tuple(values.shape)} for {count} points, not ({count},) "
            f"or ({count}, ...)"
        )
    return values


def _jet(rows: Any, of: Any, order: int) -> Any:
    """The derivatives up to an order, with the value."""
    further = 1 if rows.requires_grad and torch.is_grad_enabled() and order < of.max_order else 0
    return _Jet.apply(rows, of, order, further)[: order + 1]


class _Jet(torch.autograd.Function):
    """The same, with one more where it is needed for its own derivative."""

    @staticmethod
    def forward(rows: Any, of: Any, order: int, further: int) -> Any:
        numbers = rows.detach().cpu().to(torch.float64).numpy().copy()
        return tuple(
            torch.as_tensor(np.asarray(one), dtype=rows.dtype, device=rows.device)
            for one in of.jet(numbers, order + further)
        )

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        rows, ctx.of, ctx.order, further = inputs
        ctx.mark_non_differentiable(*output[ctx.order + 1 :])
        ctx.save_for_backward(rows, *output[1:])

    @staticmethod
    def backward(ctx: Any, *above: Any) -> Any:
        rows, *slopes = ctx.saved_tensors
        if ctx.order + 1 > ctx.of.max_order:
            raise ArgumentError(ctx.of.refusal)
        if (torch.is_grad_enabled() and rows.requires_grad) or len(slopes) <= ctx.order:
            slopes = _jet(rows, ctx.of, ctx.order + 1)[1:]
        count, width = rows.shape
        parts = [
            (up.unsqueeze(-1) * slope).reshape(count, -1, width).sum(dim=1)
            for up, slope in zip(above, slopes[: ctx.order + 1])
        ]
        return sum(parts[1:], parts[0]), None, None, None

    @staticmethod
    def vmap(info: Any, in_dims: Any, rows: Any, of: Any, order: int, further: int) -> Any:
        """All integrals are one list."""
        rows = rows.movedim(in_dims[0], 0)
        found = _Jet.apply(rows.reshape(-1, rows.shape[-1]), of, order, further)
        found = tuple(one.reshape(*rows.shape[:2], *one.shape[1:]) for one in found)
        return found, (0,) * len(found)
