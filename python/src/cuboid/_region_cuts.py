"""Regions that are cut where an integrand is not smooth."""

import itertools
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy as np

from ._box import box_of, is_of_functions
from ._errors import ArgumentError
from ._expression import is_expression, names_in
from ._integrand import numbers_of
from ._region import (
    ENDS,
    Ball,
    Box,
    Diagonal,
    Ends,
    FunctionLimits,
    Image,
    Product,
    Region,
    Simplex,
    Where,
    _axes_of,
    break_at,
    flags_of,
    has_text,
    numbers_of_shape,
    pair_at,
    region_of,
    text_of,
)
from ._types import Array


def region_with(
    limits: Any,
    *,
    breaks: Optional[Dict[int, Any]] = None,
    ends: Optional[Dict[int, Any]] = None,
    points: Any = None,
    singular: Any = None,
    where: Any = None,
    parameters: Any = None,
    rows: Optional[Array] = None,
) -> Region:
    """The region of a call of integrate, or with rows of integrate_many.

    parameters: of the integrand, and so of texts of the limits and the condition.
    rows: those of each integral of a list.
    """
    names: Any = None
    if _axes_of(limits) == 3:
        limits, breaks, ends = of_boxes(limits, breaks, ends), None, None
    if rows is not None:
        names = names_in([limits, breaks], rows)
    elif parameters is not None:
        found = names_in([limits, breaks], numbers_of(parameters, for_c=True)[np.newaxis])
        names = {name: float(one[0]) for name, one in (found or {}).items()}
    region = _told(limits, breaks, ends, points, singular, names)
    if where is None:
        return region
    if rows is not None and isinstance(where, str) and is_expression(where):
        return Where(region, where, names=names_in([where], rows))
    return Where(region, where, parameters=parameters if isinstance(where, str) else None)


def _told(
    limits: Any, breaks: Any, ends: Any, points: Any, singular: Any, names: Optional[Dict[str, Any]]
) -> Region:
    if isinstance(limits, Region) and names is not None:
        limits = limits.with_parameters(names)
    elif names and points is None and singular is None:
        return FunctionLimits(_pairs_of(limits), names=names, breaks=breaks, ends=ends)
    if breaks is None and ends is None and points is None and singular is None:
        return region_of(limits)
    is_of_numbers = hasattr(limits, "vertices")
    if isinstance(limits, Simplex) and is_of_numbers and breaks is None and ends is None:
        return Simplex(limits.vertices, points=points, singular=singular)
    if isinstance(limits, Ball) and breaks is None and ends is None and singular is None:
        centre = getattr(limits, "centre", None)
        if centre is not None and (numbers_of_shape(points, "points", (None, len(centre))) == centre).all():
            return limits  # The centre is a singular point of its map.
        raise ArgumentError("points of a ball can be its centre alone")
    if isinstance(limits, Region):
        raise ArgumentError(
            "breaks, ends, points and singular go with limits, points and singular with a Simplex; a "
            "region that is made of others has those of its parts, as Where(Box(limits, breaks={0: "
            "0.5}), condition)"
        )
    of_axes = breaks.values() if isinstance(breaks, dict) else [breaks]
    places = [one for found in of_axes for one in np.ravel(np.array(found, dtype=object))]
    if is_of_functions(limits) or any(callable(one) or isinstance(one, str) for one in places):
        if points is not None or singular is not None:
            raise ArgumentError("points and singular go without limits and breaks that are functions")
        return FunctionLimits(_pairs_of(limits), breaks=breaks, ends=ends)
    if singular not in (None, "diagonal") and not isinstance(singular, (tuple, list)):
        raise ArgumentError(f"singular = {singular!r} must be 'diagonal' or two axes")
    diagonal = (0, 1) if singular == "diagonal" else singular
    if np.ndim(points) == 1 and box_of(limits).ndim == 1:
        points = np.reshape(points, (-1, 1))
    return Box(limits, breaks=breaks, ends=ends, points=points, diagonal=diagonal)


def of_boxes(boxes: Any, breaks: Any, ends: Any) -> Region:
    """Of an array (count, ndim, 2), a box for each integral."""
    numbers = numbers_of_shape(boxes, "limits", (None, None, 2))
    axes = range(numbers.shape[1])
    names = {f"{side}{d}": numbers[:, d, k] for d in axes for k, side in enumerate("lu")}
    return FunctionLimits([(f"l{d}", f"u{d}") for d in axes], names=names, breaks=breaks, ends=ends)


def _pairs_of(limits: Any) -> Any:
    return limits if is_of_functions(limits) else list(zip(*box_of(limits)))


def around(vertices: Array, points: Array) -> List[Tuple[Array, Optional[int]]]:
    """Simplices that have the points as vertices, each one of them at most, with its number."""
    pieces = [vertices]
    for i, point in enumerate(points):
        cut: List[Array] = []
        for piece in pieces:
            matrix = np.vstack([piece.T, np.ones(len(piece))])
            try:
                shares = np.linalg.solve(matrix, np.append(point, 1.0))
            except np.linalg.LinAlgError:  # without volume
                shares = np.full(len(piece), -1.0)
            if (shares < -1e-12).any():
                cut.append(piece)
                continue
            for k in np.flatnonzero(shares > 1e-12):
                cut.append(piece.copy())
                cut[-1][k] = point
        if not any((piece == point).all(axis=1).any() for piece in cut):
            raise ArgumentError(f"points[{i}] = {point} is not in the simplex")
        pieces = cut
    found: List[Tuple[Array, Optional[int]]] = []
    while pieces:
        piece = pieces.pop()
        at = [k for k, vertex in enumerate(piece) if (points == vertex).all(axis=1).any()]
        if len(at) < 2:
            found.append((piece, at[0] if at else None))
            continue
        middle = 0.5 * (piece[at[0]] + piece[at[1]])
        for one in at[:2]:
            pieces.append(piece.copy())
            pieces[-1][one] = middle
    return found


