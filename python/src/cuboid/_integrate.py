"""integrate: one integration, from its arguments to its result."""

import math
import numbers
import os
import sys
import time
from ctypes import byref, c_int, c_void_p
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from ._box import Box, listed
from ._call import Call
from ._errors import ArgumentError, NotConverged, error_of
from ._expression import texts_in
from ._integrand import Integrand, where_of
from ._library import LIBRARY, Held, check, status_name
from ._progress import Listener
from ._prototypes import CANCELLED, NONFINITE
from ._result import Progress, Result
from ._trace import Tracer
from ._types import Array

# Points that a function of Python gets in one call: so many that the call itself costs nothing, and
# few enough to stay in the second-level cache.
_POINTS_AT_ONCE = 16384

# The same on a GPU, where a call takes as long as so many points.
_POINTS_ON_DEVICE = 1 << 20

# Arguments that go to the Integrand.
_OF_INTEGRAND = (
    "args", "kwargs", "ncomp", "vectorized", "parameters", "function", "device", "arrays", "distances"
)  # fmt: skip

# The accuracy where the caller names none.
_RELATIVE = 1e-3


def integrate(
    f: Any,
    limits: Any = None,
    *more: Any,
    epsrel: Optional[float] = None,
    epsabs: float = 0.0,
    method: str = "auto",
    args: Any = (),
    kwargs: Optional[Mapping[str, Any]] = None,
    points: Any = None,
    breaks: Optional[Dict[int, Any]] = None,
    ends: Optional[Dict[int, Any]] = None,
    singular: Any = None,
    where: Any = None,
    maxeval: int = 1_000_000,
    ncomp: Optional[int] = None,
    vectorized: Optional[bool] = None,
    parameters: Any = None,
    function: Optional[str] = None,
    device: bool = False,
    arrays: Any = None,
    distances: bool = False,
    progress: Union[bool, Callable[[Progress], Any]] = False,
    history: bool = False,
    log: Any = None,
    trace: Any = None,
    start: Optional[Result] = None,
    **options: Any,
) -> Result:
    """Integrates f over a box or another region.

    A function of Python is called on the calling thread, if workers are not given; a compiled one
    on several threads where it pays.  What f raises is raised again.  Ctrl-C ends the integration
    with the best result so far and a warning, and if it is pressed twice, with KeyboardInterrupt.

    Parameters
    ----------
    f : callable, compiled function, str or Integrand
        An expression in x, y, z, w or x[0], x[1] ..., as "exp(-k*(x^2 + y^2))", which needs no
        compiler (docs/expressions.md); a function of an array of points (n, ndim) that returns an
        array (n,) or (n, ...), a function of one point, a compiled function, a function in C as a
        text, which has a { in it, or an Integrand; see Integrand.
    limits : sequence of pairs, pair or int
        Pairs (lower, upper), which may be infinite, as zip(a, b) gives them of two corners, a single
        pair for one axis, or the number of axes of the unit cube; or a Region, as Simplex or Ball.
        Instead of a pair an axis may have a function of the coordinates before it, or a pair of
        texts, which have the parameters as well (docs/regions.md).
    *more
        There is nothing more: it is refused with the form of the limits.
    epsrel, epsabs : float
        Requested accuracy, not below 0; the larger of the two counts, for each number.  If neither
        is given, epsrel is 1e-3, and if epsabs alone is given, it alone counts.  Of a complex number z,
        abs(dz) is held to abs(z), or to what the option complex says (largest, modulus, component).
        The option norm (max, l1, l2) makes one vector of all numbers, with one accuracy.
    method : str
        A name of methods(), or auto: what the library takes, which for a function of arrays in up
        to 5 dimensions is cuhre, and another one where that takes long.
    args : tuple
        Further arguments for a function of Python; a single one need not be in a tuple.
    kwargs : dict
        Further arguments by name.
    points : sequence
        Where the integrand has a jump, a kink or a singularity: numbers for one axis, else points
        (ndim,), within the limits; those at a limit are taken, as by scipy.integrate.quad.  The box
        is cut into parts that meet there, which are one integral with one accuracy; in several
        dimensions singularities of points are taken away.
    breaks, ends : dict
        By axis, where the integrand has kinks or jumps, and at which limits or breaks it is
        singular; see Box, and FunctionLimits for breaks that are functions, or texts of the
        coordinates and the parameters.  With one axis a dict is not needed: breaks="K".
    singular : str or pair
        "diagonal", where it is singular where x[0] = x[1], or two other axes; of a Simplex "facets".
    where : callable, compiled function or str
        A condition on the points that count: f is called at no others; see Where.
    maxeval : int
        Evaluations after which no new work is begun, in each part.
    ncomp : int
        Components of a compiled function or a text; see Integrand.
    vectorized : bool
        Whether a function of Python takes many points at once; None: this is tried out.
    parameters : array_like
        What a text or a compiled function gets as its userdata; see Integrand.  A function of Python
        is called as f(x, parameters, *args), as integrate_many calls it with a row.
    function : str
        The name of the function in a text.
    device : bool
        Whether a text is to be compiled for a GPU.
    arrays : str
        "cupy", "torch" or "jax": f takes arrays of that package on a GPU; see Integrand.
    distances : bool
        On one axis: whether f takes x, x - lower and upper - x, exact also next to limits other than
        0, where f may be singular; see Integrand.
    progress : bool or callable
        True for a bar, or a function that gets a Progress now and then, and ends the integration
        by returning True.
    history : bool
        Keeps all steps in the history of the result, not only one every 0.1 s.
    log : bool, callable or logging.Logger
        True: f returns the logarithm of what is integrated, and the value is the logarithm of the
        integral, with its error; epsrel is that of the integral.  A function receives what the
        option verbosity prints, as level and line, and a logger gets it as INFO.
    trace : bool, str, os.PathLike or callable
        What the method did, as records (docs/trace.md): True keeps them in the result's trace,
        which its plots draw; a path names a file for them; a function receives each as a dict.
        The options trace_regions and trace_samples say how many there are.
    start : Result
        Of vegas, vegas_plus, m_cubes or m_cubes_1d with as many axes, whose map the last three
        begin with: for an integral that hardly differs from another one.
    **options
        Those of options(), such as time_limit and statefile.  workers may also be a number of
        threads, -1 for one on each core, and seed a numpy.random.Generator, of which a number is
        drawn.

    Returns
    -------
    Result
        A number with its error; `value, error = integrate(...)` takes it apart.

    Warns
    -----
    NotConverged
        If the accuracy was not reached, also where Ctrl-C ended it, or the error is not to be
        trusted.

    Examples
    --------
    >>> import numpy as np
    >>> result = integrate(lambda x: np.exp(-(x**2).sum(axis=1)), [(-np.inf, np.inf)] * 2)
    >>> result.converged, bool(abs(result.value - np.pi) < 1e-3 * np.pi)
    (True, True)
    >>> integrate("exp(-k*x*y)", 2, parameters={"k": 3}, epsrel=1e-8).converged
    True
    >>> value, error = integrate(lambda x: abs(x - 0.3), (0, 1), points=[0.3])
    >>> round(value, 12)
    0.29
    """
    if more:
        raise ArgumentError(_of_more(limits, *more))
    limits = listed(limits)
    asked = dict(
        options, epsrel=epsrel, epsabs=epsabs, method=method, maxeval=maxeval, progress=progress,
        history=history, log=log, trace=trace, start=start, args=args, kwargs=kwargs, ncomp=ncomp,
        vectorized=vectorized, parameters=parameters, function=function, device=device,
        arrays=arrays, distances=distances,
    )  # fmt: skip
    told = dict(breaks=breaks, ends=ends, singular=singular, where=where)
    if (
        points is not None and hasattr(limits, "cube_ndim")
        or parameters is not None and texts_in(limits)
        or any(one is not None for one in told.values())
    ):  # fmt: skip
        from ._region_cuts import region_with

        limits, points = region_with(limits, points=points, parameters=parameters, **told), None
    if points is not None:
        from ._parts import cut_at

        if distances or getattr(f, "takes_distances", False):
            raise ArgumentError("distances = True does not go with points: they are those from limits")
        if arrays is not None:
            raise ArgumentError(f"arrays = {arrays!r} does not go with points: give each part by itself")
        f, limits = cut_at(f, limits, points)
    result = integrate_quietly(f, limits, **asked)
    warn_of(result.reason, result.trusted, result.remarks)
    return result


