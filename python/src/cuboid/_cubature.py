"""cubature: called and answered as scipy.integrate.cubature."""

import functools
import numbers
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

import numpy as np

from ._box import Box
from ._errors import ArgumentError
from ._integrate import points_of_rule, refuse_below_zero, threads
from ._parts import Run, allowed, coordinates, cut, hold_to_the_sum
from ._result import Result
from ._types import Array

# scipy's names of rules, and the options that bring what takes their place: products of
# Gauss-Kronrod rules are what the default rule is for, with fewer points.
_GAUSS_KRONROD: Dict[str, Any] = {}
_GENZ_MALIK: Dict[str, Any] = {"method": "pagani", "key": 7}
_RULES = {
    "gk21": _GAUSS_KRONROD,
    "gk15": _GAUSS_KRONROD,
    "gauss-kronrod": _GAUSS_KRONROD,
    "genz-malik": _GENZ_MALIK,
}

# The same of scipy's classes of rules.
_CLASSES = {
    "GaussKronrodQuadrature": _GAUSS_KRONROD,
    "ProductNestedFixed": _GAUSS_KRONROD,
    "GenzMalikCubature": _GENZ_MALIK,
}


def _of_rule(rule: Any) -> Dict[str, Any]:
    found = _RULES.get(rule) if isinstance(rule, str) else _CLASSES.get(type(rule).__name__)
    if found is None:
        raise ArgumentError(
            f"rule = {rule!r} must be one of {', '.join(_RULES)}, or an object of scipy's "
            f"{', '.join(_CLASSES)}"
        )
    return found

# The accuracy where the caller names none.
_RELATIVE = 1e-8

# Their evaluations are a number of 64 bits.
_MOST_STEPS = 2**40

# Where nothing but zeros is seen, the library looks at 500000 points before it calls that a zero.
# Nothing is halved for that, so the default number of halvings leaves room for it.
_DEFAULT_STEPS = 10000
_ROOM_TO_LOOK = 600_000

# Points that a function like map gets as one item: enough for f to be worth a message to a process.
_POINTS_OF_AN_ITEM = 1024


@dataclass
class CubatureRegion:
    """A part of the box from a to b, and what the rule finds there."""

    estimate: Any
    error: Any
    a: Array
    b: Array


@dataclass
class CubatureResult:
    """estimate, error: of the shape that f returns, and numbers of NumPy where it returns one for
    each point.  status: converged or not_converged."""

    estimate: Any
    error: Any
    status: str
    subdivisions: int
    atol: float
    rtol: float
    _traced: Optional[Callable[[], List[Result]]] = field(default=None, repr=False, compare=False)

    @functools.cached_property
    def regions(self) -> List[CubatureRegion]:
        """Of the last step: found when they are asked for, by the same integration again."""
        if self._traced is None:
            raise ArgumentError("regions: the result has been pickled, which loses f")
        return [region for result in self._traced() for region in _regions_of(result)]

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "_traced": None}


def _regions_of(result: Result) -> Iterable[CubatureRegion]:
    arrangement = result.held.arrangement
    for record in result.trace or ():
        if record["record"] == "region":
            # Numbers that are not finite are texts in JSON.
            value, error, a, b = (
                [float(number) for number in record[name]]
                for name in ("value", "error", "lower", "upper")
            )
            yield CubatureRegion(
                arrangement.arranged(value),
                arrangement.arranged_errors(error),
                np.array(a),
                np.array(b),
            )


