"""quadax: defaults with the relative accuracy asked for; compiled by JAX before the clock starts."""

import time

import jax
import jax.numpy as jnp
import numpy as np
import quadax
from problem import NotTaken

jax.config.update("jax_enable_x64", True)


def by(name):
    def run(problem, tolerance):
        if problem.kind != "box" or problem.helped or problem.ncomp > 1:
            raise NotTaken("boxes, one component, formulas that JAX takes")
        if (problem.ndim == 1) == (name == "cubegm"):
            raise NotTaken("its quadrature is for one dimension, its cubature for more")
        text = problem.row["formula_numpy"][0]
        plain = eval(f"lambda x: {text}", {**problem.names, "np": jnp})
        axes = [list(pair) for pair in problem.limits]
        for axis, values in problem.breaks:
            axes[axis] = sorted({*axes[axis], *values})
        intervals = [jnp.array(axis) for axis in axes]
        rule, of_box = getattr(quadax, name), name == "cubegm"
        f, interval = (plain, intervals) if of_box else (lambda t: plain(t[None]), intervals[0])
        compiled = jax.jit(lambda: rule(f, interval, epsabs=0.0, epsrel=tolerance))
        jax.block_until_ready(compiled())
        begin = time.perf_counter()
        value, info = jax.block_until_ready(compiled())
        seconds, neval = time.perf_counter() - begin, int(info.neval)
        # Its own count: under jit no call of Python can be counted.
        problem.said = {"seconds": seconds, "counts": (neval, neval, 0.0)}
        return [np.ravel(value)[0]], [np.ravel(info.err)[0]], int(info.status) == 0, f"status {int(info.status)}"

    return run


def contestants():
    return {name: by(name) for name in ("quadgk", "quadcc", "quadts", "cubegm")}
