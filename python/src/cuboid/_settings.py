"""Options as the library has them: handles that are kept for the next call with the same ones."""

import functools
import os
import re
import sys
from ctypes import ArgumentError as WrongType
from ctypes import byref, c_int, c_void_p
from typing import Any, Callable, Dict, Hashable, List

from ._errors import ArgumentError
from ._library import LIBRARY, check, option_kinds
from ._prototypes import PROGRESS
from ._progress import Listener

# Handles that wait for a call with their options: of so many different ones, and of equal ones.
_MOST_KEPT = 64

_KEPT: Dict[Hashable, List["Settings"]] = {}


class Settings:
    """A handle with options, a cancel flag and a listener, for one call at a time."""

    def __init__(self, chosen: Dict[str, Any], seconds: float, key: Hashable = None) -> None:
        """seconds: between two looks of the listener.  key: by which it is kept; None: it is not."""
        self.handle = c_void_p()
        self.key = key
        self.cancel = c_int(0)
        self._listeners: List[Listener] = []
        set_all(self.handle, chosen)
        check(LIBRARY.cuboid_options_set_cancel(self.handle, byref(self.cancel)))
        # It must not lead back here: a handle is freed with the last one who has it.
        self._tell = PROGRESS(functools.partial(_tell, self._listeners))
        check(LIBRARY.cuboid_options_set_progress(self.handle, self._tell, None, seconds))

    def listen(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def forget(self) -> None:
        """All that belongs to one call."""
        self._listeners.clear()
        self.cancel.value = 0

    def __del__(self, free: Callable[..., Any] = LIBRARY.cuboid_options_free) -> None:
        free(self.handle)


def _tell(listeners: List[Listener], _user: Any, pointer: Any) -> int:
    return listeners[0].take(pointer)


def take(chosen: Dict[str, Any], seconds: float) -> Settings:
    """A handle that no other call has; to set ten options takes as long as a formula of NumPy at
    some thousand points."""
    key = (seconds, *chosen.items())
    try:
        return _KEPT[key].pop()
    except (KeyError, IndexError):
        return Settings(chosen, seconds, key)
    except TypeError:  # A value has no hash.
        return Settings(chosen, seconds)


def keep(settings: Settings) -> None:
    """The call is over, and the next one with these options may have the handle, if it has a key."""
    settings.forget()
    if settings.key is None:
        return
    waiting = _KEPT.setdefault(settings.key, [])
    if len(waiting) < _MOST_KEPT:
        waiting.append(settings)
    if len(_KEPT) > _MOST_KEPT:
        _KEPT.clear()


def set_all(handle: c_void_p, chosen: Dict[str, Any]) -> None:
    """Makes a handle with options."""
    check(LIBRARY.cuboid_options_create(byref(handle)))
    for name, value in chosen.items():
        _set(handle, name, value)


def _set(handle: c_void_p, name: str, value: Any) -> None:
    encoded, kind = option_kinds().get(name) or (name.encode(), None)
    if kind is None:
        raise ArgumentError(_no_option(handle, name))
    try:
        if kind == "real":
            status = LIBRARY.cuboid_options_set_real(handle, encoded, float(value))
        elif kind == "integer":
            status = LIBRARY.cuboid_options_set_integer(handle, encoded, _whole(value))
        else:
            text = os.fsencode(value)
            if b"\0" in text:  # In C the text would end there.
                raise ValueError
            status = LIBRARY.cuboid_options_set_text(handle, encoded, text)
    except (TypeError, ValueError, OverflowError, WrongType):
        raise ArgumentError(f"{name} = {value!r} is not {_NAMES[kind]}") from None
    check(status)


_NAMES = {
    "integer": "a whole number of 64 bits",
    "real": "a number",
    "text": "a text without NUL characters",
}


# What integrate takes beside limits, and others within a region.
_OF_REGIONS = {
    "breaks": "cuboid.Box(limits, breaks={0: 0.5})",
    "ends": 'cuboid.Box(limits, ends={0: "lower"})',
    "points": "cuboid.Box(limits, points=[[0.1, 0.2]])",
    "singular": "cuboid.Box(limits, diagonal=(0, 1))",
    "where": "cuboid.Where(limits, condition)",
}


def _no_option(handle: c_void_p, name: str) -> str:
    """With the nearest name of an option, or of another argument of what the caller has called."""
    import difflib
    import inspect

    frame = sys._getframe()
    while frame.f_back and frame.f_back.f_globals.get("__package__") == __package__:
        frame = frame.f_back
    package = sys.modules[str(__package__)]
    called = getattr(package, frame.f_code.co_name, package.integrate)
    LIBRARY.cuboid_options_set_text(handle, name.encode(), b"")
    told = LIBRARY.cuboid_last_error().decode(errors="replace")  # It knows what other programs say.
    nearest = re.findall(r'did you mean "(\w+)"', told)
    if not nearest:
        own = [*inspect.signature(called).parameters, *option_kinds()]
        nearest = difflib.get_close_matches(name, own, 1)
    hint = f"; did you mean {nearest[0]}?" if nearest else ""
    if name in _OF_REGIONS:
        hint = f"; give it with the region, as {_OF_REGIONS[name]} instead of limits"
    return f"{name} is no option of {called.__name__}{hint}"


def _whole(value: Any) -> int:
    if type(value) is int and -(2**63) <= value < 2**63:
        return value
    if int(value) != value or not -(2**63) <= int(value) < 2**63:
        raise ValueError
    return int(value)
