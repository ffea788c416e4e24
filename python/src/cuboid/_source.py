"""Integrands in C, compiled by the compiler of the machine."""

import ctypes
import functools
import os
import platform
import re
from typing import Dict, List, NamedTuple, Optional, Tuple

from ._errors import ArgumentError, CompileError

_HEAD = (
    "int integrand(const int *ndim, const double x[], const int *ncomp, double f[], "
    "void *userdata)"
)

# What gives the value of a function, whose name may be any.
_OF_VALUE = """
#line 1 "adapter"
int cuboid_value(const int *cuboid_ndim, const double cuboid_x[], const int *cuboid_ncomp,
                 double cuboid_f[], void *cuboid_p) {{
  cuboid_f[0] = {name}({given});
  return 0;
}}
"""

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


# What calls the function CUBOID_GUARDED of a text with arrays of its own.  Behind that of the values
# there is room, and a mark that shows whether it was written to; behind that of the points are marks
# that show in the values if they were read: each operation keeps the bits of a NaN, in float too, but
# a mark that is only compared goes unnoticed.  Beyond the arrays of the library there may be anything.
# It passes on all arguments of Cuba, of which the last two depend on the method.
_GUARD = """
#include <stdint.h>
#include <stdlib.h>

/* Its name may be one that is used here. */
extern int cuboid_function(const int *, const double *, const int *, double *, void *, const int *,
                           const int *, const void *, const void *)
    __asm__(CUBOID_GUARDED) __attribute__((weak));

int cuboid_overrun; /* 1: values were set beyond the last, 2: a point was read beyond the last */

enum { few = 1024, beyond = 4096, marks = 2, unread = 8 };
union cuboid_number { double value; uint64_t bits; };
/* NaNs that nobody computes; the second is one in float as well, and its sign may change. */
static const uint64_t cuboid_mark = 0x7ff4c0b01dc0b01d, cuboid_read = 0x7ffcc0b1c0000000;

static int cuboid_call(const int *ndim, const double *x, const int *ncomp, double *f,
                       void *userdata, const int *nvec, const int *core, const void *weight,
                       const void *iter, union cuboid_number *at, union cuboid_number *own) {
  const int64_t count = *ncomp * (int64_t)*nvec, coordinates = *ndim * (int64_t)*nvec;
  union cuboid_number *const behind = own + count;
  int64_t i;
  int status;
  for (i = 0; i < coordinates; ++i) at[i].value = x[i];
  for (i = 0; i < unread; ++i) at[coordinates + i].bits = cuboid_read;
  for (i = 0; i < count; ++i) own[i].value = f[i];
  for (i = 0; i < marks; ++i) behind[i].bits = cuboid_mark;
  status = cuboid_function(ndim, &at->value, ncomp, &own->value, userdata, nvec, core, weight, iter);
  for (i = 0; i < marks; ++i)
    if (behind[i].bits != cuboid_mark) {
      cuboid_overrun = 1;
      return -999;
    }
  for (i = 0; i < count; ++i) {
    if ((own[i].bits & INT64_MAX) == cuboid_read) {
      cuboid_overrun = 2;
      return -999;
    }
    f[i] = own[i].value;
  }
  return status;
}

int cuboid_guarded(const int *ndim, const double *x, const int *ncomp, double *f, void *userdata,
                   const int *nvec, const int *core, const void *weight, const void *iter) {
  const int64_t count = *ncomp * (int64_t)*nvec, coordinates = *ndim * (int64_t)*nvec;
  if (count <= few && coordinates <= few) {
    union cuboid_number at[few + unread], own[few + beyond];
    return cuboid_call(ndim, x, ncomp, f, userdata, nvec, core, weight, iter, at, own);
  }
  union cuboid_number *const own = malloc(((size_t)count + beyond) * sizeof *own);
  union cuboid_number *const at = malloc(((size_t)coordinates + unread) * sizeof *at);
  const int status =
      own && at ? cuboid_call(ndim, x, ncomp, f, userdata, nvec, core, weight, iter, at, own) : -999;
  free(at);
  free(own);
  return status;
}
"""

