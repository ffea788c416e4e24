"""Functions that are compiled already: their address, and how they are called."""

import ctypes
from typing import Any, NamedTuple, Optional

from ._errors import ArgumentError


# The first page of memory is nobody's: a number below is no address, but a mistake.
_LEAST_ADDRESS = 4096


class Compiled(NamedTuple):
    """A function with the arguments of Cuba's integrand."""

    address: int
    userdata: Optional[int]
    kept: Any  # what must live as long


class _Found(NamedTuple):
    address: int
    user_data: Optional[int]
    gives_value: bool  # double (int, double *, void *), not Cuba's integrand


def compiled(f: Any) -> Optional[Compiled]:
    """None: f is something else, a function of Python as a rule."""
    found = _find(f)
    if found is None:
        return None
    if not found.gives_value:
        return Compiled(found.address, found.user_data, f)
    from ._source import Call, adapter

    call = Call(found.address, found.user_data)
    return Compiled(adapter(), ctypes.addressof(call), (f, call))


def _find(f: Any) -> Optional[_Found]:
    if isinstance(f, int) and not isinstance(f, bool):
        if f < _LEAST_ADDRESS:
            raise ArgumentError(f"f = {f} is not the address of a function")
        return _Found(f, None, False)
    if type(f).__name__ == "LowLevelCallable" and isinstance(f, tuple):
        return _of_low_level(f)
    if isinstance(f, ctypes._CFuncPtr):
        return _of_ctypes(f)
    if isinstance(getattr(f, "address", None), int) and hasattr(f, "ctypes"):  # numba.cfunc
        return _of_ctypes(f.ctypes)
    return None


def _of_ctypes(function: Any, user_data: Optional[int] = None) -> _Found:
    address = ctypes.cast(function, ctypes.c_void_p).value
    return _Found(address, user_data, function.restype is ctypes.c_double)


def _of_low_level(f: Any) -> _Found:
    function, user_data = f.function, f.user_data
    if isinstance(user_data, ctypes.c_void_p):
        user_data = user_data.value
    elif user_data is not None:
        raise ArgumentError("user_data of a LowLevelCallable must be a ctypes.c_void_p")
    if isinstance(function, ctypes._CFuncPtr):
        return _of_ctypes(function, user_data)
    if type(function).__name__ != "PyCapsule":
        raise ArgumentError(f"a LowLevelCallable of {type(function).__name__} cannot be used")
    signature = f.signature.encode()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
    return _Found(pointer(function, signature), user_data, signature.startswith(b"double"))
