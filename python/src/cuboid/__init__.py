"""Integrals over boxes in many dimensions.

>>> import numpy as np
>>> import cuboid
>>> result = cuboid.integrate(lambda x: np.cos(x).prod(axis=1), [(0, 1), (0, np.pi)], epsrel=1e-9,
...                           epsabs=1e-9)
>>> bool(abs(result.value) < 1e-9)
True
"""

from ._cubature import CubatureResult, cubature
from ._errors import ArgumentError, CompileError, DeviceError, Error, NonfiniteError
from ._integrand import Integrand
from ._integrate import combine, integrate
from ._library import device, methods, options, version
from ._many import ManyResult, integrate_many
from ._result import Progress, Result
from ._trace import read_trace

__all__ = [
    "ArgumentError",
    "CompileError",
    "CubatureResult",
    "DeviceError",
    "Error",
    "Integrand",
    "ManyResult",
    "NonfiniteError",
    "Progress",
    "Result",
    "combine",
    "cubature",
    "device",
    "integrate",
    "integrate_many",
    "methods",
    "options",
    "read_trace",
    "version",
]
__version__ = version()
