"""A box that is cut at points, and the integrals over its parts."""

import itertools
from typing import Any, Dict, List

import numpy as np

from ._box import Box, box_of
from ._errors import ArgumentError
from ._integrand import Integrand
from ._integrate import integrate_quietly, refuse_below_zero, relative_of
from ._result import Result
from ._saved import chance
from ._types import Array


def integrate_in_parts(
    f: Any, limits: Any, points: Any, given: Dict[str, Any], asked: Dict[str, Any]
) -> Result:
    """given: to the integrand.  asked: what integrate_quietly takes beside."""
    kept = [name for name in ("trace", "start", "history", "statefile", "norm") if asked.get(name)]
    kept += ["log"] if asked.get("log") is True else []
    if kept:
        raise ArgumentError(f"{', '.join(kept)}: not with points, as each part is integrated by itself")
    if limits is None and isinstance(f, Integrand):
        box = f.box
    else:
        box = box_of(limits)
    parts = cut(box, points)
    asked = {**asked, "epsrel": relative_of(asked["epsrel"], asked["epsabs"])}
    refuse_below_zero(epsrel=asked["epsrel"], epsabs=asked["epsabs"])
    epsrel, epsabs = float(asked["epsrel"]), float(asked["epsabs"])
    if len(parts) > 1:
        # Of several parts, the sums of errors and of values are rounded.
        asked = {**asked, "epsrel": epsrel * (1 - 1e-12), "epsabs": epsabs / len(parts)}
        if hasattr(asked.get("seed"), "integers"):
            asked["seed"] = int(asked["seed"].integers(1, 2**31))
    runs = [Run(f, part, {**given, **asked}) for part in parts]
    if len(runs) == 1:
        return runs[0].result
    hold_to_the_sum(runs, epsrel, epsabs)
    made = _sum(box, [run.result for run in runs])
    if bool(np.all(made.error <= allowed(made.value, epsrel, epsabs))):
        made.reason = "converged"
    assert made.origin is not None
    made.origin.update(epsrel=epsrel, epsabs=epsabs)
    return made


def _sum(box: Box, results: List[Result]) -> Result:
    """Of the integrals over the parts of a box."""
    missed = [result for result in results if not result.converged or not result.trusted]
    worst = missed[0] if missed else results[0]
    covariances = [result.covariance for result in results if result.covariance is not None]
    chi2 = sum(result.chi2 for result in results)
    dof = sum(result.dof for result in results)
    return Result(
        value=sum(result.value for result in results),
        error=sum(result.error for result in results),
        reason=worst.reason,
        remarks=f"{len(results)} parts; " + worst.remarks,
        reasons=worst.reasons,
        method=worst.method,
        neval=sum(result.neval for result in results),
        probed=sum(result.probed for result in results),
        nregions=sum(result.nregions for result in results),
        niterations=sum(result.niterations for result in results),
        nonfinite=sum(result.nonfinite for result in results),
        trusted=all(result.trusted for result in results),
        seconds=sum(result.seconds for result in results),
        chi2=np.asarray(chi2),
        prob=np.array([1 - chance(one, dof) if dof else 0.0 for one in np.atleast_1d(chi2)]),
        dof=dof,
        covariance=np.asarray(sum(covariances)) if len(covariances) == len(results) else None,
        history=[result.history[-1] for result in results],
        origin={**(results[0].origin or {}), "lower": box.lower, "upper": box.upper},
    )


class Run:
    """The integral over a part of the box."""

    def __init__(self, f: Any, part: Box, options: Dict[str, Any]) -> None:
        self._f = f
        self._limits = np.column_stack(part)
        self._options = options
        self.result = self._integrate()

    def _integrate(self, **more: Any) -> Result:
        return integrate_quietly(self._f, self._limits, **self._options, **more)

    def hold_to(self, most: float) -> None:
        """Integrates again where the error is larger."""
        if np.any(self.result.error > most):
            # Relative as well: how closely the library looks depends on it.
            largest = max(float(np.max(np.abs(self.result.value))), most)
            relative = most / largest if largest > 0 else 0.0
            self._options.update(epsrel=relative, epsabs=most)
            self.result = self._integrate()

    def traced(self) -> Result:
        return self._integrate(trace=True, trace_regions=max(self.result.nregions, 1))


def coordinates(name: str, given: Any) -> Array:
    try:
        return np.atleast_1d(np.asarray(given, float))
    except (TypeError, ValueError):
        raise ArgumentError(f"{name} = {given!r} is no list of numbers") from None


def allowed(estimate: Any, rtol: float, atol: float) -> Any:
    return np.maximum(atol, rtol * np.abs(estimate))


def hold_to_the_sum(runs: List[Run], rtol: float, atol: float) -> None:
    """Parts that cancel must be more accurate than rtol says: their errors are held to their sum."""
    most = allowed(sum(run.result.value for run in runs), rtol, atol)
    if np.any(sum(run.result.error for run in runs) > most):
        for run in runs:
            run.hold_to(float(np.min(most)) / len(runs))


def cut(box: Box, points: Any) -> List[Box]:
    """Parts of the box that have the points as corners, or in their faces where those of it are."""
    parts = [box]
    if points is not None and np.ndim(points) == 0:
        raise ArgumentError(f"points = {points!r} is no list of points, as [{points!r}] is")
    for point in () if points is None else points:
        corner = coordinates("points", point)
        if corner.shape != box.lower.shape or np.isnan(corner).any():
            raise ArgumentError(f"points: {point!r} is not a point of {box.ndim} numbers")
        parts = [piece for part in parts for piece in _cut_at(part, corner)]
    return parts


def _cut_at(part: Box, corner: np.ndarray) -> List[Box]:
    least, most = np.minimum(*part), np.maximum(*part)
    if np.any((corner < least) | (corner > most)):
        return [part]
    inside = (least < corner) & (corner < most)
    intervals = [
        ((a, x), (x, b)) if cut else ((a, b),) for a, b, x, cut in zip(*part, corner, inside)
    ]
    return [Box(*np.transpose(sides)) for sides in itertools.product(*intervals)]
