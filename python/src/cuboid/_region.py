"""Regions that are integrated over, besides boxes without breaks."""

import math
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_double, c_int, c_int64, c_void_p
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

import numpy as np

from ._box import box_of, even_fractions
from ._errors import ArgumentError
from ._library import LIBRARY, check
from ._types import Array

_LIMITS = CFUNCTYPE(
    None, c_int, c_int64, POINTER(c_double), POINTER(c_double), POINTER(c_double), c_void_p
)


def _numbers(given: Any, name: str, shape: Tuple[Optional[int], ...]) -> Array:
    """An array of this shape, where None is any length."""
    try:
        numbers = np.array(given, dtype=float)
    except (TypeError, ValueError):
        raise ArgumentError(f"{name} = {given!r} are not numbers") from None
    fits = numbers.ndim == len(shape) and all(
        wanted in (None, found) for wanted, found in zip(shape, numbers.shape)
    )
    if not fits:
        wanted = " x ".join("n" if one is None else str(one) for one in shape)
        raise ArgumentError(f"{name} have the shape {numbers.shape}, and must have {wanted}")
    return np.ascontiguousarray(numbers)


def _address(numbers: Array) -> c_void_p:
    return c_void_p(numbers.ctypes.data)


class Region:
    """An image of the unit cube."""

    def __init__(self, create: Any, *arguments: Any, kept: Any = None) -> None:
        self.handle = c_void_p()
        check(create(byref(self.handle), *arguments))
        self.kept = kept  # what must live as long
        self.failures: List[BaseException] = []  # of a function of the limits
        self.ndim: int = LIBRARY.cuboid_domain_ndim(self.handle)
        self.cube_ndim: int = LIBRARY.cuboid_domain_cube_ndim(self.handle)

    def __del__(self) -> None:
        LIBRARY.cuboid_domain_free(self.handle)

    @property
    def lower(self) -> Array:
        """Of the unit cube."""
        return np.zeros(self.cube_ndim)

    @property
    def upper(self) -> Array:
        """Of the unit cube."""
        return np.ones(self.cube_ndim)

    @property
    def addresses(self) -> Tuple[None, None]:
        """Of lower and upper: there are none."""
        return None, None

    def map(self, t: Any) -> Tuple[Array, Array]:
        """Points of the region for points t (n, cube_ndim) of the unit cube, and the Jacobian.

        >>> import cuboid
        >>> x, jacobian = cuboid.Ball([0, 0], 2).map([[0.5, 0.25]])
        >>> x.round(12).tolist(), round(float(jacobian[0]) / (4 * 3.141592653589793), 12)
        ([[0.0, 1.0]], 1.0)
        """
        points = _numbers(t, "t", (None, self.cube_ndim))
        x, jacobian = np.empty((len(points), self.ndim)), np.empty(len(points))
        count = c_int64(len(points))
        status = LIBRARY.cuboid_domain_map(
            self.handle, count, _address(points), _address(x), _address(jacobian)
        )
        self.raise_failure()
        check(status)
        return x, jacobian

    def inner_points(self, count: int) -> Array:
        return self.map(even_fractions(self.cube_ndim, count))[0]

    def raise_failure(self) -> None:
        """What a function of the limits has raised, once."""
        if self.failures:
            failure = self.failures[0]
            self.failures.clear()
            raise failure


