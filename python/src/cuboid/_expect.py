"""expect: means under a density that is not normalised."""

import math
from dataclasses import dataclass, replace
from typing import Any, Callable, Optional, Tuple

import numpy as np

from ._box import inner_points, listed
from ._compiled import is_compiled
from ._errors import ArgumentError
from ._estimate import HasError
from ._integrand import Integrand, arguments_of, numbers_of, where_of
from ._integrate import integrate_quietly, warn_of
from ._named import Flat, is_named
from ._result import Result
from ._types import Array


@dataclass(eq=False, repr=False)
class Expectation(HasError):
    """The mean of a function under a density.

    value, error: of the shape that the function returns.  Of a complex mean, the error is the length
    of those of its two parts.
    covariance: of the means, flat, as they share their samples, of complex ones of the real and the
    imaginary part in turn; None where the method finds none, and error is then a bound.
    log_evidence, log_evidence_error: of the integral of the density.
    result: that of the integration.
    """

    value: Any
    error: Any
    covariance: Optional[Array]
    log_evidence: float
    log_evidence_error: float
    result: Result

    @property
    def converged(self) -> bool:
        return self.result.converged

    @property
    def reason(self) -> str:
        return self.result.reason

    @property
    def remarks(self) -> str:
        return self.result.remarks


# Points of a first look for the largest value of the density, and by how much a value may exceed it
# before the integration begins again: squares of exp(200) are numbers.
_POINTS = 4096
_HEADROOM = 200.0
# Of fn times the density: up to this power of two, both ways, sums of squares are numbers, whatever
# that headroom adds.  What is larger or smaller is scaled: 1e-160*x had an error of 0.
_EXPONENT = 128


# What a wrong shape may mean.
_OF_ARRAYS = ": x[:, 0] are the first coordinates of all points"


class _Larger(Exception):
    """A value of the density for which the scale is too small."""

    def __init__(self, value: float) -> None:
        super().__init__(value)
        self.value = value


