"""Integrals over boxes in many dimensions.

>>> import numpy as np
>>> import cuboid
>>> result = cuboid.integrate(lambda x: np.cos(x).prod(axis=1), [(0, 1), (0, np.pi)], epsrel=1e-9,
...                           epsabs=1e-9)
>>> bool(abs(result.value) < 1e-9)
True
"""

from typing import TYPE_CHECKING, Any, List

from ._errors import (
    ArgumentError,
    CompileError,
    DeviceError,
    Error,
    NonfiniteError,
    NotConverged,
)
from ._estimate import Estimate
from ._integrand import Integrand
from ._integrate import combine, integrate
from ._library import device, methods, options, version
from ._result import Progress, Result
from ._trace import read_trace

if TYPE_CHECKING:
    from . import jax as jax
    from . import torch as torch
    from ._cubature import CubatureResult, cubature
    from ._expect import Expectation, expect
    from ._gradient import value_and_grad, value_and_grad_many
    from ._many import ManyResult, integrate_many
    from ._region import (
        Ball,
        Box,
        Cylinder,
        Diagonal,
        Ellipsoid,
        FunctionLimits,
        HalfSpace,
        Image,
        Mapped,
        Ordered,
        Product,
        Region,
        Simplex,
        Sphere,
        Union,
        Where,
    )
    from ._saved import load

# What few programs need is read when it is asked for: that halves the time of the import.
_LATER = {
    "Ball": "_region",
    "Box": "_region",
    "CubatureResult": "_cubature",
    "Cylinder": "_region",
    "Diagonal": "_region",
    "Ellipsoid": "_region",
    "Expectation": "_expect",
    "FunctionLimits": "_region",
    "HalfSpace": "_region",
    "Image": "_region",
    "ManyResult": "_many",
    "Mapped": "_region",
    "Ordered": "_region",
    "Product": "_region",
    "Region": "_region",
    "Simplex": "_region",
    "Sphere": "_region",
    "Union": "_region",
    "Where": "_region",
    "cubature": "_cubature",
    "expect": "_expect",
    "integrate_many": "_many",
    "load": "_saved",
    "value_and_grad": "_gradient",
    "value_and_grad_many": "_gradient",
}

# The same of modules, which themselves read what they are called after, and so are not in __all__.
_MODULES = ("jax", "torch")

__all__ = [
    "ArgumentError",
    "Ball",
    "Box",
    "CompileError",
    "CubatureResult",
    "Cylinder",
    "DeviceError",
    "Diagonal",
    "Ellipsoid",
    "Error",
    "Estimate",
    "Expectation",
    "FunctionLimits",
    "HalfSpace",
    "Image",
    "Integrand",
    "ManyResult",
    "Mapped",
    "NonfiniteError",
    "NotConverged",
    "Ordered",
    "Product",
    "Progress",
    "Region",
    "Result",
    "Simplex",
    "Sphere",
    "Union",
    "Where",
    "combine",
    "cubature",
    "device",
    "expect",
    "integrate",
    "integrate_many",
    "load",
    "methods",
    "options",
    "read_trace",
    "value_and_grad",
    "value_and_grad_many",
    "version",
]
__version__ = version()


def __getattr__(name: str) -> Any:
    """Of what is read later (PEP 562); it is a name of the package from then on."""
    import importlib

    if name in _MODULES:
        return importlib.import_module("." + name, __name__)
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = getattr(importlib.import_module("." + _LATER[name], __name__), name)
    return globals()[name]


def __dir__() -> List[str]:
    """Without what the package itself takes from typing."""
    private = [name for name in globals() if name.startswith("_")]
    return sorted({*private, *__all__, *_MODULES})
