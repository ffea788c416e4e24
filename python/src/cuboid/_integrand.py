"""Integrands: what a caller may hand over, and how the library calls it."""

import ctypes
import functools
import math
from ctypes import byref, c_double, c_void_p
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple

import numpy as np

from ._box import Box, box_of, inner_points, is_of_functions, listed
from ._compiled import Compiled, compiled, is_compiled
from ._errors import ArgumentError
from ._expression import Expression, encoded, is_expression
from ._library import DISTANCE_FUNCTION, FUNCTION, LIBRARY, check
from ._named import Flat, Form, ReturnsNames, is_named
from ._types import Array

if TYPE_CHECKING:
    from ._device_arrays import DeviceFunction

_DOUBLE = np.dtype(float)

# What cuboid_overrun of a text in C is where it has read beyond a point.
_READ = 2

# The allocator of glibc gives blocks above a threshold back to the system when they are freed, and
# the next one costs page faults.  A block that was freed once raises the threshold to its size
# (mallopt(3), M_MMAP_THRESHOLD): then a formula of NumPy at 16384 points takes a tenth less time.
np.empty(2**19)


class Integrand:
    """A function with what is known of it, to be integrated again and again.

    Parameters
    ----------
    f : callable, compiled function or str
        One of

        - a function of an array of points, shape (n, ndim), that returns an array (n,) or (n, ...)
          of real or complex numbers, or a dict or a named tuple of such, as which results come back.  The points lie in memory axis by axis (order F), which makes
          x[:, i] and sums over axis=1 fast, or point by point where f raises or errs with that.  On
          one axis x ** 2 keeps the shape (n, 1), and stands for (n,) unless vectorized=True,
        - a function of one point, shape (ndim,), that returns a number or an array of them; on one
          axis it may also be a function of a number, as math.sin is,
        - a compiled function: the result of numba.cfunc, a scipy.LowLevelCallable, a function of
          ctypes or a pointer of cffi, called by its declared types, or an address.  Either int (int
          *ndim, double *x, int *ncomp, double *f, void *userdata), or double (int n, double *x,
          void *user_data), or double (double, double, ..., void *user_data) with a number for each
          axis, where the last may be missing.  An address is taken for the first,
        - a text: with a { in it, a function in C with the first of these lists of arguments, or double
          f(const double *x), or double f(const double *x, const double *p); without one, an expression such as "exp(-k*(x^2 + y^2))" in x, y, z, w or x[0], x[1], ..., which
          needs no compiler (docs/expressions.md).
    limits : sequence of pairs, pair or int
        Pairs (lower, upper), also infinite, or a number of axes; with functions of Python the
        points at which they are tried out lie within.
    args : tuple
        Further arguments for a function of Python.
    kwargs : dict
        Further arguments by name.
    ncomp : int
        Number of components of a compiled function or a text in C; 1 if it is not given.
    vectorized : bool
        Whether a function of Python takes many points at once; None: this is tried out.
    parameters : array_like
        A dict, or a structured number of NumPy: an expression has its names, and a function of Python
        is called as f(x, parameters, *args).  Of an array or a number an expression has p[0], p[1] ...
        C gets the bytes as its userdata; plain numbers of Python are doubles there.
    function : str
        The name of the function in a text in C.
    device : bool
        Whether a text in C is to be compiled for a GPU; of an expression, that there must be one: it
        is compiled for a GPU wherever one can be used.
    arrays : str
        "cupy", "torch" or "jax": f gets arrays of that package on the GPU, in float64, and returns
        one.  It may start kernels, but need not wait for them, and its points are gone when it
        returns.
    distances : bool
        On one axis: whether f is a function of three numbers, x, x - lower and upper - x, where the
        distances are exact also where x is rounded to a limit.

    Examples
    --------
    >>> import cuboid
    >>> pair = cuboid.Integrand(lambda x: x ** 2, 2)
    >>> pair.ncomp, pair.vectorized
    (2, True)
    >>> cuboid.integrate(pair, 2).value
    array([0.33333333, 0.33333333])
    """

    _given: Any = None  # f as it came
    _form: Optional[Form] = None  # of a function that returns numbers by name

    def __init__(
        self,
        f: Any,
        limits: Any,
        *,
        args: Any = (),
        kwargs: Optional[Mapping[str, Any]] = None,
        ncomp: Optional[int] = None,
        vectorized: Optional[bool] = None,
        parameters: Any = None,
        function: Optional[str] = None,
        device: bool = False,
        arrays: Any = None,
        distances: bool = False,
    ) -> None:
        self.box: Any = where_of(limits)
        self._given, self.f = f, with_named(f, kwargs)
        self.args = arguments_of(args)
        self.shape: Tuple[int, ...] = ()
        self.is_complex = False
        # Values (n, 1) on one axis that stand for (n,): x ** 2 keeps the shape of the points.
        self.drops_axis = False
        self.vectorized = False
        # Of points in memory: axis by axis (F), or point by point (C).
        self.order = "C"
        self.compiled = True
        # Called with the userdata before a function of Python is.
        self.begin: Optional[Callable[[int], None]] = None
        is_text = isinstance(f, str)
        self._parameters = None if is_text and is_expression(f) else _bytes_of(parameters)
        self._source: Optional[Tuple[bytes, bytes]] = None
        self._expression: Optional[Expression] = None
        self._function: Optional[Compiled] = None
        self._on_device: Optional["DeviceFunction"] = None
        # Of a text: not 0 after it has written beyond its components or read beyond a point.
        self._overrun: Optional[ctypes.c_int] = None
        self.takes_distances = distances
        if parameters is not None and not is_text and arrays is None and not is_compiled(f):
            # As integrate_many hands over a row.
            self.args = numbers_of(parameters)[()], *self.args
        if distances:
            self._take_distances()
        elif arrays is not None:
            self._take_arrays(arrays)
        elif is_text and is_expression(f):
            self._take_expression(f, parameters, function, device)
        elif is_text:
            self._take_source(f, function, device)
        else:
            self._function = compiled(f, self.ndim)
            if function is not None or device:
                raise ArgumentError("function and device are for texts")
            if self._function and parameters is not None:
                self._pass_parameters()
        if self._function is None and self._source is None and self._expression is None:
            if self._on_device is None and not distances:
                self._take_python(vectorized)
            if self.ncomp == 0:
                raise ArgumentError("f returns no components")
            if ncomp not in (None, self.ncomp):
                raise ArgumentError(f"ncomp = {ncomp}, but f returns {self.ncomp} components")
            if parameters is not None and arrays is not None:
                raise ArgumentError("parameters do not go with arrays: give them as args")
        else:
            if self.args or kwargs:
                raise ArgumentError(
                    "args and kwargs are for functions of Python; texts take parameters"
                )
            self.shape = self._shape_of_text(ncomp)

    def __repr__(self) -> str:
        f = self._given or self.f
        name = f if isinstance(f, str) else getattr(f, "__qualname__", type(f).__name__)
        axes = f"{self.ndim} {'axis' if self.ndim == 1 else 'axes'}"
        components = f"{self.ncomp} component{'' if self.ncomp == 1 else 's'}"
        return f"<Integrand {_shortened(name)}: {axes}, {components}>"

    @property
    def ndim(self) -> int:
        return int(self.box.ndim)

    @property
    def takes_userdata(self) -> bool:
        """Whether the bytes that userdata points to reach a compiled function as they are."""
        if isinstance(self.f, str):
            return True
        return self._function is not None and self._function.userdata is None

    @property
    def ncomp(self) -> int:
        """Real components; a complex number has two."""
        return math.prod(self.shape) * (2 if self.is_complex else 1)

    def _pass_parameters(self) -> None:
        """To a compiled function that has no userdata of its own."""
        if self._function is None or self._parameters is None or not self.takes_userdata:
            raise ArgumentError("parameters: the function has user_data of its own, or no place")
        self._function = self._function._replace(userdata=ctypes.addressof(self._parameters))

    def _shape_of_text(self, ncomp: Optional[int]) -> Tuple[int, ...]:
        found = ncomp if self._expression is None else self._expression.ncomp
        if ncomp not in (None, found):
            plural = "" if found == 1 else "s"
            raise ArgumentError(f"ncomp = {ncomp}, but the expression has {found} component{plural}")
        return () if found is None or (ncomp is None and found == 1) else (found,)

    def _take_expression(
        self, text: str, parameters: Any, function: Optional[str], device: bool
    ) -> None:
        if function is not None:
            raise ArgumentError(
                f"function = {function!r} names one in a text in C, but a text without a {{ is an "
                "expression"
            )
        usable = LIBRARY.cuboid_device(None)
        if device:
            check(usable)
        if usable == 0:
            from ._nvidia import load_compilers

            load_compilers()
        numbers = None if parameters is None else numbers_of(parameters, for_c=True)
        self._expression = Expression(text, self.ndim, numbers)

    def _take_source(self, text: str, function: Optional[str], device: bool) -> None:
        from ._source import address_in, entry_of, load

        encoded(text)
        entry = entry_of(text, function)
        if entry.takes > 1 and self._parameters is None:
            raise ArgumentError(f"parameters are missing: {entry.name}(x, p) takes them as p")
        adapted, name = entry.in_cubas_form(text)
        if device:
            from ._nvidia import load_compilers

            load_compilers()
            self._source = encoded(adapted), name.encode()
            return
        library = load(adapted, name)
        address_in(library, name)
        address = address_in(library, "cuboid_guarded")
        self._overrun = ctypes.c_int.in_dll(library, "cuboid_overrun")
        userdata = None if self._parameters is None else ctypes.addressof(self._parameters)
        self._function = Compiled(address, userdata, library)

    def check_overrun(self) -> None:
        """After a call: raises if a text has written beyond its components, or read beyond a point."""
        if self._overrun is None or not self._overrun.value:
            return
        has_read = self._overrun.value == _READ
        self._overrun.value = 0
        if has_read:
            ndim = self.ndim
            raise ArgumentError(
                f"limits are of {ndim} {'axis' if ndim == 1 else 'axes'}, but the source text reads more "
                f"than x[{ndim - 1}]: give a pair of limits for each axis that it has"
            ) from None
        raise ArgumentError(
            f"ncomp = {self.ncomp}, but the source text sets more than f[{self.ncomp - 1}]: give it "
            "the number of components that it has"
        ) from None

    @property
    def on_device(self) -> bool:
        """Whether f takes arrays on a GPU."""
        return self._on_device is not None

    def _take_arrays(self, arrays: Any) -> None:
        from ._device_arrays import DeviceFunction
        from ._nvidia import load_compilers

        self.compiled, self.vectorized = False, True
        load_compilers()
        points = inner_points(self.box, 2)
        self._on_device = DeviceFunction(self.f, self.args, arrays, points)
        self.shape, self.is_complex = self._on_device.shape, self._on_device.is_complex

    def _take_distances(self) -> None:
        if self.ndim != 1 or not isinstance(self.box, Box):
            raise ArgumentError("distances = True is for one axis with limits that are numbers")
        if not callable(self.f):
            raise ArgumentError("distances = True is for functions of Python")
        of_numbers = self.f
        self.f = lambda place, *args: of_numbers(*map(float, place), *args)
        self.compiled = False
        x = inner_points(self.box, 2)
        low, high = min(self.box.lower[0], self.box.upper[0]), max(self.box.lower[0], self.box.upper[0])
        sample = _values(self.f, self.args, np.hstack([x, x - low, high - x]), False)
        self.is_complex = sample.dtype.kind == "c"
        self.shape = sample.shape[1:]

    def _take_python(self, vectorized: Optional[bool]) -> None:
        if not callable(self.f):
            raise ArgumentError(
                f"f = {self.f!r} is not a function, a compiled function, or a text: as in "
                "integrate(lambda x: x[:, 0] * x[:, 1], [(0, 1), (0, 1)])"
            )
        self.compiled = False
        try:
            tried = self._try_out(vectorized)
        except (TypeError, ValueError, IndexError) as error:
            if self.ndim == 1 and not vectorized:
                tried = self._try_out_with_numbers(error)
            else:
                _refuse_other_arguments(self.f, self.args, self.ndim, error)
                raise
        self.vectorized, self.order, sample = tried
        self.is_complex = sample.dtype.kind == "c"
        self.shape = sample.shape[1:]
        if self.ndim == 1 and vectorized is None and self.vectorized and self.shape == (1,):
            self.drops_axis, self.shape = True, ()

    def _try_out(self, vectorized: Optional[bool]) -> Tuple[bool, str, Array]:
        try:
            return _try_out(self.f, self.args, self.box, vectorized)
        except ReturnsNames:
            flat = self.f = Flat(self.f)
            tried = _try_out(flat, self.args, self.box, vectorized)
            self._form = flat.form
            return tried

    def _try_out_with_numbers(self, error: Exception) -> Tuple[bool, str, Array]:
        """As a function of one number, as math.sin is, which takes no array of one, or returns it
        at some points and a number at others.  error: what came of that."""
        of_number = self.f
        self.f = lambda x, *args: of_number(float(x[0]), *args)
        try:
            return self._try_out(False)
        except Exception:
            _refuse_other_arguments(of_number, self.args, self.ndim, error)
            raise error from None

    def evaluate(self, points: Array) -> Array:
        """The real components at points, of a function of Python: (n, ncomp)."""
        if self.vectorized:
            return self.checked(self.f(points, *self.args), len(points))
        return self.checked([self.f(x, *self.args) for x in points], len(points))

    def checked(self, returned: Any, count: int) -> Array:
        """What f has returned for so many points, as real components: (count, ncomp)."""
        values = _numbers(returned, self.vectorized)
        if self.drops_axis and values.shape == (count, 1):
            values = values[:, 0]
        expected = (count, *self.shape)
        if values.shape != expected:
            raise ArgumentError(
                f"f returned an array of shape {values.shape} for {count} points, not {expected}"
            )
        if self.is_complex:
            pairs = np.ascontiguousarray(values, dtype=complex).reshape(count, -1)
            return pairs.view(float)
        if values.dtype.kind == "c":
            raise ArgumentError("f returned complex numbers, and real ones when it was tried out")
        return values.reshape(count, -1)

    def open(self, failures: List[BaseException]) -> "Opened":
        """A handle of the library.  failures: receives what f raises."""
        opened = self.open_alone(failures)
        if isinstance(self.box, Box):
            return opened
        mapped = c_void_p()
        status = LIBRARY.cuboid_integrand_on_domain(byref(mapped), opened.handle, self.box.handle)
        LIBRARY.cuboid_integrand_free(opened.handle)
        check(status)
        return Opened(mapped, opened.kept)

    def open_alone(self, failures: List[BaseException]) -> "Opened":
        """The same without its region."""
        if self._expression:
            return Opened(self._expression.open(), None)
        handle = c_void_p()
        if self._source:
            size = 0 if self._parameters is None else len(self._parameters)
            create = LIBRARY.cuboid_integrand_from_cuda_source
            text = (*self._source, self._parameters, size)
            check(create(byref(handle), self.ndim, self.ncomp, *text))
            return Opened(handle, None)
        if self._on_device:
            status, kept = self._on_device.create(byref(handle), self.ndim, self.ncomp, failures)
            check(status)
            return Opened(handle, kept)
        create = LIBRARY.cuboid_integrand_create
        if self._function:
            address, userdata, _ = self._function
            check(create(byref(handle), self.ndim, self.ncomp, address, userdata))
            check(LIBRARY.cuboid_integrand_set_thread_safe(handle, 1))
            return Opened(handle, None)
        if self.takes_distances:
            callback = _callback_of_distances(self, failures)
            create = LIBRARY.cuboid_integrand_from_distances
            check(create(byref(handle), self.ncomp, c_void_p.from_buffer(callback), None))
            return Opened(handle, callback)
        callback = _callback(self, failures)
        # Its address; a cast would tie the function and all it knows in a cycle.
        function = c_void_p.from_buffer(callback)
        check(create(byref(handle), self.ndim, self.ncomp, function, None))
        return Opened(handle, callback)

    @property
    def arrangement(self) -> "Arrangement":
        return Arrangement(self.shape, self.is_complex, self._form)


