"""Regions that are integrated over, besides boxes without breaks."""

import ctypes
import math
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_double, c_int, c_int64, c_void_p
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._box import box_of, even_fractions, is_of_functions, listed, refuse_outside
from ._errors import ArgumentError
from ._library import LIBRARY, check
from ._types import Array

_LIMITS = CFUNCTYPE(
    None, c_int, c_int64, POINTER(c_double), POINTER(c_double), POINTER(c_double), c_void_p
)


def numbers_of_shape(given: Any, name: str, shape: Tuple[Optional[int], ...]) -> Array:
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


def _number(given: Any, name: str) -> float:
    try:
        return float(given)
    except (TypeError, ValueError):
        raise ArgumentError(f"{name} = {given!r} is not a number") from None


def _axes_of(given: Any) -> int:
    """Of an array; lists of different lengths are none."""
    try:
        return np.ndim(given)
    except ValueError:
        return 0


def _address(numbers: Array) -> c_void_p:
    return c_void_p(numbers.ctypes.data)


class _Pending(NamedTuple):
    of: Optional["Region"]
    texts: List[str]


class Region:
    """An image of the unit cube, or of each integral of a list one of its own."""

    handle = c_void_p()
    rows: Optional[Array] = None  # of a list: (count, n), the numbers of each region
    first: Optional["Region"] = None  # and the first of them
    rows_are_names = False  # They are parameters of texts.
    # What a region is made of whose texts have parameters that are not known yet.
    pending: Optional["_Pending"] = None

    def __init__(
        self,
        create: Any,
        *arguments: Any,
        kept: Any = None,
        parts: Iterable["Region"] = (),
        of_first: Optional[Callable[[List["Region"]], "Region"]] = None,
    ) -> None:
        self.handle = c_void_p()
        check(create(byref(self.handle), *arguments))
        self.kept = kept  # what must live as long
        self.parts = tuple(parts)
        if of_first is not None:
            self._take_rows(of_first)
        self.failures: List[BaseException] = []  # of a function of the limits or a condition
        self.ndim: int = LIBRARY.cuboid_domain_ndim(self.handle)
        self.cube_ndim: int = LIBRARY.cuboid_domain_cube_ndim(self.handle)

    def _take_rows(self, of_first: Callable[[List["Region"]], "Region"]) -> None:
        """Those of what it is made of, one after the other, and then its own."""
        of_parts = [part.rows for part in self.parts if part.rows is not None]
        if self.rows is None and not of_parts:
            return
        all_rows = of_parts if self.rows is None else [*of_parts, self.rows]
        counts = sorted({len(one) for one in all_rows})
        if len(counts) > 1:
            raise ArgumentError(f"the region is made of parts for {counts[0]} and {counts[1]} integrals")
        self.rows = np.ascontiguousarray(np.hstack(all_rows))
        self.rows_are_names |= any(part.rows_are_names for part in self.parts)
        self.first = of_first([part.first or part for part in self.parts])

    def __del__(self) -> None:
        LIBRARY.cuboid_domain_free(self.handle)

    def __repr__(self) -> str:
        plural = "" if self.ndim == 1 else "s"
        of_each = "" if self.rows is None else f", one for each of {len(self.rows)} integrals"
        return f"<{type(self).__name__} in {self.ndim} dimension{plural}{of_each}>"

    def _wait(self, of: Optional["Region"], texts: List[str]) -> None:
        """For parameters: they come with the integrand."""
        self.handle, self.kept, self.failures = c_void_p(), None, []
        self.parts = () if of is None else (of,)
        self.ndim = self.cube_ndim = len(texts)
        self.pending = _Pending(of, texts)

    def with_parameters(self, names: Dict[str, float]) -> "Region":
        """Where its texts have parameters, the region that it is for their values; else itself."""
        return self if self.pending is None else Mapped(*self.pending, names=names)

    def ready(self) -> "Region":
        """Itself, with all numbers that it needs."""
        if self.pending is not None:
            raise ArgumentError(
                "the texts of the region have parameters: parameters={...} gives their values, or of a "
                "region that is a part of another, names={...} of that part"
            )
        return self

    def _named(
        self, names: Optional[Dict[str, Any]]
    ) -> Tuple[bytes, int, Optional[c_void_p]]:
        """Parameters of texts as the library takes them; lists of them are the rows."""
        named = names or {}
        columns = [
            numbers_of_shape(one, f"names[{name!r}]", (None,))
            if _axes_of(one)
            else np.asarray(_number(one, f"names[{name!r}]"))
            for name, one in named.items()
        ]
        try:
            values = np.stack(np.broadcast_arrays(*columns), axis=-1) if columns else np.zeros(1)
        except ValueError:
            raise ArgumentError("names have lists of different lengths") from None
        address = None
        if values.ndim == 2:
            self.rows, self.rows_are_names = np.ascontiguousarray(values), True
        else:
            address = ctypes.cast((c_double * len(values))(*values), c_void_p)
        return ", ".join(named).encode(), len(named), address

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
        points = numbers_of_shape(t, "t", (None, self.cube_ndim))
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
        """What a function of the limits or a condition has raised, once."""
        for part in self.parts:
            part.raise_failure()
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
    points: places where it is singular or has a narrow peak.
    diagonal: two axes, where it is singular where their coordinates are equal.
    Ends go without points and diagonal.

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
        diagonal: Optional[Tuple[int, int]] = None,
    ) -> None:
        box = box_of(limits)
        lower, upper = _address(box.lower), _address(box.upper)
        lists: List[Array] = [np.empty(0)] * box.ndim
        for axis, found in by_axis(breaks, "breaks", box.ndim).items():
            lists[axis] = np.sort(numbers_of_shape(np.atleast_1d(found), f"breaks[{axis}]", (None,)))
        ends = by_axis(ends, "ends", box.ndim)
        if points is not None or diagonal is not None:
            if ends:
                raise ArgumentError("ends go without points and diagonal")
            places = np.empty((0, box.ndim))
            if points is not None:
                places = numbers_of_shape(points, "points", (None, box.ndim))
                refuse_outside(box, places)
            if diagonal is None and not breaks:
                create = LIBRARY.cuboid_domain_around_points
                super().__init__(create, box.ndim, lower, upper, len(places), _address(places))
                return
            from ._region_cuts import cells as cells_of

            cells = cells_of(box, lists, places, diagonal)
            super().__init__(LIBRARY.cuboid_domain_union, *_handles(cells), parts=cells)
            return
        counts = (c_int * box.ndim)(*map(len, lists))
        places = np.concatenate([*lists, [0.0]])
        flags = (c_int * box.ndim)(*[flags_of(ends.get(axis)) for axis in range(box.ndim)])
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
        super().__init__(
            LIBRARY.cuboid_domain_diagonal, _number(lower, "lower"), _number(upper, "upper")
        )


