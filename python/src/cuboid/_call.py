"""One call of the library, with all that has to be undone after it."""

import functools
import importlib
import math
import signal
import threading
import time
from ctypes import c_int, c_void_p
from typing import Any, Callable, Dict, List, Optional

from . import _settings
from ._box import Box
from ._errors import ArgumentError
from ._integrand import Integrand
from ._library import LIBRARY, check
from ._prototypes import LOG
from ._progress import Listener

# Seconds between two looks of Python at a run: how long Ctrl-C takes with a compiled function.
_SECONDS_BETWEEN_LOOKS = 0.1

# So long after a Ctrl-C the next one is the second of two, also where another integration has begun
# since, as in a loop.
_SECONDS_OF_TWO = 1.0

# What the module signal calls.  It makes members of an enumeration of what was set before, which
# takes 8 us for a call of the library, as long as all else that is done here.
_SIGNAL: Any = importlib.import_module("_signal")
_SIGINT = int(signal.SIGINT)


class Call:
    """What a call of the library takes, as long as the block is that it is used in.

    Raises at the end what functions of the caller's have raised.
    prepare: gets the handle of the options and the cancel flag, and changes the options; None:
    they may serve other calls too.
    """

    def __init__(
        self,
        integrand: Integrand,
        chosen: Dict[str, Any],
        listener: Listener,
        history: bool = False,
        log: Any = None,
        prepare: Optional[Callable[[c_void_p, c_int], None]] = None,
    ) -> None:
        if hasattr(log, "info"):  # of logging; its handlers have no use for the level
            logger = log
            log = lambda _level, line: logger.info("%s", line)  # noqa: E731
        if log is not None and not callable(log):
            raise ArgumentError(f"log = {log!r} is neither True, for logarithms, nor a function or a logger")
        self._integrand = integrand
        self._listener = listener
        seconds = 0.0 if history else _SECONDS_BETWEEN_LOOKS
        if log is None and prepare is None:
            self._settings = _settings.take(chosen, seconds)
        else:
            self._settings = _settings.Settings(chosen, seconds)
        self._settings.listen(listener)
        self.options = self._settings.handle
        if log is not None:
            tell = functools.partial(_tell, log, self._settings.cancel, listener.failures)
            self._line = LOG(lambda _user, level, text: tell(level, text))
            check(LIBRARY.cuboid_options_set_log(self.options, self._line, None))
        if prepare is not None:
            prepare(self.options, self._settings.cancel)

    def __enter__(self) -> "Call":
        self._opened = self._integrand.open(self._listener.failures)
        self.integrand = self._opened.handle
        self._interruptions = _Interruptions(self._settings.cancel)
        return self

    def __exit__(self, kind: Any, _error: Any, _traceback: Any) -> None:
        self._interruptions.end()
        LIBRARY.cuboid_integrand_free(self.integrand)
        _settings.keep(self._settings)
        self._integrand.check_overrun()
        if not isinstance(self._integrand.box, Box):
            self._integrand.box.raise_failure()
        if self._listener.failures and kind is None:
            raise self._listener.failures[0]
        if self._interruptions.twice and kind is None:
            raise KeyboardInterrupt

    @property
    def interrupted(self) -> bool:
        """By Ctrl-C."""
        return self._interruptions.noted


def _tell(
    log: Callable[[int, str], Any], cancel: c_int, failures: List[BaseException], level: int, text: bytes
) -> None:
    try:
        log(level, text.decode(errors="replace"))
    except BaseException as error:  # Nothing may pass through C.
        failures.append(error)
        cancel.value = 1


# Functions of this package that the library calls.
_CALLED_BY_C = ("_tell", "call", "<lambda>")


class _Interruptions:
    """Ctrl-C sets the flag, and is noted; a second one is KeyboardInterrupt."""

    _last = -math.inf  # when it was pressed in any call

    def __init__(self, cancel: c_int) -> None:
        self.noted = self.twice = False
        self._cancel = cancel
        self._ours = threading.current_thread() is threading.main_thread()
        self._ours = self._ours and _SIGNAL.getsignal(_SIGINT) is signal.default_int_handler
        if self._ours:
            _SIGNAL.signal(_SIGINT, self._note)

    def _note(self, _number: int, frame: Any) -> None:
        before, _Interruptions._last = _Interruptions._last, time.monotonic()
        self.twice = self.noted or _Interruptions._last - before < _SECONDS_OF_TWO
        self.noted = True
        self._cancel.value = 1
        # What C calls may not raise before its own try; the end of the call does then.
        is_called_by_c = frame and frame.f_globals.get("__package__") == __package__ and (
            frame.f_code.co_name in _CALLED_BY_C
        )
        if self.twice and not is_called_by_c:
            raise KeyboardInterrupt

    def end(self) -> None:
        if self._ours:
            _SIGNAL.signal(_SIGINT, signal.default_int_handler)
