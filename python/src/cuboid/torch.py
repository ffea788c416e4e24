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

from ._differentiable import FunctionIntegral, TextIntegral, refuse_moving
from ._errors import ArgumentError

__all__ = ["integral"]


def integral(fn: Any, limits: Any, **options: Any) -> Callable[[Any], Any]:
    """The integral of fn over x, as a function of parameters that autograd can differentiate, once.

    The library is called on the host, in float64; the value has the type and the device of the
    parameters.

    Parameters
    ----------
    fn : str or callable
        An expression in x and the parameters p[0], p[1] ... (docs/expressions.md), or a function
        fn(x, params) of tensors that takes points (n, ndim) and returns (n,) or (n, ...).
    limits : sequence of pairs, pair, int or Region
        As in integrate; with texts they may have parameters, as in value_and_grad.
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
        refuse_moving(limits)
        of = FunctionIntegral(limits, options, *_on_host(fn))
    else:
        raise ArgumentError(f"fn = {fn!r} is neither a text nor a function of tensors")

    def called(params: Any) -> Any:
        if not isinstance(params, torch.Tensor) or not params.is_floating_point():
            raise ArgumentError(f"params = {params!r} are no tensor of float32 or float64")
        if params.ndim > 2:
            raise ArgumentError(
                f"params have the shape {tuple(params.shape)}: rows (count, n) at most"
            )
        rows = params.reshape(1, -1) if params.ndim < 2 else params
        found = _Integral.apply(rows, of)
        return found if params.ndim == 2 else found[0]

    return called


def _on_host(fn: Any) -> Any:
    def evaluate(x: Any, row: Any) -> Any:
        with torch.no_grad():
            return np.asarray(fn(torch.from_numpy(x.copy()), torch.from_numpy(row)).detach())

    def with_slopes(x: Any, row: Any) -> Any:
        points = torch.from_numpy(x.copy())

        def twice(p: Any) -> Any:
            values = fn(points, p)
            return values, values

        slopes, values = torch.func.jacfwd(twice, has_aux=True)(torch.from_numpy(row))
        return np.asarray(values.detach()), np.asarray(slopes.detach())

    return evaluate, with_slopes


class _Integral(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, rows: Any, of: Any) -> Any:
        numbers = rows.detach().cpu().to(torch.float64).numpy().copy()

        def tensor(found: Any) -> Any:
            return torch.as_tensor(np.asarray(found), dtype=rows.dtype, device=rows.device)

        if not ctx.needs_input_grad[0]:
            return tensor(of.values(numbers))
        values, slopes = of.values_and_slopes(numbers)
        ctx.save_for_backward(tensor(slopes))
        return tensor(values)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, above: Any) -> Any:
        (slopes,) = ctx.saved_tensors
        times = above.unsqueeze(-1) * slopes
        return times.reshape(len(slopes), -1, slopes.shape[-1]).sum(dim=1), None
