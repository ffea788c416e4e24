"""Expressions: texts that the library reads itself, without a compiler (docs/expressions.md)."""

import math
import re
from ctypes import byref, c_int, c_void_p
from typing import Any, Dict, List, Optional, Tuple

import numpy as np

from ._errors import ArgumentError
from ._library import LIBRARY, check


def is_expression(text: str) -> bool:
    """A text without a brace: every function in C has one, and no expression has."""
    return "{" not in text


def encoded(text: str) -> bytes:
    """As the library takes it."""
    if "\0" in text:  # In C the text would end there.
        raise ArgumentError(f"the text has a NUL in it, at its character {text.index(chr(0)) + 1}")
    return text.encode(errors="replace")


def columns_of(rows: np.ndarray) -> Tuple[List[str], np.ndarray]:
    """Parameters (count, ...) as doubles (count, n), with their names, or p0, p1 ... where they
    have none."""
    if rows.dtype.names:
        names = list(rows.dtype.names)
        for name in names:
            if rows[name].shape != rows.shape or rows.ndim != 1:
                shape = rows[name].shape[1:]
                raise ArgumentError(
                    f"parameters: {name} has the shape {shape} for one integral, where an "
                    "expression takes a number; integrate_many takes lists of numbers, one for each"
                )
        columns = [rows[name] for name in names]
    else:
        columns = list(rows.reshape(len(rows), math.prod(rows.shape[1:])).T)
        names = [f"p{i}" for i in range(len(columns))]
    for name, column in zip(names, columns):
        if column.dtype.kind not in "biuf":
            what = "a text" if column.dtype.kind in "US" else f"of the kind {column.dtype}"
            raise ArgumentError(
                f"parameters: {name} is {what}, and those of an expression are real numbers"
            )
    matrix = np.array(columns, dtype=float).reshape(len(names), len(rows)).T
    return names, np.ascontiguousarray(matrix)


def texts_in(given: Any) -> List[str]:
    """Of limits, breaks, or a region whose texts have parameters."""
    if isinstance(given, str):
        return [given]
    if isinstance(given, dict):
        return texts_in(list(given.values()))
    if isinstance(given, (list, tuple)):
        return [text for one in given for text in texts_in(one)]
    pending = getattr(given, "pending", None)
    return list(pending.texts) if pending else []


def used_parameters(given: Any, count: int, names: Optional[Tuple[str, ...]] = None) -> List[int]:
    """Those of p[0], p[1] ..., or of names, that texts have."""
    texts = texts_in(given)
    found = {int(number) for one in texts for number in re.findall(r"\bp\s*\[\s*(\d+)\s*\]", one)}
    if names is None:
        found |= {int(number) for one in texts for number in re.findall(r"\bp(\d+)\b", one)}
    for number, name in enumerate(names or ()):
        if any(re.search(rf"\b{re.escape(name)}\b", one) for one in texts):
            found.add(number)
    return sorted(number for number in found if number < count)


def names_in(given: Any, rows: np.ndarray) -> Optional[Dict[str, np.ndarray]]:
    """Of the parameters of integrals (count, ...) those that texts have, with a value for each
    integral; None: there are none."""
    if rows.ndim == 0:
        return None
    names = rows.dtype.names
    if names:
        used = used_parameters(given, len(names), names)
        rows = rows[[names[number] for number in used]]
    else:
        count = math.prod(rows.shape[1:])
        used = list(range(1 + max(used_parameters(given, count), default=-1)))
    if not used:
        return None
    found, columns = columns_of(rows)
    return {found[number]: columns[:, number] for number in range(len(used))}


class Expression:
    """A text with its parameters."""

    def __init__(self, text: str, ndim: int, parameters: Optional[np.ndarray]) -> None:
        self._text = encoded(text)
        self._ndim = ndim
        names: List[str] = []
        self._values = np.empty((1, 0))
        if parameters is not None:
            names, self._values = columns_of(parameters[np.newaxis])
        self._names = encoded(",".join(names))
        self._address = self._values.ctypes.data
        handle, self.ncomp = self._opened()
        LIBRARY.cuboid_integrand_free(handle)

    def open(self) -> c_void_p:
        """A handle, which whoever asked for it frees."""
        return self._opened()[0]

    def _opened(self) -> Tuple[c_void_p, int]:
        handle, ncomp = c_void_p(), c_int()
        create: Any = LIBRARY.cuboid_integrand_from_expression
        check(
            create(
                byref(handle), byref(ncomp), self._ndim, self._text, self._names,
                self._address,
            )
        )  # fmt: skip
        return handle, ncomp.value
