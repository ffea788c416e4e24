"""The shared library, with the types of cuboid.h."""

import ctypes
import functools
import os
from ctypes import POINTER, c_char_p, c_double, c_int, c_void_p
from typing import Any, Dict, List, Optional, Tuple

from ._errors import error_of
from ._prototypes import PROTOTYPES

# Cuba's integrand, as far as Python has a use for its arguments: ndim, x, ncomp, f, userdata, nvec.
# Addresses come as numbers, which take less time than pointers.
FUNCTION = ctypes.CFUNCTYPE(
    c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, POINTER(c_int)
)

# cuboid_distance_function: x, from_lower, to_upper, ncomp, f, userdata.
DISTANCE_FUNCTION = ctypes.CFUNCTYPE(
    c_int, c_double, c_double, c_double, c_int, c_void_p, c_void_p
)


def _load() -> ctypes.CDLL:
    """The library that CUBOID_LIBRARY names, else the one in the package, else the system's."""
    inside = os.path.join(os.path.dirname(__file__), "prefix", "lib", "libcuboid.so.0")
    named = os.environ.get("CUBOID_LIBRARY")
    library = ctypes.CDLL(named or (inside if os.path.exists(inside) else "libcuboid.so.0"))
    for name, (returned, taken) in PROTOTYPES.items():
        function = getattr(library, name)
        function.restype = returned
        function.argtypes = taken
    return library


LIBRARY = _load()


class Held:
    """A result of the library, as long as somebody has it."""

    def __init__(self, handle: c_void_p, arrangement: Any, region: Any = None) -> None:
        self.handle = handle
        self.arrangement = arrangement  # of the components
        self.told: Any = None  # for a report: the record about it, the integrand, and the box
        self.region = region  # None: a box
        self.ncomp: int = LIBRARY.cuboid_result_ncomp(handle)
        self.values: List[float] = LIBRARY.cuboid_result_value(handle)[: self.ncomp]
        self.errors: List[float] = LIBRARY.cuboid_result_error(handle)[: self.ncomp]

    def __del__(self) -> None:
        LIBRARY.cuboid_result_free(self.handle)

    def __reduce__(self) -> Any:
        return _nothing, ()


def _nothing() -> None:
    """What is left of a handle in another process."""


def check(status: int) -> None:
    """Raises what belongs to a status below 0 of the last call."""
    if status < 0:
        raise error_of(status, LIBRARY.cuboid_last_error().decode(errors="replace"))


def version() -> str:
    """The version of the library.

    >>> version().count(".")
    2
    """
    return str(LIBRARY.cuboid_version().decode())


@functools.lru_cache(maxsize=None)
def status_name(status: int) -> str:
    """converged, not_converged, time_limit ..."""
    return str(LIBRARY.cuboid_status_name(status).decode()).replace("CUBOID_", "").lower()


def device() -> Optional[str]:
    """The GPU that integrations can run on, or None."""
    description = c_char_p()
    if LIBRARY.cuboid_device(ctypes.byref(description)) != 0:
        return None
    return (description.value or b"").decode()


def methods() -> Dict[str, str]:
    """What each method is for.

    >>> "cuhre" in methods()
    True
    """
    count = LIBRARY.cuboid_methods_count()
    name, text = LIBRARY.cuboid_methods_name, LIBRARY.cuboid_methods_help
    return {name(i).decode(): text(i).decode() for i in range(count)}


@functools.lru_cache(maxsize=None)
def max_axes() -> int:
    """Of all methods."""
    count = LIBRARY.cuboid_methods_count()
    return max(int(LIBRARY.cuboid_methods_max_ndim(i, 0)) for i in range(count))


def options() -> Dict[str, str]:
    """What each option of integrate means; those of all methods and of one.

    >>> options()["maxeval"]
    'number of evaluations after which no new work is begun'
    """
    text = LIBRARY.cuboid_options_help
    texts = {name: text(i).decode() for i, name in enumerate(_option_names())}
    for name in ("epsrel", "epsabs"):
        texts[name] = texts[name].replace("as 0", "as 0 in C, refused in Python")
    return texts


def _option_names() -> List[str]:
    count = LIBRARY.cuboid_options_count()
    return [LIBRARY.cuboid_options_name(i).decode() for i in range(count)]


@functools.lru_cache(maxsize=None)
def option_kinds() -> Dict[str, Tuple[bytes, str]]:
    """By the name of the option: its name as the library takes it, and integer, real or text."""
    kind = LIBRARY.cuboid_options_kind
    return {name: (name.encode(), kind(i).decode()) for i, name in enumerate(_option_names())}
