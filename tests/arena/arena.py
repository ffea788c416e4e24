"""Integrators on the same integrals, scored by what they claim.

    arena.py [--quick] [--share N] [--only TEXT] [--jobs N] [--seconds S] [--rows FILE] [--list]

Rows are added to a CSV file as they come: a second run goes on where the first was stopped. score.py and
page.py read it. --quick takes the problems whose number divides by 100; --share N those that divide by N.
"""

import argparse
import concurrent.futures
import csv
import json
import os
import selectors
import signal
import subprocess
import sys
import threading
import time

from problem import library_of
from table import HERE, table

TOLERANCES = (1e-3, 1e-6, 1e-9)
# Module of the folder contestants, and the contestants in it.
CONTESTANTS = {
    "cuboid_numpy": ["auto", "cuhre", "pagani", "vegas", "suave", "divonne", "vegas_plus", "m_cubes", "lattice", "line"],
    "cuboid_c": ["auto", "auto_thorough", "cuhre", "pagani", "lattice", "vegas_plus"],
    "cuboid_gpu": ["auto", "pagani", "vegas_plus", "lattice"],
    "cuba_entries": ["Vegas", "Suave", "Divonne", "Cuhre"],
    "scipy_integrate": ["quad", "nquad", "cubature", "qmc_quad", "tanhsinh"],
    "vegas_lepage": ["vegas"],
    "quadax_jax": ["quadgk", "quadcc", "quadts", "cubegm"],
    "gsl_routines": ["qags", "cquad", "vegas", "miser"],
    "torchquad_vegas": ["vegas"],
    "boost_math": ["gauss_kronrod", "tanh_sinh"],
    "r_cubature": ["hcubature", "pcubature", "cuhre", "vegas", "suave", "divonne"],
    "mpmath_quad": ["quad"],
    "qmcpy_sobol": ["CubQMCNetG", "CubQMCLatticeG"],
    "recorded_gpu": ["pagani", "m_cubes", "cuvegas"],
}
LEFT_OUT = {"pySecDec qmc": "wants a C++ package to be generated and compiled for each integrand"}
COLUMNS = ["contestant", "problem", "tolerance", "ended", "claimed", "value", "error", "points", "calls", "seconds"]
COLUMNS += ["inside", "note"]