class Opened(NamedTuple):
    """An integrand in the library, which whoever opened it frees."""

    handle: c_void_p
    kept: Any  # what must live as long


class Arrangement(NamedTuple):
    """The components of what f returns."""

    shape: Tuple[int, ...]
    is_complex: bool
    form: Optional[Form] = None  # of numbers by name

    def rows(self, numbers: Array) -> Any:
        """Of components (count, ncomp), in the shape in which f returns them."""
        if self.is_complex:
            numbers = numbers.view(complex)
        if self.form is not None:
            return self.form.parts(numbers, 1)
        return numbers.reshape(len(numbers), *self.shape)

    def rows_of_errors(self, numbers: Array) -> Any:
        """The same of errors: of a complex number, the length of those of its two parts."""
        if self.is_complex:
            numbers = np.hypot(numbers[:, 0::2], numbers[:, 1::2])
        if self.form is not None:
            return self.form.parts(numbers, 1)
        return numbers.reshape(len(numbers), *self.shape)

    def arranged(self, numbers: List[float]) -> Any:
        """Of the components of one integral; a single number is one of Python's."""
        if not self.shape:
            return complex(*numbers) if self.is_complex else numbers[0]
        if self.form is not None:
            together = np.array(numbers)
            return self.form.parts(together.view(complex) if self.is_complex else together, 0)
        return self.rows(np.array([numbers]))[0]

    def arranged_errors(self, numbers: List[float]) -> Any:
        if not self.shape:
            return math.hypot(*numbers) if self.is_complex else numbers[0]
        if self.form is not None:
            together = np.array(numbers)
            return self.form.parts(
                np.hypot(together[0::2], together[1::2]) if self.is_complex else together, 0
            )
        return self.rows_of_errors(np.array([numbers]))[0]


