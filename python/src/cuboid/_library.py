"""The shared library, with the types of cuboid.h."""

import ctypes
import functools
import os
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_void_p
from typing import Any, Dict, List, Optional, Tuple

from ._errors import error_of

# Cuba's integrand, as far as Python has a use for its arguments: ndim, x, ncomp, f, userdata, nvec.
# Addresses come as numbers, which take less time than pointers.
FUNCTION = ctypes.CFUNCTYPE(
    c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p, POINTER(c_int)
)


class ProgressStructure(ctypes.Structure):
    """cuboid_progress."""

    _fields_ = [
        ("size", c_int64),
        ("method", c_char_p),
        ("phase", c_char_p),
        ("iterations", c_int64),
        ("evaluations", c_int64),
        ("maxeval", c_int64),
        ("nregions", c_int64),
        ("seconds", c_double),
        ("rate", c_double),
        ("seconds_left", c_double),
        ("share", c_double),
        ("share_relative", c_double),
        ("share_absolute", c_double),
        ("ncomp", c_int64),
        ("value", POINTER(c_double)),
        ("error", POINTER(c_double)),
    ]


DEVICE_BATCH = ctypes.CFUNCTYPE(
    c_int, c_int, c_void_p, c_int, c_void_p, c_int64, c_void_p, c_void_p
)
DEVICE_MANY_BATCH = ctypes.CFUNCTYPE(
    c_int, c_int, c_void_p, c_int, c_void_p, c_int64, c_void_p, c_void_p, c_void_p
)
PROGRESS = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(ProgressStructure))
LOG = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p)
TRACE = ctypes.CFUNCTYPE(None, c_char_p, c_void_p)

_RESULT = (c_void_p,)
# Name: what it returns, and what it takes.
_PROTOTYPES = {
    "cuboid_version": (c_char_p, ()),
    "cuboid_status_name": (c_char_p, (c_int,)),
    "cuboid_last_error": (c_char_p, ()),
    "cuboid_device": (c_int, (POINTER(c_char_p),)),
    "cuboid_integrand_create": (c_int, (POINTER(c_void_p), c_int, c_int, c_void_p, c_void_p)),
    "cuboid_integrand_from_expression": (
        c_int,
        (POINTER(c_void_p), POINTER(c_int), c_int, c_char_p, c_char_p, c_void_p),
    ),
    "cuboid_integrand_from_cuda_source": (
        c_int,
        (POINTER(c_void_p), c_int, c_int, c_char_p, c_char_p, c_void_p, c_int64),
    ),
    "cuboid_integrand_set_thread_safe": (c_int, (c_void_p, c_int)),
    "cuboid_integrand_free": (None, (c_void_p,)),
    "cuboid_integrand_on_domain": (c_int, (POINTER(c_void_p), c_void_p, c_void_p)),
    "cuboid_domain_around_points": (
        c_int,
        (POINTER(c_void_p), c_int, c_void_p, c_void_p, c_int, c_void_p),
    ),
    "cuboid_domain_ball": (c_int, (POINTER(c_void_p), c_int, c_void_p, c_double, c_double)),
    "cuboid_domain_box": (
        c_int,
        (POINTER(c_void_p), c_int, c_void_p, c_void_p, c_void_p, c_void_p, c_void_p),
    ),
    "cuboid_domain_diagonal": (c_int, (POINTER(c_void_p), c_double, c_double)),
    "cuboid_domain_cube_ndim": (c_int, (c_void_p,)),
    "cuboid_domain_free": (None, (c_void_p,)),
    "cuboid_domain_from_expressions": (
        c_int,
        (POINTER(c_void_p), c_int, c_void_p, c_void_p, c_char_p, c_int, c_void_p),
    ),
    "cuboid_domain_from_function": (c_int, (POINTER(c_void_p), c_int, c_void_p, c_void_p)),
    "cuboid_domain_image": (c_int, (POINTER(c_void_p), c_void_p, c_void_p, c_void_p)),
    "cuboid_domain_map": (c_int, (c_void_p, c_int64, c_void_p, c_void_p, c_void_p)),
    "cuboid_domain_ndim": (c_int, (c_void_p,)),
    "cuboid_domain_product": (c_int, (POINTER(c_void_p), c_void_p, c_void_p)),
    "cuboid_domain_simplex": (c_int, (POINTER(c_void_p), c_int, c_void_p, c_int)),
    "cuboid_domain_sphere": (c_int, (POINTER(c_void_p), c_int, c_void_p, c_double)),
    "cuboid_domain_union": (c_int, (POINTER(c_void_p), c_int, c_void_p)),
    "cuboid_options_create": (c_int, (POINTER(c_void_p),)),
    "cuboid_integrand_from_device_batch": (
        c_int,
        (POINTER(c_void_p), c_int, c_int, DEVICE_BATCH, c_void_p),
    ),
    "cuboid_integrand_from_device_many_batch": (
        c_int,
        (POINTER(c_void_p), c_int, c_int, DEVICE_MANY_BATCH, c_void_p),
    ),
    "cuboid_options_free": (None, (c_void_p,)),
    "cuboid_options_set_integer": (c_int, (c_void_p, c_char_p, c_int64)),
    "cuboid_options_set_real": (c_int, (c_void_p, c_char_p, c_double)),
    "cuboid_options_set_text": (c_int, (c_void_p, c_char_p, c_char_p)),
    "cuboid_options_set_cancel": (c_int, (c_void_p, c_void_p)),
    "cuboid_options_set_log": (c_int, (c_void_p, LOG, c_void_p)),
    "cuboid_options_set_progress": (c_int, (c_void_p, PROGRESS, c_void_p, c_double)),
    "cuboid_options_set_start": (c_int, (c_void_p, c_void_p)),
    "cuboid_options_set_trace": (c_int, (c_void_p, c_char_p, TRACE, c_void_p)),
    "cuboid_options_count": (c_int, ()),
    "cuboid_options_name": (c_char_p, (c_int,)),
    "cuboid_options_kind": (c_char_p, (c_int,)),
    "cuboid_options_help": (c_char_p, (c_int,)),
    "cuboid_methods_count": (c_int, ()),
    "cuboid_methods_name": (c_char_p, (c_int,)),
    "cuboid_methods_help": (c_char_p, (c_int,)),
    "cuboid_methods_max_ndim": (c_int, (c_int, c_int)),
    "cuboid_integrate": (
        c_int,
        (c_void_p, c_void_p, c_void_p, c_void_p, POINTER(c_void_p)),
    ),
    "cuboid_combine": (c_int, (c_int64, POINTER(c_void_p), POINTER(c_void_p))),
    "cuboid_integrate_many": (
        c_int,
        (
            c_void_p,
            c_int64,
            c_void_p,
            c_void_p,
            c_int64,
            c_void_p,
            c_int64,
            c_void_p,
            POINTER(c_void_p),
        ),
    ),
    "cuboid_many_free": (None, _RESULT),
    "cuboid_many_message": (c_char_p, _RESULT),
    "cuboid_many_method": (c_char_p, _RESULT),
    "cuboid_many_value": (POINTER(c_double), _RESULT),
    "cuboid_many_error": (POINTER(c_double), _RESULT),
    "cuboid_many_prob": (POINTER(c_double), _RESULT),
    "cuboid_many_statuses": (POINTER(c_int), _RESULT),
    "cuboid_many_neval": (POINTER(c_int64), _RESULT),
    "cuboid_many_reason_of": (c_char_p, (c_void_p, c_int)),
    "cuboid_many_seconds": (c_double, _RESULT),
    "cuboid_result_free": (None, _RESULT),
    "cuboid_result_message": (c_char_p, _RESULT),
    "cuboid_result_method": (c_char_p, _RESULT),
    "cuboid_result_ncomp": (c_int, _RESULT),
    "cuboid_result_value": (POINTER(c_double), _RESULT),
    "cuboid_result_error": (POINTER(c_double), _RESULT),
    "cuboid_result_chi2": (POINTER(c_double), _RESULT),
    "cuboid_result_prob": (POINTER(c_double), _RESULT),
    "cuboid_result_probed": (c_int64, _RESULT),
    "cuboid_result_covariance": (POINTER(c_double), _RESULT),
    "cuboid_result_dof": (c_int64, _RESULT),
    "cuboid_result_neval": (c_int64, _RESULT),
    "cuboid_result_nregions": (c_int64, _RESULT),
    "cuboid_result_niterations": (c_int64, _RESULT),
    "cuboid_result_trusted": (c_int, _RESULT),
    "cuboid_result_nonfinite": (c_int64, _RESULT),
}


