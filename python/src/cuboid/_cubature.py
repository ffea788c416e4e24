"""cubature: called and answered as scipy.integrate.cubature."""

import functools
import itertools
import numbers
import os
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

import numpy as np

from ._box import Box
from ._errors import ArgumentError
from ._integrate import integrate, points_of_rule, refuse_below_zero
from ._result import Result

# scipy's name of a rule, and the options that bring the one that takes its place.
_RULES = {"gk21": {}, "genz-malik": {"method": "pagani", "key": 7}}

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
    a: np.ndarray
    b: np.ndarray


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
    for record in result.trace:
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
    f: Callable,
    a: Any,
    b: Any,
    *,
    rule: str = "gk21",
    rtol: float = 1e-8,
    atol: float = 0,
    max_subdivisions: Optional[int] = _DEFAULT_STEPS,
    args: Tuple = (),
    workers: Any = 1,
    points: Any = None,
) -> CubatureResult:
    """Adaptive cubature with the arguments of scipy.integrate.cubature.

    f(x, *args) takes points (n, ndim) and returns an array (n, ...).  a, b: the lower and the upper
    limits, which may be infinite.  rule: gk21 is the default rule of the library here, and
    genz-malik its rule of degree 7; others are refused.  An error counts as small enough if it is
    at most rtol |estimate|, or atol, not their sum.  max_subdivisions: as many halvings of regions,
    about, in each part; None: as many as it takes.  workers: a number of threads, on which NumPy
    works at the same time and other code of Python does not, -1 for one on each core; or a function
    like map, as that of a pool of processes, which gets f and lists of points.  points: the box is
    cut in parts that have them as corners, where f is not evaluated.

    >>> import numpy as np
    >>> result = cubature(lambda x: np.cos(x).sum(axis=-1), [0, 0], [1, 1])
    >>> result.status, bool(abs(result.estimate - 2 * np.sin(1)) < 1e-8)
    ('converged', True)
    """
    if not isinstance(rule, str) or rule not in _RULES:
        raise ArgumentError(f"rule = {rule!r} must be one of {', '.join(_RULES)}")
    for name, value in (("rtol", rtol), ("atol", atol)):
        if not isinstance(value, numbers.Real):
            raise ArgumentError(f"{name} = {value!r} is not a number")
    refuse_below_zero(rtol=rtol, atol=atol)
    steps = _MOST_STEPS if max_subdivisions is None else max_subdivisions
    if not isinstance(steps, (int, np.integer)) or not 0 <= steps <= _MOST_STEPS:
        raise ArgumentError(f"max_subdivisions = {max_subdivisions!r} is not a number of them")
    lower, upper = _coordinates("a", a), _coordinates("b", b)
    if lower.ndim != 1 or lower.shape != upper.shape or len(lower) == 0:
        raise ArgumentError(f"a and b must be lists of limits, not {lower.shape} and {upper.shape}")
    parts = _cut(Box(lower, upper), points)
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
    options = {**_RULES[rule], **_threads(workers), "args": args, "maxeval": maxeval}
    # Of several parts, the sums of errors and of values are rounded.
    options.update(epsrel=rtol if len(parts) == 1 else rtol * (1 - 1e-12), epsabs=atol / len(parts))
    runs = [_Run(f, part, dict(options)) for part in parts]
    if len(runs) > 1:
        _hold_to_the_sum(runs, rtol, atol)
    estimate = np.asarray(sum(run.result.value for run in runs))[()]
    error = np.asarray(sum(run.result.error for run in runs))[()]
    converged = all(run.result.converged for run in runs)
    if len(runs) > 1:
        converged = converged and bool(np.all(error <= _allowed(estimate, rtol, atol)))
    status = "converged" if converged else "not_converged"
    subdivisions = sum(max(run.result.nregions - 1, 0) for run in runs)
    return CubatureResult(
        estimate, error, status, subdivisions, atol, rtol, lambda: [run.traced() for run in runs]
    )


def _coordinates(name: str, given: Any) -> np.ndarray:
    try:
        return np.atleast_1d(np.asarray(given, float))
    except (TypeError, ValueError):
        raise ArgumentError(f"{name} = {given!r} is no list of numbers") from None


class _Run:
    """The integral over a part of the box."""

    def __init__(self, f: Callable, part: Box, options: Dict[str, Any]) -> None:
        self._f = f
        self._limits = np.column_stack(part)
        self._options = options
        self.result = self._integrate()

    def _integrate(self, **more: Any) -> Result:
        return integrate(self._f, self._limits, vectorized=True, **self._options, **more)

    def hold_to(self, allowed: float) -> None:
        """Integrates again where the error is larger."""
        if np.any(self.result.error > allowed):
            # Relative as well: how closely the library looks depends on it.
            largest = max(float(np.max(np.abs(self.result.value))), allowed)
            relative = allowed / largest if largest > 0 else 0.0
            self._options.update(epsrel=relative, epsabs=allowed)
            self.result = self._integrate()

    def traced(self) -> Result:
        return self._integrate(trace=True, trace_regions=max(self.result.nregions, 1))


def _allowed(estimate: Any, rtol: float, atol: float) -> Any:
    return np.maximum(atol, rtol * np.abs(estimate))


def _hold_to_the_sum(runs: List[_Run], rtol: float, atol: float) -> None:
    """Parts that cancel must be more accurate than rtol says: their errors are held to their sum."""
    allowed = _allowed(sum(run.result.value for run in runs), rtol, atol)
    if np.any(sum(run.result.error for run in runs) > allowed):
        for run in runs:
            run.hold_to(float(np.min(allowed)) / len(runs))


def _cut(box: Box, points: Any) -> List[Box]:
    """Parts of the box that have the points as corners, or in their faces where those of it are."""
    parts = [box]
    for point in () if points is None else points:
        corner = _coordinates("points", point)
        if corner.shape != box.lower.shape or np.isnan(corner).any():
            raise ArgumentError(f"points: {point!r} is not a point of {box.ndim} numbers")
        parts = [piece for part in parts for piece in _cut_at(part, corner)]
    return parts


def _cut_at(part: Box, corner: np.ndarray) -> List[Box]:
    least, most = np.minimum(*part), np.maximum(*part)
    if np.any((corner < least) | (corner > most)):
        return [part]
    inside = (least < corner) & (corner < most)
    intervals = [
        ((a, x), (x, b)) if cut else ((a, b),) for a, b, x, cut in zip(*part, corner, inside)
    ]
    return [Box(*np.transpose(sides)) for sides in itertools.product(*intervals)]


def _threads(workers: Any) -> Dict[str, Any]:
    """The options for a number of threads."""
    if callable(workers):
        return {}
    if not isinstance(workers, (int, np.integer)) or workers == 0 or workers < -1:
        raise ArgumentError(
            f"workers = {workers!r} is neither a number of threads, -1, nor a function like map"
        )
    count = (os.cpu_count() or 1) if workers == -1 else int(workers)
    return {} if count == 1 else {"workers": "threads", "cores": count}


def _map_in_items(workers: Callable, f: Callable, x: np.ndarray, *args: Any) -> np.ndarray:
    items = np.array_split(x, -(-len(x) // _POINTS_OF_AN_ITEM))
    return np.concatenate(list(workers(functools.partial(_call, f, args), items)))


def _call(f: Callable, args: Tuple, x: np.ndarray) -> np.ndarray:
    return np.asarray(f(x, *args))
