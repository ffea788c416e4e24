# mypy: ignore-errors, as JAX need not be there.
"""Integrals of texts as calls in a program of JAX, without Python: a target of jax.ffi.

The target is C of this file, which is compiled when it is first needed, with the header of XLA that
the installed jaxlib has, so that it always fits.  Without a compiler there is none, and programs
call Python instead.
"""

import ctypes
import functools
import os
import secrets
import warnings
from typing import Any, Callable, Dict, List, Optional

import jax
import numpy as np

from . import _settings
from ._errors import ArgumentError, CompileError, NotConverged
from ._gradient import Names, filled_jet, jet_integrand
from ._library import LIBRARY, status_name
from ._source import load_target

_NAME = "cuboid_integrals"

_TARGET = r"""
#include "c_api.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is integrated, and how.  The programs of JAX that call it have its address. */
struct plan {
  int (*integrate_many)(const void *integrand, int64_t count, const double *lower, const double *upper,
                        int64_t box_stride, const void *userdata, int64_t userdata_stride,
                        const void *options, void **many);
  void (*many_free)(void *many);
  const double *(*many_value)(const void *many);
  const int *(*many_statuses)(const void *many);
  const char *(*many_message)(const void *many);
  const char *(*many_reason_of)(const void *many, int status);
  const char *(*last_error)(void);
  int (*tell)(int status, const char *what); /* of results that are not all converged; 1: fail */
  /* Makes the integrand of a text in C at its first parameters, where it looks for jumps; 1: trouble */
  int (*prepare)(struct plan *plan, const double *parameters);
  const void *integrand, *options; /* integrand: NULL: it is to be made */
  const double *lower, *upper;
  const char *remark;  /* what derivatives leave out; NULL: nothing */
  const char *trouble;
  int *overrun;        /* set by a text in C that goes beyond its components or axes; NULL: there is none */
  int64_t parameters, ncomp, arrays;
  const int64_t *sizes;      /* [arrays] numbers of an integral */
  const int64_t *const *from; /* [arrays][sizes] the component that each is; -1: it is 0 */
};

/* Of the process: a program that another one has compiled and kept has no plan here. */
int64_t cuboid_owner;

static XLA_FFI_Error *failure(XLA_FFI_CallFrame *frame, const char *message) {
  XLA_FFI_Error_Create_Args args;
  memset(&args, 0, sizeof args);
  args.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE;
  args.message = message;
  args.errc = XLA_FFI_Error_Code_INVALID_ARGUMENT;
  return frame->api->XLA_FFI_Error_Create(&args);
}

static int64_t attribute(const XLA_FFI_CallFrame *frame, const char *name) {
  int64_t i;
  for (i = 0; i < frame->attrs.size; ++i) {
    const XLA_FFI_ByteSpan *own = frame->attrs.names[i];
    if (own->len == strlen(name) && memcmp(own->ptr, name, own->len) == 0 &&
        frame->attrs.types[i] == XLA_FFI_AttrType_SCALAR)
      return *(const int64_t *)((const XLA_FFI_Scalar *)frame->attrs.attrs[i])->value;
  }
  return 0;
}

static double number_of(const XLA_FFI_Buffer *buffer, int64_t i) {
  return buffer->dtype == XLA_FFI_DataType_F32 ? ((const float *)buffer->data)[i]
                                               : ((const double *)buffer->data)[i];
}

static void put(const XLA_FFI_Buffer *buffer, int64_t i, double value) {
  if (buffer->dtype == XLA_FFI_DataType_F32)
    ((float *)buffer->data)[i] = (float)value;
  else
    ((double *)buffer->data)[i] = value;
}

static void store(const struct plan *plan, const XLA_FFI_CallFrame *frame, int64_t count,
                  const double *value) {
  int64_t k, i, j;
  for (k = 0; k < plan->arrays; ++k) {
    const XLA_FFI_Buffer *out = frame->rets.rets[k];
    const int64_t size = plan->sizes[k];
    for (i = 0; i < count; ++i)
      for (j = 0; j < size; ++j) {
        const int64_t from = plan->from[k][j];
        put(out, i * size + j, from < 0 ? 0 : value[i * plan->ncomp + from]);
      }
  }
}

static XLA_FFI_Error *integrate(XLA_FFI_CallFrame *frame, struct plan *plan, double *rows,
                                int64_t count) {
  const XLA_FFI_Buffer *p = frame->args.args[0];
  const int64_t n = plan->parameters;
  char sentence[128];
  const int *statuses;
  void *many = NULL;
  XLA_FFI_Error *error = NULL;
  int64_t i;
  int first;
  for (i = 0; i < count * n; ++i) {
    rows[i] = number_of(p, i);
    if (isfinite(rows[i])) continue;
    snprintf(sentence, sizeof sentence, "params: p%lld of integral %lld = %g is no number",
             (long long)(i % n), (long long)(i / n), rows[i]);
    return failure(frame, sentence);
  }
  if (plan->integrand == NULL && plan->prepare(plan, rows)) return failure(frame, plan->trouble);
  plan->integrate_many(plan->integrand, count, plan->lower, plan->upper, 0, rows,
                       n * (int64_t)sizeof(double), plan->options, &many);
  if (many == NULL) return failure(frame, plan->last_error());
  if (plan->overrun != NULL && *plan->overrun) {
    const int has_read = *plan->overrun == 2;
    *plan->overrun = 0;
    plan->many_free(many);
    return failure(frame, has_read
        ? "the source text reads beyond the last axis: give a pair of limits for each axis that it has"
        : "the source text sets more components than ncomp: give it the number that it has");
  }
  statuses = plan->many_statuses(many);
  for (i = 0; i + 1 < count && statuses[i] == 0; ++i) {}
  first = statuses[i];
  if (count == 1 && first < 0) {
    error = failure(frame, plan->many_reason_of(many, first));
    plan->many_free(many);
    return error;
  }
  store(plan, frame, count, plan->many_value(many));
  if (first != 0 && plan->tell(first, plan->many_message(many)))
    error = failure(frame, plan->many_message(many));
  else if (plan->remark != NULL && plan->tell(0, plan->remark))
    error = failure(frame, plan->remark);
  plan->many_free(many);
  return error;
}

/* Answers where only the version is asked for. */
static int has_told_version(XLA_FFI_CallFrame *frame) {
  XLA_FFI_Metadata_Extension *asked = (XLA_FFI_Metadata_Extension *)frame->extension_start;
  if (asked == NULL || asked->extension_base.type != XLA_FFI_Extension_Metadata) return 0;
  asked->metadata->api_version.major_version = XLA_FFI_API_MAJOR;
  asked->metadata->api_version.minor_version = XLA_FFI_API_MINOR;
  return 1;
}

XLA_FFI_Error *cuboid_target(XLA_FFI_CallFrame *frame) {
  struct plan *plan;
  const XLA_FFI_Buffer *p;
  XLA_FFI_Error *error;
  double *rows;
  int64_t count = 1, i;
  if (has_told_version(frame)) return NULL;
  if (attribute(frame, "owner") != cuboid_owner)
    return failure(frame, "the program was compiled by another process, whose integrals are not here");
  plan = (struct plan *)(intptr_t)attribute(frame, "plan");
  p = frame->args.args[0];
  for (i = 0; i + 1 < p->rank; ++i) count *= p->dims[i];
  if (count == 0) return NULL;
  rows = malloc((size_t)(count * plan->parameters) * sizeof *rows);
  if (rows == NULL) return failure(frame, "memory for the parameters is missing");
  error = integrate(frame, plan, rows, count);
  free(rows);
  return error;
}

/* Of the driver: memory on the GPU and on the host, and the stream of the copy. */
int (*cuboid_to_host)(void *to, uint64_t from, size_t bytes, void *stream);
int (*cuboid_to_device)(uint64_t to, const void *from, size_t bytes, void *stream);
int (*cuboid_wait)(void *stream);

static size_t bytes_of(const XLA_FFI_Buffer *buffer) {
  size_t bytes = buffer->dtype == XLA_FFI_DataType_F32 ? sizeof(float) : sizeof(double);
  int64_t i;
  for (i = 0; i < buffer->rank; ++i) bytes *= (size_t)buffer->dims[i];
  return bytes;
}

/* Calls cuboid_target with copies of a program's buffers: memory has room for them. */
static XLA_FFI_Error *with_copies(XLA_FFI_CallFrame *frame, void *stream, char *memory) {
  const size_t results = (size_t)frame->rets.size;
  XLA_FFI_Buffer *const copies = (XLA_FFI_Buffer *)memory, *const p = copies + results;
  void **const addresses = (void **)(p + 1);
  XLA_FFI_CallFrame on_host = *frame;
  XLA_FFI_Error *error;
  size_t k;
  memory = (char *)(addresses + results + 1);
  for (k = 0; k <= results; ++k) {
    copies[k] = *(const XLA_FFI_Buffer *)(k < results ? frame->rets.rets[k] : frame->args.args[0]);
    copies[k].data = memory;
    addresses[k] = &copies[k];
    memory += bytes_of(&copies[k]);
  }
  on_host.rets.rets = addresses;
  on_host.args.args = addresses + results;
  if (cuboid_to_host(p->data, (uint64_t)((XLA_FFI_Buffer *)frame->args.args[0])->data, bytes_of(p), stream) ||
      cuboid_wait(stream))
    return failure(frame, "the parameters could not be copied from the GPU");
  error = cuboid_target(&on_host);
  for (k = 0; k < results && error == NULL; ++k)
    if (cuboid_to_device((uint64_t)((XLA_FFI_Buffer *)frame->rets.rets[k])->data, copies[k].data,
                         bytes_of(&copies[k]), stream))
      error = failure(frame, "the results could not be copied to the GPU");
  return error;
}

/* The same in a program on a GPU, whose device is the current one. */
XLA_FFI_Error *cuboid_target_on_device(XLA_FFI_CallFrame *frame) {
  XLA_FFI_Stream_Get_Args asked;
  XLA_FFI_Error *error;
  size_t size;
  char *memory;
  int64_t k;
  if (has_told_version(frame)) return NULL;
  memset(&asked, 0, sizeof asked);
  asked.struct_size = XLA_FFI_Stream_Get_Args_STRUCT_SIZE;
  asked.ctx = frame->ctx;
  error = frame->api->XLA_FFI_Stream_Get(&asked);
  if (error != NULL) return error;
  size = bytes_of(frame->args.args[0]) + sizeof(XLA_FFI_Buffer) + sizeof(void *);
  for (k = 0; k < frame->rets.size; ++k)
    size += bytes_of(frame->rets.rets[k]) + sizeof(XLA_FFI_Buffer) + sizeof(void *);
  memory = malloc(size);
  if (memory == NULL) return failure(frame, "memory for the parameters is missing");
  error = with_copies(frame, asked.stream, memory);
  free(memory); /* The driver has taken what it copies. */
  return error;
}
"""