class FunctionLimits(Region):
    """Limits of each axis that depend on the coordinates before it.

    limits: for each axis a pair, or a function of the coordinates before, as arrays, that returns a
    pair.  Each of a pair may be a number or an array, or, where no axis has a function, a text as
    "x[0]^2".
    names: of the parameters that texts have, and their values; or lists of them, with one for each
    integral of integrate_many.
    breaks: by axis, where an integrand has kinks or jumps: a number, a text, a function of the
    coordinates before, or a list of such in rising order.  What of texts has names is differentiated
    by value_and_grad.
    ends: by axis, where it is singular, as those of Box.

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
        names: Optional[Dict[str, Any]] = None,
        breaks: Optional[Dict[int, Any]] = None,
        ends: Optional[Dict[int, Any]] = None,
    ) -> None:
        limits = list(limits)
        if not limits:
            raise ArgumentError("limits: there must be at least one axis")
        is_pair = len(limits) == 2 and not any(isinstance(one, (tuple, list)) for one in limits)
        if is_pair and not all(map(callable, limits)):
            limits = [tuple(limits)]  # one axis, as (0, "pi")
        for axis, one in enumerate(limits):
            if not callable(one) and not (isinstance(one, (tuple, list)) and len(one) == 2):
                raise ArgumentError(
                    f"limits[{axis}] = {one!r} is neither a pair (lower, upper) nor a function of "
                    "the coordinates before it that returns one"
                )
            if not callable(one) and any(map(callable, one)):
                form = "as lambda x: (0, x) is one" if axis else "the first axis has numbers or texts"
                raise ArgumentError(
                    f"limits[{axis}] = {one!r}: a function is of the coordinates of the axes before, "
                    f"and returns both limits: {form}"
                )
        breaks = by_axis(breaks, "breaks", len(limits))
        ends = by_axis(ends, "ends", len(limits))
        if breaks or ends:
            self._cut(limits, breaks, ends, names)
            return
        if any(callable(one) for one in limits):
            texts_of = [i for i, one in enumerate(limits) if not callable(one) and has_text(one)]
            if names or texts_of:
                what = "parameters are" if names else f"limits[{texts_of[0]}] has a text, which is"
                raise ArgumentError(f"{what} for limits and breaks that are texts, none a function")
            self._limits = limits
            callback = _LIMITS(self._write)
            create = LIBRARY.cuboid_domain_from_function
            self.failures = []
            super().__init__(create, len(limits), callback, None, kept=callback)
            return
        lower, upper = (_c_texts([text_of(one) for one in side]) for side in zip(*limits))
        given = self._named(names)
        if self.rows is not None:
            self.first = FunctionLimits(limits, names=_first_of(names))
        super().__init__(
            LIBRARY.cuboid_domain_from_expressions, len(limits), lower, upper, *given
        )  # fmt: skip

    def _cut(
        self,
        limits: List[Any],
        breaks: Dict[int, Any],
        ends: Dict[int, Any],
        names: Optional[Dict[str, Any]],
    ) -> None:
        """Texts with names stay one map, which can be differentiated; else it is a union."""
        from ._region_cuts import pieces_of, places_of, within

        places = [places_of(breaks, axis) for axis in range(len(limits))]
        if names is None or ends or any(map(callable, sum(places, limits))):
            pieces = pieces_of(limits, breaks, ends, names)
            Region.__init__(
                self, LIBRARY.cuboid_domain_union, *_handles(pieces), parts=pieces, of_first=Union
            )
            return
        texts = [
            [within(place, *pair) for place in of_axis] for of_axis, pair in zip(places, limits)
        ]
        lower, upper = (_c_texts([text_of(one) for one in side]) for side in zip(*limits))
        given = self._named(names)
        if self.rows is not None:
            self.first = FunctionLimits(limits, names=_first_of(names), breaks=breaks)
        Region.__init__(
            self, LIBRARY.cuboid_domain_cut_by_expressions, len(limits), lower, upper,
            _array_of_flags(list(map(len, texts))), _c_texts(sum(texts, [])), *given,
        )  # fmt: skip

    def _write(self, axis: int, count: int, x: Any, lower: Any, upper: Any, _user: Any) -> None:
        sides = [np.ctypeslib.as_array(side, (count,)) for side in (lower, upper)]
        try:
            rows = np.ctypeslib.as_array(x, (count, len(self._limits)))
            before = [rows[:, one].copy() for one in range(axis)]
            sides[0][:], sides[1][:] = pair_at(self._limits[axis], axis, before)
        except BaseException as failure:  # Nothing may pass through C.
            self.failures.append(failure)
            for side in sides:
                side[:] = math.nan


class Simplex(Region):
    """A triangle, a tetrahedron, or their like in more dimensions.

    vertices: (ndim + 1, ndim), in any order; (count, ndim + 1, ndim): one for each integral of
    integrate_many.  Some may be texts with parameters, which value_and_grad has, or names and their
    values.
    apex: number of the vertex near which an integrand is singular or rough, or numbers of those
    between which it is, as an edge has two; None: the vertex beside which it is largest, of a single
    simplex.
    points: places where it is singular; the simplex is cut there.
    singular: "facets", where it is singular on these.

    >>> import cuboid
    >>> bool(abs(cuboid.integrate("1", cuboid.Simplex([[0, 0], [2, 0], [0, 3]])).value - 3) < 1e-9)
    True
    """

    def __init__(
        self,
        vertices: Any,
        *,
        apex: Any = None,
        points: Any = None,
        singular: Optional[str] = None,
        names: Optional[Dict[str, Any]] = None,
    ) -> None:
        if _has_texts(vertices):
            if points is not None:
                raise ArgumentError("points are for a simplex of numbers")
            texts = [[text_of(one) for one in row] for row in vertices]
            unit = np.vstack([np.zeros(len(texts) - 1), np.eye(len(texts) - 1)])
            _of_texts(self, Simplex(unit, apex=apex, singular=singular), _of_corner(texts), names)
            return
        rows = numbers_of_shape(vertices, "vertices", (None,) * max(_axes_of(vertices), 2))
        ndim = rows.shape[-1]
        if rows.ndim > 3 or ndim < 1 or rows.shape[-2] != ndim + 1 or len(rows) == 0:
            raise ArgumentError(
                f"vertices have the shape {rows.shape}, and must be n + 1 points of n coordinates, "
                "or a list of such"
            )
        if singular not in (None, "facets"):
            raise ArgumentError(f"singular = {singular!r} must be 'facets' for a simplex")
        self.vertices = rows = np.ascontiguousarray(_in_front(rows, apex))
        if rows.ndim == 3 and (points is not None or singular):
            raise ArgumentError("points and singular are for a single simplex")
        pieces: List[Region] = []
        if points is not None:
            places = numbers_of_shape(points, "points", (None, ndim))
            from ._region_cuts import around

            pieces = [Simplex(one, apex=at) for one, at in around(rows, places)]
        elif singular:
            # Numbers are finest at 0.
            pieces = [Simplex(rows, apex=int(np.argmin(np.abs(rows).max(axis=1))))]
        if singular:
            pieces = [Ends(piece, [3] * ndim) for piece in pieces]
        if pieces:
            super().__init__(LIBRARY.cuboid_domain_union, *_handles(pieces), parts=pieces)
            return
        if rows.ndim == 3:
            self.rows = rows.reshape(len(rows), -1)
            self.first = Simplex(rows[0])
        of_all = None if self.rows is not None else _address(rows)
        number = -1 if apex is None else 0
        super().__init__(LIBRARY.cuboid_domain_simplex, ndim, of_all, number)


class Ball(Region):
    """A disc, a ball, or their like in more dimensions; with inner, what is outside of that radius.

    centre: (ndim,); (count, ndim): one for each integral of integrate_many, as lists of radii say,
    too.  Some of the numbers may be texts with parameters, which value_and_grad has, or names and
    their values.
    singular: "surface", where an integrand is singular on it.

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
        singular: Optional[str] = None,
        names: Optional[Dict[str, Any]] = None,
    ) -> None:
        if singular not in (None, "surface"):
            raise ArgumentError(f"singular = {singular!r} must be 'surface' for a ball")
        if _has_texts([centre, radius, inner]):
            self._by_texts(centre, radius, inner, singular, names)
            return
        create = LIBRARY.cuboid_domain_ball
        if np.ndim(centre) == 2 or np.ndim(radius) == 1 or np.ndim(inner) == 1:
            if singular:
                raise ArgumentError("singular is for a single ball")
            self._of_each(centre, radius, inner)
            assert self.rows is not None
            super().__init__(create, self.rows.shape[1] - 2, None, 0.0, 0.0)
            return
        middle = numbers_of_shape(centre, "centre", (None,))
        self.centre = middle
        numbers = len(middle), _address(middle), _number(inner, "inner"), _number(radius, "radius")
        if not singular:
            super().__init__(create, *numbers)
            return
        ball = Region(create, *numbers)
        flags = [3 if numbers[2] > 0 else 2] + [0] * (len(middle) - 1)
        super().__init__(LIBRARY.cuboid_domain_with_ends, ball.handle, _array_of_flags(flags))

    def _by_texts(
        self,
        centre: Any,
        radius: Any,
        inner: Any,
        singular: Optional[str],
        names: Optional[Dict[str, Any]],
    ) -> None:
        places = [f"({text_of(one)})" for one in centre]
        outside, inside = text_of(radius), text_of(inner)
        origin = np.zeros(len(places))
        if not isinstance(inner, str) and float(inner) == 0:
            unit = Ball(origin, 1.0, singular=singular)
            texts = [f"{one} + x[{d}]*({outside})" for d, one in enumerate(places)]
        else:
            unit = Ball(origin, 2.0, inner=1.0, singular=singular)
            squares = " + ".join(f"x[{d}]*x[{d}]" for d in range(len(places)))
            length = f"sqrt({squares})"
            out = f"({inside}) + ({length} - 1)*(({outside}) - ({inside}))"
            texts = [f"{one} + x[{d}]/{length}*({out})" for d, one in enumerate(places)]
        _of_texts(self, unit, texts, names)

    def _of_each(self, centre: Any, radius: Any, inner: Any) -> None:
        middles = np.atleast_2d(numbers_of_shape(centre, "centre", (None,) * max(np.ndim(centre), 1)))
        sides = []
        for name, given in (("inner", inner), ("radius", radius)):
            found = np.atleast_1d(numbers_of_shape(given, name, (None,) * np.ndim(given)))
            sides.append(found[:, np.newaxis])
        counts = {len(one) for one in (middles, *sides)} - {1}
        if len(counts) > 1 or 0 in counts:
            raise ArgumentError(f"centre, inner and radius are lists of {sorted(counts)} balls")
        count = max(counts, default=1)
        columns = [np.broadcast_to(one, (count, one.shape[1])) for one in (middles, *sides)]
        rows = np.ascontiguousarray(np.hstack(columns))
        inside, outside = rows[:, -2], rows[:, -1]
        wrong = ~(np.isfinite(rows).all(axis=1) & (inside >= 0) & (inside < outside))
        if wrong.any():
            i = int(np.flatnonzero(wrong)[0])
            raise ArgumentError(
                f"ball {i} has the centre {rows[i, :-2]}, inner = {inside[i]:g} and radius = "
                f"{outside[i]:g}, and must be finite, with 0 <= inner < radius"
            )
        self.rows = rows
        self.first = Ball(rows[0, :-2], rows[0, -1], inner=rows[0, -2])


