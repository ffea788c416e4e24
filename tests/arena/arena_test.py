"""Tests of the arena's own parts: arena_test.py FOLDER; in FOLDER an environment with NumPy is made and kept.

77: NumPy cannot be had.
"""

import csv
import ctypes
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "python"), os.path.join(HERE, "contestants")]

FAKES = """
import os, time
import numpy as np
from problem import NotTaken

def midpoints(problem, n):
    h = 1.0 / n
    x = np.stack([g.ravel() for g in np.meshgrid(*[(np.arange(n) + 0.5) * h] * problem.ndim)])
    lower, upper = np.array(problem.limits).T
    values = problem.columns(lower[:, None] + (upper - lower)[:, None] * x)
    return values.mean() * np.prod(upper - lower)

def honest(problem, tolerance):
    if problem.kind != "box":
        raise NotTaken("boxes only")
    value = midpoints(problem, 300)
    return [value], [1e-5 * abs(value)], tolerance > 1e-4, ""

def liar(problem, tolerance):
    return [1.5 * midpoints(problem, 30)], [0.0], True, ""

def crasher(problem, tolerance):
    os.abort()

def hanger(problem, tolerance):
    time.sleep(1000)

def endless(problem, tolerance):
    while True:
        try:
            midpoints(problem, 100)
        except Exception:
            pass

def hog(problem, tolerance):
    return [np.ones(10**10).sum()], [0.0], True, ""

def chatter(problem, tolerance):
    print("not an answer")
    raise ValueError("no")

def contestants():
    f = {k: v for k, v in globals().items() if callable(v) and k not in ("NotTaken", "midpoints", "contestants")}
    return {**f, "absent": "is not installed"}
"""
WAYS = ("honest", "liar", "crasher", "hanger", "endless", "hog", "chatter", "absent")


class Translation(unittest.TestCase):
    def test_order_of_operations_is_that_of_c(self):
        names = {"np": np, "x": [2.0, 3.0], "a": [[1.5, 4.0]], "d": 2}
        for text, value in (
            ("1.0 - 2.0 - 3.0*-x[0]", 5.0),
            ("x[0]/x[1]/2.0", 1 / 3),
            ("x[0] > 1.0 && x[1] > 5.0 || d == 2 ? a[0][1] : 0.0", 4.0),
            ("x[0] < 1.0 ? 1.0 : x[1] < 1.0 ? 2.0 : 3.0", 3.0),
            ("pow(x[0], (double)d)*fmax(1e-1, (int)a[0][0])", 4.0),
            ("-x[0]*x[0]", -4.0),
        ):
            self.assertAlmostEqual(float(eval(translated(text), names)), value, msg=text)
            plain = {**names, "pow": math.pow, "fmax": max}
            self.assertAlmostEqual(float(eval(translated(text, arrays=False), plain)), value, msg=text)

    def test_what_is_not_in_the_grammar_is_refused(self):
        for text in ("x[0] = 1", "1.0 +", "f(1.0", "x[0] 2.0", "a ? b", "1 # 2"):
            with self.assertRaises(ValueError, msg=text):
                translated(text)

    def test_the_table_holds_what_the_translation_gives(self):
        for row in rows:
            self.assertEqual(row["formula_numpy"], [translated(t) for t in row["formula_c"]], row["id"])

    def test_forms_in_numpy_and_for_one_point_are_those_in_c(self):
        some = [r for i, r in enumerate(rows) if i % 8 == 0 or "ref_" in r["formula_c"][0]]
        if not has_scipy:
            some = [r for r in some if "ref_" not in r["formula_c"][0]]
        library = ctypes.CDLL(library_of(some, folder))
        points = np.random.default_rng(1)
        for index, row in enumerate(some):
            problem = Problem(row, library=library, index=index)
            x = points.random((problem.ndim, 20))
            values = problem.values(x)
            for k in range(20):
                f = (ctypes.c_double * 64)()
                problem.compiled(None, (ctypes.c_double * 64)(*x[:, k]), None, f, None)
                np.testing.assert_allclose(values[:, k], f[: problem.ncomp], 1e-10, 1e-290, err_msg=row["id"])
                if problem.ncomp == 1:
                    np.testing.assert_allclose(problem.point(*x[:, k]), f[0], 1e-10, 1e-290, err_msg=row["id"])


