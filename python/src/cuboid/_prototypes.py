"""The statuses, callbacks and functions of cuboid.h.

Written by python/generate from cuboid.h: change the header, not this file.
"""

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_size_t, c_void_p
from typing import Any, Dict, Tuple

CONVERGED = 0
NOT_CONVERGED = 1
CANCELLED = 2
TIME_LIMIT = 3
BAD_NDIM = -1
BAD_NCOMP = -2
BAD_ARGUMENT = -3
NONFINITE = -4
OUT_OF_MEMORY = -5
WORKER_LOST = -6
EXCEPTION = -9
NOT_COMPILED = -10
NO_DEVICE = -11
DEVICE_FAILED = -12
COMPILE_FAILED = -13
DISAGREE = -14
INTERNAL = -98
ABORTED = -99


class ProgressStructure(ctypes.Structure):
    """cuboid_progress."""

    _fields_ = [
        ("size", c_int64),
        ("method", c_char_p),
        ("phase", c_char_p),
        ("iterations", c_int64),
        ("evaluations", c_int64),
        ("maxeval", c_int64),
        ("nregions", c_int64),
        ("seconds", c_double),
        ("rate", c_double),
        ("seconds_left", c_double),
        ("share", c_double),
        ("share_relative", c_double),
        ("share_absolute", c_double),
        ("ncomp", c_int64),
        ("value", POINTER(c_double)),
        ("error", POINTER(c_double)),
    ]


LOG = ctypes.CFUNCTYPE(None, c_void_p, c_int, c_char_p)
PROGRESS = ctypes.CFUNCTYPE(c_int, c_void_p, POINTER(ProgressStructure))
TRACE = ctypes.CFUNCTYPE(None, c_char_p, c_void_p)
DEVICE_BATCH = ctypes.CFUNCTYPE(
    c_int,
    c_int,
    c_void_p,
    c_int,
    c_void_p,
    c_int64,
    c_void_p,
    c_void_p,
)
DEVICE_MANY_BATCH = ctypes.CFUNCTYPE(
    c_int,
    c_int,
    c_void_p,
    c_int,
    c_void_p,
    c_int64,
    c_void_p,
    c_void_p,
    c_void_p,
)