class Process:
    """A contestant's process, started again after it had to be killed."""

    extra_patience = 10  # for what a peer compiles before the clock starts

    def __init__(self, module, name, options, library, problems=None):
        self.command = [sys.executable, os.path.join(HERE, "worker.py"), module, name, str(options.points)]
        self.command += [str(options.seconds), str(options.gigabytes), library, *([problems] if problems else [])]
        self.patience = 4 * options.seconds + self.extra_patience  # of the wall, where others work beside it
        self.child = None

    def start(self):
        environment = {**os.environ, "CUBACORES": "0", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self.child = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            start_new_session=True, env=environment,
        )  # fmt: skip
        return self.line(120)

    def line(self, seconds):
        """Its next line; or how it ended, and it is gone."""
        with selectors.DefaultSelector() as selector:
            selector.register(self.child.stdout, selectors.EVENT_READ)
            text = self.child.stdout.readline() if selector.select(seconds) else None
        if text:
            return json.loads(text)
        self.stop()
        if text is None:
            return {"ended": "out of time", "note": f"killed after {seconds:g} s", "seconds": seconds}
        return {"ended": "crashed", "note": f"status {self.child.returncode}"}

    def ask(self, index, tolerance):
        if not self.child and not self.start().get("ready"):
            return {"ended": "crashed", "note": "did not start"}
        try:
            self.child.stdin.write(json.dumps([index, tolerance]) + "\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            pass
        found = self.line(self.patience)
        if found["ended"] in ("out of time", "crashed"):
            self.child = None
        return found

    def stop(self):
        if self.child:
            try:
                os.killpg(self.child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            self.child.wait()
            self.child.stdin.close()
            self.child.stdout.close()


class Rows:
    """The CSV file; what stands in it is not run again."""

    def __init__(self, path):
        os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        self.done, self.lock = set(), threading.Lock()
        fresh = not os.path.exists(path)
        if not fresh:
            with open(path, newline="") as file:
                self.done = {(r["contestant"], r["problem"], float(r["tolerance"])) for r in csv.DictReader(file)}
        self.file = open(path, "a", newline="")
        self.writer = csv.DictWriter(self.file, COLUMNS, restval="", extrasaction="ignore")
        if fresh:
            self.writer.writeheader()

    def add(self, row):
        row = {k: ";".join(map(repr, v)) if isinstance(v, list) else v for k, v in row.items()}
        row["note"] = " ".join(row.get("note", "").split())
        with self.lock:
            self.writer.writerow(row)
            self.file.flush()


def spent(found, options):
    """Whether an answer without a claim took all that there was, as a tighter request then would."""
    if found["ended"] in ("limit", "out of time"):
        return True
    return not found.get("claimed") and found.get("points", 0) > 0.85 * options.points


def compete(module, name, chosen, options, library, rows, problems=None):
    """One contestant on all problems that are chosen."""
    package = {"cuboid_c": "cuboid C", "cuboid_gpu": "cuboid GPU"}.get(module, module.split("_")[0])
    title = f"{package} {name}"
    rows_left = [(i, row, t) for i, row in chosen for t in TOLERANCES if (title, row["id"], t) not in rows.done]
    if not rows_left:
        return
    process = Process(module, name, options, library, problems)
    begin, ready = time.time(), process.start()
    if not ready.get("ready"):
        print(f"{title}: skipped: {ready.get('note')}", flush=True)
        process.stop()
        return
    refused = {}
    for index, row, tolerance in rows_left:
        found = refused.get(index) or process.ask(index, tolerance)
        if found["ended"] == "not taken":
            refused[index] = found
        elif options.spare and spent(found, options) and index not in refused:
            refused[index] = {**found, "note": f"{found.get('note', '')} (as at {tolerance:g}, not asked)"}
        rows.add({"contestant": title, "problem": row["id"], "tolerance": tolerance, **found})
    process.stop()
    took, loaded = time.time() - begin, ready["seconds"]
    print(f"{title}: {len(rows_left)} rows in {took:.0f} s, ready after {loaded:.2f} s", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="a hundredth of the problems, always the same")
    parser.add_argument("--share", type=int, default=1, help="every Nth problem")
    parser.add_argument("--only", default="", help="contestants whose name contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, help="of processor, for one integral: 10; 2 with --quick")
    parser.add_argument("--points", type=float, help="for one integral: 1e7; 1.1e6 and --spare with --quick")
    parser.add_argument("--gigabytes", type=float, default=8)
    parser.add_argument("--spare", action="store_true", help="ask no tighter request where a looser one spent all")
    parser.add_argument("--rows", default="build/arena/rows.csv")
    parser.add_argument("--list", action="store_true", help="contestants, and what is left out")
    options = parser.parse_args()
    options.seconds = options.seconds or (2 if options.quick else 10)
    options.points = options.points or (1.1e6 if options.quick else 1e7)
    options.spare |= options.quick
    every = 100 if options.quick else options.share
    for name, why in LEFT_OUT.items():
        print(f"{name}: skipped: {why}")
    wanted = [(m, n) for m, names in CONTESTANTS.items() for n in names if options.only in f"{m} {n}"]
    if options.list:
        print("\n".join(f"{module} {name}" for module, name in wanted))
        return
    all_rows = table()
    chosen = [(i, row) for i, row in enumerate(all_rows) if i % every == 0]
    library = library_of(all_rows, os.path.abspath("build/arena"))
    rows = Rows(options.rows)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(compete, *pair, chosen, options, library, rows) for pair in wanted]:
            done.result()


if __name__ == "__main__":
    main()