class Box(Region):
    """A box, cut where an integrand is not smooth.

    limits: as those of integrate.
    breaks: by axis, places where an integrand has kinks or jumps.
    ends: by axis, where it is singular, as x ** -0.5 is at 0: "lower", "upper", "both" limits, or
    "breaks", as a text or a list of such.
    points: places where it is singular or has a narrow peak.  Points go without breaks and ends.

    >>> import cuboid
    >>> kink = cuboid.Box([(0, 1), (0, 1)], breaks={0: [0.3]})
    >>> result = cuboid.integrate(lambda x: abs(x[:, 0] - 0.3), kink, epsrel=1e-10)
    >>> bool(abs(result.value - 0.29) < 1e-12)
    True
    """

    def __init__(
        self,
        limits: Any,
        *,
        breaks: Optional[Dict[int, Sequence[float]]] = None,
        ends: Optional[Dict[int, Any]] = None,
        points: Any = None,
    ) -> None:
        box = box_of(limits)
        lower, upper = _address(box.lower), _address(box.upper)
        if points is not None:
            if breaks or ends:
                raise ArgumentError("points go without breaks and ends: points cut the box, too")
            places = _numbers(points, "points", (None, box.ndim))
            create = LIBRARY.cuboid_domain_around_points
            super().__init__(create, box.ndim, lower, upper, len(places), _address(places))
            return
        lists: List[Array] = [np.empty(0)] * box.ndim
        for axis, found in (breaks or {}).items():
            if axis not in range(box.ndim):
                raise ArgumentError(f"breaks: there is no axis {axis!r}")
            lists[axis] = np.sort(_numbers(found, f"breaks[{axis}]", (None,)))
        counts = (c_int * box.ndim)(*map(len, lists))
        places = np.concatenate([*lists, [0.0]])
        flags = (c_int * box.ndim)(*[_flags((ends or {}).get(axis)) for axis in range(box.ndim)])
        super().__init__(
            LIBRARY.cuboid_domain_box, box.ndim, lower, upper, flags, counts, _address(places)
        )


class Diagonal(Region):
    """The square from lower to upper, for what is singular where both coordinates are equal.

    >>> import cuboid
    >>> result = cuboid.integrate("log(fabs(x[0] - x[1]))", cuboid.Diagonal(0, 1), epsrel=1e-8)
    >>> bool(abs(result.value + 1.5) < 1e-7)
    True
    """

    def __init__(self, lower: float, upper: float) -> None:
        super().__init__(LIBRARY.cuboid_domain_diagonal, float(lower), float(upper))


class FunctionLimits(Region):
    """Limits of each axis that depend on the coordinates before it.

    limits: for each axis a pair, or a function of the coordinates before, as arrays, that returns a
    pair.  Each of a pair may be a number or an array, or, where no axis has a function, a text as
    "x[0]^2".
    names: of the parameters that texts have, and their values.

    >>> import cuboid
    >>> half_disc = cuboid.FunctionLimits([(-1, 1), lambda x: (0, (1 - x * x) ** 0.5)])
    >>> result = cuboid.integrate(lambda x: x[:, 1], half_disc, epsrel=1e-8)
    >>> bool(abs(result.value - 2 / 3) < 1e-8)
    True
    >>> triangle = cuboid.FunctionLimits([(0, 1), ("0", "a * x[0]")], names={"a": 2.0})
    >>> bool(abs(cuboid.integrate("1", triangle).value - 1) < 1e-9)
    True
    """

    def __init__(self, limits: Sequence[Any], *, names: Optional[Dict[str, float]] = None) -> None:
        limits = list(limits)
        if not limits:
            raise ArgumentError("limits: there must be at least one axis")
        for axis, one in enumerate(limits):
            if not callable(one) and not (isinstance(one, (tuple, list)) and len(one) == 2):
                raise ArgumentError(
                    f"limits[{axis}] = {one!r} is neither a pair (lower, upper) nor a function of "
                    "the coordinates before it that returns one"
                )
        if any(callable(one) for one in limits):
            if names:
                raise ArgumentError("names are for limits that are texts")
            self._limits = limits
            callback = _LIMITS(self._write)
            create = LIBRARY.cuboid_domain_from_function
            self.failures = []
            super().__init__(create, len(limits), callback, None, kept=callback)
            return
        named = names or {}
        texts = [[_text(one).encode() for one in side] for side in zip(*limits)]
        lower, upper = ((c_char_p * len(limits))(*side) for side in texts)
        values = np.array(list(named.values()) or [0.0], dtype=float)
        super().__init__(
            LIBRARY.cuboid_domain_from_expressions,
            len(limits),
            lower,
            upper,
            ", ".join(named).encode(),
            len(named),
            _address(values),
        )

    def _write(self, axis: int, count: int, x: Any, lower: Any, upper: Any, _user: Any) -> None:
        sides = [np.ctypeslib.as_array(side, (count,)) for side in (lower, upper)]
        try:
            limit = self._limits[axis]
            if callable(limit):
                rows = np.ctypeslib.as_array(x, (count, len(self._limits)))
                limit = limit(*(rows[:, before].copy() for before in range(axis)))
            first, second = limit
            sides[0][:], sides[1][:] = first, second
        except BaseException as failure:  # Nothing may pass through C.
            self.failures.append(failure)
            for side in sides:
                side[:] = math.nan


