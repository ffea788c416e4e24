"""value_and_grad: integrals of expressions with their derivatives by parameters."""

import re
import warnings
from ctypes import byref, c_int, c_void_p
from dataclasses import replace
from itertools import combinations_with_replacement, permutations
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from ._box import box_of, is_of_functions, listed
from ._call import Call
from ._errors import ArgumentError, NotConverged, error_of
from ._expression import columns_of, encoded, is_expression, texts_in, used_parameters
from ._integrand import Integrand, Opened, by_name, numbers_of
from ._integrate import choices, integrate_quietly, relative_of, warn_of
from ._library import LIBRARY, check
from ._many import ManyResult, _Failures, _result
from ._nvidia import load_compilers
from ._progress import Listener
from ._prototypes import CONVERGED
from ._region import Box as BoxRegion
from ._region import FunctionLimits, Region, by_axis
from ._result import Result
from ._types import Array

# Why a derivative is not what was asked for, although its integral is known.
MOVING_JUMPS = "moving_jumps"
# Of derivatives of a text in C.
MAX_SECOND = 16
# Whose results, in a list as well, are judged by their errors.  Of those that draw samples, and of
# lattices, a list tells of the whole integral alone whether its error is to be trusted.
JUDGED_BY_ERRORS = ("auto", "cuhre", "pagani", "line")
ORDERS_OF_C = "f is a text in C, which has first and second derivatives: an expression has all of them"
ORDERS_OF_LOG = (
    "log=True has first derivatives alone: further ones are there without it, of exp(f)"
)


class _Parameters(NamedTuple):
    names: List[str]
    values: Array  # (count, n)
    of: Any  # as they were given

    def named(self) -> Dict[str, float]:
        """Those of the first integral."""
        return dict(zip(self.names, self.values[0].tolist()))

    def row(self, number: int) -> "_Parameters":
        """Those of one integral."""
        return self._replace(values=self.values[number : number + 1])


def _parameters_of(params: Any, many: bool) -> _Parameters:
    if params is None:
        raise ArgumentError("parameters are missing: the numbers to differentiate by")
    numbers = numbers_of(params, for_c=True)
    rows = numbers if many else numbers[np.newaxis]
    if rows.ndim == 0 or len(rows) == 0:
        raise ArgumentError(f"parameters of shape {rows.shape} have no rows")
    names, values = columns_of(rows)
    return _Parameters(names, values, params)


def _given(parameters: Any, params: Any) -> Any:
    """params: the other name of parameters."""
    if params is not None and parameters is not None:
        raise ArgumentError("parameters and params are two names of the same: give one of them")
    return by_name(parameters if params is None else params)


def _numbers_of(wrt: Any, names: Sequence[str]) -> List[int]:
    """Of the parameters that wrt names."""
    if wrt is None:
        return list(range(len(names)))
    found = []
    for one in [wrt] if isinstance(wrt, (str, int, np.integer)) else wrt:
        if isinstance(one, str) and one in names:
            found.append(names.index(one))
        elif isinstance(one, (int, np.integer)) and 0 <= one < len(names):
            found.append(int(one))
        else:
            raise ArgumentError(f"wrt: {one!r} is no parameter; those are {', '.join(names)}")
    return found


class _Text(NamedTuple):
    """What is differentiated."""

    text: Any
    ncomp: Optional[int] = None  # of a function in C
    function: Optional[str] = None
    device: bool = False