def _of_more(limits: Any, *more: Any) -> str:
    """The sentence about limits that are several arguments."""
    given = ", ".join(repr(one) for one in (limits, *more))
    pair = f"({limits!r}, {more[0]!r})"
    form = f"for one axis integrate(f, {pair}), for several integrate(f, [{pair}, ...])"
    corners = [one for one in (limits, more[0]) if _is_corner(one)]
    if len(corners) == 2 and len(limits) == len(more[0]):
        pairs = np.transpose(corners).tolist()
        here = [tuple(one) for one in pairs]
        form = f"of two corners a and b integrate(f, list(zip(a, b))), here {here}"
    return f"limits are one argument, not {len(more) + 1} ({given}): {form}"


def _is_corner(given: Any) -> bool:
    is_list = isinstance(given, (list, tuple, np.ndarray))
    return is_list and all(isinstance(one, numbers.Real) for one in given)


def integrate_quietly(
    f: Any,
    limits: Any = None,
    *,
    epsrel: Optional[float] = None,
    epsabs: float = 0.0,
    method: str = "auto",
    maxeval: int = 1_000_000,
    progress: Union[bool, Callable[[Progress], Any]] = False,
    history: bool = False,
    log: Any = None,
    trace: Any = None,
    start: Optional[Result] = None,
    **more: Any,
) -> Result:
    """integrate without a warning and without points.  more: options, and what Integrand takes."""
    given = {name: more.pop(name) for name in _OF_INTEGRAND if name in more}
    integrand, box = _integrand_and_box(f, limits, **given)
    if isinstance(log, bool):
        more, log = {**more, "log": int(log)}, None
    chosen = choices(integrand, more, method, epsrel, epsabs, maxeval)
    with Listener(progress, []) as listener:
        tracer = Tracer(trace, listener.failures)
        result = _run(integrand, box, chosen, listener, history, log, tracer, start)
        listener.end(result.history[-1])
    _note(result)
    return result