class Sphere(Region):
    """The surface of a ball.

    >>> import math
    >>> import cuboid
    >>> area = cuboid.integrate("1", cuboid.Sphere([0, 0, 0], 2)).value
    >>> bool(abs(area - 16 * math.pi) < 1e-8)
    True
    """

    def __init__(self, centre: Any, radius: float) -> None:
        middle = numbers_of_shape(centre, "centre", (None,))
        super().__init__(
            LIBRARY.cuboid_domain_sphere, len(middle), _address(middle), _number(radius, "radius")
        )


class Mapped(Region):
    """The image of a region under a map of texts in its coordinates, x[0], x[1] ...

    region: or limits; None for the unit cube.  The map must be smooth and one to one inside.
    coordinates: a text or a number for each axis; parameters come from value_and_grad, or names and
    their values.

    >>> import cuboid
    >>> sector = cuboid.Mapped(None, ["x[0]*cos(a*x[1])", "x[0]*sin(a*x[1])"], names={"a": 0.5})
    >>> bool(abs(cuboid.integrate("1", sector).value - 0.25) < 1e-9)
    True
    """

    def __init__(
        self,
        region: Any,
        coordinates: Sequence[Any],
        *,
        names: Optional[Dict[str, Any]] = None,
    ) -> None:
        texts = [text_of(one) for one in coordinates]
        if region is not None:
            region = region_of(region)
        if names is None and any("p[" in text for text in texts):
            self._wait(region, texts)
            return
        _map(self, region, texts, names)