_TELL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_char_p)


@_TELL
def _tell(status: int, what: bytes) -> int:
    """Warns; other than 0, warnings are errors."""
    said = what.decode(errors="replace")
    try:
        warnings.warn(f"{status_name(status)}: {said}" if status else said, NotConverged, stacklevel=2)
    except NotConverged:  # Nothing may pass through C.
        return 1
    return 0


_PREPARE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_double))


@_PREPARE
def _prepare(address: int, parameters: Any) -> int:
    plan, make = _WAITING[address]
    try:
        integrand, opened = make([parameters[i] for i in range(plan.parameters)])
    except Exception as error:  # Nothing may pass through C.
        plan.trouble = str(error).encode()
        return 1
    _KEPT.append((integrand, opened))
    plan.remark = _remark_of(integrand)
    plan.integrand = opened.handle.value
    return 0


def _remark_of(integrand: Any) -> Optional[bytes]:
    return "; ".join(dict.fromkeys(filter(None, integrand.remarks))).encode() or None


_Address = ctypes.c_void_p


class _Plan(ctypes.Structure):
    """The struct plan of the target."""

    _fields_ = [
        *((name, _Address) for name in (
            "integrate_many", "many_free", "many_value", "many_statuses", "many_message",
            "many_reason_of", "last_error", "tell", "prepare", "integrand", "options", "lower", "upper",
        )),
        ("remark", ctypes.c_char_p),
        ("trouble", ctypes.c_char_p),
        ("overrun", _Address),
        *((name, ctypes.c_int64) for name in ("parameters", "ncomp", "arrays")),
        ("sizes", _Address),
        ("from_components", _Address),
    ]  # fmt: skip