class _Memory:
    """Arrays on the library's memory, for points and values.

    The same addresses come again and again, with other sizes, also from one integration to the
    next.  To make an array from an address takes as long as a formula of NumPy at a hundred points,
    and to take a part of one a tenth of that.  So these arrays, of numbers or of rows of so many
    columns, have no end and own nothing; they are only looked at as far as the library has handed
    memory over.
    """

    _MOST = 256

    def __init__(self, *columns: int) -> None:
        self._columns = columns
        self._endless = c_double * (2**50 // math.prod(columns) * math.prod(columns))
        self._known: Dict[int, Array] = {}

    def at(self, address: int) -> Array:
        found = self._known.get(address)
        if found is None:
            if len(self._known) >= self._MOST:
                self._known.clear()
            memory: Any = self._endless.from_address(address)
            numbers = np.frombuffer(memory)
            found = self._known[address] = numbers.reshape(-1, *self._columns)
        return found


@functools.lru_cache(maxsize=64)
def _memory(*columns: int) -> _Memory:
    return _Memory(*columns)


def _callback(integrand: Integrand, failures: List[BaseException]) -> Any:
    """The integrand as a function of C, which stops the integration where f raises."""
    rows_of_points, rows_of_values = _memory(integrand.ndim).at, _memory(integrand.ncomp).at
    order: Any = integrand.order
    begin = integrand.begin
    function, args, vectorized = integrand.f, integrand.args, integrand.vectorized
    one_number = integrand.shape == () and not integrand.is_complex
    numbers = _memory().at
    ndarray, double = np.ndarray, _DOUBLE

    def call(_ndim: Any, x: int, _ncomp: Any, f: int, userdata: int, nvec: Any) -> int:
        try:
            n = nvec[0]
            if begin is not None:
                begin(userdata)
            # A copy: the library's memory is gone when f returns, and f may keep its points.
            points = rows_of_points(x)[:n].copy(order)
            if not vectorized:
                rows_of_values(f)[:n] = integrand.evaluate(points)
                return 0
            found = function(points, *args)
            # What most functions return needs no closer look.
            if one_number and type(found) is ndarray and found.dtype is double:
                if found.shape == (n,):
                    numbers(f)[:n] = found
                    return 0
            rows_of_values(f)[:n] = integrand.checked(found, n)
            return 0
        except BaseException as error:  # Also KeyboardInterrupt: nothing may pass through C.
            failures.append(error)
            return -999

    return FUNCTION(call)


def _callback_of_distances(integrand: Integrand, failures: List[BaseException]) -> Any:
    rows_of_values = _memory(integrand.ncomp).at
    begin = integrand.begin

    def call(x: float, low: float, high: float, _ncomp: int, f: int, userdata: Any) -> int:
        try:
            if begin is not None:
                begin(userdata)
            rows_of_values(f)[:1] = integrand.evaluate(np.array([[x, low, high]]))
            return 0
        except BaseException as error:  # Also KeyboardInterrupt: nothing may pass through C.
            failures.append(error)
            return -999

    return DISTANCE_FUNCTION(call)


def _shortened(text: str) -> str:
    """To one line that is not long."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:57] + "..."


def _values(f: Callable[..., Any], args: Tuple[Any, ...], points: Array, vectorized: bool) -> Array:
    """What f returns at points, as numbers: (n, ...)."""
    return _numbers(f(points, *args) if vectorized else [f(x, *args) for x in points], vectorized)


def _numbers(returned: Any, vectorized: bool) -> Array:
    if is_named(returned) or (isinstance(returned, list) and returned and is_named(returned[0])):
        raise ReturnsNames("f returned names, and an array when it was tried out")
    try:
        values = np.asarray(returned)
    except ValueError:
        raise ArgumentError("f returns arrays of different shapes") from None
    if hasattr(returned, "filled") and np.ma.is_masked(returned):
        raise ArgumentError("f returned masked values, which are no numbers: fill them")
    if values.dtype.kind not in "biufc":
        one = returned if vectorized else returned[0]
        if one is None:
            raise ArgumentError("f returned None: is a return missing?")
        raise ArgumentError(
            f"f returned {type(one).__name__} (dtype {values.dtype}), which are no numbers"
        )
    return values


def _values_of_arrays(
    f: Callable[..., Any], args: Tuple[Any, ...], points: Array
) -> Tuple[Array, Array, str]:
    """What f returns for points in one array, for the first one alone, and the order for it.

    Axis by axis (F), operations on x[:, i] are faster, and sums over the axes several times.  Where
    that raises, or gives another value than the first point alone, which is in both orders, f wants
    them point by point (C), as code that was compiled for that order does.
    """
    try:
        values = _values(f, args, points.copy("F"), True)
        if values.shape[:1] != (len(points),):
            return values, values, "F"
        first, alone = values[:1], _values(f, args, points[:1].copy(), True)
        same = first.dtype is alone.dtype and first.tobytes() == alone.tobytes()
        # Rounding may differ, and by much in single precision.
        if same or np.allclose(first, alone, 1e-5, 0, equal_nan=True):
            return values, alone, "F"
    except Exception:
        pass
    return _values(f, args, points.copy(), True), _values(f, args, points[:1].copy(), True), "C"


def _try_out(
    f: Callable[..., Any], args: Tuple[Any, ...], box: Box, vectorized: Optional[bool]
) -> Tuple[bool, str, Array]:
    """Whether f takes many points at once, in which order, and its values at two of them."""
    count = 2 if box.ndim != 2 else 4  # A function of one point gives itself away by its shape.
    points = inner_points(box, count)
    if vectorized is not None:
        points, order = points[:2], "C"
        if vectorized:
            values, _, order = _values_of_arrays(f, args, points)
        else:
            values = _values(f, args, points, False)
        if values.ndim == 0 or len(values) != 2:
            raise ArgumentError(_of_shape(values.shape, 2))
        return vectorized, order, values
    failure: Optional[Exception] = None
    try:
        many, one, order = _values_of_arrays(f, args, points)
        if many.shape[:1] == (count,) and one.shape == (1, *many.shape[1:]):
            return True, order, many
    except Exception as error:
        failure = error
    try:
        return False, "C", _values(f, args, points, False)
    except Exception as second:
        # What takes x[:, 0] is a function of arrays, and what went wrong is what it did with them.
        of_arrays = isinstance(second, IndexError) and "indices" in str(second)
        if failure is None:
            if of_arrays:
                raise ArgumentError(_of_shape(many.shape, count)) from None
            raise
        if of_arrays:
            raise failure from None
        # What functions of one point raise for an array: there, the second failure is the one.
        of_one_point = isinstance(failure, (TypeError, ValueError))
        if of_one_point and not isinstance(failure, ArgumentError):
            raise
        raise failure from None


def where_of(limits: Any) -> Any:
    """The box or the region."""
    limits = listed(limits)
    if not hasattr(limits, "cube_ndim"):
        if not is_of_functions(limits):
            return box_of(limits)
        from ._region import FunctionLimits

        return FunctionLimits(limits)
    if limits.rows is not None:
        raise ArgumentError("the region is one of a list for each integral: integrate_many takes it")
    return limits.ready()


def _of_shape(shape: Tuple[int, ...], count: int) -> str:
    """The sentence about an array without an axis of the points in front."""
    text = f"f returned an array of shape {shape} for {count} points: "
    if shape == ():
        return text + "it returns one number for each, an array of shape (n,) for n points"
    if shape[-1] == count:
        return text + "its first axis is that of the points, as np.stack([a, b], axis=-1) has it"
    return text + f"its first axis is that of the points, ({count},) or ({count}, ...)"


def _refuse_other_arguments(f: Callable[..., Any], args: Tuple[Any, ...], ndim: int, error: Exception) -> None:
    """Raises a sentence if f takes other arguments than a point and args.  error: what it raised."""
    import inspect

    if not isinstance(error, TypeError):
        return
    try:
        signature = inspect.signature(f)
    except (TypeError, ValueError):  # Of a function in C, which does not say.
        return
    try:
        signature.bind(None, *args)
    except TypeError:
        names = ", ".join(signature.parameters)
        name = getattr(f, "__name__", "f").replace("<lambda>", "f")
        axes = ", ".join(f"x[:, {i}]" for i in range(min(ndim, 4))) + ", ..." * (ndim > 4)
        raise ArgumentError(
            f"f takes ({names}), but is called with one array of points (n, {ndim})"
            f"{f' and {len(args)} of parameters and args' if args else ''}: integrate(lambda x: {name}({axes}), ...), "
            "and further arguments by args=(...) or kwargs={...}"
        ) from None


def with_named(f: Any, kwargs: Optional[Mapping[str, Any]]) -> Any:
    if not kwargs:
        return f
    if not isinstance(kwargs, Mapping):
        raise ArgumentError(f"kwargs = {kwargs!r} is not a dict of further arguments by name")
    return functools.partial(f, **kwargs) if callable(f) else f


def arguments_of(args: Any) -> Tuple[Any, ...]:
    """Further arguments for f; a single one need not be in a tuple."""
    return tuple(args) if isinstance(args, (tuple, list)) else (args,)


def numbers_of(given: Any, for_c: bool = False) -> Array:
    """Structured numbers or an array, in one piece; of a dict structured numbers.  for_c: plain
    numbers of Python become doubles, since a function in C would find the bytes of an integer where
    2 is meant."""
    given = by_name(given)
    if isinstance(given, dict):
        return _structured(given, for_c)
    try:
        parameters = np.asarray(given, order="C")
    except ValueError:
        raise ArgumentError(f"parameters = {given!r} have rows of different shapes") from None
    if parameters.dtype.hasobject:
        raise ArgumentError("parameters hold objects of Python, not numbers")
    is_plain = not isinstance(given, (np.ndarray, np.generic))
    if for_c and is_plain and parameters.dtype.kind in "biu":
        return parameters.astype(float)
    if parameters.dtype.isnative:
        return parameters
    return parameters.astype(parameters.dtype.newbyteorder("="))


def by_name(given: Any) -> Any:
    """Of a table with columns that have names, as a DataFrame, a dict."""
    names = list(getattr(given, "columns", ()))
    if not names or not all(isinstance(name, str) for name in names):
        return given
    return {name: np.asarray(given[name]) for name in names}


def _structured(given: Dict[str, Any], for_c: bool) -> Array:
    """Of numbers, or lists of them, by name."""
    if not given or not all(isinstance(name, str) and name for name in given):
        raise ArgumentError(f"parameters = {given!r} must have names for all numbers")
    arrays = {name: numbers_of(value, for_c) for name, value in given.items()}
    try:
        shape = np.broadcast_shapes(*(array.shape for array in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in arrays.items())
        raise ArgumentError(f"parameters have shapes that do not fit: {shapes}") from None
    together = np.empty(shape, [(name, array.dtype) for name, array in arrays.items()])
    for name, array in arrays.items():
        together[name] = array
    return together


def _bytes_of(parameters: Any) -> Optional["ctypes.Array[ctypes.c_char]"]:
    """A copy of the bytes of a structured number or an array."""
    if parameters is None:
        return None
    text = numbers_of(parameters, for_c=True).tobytes()
    return (ctypes.c_char * len(text)).from_buffer_copy(text)