class Counting(unittest.TestCase):
    def test_every_point_counts_however_it_is_called(self):
        row = next(r for r in rows if r["id"] == "pagani_f1_d02")
        library = ctypes.CDLL(library_of([row], folder))
        problem = Problem(row, library=library)
        problem.rows(np.zeros((7, 2)))
        problem.columns(np.zeros((2, 5)))
        problem.point(0.5, 0.5)
        self.assertEqual(problem.counted()[:2], (3, 13))
        problem.start()
        for _ in range(4):
            problem.compiled(None, (ctypes.c_double * 2)(), None, (ctypes.c_double * 1)(), None)
        self.assertEqual(problem.counted()[:2], (4, 4))

    def test_a_limit_stops_both(self):
        row = next(r for r in rows if r["id"] == "pagani_f1_d02")
        problem = Problem(row, max_points=10, library=ctypes.CDLL(library_of([row], folder)))
        with self.assertRaises(Limit):
            problem.rows(np.zeros((11, 2)))
        problem.start()
        calls = [
            problem.compiled(None, (ctypes.c_double * 2)(), None, (ctypes.c_double * 1)(), None) for _ in range(11)
        ]
        self.assertEqual(calls, [0] * 10 + [-999])

    def test_a_box_is_mapped_from_the_unit_cube(self):
        row = next(r for r in rows if r["id"] == "reg_box_corner_product_pow_d02_1")
        problem = Problem(row, library=ctypes.CDLL(library_of([row], folder)))
        lower, upper = ((ctypes.c_double * 2)(*side) for side in ((1.0, 2.0), (3.0, 6.0)))
        problem.library.arena_box(problem.compiled, 2, lower, upper)
        f, x = (ctypes.c_double * 1)(), (ctypes.c_double * 2)(0.5, 0.25)
        problem.library.arena_from_cube(ctypes.byref(ctypes.c_int(2)), x, None, f, None)
        self.assertAlmostEqual(f[0], float(problem.values(np.array([[2.0], [3.0]]))[0, 0]), 12)

    def test_calls_with_rows_are_counted_apart_from_points(self):
        row = next(r for r in rows if r["id"] == "pagani_f1_d02")
        problem = Problem(row, library=ctypes.CDLL(library_of([row], folder)))
        x, f = (ctypes.c_double * 14)(), (ctypes.c_double * 7)()
        for _ in range(3):
            problem.library.arena_rows(*(ctypes.byref(ctypes.c_int(v)) for v in (0, 7, 2, 1)), x, f)
        self.assertEqual(problem.counted()[:2], (3, 21))