def places_of(breaks: Dict[int, Any], axis: int) -> List[Any]:
    given = breaks.get(axis, [])
    return list(given) if isinstance(given, (tuple, list, np.ndarray)) else [given]


def within(place: Any, lower: Any, upper: Any) -> str:
    """A break as a text; beyond the limits it is at these."""
    if not any(isinstance(one, str) for one in (lower, upper)):
        low, high = sorted([text_of(lower), text_of(upper)], key=float)
        if not isinstance(place, str):
            return sorted([low, text_of(place), high], key=float)[1]
        return f"min(max({place}, {low}), {high})"
    lower, upper = text_of(lower), text_of(upper)
    return f"min(max({text_of(place)}, min({lower}, {upper})), max({lower}, {upper}))"


def pieces_of(
    limits: List[Any], breaks: Dict[int, Any], ends: Dict[int, Any], names: Optional[Dict[str, Any]]
) -> List[Region]:
    """Function limits that are cut, with the faces where an integrand is singular."""
    axes = []
    for axis, limit in enumerate(limits):
        places = places_of(breaks, axis)
        parts = [_part(limit, axis, places, k) for k in range(len(places) + 1)]
        flags = flags_of(ends.get(axis))
        at_breaks = 3 if flags & ENDS["breaks"] else 0
        last = len(places)
        faces = [
            (flags & 1 if k == 0 else at_breaks & 1) | (flags & 2 if k == last else at_breaks & 2)
            for k in range(last + 1)
        ]
        axes.append(list(zip(parts, faces)))
    pieces: List[Region] = []
    for chosen in itertools.product(*axes):
        piece: Region = FunctionLimits([part for part, _ in chosen], names=names)
        chosen_faces = [face for _, face in chosen]
        pieces.append(Ends(piece, chosen_faces) if any(chosen_faces) else piece)
    return pieces


def _part(limit: Any, axis: int, places: List[Any], k: int) -> Any:
    """The limits of an axis from break k - 1 to break k; breaks beyond the limits are at these."""
    if not places:
        return limit
    if not callable(limit) and not any(callable(place) for place in places):
        lower, upper = limit
        sides = [lower, *(within(place, lower, upper) for place in places), upper]
        if not has_text(limit) and not has_text(places):  # Other axes may have functions.
            sides = [float(text_of(side)) for side in sides]
        return sides[k], sides[k + 1]
    for given in (limit, *places):
        if not callable(given) and has_text(given):
            raise ArgumentError(f"limits[{axis}]: texts and functions do not go together")

    def part(*before: Array) -> Tuple[Any, Any]:
        lower, upper = pair_at(limit, axis, list(before))
        sides = [lower]
        for place in places:
            at = break_at(place, axis, list(before))
            sides.append(np.clip(at, np.minimum(lower, upper), np.maximum(lower, upper)))
        sides.append(upper)
        return sides[k], sides[k + 1]

    return part


def cells(box: Any, breaks: List[Array], points: Array, diagonal: Any) -> List[Region]:
    """Parts of a box between breaks and points; those at points come to them in pyramids, and those
    on the diagonal of two axes are squares there."""
    planes = []
    for axis in range(box.ndim):
        lower, upper = box.lower[axis], box.upper[axis]
        inside = np.concatenate([breaks[axis], points[:, axis]])
        if not lower < upper:
            raise ArgumentError(
                f"limits[{axis}] = ({lower:g}, {upper:g}) must rise where there are points or a "
                "diagonal"
            )
        if not ((inside >= lower) & (inside <= upper)).all():
            raise ArgumentError(
                f"breaks and points of axis {axis} must be within its limits, {lower:g} and {upper:g}"
            )
        planes.append({lower, upper, *inside})
    pair = _axes_of_diagonal(diagonal, box.ndim)
    if pair:
        i, j = pair
        common = planes[i] | planes[j]
        for axis in pair:
            lower, upper = box.lower[axis], box.upper[axis]
            planes[axis] = {place for place in common if lower <= place <= upper}
    cells: List[Region] = []
    places = [sorted(one) for one in planes]
    sides = [list(zip(one, one[1:])) for one in places]
    for cell in itertools.product(*sides):
        if pair and cell[pair[0]] == cell[pair[1]]:
            cells.append(_on_diagonal(cell, pair))
            continue
        at = [p for p in points if all(x in side for x, side in zip(p, cell))]
        cells.append(Box(cell, points=at) if at else Box(cell))
    return cells


def _axes_of_diagonal(diagonal: Any, ndim: int) -> Optional[Tuple[int, int]]:
    if diagonal is None:
        return None
    if isinstance(diagonal, (tuple, list)) and len(diagonal) == 2:
        i, j = diagonal
        if i in range(ndim) and j in range(ndim) and i != j:
            return int(i), int(j)
    raise ArgumentError(f"diagonal = {diagonal!r} must be two of the {ndim} axes, as (0, 1)")


def _on_diagonal(cell: Sequence[Tuple[float, float]], pair: Tuple[int, int]) -> Region:
    square = Diagonal(*cell[pair[0]])
    others = [axis for axis in range(len(cell)) if axis not in pair]
    if not others and pair == (0, 1):
        return square
    region: Region = square
    if others:
        region = Product(square, Box([cell[axis] for axis in others]))
    order = np.zeros((len(cell), len(cell)))
    for place, axis in enumerate([*pair, *others]):
        order[axis, place] = 1
    return Image(region, order, np.zeros(len(cell)))
