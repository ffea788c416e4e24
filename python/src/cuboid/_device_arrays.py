"""Functions of arrays on a GPU, by CuPy, Torch or JAX: points and values stay where they are."""

import importlib
from typing import Any, Callable, List, NamedTuple, Optional, Tuple

import numpy as np

from ._errors import ArgumentError
from ._jax_memory import DeviceMatrix, Driver, pieces
from ._library import LIBRARY
from ._prototypes import DEVICE_BATCH, DEVICE_MANY_BATCH


class _View:
    """Memory on the GPU as both packages take it, without a copy.

    By the CUDA array interface, version 3.  Without a stream nobody waits: all work is on that of
    the library.
    """

    def __init__(self, address: int, shape: Tuple[int, ...], kind: str = "<f8") -> None:
        self.__cuda_array_interface__ = {
            "version": 3, "typestr": kind, "data": (address, False), "shape": shape,
            "strides": None, "stream": None,
        }  # fmt: skip


class ManyArrays(NamedTuple):
    """A package, for many integrals, each with a row of parameters or none."""

    arrays: Any
    rows: Optional[np.ndarray]


def _given(array: Callable[..., Any], x: int, integral: Optional[int], n: int, ndim: int) -> List[Any]:
    """Points, and the numbers of their integrals if there are several."""
    points = array(_View(x, (n, ndim)))
    return [points] if integral is None else [points, array(_View(integral, (n,), "<i8"))]


class _Cupy:
    takes_many = True

    def __init__(self, module: Any) -> None:
        self._module = module
        self.kind = module.ndarray

    def array(self, numbers: Any) -> Any:
        return self._module.asarray(numbers)

    def call(self, evaluate: Callable[..., Any], x: int, f: int, shape: Tuple[int, int, int], stream: int,
             integral: Optional[int] = None) -> None:  # fmt: skip
        n, ndim, ncomp = shape
        with self._module.cuda.ExternalStream(stream):
            values = evaluate(*_given(self.array, x, integral, n, ndim))
            self.array(_View(f, (n, ncomp)))[...] = self.parts(values)

    def is_complex(self, values: Any) -> bool:
        return bool(values.dtype.kind == "c")

    def parts(self, values: Any) -> Any:
        """Real components (n, ncomp)."""
        values = values.reshape(len(values), -1)
        if not self.is_complex(values):
            return values
        return self._module.ascontiguousarray(values, dtype=complex).view(float)


class _Torch:
    takes_many = True

    def __init__(self, module: Any) -> None:
        self._module = module
        self.kind = module.Tensor

    def array(self, numbers: Any) -> Any:
        return self._module.as_tensor(numbers, device="cuda")

    def call(self, evaluate: Callable[..., Any], x: int, f: int, shape: Tuple[int, int, int], stream: int,
             integral: Optional[int] = None) -> None:  # fmt: skip
        n, ndim, ncomp = shape
        with self._module.cuda.stream(self._module.cuda.ExternalStream(stream)):
            values = evaluate(*_given(self.array, x, integral, n, ndim))
            self.array(_View(f, (n, ncomp))).copy_(self.parts(values))

    def is_complex(self, values: Any) -> bool:
        return bool(values.is_complex())

    def parts(self, values: Any) -> Any:
        if self.is_complex(values):
            values = self._module.view_as_real(values)
        return values.reshape(len(values), -1)


class _Jax:
    takes_many = False  # It would copy the numbers of the integrals.

    def __init__(self, module: Any) -> None:
        self._module, self._numpy = module, importlib.import_module("jax.numpy")
        if not module.config.jax_enable_x64:
            raise ArgumentError(
                "arrays = 'jax': its arrays are of single precision; "
                "jax.config.update('jax_enable_x64', True) gives it doubles"
            )
        self.kind = module.Array

    def array(self, numbers: Any) -> Any:
        return self._numpy.asarray(numbers)

    def call(self, evaluate: Callable[..., Any], x: int, f: int, shape: Tuple[int, int, int], stream: int) -> None:
        n, ndim, ncomp = shape
        driver = Driver()
        device = driver.device()
        driver.wait(stream)
        for begin, length in pieces(n):
            at = DeviceMatrix(x + 8 * begin * ndim, (length, ndim), device)
            values = self.parts(evaluate(self._module.dlpack.from_dlpack(at)))
            values.block_until_ready()
            size = 8 * length * ncomp
            driver.copy(f + 8 * begin * ncomp, values.unsafe_buffer_pointer(), size, stream)
            driver.wait(stream)  # Before JAX has the memory of the values again.

    def is_complex(self, values: Any) -> bool:
        return bool(values.dtype.kind == "c")

    def parts(self, values: Any) -> Any:
        if self.is_complex(values):
            values = self._numpy.stack([values.real, values.imag], axis=-1)
        return values.astype(float).reshape(len(values), -1)


