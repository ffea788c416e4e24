"""Functions that are compiled already: their address, their declared types, and how they are called."""

import ctypes
import sys
from typing import Any, List, NamedTuple, Optional, Tuple

from ._errors import ArgumentError


# What all functions of ctypes are; the module does not name it.
_CFUNCTION: Any = ctypes.CFUNCTYPE(None).__mro__[2]

# The first page of memory is nobody's: a number below is no address, but a mistake.
_LEAST_ADDRESS = 4096

# Types as they are told apart here; a pointer to anything but int and double fits every pointer.
_INT, _DOUBLE, _INTS, _DOUBLES, _POINTER = "int", "double", "int *", "double *", "void *"
_POINTERS = (_INTS, _DOUBLES, _POINTER)

# int (int *ndim, double *x, int *ncomp, double *f), behind which come pointers to userdata, nvec,
# core, weight and iter, as many as the function has a use for.
_CUBA = (_INTS, _DOUBLES, _INTS, _DOUBLES)
_MOST_OF_CUBA = 9


class Compiled(NamedTuple):
    """A function with the arguments of Cuba's integrand."""

    address: int
    userdata: Optional[int]
    kept: Any  # what must live as long


class _Declared(NamedTuple):
    """What it returns, and what it takes; None: nobody has said."""

    returns: str
    takes: Optional[Tuple[str, ...]]

    def __str__(self) -> str:
        return f"{self.returns} ({'...' if self.takes is None else ', '.join(self.takes)})"


class _Found(NamedTuple):
    address: int
    user_data: Optional[int]
    declared: Optional[_Declared]  # None: an address, taken for Cuba's integrand


def is_compiled(f: Any) -> bool:
    """Or something else, a function of Python as a rule."""
    return _find(f) is not None


def compiled(f: Any, ndim: int) -> Optional[Compiled]:
    """f by its declared types; None: it is not compiled."""
    found = _find(f)
    if found is None:
        return None
    if found.declared is None or _is_cuba(found.declared):
        return Compiled(found.address, found.user_data, f)
    numbers = _numbers_taken(found.declared, ndim)
    from ._source import Call, adapter

    call = Call(found.address, found.user_data)
    return Compiled(adapter(numbers), ctypes.addressof(call), (f, call))


def _is_cuba(declared: _Declared) -> bool:
    if declared.returns != _INT:
        return False
    if declared.takes is None:
        return False
    first, more = declared.takes[: len(_CUBA)], declared.takes[len(_CUBA) :]
    fits = all(given in (wanted, _POINTER) for given, wanted in zip(first, _CUBA))
    return (
        fits
        and len(_CUBA) <= len(declared.takes) <= _MOST_OF_CUBA
        and all(kind in _POINTERS for kind in more)
    )


def _numbers_taken(declared: _Declared, ndim: int) -> int:
    """Of a function that gives its value: 0 if it takes an array, else the numbers that it takes."""
    takes = declared.takes
    if takes is None:  # What ctypes says of a function that nobody has described.
        doubles = "[c_double]" if ndim == 1 else f"[c_double] * {ndim}"
        numbers = "a number" if ndim == 1 else f"{ndim} numbers"
        raise ArgumentError(
            f"f is declared as {declared}: ctypes does not know what it takes.  Set f.restype, "
            f"f.argtypes = c_double, {doubles} if it takes {numbers}; of an integrand of Cuba give the "
            "address, ctypes.cast(f, ctypes.c_void_p).value"
        )
    if declared.returns == _DOUBLE:
        # A pointer to its data may be the last.
        if takes[:1] == (_INT,) and takes[1:2] in ((_DOUBLES,), (_POINTER,)):
            if takes[2:] == () or (len(takes) == 3 and takes[2] in _POINTERS):
                return 0
        plain = takes[:-1] if takes and takes[-1] in (_POINTER, _DOUBLES) else takes
        if plain == (_DOUBLE,) * ndim:
            return ndim
    raise ArgumentError(
        f"f is declared as {declared}, which does not fit {ndim} {'axis' if ndim == 1 else 'axes'}: "
        f"what fits is double ({', '.join(['double'] * min(ndim, 4))}{', ...' * (ndim > 4)}), "
        "double (int n, double *x, void *user_data) or int (int *ndim, double *x, int *ncomp, "
        "double *f, void *userdata)"
    )


