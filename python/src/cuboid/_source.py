"""Integrands in C, compiled by the compiler of the machine."""

import ctypes
import functools
import os
import re
from typing import Optional

from ._errors import ArgumentError, CompileError

_HEAD = (
    "int integrand(const int *ndim, const double x[], const int *ncomp, double f[], "
    "void *userdata)"
)

# Functions that give their value, double (int n, double *x, void *user_data), as those that
# scipy.integrate takes.  They may leave the last argument out.
_ADAPTER = f"""
struct call {{ double (*function)(int, const double *, void *); void *user_data; }};
{_HEAD} {{
  const struct call *call = userdata;
  f[0] = call->function(*ndim, x, call->user_data);
  return 0;
}}
"""


def is_expression(text: str) -> bool:
    """A value as C writes it, not a function."""
    return ";" not in text and "{" not in text


def check_expression(text: str, ndim: int, ncomp: Optional[int]) -> None:
    """Refuses what C would compile all the same."""
    if not is_expression(text):
        return
    if ncomp not in (None, 1) and "f[" not in text:  # As in x[0], f[1] = x[1].
        raise ArgumentError(f"ncomp = {ncomp}, but an expression has one component")
    for index in re.findall(r"\bx\s*\[\s*(\d+)\s*\]", text):
        if int(index) >= ndim:
            raise ArgumentError(f"x[{index}] is beyond the last of {ndim} axes, x[{ndim - 1}]")


def complete(text: str) -> str:
    """A text with a function in it: an expression becomes the value of one."""
    if not text.strip():
        raise ArgumentError("the source text is empty")
    return f"{_HEAD} {{\n  f[0] = {text};\n  return 0;\n}}\n" if is_expression(text) else text


def function_name(text: str, given: Optional[str]) -> str:
    """The function that is meant: the one given, or the last that returns int."""
    if given is not None:
        return given
    names = re.findall(r"\bint\s+(\w+)\s*\(", text)
    if not names:
        raise ArgumentError(
            "the source text has neither a function that returns int nor is it an expression"
        )
    return names[-1]


@functools.lru_cache(maxsize=64)
def load(text: str) -> ctypes.CDLL:
    """The text as a library.  Raises CompileError, which shows what the compiler says."""
    import shlex  # These cost as much time as the rest of the package.
    import subprocess
    import tempfile

    compiler = shlex.split(os.environ.get("CC", "cc"))
    command = [*compiler, "-O2", "-shared", "-fPIC", "-D_GNU_SOURCE"]
    command += ["-D__device__=", "-D__host__="]  # The text may be one for a GPU as well.
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "integrand.c"), "w", encoding="utf-8") as file:
            file.write(text)
        command += ["-include", "math.h", "-o", "integrand.so", "integrand.c", "-lm"]
        try:
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        except OSError as error:
            raise CompileError(
                f"the C compiler {compiler[0]} cannot be run: {error.strerror}; the environment "
                "variable CC names another one",
                -13,
            ) from None
        if run.returncode != 0:
            raise CompileError(f"the source text cannot be compiled:\n{run.stderr}", -13)
        try:
            return ctypes.CDLL(os.path.join(folder, "integrand.so"))
        except OSError as error:  # A function that is declared nowhere is a warning to some compilers.
            missing = str(error).rpartition(": ")[2]
            raise CompileError(
                f"the source text needs what is not there: {missing}\n{run.stderr}", -13
            ) from None


def address_in(library: ctypes.CDLL, name: str) -> int:
    """Where a function of the library is."""
    try:
        function = getattr(library, name)
    except AttributeError:
        raise ArgumentError(f"the source text has no function {name} that can be called") from None
    return ctypes.cast(function, ctypes.c_void_p).value


class Call(ctypes.Structure):
    """What the adapter is given as its userdata."""

    _fields_ = [("function", ctypes.c_void_p), ("user_data", ctypes.c_void_p)]


def adapter() -> int:
    """The function that calls what Call holds."""
    return address_in(load(_ADAPTER), "integrand")