def warn_of(reason: str, trusted: bool, remarks: str) -> None:
    """Of a result that is not what was asked for, for the caller of the function that calls this."""
    if reason == "cancelled" or (reason == "converged" and trusted):
        return  # The caller's own function has asked for the end.
    if reason == "interrupted":  # Whoever presses Ctrl-C may mean the program.
        remarks += "; press Ctrl-C twice to stop the program"
    import warnings

    warnings.warn(f"{reason}: {remarks}", NotConverged, stacklevel=3)


def _note(result: Result) -> None:
    """For the logger "cuboid", if the program has one: to import it costs a third of this package."""
    logging = sys.modules.get("logging")
    if logging is None:
        return
    logger = logging.getLogger("cuboid")
    if logger.isEnabledFor(logging.DEBUG):
        text = "%r by %s, %s, %d evaluations in %.3g s: %s"
        told = result.method, result.reason, result.neval, result.seconds, result.remarks
        logger.debug(text, result, *told)


def _integrand_and_box(f: Any, limits: Any, **given: Any) -> Tuple[Integrand, Box]:
    if not isinstance(f, Integrand):
        if limits is None:
            raise ArgumentError("limits are missing, as in integrate(f, [(0, 1), (0, 1)])")
        integrand = Integrand(f, limits, **given)
        return integrand, integrand.box
    named = [name for name, value in given.items() if not (value is None or value is False or value == ())]
    if named:
        raise ArgumentError(f"{', '.join(named)}: these are given to the Integrand")
    box = f.box if limits is None else where_of(limits)
    if (box is not f.box) and not (isinstance(box, Box) and isinstance(f.box, Box)):
        raise ArgumentError("a region is given to the Integrand, as in Integrand(f, region)")
    if box.ndim != f.ndim:
        raise ArgumentError(f"limits have {box.ndim} axes, but the integrand {f.ndim}")
    return f, box