class _Differentiated(Integrand):
    """A text with its derivatives, as the library integrates it."""

    _first = c_void_p()

    def __init__(
        self, f: _Text, limits: Any, params: _Parameters, rows: List[List[int]], breaks: Any, given: bool
    ) -> None:
        limits = listed(limits)
        text = f.text
        if not isinstance(text, str):
            raise ArgumentError(
                f"f = {text!r} is no text: a function of Python has no derivatives here; "
                "cuboid.jax and cuboid.torch take functions of theirs"
            )
        self.f, self.args, self.order, self.begin = text, (), "C", None
        self.vectorized, self.compiled, self.is_complex = False, True, False
        self.drops_axis = False
        self._on_device = self._overrun = None
        self._text, self._names = encoded(text), encoded(",".join(params.names))
        # In a list, the values of an integral are its userdata.
        self._values = params.values[:1].copy()
        self._is_given = given
        self.derivatives = rows
        self._region = _region_of(limits, params, breaks)
        of_each = None if self._region is None else self._region.rows
        if given and of_each is not None:
            raise ArgumentError(
                "the region is one of a list for each integral: value_and_grad_many takes it"
            )
        self.rows = of_each  # numbers of the regions, which come before the parameters
        self._duals: Any = None
        self._source: Optional[Tuple[bytes, bytes]] = None  # for a GPU
        if is_expression(text):
            if f.ncomp is not None or f.function is not None:
                raise ArgumentError("ncomp and function are for texts in C")
            if LIBRARY.cuboid_device(None) == 0:
                load_compilers()
        else:
            self._take_c(f, limits, params)
        self.box = box_of(limits) if self._region is None else _UnitCube(self._region)
        # The first one that is asked for: it took a look at some thousand points.
        self._first, ncomp = self._opened()
        self.remarks = [
            LIBRARY.cuboid_integrand_remark(self._first, i).decode() for i in range(ncomp)
        ]
        self.shape = (ncomp,)

    def _take_c(self, f: _Text, limits: Any, params: _Parameters) -> None:
        """To be compiled with dual numbers."""
        from ._source import address_in, entry_of, load_duals

        wrt = [row[0] for row in self.derivatives if len(row) == 1]
        order = self._order()
        if order > 2:
            raise ArgumentError(ORDERS_OF_C)
        if order == 2 and len(wrt) > MAX_SECOND:
            raise ArgumentError(
                f"second derivatives of a text in C are by {MAX_SECOND} parameters at most, and not "
                f"by {len(wrt)}: an expression has them by any number"
            )
        _refuse_other_kinds(params)
        if self._region is None:
            self._region = BoxRegion(limits)
        entry = entry_of(f.text, f.function)
        fixed = not hasattr(limits, "cube_ndim") and not texts_in(limits)
        if entry.takes == 1 and len(self.derivatives) > 1 and fixed:
            raise ArgumentError(
                f"neither {entry.name}(x) nor the limits have a parameter to differentiate by: "
                f"{entry.name}(x, p) has them"
            )
        if not re.search(rf"\b{re.escape(entry.name)}\s*\(", f.text):
            raise ArgumentError(f"function = {entry.name!r} is not in the text")
        self._ncomp_of_c = 1 if f.ncomp is None else int(f.ncomp)
        if entry.takes and self._ncomp_of_c != 1:
            raise ArgumentError(f"ncomp = {f.ncomp}, but {entry.name} returns one number")
        shape = (self._region.ndim, self._ncomp_of_c, len(params.names), len(wrt), order)
        library = load_duals(f.text, entry.name, shape)
        self.shape = (self._ncomp_of_c,)
        self._overrun = c_int.in_dll(library, "cuboid_overrun")
        if f.device and order == 1:  # Second derivatives are on the host.
            load_compilers()
            self._source = self._text, entry.name.encode()
        self._duals = library, address_in(library, "cuboid_duals")
        if self.rows is not None:
            self._values = np.hstack([self.rows[:1], self._values])

    @property
    def is_of_expression(self) -> bool:
        return self._duals is None

    @property
    def overrun(self) -> Any:
        """Of a text in C, where it tells that it went beyond its components or axes; None of others."""
        return self._overrun

    @property
    def ndim(self) -> int:
        return int(self.box.ndim if self._region is None else self._region.ndim)

    def open(self, failures: List[BaseException]) -> Opened:
        handle, self._first = self._first, c_void_p()
        return Opened(handle if handle else self._opened()[0], self._duals)

    def __del__(self) -> None:
        LIBRARY.cuboid_integrand_free(self._first)

    def _order(self) -> int:
        return max(1, *map(len, self.derivatives))

    def _opened(self) -> Tuple[c_void_p, int]:
        handle, ncomp = c_void_p(), c_int()
        domain = None if self._region is None else self._region.handle
        values = self._values.ctypes.data
        if self._duals is not None:
            wrt = [row[0] for row in self.derivatives if len(row) == 1]
            given = self._names, self._names.count(b",") + 1, values, len(wrt), (c_int * len(wrt))(*wrt)
            if self._source is not None:
                status = LIBRARY.cuboid_integrand_gradient_from_cuda_source(
                    byref(handle), self.ndim, self._ncomp_of_c, *self._source, self._duals[1], *given,
                    domain,
                )  # fmt: skip
            else:
                status = LIBRARY.cuboid_integrand_derivatives_from_duals(
                    byref(handle), self.ndim, self._ncomp_of_c, self._duals[1], *given, self._order(),
                    domain,
                )  # fmt: skip
            self.check_overrun()
            check(status)
            return handle, self._ncomp_of_c * len(self.derivatives)
        order = self._order()
        wrt = [number for row in self.derivatives for number in row + [-1] * (order - len(row))]
        check(
            LIBRARY.cuboid_integrand_derivatives_from_expression(
                byref(handle), byref(ncomp), self.ndim, self._text, self._names,
                values if self._is_given else None, len(self.derivatives), order,
                (c_int * len(wrt))(*wrt), domain,
            )
        )  # fmt: skip
        return handle, ncomp.value


