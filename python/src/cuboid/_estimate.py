"""Numbers with an error, as results are and as arithmetic with them gives."""

import math
import operator
from typing import Any, Callable, Dict, Iterator, Optional

import numpy as np

from ._named import is_named, items_of


def with_error(value: Any, error: float) -> str:
    """A number with the error of its last two digits.

    >>> with_error(0.5, 0.00012)
    '0.50000(12)'
    >>> with_error(12345.0, 67.0)
    '12345(67)'
    >>> with_error(1.5e-20, 2e-23)
    '1.5000(20)e-20'

    Of a complex number each part has the whole error, as that of one part is not known.

    >>> with_error(0.25 - 2j, 0.013)
    '0.250(13)-2.000(13)j'
    """
    if isinstance(value, complex):
        sign = "-" if math.copysign(1, value.imag) < 0 else "+"
        return f"{with_error(value.real, error)}{sign}{with_error(abs(value.imag), error)}j"
    if not (math.isfinite(value) and math.isfinite(error)):
        return f"{value:g}({error:g})"
    if error <= 0:
        return f"{value:.17g}({error:g})"
    exponent = math.floor(math.log10(max(abs(value), error)))
    if -5 < exponent < 7 and error < 1e6:
        return _fixed(value, error)
    return f"{_fixed(value / 10.0**exponent, error / 10.0**exponent)}e{exponent:+03d}"


def _fixed(value: float, error: float) -> str:
    # Two digits of the error, but of the value not more than a double has.
    places = min(max(1 - math.floor(math.log10(error)), 0), 17)
    if round(error * 10**places) >= 100 and places > 0:
        places -= 1
    digits = max(round(error * 10**places), 1)
    return f"{value:.{places}f}({digits})"


# Numbers that are written out.
_MOST_SHOWN = 20


def written(value: Any, error: Any) -> str:
    """A number or an array with its errors, or a dict or a named tuple of such."""
    if is_named(value):
        pairs = zip(items_of(value).items(), items_of(error).values())
        return f"{{{', '.join(f'{name}: {written(one, its)}' for (name, one), its in pairs)}}}"
    if np.ndim(value) == 0:
        return with_error(value, error)
    count = int(np.size(value))
    shown = count if count <= _MOST_SHOWN else _MOST_SHOWN - 1
    numbers = zip(np.ravel(value)[:shown].tolist(), np.ravel(error)[:shown].tolist())
    texts = [with_error(one, its) for one, its in numbers]
    if shown < count:
        texts.append(f"... {count} numbers")
    return f"[{', '.join(texts)}]"


class HasError:
    """Arithmetic of a value with an error, which each subclass has.

    Errors are carried on to first order.  Two values are taken as independent: where both come from
    the same samples, their covariance is in the result of an integration with several components.
    """

    value: Any
    error: Any

    def __array_ufunc__(self, function: Any, how: str, *given: Any, **more: Any) -> Any:
        """Of NumPy's functions sqrt, log and exp, and arithmetic and comparisons with an array."""
        if how != "__call__" or more:
            return NotImplemented
        if function in _SLOPES:
            return _of_one(function, given[0])
        if function not in _OPERATORS:
            return NotImplemented
        left, right = (_parts(one) if _is_number(one) else one for one in given)
        return _OPERATORS[function](left, right)

    def __iter__(self) -> Iterator[Any]:
        """value, error = ..."""
        yield self.value
        yield self.error

    def __getitem__(self, which: Any) -> "Estimate":
        """A number of several, by its name or its place."""
        value, error = self.value, self.error
        if isinstance(which, str) and is_named(value):
            value, error = items_of(value), items_of(error)
        return Estimate(value[which], error[which])

    def __repr__(self) -> str:
        return written(self.value, self.error)

    def __format__(self, spec: str) -> str:
        """Of the value, as `.3f` says, and with no spec the value with its error."""
        if not spec:
            return repr(self)
        if np.ndim(self.value) == 0:
            return format(self.value, spec)
        return f"[{', '.join(format(one, spec) for one in np.ravel(self.value).tolist())}]"

    def __float__(self) -> float:
        return float(self.value)

    def __complex__(self) -> complex:
        return complex(self.value)

    def __round__(self, digits: Optional[int] = None) -> Any:
        """The value, rounded: a float, or an array."""
        if np.ndim(self.value) > 0 or isinstance(self.value, complex):
            return np.round(self.value, digits or 0)
        return round(self.value, digits)

    def __neg__(self) -> "Estimate":
        return Estimate(-self.value, self.error)

    def __pos__(self) -> "Estimate":
        return Estimate(self.value, self.error)

    def __abs__(self) -> "Estimate":
        return Estimate(abs(self.value), self.error)

    def __add__(self, other: Any) -> "Estimate":
        return _of_two(operator.add, self, other, lambda a, b: (1, 1))

    def __radd__(self, other: Any) -> "Estimate":
        return _of_two(operator.add, other, self, lambda a, b: (1, 1))

    def __sub__(self, other: Any) -> "Estimate":
        return _of_two(operator.sub, self, other, lambda a, b: (1, 1))

    def __rsub__(self, other: Any) -> "Estimate":
        return _of_two(operator.sub, other, self, lambda a, b: (1, 1))

    def __mul__(self, other: Any) -> "Estimate":
        return _of_two(operator.mul, self, other, lambda a, b: (b, a))

    def __rmul__(self, other: Any) -> "Estimate":
        return _of_two(operator.mul, other, self, lambda a, b: (b, a))

    def __truediv__(self, other: Any) -> "Estimate":
        return _of_two(operator.truediv, self, other, lambda a, b: (1 / b, a / b**2))

    def __rtruediv__(self, other: Any) -> "Estimate":
        return _of_two(operator.truediv, other, self, lambda a, b: (1 / b, a / b**2))

    def __pow__(self, power: Any) -> "Estimate":
        """To the power of a number that has no error."""
        if isinstance(power, HasError) or not _is_number(power):
            return NotImplemented
        slope = power * self.value ** (power - 1)
        return Estimate(self.value**power, abs(slope) * self.error)

    def __lt__(self, other: Any) -> Any:
        """Of the values, as all of <, <=, > and >=; == is of all numbers."""
        return _compared(operator.lt, self, other)

    def __le__(self, other: Any) -> Any:
        return _compared(operator.le, self, other)

    def __gt__(self, other: Any) -> Any:
        return _compared(operator.gt, self, other)

    def __ge__(self, other: Any) -> Any:
        return _compared(operator.ge, self, other)


