"""integrate_many: one function with many sets of parameters, or over many boxes."""

import operator
import threading
from ctypes import byref, c_int, c_int64, c_void_p
from dataclasses import dataclass, fields
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, Union, overload

import numpy as np

from ._box import Box, box_of, is_of_functions, listed
from ._call import Call
from ._compiled import is_compiled
from ._device_arrays import ManyArrays
from ._errors import ArgumentError, error_of
from ._estimate import Estimate
from ._expression import columns_of, is_expression, texts_in
from ._integrand import Integrand, arguments_of, numbers_of, with_named
from ._integrate import choices, warn_of
from ._library import LIBRARY, status_name
from ._named import at
from ._progress import Listener
from ._result import Progress, same, table_of
from ._types import Array


class OneOfMany(Estimate):
    """One of many integrals, with what ManyResult has of it."""

    def __init__(self, value: Any, error: Any, prob: Any, reason: str, neval: int) -> None:
        super().__init__(value, error)
        self.prob, self.reason, self.neval = prob, reason, neval

    @property
    def converged(self) -> bool:
        return self.reason == "converged"


# Integrals of which a notebook shows the values.
_MOST_SHOWN = 10


@dataclass(eq=False)
class ManyResult:
    """Many integrals, each at its place in the list: result[i] is one, with its value, error, prob,
    reason, neval and converged, and so is each that a loop over the result gives; result[i:j] is a
    list of such.

    value, error: (count, ...), with the shape that f returns behind.
    prob: (count, ncomp), of the real components.
    converged: (count,), whether the accuracy was reached; reason: (count,), as in Result.
    neval: (count,).
    remarks: how many ended in which way, and why the first of each kind did.
    """

    value: Array
    error: Array
    prob: Array
    reason: Array
    neval: Array
    remarks: str
    method: str
    seconds: float

    @property
    def converged(self) -> Array:
        reached: Array = self.reason == "converged"
        return reached

    def __len__(self) -> int:
        return len(self.neval)

    @overload
    def __getitem__(self, i: int) -> OneOfMany: ...
    @overload
    def __getitem__(self, i: slice) -> List[OneOfMany]: ...
    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(len(self))[i]]
        place = range(len(self))[operator.index(i)]
        prob = self.prob[place]
        return OneOfMany(
            value=at(self.value, place),
            error=at(self.error, place),
            prob=prob.item() if prob.shape == (1,) else prob,
            reason=str(self.reason[place]),
            neval=int(self.neval[place]),
        )

    def __iter__(self) -> Iterator[OneOfMany]:
        """Over the integrals; values and errors of all are in value and error."""
        return (self[i] for i in range(len(self)))

    def __eq__(self, other: object) -> bool:
        """Whether all numbers are the same; what it took in time does not count."""
        if not isinstance(other, ManyResult):
            return NotImplemented
        names = (one.name for one in fields(self) if one.name != "seconds")
        return all(same(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} integrals: {self.remarks}>"

    def _repr_html_(self) -> str:
        shown = len(self) if len(self) <= _MOST_SHOWN else _MOST_SHOWN - 1
        rows: Dict[str, str] = {
            "integrals": f"{len(self):,}, of which {self.converged.sum():,} converged",
            "remarks": self.remarks,
            "method": self.method,
            "evaluations": f"{self.neval.sum():,}",
            "seconds": f"{self.seconds:.3g}",
        }
        for i in range(shown):
            reason = "" if self[i].converged else f", {self[i].reason}"
            rows[f"[{i}]"] = repr(self[i]) + reason
        if shown < len(self):
            rows["..."] = f"{len(self) - shown:,} more"
        return table_of(rows)


@dataclass
class _Boxes:
    lower: Optional[Array]  # None: a region
    upper: Optional[Array]
    count: Optional[int]  # None: one for all
    first: Any
    region: Any = None

    @property
    def stride(self) -> int:
        return 0 if self.count is None or self.lower is None else int(self.lower.shape[1])

    @property
    def addresses(self) -> Tuple[Optional[int], Optional[int]]:
        if self.lower is None or self.upper is None:
            return None, None
        return self.lower.ctypes.data, self.upper.ctypes.data


class _Failures(List[BaseException]):
    """What f raises ends all integrals, not only the one in which it happened."""

    _cancel = c_int(0)

    def cancel_by(self, _options: c_void_p, flag: c_int) -> None:
        self._cancel = flag

    def append(self, failure: BaseException) -> None:
        super().append(failure)
        self._cancel.value = 1


class _Rows:
    """The parameters of the integral that the calling thread is at."""

    def __init__(self, parameters: Array) -> None:
        self._parameters = parameters
        self._here = threading.local()

    def begin(self, userdata: int) -> None:
        self._here.number = c_int64.from_address(userdata).value

    def row(self) -> Any:
        return self._parameters[getattr(self._here, "number", 0)]


def integrate_many(
    f: Any,
    limits: Any,
    parameters: Any = None,
    *,
    epsrel: Optional[float] = None,
    epsabs: float = 0.0,
    method: str = "auto",
    args: Any = (),
    kwargs: Optional[Mapping[str, Any]] = None,
    maxeval: int = 1_000_000,
    ncomp: Optional[int] = None,
    vectorized: Optional[bool] = None,
    function: Optional[str] = None,
    device: bool = False,
    arrays: Any = None,
    distances: bool = False,
    points: Any = None,
    breaks: Optional[Dict[int, Any]] = None,
    ends: Optional[Dict[int, Any]] = None,
    singular: Any = None,
    where: Any = None,
    progress: Union[bool, Callable[[Progress], Any]] = False,
    log: Any = None,
    **options: Any,
) -> ManyResult:
    """Integrates f once for each row of parameters, or over each of many boxes or regions, in one
    call.

    An integral that fails or misses the accuracy spoils no other: see reason.  What f raises is
    raised again.  Ctrl-C ends the call with what is finished.

    Parameters
    ----------
    f : callable, compiled function or str
        As in integrate; a function of Python is called as f(x, row, *args), an expression has the
        numbers of the row by their names, or as p[0], p[1] ..., and a text in C or a compiled
        function with Cuba's arguments gets the bytes of the row as its userdata.
    limits : sequence of pairs, pair, int or array_like
        As in integrate, or an array (count, ndim, 2): a box for each integral; or a region, or one
        for each integral: a Simplex of vertices (count, ndim + 1, ndim), a Ball of lists of centres
        or radii, FunctionLimits with lists as names.  Texts of limits have the parameters of each
        integral.
    parameters : array_like
        (count, ...): row i belongs to integral i; its rows may be structured numbers, which a
        dict of lists and a DataFrame become.  None: there are only boxes, and a function of Python
        is called as f(x, *args).
    epsrel, epsabs : float
        Requested accuracy of each; the larger of the two counts.
    method : str
        A name of methods(), or auto.
    args : tuple
        Further arguments for a function of Python.
    kwargs : dict
        Further arguments by name.
    maxeval : int
        Evaluations of each, after which no new work is begun.
    ncomp, vectorized, function, device
        As in integrate.
    arrays : str
        "cupy" or "torch": f(x, rows, *args) gets points (n, ndim) on the GPU and the row of each,
        (n, ...), and those of many integrals at once with cuhre, vegas_plus, m_cubes and lattice.
    distances : bool
        As in integrate: on one axis, a function of Python is called as f(x, from_lower, to_upper,
        row, *args), or without the row where there are no parameters.
    points, singular
        As in integrate, and the same for all.
    breaks, ends : dict
        As in integrate; texts of breaks have the parameters of each integral.
    where : callable, compiled function or str
        As in integrate; an expression has the parameters of each integral.
    progress : bool or callable
        As in integrate; iterations are the integrals that are finished.
    log : bool, callable or logging.Logger
        As in integrate.
    **options
        Those of options(), such as time_limit, statefile, cores.

    Returns
    -------
    ManyResult

    Warns
    -----
    NotConverged
        If any has not reached its accuracy.

    Examples
    --------
    >>> import cuboid
    >>> import numpy as np
    >>> k = np.array([0.5, 1.0, 2.0])
    >>> many = integrate_many(lambda x, k: np.exp(-k * x[:, 0]), (0, np.inf), k)
    >>> np.allclose(many.value, 1 / k, rtol=1e-3)
    True
    >>> integrate_many("exp(-k*x)", 1, {"k": k}, epsrel=1e-9).converged.all()
    np.True_
    >>> triangles = np.array([[[0, 0], [1, 0], [0, 1]], [[0, 0], [2, 0], [0, 3]]])
    >>> integrate_many("1", cuboid.Simplex(triangles), epsrel=1e-9).value.round(12).tolist()
    [0.5, 3.0]
    >>> integrate_many("max(x - K, 0)", (0, "2*K"), {"K": [1, 2]}, breaks="K").value.round(9).tolist()
    [0.5, 2.0]
    >>> areas = integrate_many("1", 2, {"K": [0.5, 1]}, where="x + y < K", epsrel=1e-8)
    >>> areas.value.round(7).tolist()
    [0.125, 0.5]
    """
    if isinstance(log, bool):
        options, log = {**options, "log": int(log)}, None
    if isinstance(f, Integrand):
        raise ArgumentError("f is an Integrand: integrate_many takes the function itself")
    of_c = arrays is None and (isinstance(f, str) or is_compiled(f))
    rows = None if parameters is None else numbers_of(parameters, for_c=of_c)
    limits = listed(limits)
    told = dict(points=points, breaks=breaks, ends=ends, singular=singular, where=where)
    if any(one is not None for one in told.values()) or (rows is not None and texts_in(limits)):
        from ._region_cuts import region_with

        limits = region_with(limits, rows=rows, **told)
    boxes = _boxes_of(limits)
    count = _count(boxes, rows)
    integrand, userdata = _integrand(
        with_named(f, kwargs), boxes.first, rows, args, ncomp=ncomp, vectorized=vectorized, function=function,
        device=device, arrays=arrays, count=count, distances=distances,
    )  # fmt: skip
    if boxes.region is not None:
        userdata = _over_region(integrand, boxes.region, userdata)
    chosen = choices(integrand, options, method, epsrel, epsabs, maxeval)
    failures = _Failures()
    many = c_void_p()
    try:
        with Listener(progress, failures) as listener, Call(
            integrand, chosen, listener, log=log, prepare=failures.cancel_by
        ) as call:
            status = LIBRARY.cuboid_integrate_many(
                call.integrand, count, *boxes.addresses,
                boxes.stride, None if userdata is None else userdata.ctypes.data,
                0 if userdata is None else userdata.nbytes // len(userdata), call.options, byref(many),
            )  # fmt: skip
        if not many:
            raise error_of(status, LIBRARY.cuboid_last_error().decode(errors="replace"))
        result = _result(integrand, many, count, call.interrupted)
    finally:
        LIBRARY.cuboid_many_free(many)
    missed = result.reason[~result.converged]
    if len(missed):
        warn_of(str(missed[0]), True, result.remarks)
    return result


def _over_region(integrand: Integrand, region: Any, userdata: Optional[Array]) -> Optional[Array]:
    """Userdata that begin with the numbers of the region of each integral."""
    integrand.box = region
    if region.rows is None:
        return userdata
    if integrand.on_device:
        raise ArgumentError("arrays do not go with a region for each integral")
    if not integrand.takes_userdata and integrand.begin is None and integrand.compiled:
        raise ArgumentError("limits: the function has user_data of its own, or no place")
    rows: Array = region.rows
    if userdata is None:
        return rows
    own = np.ascontiguousarray(userdata).reshape(len(rows), -1).view(np.uint8)
    missing = -own.shape[1] % rows.itemsize
    own = np.pad(own, ((0, 0), (0, missing)))
    return np.ascontiguousarray(np.hstack([rows.view(np.uint8), own]))


def _boxes_of(limits: Any) -> _Boxes:
    limits = listed(limits)
    if hasattr(limits, "cube_ndim") or is_of_functions(limits):
        from ._region import region_of

        region = region_of(limits)
        count = None if region.rows is None else len(region.rows)
        return _Boxes(None, None, count, region.first or region, region)
    if isinstance(limits, (list, tuple)) and any(hasattr(one, "cube_ndim") for one in limits):
        raise ArgumentError(
            "limits are a list of regions: give one region that has lists, as Simplex(vertices) with "
            "vertices of the shape (count, n + 1, n) or Ball(centres, radii), or Union(limits) for "
            "their sum"
        )
    if np.ndim(limits) != 3:
        box = box_of(limits)
        return _Boxes(box.lower, box.upper, None, box)
    boxes = np.asarray(limits, dtype=float)
    if boxes.shape[2] != 2 or 0 in boxes.shape:
        hint = ""
        if boxes.shape[1] == boxes.shape[2] + 1:
            hint = ": give vertices of simplices as cuboid.Simplex(vertices)"
        raise ArgumentError(
            f"limits of many boxes have the shape (count, ndim, 2), not {boxes.shape}{hint}"
        )
    lower, upper = np.ascontiguousarray(boxes[..., 0]), np.ascontiguousarray(boxes[..., 1])
    return _Boxes(lower, upper, len(boxes), Box(lower[0], upper[0]))


def _count(boxes: _Boxes, rows: Optional[Array]) -> int:
    if rows is None:
        if boxes.count is None:
            raise ArgumentError("neither parameters nor a box or region for each integral are given")
        return boxes.count
    if rows.ndim == 0 or len(rows) == 0:
        raise ArgumentError(f"parameters of shape {rows.shape} have no rows")
    if boxes.count not in (None, len(rows)):
        what = "boxes" if boxes.region is None else "regions"
        raise ArgumentError(f"parameters have {len(rows)} rows, but limits {boxes.count} {what}")
    return len(rows)


def _integrand(
    f: Any,
    limits: Any,
    rows: Optional[Array],
    args: Tuple[Any, ...],
    *,
    count: int,
    vectorized: Optional[bool],
    arrays: Any,
    **given: Any,
) -> Tuple[Integrand, Optional[Array]]:
    """The integrand, and the userdata of all integrals."""
    if isinstance(limits, Box):
        limits = np.stack([limits.lower, limits.upper], axis=1)
    if arrays is not None:
        if given["distances"]:
            raise ArgumentError("distances = True is for functions of Python, without arrays")
        return Integrand(f, limits, args=args, arrays=ManyArrays(arrays, rows), **given), None
    if rows is None or not callable(f) or is_compiled(f):
        first = None if rows is None or not isinstance(f, str) else rows[0]
        integrand = Integrand(
            f, limits, args=args, vectorized=vectorized, parameters=first, **given
        )
        if rows is not None and not integrand.takes_userdata:
            raise ArgumentError("parameters: the function has user_data of its own, or no place")
        if rows is not None and isinstance(f, str) and is_expression(f):
            rows = columns_of(rows)[1]
        return integrand, rows
    kept = _Rows(rows)
    more = arguments_of(args)
    if not given["distances"]:
        _refuse_without_row(f, more)
    # x, and perhaps its distances.
    integrand = Integrand(
        lambda *x: f(*x, kept.row(), *more), limits, vectorized=vectorized, **given
    )
    integrand.begin = kept.begin
    return integrand, np.arange(count, dtype=np.int64)


def _refuse_without_row(f: Any, args: Tuple[Any, ...]) -> None:
    """Raises a sentence if f cannot be called as f(x, row, *args)."""
    import inspect

    try:
        signature = inspect.signature(f)
    except (TypeError, ValueError):  # Of a function in C, which does not say.
        return
    try:
        signature.bind(None, None, *args)
    except TypeError:
        raise ArgumentError(
            f"f takes ({', '.join(signature.parameters)}), but is called as f(x, row"
            f"{', *args' if args else ''}), where row is the one of parameters that the integral has"
        ) from None


def _result(integrand: Integrand, many: c_void_p, count: int, interrupted: bool) -> ManyResult:
    ncomp = integrand.ncomp

    def numbers(name: str, length: int) -> Array:
        pointer = getattr(LIBRARY, f"cuboid_many_{name}")(many)
        return np.ctypeslib.as_array(pointer, (length,)).copy()

    value = numbers("value", count * ncomp).reshape(count, ncomp)
    error = numbers("error", count * ncomp).reshape(count, ncomp)
    statuses = numbers("statuses", count)
    names = {status: status_name(int(status)) for status in np.unique(statuses)}
    if interrupted:
        names = {s: "interrupted" if name == "cancelled" else name for s, name in names.items()}
    kinds, places = np.unique(statuses, return_inverse=True)
    return ManyResult(
        value=integrand.arrangement.rows(value),
        error=integrand.arrangement.rows_of_errors(error),
        prob=numbers("prob", count * ncomp).reshape(count, ncomp),
        reason=np.array([names[kind] for kind in kinds])[places],
        neval=numbers("neval", count),
        remarks=LIBRARY.cuboid_many_message(many).decode(errors="replace"),
        method=LIBRARY.cuboid_many_method(many).decode(),
        seconds=float(LIBRARY.cuboid_many_seconds(many)),
    )
