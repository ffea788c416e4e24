"""cubature: called and answered as scipy.integrate.cubature."""

from dataclasses import dataclass
from typing import Any, Callable, Optional, Tuple

import numpy as np

from ._errors import ArgumentError
from ._integrate import integrate, points_of_rule

# scipy's name of a rule, and the options that bring the one that takes its place.
_RULES = {"gk21": {}, "genz-malik": {"method": "pagani", "key": 7}}


# Their evaluations are a number of 64 bits.
_MOST_STEPS = 2**40


@dataclass
class CubatureResult:
    """estimate, error: of the shape that f returns.  status: converged or not_converged."""

    estimate: Any
    error: Any
    status: str
    subdivisions: int
    atol: float
    rtol: float

    @property
    def regions(self) -> Any:
        raise NotImplementedError(
            "regions: integrate(f, limits, trace=True) keeps them, in its result's trace"
        )


def cubature(
    f: Callable,
    a: Any,
    b: Any,
    *,
    rule: str = "gk21",
    rtol: float = 1e-8,
    atol: float = 0,
    max_subdivisions: Optional[int] = 10000,
    args: Tuple = (),
    workers: Any = 1,
    points: Any = None,
) -> CubatureResult:
    """Adaptive cubature with the arguments of scipy.integrate.cubature.

    f(x, *args) takes points (n, ndim) and returns an array (n, ...).  a, b: the lower and the upper
    limits, which may be infinite.  rule: gk21 is the default rule of the library here, and
    genz-malik its rule of degree 7; others are refused.  An error counts as small enough if it is
    at most rtol |estimate|, or atol, not their sum.  max_subdivisions: as many halvings of regions,
    about; None: as many as it takes.  workers other than 1 and points are refused; regions of the
    result as well.

    >>> import numpy as np
    >>> result = cubature(lambda x: np.cos(x).sum(axis=-1), [0, 0], [1, 1])
    >>> result.status, bool(abs(result.estimate - 2 * np.sin(1)) < 1e-8)
    ('converged', True)
    """
    if not isinstance(rule, str) or rule not in _RULES:
        raise ArgumentError(f"rule = {rule!r} must be one of {', '.join(_RULES)}")
    if points is not None and len(points) > 0:
        raise ArgumentError("points: give limits that end at them, one integral for each part")
    if workers != 1:
        raise ArgumentError("workers: the regions are evaluated together, in one call of f")
    steps = _MOST_STEPS if max_subdivisions is None else max_subdivisions
    if not isinstance(steps, (int, np.integer)) or not 0 <= steps <= _MOST_STEPS:
        raise ArgumentError(f"max_subdivisions = {max_subdivisions!r} is not a number of them")
    lower, upper = np.atleast_1d(np.asarray(a, float)), np.atleast_1d(np.asarray(b, float))
    if lower.ndim != 1 or lower.shape != upper.shape or len(lower) == 0:
        raise ArgumentError(f"a and b must be lists of limits, not {lower.shape} and {upper.shape}")
    result = integrate(
        f,
        np.column_stack([lower, upper]),
        epsrel=rtol,
        epsabs=atol,
        args=args,
        vectorized=True,
        **_RULES[rule],
        maxeval=points_of_rule(len(lower)) * (2 * int(steps) + 1),
    )
    status = "converged" if result.converged else "not_converged"
    subdivisions = max(result.nregions - 1, 0)
    return CubatureResult(result.value, result.error, status, subdivisions, atol, rtol)