def _refuse_other_kinds(params: _Parameters) -> None:
    """A function in C finds doubles, where it may look for the bytes of others."""
    kind = numbers_of(params.of, for_c=True).dtype
    for name in kind.names or ("p",):
        one = kind[name] if kind.names else kind
        if one != np.dtype(float):
            raise ArgumentError(
                f"parameters: {name} is of the kind {one}, and a text in C is differentiated with "
                "doubles alone"
            )


def _rows_of(numbers: Sequence[int]) -> List[List[int]]:
    """The value, and the derivative by each."""
    return [[], *([number] for number in numbers)]


class _UnitCube:
    """The limits of an integrand over a region: there are none."""

    addresses = None, None
    stride = 0

    def __init__(self, region: Region) -> None:
        self.ndim = region.cube_ndim
        self.lower, self.upper = np.zeros(self.ndim), np.ones(self.ndim)
        self.raise_failure = region.raise_failure


def _has_function(given: Any) -> bool:
    return any(map(callable, given if isinstance(given, (list, tuple)) else [given]))


def _region_of(limits: Any, params: _Parameters, breaks: Any) -> Optional[Region]:
    """None: a box whose limits are numbers."""
    if limits is None:
        raise ArgumentError("limits are missing, as in value_and_grad(f, [(0, 1)], parameters=...)")
    if hasattr(limits, "cube_ndim"):
        if breaks:
            raise ArgumentError(
                "breaks go with limits, and not with a region: write cuboid.FunctionLimits(limits, "
                "breaks=..., names=...) or cuboid.Box(limits, breaks=...), of which regions are made"
            )
        region: Region = limits
        if region.rows_are_names:
            raise ArgumentError(
                "the region has lists of names, of which parameters are to be the values"
            )
        return region.with_parameters(params.named())
    if not is_of_functions(limits):
        box = box_of(limits)
        if not by_axis(breaks, "breaks", box.ndim):
            return None
        limits = list(zip(*box))
    given = breaks.values() if isinstance(breaks, dict) else [breaks]
    if any(_has_function(one) for one in (limits, *given)):
        raise ArgumentError(
            "limits and breaks that are functions are not differentiated: write them as texts"
        )
    return FunctionLimits(limits, names=params.named(), breaks=breaks)


