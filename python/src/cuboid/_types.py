"""Types that the modules share."""

from typing import TYPE_CHECKING, Any, Callable

import numpy as np

if TYPE_CHECKING:
    Array = np.ndarray[Any, np.dtype[Any]]
else:
    Array = np.ndarray

# What a caller hands over to be integrated or told.
Function = Callable[..., Any]