def _map(
    made: Region, of: Optional[Region], texts: List[str], names: Optional[Dict[str, Any]]
) -> None:
    given = made._named(names)
    if made.rows is not None:
        made.first = Mapped(of, texts, names=_first_of(names))
    Region.__init__(
        made, LIBRARY.cuboid_domain_image_by_expressions, len(texts),
        None if of is None else of.handle, _c_texts(texts), *given, parts=[of] if of else [],
    )  # fmt: skip


def _of_corner(texts: List[List[str]]) -> List[str]:
    """The simplex of vertices as the image of that between 0 and the unit vectors."""
    ndim = len(texts) - 1
    if ndim < 1 or any(len(row) != ndim for row in texts):
        raise ArgumentError("vertices must be n + 1 points of n coordinates")
    return [
        " + ".join(
            [f"({texts[0][d]})"]
            + [f"x[{k}]*(({texts[k + 1][d]}) - ({texts[0][d]}))" for k in range(ndim)]
        )
        for d in range(ndim)
    ]


def _of_texts(
    made: Region, of: Region, texts: List[str], names: Optional[Dict[str, Any]]
) -> None:
    """Makes a region that is described by texts, or lets it wait for its parameters."""
    if names is None:
        made._wait(of, texts)
    else:
        _map(made, of, texts, names)


