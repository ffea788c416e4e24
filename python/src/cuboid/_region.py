"""Regions that are integrated over, besides boxes without breaks."""

import ctypes
import math
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_double, c_int, c_int64, c_void_p
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

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


class _Pending(NamedTuple):
    of: Optional["Region"]
    texts: List[str]


class Region:
    """An image of the unit cube."""

    # What a region is made of whose texts have parameters that are not known yet.
    pending: Optional["_Pending"] = None

    def __init__(self, create: Any, *arguments: Any, kept: Any = None) -> None:
        self.handle = c_void_p()
        check(create(byref(self.handle), *arguments))
        self.kept = kept  # what must live as long
        self.failures: List[BaseException] = []  # of a function of the limits
        self.ndim: int = LIBRARY.cuboid_domain_ndim(self.handle)
        self.cube_ndim: int = LIBRARY.cuboid_domain_cube_ndim(self.handle)

    def __del__(self) -> None:
        LIBRARY.cuboid_domain_free(self.handle)

    def _wait(self, of: Optional["Region"], texts: List[str]) -> None:
        """For parameters: they come with the integrand."""
        self.handle, self.kept, self.failures = c_void_p(), of, []
        self.ndim = self.cube_ndim = len(texts)
        self.pending = _Pending(of, texts)

    def with_parameters(self, names: Dict[str, float]) -> "Region":
        """Where its texts have parameters, the region that it is for their values; else itself."""
        return self if self.pending is None else Mapped(*self.pending, names=names)

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
    breaks: by axis, texts or numbers in rising order at which it is cut, as limits are.

    >>> import cuboid
    >>> half_disc = cuboid.FunctionLimits([(-1, 1), lambda x: (0, (1 - x * x) ** 0.5)])
    >>> result = cuboid.integrate(lambda x: x[:, 1], half_disc, epsrel=1e-8)
    >>> bool(abs(result.value - 2 / 3) < 1e-8)
    True
    >>> triangle = cuboid.FunctionLimits([(0, 1), ("0", "a * x[0]")], names={"a": 2.0})
    >>> bool(abs(cuboid.integrate("1", triangle).value - 1) < 1e-9)
    True
    """

    def __init__(
        self,
        limits: Sequence[Any],
        *,
        names: Optional[Dict[str, float]] = None,
        breaks: Optional[Dict[int, Sequence[Any]]] = None,
    ) -> None:
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
            if names or breaks:
                raise ArgumentError("names and breaks are for limits that are texts or numbers")
            self._limits = limits
            callback = _LIMITS(self._write)
            create = LIBRARY.cuboid_domain_from_function
            self.failures = []
            super().__init__(create, len(limits), callback, None, kept=callback)
            return
        lower, upper = (_c_texts([_text(one) for one in side]) for side in zip(*limits))
        if not breaks:
            create = LIBRARY.cuboid_domain_from_expressions
            super().__init__(create, len(limits), lower, upper, *_c_parameters(names))
            return
        for axis in breaks:
            if axis not in range(len(limits)):
                raise ArgumentError(f"breaks: there is no axis {axis!r}")
        lists = [[_text(one) for one in breaks.get(axis, [])] for axis in range(len(limits))]
        counts = (c_int * len(limits))(*map(len, lists))
        super().__init__(
            LIBRARY.cuboid_domain_cut_by_expressions, len(limits), lower, upper, counts,
            _c_texts(sum(lists, [])), *_c_parameters(names),
        )  # fmt: skip

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

    vertices: (ndim + 1, ndim), in any order.  Some may be texts with parameters, which value_and_grad
    has, or names and their values.
    apex: number of the vertex near which an integrand is singular or rough; None: there is none.

    >>> import cuboid
    >>> bool(abs(cuboid.integrate("1", cuboid.Simplex([[0, 0], [2, 0], [0, 3]])).value - 3) < 1e-9)
    True
    """

    def __init__(
        self,
        vertices: Any,
        *,
        apex: Optional[int] = None,
        names: Optional[Dict[str, float]] = None,
    ) -> None:
        if _has_texts(vertices):
            places = [[_text(one) for one in row] for row in vertices]
            ndim = len(places) - 1
            if any(len(row) != ndim for row in places):
                raise ArgumentError("vertices must be n + 1 points of n coordinates")
            coordinates = [
                " + ".join(
                    [f"({places[0][d]})"]
                    + [f"x[{k}]*(({places[k + 1][d]}) - ({places[0][d]}))" for k in range(ndim)]
                )
                for d in range(ndim)
            ]
            corners = np.vstack([np.zeros(ndim), np.eye(ndim)])
            _of_texts(self, Simplex(corners, apex=apex), coordinates, names)
            return
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

    Some of the numbers may be texts with parameters, which value_and_grad has, or names and their
    values.

    >>> import math
    >>> import cuboid
    >>> shell = cuboid.Ball([0, 0, 0], 1, inner=0.5)
    >>> bool(abs(cuboid.integrate("1", shell).value - math.pi * 4 / 3 * 7 / 8) < 1e-9)
    True
    """

    def __init__(
        self,
        centre: Any,
        radius: Any,
        *,
        inner: Any = 0.0,
        names: Optional[Dict[str, float]] = None,
    ) -> None:
        if _has_texts([centre, radius, inner]):
            places = [f"({_text(one)})" for one in centre]
            origin = np.zeros(len(places))
            if inner == 0:
                unit = Ball(origin, 1.0)
                texts = [f"{one} + x[{d}]*({_text(radius)})" for d, one in enumerate(places)]
            else:
                unit = Ball(origin, 2.0, inner=1.0)
                squares = " + ".join(f"x[{d}]*x[{d}]" for d in range(len(places)))
                length = f"sqrt({squares})"
                out = f"({_text(inner)}) + ({length} - 1)*(({_text(radius)}) - ({_text(inner)}))"
                texts = [f"{one} + x[{d}]/{length}*({out})" for d, one in enumerate(places)]
            _of_texts(self, unit, texts, names)
            return
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


class Mapped(Region):
    """The image of a region under a map of texts in its coordinates, x[0], x[1] ...

    region: None for the unit cube.  The map must be smooth and one to one inside.
    coordinates: a text or a number for each axis; parameters come from value_and_grad, or names and
    their values.

    >>> import cuboid
    >>> sector = cuboid.Mapped(None, ["x[0]*cos(a*x[1])", "x[0]*sin(a*x[1])"], names={"a": 0.5})
    >>> bool(abs(cuboid.integrate("1", sector).value - 0.25) < 1e-9)
    True
    """

    def __init__(
        self,
        region: Optional[Region],
        coordinates: Sequence[Any],
        *,
        names: Optional[Dict[str, float]] = None,
    ) -> None:
        texts = [_text(one) for one in coordinates]
        if names is None and any("p[" in text for text in texts):
            self._wait(region, texts)
            return
        _map(self, region, texts, names)


def _map(
    made: Region, of: Optional[Region], texts: List[str], names: Optional[Dict[str, float]]
) -> None:
    Region.__init__(
        made, LIBRARY.cuboid_domain_image_by_expressions, len(texts),
        None if of is None else of.handle, _c_texts(texts), *_c_parameters(names), kept=of,
    )  # fmt: skip


def _of_texts(
    made: Region, of: Region, texts: List[str], names: Optional[Dict[str, float]]
) -> None:
    """Makes a region that is described by texts, or lets it wait for its parameters."""
    if names is None:
        made._wait(of, texts)
    else:
        _map(made, of, texts, names)


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


def _has_texts(given: Any) -> bool:
    if isinstance(given, (list, tuple)):
        return any(_has_texts(one) for one in given)
    return isinstance(given, str)


def _c_texts(texts: Sequence[str]) -> Any:
    return (c_char_p * len(texts))(*[text.encode(errors="replace") for text in texts])


def _c_parameters(names: Optional[Dict[str, float]]) -> Tuple[bytes, int, c_void_p]:
    named = names or {}
    try:
        values = (c_double * max(len(named), 1))(*[float(value) for value in named.values()])
    except (TypeError, ValueError):
        raise ArgumentError(f"names = {names!r} must have a number for each name") from None
    return ", ".join(named).encode(), len(named), ctypes.cast(values, c_void_p)


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