def expect(
    fn: Any,
    log_density: Any,
    limits: Any,
    *,
    epsrel: Optional[float] = None,
    method: str = "auto",
    parameters: Any = None,
    ncomp: Optional[int] = None,
    args: Tuple[Any, ...] = (),
    maxeval: int = 1_000_000,
    **options: Any,
) -> Expectation:
    """The mean of fn under a density that is not normalised, and the evidence, in one run.

    fn times the density and the density share their samples, so that what both err by cancels in
    the mean: its error is found with their covariance.

    Parameters
    ----------
    fn : callable, compiled function or str
        A function of an array of points (n, ndim) that returns an array (n,) or (n, ...) of real or
        complex numbers, or a dict or a named tuple of such, as the mean is then; or one of a point,
        which raises for an array, as what calls math.exp does.  Or an expression, a text in C or a
        compiled function, as those of integrate: log_density is one too then.
    log_density : callable, compiled function or str
        The logarithm of the density at such points, (n,), or at a point; -inf where it is zero.
    limits : sequence of pairs, pair, int or Region
        As in integrate.
    epsrel : float
        Accuracy of the integrals of the density and of fn times it, all as one vector (the option
        norm is l2 if it is not given).  The error of the mean is in the result.
    method : str
        As in integrate.  vegas_plus, vegas, m_cubes and lattice know covariances; with others, as
        cubature in few dimensions, the error of the mean is a bound.
    parameters : dict, or array_like
        Both functions are called as f(x, parameters, *args); texts have them as in integrate.
    ncomp : int
        Components of fn that is compiled or a text in C.
    args : tuple
        Further arguments for both functions of Python.
    maxeval, **options
        As in integrate.

    Returns
    -------
    Expectation
        A number with its error.

    Examples
    --------
    >>> import numpy as np
    >>> import cuboid
    >>> def log_density(x):
    ...     return -5000 - 0.5 * (x**2).sum(axis=1)
    >>> mean = cuboid.expect(lambda x: x**2, log_density, [(-9, 9)] * 2, epsrel=1e-3, seed=1)
    >>> bool((abs(mean.value - 1) < 5 * mean.error).all()), mean.converged
    (True, True)
    >>> bool(abs(mean.log_evidence + 5000 - np.log(2 * np.pi)) < 5e-3)
    True
    >>> half = cuboid.expect("x, x^2", "-k*x", (0, np.inf), parameters={"k": 2}, epsrel=1e-8)
    >>> half.value.round(6).tolist()
    [0.5, 0.5]
    """
    both = fn, log_density
    if any(isinstance(one, str) or (not isinstance(one, int) and is_compiled(one)) for one in both):
        from ._expect_texts import weighted

        if args:
            raise ArgumentError("args are for functions of Python: parameters are those of texts")
        limits = listed(limits)
        of_texts = weighted(fn, log_density, limits, parameters, ncomp)
        options.setdefault("norm", "l2")
        result = of_texts.integrate(limits, epsrel=epsrel, method=method, maxeval=maxeval, **options)
        warn_of(result.reason, result.trusted, result.remarks)
        return _mean(result, _Components(None, (), of_texts.shape, False), of_texts.scale)
    if ncomp is not None:
        raise ArgumentError("ncomp is for a compiled function or a text: one of Python has its own")
    for name, one in (("fn", fn), ("log_density", log_density)):
        if not callable(one):
            raise ArgumentError(f"{name} = {one!r} is no function of an array of points, and no text")
    limits = listed(limits)
    args = arguments_of(args)
    if parameters is not None:
        args = numbers_of(parameters)[()], *args
    points = inner_points(where_of(limits), _POINTS)
    fn, named = _of_arrays(fn, limits, points[:2], args)
    log_density, _ = _of_arrays(log_density, limits, points[:2], args)
    first = np.asarray(fn(points[:2], *args))
    if first.shape[:1] != (2,):
        raise ArgumentError(
            f"fn returned an array of shape {first.shape} for 2 points, not (2, ...){_OF_ARRAYS}"
        )
    components = _Components(fn, args, first.shape[1:], first.dtype.kind == "c")
    logarithms = np.asarray(log_density(points, *args))
    scale = _largest(logarithms, len(points))
    components.choose_exponents(points, logarithms.reshape(-1) - scale)
    options.setdefault("norm", "l2")
    while True:
        integrand = _Weighted(components, log_density, args, scale)
        try:
            result = integrate_quietly(
                integrand, limits, epsrel=epsrel, method=method, maxeval=maxeval, vectorized=True,
                **options,
            )  # fmt: skip
            break
        except _Larger as larger:
            scale = larger.value
    warn_of(result.reason, result.trusted, result.remarks)
    mean = _mean(result, components, scale)
    if named is None:
        return mean
    value, error = (named.form.parts(one, 0) for one in (mean.value, mean.error))
    return replace(mean, value=value, error=error)


def _of_arrays(
    f: Any, limits: Any, points: Array, args: Tuple[Any, ...]
) -> Tuple[Callable[..., Any], Optional[Flat]]:
    """f as a function of arrays, and what knows the names of its numbers.  What raises for an array
    is called for each point."""
    try:
        if not is_named(f(points, *args)):
            return f, None
        named = Flat(f)
        named(points, *args)
        return named, named
    except (TypeError, ValueError, IndexError) as error:
        try:
            of_point = Integrand(f, limits, args=args, vectorized=False).f
        except Exception:
            raise error from None
        by_name = of_point if isinstance(of_point, Flat) else None
        return lambda x, *args: np.array([of_point(one, *args) for one in x]), by_name


def _largest(logarithms: Any, count: int) -> float:
    values = np.asarray(logarithms)
    if values.dtype.kind == "c":
        raise ArgumentError("log_density returned complex numbers, and a density is real")
    values = values.astype(float)
    if values.shape not in ((count,), (count, 1)):
        raise ArgumentError(
            f"log_density returned an array of shape {values.shape} for {count} points, not ({count},)"
            f"{_OF_ARRAYS}"
        )
    finite = values[np.isfinite(values)]
    return float(np.round(finite.max())) if len(finite) else 0.0