def cubature(
    f: Callable[..., Any],
    a: Any,
    b: Any,
    *,
    rule: Any = "gk21",
    rtol: Optional[float] = None,
    atol: float = 0,
    max_subdivisions: Optional[int] = _DEFAULT_STEPS,
    args: Tuple[Any, ...] = (),
    workers: Any = 1,
    points: Any = None,
) -> CubatureResult:
    """Adaptive cubature with the arguments of scipy.integrate.cubature.

    An error counts as small enough if it is at most rtol |estimate|, or atol, not their sum; rtol is
    1e-8 if neither is given, and 0 if atol alone is.

    Parameters
    ----------
    f : callable
        f(x, *args) takes points (n, ndim) and returns an array (n, ...).
    a, b : array_like
        The lower and the upper limits, which may be infinite.
    rule : str or scipy's object of a rule
        "gk21", "gk15" and "gauss-kronrod" mean the default rule of the library here, and
        "genz-malik" its rule of degree 7; so do scipy's objects of these.  Others are refused.
    rtol, atol : float
        Requested accuracy.
    max_subdivisions : int
        As many halvings of regions, about, in each part; None: as many as it takes.
    args : tuple
        Further arguments for f.
    workers : int or callable
        A number of threads, on which NumPy works at the same time and other code of Python does
        not, -1 for one on each core; or a function like map, as that of a pool of processes, which
        gets f and lists of points.
    points : sequence of array_like
        The box is cut in parts that have them as corners, where f is not evaluated.  Those outside
        of it are left out, as by scipy.

    Returns
    -------
    CubatureResult

    Examples
    --------
    >>> import numpy as np
    >>> result = cubature(lambda x: np.cos(x).sum(axis=-1), [0, 0], [1, 1])
    >>> result.status, bool(abs(result.estimate - 2 * np.sin(1)) < 1e-8)
    ('converged', True)
    """
    of_rule = _of_rule(rule)
    if rtol is None:
        rtol = _RELATIVE if atol == 0 else 0.0
    for name, value in (("rtol", rtol), ("atol", atol)):
        if not isinstance(value, numbers.Real):
            raise ArgumentError(f"{name} = {value!r} is not a number")
    refuse_below_zero(rtol=rtol, atol=atol)
    steps = _MOST_STEPS if max_subdivisions is None else max_subdivisions
    if not isinstance(steps, (int, np.integer)) or not 0 <= steps <= _MOST_STEPS:
        raise ArgumentError(f"max_subdivisions = {max_subdivisions!r} is not a number of them")
    lower, upper = coordinates("a", a), coordinates("b", b)
    if lower.ndim != 1 or lower.shape != upper.shape or len(lower) == 0:
        raise ArgumentError(f"a and b must be lists of limits, not {lower.shape} and {upper.shape}")
    parts = cut(Box(lower, upper), points)
    if callable(workers):
        f = functools.partial(_map_in_items, workers, f)
    maxeval = points_of_rule(len(lower)) * (2 * int(steps) + 1)
    if steps >= _DEFAULT_STEPS:
        maxeval = max(maxeval, _ROOM_TO_LOOK)
    if maxeval >= 2**63:
        raise ArgumentError(
            f"a and b have {len(lower)} axes: the points of {steps} halvings are too many to be "
            "counted; integrate takes a maxeval"
        )
    options = {**of_rule, "vectorized": True, "args": args, "maxeval": maxeval}
    if not callable(workers):
        options.update(threads(workers))
    # Of several parts, the sums of errors and of values are rounded.
    options.update(epsrel=rtol if len(parts) == 1 else rtol * (1 - 1e-12), epsabs=atol / len(parts))
    runs = [Run(f, part, dict(options)) for part in parts]
    if len(runs) > 1:
        hold_to_the_sum(runs, rtol, atol)
    estimate = np.asarray(sum(run.result.value for run in runs))[()]
    error = np.asarray(sum(run.result.error for run in runs))[()]
    converged = all(run.result.converged for run in runs)
    if len(runs) > 1:
        converged = converged and bool(np.all(error <= allowed(estimate, rtol, atol)))
    status = "converged" if converged else "not_converged"
    subdivisions = sum(max(run.result.nregions - 1, 0) for run in runs)
    return CubatureResult(
        estimate, error, status, subdivisions, atol, rtol, lambda: [run.traced() for run in runs]
    )


def _map_in_items(workers: Callable[..., Any], f: Callable[..., Any], x: Array, *args: Any) -> Array:
    items = np.array_split(x, -(-len(x) // _POINTS_OF_AN_ITEM))
    return np.concatenate(list(workers(functools.partial(_call, f, args), items)))


def _call(f: Callable[..., Any], args: Tuple[Any, ...], x: Array) -> Array:
    return np.asarray(f(x, *args))