class Estimate(HasError):
    """A value with an error, as arithmetic with results gives it.

    >>> twice = 2 * Estimate(0.5, 0.01) + 1
    >>> twice, f"{twice:.3f}"
    (2.000(20), '2.000')
    >>> import numpy as np
    >>> np.log(Estimate(2.0, 0.1)), Estimate(2.0, 0.1) < 3
    (0.693(50), True)
    >>> value, error = Estimate(3.0, 0.3) - Estimate(1.0, 0.4)
    >>> value, error
    (2.0, 0.5)
    """

    def __init__(self, value: Any, error: Any = 0.0) -> None:
        self.value, self.error = value, error

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HasError):
            return NotImplemented
        return bool(
            np.array_equal(self.value, other.value) and np.array_equal(self.error, other.error)
        )

    __hash__ = None  # type: ignore[assignment]


# Derivatives of functions, by the value and what the function gives of it.
_SLOPES: Dict[Any, Callable[[Any, Any], Any]] = {
    np.sqrt: lambda value, found: np.divide(0.5, found),
    np.log: lambda value, found: np.divide(1.0, value),
    np.exp: lambda value, found: found,
}

# What stands for NumPy's functions of two numbers.
_OPERATORS: Dict[Any, Callable[[Any, Any], Any]] = {
    np.add: operator.add,
    np.subtract: operator.sub,
    np.multiply: operator.mul,
    np.divide: operator.truediv,
    np.less: operator.lt,
    np.less_equal: operator.le,
    np.greater: operator.gt,
    np.greater_equal: operator.ge,
    np.equal: lambda left, right: False,  # A number is no result.
    np.not_equal: lambda left, right: True,
}


def _of_one(function: Any, given: Any) -> Estimate:
    found = function(given.value)
    with np.errstate(divide="ignore", invalid="ignore"):  # Of sqrt at 0 the error is infinite.
        error = abs(_SLOPES[function](given.value, found)) * given.error
    return Estimate(found, error) if np.ndim(found) else Estimate(found.item(), float(error))


def _compared(compare: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    a, b = _parts(left), _parts(right)
    return NotImplemented if a is None or b is None else compare(a.value, b.value)


def _is_number(given: Any) -> bool:
    return isinstance(given, (int, float, complex, np.ndarray, np.generic))


def _parts(given: Any) -> Optional[Estimate]:
    if isinstance(given, HasError):
        return Estimate(given.value, given.error)
    return Estimate(given) if _is_number(given) else None


def _of_two(
    apply: Callable[[Any, Any], Any], left: Any, right: Any, slopes: Callable[[Any, Any], Any]
) -> Estimate:
    """slopes: of the result, by the one and by the other; their signs do not count."""
    a, b = _parts(left), _parts(right)
    if a is None or b is None:
        return NotImplemented  # type: ignore[no-any-return]
    by_a, by_b = slopes(a.value, b.value)
    error = np.hypot(abs(by_a) * a.error, abs(by_b) * b.error)
    return Estimate(apply(a.value, b.value), error if np.ndim(error) else float(error))