def value_and_grad(
    f: str,
    limits: Any,
    parameters: Any = None,
    *,
    params: Any = None,
    wrt: Any = None,
    ncomp: Optional[int] = None,
    function: Optional[str] = None,
    device: bool = False,
    breaks: Optional[Dict[int, Any]] = None,
    epsrel: Optional[float] = None,
    epsabs: float = 0.0,
    method: str = "auto",
    maxeval: int = 1_000_000,
    **options: Any,
) -> Tuple[Result, Any]:
    """Integrates a text, and its derivatives by parameters, in one run.

    The derivatives are exact, and each is held to the accuracy like the value.  Where limits have
    parameters, they are those of the integral, with what the border brings.

    Parameters
    ----------
    f : str
        An expression (docs/expressions.md) in x and the parameters, or a text in C, with a { in it, as
        integrate takes: it is compiled as C++ with dual numbers instead of double.
    limits : sequence of pairs, pair, int or Region
        As in integrate; limits that are texts may have parameters as well, and so may the numbers of
        a Simplex, a Ball or a Mapped region.
    parameters : dict, or array_like
        Numbers by their names, or p[0], p[1] ... of an array; a single number is p[0].
    params
        Another name of parameters.
    wrt : list
        Names or numbers of the parameters to differentiate by; None: all.
    ncomp : int
        Number of components of a text in C; 1 if it is not given.
    function : str
        The name of the function in a text in C.
    device : bool
        Whether a text in C is compiled for a GPU as well, with dual numbers too, and runs there if
        there is one.  Expressions do so in any case.
    breaks : dict
        By axis, texts or numbers where the expression jumps or has a kink; several in rising order.
        What a jump brings that moves with its break is then in the derivative.
    epsrel, epsabs : float
        Accuracy of the value and of each derivative, as in integrate.
    method, maxeval, **options
        As in integrate.  With log=True f is the logarithm of what is integrated, and value and
        derivatives are those of the logarithm of the integral; each derivative is held to epsrel, or
        to epsrel times its size where that is above 1.

    Returns
    -------
    value : Result
    gradient : list or dict of Result
        As parameters are, a Result for each; of a single number one Result.  Its reason is
        "moving_jumps", and it has not converged, where it leaves out what jumps bring that move
        with the parameter; its remarks say which.

    Warns
    -----
    NotConverged
        If one of them has not reached its accuracy, or leaves something out.

    Examples
    --------
    >>> import cuboid
    >>> v, grad = cuboid.value_and_grad("exp(-p[0]*x[0])", [("0", "p[1]")], [2.0, 3.0], epsrel=1e-9)
    >>> round(v.value, 9), v.error < 1e-9
    (0.498760624, True)
    >>> round(grad[1].value, 9)  # exp(-6), of the limit
    0.002478752
    >>> v, grad = cuboid.value_and_grad("a*x", 1, {"a": 2}, epsrel=1e-6)
    >>> round(grad["a"].value, 9)
    0.5
    """
    given = _given(parameters, params)
    of_text = _parameters_of(given, False)
    numbers = _numbers_of(wrt, of_text.names)
    asked = _Asked(ncomp, function, device, breaks, epsrel, epsabs, method, maxeval, options)
    results = _results_of(f, limits, of_text, _rows_of(numbers), asked)
    return results[0], _like(given, of_text.names, numbers, results[1:])


class _Asked(NamedTuple):
    """The arguments of value_and_grad that do not say what is differentiated."""

    ncomp: Optional[int] = None
    function: Optional[str] = None
    device: bool = False
    breaks: Any = None
    epsrel: Optional[float] = None
    epsabs: float = 0.0
    method: str = "auto"
    maxeval: int = 1_000_000
    options: Dict[str, Any] = {}

    def allowed(self, value: Array, is_first: bool) -> Array:
        """Errors of values or derivatives.  is_first: they are values."""
        relative = relative_of(self.epsrel, self.epsabs)
        if self.options.get("log") is True:
            return relative * (np.ones_like(value) if is_first else np.maximum(abs(value), 1))
        return np.asarray(np.maximum(relative * abs(value), self.epsabs))

    def within(self, value: Array, error: Array, count: int) -> Array:
        """(..., count): which of the value and its derivatives have errors that are allowed."""
        shape = *value.shape[:-1], count, -1
        value, error = value.reshape(shape), error.reshape(shape)
        firsts = [True] + [False] * (count - 1)
        allowed = [self.allowed(value[..., k, :], first) for k, first in enumerate(firsts)]
        return np.asarray((error <= np.stack(allowed, axis=-2)).all(axis=-1))

    def doubts(self, within: Array) -> Array:
        """Which integrals have not converged, if they have not, because their errors are in doubt.

        Those whose errors are all allowed.  Of logarithms, methods are held to half of epsrel.
        """
        return np.asarray(within.all(axis=-1) & (self.options.get("log") is not True))

    def choices(self, integrand: Integrand) -> Dict[str, Any]:
        """Options as the library has them."""
        log = self.options.get("log")
        options = {**self.options, "log": int(log)} if isinstance(log, bool) else self.options
        return choices(integrand, options, self.method, self.epsrel, self.epsabs, self.maxeval)


