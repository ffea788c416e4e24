# mypy: ignore-errors, as PyTorch need not be there.
"""Integrals as functions of PyTorch, with derivatives by their parameters.

>>> import torch                                                          # doctest: +SKIP
>>> import cuboid
>>> p = torch.tensor([2.0], dtype=torch.float64, requires_grad=True)      # doctest: +SKIP
>>> cuboid.torch.integral("exp(-p[0]*x)", (0, 1))(p).backward()           # doctest: +SKIP
"""

import math
from typing import Any, Callable, Dict, Tuple

import numpy as np
import torch

from ._differentiable import FunctionIntegral, TextIntegral, with_limits
from ._errors import ArgumentError
from ._expression import is_expression

__all__ = ["integral"]


def integral(fn: Any, limits: Any, **options: Any) -> Callable[[Any], Any]:
    """The integral of fn over x, as a function of parameters that autograd can differentiate.

    The library integrates in float64, and a function over a box where the parameters are: with those
    on a GPU, points and values stay there.  The value has the type and the device of the parameters.

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
        which are a list with texts.  An expression also takes a dict of numbers, or of lists (count,),
        by the names that it has, and a function a dict of tensors.
    """
    if isinstance(fn, str):
        of_row: Any = TextIntegral(fn, limits, options)
    elif callable(fn):
        over, box = with_limits(fn, limits, torch.stack)
        of_row = FunctionIntegral(box, options, _at_points(over))
    else:
        raise ArgumentError(f"fn = {fn!r} is neither a text nor a function of tensors")
    known: Dict[Any, Any] = {}  # by the form of parameters that have names

    def called(params: Any) -> Any:
        of = of_row
        if isinstance(params, dict):
            tensors = _tensors_of(params)
            if isinstance(fn, str):
                params, form = _rows_of(fn, tensors), tuple(tensors)
                if form not in known:
                    known[form] = TextIntegral(fn, limits, options, form)
            else:
                form = tuple((name, tuple(one.shape)) for name, one in tensors.items())
                params = torch.cat([one.reshape(-1) for one in tensors.values()])
                if form not in known:
                    known[form] = FunctionIntegral(box, options, _at_points(_by_name(over, form)))
            of = known[form]
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


def _tensors_of(params: Dict[str, Any]) -> Dict[str, Any]:
    """Parameters with names, of one type and device; numbers are as those of the tensors."""
    tensors = [one for one in params.values() if isinstance(one, torch.Tensor)]
    first = tensors[0] if tensors else torch.empty(0, dtype=torch.float64)
    found = {
        name: torch.as_tensor(one, dtype=first.dtype, device=first.device)
        for name, one in params.items()
    }
    if not found:
        raise ArgumentError("params = {} have no names")
    return found


def _rows_of(text: str, tensors: Dict[str, Any]) -> Any:
    """Of the parameters of a text: a row, or where some are lists, one for each integral."""
    if not is_expression(text):
        raise ArgumentError("params have names, and a text in C takes a tensor")
    for name, one in tensors.items():
        if one.ndim > 1:
            raise ArgumentError(
                f"params: {name} has the shape {tuple(one.shape)}, and is neither a number nor a list"
            )
    try:
        return torch.stack(torch.broadcast_tensors(*tensors.values()), -1)
    except RuntimeError:
        shapes = ", ".join(f"{name} {tuple(one.shape)}" for name, one in tensors.items())
        raise ArgumentError(f"params have shapes that do not fit: {shapes}") from None


def _by_name(fn: Any, form: Tuple[Tuple[str, Tuple[int, ...]], ...]) -> Any:
    """fn of points and a row that holds the numbers of all names."""
    sizes = [math.prod(shape) for _, shape in form]

    def of_row(x: Any, row: Any) -> Any:
        parts = torch.split(row, sizes, dim=-1)
        return fn(x, {name: one.reshape(shape) for (name, shape), one in zip(form, parts)})

    return of_row


def _at_points(fn: Any) -> Any:
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
        is_on_device = isinstance(x, torch.Tensor)
        points = x if is_on_device else torch.from_numpy(x.copy())
        with torch.no_grad():
            _, found = of_order(order, points)(torch.from_numpy(row).to(points.device))
        return [one.detach() if is_on_device else np.asarray(one.detach()) for one in found]

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
    if values.is_complex():
        raise ArgumentError(
            "fn returned complex values, and must return real ones, as both parts of f: "
            "torch.view_as_real(f)"
        )
    return values