# What evaluates a text in C with dual numbers: a cuboid_dual_function.
_DUALS = """
#include <assert.h>
#include <float.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cuboid_dual.hpp"

#if CUBOID_ORDER == 1
typedef double cuboid_inner;
#else
typedef cuboid::Dual<CUBOID_DUALS> cuboid_inner;
#endif
typedef cuboid::Dual<CUBOID_DUALS, cuboid_inner> cuboid_number;
#define double cuboid_number
#define restrict __restrict__
#define _Bool bool
#include "integrand.c"
#undef double

namespace {

/* Its name may be one that is used below. */
const auto cuboid_entry = &CUBOID_FUNCTION;

enum { cuboid_beyond = 256, cuboid_marks = 2, cuboid_unread = 8 };
const int cuboid_axes = CUBOID_AXES, cuboid_components = CUBOID_COMPONENTS;
/* As in cuboid_guarded. */
const int64_t cuboid_mark = 0x7ff4c0b01dc0b01d, cuboid_read = 0x7ffcc0b1c0000000;

double cuboid_value_of(double number) { return number; }
template <int N, class T>
double cuboid_value_of(const cuboid::Dual<N, T> &number) { return cuboid_value_of(number.v); }

template <class A>
int cuboid_call(cuboid_number (*f)(A), cuboid_number *x, cuboid_number *, cuboid_number *out) {
  return *out = f((A)x), 0;
}
template <class A, class B>
int cuboid_call(cuboid_number (*f)(A, B), cuboid_number *x, cuboid_number *p, cuboid_number *out) {
  return *out = f((A)x, (B)p), 0;
}
template <class A, class B, class C, class D>
int cuboid_call(int (*f)(A, B, C, D), cuboid_number *x, cuboid_number *, cuboid_number *out) {
  return f((A)&cuboid_axes, (B)x, (C)&cuboid_components, (D)out);
}
template <class A, class B, class C, class D, class E>
int cuboid_call(int (*f)(A, B, C, D, E), cuboid_number *x, cuboid_number *p, cuboid_number *out) {
  return f((A)&cuboid_axes, (B)x, (C)&cuboid_components, (D)out, (E)p);
}

}  // namespace

extern "C" {

int cuboid_overrun;

int cuboid_duals(int, const double x[], int, double f[], int64_t n, int moves, int nwrt,
                 const int wrt[], const double parameters[], int64_t jumps[]) {
  double read;
  memcpy(&read, &cuboid_read, sizeof read);
  cuboid_number axes[CUBOID_AXES + cuboid_unread], out[CUBOID_COMPONENTS + cuboid_beyond];
  for (int i = 0; i < cuboid_unread; ++i) axes[CUBOID_AXES + i] = cuboid_number(read);
  for (int i = 0; i < cuboid_marks; ++i)
    memcpy(&out[CUBOID_COMPONENTS + i].v, &cuboid_mark, sizeof cuboid_mark);
  const auto of_point = [&](cuboid_number *at, const cuboid_number *p, cuboid_number *f) {
    for (int i = 0; i < CUBOID_AXES; ++i) axes[i] = at[i];
    for (int c = 0; c < CUBOID_COMPONENTS; ++c) out[c] = f[c];
    const int status = cuboid_call(cuboid_entry, axes, const_cast<cuboid_number *>(p), out);
    for (int i = 0; i < cuboid_marks; ++i)
      if (memcmp(&out[CUBOID_COMPONENTS + i].v, &cuboid_mark, sizeof cuboid_mark)) {
        cuboid_overrun = 1;
        return -999;
      }
    for (int c = 0; c < CUBOID_COMPONENTS; ++c) {
      const double value = fabs(cuboid_value_of(f[c] = out[c]));
      if (!memcmp(&value, &cuboid_read, sizeof value)) {
        cuboid_overrun = 2;
        return -999;
      }
    }
    return status;
  };
  return cuboid::evaluate_duals<CUBOID_DUALS, CUBOID_AXES, CUBOID_COMPONENTS, CUBOID_PARAMETERS,
                                cuboid_inner>(n, x, moves, f, nwrt, wrt, parameters, jumps, of_point);
}

}  // extern "C"
"""

_FLAGS = ["-shared", "-fPIC", "-D_GNU_SOURCE"]
# The text may be one for a GPU as well.
_FLAGS += ["-D__device__=", "-D__host__="]

# What is declared nowhere is a function that returns an int to C before 1999, and abs one of ints.
_ERRORS = ["-Werror=implicit-function-declaration", "-Werror=absolute-value"]


class Entry(NamedTuple):
    """The function of a text that is integrated."""

    name: str
    takes: int  # 0: it has Cuba's form; else it gives its value, and takes x, or x and p

    def in_cubas_form(self, text: str) -> Tuple[str, str]:
        """The text with such a function, and its name."""
        if not self.takes:
            return text, self.name
        given = ", ".join(("cuboid_x", "cuboid_p")[: self.takes])
        return text + _OF_VALUE.format(name=self.name, given=given), "cuboid_value"


def entry_of(text: str, given: Optional[str]) -> Entry:
    """What is meant: the function of this name, or the last that has a fitting form."""
    heads = re.findall(r"\b(int|double)\s+(\w+)\s*\(([^()]*)\)\s*\{", text)
    values = {
        name: taken.count(",") + 1
        for kind, name, taken in heads
        if kind == "double" and re.match(r"\s*(const\s+)?double\s*(const\s*)?(\*|\w+\s*\[)", taken)
        and taken.count(",") < 2
    }
    if given is not None:
        return Entry(given, values.get(given, 0))
    if values and not any(kind == "int" and taken.count(",") > 2 for kind, _, taken in heads):
        return Entry(*list(values.items())[-1])
    names = re.findall(r"\bint\s+(\w+)\s*\(", text)
    if not names:
        raise ArgumentError(
            "the text has a { and so is C, but has no function that returns int, nor one as double "
            "f(const double *x, const double *p); what has no { is an expression"
        )
    return Entry(str(names[-1]), 0)