class Scores(unittest.TestCase):
    def said(self, found, claimed=True, ended="answered", note="", **problem):
        row = {"ended": ended, "claimed": str(claimed), "value": found, "error": "1e-9", "tolerance": "1e-3"}
        row["note"] = note
        return score.verdict({"value": ["2.0"], **problem}, row)[0]

    def test_words(self):
        self.assertEqual(self.said("2.001"), "right")
        self.assertEqual(self.said("2.004"), "missed")
        self.assertEqual(self.said("2.1"), "wrong")
        self.assertEqual(self.said("nan"), "refused")
        self.assertEqual(self.said("2.0;2.0"), "wrong")
        self.assertEqual(self.said("2.0", claimed=False), "refused")
        self.assertEqual(self.said("", ended="raised"), "refused")
        self.assertEqual(self.said("", ended="limit", note="points"), "refused")
        self.assertEqual(self.said("", ended="limit", note="seconds"), "failed")
        self.assertEqual(self.said("", ended="crashed"), "failed")
        self.assertIsNone(self.said("", ended="not taken"))

    def test_an_integral_without_a_value_must_be_refused(self):
        self.assertEqual(self.said("2.0", kind="divergent"), "wrong")
        self.assertEqual(self.said("2.0", claimed=False, kind="divergent"), "right")
        self.assertEqual(self.said("", ended="limit", note="points", kind="divergent"), "refused")

    def scored(self, *lines):
        """Rows of the file that holds these lines: contestant, problem, tolerance, claimed, value, points, seconds."""
        with tempfile.TemporaryDirectory() as place:
            path = os.path.join(place, "rows.csv")
            with open(path, "w", newline="") as file:
                writer = csv.DictWriter(file, arena.COLUMNS, restval="0")
                writer.writeheader()
                for line in lines:
                    names = ("contestant", "problem", "tolerance", "claimed", "value", "points", "seconds")
                    writer.writerow({**dict(zip(names, line)), "error": "1e-9", "ended": "answered", "note": ""})
            return score.scored(path)

    def test_rows_of_integrals_that_diverge(self):
        pole = "line_divergent_pole_1"
        found = self.scored(("a", pole, 1e-3, False, "1.5", 9, 1), ("b", pole, 1e-3, True, "1.5", 9, 1))
        self.assertEqual([row["verdict"] for row in found], ["right", "wrong"])

    def test_where_we_are_behind_in_points_or_in_time(self):
        names = ("pagani_f1_d02", "pagani_f4_d05", "genz_c0_d02_03")
        values = {r["id"]: r["value"][0] for r in rows if r["id"] in names}
        ours = {names[0]: (300, 1e-3), names[1]: (100, 9e-3), names[2]: (100, 1e-3)}
        lines = [("cuboid C auto", name, 1e-3, True, values[name], *cost) for name, cost in ours.items()]
        lines += [("scipy quad", name, 1e-3, True, values[name], 100, 1e-3) for name in names]
        lines.append(("recorded pagani", names[2], 1e-3, True, values[names[2]], 1, 1e-9))
        found = score.behind(score.by_key(self.scored(*lines), "family"))
        self.assertEqual([line["family"] for line in found], ["pagani_f1", "pagani_f4"])
        self.assertAlmostEqual(found[0]["points, times the best peer's"], 3)
        self.assertAlmostEqual(found[1]["time at 1 us, times the quickest's"], 9.1 / 1.1)

    def test_the_worst_are_named_once_and_what_is_wrong_first(self):
        ours = ("cuboid C auto", "pagani_f1_d02", 1e-3, False, "1", 10, 1)
        found = [ours, ("cuboid C auto", "pagani_f4_d05", 1e-6, True, "9", 10, 1)]
        found += [("cuboid C auto", "pagani_f4_d05", 1e-3, True, "9", 10, 1)]
        value = next(r["value"][0] for r in rows if r["id"] == "pagani_f1_d02")
        found += [("scipy quad", "pagani_f1_d02", 1e-3, True, value, 5, 1)]
        lines = score.worst(self.scored(*found), 10)
        named = [(line["problem"], line["tolerance"], line["we"], line["best peer"]) for line in lines]
        self.assertEqual(
            named, [("pagani_f4_d05", 1e-3, "wrong", "none"), ("pagani_f1_d02", 1e-3, "refused", "scipy quad")]
        )
        self.assertNotIn("|", "".join(line["integrand"] for line in lines))
        each = score.beside_each(self.scored(*found))
        self.assertEqual([(e["contestant"], e["both asked"], e["only it right"]) for e in each], [("scipy quad", 1, 1)])

    def test_zero_is_judged_by_the_size_of_the_integrand(self):
        self.assertEqual(self.said("0.0001", value=["0"], abs_integral=0.5), "right")
        self.assertEqual(self.said("0.01", value=["0"], abs_integral=0.5), "wrong")


class Recorded(unittest.TestCase):
    def test_the_row_of_the_same_integral_and_tolerance_answers(self):
        row = next(r for r in rows if r["id"] == "pagani_f1_d02")
        truth, column = float(row["value"][0]), "integrand,ndim,epsrel,estimate,errorest,true,status,neval,median_ms"
        with tempfile.TemporaryDirectory() as place:
            with open(os.path.join(place, "pagani.csv"), "w") as file:
                for line in (column, f"f1,2,1e-3,0.25,0.125,{truth},0,17,3", f"f1,3,1e-3,0.5,0.125,{truth},0,17,3"):
                    file.write(line + "\n")
            for other in ("m_cubes_tolerance.csv", "cuvegas.csv"):
                open(os.path.join(place, other), "w").close()
            recorded_gpu.FOLDER = place
            run, problem = recorded_gpu.contestants()["pagani"], Problem(row)
            self.assertEqual(run(problem, 1e-3), ([0.25], [0.125], True, "recorded"))
            self.assertEqual(problem.said, {"seconds": 0.003, "counts": (0, 17.0, 0.0)})
            with self.assertRaises(NotTaken):
                run(problem, 1e-6)