class Image(Region):
    """The points matrix y + offset with y of a region."""

    def __init__(self, region: Region, matrix: Any, offset: Any) -> None:
        region.ready()
        rows = numbers_of_shape(matrix, "matrix", (region.ndim, region.ndim))
        moved = numbers_of_shape(offset, "offset", (region.ndim,))
        super().__init__(
            LIBRARY.cuboid_domain_image, region.handle, _address(rows), _address(moved),
            parts=[region], of_first=lambda firsts: Image(firsts[0], matrix, offset),
        )  # fmt: skip


class Product(Region):
    """The points (x, y) with x of the one region and y of the other."""

    def __init__(self, first: Any, second: Any) -> None:
        parts = region_of(first), region_of(second)
        super().__init__(
            LIBRARY.cuboid_domain_product, *(one.handle for one in parts), parts=parts,
            of_first=lambda firsts: Product(*firsts),
        )  # fmt: skip


class Union(Region):
    """Regions together, with one accuracy; where they overlap counts as often.

    >>> import cuboid
    >>> two = cuboid.Union([cuboid.Ball([0, 0], 1), cuboid.Ball([5, 0], 1)])
    >>> bool(abs(cuboid.integrate("1", two).value - 2 * 3.141592653589793) < 1e-9)
    True
    """

    def __init__(self, pieces: Iterable[Region]) -> None:
        regions = []
        for i, piece in enumerate(pieces):
            try:
                regions.append(region_of(piece))
            except ArgumentError as error:
                raise ArgumentError(f"pieces[{i}]: {error}") from None
        super().__init__(
            LIBRARY.cuboid_domain_union, *_handles(regions), parts=regions, of_first=Union
        )


