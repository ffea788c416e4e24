"""Results in files, and what can be done with results whose handle of the library is gone."""

import json
import math
import os
from typing import Any, Dict, List, Sequence

import numpy as np

from ._errors import ArgumentError
from ._named import is_named, items_of
from ._result import Result, same
from ._types import Array

# Of the file; another one is refused.
_FORMAT = "cuboid result 1"

# What a file does not have: steps and records may be many, and a handle is of its process.
_NOT_SAVED = ("history", "trace", "held")

# Of these the error is no standard deviation.
_NOT_OF_SAMPLES = ("cuhre", "pagani", "line")

# Runs whose chi2 is as large by chance once in ten thousand times contradict their errors.
_LEAST_CHANCE = 1e-4


def save(result: Result, path: Any) -> None:
    """Writes the result as JSON."""
    kept = {
        name: _written(value) for name, value in vars(result).items() if name not in _NOT_SAVED
    }
    if is_named(result.value):
        for name in ("value", "error"):
            items = items_of(getattr(result, name)).items()
            kept[name] = {"named": {one: _written(value) for one, value in items}}
    text = json.dumps({"format": _FORMAT, **kept}, indent=1)
    beside = f"{os.fspath(path)}.new"
    with open(beside, "w", encoding="utf-8") as file:
        file.write(text + "\n")
    os.replace(beside, path)  # Whoever reads finds the old one or the new one.


def load(path: Any) -> Result:
    """Reads a result that `result.save` has written.

    Its numbers are the same to the last bit, a named tuple is a dict, and combine takes it together with others.  It has no
    trace and no map, so that `start=` refuses it.

    Parameters
    ----------
    path : str or os.PathLike
        The file.

    Returns
    -------
    Result
    """
    try:
        with open(path, encoding="utf-8") as file:
            read = json.load(file)
        if read.pop("format", None) != _FORMAT:
            raise ValueError
        return Result(**{name: _read(value) for name, value in read.items()})
    except (ValueError, TypeError, AttributeError):
        raise ArgumentError(f"path = {os.fspath(path)!r} is no file of result.save") from None


def _written(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _written(one) for name, one in value.items()}
    if isinstance(value, np.ndarray):
        numbers = value.astype(complex).view(float) if value.dtype.kind == "c" else value
        return {"array": numbers.ravel().tolist(), "shape": value.shape, "kind": value.dtype.kind}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    return value.item() if isinstance(value, np.generic) else value


def _read(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "array" in value:
        numbers = np.array(value["array"])
        return (numbers.view(complex) if value["kind"] == "c" else numbers).reshape(value["shape"])
    if "named" in value:
        return {name: _read(one) for name, one in value["named"].items()}
    if "complex" in value:
        return complex(*value["complex"])
    return {name: _read(one) for name, one in value.items()}


def combine_without_handles(results: Sequence[Result]) -> Result:
    """As cuboid_combine does, for results of which some were pickled or saved."""
    origins = [_origin(i, result) for i, result in enumerate(results)]
    seeds = [seed for origin in origins for seed in origin["seeds"]]
    if any(is_named(result.value) for result in results):
        raise ArgumentError("results by name that were pickled or saved are not combined")
    if len(results) < 2:
        raise ArgumentError(f"{len(results)} results: there must be two at least")
    for i, (result, origin) in enumerate(zip(results, origins)):
        if result.method in _NOT_OF_SAMPLES:
            raise ArgumentError(f"results[{i}] is of {result.method}, whose error is no deviation")
        alike = np.shape(result.value) == np.shape(results[0].value)
        if not alike or not all(same(origin[e], origins[0][e]) for e in ("lower", "upper")):
            raise ArgumentError(f"results[{i}] has another shape or box than results[0]")
    if len(set(seeds)) < len(seeds):
        raise ArgumentError(f"results have equal seeds, {sorted(seeds)}: each needs its own")
    values = np.array([_components(result.value) for result in results])
    deviations = np.array([_of_components(result, values.shape[1]) for result in results])
    weights = np.array([result.neval for result in results], float)
    weights /= weights.sum()
    mean = weights @ values
    deviation = np.sqrt(weights**2 @ deviations**2)
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = np.where(values == mean, 0.0, (values - mean) / deviations)
    chi2 = (apart**2).sum(axis=0)
    dof = len(results) - 1
    prob = np.array([1 - chance(one, dof) for one in chi2])
    epsrel = min(origin["epsrel"] for origin in origins)
    epsabs = min(origin["epsabs"] for origin in origins)
    trusted = all(result.trusted for result in results)
    agree = bool((prob <= 1 - _LEAST_CHANCE).all())
    reached = bool((deviation <= np.maximum(epsabs, epsrel * np.abs(mean))).all())
    converged = trusted and agree and reached
    remarks = f"{len(results)} runs together"
    if not agree:
        remarks += f"; they contradict their errors: chi2 = {chi2.max():.3g} of {dof}"
    is_one = len(chi2) == 1 and np.ndim(results[0].value) == 0
    return Result(
        value=_like(results[0].value, mean),
        error=_errors_like(results[0].value, deviation),
        reason="converged" if converged else "not_converged",
        remarks=remarks,
        method=results[0].method,
        neval=sum(result.neval for result in results),
        probed=sum(result.probed for result in results),
        nregions=sum(result.nregions for result in results),
        niterations=sum(result.niterations for result in results),
        nonfinite=sum(result.nonfinite for result in results),
        trusted=trusted,
        seconds=sum(result.seconds for result in results),
        chi2=float(chi2[0]) if is_one else chi2,
        prob=float(prob[0]) if is_one else prob,
        dof=dof,
        covariance=None,
        origin={**origins[0], "seeds": seeds, "epsrel": epsrel, "epsabs": epsabs},
    )


def _origin(i: int, result: Result) -> Dict[str, Any]:
    if not isinstance(result, Result) or result.origin is None:
        raise ArgumentError(f"results[{i}] is not a result of integrate")
    return result.origin


def _components(value: Any) -> List[float]:
    flat = np.ravel(value)
    return list(flat.astype(complex).view(float) if flat.dtype.kind == "c" else flat.astype(float))


def _of_components(result: Result, count: int) -> Array:
    """Standard deviations; of a complex number that of both parts, in equal shares."""
    errors = np.ravel(result.error).astype(float)
    return np.repeat(errors, 2) / math.sqrt(2) if len(errors) < count else errors


def _like(value: Any, components: Array) -> Any:
    if np.iscomplexobj(value):
        components = components.view(complex)
    return components.reshape(np.shape(value)) if np.ndim(value) else components[0].item()


def _errors_like(value: Any, deviations: Array) -> Any:
    if np.iscomplexobj(value):
        deviations = np.hypot(deviations[0::2], deviations[1::2])
    return deviations.reshape(np.shape(value)) if np.ndim(value) else deviations[0].item()


def chance(chi2: float, dof: int) -> float:
    """That chi2 is as large: Q(dof / 2, chi2 / 2), which has finitely many terms (Abramowitz and
    Stegun, 26.4.4 and 26.4.5).

    >>> round(chance(3.841458820694124, 1), 12), round(chance(5.991464547107979, 2), 12)
    (0.05, 0.05)
    """
    x = chi2 / 2
    if not x > 0:
        return 1.0 if x == 0 else math.nan
    start = math.erfc(math.sqrt(x)) if dof % 2 else 0.0
    powers = [k + (0.5 if dof % 2 else 0.0) for k in range(dof // 2)]
    return min(start + sum(math.exp(-x + p * math.log(x) - math.lgamma(p + 1)) for p in powers), 1.0)
