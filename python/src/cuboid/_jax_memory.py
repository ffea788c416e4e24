"""Memory of the GPU as JAX takes and gives it.

JAX has streams of its own.  So who hands over memory waits, and values are copied by the driver.
"""

import ctypes
from ctypes import POINTER, byref, c_char_p, c_int32, c_int64, c_size_t, c_uint8, c_uint16, c_void_p
from typing import Any, Dict, Iterator, Tuple

# Numbers of dlpack.h (https://dmlc.github.io/dlpack).
_CUDA = 2
_FLOAT = 2


class _Tensor(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32), ("ndim", c_int32),
        ("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16),
        ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)), ("byte_offset", c_size_t),
    ]  # fmt: skip


class _ManagedTensor(ctypes.Structure):
    """DLManagedTensor.  Who takes it calls the deleter when it is done."""

    _fields_ = [("tensor", _Tensor), ("context", c_void_p), ("deleter", c_void_p)]


_DELETER = ctypes.CFUNCTYPE(None, POINTER(_ManagedTensor))
# Tensors that JAX has, and what they point to, by their addresses.
_alive: Dict[int, Tuple[_ManagedTensor, Any]] = {}


def _let_go(tensor: Any) -> None:
    _alive.pop(ctypes.addressof(tensor.contents), None)


_deleter = _DELETER(_let_go)
# One of its own: ctypes.pythonapi has one for all, whose types jax.ffi sets otherwise.
_new_capsule = ctypes.PYFUNCTYPE(ctypes.py_object, c_void_p, c_char_p, c_void_p)(
    ("PyCapsule_New", ctypes.pythonapi)
)


class DeviceMatrix:
    """float64 numbers (rows, columns) at an address of the GPU, for jax.dlpack.from_dlpack."""

    def __init__(self, address: int, shape: Tuple[int, int], device: int) -> None:
        self._address, self._shape, self._device = address, shape, device

    def __dlpack_device__(self) -> Tuple[int, int]:
        return _CUDA, self._device

    def __dlpack__(self, **_how: Any) -> Any:
        shape = (c_int64 * 2)(*self._shape)
        managed = _ManagedTensor()
        managed.tensor = _Tensor(
            self._address, _CUDA, self._device, 2, _FLOAT, 64, 1, shape, None, 0
        )
        managed.deleter = ctypes.cast(_deleter, c_void_p)
        _alive[ctypes.addressof(managed)] = managed, shape
        return _new_capsule(ctypes.addressof(managed), b"dltensor", None)


class Driver:
    """What is needed of the driver.  Its current context is that of the library's call."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL("libcuda.so.1")

    def _call(self, name: str, *arguments: Any) -> None:
        status = getattr(self._library, name)(*arguments)
        if status != 0:
            raise RuntimeError(f"{name} returned {status}")

    def device(self) -> int:
        """The number of the current one."""
        number = c_int32()
        self._call("cuCtxGetDevice", byref(number))
        return number.value

    def wait(self, stream: int) -> None:
        self._call("cuStreamSynchronize", c_void_p(stream))

    def copy(self, to: int, start: int, size: int, stream: int) -> None:
        """Starts a copy within the device."""
        where = c_void_p(to), c_void_p(start)
        self._call("cuMemcpyDtoDAsync_v2", *where, c_size_t(size), c_void_p(stream))


# Of one call of a function of JAX.
_MOST_ROWS = 1 << 22

# Rows after which memory is as aligned as that which JAX takes itself: 16 bytes.
_ALIGNED = 4


def pieces(rows: int) -> Iterator[Tuple[int, int]]:
    """Begins and lengths that cover so many rows, the lengths being powers of 2.

    JAX compiles a function anew for each shape.  So pieces may overlap, and of other lengths there
    are few.
    """
    whole = rows // _ALIGNED * _ALIGNED
    if whole > 0:
        length = min(1 << (whole.bit_length() - 1), _MOST_ROWS)
        for begin in range(0, whole - length, length):
            yield begin, length
        yield whole - length, length
    for length in (2, 1):
        if rows - whole & length:
            yield whole, length
            whole += length