_PACKAGES = {"cupy": _Cupy, "torch": _Torch, "jax": _Jax}


def package_of(arrays: Any) -> Any:
    """What knows the arrays of a package, by its name, itself or a module of it, as jax.numpy."""
    name = arrays if isinstance(arrays, str) else getattr(arrays, "__name__", "").partition(".")[0]
    if name not in _PACKAGES:
        raise ArgumentError(f"arrays = {arrays!r} must be one of {', '.join(_PACKAGES)}")
    try:
        return _PACKAGES[name](importlib.import_module(name))
    except ImportError as error:
        raise ArgumentError(f"arrays = {name!r} cannot be imported: {error}") from None


class DeviceFunction:
    """f with what it returns for some points: real components, (n, ...)."""

    def __init__(self, f: Callable[..., Any], args: Tuple[Any, ...], arrays: Any, points: np.ndarray) -> None:
        if not callable(f):
            raise ArgumentError(f"f = {f!r} is not a function")
        self._f, self._args = f, args
        self._rows: Any = None
        self._is_many = isinstance(arrays, ManyArrays)
        self._package = package_of(arrays.arrays if self._is_many else arrays)
        given = [self._package.array(points)]
        if self._is_many:
            self._take_rows(arrays)
            given.append(self._package.array(np.zeros(len(points), np.int64)))
        values = self._values(*given)
        self.shape = tuple(values.shape[1:])
        self.is_complex = bool(self._package.is_complex(values))

    def _take_rows(self, many: ManyArrays) -> None:
        if not self._package.takes_many:
            raise ArgumentError(f"arrays = {many.arrays!r}: many integrals are for cupy and torch")
        if many.rows is None:
            return
        if many.rows.dtype.kind not in "biufc":
            raise ArgumentError(f"parameters of dtype {many.rows.dtype} cannot go to a GPU")
        self._rows = self._package.array(many.rows)

    def _values(self, points: Any, integral: Any = None) -> Any:
        rows = () if self._rows is None else (self._rows[integral],)
        values = self._f(points, *rows, *self._args)
        if not isinstance(values, self._package.kind):
            what = self._package.kind.__name__
            raise ArgumentError(f"f returned {type(values).__name__}, not {what} on the GPU")
        if values.ndim == 0 or len(values) != len(points):
            shape = tuple(values.shape)
            raise ArgumentError(f"f returned an array of shape {shape} for {len(points)} points")
        return values

    def create(self, handle: Any, ndim: int, ncomp: int, failures: List[BaseException]) -> Any:
        """Makes the library's integrand.  Returns the status, and what must live as long."""
        callback = self.callback(failures)
        kind = "many_batch" if self._is_many else "batch"
        make = getattr(LIBRARY, f"cuboid_integrand_from_device_{kind}")
        return make(handle, ndim, ncomp, callback, None), callback

    def callback(self, failures: List[BaseException]) -> Any:
        """As a function of C, which starts the work of f on the stream and does not wait for it."""

        def evaluate(*given: Any) -> Any:
            values = self._values(*given)
            complex_now = bool(self._package.is_complex(values))
            if (tuple(values.shape[1:]), complex_now) != (self.shape, self.is_complex):
                raise ArgumentError("f returned other numbers than when it was tried out")
            return values

        def start(shape: Tuple[int, int, int], x: int, f: int, stream: int, *integral: int) -> int:
            try:
                self._package.call(evaluate, x, f, shape, stream or 0, *integral)
                return 0
            except BaseException as error:  # Nothing may pass through C.
                failures.append(error)
                return -999

        def call(
            ndim: int, x: int, ncomp: int, f: int, n: int, stream: int, _userdata: Any
        ) -> int:
            return start((n, ndim, ncomp), x, f, stream)

        def call_many(
            ndim: int, x: int, ncomp: int, f: int, n: int, integral: int, stream: int, _userdata: Any
        ) -> int:
            return start((n, ndim, ncomp), x, f, stream, integral)

        return DEVICE_MANY_BATCH(call_many) if self._is_many else DEVICE_BATCH(call)