class _Components:
    """The real numbers that fn returns, each over a power of two: a complex one has two."""

    def __init__(
        self, fn: Any, args: Tuple[Any, ...], shape: Tuple[int, ...], is_complex: bool
    ) -> None:
        self._fn, self._args = fn, args
        self._shape, self._is_complex = shape, is_complex
        self._exponents = np.zeros(math.prod(shape) * (2 if is_complex else 1), dtype=int)

    def choose_exponents(self, x: Array, logarithms: Array) -> None:
        """By what fn times the density has at these points."""
        # No product, which may under- or overflow.
        with np.errstate(divide="ignore", invalid="ignore"):
            sizes = np.log2(abs(self.values(x))) + logarithms[:, None] / np.log(2)
        largest = np.where(np.isfinite(sizes), sizes, -np.inf).max(axis=0)
        if self._is_complex:  # One for both parts, of which one may be rounding alone.
            largest = np.repeat(largest.reshape(-1, 2).max(axis=1), 2)
        scales = np.isfinite(largest) & (abs(largest) > _EXPONENT)
        self._exponents = np.where(scales, largest, 0).astype(int)

    def values(self, x: Array) -> Array:
        """(n, components)"""
        values = np.asarray(self._fn(x, *self._args))
        if values.shape != (len(x), *self._shape):
            raise ArgumentError(
                f"fn returned an array of shape {values.shape} for {len(x)} points, not "
                f"{(len(x), *self._shape)}{_OF_ARRAYS}"
            )
        flat = values.reshape(len(x), -1)
        if self._is_complex:
            flat = np.ascontiguousarray(flat, dtype=complex).view(float)
        elif flat.dtype.kind == "c":
            raise ArgumentError("fn returned complex numbers, and real ones when it was tried out")
        scaled: Array = np.ldexp(flat.astype(float), -self._exponents)
        return scaled

    def numbers(self, values: Array) -> Any:
        """As fn returns them."""
        flat = np.ldexp(values, self._exponents)
        if self._is_complex:
            flat = flat.view(complex)
        return flat[0].item() if self._shape == () else flat.reshape(self._shape)

    def errors(self, deviations: Array) -> Any:
        flat = np.ldexp(deviations, self._exponents)
        if self._is_complex:
            flat = np.hypot(flat[0::2], flat[1::2])
        return flat[0].item() if self._shape == () else flat.reshape(self._shape)

    def covariance(self, scaled: Array) -> Array:
        """inf or 0 where it is no number."""
        with np.errstate(over="ignore", under="ignore"):
            return np.ldexp(scaled, np.add.outer(self._exponents, self._exponents))


class _Weighted:
    """The density, and fn times it, over e^scale."""

    def __init__(
        self, components: _Components, log_density: Any, args: Tuple[Any, ...], scale: float
    ) -> None:
        self._components, self._log_density, self._args = components, log_density, args
        self._scale = scale

    def __call__(self, x: Array) -> Array:
        logarithm = np.asarray(self._log_density(x, *self._args))
        largest = _largest(logarithm, len(x))
        if largest > self._scale + _HEADROOM:
            raise _Larger(largest)
        weight = np.exp(logarithm.reshape(-1).astype(float) - self._scale)
        # Where the density is zero, fn may be anything.
        weighted = np.where(weight[:, None] > 0, self._components.values(x) * weight[:, None], 0.0)
        return np.concatenate([weight[:, None], weighted], axis=1)


def _mean(result: Result, components: _Components, scale: float) -> Expectation:
    value, error = np.asarray(result.value), np.asarray(result.error)
    # NaN, where the density was zero everywhere.
    evidence, spread = float(value[0]) or np.nan, float(error[0])
    mean = value[1:] / evidence
    covariance = None
    if result.covariance is not None:
        # d(a / b) = (da - (a / b) db) / b, to first order.
        slopes = np.concatenate([-mean[:, None], np.eye(len(mean))], axis=1) / evidence
        scaled = slopes @ result.covariance @ slopes.T
        deviation = np.sqrt(np.maximum(np.diag(scaled), 0))
        covariance = components.covariance(scaled)
    else:
        deviation = (error[1:] + abs(mean) * spread) / abs(evidence)
    return Expectation(
        value=components.numbers(mean),
        error=components.errors(deviation),
        covariance=covariance,
        log_evidence=float(np.log(evidence)) + scale,
        log_evidence_error=spread / abs(evidence),
        result=result,
    )
