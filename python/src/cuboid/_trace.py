"""What a method did, as records, and pictures of them."""

import ctypes
import os
from typing import Any, Callable, Dict, List, Optional, Sequence

import numpy as np

from ._errors import ArgumentError
from ._library import LIBRARY, check
from ._prototypes import TRACE
from ._types import Array

Record = Dict[str, Any]


class Tracer:
    """Takes the records of one call.

    trace: None, True (they are kept), a path, or a function of a record.
    """

    def __init__(self, trace: Any, failures: List[BaseException]) -> None:
        self.records: Optional[List[Record]] = [] if trace is True else None
        self._path: Optional[bytes] = None
        self._tell: Optional[Callable[[Record], Any]] = None
        self._failures = failures
        if trace is True:
            assert self.records is not None
            self._tell = self.records.append
        elif callable(trace):
            self._tell = trace
        elif trace not in (None, False):
            self._path = _path(trace)
        self._callback = TRACE(self._take) if self._tell else TRACE()

    @property
    def is_used(self) -> bool:
        return self._tell is not None or self._path is not None

    def listen(self, options: ctypes.c_void_p) -> None:
        """To the integration with these options."""
        if self.is_used:
            check(LIBRARY.cuboid_options_set_trace(options, self._path, self._callback, None))

    def _take(self, line: bytes, _user: Any) -> None:
        if self._failures:
            return
        try:
            import json

            assert self._tell is not None
            self._tell(json.loads(line))
        except BaseException as error:  # Nothing may pass through C.
            self._failures.append(error)


def _path(trace: Any) -> bytes:
    try:
        path = os.fsencode(trace)
    except TypeError:
        raise ArgumentError(
            f"trace = {trace!r} is neither True, a path, nor a function of a record"
        ) from None
    if not path or b"\0" in path:
        raise ArgumentError(f"trace = {trace!r} is not a path")
    return path


def read_trace(path: Any) -> List[Record]:
    """The records of a file that integrate(..., trace=path) has written."""
    import json

    records = []
    with open(path, encoding="utf-8", errors="replace") as file:
        for number, line in enumerate(file, 1):
            try:
                records.append(json.loads(line))
            except ValueError:
                raise ArgumentError(f"path = {str(path)!r} is no trace: its line {number} is no JSON") from None
    return records


def write_report(records: Optional[Sequence[Record]], path: Any, told: Any = None) -> None:
    """The page of the command `cuboid view`, with these records.

    told: the record about the integration, the integrand and the box, for pictures of it.
    """
    import json

    if records is None:
        raise ArgumentError("there is no trace to report: integrate with trace=True")
    inside = os.path.join(os.path.dirname(__file__), "report.html")
    page = os.environ.get("CUBOID_REPORT_PAGE", inside)
    if not os.path.exists(page):
        raise ArgumentError(f"the page of reports is not there: {page}")
    with open(page, encoding="utf-8") as file:
        before, after = file.read().split("@TRACE@")
    own: List[Record] = []
    if told is not None:
        from ._pictures import pictures

        record, integrand, box = told
        own = [record, *(pictures(integrand, box) if integrand is not None else [])]
    shown = [*records[:1], *own, *_fewer(records[1:])]
    lines = "\n".join(json.dumps(record, separators=(",", ":")) for record in shown)
    with open(path, "w", encoding="utf-8") as file:
        # Only strings of JSON have a "<", and in HTML "<!--<script" would hide the page's own scripts.
        file.write(before + lines.replace("<", "\\u003c") + after)


# Iterations on a page.
_MOST_ITERATIONS = 150


def _fewer(records: Sequence[Record]) -> List[Record]:
    """The last map alone, iterations whose evaluations grow evenly on a logarithmic scale, and of
    regions numbers with as many digits as a picture shows: a page is to stay small."""
    steps = [record for record in records if record["record"] == "iteration"]
    others = [_shorter(record) for record in records if record["record"] != "iteration"]
    maps = [step["map"] for step in steps if "map" in step]
    if len(steps) > _MOST_ITERATIONS:
        evaluations = np.array([max(step["evaluations"], 1) for step in steps], dtype=float)
        wanted = np.geomspace(evaluations[0], evaluations[-1], _MOST_ITERATIONS)
        steps = [steps[i] for i in sorted({*np.searchsorted(evaluations, wanted[:-1]), len(steps) - 1})]
    steps = [{name: value for name, value in step.items() if name != "map"} for step in steps]
    if maps:
        steps[-1]["map"] = maps[-1]
    return [*steps, *others]


def _shorter(record: Record) -> Record:
    if record["record"] not in ("region", "worst", "sample"):
        return record

    def shorter(name: str, value: Any) -> Any:
        if isinstance(value, list):
            return [shorter(name, one) for one in value]
        digits = 6 if name in ("lower", "upper", "x", "middle", "outline") else 4
        return float(f"{value:.{digits}g}") if isinstance(value, float) else value

    left_out = ("level", "iteration")
    return {name: shorter(name, value) for name, value in record.items() if name not in left_out}


