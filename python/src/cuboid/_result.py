"""What an integration gives, and what is told while it runs."""

import itertools
import math
from dataclasses import dataclass, field
from typing import Any, Dict, List, NamedTuple, Optional, Sequence

import numpy as np

# Components that a result writes out.
_MOST_SHOWN = 20


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
    value: np.ndarray
    error: np.ndarray


def with_error(value: Any, error: float) -> str:
    """A number with the error of its last two digits.

    >>> with_error(0.5, 0.00012)
    '0.50000(12)'
    >>> with_error(12345.0, 67.0)
    '12345(67)'
    >>> with_error(1.5e-20, 2e-23)
    '1.5000(20)e-20'
    """
    if isinstance(value, complex):
        return f"{value:.8g}({error:.2g})"
    if not (math.isfinite(value) and math.isfinite(error)):
        return f"{value:g}({error:g})"
    if error <= 0:
        return f"{value:.17g}({error:g})"
    exponent = math.floor(math.log10(max(abs(value), error)))
    if -5 < exponent < 7 and error < 1e6:
        return _fixed(value, error)
    return f"{_fixed(value / 10.0**exponent, error / 10.0**exponent)}e{exponent:+03d}"


def _fixed(value: float, error: float) -> str:
    # Two digits of the error, but of the value not more than a double has.
    places = min(max(1 - math.floor(math.log10(error)), 0), 17)
    if round(error * 10**places) >= 100 and places > 0:
        places -= 1
    digits = max(round(error * 10**places), 1)
    return f"{value:.{places}f}({digits})"


@dataclass
class Result:
    """An integral.

    value, error: numbers, or arrays of the shape that f returns.  The error is one standard
    deviation of a Monte Carlo method, and the estimate of the rule of cubature.
    converged: whether the accuracy was reached.  reason: converged, not_converged, time_limit,
    cancelled, interrupted (by Ctrl-C) or nonfinite; remarks: the same in a sentence or two.
    trusted: False where the error is not to be believed.
    chi2, prob: one for each real component, and dof.
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
    nregions: int
    niterations: int
    nonfinite: int
    trusted: bool
    seconds: float
    chi2: np.ndarray
    prob: np.ndarray
    dof: int
    covariance: Optional[np.ndarray]
    history: List[Progress] = field(default_factory=list)
    trace: Optional[List[Dict[str, Any]]] = None
    held: Any = field(default=None, repr=False, compare=False)

    @property
    def converged(self) -> bool:
        return self.reason == "converged"

    def __repr__(self) -> str:
        if np.ndim(self.value) == 0:
            return with_error(self.value, self.error)
        count = np.size(self.value)
        shown = count if count <= _MOST_SHOWN else _MOST_SHOWN - 1
        pairs = zip(np.ravel(self.value).tolist(), np.ravel(self.error).tolist())
        texts = [with_error(value, error) for value, error in itertools.islice(pairs, shown)]
        if shown < count:
            texts.append(f"... {count} numbers")
        return f"[{', '.join(texts)}]"

    def __float__(self) -> float:
        return float(self.value)

    def _repr_html_(self) -> str:
        import html

        rows = {
            "value": repr(self),
            "reason": self.reason,
            "remarks": self.remarks,
            "method": self.method,
            "evaluations": f"{self.neval:,}",
            "seconds": f"{self.seconds:.3g}",
        }
        cells = "".join(
            f"<tr><th>{name}</th><td>{html.escape(text)}</td></tr>" for name, text in rows.items()
        )
        return f"<table>{cells}</table>"

    def plot_convergence(self, axes: Any = None) -> Any:
        """Draws values and errors over the evaluations, by matplotlib; returns the axes."""
        from matplotlib import pyplot

        axes = pyplot.gca() if axes is None else axes
        steps = [step for step in self.history if np.isfinite(step.value).all()]
        evaluations = [step.evaluations for step in steps]
        for component in range(len(self.chi2)):
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
        region of the largest error.  Regions to infinity end where the finite ones do.
        """
        from ._trace import plot_partition

        return plot_partition(self.trace, axes_of_box, at, axes)

    def report(self, path: Any) -> None:
        """Writes a page of HTML that shows what happened: needs trace=True, and no network.

        How it converged, regions or samples in any two dimensions, the map, the iterations, the
        speed: the same page that the command `cuboid view` makes of a trace.
        """
        from ._trace import write_report

        write_report(self.trace, path)

    def plot_map(self, axes: Any = None) -> Any:
        """Draws the map of vegas, vegas_plus or m_cubes: where its samples are; needs trace=True."""
        from ._trace import plot_map

        return plot_map(self.trace, axes)