def _find(f: Any) -> Optional[_Found]:
    if isinstance(f, int) and not isinstance(f, bool):
        if f < _LEAST_ADDRESS:
            raise ArgumentError(f"f = {f} is not the address of a function")
        return _Found(f, None, None)
    if type(f).__name__ == "LowLevelCallable" and isinstance(f, tuple):
        return _of_low_level(f)
    if isinstance(f, _CFUNCTION):
        return _of_ctypes(f)
    # numba.cfunc; asked of its type, as an object may make up any attribute.
    if hasattr(type(f), "address") and hasattr(type(f), "ctypes"):
        return _of_ctypes(f.ctypes)
    if _is_cffi(f):
        return _of_cffi(f)
    return None


def _of_ctypes(function: Any, user_data: Optional[int] = None) -> _Found:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    takes = function.argtypes
    kinds = None if takes is None else tuple(_kind_in_ctypes(kind) for kind in takes)
    return _Found(address, user_data, _Declared(_kind_in_ctypes(function.restype), kinds))


def _kind_in_ctypes(kind: Any) -> str:
    if kind is None:
        return "void"
    known = {
        ctypes.c_int: _INT,
        ctypes.c_double: _DOUBLE,
        ctypes.POINTER(ctypes.c_int): _INTS,
        ctypes.POINTER(ctypes.c_double): _DOUBLES,
    }
    if kind in known:
        return known[kind]
    pointers = (ctypes._Pointer, ctypes.Array, ctypes.c_void_p, ctypes.c_char_p)
    if isinstance(kind, type) and issubclass(kind, pointers):
        return _POINTER
    return str(getattr(kind, "__name__", kind)).replace("c_", "")


def _is_cffi(f: Any) -> bool:
    backend = sys.modules.get("_cffi_backend")
    return backend is not None and isinstance(f, backend.FFI.CData)


def _of_cffi(f: Any, user_data: Optional[int] = None) -> _Found:
    ffi = sys.modules["_cffi_backend"].FFI()
    kind = ffi.typeof(f)
    if kind.kind == "pointer" and kind.item.kind == "function":
        kind = kind.item
    if kind.kind != "function":
        raise ArgumentError(f"f is {kind.cname} of cffi, and no function")
    declared = _Declared(
        _kind_in_text(kind.result.cname), tuple(_kind_in_text(one.cname) for one in kind.args)
    )
    return _Found(int(ffi.cast("uintptr_t", f)), user_data, declared)


def _kind_in_text(text: str) -> str:
    words = text.replace("*", " * ").replace("[]", " * ").split()
    kind = " ".join(word for word in words if word not in ("const", "restrict", "volatile"))
    if kind.endswith("*") and kind not in _POINTERS:
        return _POINTER
    return kind


def _declared_in(signature: str) -> _Declared:
    """As scipy writes it: double (int, double *, void *)."""
    returns, _, rest = signature.partition("(")
    takes: List[str] = [_kind_in_text(one) for one in rest.rstrip(" )").split(",") if one.strip()]
    return _Declared(_kind_in_text(returns), tuple(takes))


def _of_low_level(f: Any) -> _Found:
    function, user_data = f.function, f.user_data
    if isinstance(user_data, ctypes.c_void_p):
        user_data = user_data.value
    elif _is_cffi(user_data):
        user_data = int(sys.modules["_cffi_backend"].FFI().cast("uintptr_t", user_data))
    elif user_data is not None:
        raise ArgumentError("user_data of a LowLevelCallable must be a ctypes.c_void_p")
    if isinstance(function, _CFUNCTION):
        return _of_ctypes(function, user_data)
    if _is_cffi(function):
        return _of_cffi(function, user_data)
    if type(function).__name__ != "PyCapsule":
        raise ArgumentError(f"a LowLevelCallable of {type(function).__name__} cannot be used")
    signature = f.signature.encode()
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype = ctypes.c_void_p
    pointer.argtypes = (ctypes.py_object, ctypes.c_char_p)
    return _Found(pointer(function, signature), user_data, _declared_in(f.signature))