def choices(
    integrand: Integrand,
    options: Dict[str, Any],
    method: str,
    epsrel: Optional[float],
    epsabs: float,
    maxeval: int,
) -> Dict[str, Any]:
    """Options as the library has them, with what pays for functions of Python."""
    epsrel = relative_of(epsrel, epsabs)
    refuse_below_zero(epsrel=epsrel, epsabs=epsabs)
    chosen: Dict[str, Any] = {}
    if not integrand.compiled:
        if isinstance(options.get("workers"), str) and options["workers"] == "fork":
            raise ArgumentError("workers = 'fork': a process that runs Python is not forked")
        points = _POINTS_ON_DEVICE if integrand.on_device else _POINTS_AT_ONCE
        chosen.update(nvec=points, nbatch=points, workers="serial")
        if integrand.vectorized:
            halves = 2 * points_of_rule(integrand.ndim)
            chosen.update(splits=max(points // halves, 1))
    if integrand.is_complex and options.get("norm", "component") == "component":
        chosen.update(complex="l2")
    chosen.update(options, method=method, epsrel=epsrel, epsabs=epsabs, maxeval=maxeval)
    if not isinstance(chosen.get("workers", ""), str):
        chosen.update(threads(chosen.pop("workers")))
    if hasattr(chosen.get("seed"), "integers"):
        chosen["seed"] = int(chosen["seed"].integers(1, 2**31))
    return chosen


def threads(workers: Any) -> Dict[str, Any]:
    """The options for a number of threads."""
    whole = isinstance(workers, (int, np.integer)) and not isinstance(workers, bool)
    if not whole or workers == 0 or workers < -1:
        raise ArgumentError(
            f"workers = {workers!r} is neither a number of threads nor -1, for one on each core"
        )
    count = (os.cpu_count() or 1) if workers == -1 else int(workers)
    return {"workers": "serial"} if count == 1 else {"workers": "threads", "cores": count}


def relative_of(epsrel: Optional[float], epsabs: float) -> float:
    """The relative accuracy that counts: none beside an absolute one that is given alone."""
    if epsrel is not None:
        return epsrel
    return _RELATIVE if epsabs == 0 else 0.0


def refuse_below_zero(**accuracies: Any) -> None:
    for name, value in accuracies.items():
        # A look at the type before it takes a tenth of the time.
        if (type(value) is float or isinstance(value, numbers.Real)) and value < 0:
            raise ArgumentError(f"{name} = {value!r} is below 0: no error is as small")


# Points of the default rules of cuhre in few dimensions, without those near the faces.
_FEW_DIMENSIONS = {1: 15, 2: 65, 3: 127}


def points_of_rule(ndim: int) -> int:
    """Those of the default rule of cuhre for a region: from four dimensions on, of degree 9
    (A. C. Genz, A. A. Malik 1983), and two for each axis near the faces."""
    of_degree_9 = 1 + 8 * ndim + 6 * ndim * (ndim - 1)
    of_degree_9 += 4 * ndim * (ndim - 1) * (ndim - 2) // 3 + 2**ndim
    return int(_FEW_DIMENSIONS.get(ndim, of_degree_9)) + 2 * ndim


def _run(
    integrand: Integrand,
    box: Box,
    chosen: Dict[str, Any],
    listener: Listener,
    history: bool,
    log: Optional[Callable[[int, str], Any]],
    tracer: Tracer,
    start: Optional[Result],
) -> Result:
    """One call of the library."""
    started = time.perf_counter()
    prepare = None
    if start is not None or tracer.is_used:

        def prepare(options: c_void_p, _cancel: c_int) -> None:
            tracer.listen(options)
            _set_start(options, start)

    with Call(integrand, chosen, listener, history, log, prepare) as call:
        result = c_void_p()
        status = LIBRARY.cuboid_integrate(
            call.integrand, *box.addresses, call.options, byref(result)
        )
        held = Held(result, integrand.arrangement, None if isinstance(box, Box) else box)
    seconds = time.perf_counter() - started
    made = _conclude(held, status, seconds, call.interrupted, chosen)
    listener.history.append(_last(made, held, chosen))
    made.history = listener.history
    made.trace = tracer.records
    if tracer.records is not None:
        from ._pictures import about

        # With several ranks a report is one rank's affair, which must not call for the others.
        alone = "took part" not in made.remarks + made.reasons
        held.told = about(integrand, chosen), integrand if alone else None, box
    made.origin = {
        "lower": box.lower,
        "upper": box.upper,
        "seeds": [chosen.get("seed", 0)],
        "epsrel": float(chosen["epsrel"]),
        "epsabs": float(chosen["epsabs"]),
    }
    return made


def _set_start(options: c_void_p, start: Optional[Result]) -> None:
    if start is None:
        return
    held = getattr(start, "held", None)
    if held is None:
        raise ArgumentError(
            f"start = {start!r} is not a result of integrate, or has been pickled or saved, which loses "
            'its map: a state file keeps it, if the first call has statefile="f", keep_state=1, and the '
            'next one statefile="f", reset_state=1'
        )
    check(LIBRARY.cuboid_options_set_start(options, held.handle))


def _conclude(
    held: Held, status: int, seconds: float, interrupted: bool, chosen: Dict[str, Any]
) -> Result:
    """The result, or an exception."""
    # Values that counted as zero leave a result.
    if status < 0 and not (status == NONFINITE and chosen.get("nonfinite") == "zero"):
        raise error_of(status, _text(LIBRARY.cuboid_result_message(held.handle)))
    if not (interrupted and status == CANCELLED):
        return _taken_from(held, status_name(status), seconds)
    result = _taken_from(held, "interrupted", seconds)
    # The library knows of a flag alone.
    result.remarks = "; ".join(["Ctrl-C ended the integration", *result.remarks.split("; ")[1:]])
    return result


def _text(given: bytes) -> str:
    return given.decode(errors="replace")


def _taken_from(held: Held, reason: str, seconds: float) -> Result:
    handle, arrangement, ncomp = held.handle, held.arrangement, held.ncomp
    chi2, prob = LIBRARY.cuboid_result_chi2(handle), LIBRARY.cuboid_result_prob(handle)
    is_one = ncomp == 1 and not arrangement.shape
    return Result(
        value=arrangement.arranged(held.values),
        error=arrangement.arranged_errors(held.errors),
        reason=reason,
        remarks=_text(LIBRARY.cuboid_result_message(handle)),
        reasons=_text(LIBRARY.cuboid_result_reasons(handle)),
        method=LIBRARY.cuboid_result_method(handle).decode(),
        neval=LIBRARY.cuboid_result_neval(handle),
        probed=LIBRARY.cuboid_result_probed(handle),
        nregions=LIBRARY.cuboid_result_nregions(handle),
        niterations=LIBRARY.cuboid_result_niterations(handle),
        nonfinite=LIBRARY.cuboid_result_nonfinite(handle),
        trusted=bool(LIBRARY.cuboid_result_trusted(handle)),
        seconds=seconds,
        chi2=chi2[0] if is_one else np.array(chi2[:ncomp]),
        prob=prob[0] if is_one else np.array(prob[:ncomp]),
        dof=LIBRARY.cuboid_result_dof(handle),
        covariance=_covariance(handle, ncomp),
        held=held,
    )


def combine(results: Sequence[Result]) -> Result:
    """Puts results of independent runs of the same integral together.

    The value is the mean, weighted by evaluations; chi2 is that of the results about it.

    Parameters
    ----------
    results : sequence of Result
        Of Monte Carlo methods, each with another seed, over the same box.  Equal seeds, results of
        cubature and other shapes are refused.  They may have been pickled, or saved and loaded.

    Returns
    -------
    Result

    Examples
    --------
    >>> import cuboid
    >>> runs = [cuboid.integrate("x[0] * x[1]", 2, method="vegas", seed=seed) for seed in (1, 2, 3)]
    >>> together = cuboid.combine(runs)
    >>> together.neval == sum(run.neval for run in runs), together.dof
    (True, 2)
    """
    if isinstance(results, Result):
        raise ArgumentError("results is one result, and must be a list of them")
    results = list(results)
    if not results:
        raise ArgumentError("results is empty: there is nothing to put together")
    for i, result in enumerate(results):
        if not isinstance(result, Result):
            raise ArgumentError(f"results[{i}] is not a result of integrate")
    if any(result.held is None for result in results):
        from ._saved import combine_without_handles

        return combine_without_handles(results)
    handles = (c_void_p * len(results))(*[result.held.handle for result in results])
    combined = c_void_p()
    status = LIBRARY.cuboid_combine(len(results), handles, byref(combined))
    check(status)
    held = Held(combined, results[0].held.arrangement)
    made = _taken_from(held, status_name(status), sum(result.seconds for result in results))
    origins = [result.origin for result in results if result.origin is not None]
    if origins:
        seeds = [seed for origin in origins for seed in origin["seeds"]]
        strictest = {name: min(one[name] for one in origins) for name in ("epsrel", "epsabs")}
        made.origin = {**origins[0], "seeds": seeds, **strictest}
    return made


def _covariance(result: c_void_p, ncomp: int) -> Optional[Array]:
    packed = LIBRARY.cuboid_result_covariance(result)
    if not packed:
        return None
    full = np.zeros((ncomp, ncomp))
    rows, columns = np.tril_indices(ncomp)
    full[rows, columns] = full[columns, rows] = packed[: len(rows)]
    return full


def _share(allowed: List[float], errors: List[float]) -> float:
    """Of the accuracy, as far as the worst of the numbers has reached it."""
    least = 1.0
    for most, error in zip(allowed, errors):
        if math.isnan(most) or math.isnan(error) or most == error == 0:
            return math.nan
        if error > 0:
            least = min(least, most / error)
    return least


def _last(result: Result, held: Held, chosen: Dict[str, Any]) -> Progress:
    """The step of the history at which the integration ended."""
    values, errors = held.values, held.errors
    epsrel, epsabs = float(chosen["epsrel"]), float(chosen["epsabs"])
    relative = [epsrel * abs(value) for value in values]
    return Progress(
        method=result.method,
        phase=result.reason,
        iterations=result.niterations,
        evaluations=result.neval,
        maxeval=chosen["maxeval"],
        nregions=result.nregions,
        seconds=result.seconds,
        rate=result.neval / result.seconds,
        seconds_left=0.0,
        share=1.0 if result.converged else _share([max(one, epsabs) for one in relative], errors),
        share_relative=_share(relative, errors),
        share_absolute=_share([epsabs] * len(errors), errors),
        value=np.array(values),
        error=np.array(errors),
    )