# A program that JAX has compiled may be called as long as the process lives.
_KEPT: List[Any] = []
# By the address of a plan: it, and what makes its integrand.
_WAITING: Dict[int, Any] = {}


def call_of(
    text: str, limits: Any, options: Dict[str, Any], count: int, order: int, names: Names
) -> Optional[Callable[[Any, Any], Any]]:
    """The integrals of a text of so many parameters, and their derivatives up to an order, as
    a function of JAX of the parameters and the types of the results; None: Python has to be called.
    """
    owner = _owner()
    if owner is None:
        return None
    try:
        address = _plan_of(text, limits, options, count, order, names)
    except (ArgumentError, CompileError):  # Python says it with the numbers that there are then.
        return None
    attributes = {"plan": np.int64(address), "owner": np.int64(owner)}

    def call(p: Any, results: Any) -> Any:
        target = jax.ffi.ffi_call(_NAME, results, vmap_method="broadcast_all")
        return target(p, **attributes)

    return call


@functools.lru_cache(maxsize=None)
def _owner() -> Optional[int]:
    """Of the registered target; None: there is no compiler, or no jax.ffi."""
    if not hasattr(jax, "ffi"):
        return None
    header = os.path.join(jax.ffi.include_dir(), "xla", "ffi", "api", "c_api.h")
    try:
        library = load_target(header, _TARGET)
    except (CompileError, OSError):
        return None
    owner = secrets.randbits(62)
    ctypes.c_int64.in_dll(library, "cuboid_owner").value = owner
    jax.ffi.register_ffi_target(_NAME, jax.ffi.pycapsule(library.cuboid_target), platform="cpu")
    if _has_driver(library):
        jax.ffi.register_ffi_target(
            _NAME, jax.ffi.pycapsule(library.cuboid_target_on_device), platform="CUDA"
        )
    return owner


