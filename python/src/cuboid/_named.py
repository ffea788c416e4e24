"""Functions that return numbers by name, in a dict or a named tuple."""

import math
from typing import Any, Callable, Dict, List, NamedTuple, Tuple

import numpy as np

from ._errors import ArgumentError
from ._types import Array


def is_named(given: Any) -> bool:
    return isinstance(given, dict) or (isinstance(given, tuple) and hasattr(given, "_fields"))


def items_of(given: Any) -> Dict[str, Any]:
    """Of a dict or a named tuple."""
    return given if isinstance(given, dict) else given._asdict()


def at(numbers: Any, i: int) -> Any:
    """Of an array, or arrays by name, what is at i; one number is one of Python's."""
    if is_named(numbers):
        found = {name: at(one, i) for name, one in items_of(numbers).items()}
        return found if isinstance(numbers, dict) else type(numbers)(**found)
    one = numbers[i]
    return one if np.ndim(one) else one.item()


class ReturnsNames(ArgumentError):
    """A function was to return an array, and has returned a dict or a named tuple."""


class Form(NamedTuple):
    """What holds the numbers, their names, and the shape of each."""

    kind: Any
    shapes: Dict[str, Tuple[int, ...]]

    def parts(self, numbers: Array, before: int) -> Any:
        """Of components (..., ncomp) behind so many axes, one number of which is one of Python's."""
        ends = np.cumsum([math.prod(shape) for shape in self.shapes.values()])[:-1]
        found = {
            name: one.reshape((*one.shape[:before], *shape))
            for (name, shape), one in zip(self.shapes.items(), np.split(numbers, ends, axis=-1))
        }
        if before == 0:
            found = {name: one if one.ndim else one.item() for name, one in found.items()}
        return found if self.kind is dict else self.kind(**found)


class Flat:
    """A function whose numbers are put one behind the other, and the form that they had."""

    form = Form(dict, {})

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def __call__(self, x: Any, *args: Any) -> Any:
        """x: one point or many."""
        returned = self._function(x, *args)
        if not is_named(returned):
            raise ArgumentError(f"f returned {type(returned).__name__}, and names before")
        many = np.ndim(x) == 2
        count = len(x) if many else 1
        flat: List[Array] = []
        shapes = {}
        for name, values in items_of(returned).items():
            array = np.asarray(values)
            if many and array.shape == (count, 1) and np.shape(x)[1] == 1:
                array = array[:, 0]  # x ** 2 keeps the axis of the coordinates
            if many and array.shape[:1] != (count,):
                raise ArgumentError(
                    f"f returned {name} of shape {array.shape} for {count} points, not ({count},) or "
                    f"({count}, ...)"
                )
            shapes[name] = array.shape[many:]
            flat.append(array.reshape(count, -1))
        form = Form(dict if isinstance(returned, dict) else type(returned), shapes)
        if self.form.shapes and self.form.shapes.keys() != shapes.keys():
            raise ArgumentError(f"f returned {', '.join(shapes)}, and before {', '.join(self.form.shapes)}")
        self.form = form
        together = np.concatenate(flat, axis=1)
        return together if many else together[0]
