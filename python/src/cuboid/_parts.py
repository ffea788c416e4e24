"""A box that is cut at points, and the integrals over its parts."""

import copy
import itertools
from typing import Any, Dict, List, Sequence, Tuple

import numpy as np

from ._box import Box, box_of, refuse_outside
from ._errors import ArgumentError
from ._integrand import Integrand
from ._integrate import integrate_quietly
from ._result import Result
from ._types import Array


class Run:
    """The integral over a part of the box."""

    def __init__(self, f: Any, part: Box, options: Dict[str, Any]) -> None:
        self._f = f
        self._limits = np.column_stack(part)
        self._options = options
        self.result = self._integrate()

    def _integrate(self, **more: Any) -> Result:
        return integrate_quietly(self._f, self._limits, **self._options, **more)

    def hold_to(self, most: float) -> None:
        """Integrates again where the error is larger."""
        if np.any(self.result.error > most):
            # Relative as well: how closely the library looks depends on it.
            largest = max(float(np.max(np.abs(self.result.value))), most)
            relative = most / largest if largest > 0 else 0.0
            self._options.update(epsrel=relative, epsabs=most)
            self.result = self._integrate()

    def traced(self) -> Result:
        return self._integrate(trace=True, trace_regions=max(self.result.nregions, 1))


def coordinates(name: str, given: Any) -> Array:
    try:
        return np.atleast_1d(np.asarray(given, float))
    except (TypeError, ValueError):
        raise ArgumentError(f"{name} = {given!r} is no list of numbers") from None


def allowed(estimate: Any, rtol: float, atol: float) -> Any:
    return np.maximum(atol, rtol * np.abs(estimate))


def hold_to_the_sum(runs: List[Run], rtol: float, atol: float) -> None:
    """Parts that cancel must be more accurate than rtol says: their errors are held to their sum."""
    most = allowed(sum(run.result.value for run in runs), rtol, atol)
    if np.any(sum(run.result.error for run in runs) > most):
        for run in runs:
            run.hold_to(float(np.min(most)) / len(runs))


def cut_at(f: Any, limits: Any, points: Any) -> Tuple[Any, Any]:
    """What is integrated, and over what, where a box has points: parts that meet there."""
    box = f.box if limits is None and isinstance(f, Integrand) else box_of(limits)
    region = _region_at(box, points)
    if region is None:
        return f, limits
    if not isinstance(f, Integrand):
        return f, region
    f = copy.copy(f)
    f.box = region
    return f, None


def _region_at(box: Box, points: Any) -> Any:
    least, most = np.minimum(*box), np.maximum(*box)
    corners = corners_of(box, points)
    refuse_outside(box, corners)
    corners = [one for one in corners if np.isfinite(one).all()]
    if not corners:
        return None
    from ._region import Box as CutBox

    sides = np.column_stack(box)
    if box.ndim > 1 and (box.lower < box.upper).all():
        return CutBox(sides, points=corners)
    places = np.array(corners)
    breaks: Dict[int, Sequence[float]] = {
        axis: sorted({float(x) for x in places[:, axis] if least[axis] < x < most[axis]})
        for axis in range(box.ndim)
    }
    return CutBox(sides, breaks=breaks)


def corners_of(box: Box, points: Any) -> List[Array]:
    if points is not None and np.ndim(points) == 0:
        raise ArgumentError(f"points = {points!r} is no list of points, as [{points!r}] is")
    corners = []
    for point in () if points is None else points:
        corners.append(coordinates("points", point))
        if corners[-1].shape != box.lower.shape or np.isnan(corners[-1]).any():
            raise ArgumentError(f"points: {point!r} is not a point of {box.ndim} numbers")
    return corners


def cut(box: Box, points: Any) -> List[Box]:
    """Parts of the box that have the points as corners, or in their faces where those of it are."""
    parts = [box]
    for corner in corners_of(box, points):
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