def _asked_of(options: Dict[str, Any]) -> _Asked:
    own = {name: value for name, value in options.items() if name in _Asked._fields}
    return _Asked(**own, options={name: options[name] for name in options.keys() - own.keys()})


def _results_of(
    f: Any, limits: Any, parameters: _Parameters, rows: List[List[int]], asked: _Asked
) -> List[Result]:
    """The derivatives by the parameters of each row."""
    text = _Text(f, asked.ncomp, asked.function, asked.device)
    integrand = _Differentiated(text, limits, parameters, rows, asked.breaks, True)
    together = integrate_quietly(
        integrand, epsrel=asked.epsrel, epsabs=asked.epsabs, method=asked.method,
        maxeval=asked.maxeval, **asked.options,
    )  # fmt: skip
    if any(integrand.remarks):  # For which the call as a whole has not converged.
        said = f"{together.remarks}; {together.reasons}".split("; ")
        success = LIBRARY.cuboid_status_text(CONVERGED).decode()
        if any(clause.startswith(success) for clause in said):
            together = replace(together, reason="converged")
    results = _taken_apart(together, integrand.remarks, len(rows), asked)
    warn_of(together.reason, together.trusted, together.remarks)
    _warn_of_jumps(results)
    return results


def _warn_of_jumps(results: Sequence[Result]) -> None:
    remarks = [one.remarks for one in results if one.reason == MOVING_JUMPS]
    if remarks:
        warnings.warn("; ".join(remarks), NotConverged, stacklevel=3)


def _taken_apart(
    together: Result, remarks: List[str], count: int, asked: _Asked
) -> List[Result]:
    """So many derivatives, each with its own verdict."""
    size = len(remarks) // count
    within = asked.within(together.value, together.error, count)
    counts = together.trusted and not asked.doubts(within).any()
    results = []
    for k, first in enumerate(range(0, len(remarks), size)):
        own = slice(first, first + size)
        value, error = together.value[own], together.error[own]
        reason, remark = together.reason, together.remarks
        if counts and within[k]:
            reason = "converged"
        if any(remarks[own]):
            reason, remark = MOVING_JUMPS, "; ".join(dict.fromkeys(filter(None, remarks[own])))
        covariance = together.covariance
        results.append(
            replace(
                together,
                value=float(value[0]) if size == 1 else value,
                error=float(error[0]) if size == 1 else error,
                reason=reason,
                remarks=remark,
                trusted=together.trusted and reason != MOVING_JUMPS,
                chi2=float(together.chi2[first]) if size == 1 else together.chi2[own],
                prob=float(together.prob[first]) if size == 1 else together.prob[own],
                covariance=None if covariance is None else covariance[own, own],
                held=None,
            )
        )
    return results


def _like(params: Any, names: Sequence[str], numbers: Sequence[int], found: List[Any]) -> Any:
    """A dict where the parameters have names; one where there is a single number."""
    if isinstance(params, dict) or getattr(getattr(params, "dtype", None), "names", None):
        return {names[number]: one for number, one in zip(numbers, found)}
    return found[0] if np.ndim(params) == 0 else found