def _load() -> ctypes.CDLL:
    """The library that CUBOID_LIBRARY names, else the one in the package, else the system's."""
    inside = os.path.join(os.path.dirname(__file__), "prefix", "lib", "libcuboid.so.0")
    named = os.environ.get("CUBOID_LIBRARY")
    library = ctypes.CDLL(named or (inside if os.path.exists(inside) else "libcuboid.so.0"))
    for name, (returned, taken) in _PROTOTYPES.items():
        function = getattr(library, name)
        function.restype = returned
        function.argtypes = taken
    return library


LIBRARY = _load()


class Held:
    """A result of the library, as long as somebody has it."""

    def __init__(self, handle: c_void_p, arrangement: Any) -> None:
        self.handle = handle
        self.arrangement = arrangement  # of the components
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
def most_axes() -> int:
    """Of all methods."""
    count = LIBRARY.cuboid_methods_count()
    return max(int(LIBRARY.cuboid_methods_max_ndim(i, 0)) for i in range(count))


def options() -> Dict[str, str]:
    """What each option of integrate means; those of all methods and of one.

    >>> options()["maxeval"]
    'number of evaluations after which no new work is begun'
    """
    text = LIBRARY.cuboid_options_help
    return {name: text(i).decode() for i, name in enumerate(_option_names())}


def _option_names() -> List[str]:
    count = LIBRARY.cuboid_options_count()
    return [LIBRARY.cuboid_options_name(i).decode() for i in range(count)]


@functools.lru_cache(maxsize=None)
def option_kinds() -> Dict[str, Tuple[bytes, str]]:
    """By the name of the option: its name as the library takes it, and integer, real or text."""
    kind = LIBRARY.cuboid_options_kind
    return {name: (name.encode(), kind(i).decode()) for i, name in enumerate(_option_names())}
