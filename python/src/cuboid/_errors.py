"""What goes wrong, as exceptions."""

from typing import Any, Dict, Type


class Error(RuntimeError):
    """An integration that gave no result.  status: the number of the library, see cuboid.h."""

    def __init__(self, message: str, status: int = -3) -> None:
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
    -1: ArgumentError,
    -2: ArgumentError,
    -3: ArgumentError,
    -4: NonfiniteError,
    -5: MemoryError,
    -10: DeviceError,
    -11: DeviceError,
    -12: DeviceError,
    -13: CompileError,
}


def error_of(status: int, message: str) -> Exception:
    """The exception for a status below 0."""
    kind = _BY_STATUS.get(status, Error)
    return kind(message, status) if issubclass(kind, Error) else kind(message)
