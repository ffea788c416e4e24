"""GSL: QAGS with its kin for infinite ranges and known breaks, CQUAD, and its Monte Carlo routines.

A program of its own, compiled when this begins, holds GSL (GPL); it calls the arena's library of integrands, which
counts. QAGS has the workspace of 1000 of the manual's example and CQUAD its 100; VEGAS and MISER, which have no
accuracy, are called as in the manual's example (VEGAS: warm-up of a fiftieth, then passes until chi-squared is
within .5 of 1), with eight times the calls until the error meets the request.
"""

import os
import subprocess
import tempfile

from problem import NotTaken

SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gsl_routines.c")
COMMAND = ["cc", "-O2", "-w", SOURCE, "-lgsl", "-lgslcblas", "-lm", "-ldl", "-o"]


class Program:
    """The program, which answers a line with a line; started again after it is gone."""

    def __init__(self):
        self.path, self.child = os.path.join(tempfile.mkdtemp(), "gsl"), None
        done = subprocess.run([*COMMAND, self.path], capture_output=True, text=True)
        self.missing = done.stderr.strip().splitlines()[:1] if done.returncode else None

    def ask(self, library, line):
        if not self.child or self.child.poll() is not None:
            self.child = subprocess.Popen(
                [self.path, library], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        found = self.child.stdout.readline().split()
        if not found:
            raise RuntimeError(f"ended with status {self.child.wait()}")
        return [float(word) for word in found]


def by(program, name):
    def run(problem, tolerance):
        if problem.kind != "box" or problem.ncomp > 1:
            raise NotTaken("boxes, one component")
        if name in ("qags", "cquad") and (problem.ndim > 1 or (name == "cquad" and not problem.finite)):
            raise NotTaken("one dimension, and CQUAD finite ranges")
        if name in ("vegas", "miser") and not problem.finite:
            raise NotTaken("finite boxes")
        breaks = [v for _, values in problem.breaks for v in values] if name == "qags" and problem.finite else []
        ends = [v for pair in problem.limits for v in pair]
        words = [name, problem.index, problem.ndim, len(breaks), tolerance, problem.max_points, problem.max_seconds]
        found = program.ask(problem.library_path, " ".join(map(str, [*words, *ends, *breaks])))
        value, error, code, met, points, calls, seconds, inside = found
        problem.said = {"seconds": seconds, "counts": (calls, points, inside)}
        return [value], [error], code == 0 and met, f"status {code:.0f}"

    return run


def contestants():
    program, names = Program(), ("qags", "cquad", "vegas", "miser")
    return {name: f"does not compile: {program.missing}" if program.missing else by(program, name) for name in names}
