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
# scipy.integrate takes, or double (double, ..., void *user_data).  They may leave the last argument
# out, which is passed in a register of its own.
_ADAPTER = """
struct call {{ double (*function)({taken}void *); void *user_data; }};
{head} {{
  const struct call *call = userdata;
  f[0] = call->function({given}call->user_data);
  return 0;
}}
"""


# What calls the function CUBOID_GUARDED of a text with an array of its own, behind which there is
# room, and a mark that shows whether it was written to.  Beyond the array of the library there may
# be anything.
_GUARD = """
#include <stdint.h>
#include <stdlib.h>

/* Its name may be one that is used here. */
extern int cuboid_function(const int *, const double *, const int *, double *, void *)
    __asm__(CUBOID_GUARDED) __attribute__((weak));

int cuboid_overrun;

enum { few = 1024, beyond = 4096, marks = 2 };
union cuboid_number { double value; uint64_t bits; };
static const uint64_t cuboid_mark = 0x7ff4c0b01dc0b01d; /* a NaN that nobody computes */

static int cuboid_call(const int *ndim, const double *x, const int *ncomp, double *f,
                       void *userdata, double *own) {
  union cuboid_number *const numbers = (union cuboid_number *)own, *const behind = numbers + *ncomp;
  int i, status;
  for (i = 0; i < *ncomp; ++i) own[i] = f[i];
  for (i = 0; i < marks; ++i) behind[i].bits = cuboid_mark;
  status = cuboid_function(ndim, x, ncomp, own, userdata);
  for (i = 0; i < marks; ++i)
    if (behind[i].bits != cuboid_mark) {
      cuboid_overrun = 1;
      return -999;
    }
  for (i = 0; i < *ncomp; ++i) f[i] = own[i];
  return status;
}

int cuboid_guarded(const int *ndim, const double *x, const int *ncomp, double *f, void *userdata) {
  if (*ncomp <= few) {
    double own[few + beyond];
    return cuboid_call(ndim, x, ncomp, f, userdata, own);
  }
  double *const own = malloc((*ncomp + (size_t)beyond) * sizeof *own);
  const int status = own ? cuboid_call(ndim, x, ncomp, f, userdata, own) : -999;
  free(own);
  return status;
}
"""

# What is declared nowhere is a function that returns an int to C before 1999, and abs one of ints.
_ERRORS = ["-Werror=implicit-function-declaration", "-Werror=absolute-value"]


def function_name(text: str, given: Optional[str]) -> str:
    """The function that is meant: the one given, or the last that returns int."""
    if given is not None:
        return given
    names = re.findall(r"\bint\s+(\w+)\s*\(", text)
    if not names:
        raise ArgumentError(
            "the text has a { and so is C, but has no function that returns int; what has no { is an "
            "expression"
        )
    return str(names[-1])


@functools.lru_cache(maxsize=64)
def load(text: str, guarded: str) -> ctypes.CDLL:
    """The text as a library.  Raises CompileError, which shows what the compiler says.

    guarded: the function of the text that `cuboid_guarded` calls.
    """
    import shlex  # These cost as much time as the rest of the package.
    import subprocess
    import tempfile

    from . import _compiled_before

    compiler = shlex.split(os.environ.get("CC", "")) or ["cc"]
    flags = ["-O2", "-shared", "-fPIC", "-D_GNU_SOURCE", *_ERRORS]
    flags += [f'-DCUBOID_GUARDED="{guarded}"']
    flags += ["-D__device__=", "-D__host__="]  # The text may be one for a GPU as well.
    key = _compiled_before.key_of(text, compiler, [*flags, _GUARD])
    kept = _compiled_before.find(key)
    if kept is not None:
        try:
            return ctypes.CDLL(kept)
        except OSError:
            pass  # A damaged file is compiled anew.
    command = [*compiler, *flags]
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "integrand.c"), "wb") as file:
            file.write(text.encode(errors="replace"))
        with open(os.path.join(folder, "guard.c"), "w", encoding="utf-8") as file:
            file.write(_GUARD)
        command += ["-include", "math.h", "-o", "integrand.so", "integrand.c", "guard.c", "-lm"]
        try:
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        except OSError as error:
            raise CompileError(
                f"the C compiler {compiler[0]} cannot be run: {error.strerror}; the environment "
                "variable CC names another one",
                -13,
            ) from None
        if run.returncode != 0:
            raise CompileError(
                f"the source text cannot be compiled{_advice_on(run.stderr)}:\n{run.stderr}", -13
            )
        made = os.path.join(folder, "integrand.so")
        try:
            library = ctypes.CDLL(made)
        except OSError as error:  # A function that is declared, and is nowhere.
            missing = str(error).rpartition(": ")[2]
            raise CompileError(
                f"the source text needs what is not there: {missing}\n{run.stderr}", -13
            ) from None
        _compiled_before.keep(key, made)
        return library


def _advice_on(said: str) -> str:
    """said: by the compiler."""
    return "; abs is of integers in C: did you mean fabs?" if re.search(r"\babs\b", said) else ""


def address_in(library: ctypes.CDLL, name: str) -> int:
    """Where a function of the library is."""
    try:
        function = getattr(library, name)
    except AttributeError:
        raise ArgumentError(f"the source text has no function {name} that can be called") from None
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address


class Call(ctypes.Structure):
    """What the adapter is given as its userdata."""

    _fields_ = [("function", ctypes.c_void_p), ("user_data", ctypes.c_void_p)]


def adapter(numbers: int) -> int:
    """The function that calls what Call holds: with so many numbers, or, if 0, with an array."""
    taken = "double, " * numbers or "int, const double *, "
    given = "".join(f"x[{i}], " for i in range(numbers)) or "*ndim, x, "
    text = _ADAPTER.format(head=_HEAD, taken=taken, given=given)
    return address_in(load(text, "integrand"), "integrand")
