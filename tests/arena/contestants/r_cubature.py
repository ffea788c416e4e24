"""R's package cubature, in a process of R's own: hcubature, pcubature, and Cuba as the package carries it.

Defaults but for the relative accuracy, no absolute one, and vectors of points. R calls the arena's library of
integrands, which counts.
"""

import math
import os
import selectors
import shutil
import subprocess

from problem import Limit, NotTaken

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "r_cubature.R")


class R:
    """R, asked again and again; started again after it is gone."""

    child = None

    def ask(self, problem, line):
        if not self.child:
            pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
            self.child = subprocess.Popen(["R", "--vanilla", "--no-echo"], text=True, bufsize=1, **pipes)
            self.child.stdin.write(f'source("{SCRIPT}"); dyn.load("{problem.library_path}")\n')
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        with selectors.DefaultSelector() as selector:
            selector.register(self.child.stdout, selectors.EVENT_READ)
            found = self.child.stdout.readline() if selector.select(3 * problem.max_seconds + 5) else None
        if not found:
            self.child.kill()
            self.child.wait()
            self.child = None
            raise Limit("seconds") if found is None else RuntimeError("R ended")
        return [float(w.replace("NA", "nan")) for w in found.split()]


def by(program, name):
    def run(problem, tolerance):
        if problem.kind != "box" or not problem.finite:
            raise NotTaken("finite boxes only")
        if problem.ndim == 1 and name in ("cuhre", "divonne"):
            raise NotTaken("two dimensions or more")
        ends = [f"c({', '.join(repr(v) for v in side)})" for side in zip(*problem.limits)]
        words = [f'"{name}"', problem.index, problem.ndim, problem.ncomp, *ends, repr(tolerance)]
        words += [repr(float(problem.max_points)), repr(float(problem.max_seconds))]
        line = f"ask({', '.join(map(str, words))})"
        seconds, share, points, limit, inside, calls, code, *numbers = program.ask(problem, line)
        problem.said = {"seconds": seconds, "counts": (calls, points, inside * share)}
        if limit:
            raise Limit(("points", "seconds")[int(limit) - 1])
        values, errors = numbers[: problem.ncomp], numbers[problem.ncomp :]
        met = code == 0 and all(e <= tolerance * abs(v) and math.isfinite(v) for v, e in zip(values, errors))
        return values, errors, met, f"code {code:.0f}"

    return run


def contestants():
    names = ("hcubature", "pcubature", "cuhre", "vegas", "suave", "divonne")
    if not shutil.which("R"):
        return dict.fromkeys(names, "there is no R")
    found = subprocess.run(["R", "--vanilla", "--no-echo", "-e", "library(cubature)"], capture_output=True)
    return {name: by(R(), name) if found.returncode == 0 else "R has no package cubature" for name in names}