class Simplex(Region):
    """A triangle, a tetrahedron, or their like in more dimensions.

    vertices: (ndim + 1, ndim), in any order.
    apex: number of the vertex near which an integrand is singular or rough; None: there is none.

    >>> import cuboid
    >>> bool(abs(cuboid.integrate("1", cuboid.Simplex([[0, 0], [2, 0], [0, 3]])).value - 3) < 1e-9)
    True
    """

    def __init__(self, vertices: Any, *, apex: Optional[int] = None) -> None:
        rows = _numbers(vertices, "vertices", (None, None))
        ndim = len(rows) - 1
        if ndim < 1 or rows.shape[1] != ndim:
            raise ArgumentError(
                f"vertices have the shape {rows.shape}, and must be n + 1 points of n coordinates"
            )
        number = -1 if apex is None else apex
        super().__init__(LIBRARY.cuboid_domain_simplex, ndim, _address(rows), number)


class Ball(Region):
    """A disc, a ball, or their like in more dimensions; with inner, what is outside of that radius.

    >>> import math
    >>> import cuboid
    >>> shell = cuboid.Ball([0, 0, 0], 1, inner=0.5)
    >>> bool(abs(cuboid.integrate("1", shell).value - math.pi * 4 / 3 * 7 / 8) < 1e-9)
    True
    """

    def __init__(self, centre: Any, radius: float, *, inner: float = 0.0) -> None:
        middle = _numbers(centre, "centre", (None,))
        create = LIBRARY.cuboid_domain_ball
        super().__init__(create, len(middle), _address(middle), float(inner), float(radius))


class Sphere(Region):
    """The surface of a ball.

    >>> import math
    >>> import cuboid
    >>> area = cuboid.integrate("1", cuboid.Sphere([0, 0, 0], 2)).value
    >>> bool(abs(area - 16 * math.pi) < 1e-8)
    True
    """

    def __init__(self, centre: Any, radius: float) -> None:
        middle = _numbers(centre, "centre", (None,))
        super().__init__(
            LIBRARY.cuboid_domain_sphere, len(middle), _address(middle), float(radius)
        )


class Image(Region):
    """The points matrix y + offset with y of a region."""

    def __init__(self, region: Region, matrix: Any, offset: Any) -> None:
        rows = _numbers(matrix, "matrix", (region.ndim, region.ndim))
        moved = _numbers(offset, "offset", (region.ndim,))
        super().__init__(
            LIBRARY.cuboid_domain_image, region.handle, _address(rows), _address(moved),
            kept=region,
        )  # fmt: skip


class Product(Region):
    """The points (x, y) with x of the one region and y of the other."""

    def __init__(self, first: Region, second: Region) -> None:
        super().__init__(
            LIBRARY.cuboid_domain_product, first.handle, second.handle, kept=(first, second)
        )


class Union(Region):
    """Regions together, with one accuracy; where they overlap counts as often.

    >>> import cuboid
    >>> two = cuboid.Union([cuboid.Ball([0, 0], 1), cuboid.Ball([5, 0], 1)])
    >>> bool(abs(cuboid.integrate("1", two).value - 2 * 3.141592653589793) < 1e-9)
    True
    """

    def __init__(self, pieces: Iterable[Region]) -> None:
        pieces = [region_of(piece) for piece in pieces]
        handles = (c_void_p * len(pieces))(*[piece.handle for piece in pieces])
        super().__init__(LIBRARY.cuboid_domain_union, len(pieces), handles, kept=pieces)


