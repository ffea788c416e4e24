"""Vegas, Suave, Divonne and Cuhre with Cuba's arguments, from libcuba beside the library: cuboid's own entries.

The arguments are those of the demo in Cuba's manual; maxeval, which has no default, is the arena's limit.
The box is mapped to the unit cube, as the manual asks.
"""

import ctypes
import os

from problem import NotTaken


def by(library, name):
    def run(problem, tolerance):
        if problem.kind != "box" or not problem.finite:
            raise NotTaken("finite boxes only")
        if name in ("Divonne", "Cuhre") and problem.ndim == 1:
            raise NotTaken("two dimensions or more")
        d, m, integer, real = problem.ndim, problem.ncomp, ctypes.c_int, ctypes.c_double
        volume, function = 1.0, problem.compiled
        for a, b in problem.limits:
            volume *= b - a
        if any(pair != (0.0, 1.0) for pair in problem.limits):
            lower, upper = ((real * d)(*side) for side in zip(*problem.limits))
            problem.library.arena_box(function, integer(d), lower, upper)
            function = problem.library.arena_from_cube
        value, error, prob = ((real * m)() for _ in range(3))
        regions, neval, fail, flags = integer(), integer(), integer(), integer(0 if name == "Vegas" else 4)
        common = [integer(d), integer(m), function, None, integer(1), real(tolerance), real(0)]
        most = integer(int(min(problem.max_points, 2e9)))
        ends = [ctypes.byref(neval), ctypes.byref(fail), value, error, prob]
        with_regions = [ctypes.byref(regions), *ends]
        if name == "Vegas":
            rest = [flags, integer(0), integer(0), most, *map(integer, (1000, 500, 1000, 0)), None, None, *ends]
        elif name == "Suave":
            rest = [flags, integer(0), integer(0), most, integer(1000), integer(2), real(25), None, None, *with_regions]
        elif name == "Divonne":
            rest = [flags, integer(0), integer(0), most, *map(integer, (47, 1, 1, 5)), real(0), real(10), real(0.25)]
            rest += [integer(0), integer(d), None, integer(0), None, None, None, *with_regions]
        else:
            rest = [flags, integer(0), most, integer(0), None, None, *with_regions]
        getattr(library, name)(*common, *rest)
        return [v * volume for v in value], [e * volume for e in error], fail.value == 0, f"fail {fail.value}"

    return run


def contestants():
    folder = os.path.dirname(os.environ["CUBOID_LIBRARY"])
    library = ctypes.CDLL(os.path.join(folder, "libcuba.so"))
    return {name: by(library, name) for name in ("Vegas", "Suave", "Divonne", "Cuhre")}