def _has_driver(library: ctypes.CDLL) -> bool:
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    for own, name in (
        ("to_host", "cuMemcpyDtoHAsync_v2"), ("to_device", "cuMemcpyHtoDAsync_v2"), ("wait", "cuStreamSynchronize")
    ):  # fmt: skip
        function = ctypes.cast(getattr(driver, name), ctypes.c_void_p)
        ctypes.c_void_p.in_dll(library, f"cuboid_{own}").value = function.value
    return True


def _plan_of(
    text: str, limits: Any, options: Dict[str, Any], count: int, order: int, names: Names
) -> int:
    asked, integrand, derivatives = jet_integrand(text, limits, count, order, options, names)
    chosen = asked.choices(integrand)
    handle = ctypes.c_void_p()
    _settings.set_all(handle, chosen)
    opened = integrand.open([])
    numbers = np.arange(integrand.ncomp, dtype=float).reshape(len(derivatives), -1)
    found = [row[0] if len(row) == 1 else row for row in numbers]
    arrays = [
        np.ascontiguousarray(one, dtype=np.int64).reshape(-1)
        for one in filled_jet(derivatives, found, count, order, -1.0)
    ]
    sizes = (ctypes.c_int64 * len(arrays))(*(one.size for one in arrays))
    components = (ctypes.c_void_p * len(arrays))(*(one.ctypes.data for one in arrays))
    functions = {
        name: ctypes.cast(getattr(LIBRARY, f"cuboid_{name}"), ctypes.c_void_p).value
        for name in (
            "integrate_many", "many_free", "many_value", "many_statuses", "many_message",
            "many_reason_of", "last_error",
        )
    }  # fmt: skip
    lower, upper = integrand.box.addresses
    plan = _Plan(
        **functions, tell=ctypes.cast(_tell, ctypes.c_void_p).value,
        prepare=ctypes.cast(_prepare, ctypes.c_void_p).value, integrand=opened.handle.value,
        options=handle.value, lower=lower, upper=upper, remark=_remark_of(integrand),
        parameters=count, ncomp=integrand.ncomp, arrays=len(arrays),
        sizes=ctypes.addressof(sizes), from_components=ctypes.addressof(components),
    )  # fmt: skip
    address = ctypes.addressof(plan)
    overrun = integrand.overrun
    if overrun is not None:  # It is one in C, of which so far only the form is known.
        plan.integrand, plan.overrun = None, ctypes.addressof(overrun)

        def make(parameters: List[float]) -> Any:
            made = jet_integrand(text, limits, count, order, options, names, parameters)[1]
            return made, made.open([])

        _WAITING[address] = plan, make
    _KEPT.append((plan, integrand, opened, handle, arrays, sizes, components))
    return address