def value_and_grad_many(
    f: str,
    limits: Any,
    parameters: Any = None,
    *,
    params: Any = None,
    wrt: Any = None,
    ncomp: Optional[int] = None,
    function: Optional[str] = None,
    device: bool = False,
    breaks: Optional[Dict[int, Any]] = None,
    epsrel: Optional[float] = None,
    epsabs: float = 0.0,
    method: str = "auto",
    maxeval: int = 1_000_000,
    **options: Any,
) -> Tuple[ManyResult, Any]:
    """value_and_grad for each row of parameters, in one call.

    Limits that have parameters have those of each integral.

    Parameters
    ----------
    f, limits, wrt, ncomp, function, device, breaks, epsrel, epsabs, method, maxeval, **options
        As in value_and_grad; options as those of integrate_many.
    parameters : dict of lists, or array_like (count, n)
        A row for each integral.
    params
        Another name of parameters.

    Returns
    -------
    value : ManyResult
    gradient : list or dict of ManyResult

    Examples
    --------
    >>> import cuboid
    >>> v, grad = cuboid.value_and_grad_many("x^p[0]", [("0", "p[1]")], [[1, 1], [2, 3]], epsrel=1e-9)
    >>> v.value.round(9).tolist(), grad[1].value.round(9).tolist()
    ([0.5, 9.0], [1.0, 9.0])
    """
    given = _given(parameters, params)
    of_text = _parameters_of(given, True)
    numbers = _numbers_of(wrt, of_text.names)
    asked = _Asked(ncomp, function, device, breaks, epsrel, epsabs, method, maxeval, options)
    results = _many_results_of(f, limits, of_text, _rows_of(numbers), asked)
    grad = results[1:]
    named = isinstance(given, dict)
    return results[0], (
        {of_text.names[number]: one for number, one in zip(numbers, grad)} if named else grad
    )


def _leaves_out(
    integrand: _Differentiated, text: _Text, limits: Any, parameters: _Parameters, asked: _Asked
) -> Array:
    """(count, ncomp): which derivatives leave jumps out.

    Whether breaks are those of the jumps depends on the numbers of each integral.
    """
    alike = np.array([bool(one) for one in integrand.remarks])
    # An expression without numbers has a remark wherever there is a jump.
    if not asked.breaks or (integrand.is_of_expression and not alike.any()):
        return np.broadcast_to(alike, (len(parameters.values), len(alike)))
    found = []
    for number in range(len(parameters.values)):
        one = parameters.row(number)
        alone = _Differentiated(text, limits, one, integrand.derivatives, asked.breaks, True)
        found.append([bool(remark) for remark in alone.remarks])
    return np.array(found)


def _many_results_of(
    f: Any, limits: Any, parameters: _Parameters, derivatives: List[List[int]], asked: _Asked
) -> List[ManyResult]:
    """_results_of for each row of parameters."""
    text = _Text(f, asked.ncomp, asked.function, asked.device)
    integrand = _Differentiated(text, limits, parameters, derivatives, asked.breaks, False)
    chosen = asked.choices(integrand)
    rows = np.ascontiguousarray(parameters.values)
    if not np.isfinite(rows).all():
        row, column = np.argwhere(~np.isfinite(rows))[0]
        raise ArgumentError(
            f"parameters: {parameters.names[column]} of integral {row} = {rows[row, column]} is no "
            "number"
        )
    if integrand.rows is not None:
        if len(integrand.rows) != len(rows):
            raise ArgumentError(
                f"parameters have {len(rows)} rows, but limits {len(integrand.rows)} regions"
            )
        rows = np.hstack([integrand.rows, rows])
    failures = _Failures()
    many = c_void_p()
    addresses = integrand.box.addresses
    try:
        with Listener(False, failures) as listener, Call(
            integrand, chosen, listener, prepare=failures.cancel_by
        ) as call:
            status = LIBRARY.cuboid_integrate_many(
                call.integrand, len(rows), *addresses, 0, rows.ctypes.data, rows.nbytes // len(rows),
                call.options, byref(many),
            )  # fmt: skip
        if not many:
            raise error_of(status, LIBRARY.cuboid_last_error().decode(errors="replace"))
        together = _result(integrand, many, len(rows), call.interrupted)
    finally:
        LIBRARY.cuboid_many_free(many)
    size = integrand.ncomp // len(derivatives)
    within = asked.within(together.value, together.error, len(derivatives))
    if asked.method in JUDGED_BY_ERRORS:
        within &= ~asked.doubts(within)[:, np.newaxis]
    else:
        within[:] = False
    leaves_out = _leaves_out(integrand, text, limits, parameters, asked)
    results = []
    for k, first in enumerate(range(0, integrand.ncomp, size)):
        own = slice(first, first + size)
        value, error = together.value[:, own], together.error[:, own]
        reason = np.where(within[:, k], "converged", together.reason)
        reason = np.where(leaves_out[:, own].any(axis=1), MOVING_JUMPS, reason)
        if size == 1:
            value, error = value[:, 0], error[:, 0]
        results.append(
            replace(together, value=value, error=error, prob=together.prob[:, own], reason=reason)
        )
    missed = [str(one) for result in results for one in result.reason[~result.converged]]
    if missed:
        warn_of(missed[0], True, together.remarks)
    return results