class Ellipsoid(Image):
    """sum_i ((x_i - centre_i) / semi_axes_i)^2 <= 1."""

    def __init__(self, centre: Any, semi_axes: Any) -> None:
        middle = _numbers(centre, "centre", (None,))
        lengths = _numbers(semi_axes, "semi_axes", (len(middle),))
        if not (lengths > 0).all():
            raise ArgumentError(f"semi_axes = {semi_axes!r} must be above 0")
        super().__init__(Ball(np.zeros(len(middle)), 1.0), np.diag(lengths), middle)


class Cylinder(Image):
    """Along one axis from the one number to the other, and a ball in the others."""

    def __init__(self, axis: int, centre: Any, radius: float, along: Tuple[float, float]) -> None:
        middle = _numbers(centre, "centre", (None,))
        ndim = len(middle)
        if ndim < 2 or axis not in range(ndim):
            raise ArgumentError(f"axis = {axis!r} is none of the {ndim} axes of centre")
        others = [d for d in range(ndim) if d != axis]
        order = np.zeros((ndim, ndim))
        for place, d in enumerate([*others, axis]):
            order[d, place] = 1
        super().__init__(
            Product(Ball(middle[others], radius), Box([along])), order, np.zeros(ndim)
        )


class HalfSpace(Image):
    """normal . x <= offset."""

    def __init__(self, normal: Any, offset: float) -> None:
        direction = _numbers(normal, "normal", (None,))
        length = np.linalg.norm(direction)
        if not (np.isfinite(length) and length > 0):
            raise ArgumentError(f"normal = {normal!r} has no direction")
        # Householder's reflection that takes the first axis to the normal.
        first = np.zeros(len(direction))
        first[0] = 1
        unit = direction / length
        mirror = unit - first
        size = mirror @ mirror
        rows = np.eye(len(direction))
        if size > 0:
            rows = rows - 2 * np.outer(mirror, mirror) / size
        limits = [(-math.inf, float(offset) / length)] + [(-math.inf, math.inf)] * (
            len(direction) - 1
        )
        super().__init__(Box(limits), rows, np.zeros(len(direction)))


def Ordered(ndim: int, lower: float, upper: float) -> Region:  # noqa: N802
    """lower < x[0] < x[1] < ... < x[ndim - 1] < upper, as of integrals that are ordered in time.

    >>> import cuboid
    >>> bool(abs(cuboid.integrate("1", cuboid.Ordered(3, 0, 1)).value - 1 / 6) < 1e-9)
    True
    """
    if math.isfinite(lower) and math.isfinite(upper):
        return Simplex(np.where(np.tri(ndim + 1, ndim, -1)[:, ::-1] > 0, upper, lower))
    last = repr(float(upper))
    later = [(f"x[{axis - 1}]", last) for axis in range(1, ndim)]
    return FunctionLimits([(repr(float(lower)), last), *later])


_ENDS = {"lower": 1, "upper": 2, "both": 3, "breaks": 4}


def _flags(ends: Any) -> int:
    """As the library has them."""
    flags = 0
    for one in [ends] if isinstance(ends, str) else ends or []:
        if one not in _ENDS:
            raise ArgumentError(f"ends: {one!r} is none of {', '.join(_ENDS)}")
        flags |= _ENDS[one]
    return flags


def _text(limit: Any) -> str:
    return limit if isinstance(limit, str) else repr(float(limit))


def region_of(limits: Any) -> Region:
    """A region, or limits of which some are functions or texts."""
    return limits if isinstance(limits, Region) else Box(limits)


def has_functions(limits: Any) -> bool:
    """Whether limits are pairs of which some are functions or texts."""
    if not isinstance(limits, (tuple, list)):
        return False
    return any(
        callable(one)
        or (isinstance(one, (tuple, list)) and any(isinstance(side, str) for side in one))
        for one in limits
    )