def _of_kind(records: Optional[Sequence[Record]], kind: str, what: str) -> List[Record]:
    if records is None:
        raise ArgumentError(f"there is no trace to draw {what} from: integrate with trace=True")
    found = [record for record in records if record["record"] == kind]
    if not found:
        raise ArgumentError(f"{records[0]['method']} has no {what} to draw")
    return found


def _bounds(record: Record) -> Array:
    """(2, ndim); infinite ends are texts in JSON."""
    return np.array([[float(x) for x in record[name]] for name in ("lower", "upper")])


def plot_partition(
    records: Optional[Sequence[Record]],
    axes_of_box: Sequence[int],
    at: Optional[Sequence[float]],
    axes: Any,
    region: Any = None,
) -> Any:
    """Draws the regions of the box in a plane, or of a region whose unit cube they are in."""
    regions = _of_kind(records, "region", "regions")
    from matplotlib import colors, patches, pyplot

    axes = pyplot.gca() if axes is None else axes
    bounds = np.array([_bounds(region) for region in regions])
    finite = np.nan_to_num(bounds, posinf=np.nan, neginf=np.nan)
    ends = np.nanmin(finite, axis=(0, 1)), np.nanmax(finite, axis=(0, 1))
    bounds = np.clip(bounds, *ends)
    errors = np.array([max(float(error) for error in region["error"]) for region in regions])
    ndim = bounds.shape[2]
    i, j = (axes_of_box[0], axes_of_box[1] if ndim > 1 else -1)
    if not (0 <= i < ndim and -1 <= j < ndim and i != j):
        raise ArgumentError(f"axes_of_box = {axes_of_box!r} are not two of {ndim} axes")
    point = bounds[np.argmax(errors)].mean(axis=0) if at is None else np.array(at, dtype=float)
    others = [d for d in range(ndim) if d not in (i, j)]
    # Where two regions meet, the plane goes through the upper one.
    below = (point < bounds[:, 1]) | (bounds[:, 1] == ends[1])
    hit = ((bounds[:, 0] <= point) & below)[:, others].all(axis=1)
    scale = np.log10(np.maximum(errors, np.finfo(float).tiny))
    shown = colors.Normalize(scale[hit].min(), scale[hit].max())
    in_plane = region is not None and region.ndim == region.cube_ndim == 2
    for (lower, upper), value in zip(bounds[hit], scale[hit]):
        low, high = (lower[j], upper[j]) if j >= 0 else (0, 1)
        how = dict(facecolor=pyplot.cm.viridis(shown(value)), edgecolor="white", linewidth=0.3)
        if in_plane:
            border = region.map(_border(lower, upper))[0][:, [i, j]]
            axes.add_patch(patches.Polygon(border, **how))
        else:
            corner = lower[i], low
            axes.add_patch(patches.Rectangle(corner, upper[i] - lower[i], high - low, **how))
    axes.autoscale_view()
    name = "x" if region is None or in_plane else "t"
    axes.set(xlabel=f"{name}[{i}]", ylabel=f"{name}[{j}]" if j >= 0 else "")
    axes.figure.colorbar(
        pyplot.cm.ScalarMappable(shown, "viridis"), ax=axes, label="log10 of a region's error"
    )
    return axes


def _border(lower: Array, upper: Array, points: int = 24) -> Array:
    """Points on the border of a rectangle, a little within: pieces of a region meet there."""
    inside = np.linspace(1e-9, 1 - 1e-9, points)
    first, last = np.full(points, inside[0]), np.full(points, inside[-1])
    x = np.concatenate([inside, last, inside[::-1], first])
    y = np.concatenate([first, inside, last, inside[::-1]])
    border: Array = lower + np.stack([x, y], axis=1) * (upper - lower)
    return border


def plot_map(records: Optional[Sequence[Record]], axes: Any) -> Any:
    """Draws where the last map puts the samples, along each axis."""
    steps = _of_kind(records, "iteration", "map")
    assert records is not None
    maps = [step["map"] for step in steps if "map" in step]
    if not maps:
        raise ArgumentError(f"{records[0]['method']} has no map to draw")
    from matplotlib import pyplot

    axes = pyplot.gca() if axes is None else axes
    for axis, edges in enumerate(maps[-1]):
        edges = np.array([float(edge) for edge in edges])
        widths = np.abs(np.diff(edges))
        kept = np.isfinite(widths) & (widths > 0)
        middles = (edges[1:] + edges[:-1])[kept] / 2
        axes.step(middles, 1 / (len(widths) * widths[kept]), where="mid", label=f"x[{axis}]")
    axes.set(xlabel="x", ylabel="density of samples")
    axes.legend()
    return axes