class Where(Region):
    """The points of a region where a condition holds; the integrand is called at no others.

    condition: as f of integrate, with a true value or a number above 0 where it holds: x < y, or a
    level as y - x.  Of a text or a level, tips and holes between two places of a line are found.
    lines: parts into which the last axis is cut for each point, to look for the border between
    them; 0: the condition is asked at the point alone; None: 16, 64 or 256 up to five dimensions,
    as even points of the region need, else 0; for lists 256.
    names: of the parameters that an expression has, and their values; or lists of them, with one for
    each integral of integrate_many.

    >>> import cuboid
    >>> disc = cuboid.Where([(-1, 1), (-1, 1)], "x^2 + y^2 < 1")
    >>> bool(abs(cuboid.integrate("1", disc, epsrel=1e-6).value - 3.14159265) < 1e-5)
    True
    """

    def __init__(
        self,
        region: Any,
        condition: Any,
        *,
        lines: Optional[int] = None,
        parameters: Any = None,
        vectorized: Optional[bool] = None,
        names: Optional[Dict[str, Any]] = None,
    ) -> None:
        from ._expression import is_expression
        from ._integrand import Integrand

        if names and not (isinstance(condition, str) and is_expression(condition)):
            raise ArgumentError("names are for a condition that is an expression")
        of = region_of(region)
        at_first = _first_of(names) if names else parameters
        asked = Integrand(condition, of.first or of, parameters=at_first, vectorized=vectorized)
        if asked.ncomp != 1:
            raise ArgumentError(f"the condition has {asked.ncomp} components, and must have one")
        failures: List[BaseException] = []
        opened = asked.open_alone(failures)
        if names:
            LIBRARY.cuboid_integrand_free(opened.handle)
            opened = opened._replace(handle=self._expression_of_each(condition, of.ndim, names))
        try:
            super().__init__(
                LIBRARY.cuboid_domain_where, of.handle, opened.handle, c_int64(2**14),
                -1 if lines is None else lines, kept=(asked, opened.kept), parts=[of],
                of_first=lambda firsts: Where(
                    firsts[0], condition, lines=lines, parameters=at_first, vectorized=vectorized
                ),
            )  # fmt: skip
        finally:
            LIBRARY.cuboid_integrand_free(opened.handle)
        self.failures = failures

    def _expression_of_each(self, condition: str, ndim: int, names: Dict[str, Any]) -> c_void_p:
        from ._expression import encoded

        listed, _, address = self._named(names)
        handle = c_void_p()
        create: Any = LIBRARY.cuboid_integrand_from_expression
        check(create(byref(handle), byref(c_int()), ndim, encoded(condition), listed, address))
        return handle


