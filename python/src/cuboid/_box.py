"""The box that is integrated over."""

import functools
import sys
from ctypes import addressof, c_double
from typing import Any, Iterable, List, NamedTuple, Tuple

import numpy as np

from ._errors import ArgumentError
from ._library import max_axes
from ._types import Array


class Box(NamedTuple):
    lower: Array
    upper: Array

    @property
    def ndim(self) -> int:
        return len(self.lower)

    @property
    def addresses(self) -> Tuple[int, int]:
        """Of lower and upper, in a quarter of the time that their member ctypes takes."""
        sides: Tuple[Any, Any] = self.lower, self.upper  # The types do not know them as buffers.
        lower, upper = c_double.from_buffer(sides[0]), c_double.from_buffer(sides[1])
        return addressof(lower), addressof(upper)


def listed(limits: Any) -> Any:
    """Of an iterator, as zip(a, b) is one, a list, since it gives what it has only once."""
    return list(limits) if hasattr(limits, "__next__") else limits


def box_of(limits: Any) -> Box:
    """From [(lower, upper), ...], one pair, or the number of axes of the unit cube."""
    limits = listed(limits)
    if callable(limits) or isinstance(limits, str):
        raise ArgumentError(
            f"limits = {limits!r} are not pairs of numbers: the function comes first, and then its "
            "limits, as in integrate(f, [(0, 1), (0, 1)])"
        )
    if isinstance(limits, (int, np.integer)) and not isinstance(limits, bool):
        if limits < 1:
            raise ArgumentError(f"limits = {limits}: there must be at least one axis")
        if limits > max_axes():
            raise ArgumentError(f"limits = {limits}: no method has more than {max_axes()} axes")
        lower = np.zeros(limits)
        return Box(lower, lower + 1)
    try:
        pairs = np.array(limits, dtype=float)
    except (TypeError, ValueError):
        raise ArgumentError(f"limits = {limits!r} are not pairs of numbers") from None
    if pairs.ndim == 0:
        raise ArgumentError(
            f"limits = {limits!r} are neither pairs (lower, upper) nor a whole number of axes"
        )
    if pairs.shape == (2,):
        pairs = pairs[np.newaxis]
    if pairs.ndim != 2 or pairs.shape[1] != 2 or len(pairs) == 0:
        hint = ": of two corners a and b, give list(zip(a, b))" if len(pairs) == 2 else ""
        raise ArgumentError(
            f"limits must be pairs (lower, upper), one for each axis, but have shape {pairs.shape}"
            f"{hint}"
        )
    if np.isnan(pairs).any() and any(one is None for one in np.ravel(np.array(limits, dtype=object))):
        raise ArgumentError(f"limits = {limits!r}: None is no limit; what is infinite is math.inf")
    if len(pairs) == 2:
        _warn_of_corners(limits, *pairs.tolist())
    return Box(pairs[:, 0].copy(), pairs[:, 1].copy())


def _warn_of_corners(limits: Any, first: List[float], second: List[float]) -> None:
    """Two corners of a square instead of limits may look like a box without volume."""
    (a, b), (c, d) = first, second
    if not (a == b and c > a and d > b):
        return
    import warnings

    frame, level = sys._getframe(), 1
    while frame.f_back and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    warnings.warn(
        f"limits = {limits!r} are an axis from {a:g} to {b:g}, without width, and one from {c:g} "
        f"to {d:g}: the integral is 0.  If they are two corners, give [({a:g}, {c:g}), ({b:g}, "
        f"{d:g})]",
        UserWarning,
        stacklevel=level,
    )


def refuse_outside(box: Box, points: Iterable[Array]) -> None:
    """Points on the border are as good as those within."""
    least, most = np.minimum(*box), np.maximum(*box)
    for i, point in enumerate(points):
        for axis in np.flatnonzero((point < least) | (point > most)):
            which = f"points[{i}]" if box.ndim == 1 else f"points[{i}][{axis}]"
            raise ArgumentError(
                f"{which} = {point[axis]:g} must be within the limits, {box.lower[axis]:g} and "
                f"{box.upper[axis]:g}"
            )


def inner_points(box: Any, count: int) -> Array:
    """Points in the box, or the region, spread evenly."""
    if not isinstance(box, Box):
        inside: Array = box.inner_points(count)
        return inside
    found: Array = _inner_points(box.lower.tobytes(), box.upper.tobytes(), count)
    return found.copy()


@functools.lru_cache(maxsize=64)
def _inner_points(lower_bytes: bytes, upper_bytes: bytes, count: int) -> Array:
    first, last = np.frombuffer(lower_bytes), np.frombuffer(upper_bytes)
    t = even_fractions(len(first), count)
    with np.errstate(invalid="ignore"):  # From infinity to infinity: the library refuses it.
        width = last - first
    if np.isfinite(width).all():
        return first + t * width
    lower, upper = np.minimum(first, last), np.maximum(first, last)
    with np.errstate(invalid="ignore", over="ignore"):
        inside = lower * (1 - t) + upper * t
    below, above = np.isinf(lower), np.isinf(upper)
    inside = np.where(below & ~above, upper - t / (1 - t), inside)
    inside = np.where(above & ~below, lower + t / (1 - t), inside)
    inside = np.where(below & above, (2 * t - 1) / (t * (1 - t)), inside)
    return np.asarray(inside)


def even_fractions(ndim: int, count: int) -> Array:
    """Multiples of roots of primes, less what is whole: they are even, and none is a half or an end."""
    steps = np.sqrt(np.arange(2, 2 + ndim) + 0.5)
    fractions: Array = np.outer(np.arange(1, count + 1), steps) % 1
    return fractions


def is_of_functions(limits: Any) -> bool:
    """Whether limits are pairs of which some are functions or texts other than numbers."""
    return isinstance(limits, (tuple, list)) and any(
        _is_function(one)  # one axis, as (0, "pi")
        or (isinstance(one, (tuple, list)) and any(map(_is_function, one)))
        for one in limits
    )


def _is_function(side: Any) -> bool:
    if not isinstance(side, str):
        return callable(side)
    try:
        float(side)
    except ValueError:
        return True
    return False