# Name: what it returns, and what it takes.
PROTOTYPES: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {
    "cuboid_version": (c_char_p, ()),
    "cuboid_status_text": (c_char_p, (c_int,)),
    "cuboid_status_name": (c_char_p, (c_int,)),
    "cuboid_last_error": (c_char_p, ()),
    "cuboid_integrand_create": (c_int, (POINTER(c_void_p), c_int, c_int, c_void_p, c_void_p)),
    "cuboid_integrand_from_distances": (c_int, (POINTER(c_void_p), c_int, c_void_p, c_void_p)),
    "cuboid_integrand_free": (None, (c_void_p,)),
    "cuboid_integrand_set_thread_safe": (c_int, (c_void_p, c_int)),
    "cuboid_integrand_from_expression": (c_int, (
        POINTER(c_void_p),
        POINTER(c_int),
        c_int,
        c_char_p,
        c_char_p,
        c_void_p,
    )),
    "cuboid_integrand_remark": (c_char_p, (c_void_p, c_int)),
    "cuboid_domain_free": (None, (c_void_p,)),
    "cuboid_domain_box": (c_int, (
        POINTER(c_void_p),
        c_int,
        c_void_p,
        c_void_p,
        c_void_p,
        c_void_p,
        c_void_p,
    )),
    "cuboid_domain_diagonal": (c_int, (POINTER(c_void_p), c_double, c_double)),
    "cuboid_domain_around_points": (c_int, (
        POINTER(c_void_p),
        c_int,
        c_void_p,
        c_void_p,
        c_int,
        c_void_p,
    )),
    "cuboid_domain_from_expressions": (c_int, (
        POINTER(c_void_p),
        c_int,
        POINTER(c_char_p),
        POINTER(c_char_p),
        c_char_p,
        c_int,
        c_void_p,
    )),
    "cuboid_domain_cut_by_expressions": (c_int, (
        POINTER(c_void_p),
        c_int,
        POINTER(c_char_p),
        POINTER(c_char_p),
        c_void_p,
        POINTER(c_char_p),
        c_char_p,
        c_int,
        c_void_p,
    )),
    "cuboid_domain_image_by_expressions": (c_int, (
        POINTER(c_void_p),
        c_int,
        c_void_p,
        POINTER(c_char_p),
        c_char_p,
        c_int,
        c_void_p,
    )),
    "cuboid_domain_from_function": (c_int, (POINTER(c_void_p), c_int, c_void_p, c_void_p)),
    "cuboid_domain_simplex": (c_int, (POINTER(c_void_p), c_int, c_void_p, c_int)),
    "cuboid_domain_ball": (c_int, (POINTER(c_void_p), c_int, c_void_p, c_double, c_double)),
    "cuboid_domain_sphere": (c_int, (POINTER(c_void_p), c_int, c_void_p, c_double)),
    "cuboid_domain_product": (c_int, (POINTER(c_void_p), c_void_p, c_void_p)),
    "cuboid_domain_image": (c_int, (POINTER(c_void_p), c_void_p, c_void_p, c_void_p)),
    "cuboid_domain_union": (c_int, (POINTER(c_void_p), c_int, POINTER(c_void_p))),
    "cuboid_domain_with_ends": (c_int, (POINTER(c_void_p), c_void_p, c_void_p)),
    "cuboid_domain_where": (c_int, (POINTER(c_void_p), c_void_p, c_void_p, c_int64, c_int)),
    "cuboid_domain_ndim": (c_int, (c_void_p,)),
    "cuboid_domain_cube_ndim": (c_int, (c_void_p,)),
    "cuboid_domain_map": (c_int, (c_void_p, c_int64, c_void_p, c_void_p, c_void_p)),
    "cuboid_integrand_on_domain": (c_int, (POINTER(c_void_p), c_void_p, c_void_p)),
    "cuboid_integrand_gradient_from_expression": (c_int, (
        POINTER(c_void_p),
        POINTER(c_int),
        c_int,
        c_char_p,
        c_char_p,
        c_void_p,
        c_int,
        c_void_p,
        c_void_p,
    )),
    "cuboid_integrand_derivatives_from_expression": (c_int, (
        POINTER(c_void_p),
        POINTER(c_int),
        c_int,
        c_char_p,
        c_char_p,
        c_void_p,
        c_int,
        c_int,
        c_void_p,
        c_void_p,
    )),
    "cuboid_integrand_gradient_from_duals": (c_int, (
        POINTER(c_void_p),
        c_int,
        c_int,
        c_void_p,
        c_char_p,
        c_int,
        c_void_p,
        c_int,
        c_void_p,
        c_void_p,
    )),
    "cuboid_integrand_from_cuda_source": (c_int, (
        POINTER(c_void_p),
        c_int,
        c_int,
        c_char_p,
        c_char_p,
        c_void_p,
        c_int64,
    )),
    "cuboid_integrand_from_cuda_image": (c_int, (
        POINTER(c_void_p),
        c_int,
        c_int,
        c_void_p,
        c_int64,
        c_char_p,
        c_void_p,
        c_int64,
    )),
    "cuboid_integrand_from_device_batch": (c_int, (
        POINTER(c_void_p),
        c_int,
        c_int,
        DEVICE_BATCH,
        c_void_p,
    )),
    "cuboid_integrand_from_device_many_batch": (c_int, (
        POINTER(c_void_p),
        c_int,
        c_int,
        DEVICE_MANY_BATCH,
        c_void_p,
    )),
    "cuboid_integrand_from_kernels": (c_int, (
        POINTER(c_void_p),
        c_int,
        c_int,
        c_void_p,
        c_int64,
        c_char_p,
        c_void_p,
        c_char_p,
    )),
    "cuboid_register": (c_int, (c_void_p, c_void_p)),
    "cuboid_unregister": (c_int, (c_void_p,)),
    "cuboid_device": (c_int, (POINTER(c_char_p),)),
    "cuboid_use_communicator": (c_int, (c_void_p, c_size_t)),
    "cuboid_options_create": (c_int, (POINTER(c_void_p),)),
    "cuboid_options_free": (None, (c_void_p,)),
    "cuboid_options_set_integer": (c_int, (c_void_p, c_char_p, c_int64)),
    "cuboid_options_set_real": (c_int, (c_void_p, c_char_p, c_double)),
    "cuboid_options_set_text": (c_int, (c_void_p, c_char_p, c_char_p)),
    "cuboid_options_get_integer": (c_int, (c_void_p, c_char_p, c_void_p)),
    "cuboid_options_get_real": (c_int, (c_void_p, c_char_p, c_void_p)),
    "cuboid_options_get_text": (c_int, (c_void_p, c_char_p, POINTER(c_char_p))),
    "cuboid_options_set_log": (c_int, (c_void_p, LOG, c_void_p)),
    "cuboid_options_set_cancel": (c_int, (c_void_p, c_void_p)),
    "cuboid_options_set_progress": (c_int, (c_void_p, PROGRESS, c_void_p, c_double)),
    "cuboid_options_set_trace": (c_int, (c_void_p, c_char_p, TRACE, c_void_p)),
    "cuboid_options_set_communicator": (c_int, (c_void_p, c_void_p, c_size_t)),
    "cuboid_options_set_sample_sink": (c_int, (c_void_p, c_void_p, c_void_p)),
    "cuboid_options_set_start": (c_int, (c_void_p, c_void_p)),
    "cuboid_options_count": (c_int, ()),
    "cuboid_options_name": (c_char_p, (c_int,)),
    "cuboid_options_kind": (c_char_p, (c_int,)),
    "cuboid_options_help": (c_char_p, (c_int,)),
    "cuboid_options_level": (c_char_p, (c_int,)),
    "cuboid_methods_count": (c_int, ()),
    "cuboid_methods_name": (c_char_p, (c_int,)),
    "cuboid_methods_help": (c_char_p, (c_int,)),
    "cuboid_methods_options": (c_char_p, (c_int,)),
    "cuboid_methods_min_ndim": (c_int, (c_int,)),
    "cuboid_methods_max_ndim": (c_int, (c_int, c_int)),
    "cuboid_methods_max_ncomp": (c_int, (c_int, c_int)),
    "cuboid_integrate": (c_int, (c_void_p, c_void_p, c_void_p, c_void_p, POINTER(c_void_p))),
    "cuboid_result_free": (None, (c_void_p,)),
    "cuboid_result_status": (c_int, (c_void_p,)),
    "cuboid_result_message": (c_char_p, (c_void_p,)),
    "cuboid_result_reasons": (c_char_p, (c_void_p,)),
    "cuboid_result_method": (c_char_p, (c_void_p,)),
    "cuboid_result_ncomp": (c_int, (c_void_p,)),
    "cuboid_result_value": (POINTER(c_double), (c_void_p,)),
    "cuboid_result_error": (POINTER(c_double), (c_void_p,)),
    "cuboid_result_chi2": (POINTER(c_double), (c_void_p,)),
    "cuboid_result_prob": (POINTER(c_double), (c_void_p,)),
    "cuboid_result_covariance": (POINTER(c_double), (c_void_p,)),
    "cuboid_result_dof": (c_int64, (c_void_p,)),
    "cuboid_result_neval": (c_int64, (c_void_p,)),
    "cuboid_result_nregions": (c_int64, (c_void_p,)),
    "cuboid_result_niterations": (c_int64, (c_void_p,)),
    "cuboid_result_left_out": (c_int64, (c_void_p,)),
    "cuboid_result_probed": (c_int64, (c_void_p,)),
    "cuboid_result_trusted": (c_int, (c_void_p,)),
    "cuboid_result_nonfinite": (c_int64, (c_void_p,)),
    "cuboid_combine": (c_int, (c_int64, POINTER(c_void_p), POINTER(c_void_p))),
    "cuboid_integrate_many": (c_int, (
        c_void_p,
        c_int64,
        c_void_p,
        c_void_p,
        c_int64,
        c_void_p,
        c_int64,
        c_void_p,
        POINTER(c_void_p),
    )),
    "cuboid_many_free": (None, (c_void_p,)),
    "cuboid_many_status": (c_int, (c_void_p,)),
    "cuboid_many_message": (c_char_p, (c_void_p,)),
    "cuboid_many_method": (c_char_p, (c_void_p,)),
    "cuboid_many_count": (c_int64, (c_void_p,)),
    "cuboid_many_ncomp": (c_int, (c_void_p,)),
    "cuboid_many_value": (POINTER(c_double), (c_void_p,)),
    "cuboid_many_error": (POINTER(c_double), (c_void_p,)),
    "cuboid_many_prob": (POINTER(c_double), (c_void_p,)),
    "cuboid_many_statuses": (POINTER(c_int), (c_void_p,)),
    "cuboid_many_neval": (POINTER(c_int64), (c_void_p,)),
    "cuboid_many_number_of": (c_int64, (c_void_p, c_int)),
    "cuboid_many_first_of": (c_int64, (c_void_p, c_int)),
    "cuboid_many_reason_of": (c_char_p, (c_void_p, c_int)),
    "cuboid_many_seconds": (c_double, (c_void_p,)),
}