class Ellipsoid(Image):
    """sum_i ((x_i - centre_i) / semi_axes_i)^2 <= 1."""

    def __init__(self, centre: Any, semi_axes: Any) -> None:
        middle = numbers_of_shape(centre, "centre", (None,))
        lengths = numbers_of_shape(semi_axes, "semi_axes", (len(middle),))
        if not (lengths > 0).all():
            raise ArgumentError(f"semi_axes = {semi_axes!r} must be above 0")
        super().__init__(Ball(np.zeros(len(middle)), 1.0), np.diag(lengths), middle)


class Cylinder(Image):
    """Along one axis from the one number to the other, and a ball in the others."""

    def __init__(self, axis: int, centre: Any, radius: float, along: Tuple[float, float]) -> None:
        middle = numbers_of_shape(centre, "centre", (None,))
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
        direction = numbers_of_shape(normal, "normal", (None,))
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
    if ndim < 1:
        raise ArgumentError(f"ndim = {ndim} must be at least 1")
    lower, upper = _number(lower, "lower"), _number(upper, "upper")
    if math.isfinite(lower) and math.isfinite(upper):
        return Simplex(np.where(np.tri(ndim + 1, ndim, -1)[:, ::-1] > 0, upper, lower))
    last = repr(float(upper))
    later = [(f"x[{axis - 1}]", last) for axis in range(1, ndim)]
    return FunctionLimits([(repr(float(lower)), last), *later])


ENDS = {"lower": 1, "upper": 2, "both": 3, "breaks": 4}


def flags_of(ends: Any) -> int:
    """As the library has them."""
    flags = 0
    for one in [ends] if isinstance(ends, str) else ends or []:
        if one not in ENDS:
            raise ArgumentError(f"ends: {one!r} is none of {', '.join(ENDS)}")
        flags |= ENDS[one]
    return flags


def _array_of_flags(flags: Sequence[int]) -> Any:
    return (c_int * len(flags))(*flags)


class Ends(Region):
    """Where an integrand is singular on faces of the unit cube of a region."""

    def __init__(self, region: Region, flags: Sequence[int]) -> None:
        create = LIBRARY.cuboid_domain_with_ends
        super().__init__(
            create, region.handle, _array_of_flags(flags), parts=[region],
            of_first=lambda firsts: Ends(firsts[0], flags),
        )  # fmt: skip


def _handles(regions: Sequence[Region]) -> Tuple[int, Any]:
    return len(regions), (c_void_p * len(regions))(*[region.handle for region in regions])


