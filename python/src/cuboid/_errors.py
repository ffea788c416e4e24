"""What goes wrong, as exceptions."""

import re
from typing import Any, Dict, Type

from . import _prototypes as status_of


class Error(RuntimeError):
    """An integration that gave no result.  status: the number of the library, see cuboid.h."""

    def __init__(self, message: str, status: int = status_of.BAD_ARGUMENT) -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> Any:
        return type(self), (str(self), self.status)


class NotConverged(UserWarning):
    """A result that has not reached its accuracy, or whose error is not to be trusted.

    `warnings.simplefilter("ignore", cuboid.NotConverged)` says nothing of it, and "error" raises it.
    """


class ArgumentError(Error, ValueError):
    """An argument that cannot be used."""


class NonfiniteError(Error, ArithmeticError):
    """The integrand gave NaN or infinity."""


class CompileError(Error):
    """A source text that the compiler does not take."""


class DeviceError(Error):
    """No device, or one that failed."""


_BY_STATUS: Dict[int, Type[Exception]] = {
    status_of.BAD_NDIM: ArgumentError,
    status_of.BAD_NCOMP: ArgumentError,
    status_of.BAD_ARGUMENT: ArgumentError,
    status_of.NONFINITE: NonfiniteError,
    status_of.OUT_OF_MEMORY: MemoryError,
    status_of.NOT_COMPILED: DeviceError,
    status_of.NO_DEVICE: DeviceError,
    status_of.DEVICE_FAILED: DeviceError,
    status_of.COMPILE_FAILED: CompileError,
}


def error_of(status: int, message: str) -> Exception:
    """The exception for a status below 0."""
    kind = _BY_STATUS.get(status, Error)
    # The library names the arguments of C.
    in_region = re.match(r"(lower|upper|map)\[\d+\] = ", message)
    message = message.replace(
        "its name belongs to names, its value to parameters",
        "parameters={...} gives its value, or names={...} of a region, as FunctionLimits"
        if in_region
        else "parameters={...} gives its value",
    )
    return kind(message, status) if issubclass(kind, Error) else kind(message)
