"""A problem of the table as functions that count: of one point, of rows of points, and in C."""

import ctypes
import hashlib
import math
import os
import subprocess
import time

import helpers
import numpy as np
from translate import translated


class Limit(BaseException):
    """More points or seconds than the arena allows.  Not an Exception, so that no peer swallows it."""


class NotTaken(Exception):
    """The contestant has no way, by its documentation, to take this problem."""


def number(value):
    return float(value)  # "inf" and "-inf" are texts


class Problem:
    def __init__(self, row, max_points=math.inf, max_seconds=math.inf, library=None, index=0):
        self.row, self.ndim, self.ncomp, self.index = row, row["ndim"], row["ncomp"], index
        self.max_points, self.max_seconds, self.library = max_points, max_seconds, library
        region = row["region"]
        self.kind, self.breaks = region["kind"], region.get("breaks") or []
        if self.kind == "box":
            self.limits = [(number(a), number(b)) for a, b in zip(region["lower"], region["upper"])]
            self.finite = all(math.isfinite(v) for pair in self.limits for v in pair)
        names = {"d": self.ndim, **row["parameters"]}
        texts = row["formula_numpy"]
        self.helped = "ref_" in texts[0]
        self.names = {"np": np, "math": math, **helpers.FORMULAS, **names}
        self.vector = [compile(f"lambda x: {t}", row["id"], "eval") for t in texts]
        self.vector = [eval(code, self.names) for code in self.vector]
        plain = {**vars(math), "M_PI": math.pi, "INFINITY": math.inf, "tgamma": math.gamma, "fmin": min, "fmax": max}
        self.plain = plain | {"fabs": abs, **names, **helpers.FORMULAS}
        self.single = [eval(f"lambda x: {translated(t, arrays=False)}", self.plain) for t in row["formula_c"]]
        self.start()

    def moving_limits(self):
        """For each axis a function of the coordinates before it, the nearest first, as nquad wants it."""

        def of(*texts):
            lower, upper = (eval(f"lambda x: {translated(str(t), arrays=False)}", self.plain) for t in texts)
            return lambda *before: (float(lower(before[::-1])), float(upper(before[::-1])))

        return [of(*pair) for pair in zip(self.row["region"]["lower"], self.row["region"]["upper"])]

    def start(self):
        """Counts from here."""
        self.points = self.calls = 0
        self.inside = 0.0
        self.begin = time.process_time()
        if self.library:
            self.library.arena_start(
                ctypes.c_double(min(self.max_points, 1e18)), ctypes.c_double(min(self.max_seconds, 1e9))
            )

    def values(self, x):
        """Values of shape (ncomp, points) at x of shape (ndim, points), not counted."""
        with np.errstate(all="ignore"):
            return np.array([np.broadcast_to(f(x), x.shape[1]) for f in self.vector], dtype=float)

    def count(self, points, begin):
        now = time.perf_counter()
        self.points += points
        self.calls += 1
        self.inside += now - begin
        if self.points > self.max_points:
            raise Limit("points")
        if time.process_time() - self.begin > self.max_seconds:
            raise Limit("seconds")

    def columns(self, x):
        """x of shape (ndim, points) to (points,), or (ncomp, points)."""
        begin = time.perf_counter()
        found = self.values(x)
        self.count(x.shape[1], begin)
        return found[0] if self.ncomp == 1 else found

    def rows(self, x):
        """x of shape (points, ndim) to (points,), or (points, ncomp)."""
        return self.columns(np.ascontiguousarray(np.asarray(x).T)).T

    def point(self, *x):
        """One point to a float."""
        begin = time.perf_counter()
        try:
            if self.helped:
                raise ValueError("functions of arrays only")
            value = float(self.single[0](x))
        except (ArithmeticError, ValueError, TypeError):  # where C has inf or NaN
            value = float(self.values(np.array(x, dtype=float).reshape(-1, 1))[0, 0])
        self.count(1, begin)
        return value

    @property
    def compiled(self):
        """The address of the integrand in C with Cuba's arguments."""
        return getattr(self.library, f"arena_f{self.index}")

    def counted(self):
        """Calls, points and seconds inside, whoever counted."""
        if not self.points and self.library:
            c = self.counts_in_c()
            return int(c[3]), int(c[0]), c[2]
        return self.calls, self.points, self.inside

    def counts_in_c(self):
        """Points, what limit is met (1: points, 2: seconds), seconds inside and calls, of the functions in C."""
        c = (ctypes.c_double * 4)()
        self.library.arena_counts(c)
        return c


