"""cuboid with functions in C: defaults, and the accuracy; auto_thorough with the option probing, cuhre by name."""

import ctypes

from cuboid_numpy import by


def address(problem):
    return ctypes.cast(problem.compiled, ctypes.c_void_p).value


def contestants():
    return {
        "auto": by("auto", address),
        "auto_thorough": by("auto", address, probing="thorough"),
        **{name: by(name, address) for name in ("cuhre", "pagani", "lattice", "vegas_plus")},
    }
