"""What a report says of the integrand: what it was, and its values along some axes."""

import os
import platform
import time
from ctypes import CFUNCTYPE, POINTER, byref, c_double, c_int, c_int64, c_void_p
from typing import Any, Dict, List, Sequence, Tuple

import numpy as np

from ._box import Box
from ._call import Call
from ._integrand import Integrand
from ._integrate import choices
from ._library import LIBRARY, Held, check
from ._progress import Listener
from ._types import Array

Record = Dict[str, Any]

_SINK = CFUNCTYPE(
    None, c_void_p, c_int64, c_int64, c_int, POINTER(c_double), POINTER(c_double), c_int,
    POINTER(c_double),
)  # fmt: skip

_MOST_SECONDS = 2.0
_FIRST_LOOK = 1 << 13
_MOST_PLANES, _MOST_LINES, _CELLS = 6, 16, 40
_POINTS_OF_A_CLOUD = 2000


def about(integrand: Integrand, chosen: Dict[str, Any]) -> Record:
    """What was integrated, where and when, as a record of a trace."""
    asked = ("method", "epsrel", "epsabs", "maxeval", "seed")
    record = {
        "record": "about",
        "integrand": _name(integrand.f),
        "options": ", ".join(f"{name} = {chosen[name]}" for name in asked if name in chosen),
        "machine": f"{_processor()}{os.cpu_count()} cores, Python {platform.python_version()}",
        "date": time.strftime("%Y-%m-%d %H:%M %Z"),
        "mapped": not isinstance(integrand.box, Box),
    }
    if record["mapped"]:
        record["region"] = type(integrand.box).__name__
    return record


def _name(f: Any) -> str:
    if isinstance(f, str):
        return f
    name = getattr(f, "__qualname__", type(f).__name__)
    if "<lambda>" not in name:
        return str(name)
    try:
        import inspect

        return inspect.getsource(f).strip()
    except (OSError, TypeError):
        return "a lambda"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    except OSError:
        names = []
    return f"{names[0]}, " if names else ""


def pictures(integrand: Integrand, box: Any) -> List[Record]:
    """Slices of a box through its largest value, and a cloud of points of another region.

    They take some ten thousand evaluations, and about two seconds at most.
    """
    looks = _Looks(integrand)
    if not isinstance(integrand.box, Box):
        x, f = looks.values(None, _POINTS_OF_A_CLOUD)
        if len(x) == 0:
            return []
        return [{"record": "cloud", "x": _rounded(x, 4), "f": _rounded(f, 4)}]
    x, f = looks.values((box.lower, box.upper), _FIRST_LOOK)
    lower, upper = _window(box, x, f)
    inside = ((lower <= x) & (x <= upper)).all(axis=1)
    if not inside.any():
        return []
    sizes = np.where(inside, np.abs(f[:, 0]), -1.0)
    return _slices(looks, lower, upper, x[np.argmax(sizes)])


class _Looks:
    """Values of an integrand, for so many seconds."""

    def __init__(self, integrand: Integrand) -> None:
        self._integrand = integrand
        self._end = time.perf_counter() + _MOST_SECONDS

    def values(self, limits: Any, count: int) -> Tuple[Array, Array]:
        """Of the first iteration of vegas, whose points are spread evenly."""
        integrand = self._integrand
        xs: List[Array] = [np.empty((0, integrand.ndim))]
        fs: List[Array] = [np.empty((0, integrand.ncomp))]
        left = self._end - time.perf_counter()
        if left <= 0:
            return xs[0], fs[0]

        def take(_user: Any, iteration: int, n: int, ndim: int, x: Any, _w: Any, ncomp: int, f: Any) -> None:
            if iteration == 1:
                xs.append(np.ctypeslib.as_array(x, (n, ndim)).copy())
                fs.append(np.ctypeslib.as_array(f, (n, ncomp)).copy())

        sink = _SINK(take)

        def prepare(options: c_void_p, _cancel: c_int) -> None:
            check(LIBRARY.cuboid_options_set_sample_sink(options, sink, None))

        few = {"nstart": count, "nonfinite": "zero", "time_limit": left / 2}
        chosen = choices(integrand, few, "vegas", 1e-15, 0.0, count)
        addresses: Sequence[Any] = (None, None) if limits is None else Box(*limits).addresses
        with Call(integrand, chosen, Listener(False, []), prepare=prepare) as call:
            result = c_void_p()
            LIBRARY.cuboid_integrate(call.integrand, *addresses, call.options, byref(result))
            Held(result, integrand.arrangement)
        # A GPU may draw more.
        return np.concatenate(xs)[:count], np.concatenate(fs)[:count]