def declared(name, value):
    """A parameter as a constant of C."""
    shape = np.shape(value)
    if not shape:
        return f"static const double {name} = {float(value)!r};"
    lists = ", ".join("{" + ", ".join(repr(float(v)) for v in np.ravel(part)) + "}" for part in value)
    if len(shape) == 1:
        lists = ", ".join(repr(float(v)) for v in value)
    sizes = "".join(f"[{n}]" for n in shape)
    return f"static const double {name}{sizes} = {{{lists}}};"


def body_in_c(row):
    constants = " ".join(declared(n, v) for n, v in row["parameters"].items())
    return constants + "\n  " + " ".join(f"f[{k}] = {t};" for k, t in enumerate(row["formula_c"]))


def text_in_c(row, name="f"):
    """The problem alone as a function of C with Cuba's arguments."""
    return f"""#include <math.h>
#define REF_FN static inline
{row.get("helpers_c") or ""}
int {name}(const int *n_, const double x[], const int *m_, double f[], void *user_) {{
  const int d = {row["ndim"]}; (void)d;
  {body_in_c(row)}
  return 0;
}}
"""


COUNTING = """
#include <math.h>
#include <time.h>
#define REF_FN static inline
static double points, calls, inside, max_points, deadline;
static int late;
static double of(clockid_t c) { struct timespec t; clock_gettime(c, &t); return t.tv_sec + 1e-9*t.tv_nsec; }
static double now(void) { return of(CLOCK_MONOTONIC); }
void arena_start(double limit, double seconds) {
  points = calls = inside = late = 0; max_points = limit; deadline = of(CLOCK_PROCESS_CPUTIME_ID) + seconds;
}
void arena_start_(double *limit, double *seconds) { arena_start(*limit, *seconds); }
void arena_counts(double *c) {
  c[0] = points; c[1] = points > max_points ? 1 : late ? 2 : 0; c[2] = inside; c[3] = calls ? calls : points;
}
typedef int integrand(const int *, const double x[], const int *, double f[], void *);
static integrand *in_box;
static double origin[64], extent[64];
void arena_box(integrand *f, int d, const double *a, const double *b) {
  in_box = f;
  for (int i = 0; i < d; ++i) { origin[i] = a[i]; extent[i] = b[i] - a[i]; }
}
int arena_from_cube(const int *n, const double u[], const int *m, double f[], void *user) {
  double x[64];
  for (int i = 0; i < *n; ++i) x[i] = origin[i] + extent[i] * u[i];
  return in_box(n, x, m, f, user);
}
"""
COUNTED = """
int arena_f%d(const int *n_, const double x[], const int *m_, double f[], void *user_) {
  const double begin_ = now();
  const int d = %d; (void)d;
  %s
  inside += now() - begin_; points += 1;
  if (!((long)points & 255)) late |= of(CLOCK_PROCESS_CPUTIME_ID) > deadline;
  return points > max_points || late ? -999 : 0;
}
double arena_g%d(double t_) { double f_[64]; return arena_f%d(0, &t_, 0, f_, 0) ? NAN : f_[0]; }
"""
ROWS = """
static integrand *const all[] = {%s};
void arena_rows(int *problem, int *n, int *d, int *m, double *x, double *f) {
  calls += 1;
  for (int i = 0; i < *n; ++i) if (all[*problem](d, x + i * *d, m, f + i * *m, 0)) f[i * *m] = NAN;
}
"""


def library_of(rows, folder):
    """All integrands in one library, compiled once, and its path."""
    text = [COUNTING, *sorted({r["helpers_c"] for r in rows if r.get("helpers_c")})]
    for i, row in enumerate(rows):
        text.append(COUNTED % (i, row["ndim"], body_in_c(row), i, i))
    text.append(ROWS % ", ".join(f"arena_f{i}" for i in range(len(rows))))
    source = "\n".join(text)
    name = os.path.join(folder, f"integrands-{hashlib.sha256(source.encode()).hexdigest()[:12]}")
    if not os.path.exists(name + ".so"):
        os.makedirs(folder, exist_ok=True)
        own = f"{name}-{os.getpid()}"
        with open(own + ".c", "w") as file:
            file.write(source)
        command = ["cc", "-O2", "-w", "-shared", "-fPIC", "-ffp-contract=off", "-o", own + ".so", own + ".c", "-lm"]
        subprocess.run(command, check=True)
        os.rename(own + ".so", name + ".so")
        os.remove(own + ".c")
    return name + ".so"
