"""R's package cubature, in a process of R's own: hcubature, pcubature, and Cuba as the package carries it.

Defaults but for the relative accuracy, no absolute one, and vectors of points. R calls the arena's library of
integrands, which counts.
"""

import math
import re
import shutil
import subprocess

from problem import Limit, NotTaken

SCRIPT = """
suppressMessages(library(cubature)); dyn.load("LIBRARY"); d <- DIM; m <- COMP
invisible(.C("arena_start_", POINTS, SECONDS))
f <- function(x, ...) { n <- length(x) / d
  matrix(.C("arena_rows", INDEXL, as.integer(n), as.integer(d), as.integer(m), as.double(x), double(n * m))[[6]], m) }
begin <- proc.time()[[3]]
r <- CALL
seconds <- proc.time()[[3]] - begin
counts <- .C("arena_counts", double(3))[[1]]
code <- if (is.null(r$returnCode)) 0 else r$returnCode
cat("ARENA", seconds, counts, code, format(c(r$integral, r$error), digits = 17), "\\n")
"""
PEERS = "relTol = TOL, absTol = 0, nVec = 1024L"


def by(name):
    def run(problem, tolerance):
        if problem.kind != "box" or (not problem.finite and name == "hcubature_"):
            raise NotTaken("boxes only")
        if name in ("hcubature", "pcubature"):
            call = f"{name}(f, LOWER, UPPER, fDim = m, tol = TOL, absError = 0, vectorInterface = TRUE)"
        else:
            call = f"{name}(f, m, LOWER, UPPER, {PEERS})"
        if not problem.finite:
            raise NotTaken("finite boxes only")
        if problem.ndim == 1 and name in ("cuhre", "divonne"):
            raise NotTaken("two dimensions or more")
        ends = [f"c({', '.join(repr(v) for v in side)})" for side in zip(*problem.limits)]
        words = {"CALL": call, "LIBRARY": problem.library_path, "DIM": problem.ndim, "COMP": problem.ncomp}
        words |= {"POINTS": f"{problem.max_points:.0f}", "SECONDS": repr(problem.max_seconds)}
        words |= {"INDEX": problem.index, "LOWER": ends[0], "UPPER": ends[1], "TOL": repr(tolerance)}
        script = SCRIPT
        for key, value in words.items():
            script = re.sub(rf"\b{key}(?=L?\b)", lambda _, v=str(value): v, script)
        try:
            done = subprocess.run(
                ["Rscript", "--vanilla", "-e", script], capture_output=True, text=True, timeout=problem.max_seconds + 5
            )
        except subprocess.TimeoutExpired:
            raise Limit("seconds") from None
        line = next((s for s in done.stdout.splitlines() if s.startswith("ARENA")), None)
        if not line:
            raise RuntimeError(done.stderr[-200:])
        seconds, points, limit, inside, code, *numbers = [float(w.replace("NA", "nan")) for w in line.split()[1:]]
        problem.said = {"seconds": seconds, "counts": (points, points, inside)}
        if limit:
            raise Limit("points or seconds")
        values, errors = numbers[: problem.ncomp], numbers[problem.ncomp :]
        met = code == 0 and all(e <= tolerance * abs(v) and math.isfinite(v) for v, e in zip(values, errors))
        return values, errors, met, f"code {code:.0f}"

    return run


def contestants():
    names = ("hcubature", "pcubature", "cuhre", "vegas", "suave", "divonne")
    if not shutil.which("Rscript"):
        return dict.fromkeys(names, "there is no Rscript")
    found = subprocess.run(["Rscript", "--vanilla", "-e", "library(cubature)"], capture_output=True)
    return {name: by(name) if found.returncode == 0 else "R has no package cubature" for name in names}