def _window(box: Any, x: Array, f: Array) -> Tuple[Array, Array]:
    """Where an axis has no end, the part of it in which most of the function lies."""
    lower, upper = np.minimum(box.lower, box.upper), np.maximum(box.lower, box.upper)
    for axis in range(len(lower)):
        if np.isfinite(lower[axis]) and np.isfinite(upper[axis]):
            continue
        order = np.argsort(x[:, axis])
        sums = np.cumsum(np.abs(f[order, 0]))
        ends = np.searchsorted(sums, np.array([0.01, 0.99]) * sums[-1])
        first, last = x[order[np.minimum(ends, len(order) - 1)], axis]
        room = 0.25 * (last - first)
        if not np.isfinite(lower[axis]):
            lower[axis] = min(first, upper[axis]) - room
        if not np.isfinite(upper[axis]):
            upper[axis] = max(last, lower[axis]) + room
    return lower, np.where(upper > lower, upper, lower + 1)


def _slices(looks: _Looks, lower: Array, upper: Array, at: Array) -> List[Record]:
    records: List[Record] = []
    ndim = len(at)
    pairs = [(i, i + apart) for apart in range(1, ndim) for i in range(ndim - apart)]
    components = 1
    for axes in [*pairs[:_MOST_PLANES], *((i,) for i in range(min(ndim, _MOST_LINES)))]:
        if len(records) >= max(1, _MOST_PLANES // components) and len(axes) == 2:
            continue
        size = _CELLS * 3 // 2 if ndim == 2 else _CELLS
        count = 4 * size * size if len(axes) == 2 else 1024 if ndim == 1 else 160
        x, f = looks.values(_cut(lower, upper, at, axes), count)
        components = f.shape[1]
        record: Record = {"record": "slice", "axes": list(axes), "at": _rounded(at, 6)}
        if len(axes) == 1 and len(x) > 1:
            order = np.argsort(x[:, axes[0]])
            records.append({**record, "x": _rounded(x[order, axes[0]], 6), "f": _rounded(f[order], 4)})
        elif len(axes) == 2 and len(x) >= size * size:
            ends = list(axes)
            grids = _grids(x[:, ends], f, lower[ends], upper[ends], size)
            sides = {"lower": _rounded(lower[ends], 6), "upper": _rounded(upper[ends], 6)}
            records.append({**record, **sides, "size": size, "f": _rounded(grids, 3)})
    return records


def _cut(lower: Array, upper: Array, at: Array, axes: Sequence[int]) -> Tuple[Array, Array]:
    """The window along some axes, and as good as nothing along all others."""
    width = 1e-7 * (upper - lower)
    first = np.where(at + width > upper, at - width, at)
    last = first + width
    ends = list(axes)
    first[ends], last[ends] = lower[ends], upper[ends]
    return first, last


def _grids(x: Array, f: Array, lower: Array, upper: Array, size: int) -> Array:
    """Means of the values in the cells of a grid, (ncomp, size * size), row by row from below."""
    places = np.minimum(((x - lower) / (upper - lower) * size).astype(int), size - 1)
    cells = places[:, 1] * size + places[:, 0]
    number = np.bincount(cells, minlength=size * size)
    # Cells without any have the values of the one before.
    filled = np.maximum.accumulate(np.where(number > 0, np.arange(size * size), 0))
    sums = [np.bincount(cells, one, minlength=size * size) for one in f.T]
    return np.array([(one / np.maximum(number, 1))[filled] for one in sums])


def _rounded(numbers: Array, digits: int) -> Any:
    """As lists, with fewer digits."""
    if numbers.ndim > 1:
        return [_rounded(row, digits) for row in numbers]
    return [_number(f"{one:.{digits}g}") for one in numbers.tolist()]


def _number(text: str) -> Any:
    """What is not finite is a text, as in traces."""
    return float(text) if text not in ("nan", "inf", "-inf") else text