@functools.lru_cache(maxsize=64)
def load(text: str, guarded: str) -> ctypes.CDLL:
    """The text as a library.  Raises CompileError, which shows what the compiler says.

    guarded: the function of the text that `cuboid_guarded` calls.
    """
    flags = ["-O2", *_FLAGS, *_ERRORS, f'-DCUBOID_GUARDED="{guarded}"']
    last = ["-include", "math.h", "-o", "integrand.so", "integrand.c", "guard.c", "-lm"]
    return _load("CC", "cc", flags, last, {"integrand.c": text, "guard.c": _GUARD})


@functools.lru_cache(maxsize=64)
def load_duals(text: str, name: str, shape: Tuple[int, int, int, int, int]) -> ctypes.CDLL:
    """The text as a library with the function `cuboid_duals`, which has derivatives.

    shape: axes, components, parameters, those to differentiate by, and the order of derivatives.
    """
    numbers = dict(zip(("AXES", "COMPONENTS", "PARAMETERS", "DUALS", "ORDER"), shape))
    flags = ["-O3", *_FLAGS, "-Werror=return-type", "-Werror=format", "-std=gnu++17", "-fpermissive", "-fmax-errors=4", f"-DCUBOID_FUNCTION={name}"]
    if platform.machine() == "x86_64":  # Vectors of any length have the bits of single numbers.
        flags += ["-march=native", "-ffp-contract=off"]
    flags += [f"-DCUBOID_{word}={number}" for word, number in numbers.items()]
    last = ["-o", "integrand.so", "duals.cpp", "-lm"]
    files = {"integrand.c": text, "duals.cpp": _DUALS, "cuboid_dual.hpp": _dual_header()}
    try:
        return _load("CXX", "c++", flags, last, files)
    except CompileError as error:
        said = re.search(r"integrand\.c:(\d+):[^\n]*error: ([^\n]*)", str(error))
        where = f", as of its line {said[1]}: {said[2]}" if said else f":\n{error}"
        raise CompileError(
            "the text has no derivatives here, since it does not compile as C++ with dual numbers "
            f"instead of double{where}",
            -13,
        ) from None


def load_target(header: str, text: str) -> ctypes.CDLL:
    """C that includes a header as c_api.h, as a library."""
    with open(header, encoding="utf-8") as file:
        files = {"c_api.h": file.read(), "target.c": text}
    return _load("CC", "cc", ["-O2", "-shared", "-fPIC"], ["-o", "integrand.so", "target.c"], files)


def _headers() -> Optional[str]:
    """The folder of cuboid_quad.h and its like: beside the library, in the package, or a checkout."""
    here = os.path.dirname(os.path.abspath(__file__))
    library = os.path.dirname(os.path.abspath(os.environ.get("CUBOID_LIBRARY", "")))
    checkout = os.path.join(here, "..", "..", "..")
    for prefix in (os.path.dirname(library), os.path.join(here, "prefix"), checkout):
        folder = os.path.join(prefix, "include")
        if os.path.exists(os.path.join(folder, "cuboid_quad.h")):
            return folder
    return None


def _dual_header() -> str:
    folder = _headers()
    if folder is None:
        raise ArgumentError("cuboid_dual.hpp is not beside the library, in the folder include")
    with open(os.path.join(folder, "cuboid_dual.hpp"), encoding="utf-8") as file:
        return file.read()


def _load(
    variable: str, usual: str, flags: List[str], last: List[str], files: Dict[str, str]
) -> ctypes.CDLL:
    """What the compiler that a variable of the environment names makes of files."""
    import shlex  # These cost as much time as the rest of the package.
    import subprocess
    import tempfile

    from . import _compiled_before

    compiler = shlex.split(os.environ.get(variable, "")) or [usual]
    text, *own = files.values()
    key = _compiled_before.key_of(text, compiler, [*flags, *own])
    kept = _compiled_before.find(key)
    if kept is not None:
        try:
            return ctypes.CDLL(kept)
        except OSError:
            pass  # A damaged file is compiled anew.
    headers = _headers()
    command = [*compiler, *flags, *(["-I" + headers] if headers else []), *last]
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content.encode(errors="replace"))
        try:
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        except OSError as error:
            language = "C" if variable == "CC" else "C++"
            raise CompileError(
                f"the {language} compiler {compiler[0]} cannot be run: {error.strerror}; the "
                f"environment variable {variable} names another one",
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