def _jet(rows: Any, of: Any, order: int) -> Any:
    """The derivatives up to an order, with the value."""
    if order > of.max_order:
        raise ArgumentError(of.refusal)
    further = 1 if rows.requires_grad and torch.is_grad_enabled() and order < of.max_order else 0
    return _Jet.apply(rows, of, order + further)[: order + 1]


class _Jet(torch.autograd.Function):
    """The same, where each but the last is what the one before it is differentiated with.

    rows: (..., n). Within jvp, PyTorch's own operations lose the tangents of an outer jvp
    (https://github.com/pytorch/pytorch/issues/197867), and functions like this do not: vmap and jvp
    are made of these alone.
    """

    @staticmethod
    def forward(rows: Any, of: Any, order: int) -> Any:
        numbers = rows.detach().cpu().to(torch.float64).numpy().copy().reshape(-1, rows.shape[-1])
        is_on_device = rows.is_cuda and getattr(of, "is_over_box", False)
        found = of.jet(numbers, order, torch) if is_on_device else of.jet(numbers, order)
        return tuple(
            torch.as_tensor(one.reshape(*rows.shape[:-1], *one.shape[1:])).to(rows)
            for one in map(np.asarray, found)
        )

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        rows, ctx.of, _ = inputs
        ctx.set_materialize_grads(False)  # None tells that nobody differentiates the last one.
        ctx.save_for_backward(rows, *output[1:])
        ctx.save_for_forward(rows, *output[1:])

    @staticmethod
    def backward(ctx: Any, *above: Any) -> Any:
        rows, *slopes = ctx.saved_tensors
        if above[-1] is not None:
            slopes = _jet(rows, ctx.of, len(above))[1:]
        parts = [_up(up, slope, rows) for up, slope in zip(above, slopes) if up is not None]
        return sum(parts) if parts else None, None, None

    @staticmethod
    def jvp(ctx: Any, tangent: Any, *_: Any) -> Any:
        rows, *slopes = ctx.saved_tensors
        slopes = _jet(rows, ctx.of, len(slopes) + 1)[1:]
        return tuple(_Along.apply(slope, tangent) for slope in slopes)

    @staticmethod
    def vmap(info: Any, in_dims: Any, rows: Any, of: Any, order: int) -> Any:
        """All integrals are one list."""
        found = _Jet.apply(rows if in_dims[0] == 0 else rows.movedim(in_dims[0], 0), of, order)
        return found, (0,) * len(found)


def _up(up: Any, slope: Any, rows: Any) -> Any:
    """What the derivative by rows is, of something that goes by up with what has the slope."""
    parts = (up.unsqueeze(-1) * slope).reshape(*rows.shape[:-1], -1, rows.shape[-1])
    return parts.sum(dim=-2)


class _Along(torch.autograd.Function):
    """Of pairs of slopes (..., k, n) and tangents (..., n) of rows: the sum of their products over
    n."""

    generate_vmap_rule = True

    @staticmethod
    def forward(*pairs: Any) -> Any:
        slopes, tangents = pairs[::2], pairs[1::2]
        between = (1,) * (slopes[0].ndim - tangents[0].ndim)
        return sum(
            (slope * one.reshape(*one.shape[:-1], *between, one.shape[-1])).sum(dim=-1)
            for slope, one in zip(slopes, tangents)
        )

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    @staticmethod
    def backward(ctx: Any, up: Any) -> Any:
        found = []
        for slope, one in zip(ctx.saved_tensors[::2], ctx.saved_tensors[1::2]):
            between = (1,) * (slope.ndim - one.ndim)
            at = one.reshape(*one.shape[:-1], *between, one.shape[-1])
            found += [up.unsqueeze(-1) * at, _up(up, slope, one)]
        return tuple(found)

    @staticmethod
    def jvp(ctx: Any, *changes: Any) -> Any:
        pairs = []
        for i in range(0, len(changes), 2):
            slope, one = ctx.saved_tensors[i : i + 2]
            pairs += [changes[i], one, slope, changes[i + 1]]
        return _Along.apply(*pairs)