def by_axis(given: Any, name: str, ndim: int) -> Dict[int, Any]:
    """A dict with axes as its keys; what the only axis has needs none."""
    if given is None:
        return {}
    if not isinstance(given, dict):
        if ndim == 1:
            return {0: given}
        raise ArgumentError(f"{name} = {given!r} must be a dict, as {{0: ...}} for the first axis")
    for axis in given:
        if axis not in range(ndim):
            raise ArgumentError(f"{name}: there is no axis {axis!r}")
    return given


def _in_front(vertices: Array, apex: Any) -> Array:
    """Duffy's map has its collapsed faces between the first vertices."""
    if apex is None:
        return vertices
    ndim = vertices.shape[-1]
    chosen = list(apex) if isinstance(apex, (tuple, list)) else [apex]
    for one in chosen:
        if isinstance(one, bool) or one not in range(ndim + 1):
            raise ArgumentError(f"apex = {apex!r} must be between 0 and {ndim}, the vertices")
    order = list(dict.fromkeys(chosen + list(range(ndim + 1))))
    inside: Array = vertices[..., order, :]
    return inside


def pair_at(limit: Any, axis: int, before: List[Array]) -> Tuple[Any, Any]:
    """The limits of an axis at points, of which the coordinates before are given."""
    if not callable(limit):
        return limit[0], limit[1]
    found = called(limit, f"limits[{axis}]", before)
    try:
        lower, upper = found
    except (TypeError, ValueError):
        raise ArgumentError(
            f"limits[{axis}] returned {type(found).__name__}, and must return a pair (lower, upper)"
        ) from None
    return (
        _at_points(lower, f"limits[{axis}] returned the lower limit", before),
        _at_points(upper, f"limits[{axis}] returned the upper limit", before),
    )


def _at_points(found: Any, said: str, before: List[Array]) -> Array:
    """A number for all points or one for each."""
    count = len(before[0]) if before else 1
    try:
        numbers = np.asarray(found, dtype=float)
    except (TypeError, ValueError):
        raise ArgumentError(f"{said} {found!r}, which is no number") from None
    if numbers.shape not in ((), (1,), (count,), (1, count)):
        raise ArgumentError(
            f"{said} in the shape {numbers.shape} for {count} points: it must be a number, or an "
            f"array of one for each point, ({count},)"
        )
    return numbers


def break_at(place: Any, axis: int, before: List[Array]) -> Any:
    """The place of a break at points, of which the coordinates before are given."""
    if not callable(place):
        return place
    name = f"breaks[{axis}]"
    return _at_points(called(place, name, before), f"{name} returned a place", before)


def called(function: Any, name: str, before: List[Array]) -> Any:
    import inspect

    try:
        return function(*before)
    except TypeError:
        try:
            inspect.signature(function).bind(*before)
        except TypeError as error:
            raise ArgumentError(
                f"{name} is called with {len(before)} arrays, the coordinates before: {error}"
            ) from None
        except ValueError:  # Of a function in C, which does not say.
            pass
        raise


def has_text(given: Any) -> bool:
    return isinstance(given, str) or (
        isinstance(given, (tuple, list)) and any(isinstance(one, str) for one in given)
    )


def text_of(limit: Any) -> str:
    return limit if isinstance(limit, str) else repr(_number(limit, "limit"))


def _has_texts(given: Any) -> bool:
    if isinstance(given, (list, tuple)):
        return any(_has_texts(one) for one in given)
    return isinstance(given, str)


def _c_texts(texts: Sequence[str]) -> Any:
    return (c_char_p * len(texts))(*[text.encode(errors="replace") for text in texts])


def _first_of(names: Optional[Dict[str, Any]]) -> Dict[str, float]:
    """Of lists, the first values."""
    return {name: float(np.ravel(one)[0]) for name, one in (names or {}).items()}


def region_of(limits: Any) -> Region:
    """A region, or limits of which some are functions or texts."""
    if isinstance(limits, Region):
        return limits.ready()
    limits = listed(limits)
    return FunctionLimits(limits) if is_of_functions(limits) else Box(limits)