class Running(unittest.TestCase):
    def asked(self, way, chosen, options, place):
        """How often a contestant was asked for the three rows of a problem."""
        path, process = os.path.join(place, f"{way}-{options.spare}.csv"), []
        out, ask = arena.Rows(path), arena.Process.ask
        arena.Process.ask = lambda self, *request: process.append(request) or ask(self, *request)
        arena.compete("fakes", way, chosen, options, "", out)
        arena.Process.ask = ask
        out.file.close()
        self.assertEqual(len(score.scored(path)), 3)
        return len(process)

    def test_contestants_that_lie_crash_and_hang(self):
        with tempfile.TemporaryDirectory() as place:
            with open(os.path.join(place, "fakes.py"), "w") as file:
                file.write(FAKES)
            os.environ["ARENA_CONTESTANTS"] = place
            path = os.path.join(place, "rows.csv")
            chosen = [(i, r) for i, r in enumerate(rows) if r["id"] in ("pagani_f1_d02", "reg_ball_sectrig_d02_1")]
            chosen += [next((i, r) for i, r in enumerate(rows) if r["region"]["kind"] == "ball")]
            options = types.SimpleNamespace(points=1e6, seconds=0.5, gigabytes=4, spare=False)
            arena.Process.extra_patience = 1
            out = arena.Rows(path)
            for way in WAYS:
                arena.compete("fakes", way, chosen if way == "honest" else chosen[:1], options, "", out)
            out.file.close()
            scores = {}
            for row in score.scored(path):
                scores.setdefault(row["contestant"], []).append(row["verdict"])
            expected = {"honest": ["right", "refused", "refused"], "liar": ["wrong"] * 3, "crasher": ["failed"] * 3}
            expected |= {"hanger": ["failed"] * 3, "endless": ["refused"] * 3, "hog": ["refused"] * 3}
            expected |= {"chatter": ["refused"] * 3}
            self.assertEqual(scores, {f"fakes {k}": v for k, v in expected.items()})
            with open(path, newline="") as file:
                lines = list(csv.DictReader(file))
            honest = [r for r in lines if r["contestant"] == "fakes honest" and r["ended"] == "answered"]
            self.assertEqual({(r["points"], r["calls"]) for r in honest}, {("90000", "1")})
            self.assertEqual(self.asked("endless", chosen[:1], options, place), 3)
            options.spare = True
            self.assertEqual(self.asked("endless", chosen[:1], options, place), 1)
            self.assertEqual(self.asked("honest", chosen[:1], options, place), 3)
            again = arena.Rows(path)
            arena.compete("fakes", "honest", chosen, options, "", again)
            again.file.close()
            with open(path, newline="") as file:
                self.assertEqual(list(csv.DictReader(file)), lines)
            text = page.page(score.scored(path), rows)
            self.assertIn("pagani_f1_d02", text)
            self.assertNotRegex(text, r"(src|href)=.?(https?:)?//|@import|fetch\(")
            self.assertIn("fakes liar", score.markdown(score.summary(score.scored(path))))


if __name__ == "__main__":
    folder = os.path.abspath(sys.argv[1])
    if "--inside" not in sys.argv:
        from environment import environment, has

        python = sys.executable if has(sys.executable, ["numpy"]) else environment(pathlib.Path(folder), ["numpy"])
        if python is None:
            print("Skipped: there is no NumPy, and PyPI is out of reach.")
            sys.exit(77)
        sys.exit(subprocess.run([python, __file__, folder, "--inside"]).returncode)
    import importlib.util

    import arena
    import numpy as np
    import page
    import recorded_gpu
    import score
    from problem import Limit, NotTaken, Problem, library_of
    from table import table
    from translate import translated

    has_scipy = importlib.util.find_spec("scipy") is not None
    rows = table()
    unittest.main(argv=sys.argv[:1])