# Of parameters in the order of a row; None: they are p[0], p[1] ...
Names = Optional[Tuple[str, ...]]


def named(rows: Array, names: Names) -> Array:
    """Rows of parameters (count, n) as integrals take them: (count,) structured numbers."""
    if names is None:
        return rows
    kind = [(name, float) for name in names]
    return np.ascontiguousarray(rows, dtype=float).view(kind)[:, 0]


def jet(
    f: str, limits: Any, rows: Array, order: int, options: Dict[str, Any], names: Names = None
) -> List[Array]:
    """Integrals for each row of parameters, and their derivatives up to an order.

    The k-th array has k axes of parameters at the end.
    """
    count = rows.shape[1]
    asked = _asked_of(options)
    of_each = _rows_of_jet(f, limits, count, order, names)
    given = named(rows, names)
    if len(rows) > 1:
        many = _many_results_of(f, limits, _parameters_of(given, True), of_each, asked)
        found = [one.value for one in many]
    else:
        single = _results_of(f, limits, _parameters_of(given[0], False), of_each, asked)
        found = [np.asarray(one.value)[np.newaxis] for one in single]
    return filled_jet(of_each, found, count, order, 0.0)


def _rows_of_jet(f: str, limits: Any, count: int, order: int, names: Names) -> List[List[int]]:
    used = used_parameters([f, limits], count, names) if is_expression(f) else list(range(count))
    return [list(row) for k in range(order + 1) for row in combinations_with_replacement(used, k)]


def filled_jet(
    derivatives: Sequence[Sequence[int]], found: Sequence[Any], count: int, order: int, other: float
) -> List[Array]:
    """Of derivatives by the parameters of each row: arrays with an axis of all parameters for each
    time that is derived.  other: what stands where there is none."""
    arrays = [np.full((*np.shape(found[0]), *[count] * k), other) for k in range(order + 1)]
    for row, one in zip(derivatives, found):
        for places in set(permutations(row)):
            element: Any = (..., *places)
            arrays[len(row)][element] = one
    return arrays


def jet_integrand(
    f: str,
    limits: Any,
    count: int,
    order: int,
    options: Dict[str, Any],
    names: Names = None,
    first: Any = None,
) -> Tuple[_Asked, _Differentiated, List[List[int]]]:
    """Of a text, for lists: what is asked for, the integrand, and its derivatives.

    first: parameters, with which a text in C is looked at."""
    asked = _asked_of(options)
    derivatives = _rows_of_jet(f, limits, count, order, names)
    # Those of each integral take the place of these.
    numbers = np.ones((1, count)) if first is None else np.array([first])
    parameters = _parameters_of(named(numbers, names), True)
    text = _Text(f, asked.ncomp, asked.function, asked.device)
    integrand = _Differentiated(text, limits, parameters, derivatives, asked.breaks, False)
    if integrand.rows is not None:
        raise ArgumentError("the region is one of a list for each integral")
    return asked, integrand, derivatives
