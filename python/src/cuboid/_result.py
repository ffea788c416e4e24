"""What an integration gives, and what is told while it runs."""

from dataclasses import dataclass, field, fields
from typing import Any, Dict, List, NamedTuple, Optional, Sequence

import numpy as np

from ._estimate import HasError
from ._named import is_named, items_of
from ._types import Array


class Progress(NamedTuple):
    """How far an integration is.  value and error: real components, NaN before there are any."""

    method: str
    phase: str
    iterations: int
    evaluations: int
    maxeval: int
    nregions: int
    seconds: float
    rate: float  # evaluations in a second
    seconds_left: float  # a guess; NaN: none can be made
    share: float  # of the accuracy that is reached: 1 is enough
    share_relative: float
    share_absolute: float
    value: Array
    error: Array


# What two results of the same integration may differ in: what it cost, and what was kept of it.
_NOT_COMPARED = ("seconds", "history", "trace", "origin", "held")


@dataclass(eq=False, repr=False)
class Result(HasError):
    """An integral.

    value, error: numbers, or arrays of the shape that f returns, or dicts or named tuples of such;
    result["name"] and result[0] are one of them, with its error.  The error is one standard
    deviation of a Monte Carlo method, and the estimate of the rule of cubature.
    converged: whether the accuracy was reached.  reason: converged, not_converged, time_limit,
    cancelled, interrupted (by Ctrl-C) or nonfinite; remarks: what to do about it, and what was seen,
    in a sentence or two; reasons: what the remarks have no room for, and why auto took the method.
    trusted: False where the error is not to be believed.
    chi2, prob: a number where value is a real one, else one for each real component; and dof.
    covariance: of the real components, (ncomp, ncomp); None for methods that do not find it, and
    for more than 32 of them.
    history: what was told while it ran, the last one at its end; all steps with history=True.
    trace: with trace=True, what the method did, as the records of docs/trace.md.
    """

    value: Any
    error: Any
    reason: str
    remarks: str
    method: str
    neval: int
    probed: int
    nregions: int
    niterations: int
    nonfinite: int
    trusted: bool
    seconds: float
    chi2: Any
    prob: Any
    dof: int
    covariance: Optional[Array]
    history: List[Progress] = field(default_factory=list)
    trace: Optional[List[Dict[str, Any]]] = None
    origin: Optional[Dict[str, Any]] = None
    reasons: str = ""
    held: Any = field(default=None, repr=False, compare=False)

    @property
    def converged(self) -> bool:
        return self.reason == "converged"

    def __eq__(self, other: object) -> bool:
        """Whether all numbers are the same; what it took in time does not count."""
        if not isinstance(other, Result):
            return NotImplemented
        names = (one.name for one in fields(self) if one.name not in _NOT_COMPARED)
        return all(same(getattr(self, name), getattr(other, name)) for name in names)

    __hash__ = None  # type: ignore[assignment]

    def save(self, path: Any) -> None:
        """Writes all but the trace and the map to a file, which cuboid.load reads.

        Parameters
        ----------
        path : str or os.PathLike
            A file of JSON; it is replaced if it is there.
        """
        from ._saved import save

        save(self, path)

    def _repr_html_(self) -> str:
        rows = {
            "value": repr(self),
            "reason": self.reason + ("" if self.trusted else ", not trusted"),
            "remarks": self.remarks,
            "reasons": self.reasons,
            "method": self.method,
            "evaluations": f"{self.neval:,}",
            "seconds": f"{self.seconds:.3g}",
        }
        return table_of(rows)

    def plot_convergence(self, axes: Any = None) -> Any:
        """Draws values and errors over the evaluations, by matplotlib; returns the axes."""
        from matplotlib import pyplot

        axes = pyplot.gca() if axes is None else axes
        steps = [step for step in self.history if np.isfinite(step.value).all()]
        evaluations = [step.evaluations for step in steps]
        for component in range(np.size(self.chi2)):
            values = np.array([step.value[component] for step in steps])
            errors = np.array([step.error[component] for step in steps])
            (line,) = axes.plot(evaluations, values, ".-")
            axes.fill_between(
                evaluations, values - errors, values + errors, color=line.get_color(), alpha=0.3
            )
        axes.set(xlabel="evaluations", ylabel="value", xscale="log", title=self.method)
        return axes

    def plot_partition(
        self,
        axes_of_box: Sequence[int] = (0, 1),
        at: Optional[Sequence[float]] = None,
        axes: Any = None,
    ) -> Any:
        """Draws the regions of cuhre, pagani, suave or divonne, and their errors; needs trace=True.

        Of more than two axes it is the plane of axes_of_box through the point at, or through the
        region of the largest error.  Regions to infinity end where the finite ones do.  Over a
        region of the plane that is no box, as a triangle, they are drawn in it, and over one of more
        dimensions in its unit cube.
        """
        from ._trace import plot_partition

        region = getattr(self.held, "region", None)
        return plot_partition(self.trace, axes_of_box, at, axes, region)

    def report(self, path: Any) -> None:
        """Writes a page of HTML that shows what happened: needs trace=True, and no network.

        What was integrated, the function itself, how the error fell, regions or samples in any two
        dimensions, the map, and the steps: the same page that `cuboid integrate --report` makes.
        For pictures of the function it is called some ten thousand times more, for about two
        seconds at most, unless the result was loaded or pickled.
        """
        from ._trace import write_report

        write_report(self.trace, path, getattr(self.held, "told", None))

    def plot_map(self, axes: Any = None) -> Any:
        """Draws the map of vegas, vegas_plus or m_cubes: where its samples are; needs trace=True."""
        from ._trace import plot_map

        return plot_map(self.trace, axes)


def table_of(rows: Dict[str, str]) -> str:
    """In HTML, as notebooks show it."""
    import html

    pairs = [(html.escape(name), html.escape(text)) for name, text in rows.items()]
    cells = "".join(f"<tr><th>{name}</th><td>{text}</td></tr>" for name, text in pairs)
    return f"<table>{cells}</table>"


def same(one: Any, other: Any) -> bool:
    """Of numbers, texts and arrays, also by name; NaN is the same as NaN."""
    if is_named(one) and is_named(other):
        a, b = items_of(one), items_of(other)
        return a.keys() == b.keys() and all(same(a[name], b[name]) for name in a)
    if isinstance(one, (str, bool)) or one is None or other is None:
        return bool(one == other)
    numbers = np.asarray(one).dtype.kind in "fc"
    return np.array_equal(one, other, equal_nan=numbers)
