#!/usr/bin/env python3
"""The command `cuboid` (its path is in the environment as CUBOID): results, statuses, bad input."""

import csv
import json
import math
import os
import pty
import re
import shlex
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

COMMAND = os.environ["CUBOID"]
# Each test compiles what it compiles.
os.environ["CUBOID_CACHE"] = "off"

GAUSSIAN = """#include <math.h>
#ifndef k
#define k 1
#endif
int integrand(const int *ndim, const double x[], const int *ncomp, double f[]) {
  double r = 0;
  for (int i = 0; i < *ndim; ++i) r += x[i] * x[i];
  for (int c = 0; c < *ncomp; ++c) f[c] = (c + 1) * exp(-k * r);
  return 0;
}
int other(const int *ndim, const double x[], const int *ncomp, double f[]) { f[0] = *ndim; return 0; }
"""


def run(*arguments, **settings):
    environment = {**os.environ, **settings}
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, timeout=120,
                          env=environment, check=False)


def integrate(*arguments, **settings):
    return run("integrate", "--device", "off", *arguments, **settings)


class Results(unittest.TestCase):
    def test_an_expression_with_infinite_limits(self):
        done = integrate("-e", "exp(-k*(x[0]*x[0]+x[1]*x[1]))", "--set", "k=3", "--box", "-inf,inf",
                         "--ndim", "2", "--epsrel", "1e-6")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertRegex(lines[0], r"^1\.047197\d\(\d+\)$")
        self.assertTrue(lines[1].startswith("converged: "))
        self.assertTrue(lines[2].startswith("cuhre, "))
        self.assertEqual(done.stderr, "")  # no bar where there is no terminal

    def test_a_file_with_two_components_as_json(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "gaussian.c")
            file.write_text(GAUSSIAN)
            done = integrate(str(file), "--ncomp", "2", "--box", "0,inf;0,inf;0,inf", "--set", "k=2",
                             "--json", "--epsrel", "1e-5")
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads(done.stdout)
        truth = (3.141592653589793 / 2) ** 1.5 / 8
        for c in range(2):
            self.assertLess(abs(result["value"][c] - (c + 1) * truth), result["error"][c])
        self.assertTrue(result["converged"])

    def test_functions_have_all_arguments_of_cuba(self):
        text = """
        int integrand(const int *ndim, const double x[], const int *ncomp, double f[], void *userdata, const int *nvec,
                      const int *core, const double weight[], const int *iter) {
          for (int i = 0; i < *nvec; ++i) {
            f[2 * i] = 4 * x[2 * i] * x[2 * i + 1];
            f[2 * i + 1] = *nvec <= MOST && weight[i] > 0 && *iter > 0;
          }
          return 0;
        }"""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "all.c")
            file.write_text(text)
            for nvec in ("1", "1000"):
                done = integrate(str(file), "--ndim", "2", "--ncomp", "2", "--method", "vegas", "--nvec", nvec, "--set",
                                 "MOST=" + nvec, "--json")
                self.assertEqual(done.returncode, 0, done.stderr)
                result = json.loads(done.stdout)
                self.assertLess(abs(result["value"][0] - 1), 5e-3)
                self.assertLess(abs(result["value"][1] - 1), 5e-3)

    def test_another_function_of_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "two.c")
            file.write_text(GAUSSIAN)
            done = integrate(str(file), "--function", "other", "--ndim", "3", "--json")
        self.assertAlmostEqual(json.loads(done.stdout)["value"][0], 3.0)

    def test_a_function_that_gives_its_value(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text, settings in (
                    ("a.c", "double f(const double *x) { return x[0] * x[1]; }", []),
                    ("a.cpp", "static double f(double x[])\n{ return x[0] * x[1]; }", []),
                    ("p.c", "double f(const double *x, const double *p) { double k = p[0]; return k * x[0] * p[1] * x[1]; }",
                     ["--set", "k=1./4", "l=4"]),
                    ("p.cc", "double f(const double *x, void *p) { return ((double *)p)[0] * x[0] * x[1]; }", ["--set", "k=1"])):
                file = Path(folder, name)
                file.write_text("/* double f(double x) { */\n" + text)
                done = integrate(str(file), "--function", "f", "--ndim", "2", "--json", *settings)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertAlmostEqual(json.loads(done.stdout)["value"][0], 0.25)
                self.assertEqual(done.stderr, "")

    def test_a_function_of_distances(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "end.c")
            file.write_text("#include <math.h>\nint integrand(double x, double from_lower, double to_upper, int ncomp,"
                            " double f[], void *user) { f[0] = pow(to_upper, -0.9); return x < 3 || x > 4; }\n")
            asked = [str(file), "--distances", "--epsrel", "1e-10"]
            done = integrate(*asked, "--box", "3,4", "--json")
            self.assertAlmostEqual(json.loads(done.stdout)["value"][0], 10.0, places=8)
            self.assertEqual(json.loads(done.stdout)["method"], "line")
            for more, sentence in ((["--ndim", "2"], "for one variable"), (["--report", "r.html"], "--report")):
                self.assertIn(sentence, integrate(*asked, *more).stderr)
        self.assertIn("an expression has x alone", integrate("-e", "x", "--distances").stderr)

    def test_a_setting_that_is_computed(self):
        done = integrate("-e", "k*x[0]", "--set", "k=1+1", "--ndim", "1", "--quiet")
        self.assertTrue(done.stdout.startswith("1.0000"), done.stdout)

    def value(self, *arguments, **settings):
        done = integrate(*arguments, "--json", **settings)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["value"]

    def test_expressions_mean_what_they_look_like(self):
        for text, box, known in (
            ("abs(x[0])", "-1,1", 1), ("1/2*x", "0,1", 0.25), ("pow(x, 1/2)", "0,1", 2 / 3), ("x^2", "0,1", 1 / 3),
            ("x0**2", "0,1", 1 / 3), ("-x", "0,1", -0.5), ("x < 0.5 ? 4 : 0", "0,1", 2), ("max(x, 1 - x)", "0,1", 0.75),
            ("r = x*x; exp(-r)", "-inf,inf", math.sqrt(math.pi)), ("pi*e*x", "0,1", math.pi * math.e / 2),
        ):
            with self.subTest(text):
                found = self.value("-e", text, "--box", box, "--epsrel", "1e-8")[0]
                self.assertAlmostEqual(found, known, delta=1e-7)

    def test_the_number_of_variables_is_that_of_the_expression(self):
        for text, ndim in (("x", 1), ("y", 2), ("x[0] + 0*x[ 5 ]", 6), ("x0 + x3", 4), ("1e5*x + 0*max(w, 1)", 4),
                           ("y = x[0]; y", 1), ("0*z*z0", 3)):
            done = integrate("-e", text, "--box", "0,2", "--set", "z0=4", "--json", "--epsrel", "1e-3")
            self.assertEqual(done.returncode % 2, done.returncode, done.stderr)
            with tempfile.TemporaryDirectory() as folder:
                # The report names the region.
                page = Path(folder, "page.html")
                integrate("-e", text, "--box", "0,2", "--set", "z0=4", "--report", str(page))
                self.assertIn(f'"ndim":{ndim},', page.read_text().replace(" ", ""), text)

    def test_several_components(self):
        for arguments in (["-e", "x, x*y"], ["-e", "x", "-e", "x*y"], ["-e", "f[1] = x*y; f[0] = x"]):
            value = self.value(*arguments, "--epsrel", "1e-8")
            self.assertAlmostEqual(value[0], 0.5)
            self.assertAlmostEqual(value[1], 0.25)
        self.assertEqual(len(self.value("-e", "x, x*y", "--ncomp", "2")), 2)

    def test_limits_that_are_computed(self):
        for box, known in (("0,pi", 2), ("0, 2*pi/4", 1), ("0,a/b", 1), ("0,max(pi/3,pi/2)", 1), ("pi/2, inf - 0*1", None),
                           ("-pi/2,0", -1)):
            arguments = ["-e", "sin(x)", "--box", box, "--set", "a=pi", "--set", "b=4/2", "--epsrel", "1e-9"]
            if known is None:
                self.assertIn("has no finite value", integrate(*arguments).stderr)
            else:
                self.assertAlmostEqual(self.value(*arguments)[0], known)
        # To the last bit, where an integral of the constant would be rounded.
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "page.html")
            integrate("-e", "1", "--box", ";".join(f"{i}/7,pi*{i + 3}/5" for i in range(4)), "--report", str(page))
            header = re.search(r'"lower":(\[[^]]*\]),"upper":(\[[^]]*\])', page.read_text().replace(" ", ""))
        lower, upper = (json.loads(group) for group in header.groups())
        self.assertEqual(lower, [i / 7 for i in range(4)])
        self.assertEqual(upper, [math.pi * (i + 3) / 5 for i in range(4)])
        self.assertAlmostEqual(self.value("-e", "x*y*z", "--box", "0,2*1")[0], 8, delta=0.01)

    def test_a_file_has_limits_that_are_computed_too(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "gaussian.c")
            file.write_text(GAUSSIAN)
            self.assertAlmostEqual(self.value(str(file), "--box", "0,2*pi", "--epsrel", "1e-9")[0], math.sqrt(math.pi) / 2)

    def test_an_absolute_accuracy_alone(self):
        arguments = ["-e", "abs(x - 0.3)*exp(y)", "--json", "--method", "cuhre"]
        for more, most in ((["--epsabs", "1e-7"], 1e-7), (["--epsabs", "0"], 1e-3), ([], 1e-3)):
            result = json.loads(integrate(*arguments, *more).stdout)
            self.assertLessEqual(result["error"][0], most)
            self.assertEqual(result["error"][0] <= 1e-7, most == 1e-7, more)
        both = json.loads(integrate(*arguments, "--epsabs", "1e-7", "--epsrel", "1e-3").stdout)
        self.assertGreater(both["error"][0], 1e-7)

    def test_lists_of_parameters(self):
        done = integrate("-e", "a*exp(-k*x), k*exp(-x)", "--set", "k=1,2,4:8:2", "b=2", "a=b,3", "--box", "0,inf", "--epsrel",
                         "1e-8", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(line["parameters"]["k"], line["parameters"]["a"]) for line in lines],
                         [(k, a) for k in (1, 2, 4, 6, 8) for a in (2, 3)])
        done = integrate("-e", "a*exp(-k*x)", "--set", "k=0.1:1:0.1", "a=2", "--box", "0,a", "--epsrel", "1e-8")
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = re.findall(r"^k=(\S+)  ([\d.]+)\(\d+\)$", done.stdout, re.M)
        self.assertEqual([row[0] for row in rows], ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"])
        for k, value in rows:
            self.assertAlmostEqual(float(value), 2 / float(k) * (1 - math.exp(-2 * float(k))), delta=1e-6)
        self.assertIn("10 of 10 integrals converged", done.stdout)

    def test_a_list_of_which_some_fail(self):
        done = integrate("-e", "x^-k", "--set", "k=0,1/2", "a=1", "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        done = integrate("-e", "x + 1/k", "--set", "k=0,1", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual([json.loads(line)["status"] for line in done.stdout.splitlines()],
                         ["CUBOID_NONFINITE", "CUBOID_CONVERGED"])
        self.assertEqual(integrate("-e", "x + 1/k", "--set", "k=0,0").returncode, 2)

    def test_a_file_behind_settings(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "gaussian.c")
            file.write_text(GAUSSIAN)
            done = integrate("--ndim", "1", "--box", "0,inf", "--set", "k=4", str(file), "--json")
        self.assertAlmostEqual(json.loads(done.stdout)["value"][0], math.sqrt(math.pi) / 4, delta=1e-3)

    def test_no_compiler_is_needed_and_no_time(self):
        times = []
        for _ in range(10):
            began = time.perf_counter()
            done = integrate("-e", "exp(-3*(x^2 + y^2))", "--box", "0,2*pi", PATH="/nowhere", CC="no-such-compiler")
            times.append(time.perf_counter() - began)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(min(times), 0.05)

    def test_options_of_the_library(self):
        done = integrate("-e", "x[0]*x[1]", "--ndim", "2", "--method", "vegas", "--seed", "5",
                         "--maxeval", "1e5", "--json")
        self.assertEqual(json.loads(done.stdout)["method"], "vegas")

    def test_a_result_that_misses_the_request(self):
        done = integrate("-e", "sin(1/x[0])*x[1]", "--ndim", "2", "--epsrel", "1e-12", "--maxeval", "5000")
        self.assertEqual(done.returncode, 1)
        self.assertIn("not converged: ", done.stdout)

    def test_lists(self):
        self.assertIn("pagani: ", run("methods").stdout)
        self.assertIn("--epsrel (real): ", run("options").stdout)
        self.assertIn(run("devices").returncode, (0, 1))
        self.assertRegex(run("--version").stdout, r"^cuboid \d+\.\d+\.\d+$")


    def test_the_examples_of_the_pages(self):
        top = Path(__file__).resolve().parents[2]
        for page in ("README.md", "docs/start.md", "docs/expressions.md", "docs/regions.md"):
            blocks = re.findall(r"^```console\n(\$ cuboid integrate .*?)^```", (top / page).read_text(), re.M | re.S)
            self.assertTrue(blocks, page)
            examples = [part.split("\n", 1) for block in blocks for part in block.split("$ cuboid ")[1:]]
            for line, shown in examples:
                done = run(*shlex.split(line), "--device", "off")
                self.assertEqual(done.returncode, 0, done.stderr)
                # The first lines, of which the last may say how long it took.
                shown, found = (re.sub(r" in [^ ]+ s\n", "\n", text).splitlines() for text in (shown, done.stdout))
                self.assertEqual(shown, found[:len(shown)])


class Regions(unittest.TestCase):
    def value(self, *arguments):
        done = integrate(*arguments, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["value"][0]

    def test_regions(self):
        for arguments, known in (
            (["-e", "x*y", "--limits", "0,1; x^2,sqrt(x)"], 1 / 12),
            (["-e", "x*y", "--limits", "0,a; x^2,sqrt(a*x)", "--set", "a=2/2"], 1 / 12),
            (["-e", "exp(-y)", "--limits", "0,1; x,inf"], 1 - math.exp(-1)),
            (["-e", "1", "--limits", "0,1; 0,max(x,0.5)"], 0.625),
            (["-e", "1", "--simplex", "0,0;1,0;0,1"], 0.5), (["-e", "x", "--simplex", "0;2*pi"], 2 * math.pi**2),
            (["-e", "1", "--simplex", "0,0,0;1,0,0;0,1,0;0,0,1"], 1 / 6),
            (["-e", "1", "--ball", "0,0,0;1"], 4 / 3 * math.pi), (["-e", "1", "--ball", "1,2;a,2*a", "--set", "a=1"], 3 * math.pi),
            (["-e", "1/sqrt((x-0.3)^2+(y-0.6)^2)", "--points", "0.3,0.6"], 3.380282954),
            (["-e", "x < 1/3 ? 1 : 0", "--breaks", "1/3"], 1 / 3), (["-e", "abs(y-1/3)", "--breaks", ";1/3"], 5 / 18),
            (["-e", "x^-0.9*y^-0.5", "--ends", "lower;lower"], 20), (["-e", "log(x)*y^-0.5", "--ends", "both; lower"], -2),
            (["-e", "abs(x)^-0.5", "--box", "-1,1", "--breaks", "0", "--ends", "breaks"], 4),
            (["-e", "exp(-abs(x-1))", "--box", "-inf,inf", "--breaks", "1"], 2),
            (["-e", "1", "--box", "-1,1", "--where", "x^2 + y^2 < 1"], math.pi),
            (["-e", "1", "--where", "y < a*x", "--set", "a=1/2"], 1 / 4),
            (["-e", "x", "--ball", "0,0;1", "--where", "x > 0"], 2 / 3),
            (["-e", "y", "--limits", "0,1; 0,x", "--where", "y - x/2"], 1 / 8),
            (["-e", "exp(-abs(x-1)-abs(x-2))", "--box", "-inf,inf", "--breaks", "1,2"], 2 * math.exp(-1)),
        ):
            with self.subTest(arguments):
                self.assertAlmostEqual(self.value(*arguments, "--epsrel", "1e-8"), known, delta=1e-6)

    def test_gradients(self):
        done = integrate("-e", "exp(-a*x)*b", "--limits", "0,b", "--set", "a=2", "b=3", "--gradient", "b, a",
                         "--epsrel", "1e-9")
        told = dict(line.split(": ", 1) for line in done.stdout.splitlines()[:3])
        tail = math.exp(-6)
        for name, exact in (("value", 1.5 * (1 - tail)), ("by b", (1 - tail) / 2 + 3 * tail),
                            ("by a", 3 * (3 * tail / 2 - (1 - tail) / 4))):
            self.assertAlmostEqual(float(told[name].split("(")[0]), exact, 7)
        done = integrate("-e", "a*x", "-e", "a^2", "--set", "a=3", "--gradient", "a", "--json")
        both = json.loads(done.stdout)
        self.assertEqual(both["components"], ["1", "2", "1 by a", "2 by a"])
        for found, exact in zip(both["value"], [1.5, 9, 0.5, 6]):
            self.assertAlmostEqual(found, exact)
        done = integrate("-e", "-5000 - a*x", "--set", "a=2", "--gradient", "a", "--log", "1", "--epsrel", "1e-9", "--json")
        whole = 1 - math.exp(-2)
        for found, exact in zip(json.loads(done.stdout)["value"],
                                [-5000 + math.log(whole / 2), math.exp(-2) / whole - 0.5]):
            self.assertAlmostEqual(found, exact)
        jump = ["-e", "(x < a)*b", "--set", "a=0.5", "b=2", "--gradient", "a,b"]
        done = integrate(*jump)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"\nby a: .*, without moving jumps\nby b: [^,]*\nnot converged: ")
        done = integrate(*jump, "--json")
        self.assertEqual(done.returncode, 1)
        found = json.loads(done.stdout)
        self.assertFalse(found["converged"])
        self.assertEqual([bool(remark) for remark in found["remarks"]], [False, True, False])
        for sentence, *more in (
            ("'q' is no parameter of --set", "--gradient", "q"),
            ("--gradient: there is no name before or behind a comma", "--gradient", "a,,b"),
            ("'a' moves the region", "--gradient", "a", "--ball", "0;a"),
            ("go with a box and breaks that do not move", "--gradient", "a", "--box", "0,a", "--ends", "lower"),
            ("'a' moves the region", "--gradient", "a", "--where", "x < a"),
            ("does not go with --report", "--gradient", "a", "--report", "page.html"),
        ):
            self.refused(sentence, "-e", "a*x", "--set", "a=1", *more)

    def test_conditions_have_the_values_of_lists(self):
        for arguments, known in (
            (["-e", "1", "--ndim", "2", "--where", "x + y < K"], [1 / 8, 1 / 2]),
            (["-e", "1", "--limits", "0,1; 0,K", "--where", "y < x*K/2"], [1 / 8, 1 / 4]),
            (["-e", "1", "--limits", "0,1; 0,K", "--where", "y < x/4"], [1 / 8, 1 / 8]),
        ):
            done = integrate(*arguments, "--set", "K=0.5,1", "--epsrel", "1e-8", "--json")
            for line, exact in zip(done.stdout.splitlines(), known, strict=True):
                self.assertTrue(json.loads(line)["converged"])
                self.assertAlmostEqual(json.loads(line)["value"][0], exact, 8)

    def test_gradients_of_a_box_and_breaks_that_move(self):
        def numbers(*arguments):
            found = [json.loads(line) for line in integrate(*arguments, "--epsrel", "1e-8", "--json").stdout.splitlines()]
            self.assertTrue(all(one["converged"] for one in found), found)
            return [one["value"] for one in found]

        call = ["-e", "max(x - K, 0)*exp(-x)", "--box", "0,inf", "--breaks", "K"]
        jump = ["-e", "(x < a)*exp(x)", "--breaks", "a", "--gradient", "a"]
        for arguments, known in (
            ([*call, "--gradient", "K", "--set", "K=1"], [[math.exp(-1), -math.exp(-1)]]),
            ([*call, "--gradient", "K", "--set", "K=1,2"], [[math.exp(-k), -math.exp(-k)] for k in (1, 2)]),
            ([*call, "--set", "K=1,2"], [[math.exp(-1)], [math.exp(-2)]]),
            ([*jump, "--set", "a=0.6"], [[math.expm1(0.6), math.exp(0.6)]]),
            ([*jump, "--set", "a=0.6,0.7"], [[math.expm1(a), math.exp(a)] for a in (0.6, 0.7)]),
            (["-e", "x*y", "--box", "0,a", "--set", "a=2", "--gradient", "a"], [[4, 8]]),
            (["-e", "x*y", "--box", "0,a;0,1", "--set", "a=1,2", "--gradient", "a"], [[0.25, 0.5], [1, 1]]),
            (["-e", "x*y", "--limits", "0,a;0,b*x", "--set", "a=1,2", "b=1"], [[1 / 8], [2]]),
            (["-e", "abs(y - x)", "--limits", "0,1;0,1", "--breaks", ";x"], [[1 / 3]]),
        ):
            with self.subTest(arguments):
                for found, exact in zip(numbers(*arguments), known, strict=True):
                    for one, wanted in zip(found, exact, strict=True):
                        self.assertAlmostEqual(one, wanted, delta=1e-7)
        done = integrate(*jump, "--set", "a=0.6,0.7")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^a=0.6  value: \S+  by a: \S+\n")
        self.assertNotIn("leaves out", done.stdout)
        missed = integrate(*jump[:2], "--gradient", "a", "--set", "a=0.6,0.7", "--breaks", "0.6")
        self.assertEqual(missed.returncode, 1)
        self.assertIn("not converged: without moving jumps", missed.stdout)

    def test_a_file_over_a_region(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "gaussian.c")
            file.write_text(GAUSSIAN)
            self.assertAlmostEqual(self.value(str(file), "--ball", "0,0;1", "--epsrel", "1e-8"), math.pi * (1 - math.exp(-1)))

    def test_a_list_over_a_region(self):
        done = integrate("-e", "k*x", "--set", "k=1,2,6", "--simplex", "0,0;1,0;0,1", "--json")
        values = [json.loads(line)["value"][0] for line in done.stdout.splitlines()]
        for value, known in zip(values, (1 / 6, 1 / 3, 1)):
            self.assertAlmostEqual(value, known, delta=1e-4)

    def refused(self, sentence, *arguments):
        done = integrate("-e", "x*y", *arguments)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(sentence, done.stderr)

    def test_what_is_no_region(self):
        self.refused("of --box, --limits, --simplex and --ball one is enough", "--ball", "0,0;1", "--box", "0,1")
        self.refused("--points and --ends go with a --box", "--ball", "0,0;1", "--points", "0,0")
        self.refused("do not go together", "--points", "0,0", "--breaks", "0.5")
        self.refused("--where: expression, column 5", "--where", "x < q")
        self.refused("--where: condition has ndim = 2 and 2 components", "--where", "x, y")
        self.refused("--simplex: 'a' has several values", "--simplex", "0,0;a,0;0,1", "--set", "a=1,2")
        self.refused("--simplex: a point has 1 coordinate, and must have 2", "--simplex", "0,0;1;0,1")
        self.refused("--simplex: write its vertices", "--simplex", "0,0")
        self.refused("--simplex: '1/0' has no finite value", "--simplex", "0,0;1/0,0;0,1")
        self.refused("--simplex: 'inf' is no finite number", "--simplex", "0,0;inf,0;0,1")
        self.refused("--ball: write centre;radius", "--ball", "0,0,1")
        self.refused("radius", "--ball", "0,0;-1")
        self.refused("the region has 1 coordinate, and the integrand has 2", "--ball", "0;1")
        self.refused("the region has 3 coordinates, and --ndim is 2", "--ball", "0,0,0;1", "--ndim", "2")
        self.refused("--limits: '0' is no pair of limits", "--limits", "0,1;0")
        self.refused("--limits: ", "--limits", "0,1;0,q")
        self.refused("--points: a point has 3 coordinates, and must have 2", "--points", "0,0,0")
        self.refused("--breaks is of more axes than the box has", "--breaks", "0.1;0.2;0.3")
        self.refused("break", "--breaks", "2")
        self.refused("'left' is none of lower, upper, both and breaks", "--ends", "left")
        self.refused("--ends is of more axes", "--ends", "lower;lower;lower")


class InAndOut(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def with_input(self, text, *arguments):
        return subprocess.run([COMMAND, *arguments], input=text, capture_output=True, text=True, timeout=120, check=False)

    def test_a_table_of_parameters(self):
        table = self.folder / "parameters.csv"
        table.write_text('k,"a"\n1,2\n\n2,1/2\r\n4,3\n')
        # Spreadsheets begin a table with the mark of its encoding.
        for file, text in ((str(table), ""), ("-", table.read_text()), ("-", "\ufeff" + table.read_text())):
            done = self.with_input(text, "integrate", "-e", "a*b*exp(-k*x)", "--csv", file, "--set", "b=2", "--box", "0,inf",
                                   "--output", "csv")
            self.assertEqual(done.returncode, 0, done.stderr)
            rows = list(csv.DictReader(done.stdout.splitlines()))
            self.assertEqual([(row["k"], row["a"], row["b"]) for row in rows],
                             [("1", "2", "2"), ("2", "0.5", "2"), ("4", "3", "2")])
            for row, known in zip(rows, (4, 0.5, 1.5)):
                self.assertAlmostEqual(float(row["value"]), known, delta=1e-3)
                self.assertEqual((row["status"], row["converged"]), ("CUBOID_CONVERGED", "1"))

    def test_lines_of_a_list_say_what_is_true(self):
        done = integrate("-e", "k*x", "--set", "k=0:1", "--maxeval", "1e5")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "k=0  0(0)  not converged: nothing but zeros was seen")
        self.assertNotIn("converged", lines[1])
        done = integrate("-e", "sin(1000*k*x*y)", "--set", "k=1:2", "--maxeval", "100")
        for line in done.stdout.splitlines()[:2]:
            self.assertTrue(line.endswith("  not converged"), line)

    def test_tables_that_are_none(self):
        table = self.folder / "parameters.csv"
        for text, sentence in (("", "must have a line with the names"), ("k\n", "must have a line with the names"),
                               ("k,a\n1\n", "line 2 of '{}' has 1 column, and the first has 2"), ("k\nx\n", "line 2 of"), ("k\n1\nnan\n", "line 3 of"),
                               ("k,,a\n1,2,3\n", "a column without a name"), ("k,k\n1,2\n", "is there twice"),
                               ("k,a\n1,red1\n", "line 2 of '{}': 'red1' in the column 'a' is not a number"),
                               ("k,a\n ,2\n", "line 2 of '{}': '' in the column 'k' is not a number"),
                               ("k\n1e999\n", "line 2 of '{}': '1e999' is beyond the largest number"),
                               ("k;a\n1;2\n", "line 1 of '{}': commas stand between columns, not ;"),
                               ("k\ta\n1\t2\n", "line 1 of '{}': commas stand between columns, not tabs")):
            table.write_text(text)
            done = integrate("-e", "k*x", "--csv", str(table))
            self.assertEqual((done.returncode, done.stdout), (2, ""), text)
            self.assertIn(sentence.format(table), done.stderr, text)
        table.write_text("k\n1\n2\n")
        done = integrate("-e", "k*a*x", "--csv", str(table), "--set", "a=1,2")
        self.assertIn("beside --csv, which has the lists, a name has one value", done.stderr)
        done = integrate("-e", "k*x", "--csv", str(table), "--report", str(self.folder / "no.html"))
        self.assertIn("--report is of one integral", done.stderr)
        self.assertIn("a file has none", integrate(os.devnull, "--ndim", "1", "--csv", str(table)).stderr)

    def test_the_standard_input(self):
        done = self.with_input("x^2\n", "integrate", "-e", "-", "--json")
        self.assertAlmostEqual(json.loads(done.stdout)["value"][0], 1 / 3)
        done = self.with_input(GAUSSIAN, "integrate", "-", "--box", "0,inf", "--json", "--device", "off")
        self.assertAlmostEqual(json.loads(done.stdout)["value"][0], math.sqrt(math.pi) / 2, delta=1e-3)
        done = self.with_input("int integrand(", "integrate", "-", "--ndim", "1", "--device", "off")
        self.assertEqual(done.returncode, 2)
        self.assertIn("<standard input>:1:", done.stderr)

    def test_forms_of_output(self):
        done = integrate("-e", "x, x*y", "--output", "csv", "--epsrel", "1e-9")
        self.assertEqual(done.stdout.splitlines()[0], "value1,error1,value2,error2,status,converged,neval")
        self.assertAlmostEqual(float(done.stdout.splitlines()[1].split(",")[2]), 0.25)
        self.assertEqual(json.loads(integrate("-e", "x", "--output", "json").stdout)["status"], "CUBOID_CONVERGED")
        self.assertIn("'xml' is none of table, csv and json", integrate("-e", "x", "--output", "xml").stderr)

    def test_reasons_are_said_when_they_are_asked_for(self):
        arguments = ["-e", "exp(-x*y)"]
        self.assertNotIn("auto:", integrate(*arguments).stdout)
        self.assertIn("auto: cuhre settled it", integrate(*arguments, "--verbose").stdout)
        done = json.loads(integrate(*arguments, "--json").stdout)
        self.assertTrue(done["reasons"].startswith("auto: cuhre settled it"))
        self.assertNotIn("auto:", done["message"])

    def test_a_trace_and_its_view(self):
        trace = self.folder / "run.jsonl"
        self.assertEqual(integrate("-e", "exp(-x*y)", "--trace", str(trace)).returncode, 0)
        records = [json.loads(line) for line in trace.read_text().splitlines()]
        kinds = [record["record"] for record in records]
        self.assertEqual((kinds[:2], kinds[-1]), (["header", "about"], "end"))
        page = self.folder / "page.html"
        self.assertEqual(self.with_input(trace.read_text(), "view", "-", "--report", str(page)).returncode, 0)
        self.assertIn('"integrand":"exp(-x*y)"', page.read_text())
        before = trace.read_text()
        self.assertEqual(integrate("-e", "q", "--trace", str(trace)).returncode, 2)
        self.assertEqual(trace.read_text(), before)  # what was refused leaves it
        self.assertEqual(integrate("-e", "x", "--trace", str(self.folder / "none" / "t")).returncode, 2)
        done = integrate("-e", "exp(-x*y)", "--trace", "/dev/full")
        self.assertEqual(done.returncode, 0)
        self.assertIn("the trace '/dev/full' is not complete", done.stderr)

    def test_results_are_compared(self):
        files = {}
        for name, arguments in (("a", ["-e", "x*y"]), ("b", ["-e", "x*y", "--method", "vegas"]), ("c", ["-e", "x*y + 1"]),
                                ("two", ["-e", "x, y"]), ("list", ["-e", "k*x", "--set", "k=1,2"])):
            files[name] = str(self.folder / name)
            Path(files[name]).write_text(integrate(*arguments, "--json").stdout)
        integrate("-e", "x*y", "--method", "vegas_plus", "--trace", str(self.folder / "trace"))
        for second in ("b", "trace"):
            done = run("compare", files["a"], str(self.folder / second))
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"errors apart\n")
            self.assertTrue(done.stdout.endswith("1 of 1 value agrees\n"))
        done = run("compare", files["a"], files["c"])
        self.assertEqual(done.returncode, 1)
        self.assertIn("they differ", done.stdout)
        self.assertIn("2 of 2 values agree", run("compare", files["list"], files["list"]).stdout)
        for other, sentence in (("two", "1 component in the first file, and 2 in"), ("list", "the first file has 1 result, and the second has 2")):
            done = run("compare", files["a"], files[other])
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(sentence, done.stderr)
        Path(files["c"]).write_text("0.25\n")
        self.assertIn("line 1 of", run("compare", files["a"], files["c"]).stderr)
        Path(files["c"]).write_text("")
        self.assertIn("there is no result", run("compare", files["a"], files["c"]).stderr)

    def test_defaults_and_what_was_meant(self):
        shown = run("integrate", "--help").stdout
        for text in ("--epsrel real=0.001", "--maxeval integer=1000000", "--method text=auto"):
            self.assertIn(text, shown)
        self.assertLess(shown.index("--epsrel"), shown.index("--flatness"))
        for arguments, meant in ((["integrte", "-e", "x"], "'integrate'"), (["integrate", "-e", "x", "--epsrl", "1e-3"], "'--epsrel'"),
                                 (["integrate", "--metod=cuhre", "-e", "x"], "'--method'"), (["veiw", "x"], "'view'"),
                                 (["view", "x", "--repotr", "y"], "'--report'"), (["integrate", "-e", "x", "--rtol", "1e-3"], "'--epsrel'"), (["integrate", "-e", "x", "--tol", "1"], "'--epsrel'"),
                                 (["integrate", "-e", "x", "--atol=1"], "'--epsabs'"), (["integrate", "-e", "x", "--threads", "2"], "'--cores'"), (["integrate", "-e", "x", "--expr"], "'--expression'")):
            done = run(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"did you mean {meant}?", done.stderr)
        for name in ("--nothing-like-it", "--until"):
            done = run("integrate", "-e", "x", name, "1")
            self.assertIn(f"there is no option '{name}'", done.stderr)
            self.assertNotIn("mean", done.stderr)


class BadInput(unittest.TestCase):
    def refused(self, sentence, *arguments, **settings):
        done = integrate(*arguments, **settings)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn(sentence, done.stderr)
        self.assertEqual(done.stdout, "")

    def test_arguments(self):
        self.refused("--box: expression, column 1: there is no 'q'", "-e", "1", "--box", "0,q")
        self.refused("'x' has a variable in it", "-e", "1", "--box", "0,x")
        self.refused("is no limit", "-e", "1", "--box", "0,nan")
        self.refused("is no pair of limits", "-e", "1", "--box", "0,1,2")
        self.refused("is no pair of limits", "-e", "1", "--box", "max(0,1)")
        self.refused("3 pairs of limits", "-e", "1", "--box", "0,1;0,1;0,1", "--ndim", "2")
        self.refused("cuboid: --box is there more than once", "-e", "x", "--box", "0,1", "--box", "0,2")
        self.refused("cuboid: --epsrel is there more than once", "-e", "x", "--epsrel", "1", "--epsrel", "2")
        self.refused("--ndim is missing", "-e", "1")
        self.refused("--epsrel: 'x'", "-e", "1", "--ndim", "2", "--epsrel", "x")
        self.refused("method = \"foo\"", "-e", "1", "--ndim", "2", "--method", "foo")
        self.refused("--set: 'k'", "-e", "1", "--ndim", "2", "--set", "k")
        self.refused("--set k=: there is no value", "-e", "1", "--ndim", "2", "--set", "k=")
        self.refused("--set k=q: expression, column 1: there is no 'q'", "-e", "1", "--ndim", "2", "--set", "k=q")
        self.refused("name 'sin' means something else", "-e", "1", "--ndim", "2", "--set", "sin=1")
        for value, sentence in (("0:1:0", "no steps lead"), ("1:0", "no steps lead"), ("0:inf", "no steps lead"),
                                ("1:2:3:4", "no first:last:step"), ("0:1e9", "more than 10000000"), ("1,nan", "not a number"),
                                ("1,,2", "there is no value"), ("1,q", "there is no 'q'")):
            self.refused(sentence, "-e", "k*x", "--set", "k=" + value)
        thousands = ["a=1:4000", "b=1:4000"]
        self.refused("more than 10000000 integrals", "-e", "a*b*x", "--set", *thousands)
        self.refused("'k' has several values", "-e", "k*x", "--set", "k=1,2", "a=k+1")
        self.refused("--report is of one integral", "-e", "k*x", "--set", "k=1,2", "--report", "no.html")
        self.refused("is there twice", "-e", "1", "--ndim", "2", "--set", "k=1", "--set", "k=2")
        for infinite in ("0,1e999", "-1e999,0"):
            self.refused("is beyond the largest number", "-e", "1", "--box", infinite)
        self.refused("--epsrel: '1e999'", "-e", "1", "--ndim", "2", "--epsrel", "1e999")
        self.refused("the expression has 1 component;", "-e", "1", "--ndim", "2", "--ncomp", "2")
        self.refused("0 not in range 1 to", "-e", "1", "--ndim", "0")
        self.refused("--maxeval: '1.5'", "-e", "1", "--ndim", "2", "--maxeval", "1.5")
        self.refused("and not both", "--ndim", "2")
        self.assertEqual(run("nonsense").returncode, 2)

    def test_expressions(self):
        for sentence, text in (
            ("column 8: x[2] is beyond the last of 2 variables, which count from 0", "x[0] + x[ 2 ]"),
            ("column 1: there is no 'k'; if it is a parameter, give its value by --set k=VALUE\n", "k*x"),
            ("column 7: '²' means nothing in an expression", "exp(-x²)"),
            ("column 11: between [ and ] there must be a whole number, not '-'", "x[0] + x[ - 1 ]"),
            ("column 1: there is no 'ex'; the nearest name is 'exp'", "ex(x)"),
            ("column 3: between [ and ]", "x["),
            ("column 2: a number ends with 'x'; a product needs a *", "2x"),
            ("column 1: there is no value", ""),
            ("is beyond the last of 1024 variables", "x[9999999]"),
            ("column 1: there is no 'system'", 'system("true")'),
            ("column 1: there is no 'int'", "int y; y"),
            ("more than 200 brackets", "(" * 100_000 + "x"),
            ("more than 200 brackets", "-" * 100_000 + "x"),
            ("column 1: there is no", "q" * 100_000),
        ):
            # The number of variables is that of the expression where the last one is beyond 2.
            ndim = [] if "9999999" in text else ["--ndim", "2"]
            self.refused(sentence, "-e", text, *ndim)
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder, "page.html")
            self.refused("there is no 'sine'", "-e", "sine(x)", "--report", str(page))

    def test_files_and_compilers(self):
        for name, instead in (("nofile.c", ""), ("x*y", "; an expression is given by -e 'x*y'"), ("x^.5", "; an expression is given by -e 'x^.5'"),
                              ("help", "; cuboid integrate --help shows the options")):
            self.refused(f"there is no file '{name}'{instead}\n", name)
            self.refused(f"there is no file '{name}'{instead}\n", name, "--ndim", "2")
        with tempfile.NamedTemporaryFile(suffix=".c") as empty:
            self.refused("no function 'integrand'", empty.name, "--ndim", "2")
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "gaussian.c")
            file.write_text(GAUSSIAN)
            self.refused("'no-such-compiler' cannot be run", str(file), "--ndim", "2", CC="no-such-compiler")
            self.refused("no temporary folder", str(file), "--ndim", "2", TMPDIR="/nowhere")

    def test_what_is_no_file(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = str(Path(folder, "pipe.c"))
            os.mkfifo(pipe)
            self.refused("it is a pipe that nobody writes to", pipe, "--ndim", "2")
            self.refused("it is a pipe that nobody reads", "-e", "1", "--ndim", "2", "--report", pipe)
            self.refused("Is a directory", folder, "--ndim", "2")
        with tempfile.NamedTemporaryFile(suffix=".c") as file:
            file.write(b"int\0x;")
            file.flush()
            self.refused("is no text: its byte 4 is a NUL", file.name, "--ndim", "2")
        self.refused("neither a file nor a pipe", "/dev/zero", "--ndim", "2")

    def test_functions_that_are_declared_nowhere(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "declared.c")
            file.write_text(GAUSSIAN.replace("x[i] * x[i]", "undeclared(x[i])"))
            self.refused("undeclared", str(file), "--ndim", "2")
            file.write_text(GAUSSIAN.replace("x[i] * x[i]", "abs(x[i])"))
            self.refused("did you mean fabs", str(file), "--ndim", "2")
            file.write_text("#include <stdlib.h>\n" + GAUSSIAN.replace("x[i] * x[i]", "abs(x[i])"))
            self.refused("did you mean fabs", str(file), "--ndim", "2")

    def test_functions_that_take_other_arguments(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "other.c")
            for text in ("double f(double x, double y)", "double f(const int *n, const double x[], const int *m, double f[])",
                         "int f(const double x[], double f[])", "int f(int n, const double x[], int m, double f[])",
                         "void f(const int *n, const double x[], const int *m, double f[])", "double f(void)"):
                file.write_text(text + "\n{ }\n")
                self.refused("'" + text + "' would be called with arguments", str(file), "--function", "f", "--ndim", "2")
            file.write_text("double f(const double *x, const double *p) { return p[0]; }")
            self.refused("takes parameters, and there are none", str(file), "--function", "f", "--ndim", "2")
            self.refused("would be called with", str(file), "--function", "f", "--ndim", "1", "--distances")

    def test_large_files(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "large.c")
            file.write_text(GAUSSIAN + " " * 10_000_000)
            self.assertEqual(integrate(str(file), "--ndim", "2").returncode, 0)
            file.write_text(GAUSSIAN.replace("exp(", "abs" + " " * 1_000_000 + "(undeclared + "))
            self.refused("did you mean fabs", str(file), "--ndim", "2")
            file.write_text(GAUSSIAN.replace("exp(", "(" * 100_000))
            self.refused("could not be compiled", str(file), "--ndim", "2")

    def test_more_components_than_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "three.c")
            file.write_text(GAUSSIAN.replace("c < *ncomp", "c < 3"))
            for ncomp in ("1", "2"):
                self.refused(f"the last component of --ncomp = {ncomp};", str(file), "--ndim", "2", "--ncomp", ncomp)
            self.refused("the last component of", str(file), "--ndim", "2", "--workers", "threads", "--cores", "2")
            self.assertEqual(integrate(str(file), "--ndim", "2", "--ncomp", "3").returncode, 0)

    def test_more_variables_than_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "three.c")
            file.write_text(GAUSSIAN.replace("i < *ndim", "i < 3"))
            self.refused("the function reads more than x[0], the last variable of --ndim = 1;", str(file), "--ndim", "1",
                         "--set", "k=2")
            self.refused("the last variable of --ndim = 2;", str(file), "--box", "0,1;0,1", "--set", "k=2", "--workers",
                         "threads", "--cores", "2")
            self.assertEqual(integrate(str(file), "--ndim", "3", "--set", "k=2").returncode, 0)

    def test_the_users_own_line_is_shown(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "wrong.c")
            file.write_text(GAUSSIAN.replace("double r = 0;", "double r = ;"))
            self.refused(f"{file}:6:", str(file), "--ndim", "2", "--set", "k=2")

    def test_an_integrand_that_is_not_finite(self):
        self.refused("not finite", "-e", "1/(0*x[0])", "--ndim", "2")

    def test_a_device_that_is_not_there(self):
        done = run("integrate", "-e", "1", "--ndim", "2", "--device", "4711")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--device 4711", done.stderr)

    def test_a_full_disk_and_a_closed_pipe(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([COMMAND, "integrate", "-e", "1", "--ndim", "2", "--device", "off"],
                                  stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot be written", done.stderr)
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([COMMAND, "methods"], stdout=writing, stderr=subprocess.PIPE, check=False)
        os.close(writing)
        self.assertIn(done.returncode, (-signal.SIGPIPE, 2))
        self.assertEqual(done.stderr, b"")


class TemporaryFolders(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.own = self.folder / "own"
        self.own.mkdir()
        self.file = self.folder / "gaussian.c"
        self.file.write_text(GAUSSIAN)

    def test_an_empty_name_is_none(self):
        compiler = self.folder / "where"
        compiler.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > {self.folder}/said\nexec cc "$@"\n')
        compiler.chmod(0o755)
        done = subprocess.run([COMMAND, "integrate", self.file, "--ndim", "2", "--device", "off"], check=False,
                              stdout=subprocess.DEVNULL,
                              cwd=self.own, env={**os.environ, "TMPDIR": "", "CC": str(compiler)})
        self.assertEqual(done.returncode, 0)
        self.assertRegex((self.folder / "said").read_text(), r"\n/tmp/cuboid-\w+/integrand\.c\n")

    def test_nothing_stays_whatever_ends_the_command(self):
        # A compiler that says when it begins, and goes on for a while after the command has gone.
        compiler = self.folder / "slow"
        compiler.write_text(f"#!/bin/sh\ntouch {self.folder}/begun\nsleep 0.3\nexec cc \"$@\"\n")
        compiler.chmod(0o755)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            (self.folder / "begun").unlink(missing_ok=True)
            process = subprocess.Popen([COMMAND, "integrate", self.file, "--ndim", "2", "--device", "off"],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       env={**os.environ, "TMPDIR": str(self.own), "CC": str(compiler)})
            while not (self.folder / "begun").exists():
                self.assertIsNone(process.poll())
                time.sleep(0.01)
            self.assertEqual([path.name[:7] for path in self.own.glob("cuboid-*")], ["cuboid-"])
            process.send_signal(number)
            process.wait()
            # The compiler still works there, so that it goes when that ends: the test's own limit is the end.
            while list(self.own.iterdir()):
                time.sleep(0.01)


class CompiledBefore(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cache = self.folder / "cache"
        self.file = self.folder / "gaussian.c"
        self.file.write_text(GAUSSIAN)
        self.compiler = self.folder / "compiler"
        self.set_version("1")

    def set_version(self, number):
        self.compiler.write_text(f'#!/bin/sh\ncase " $* " in *" --version "*) echo {number}; exit; esac\n'
                                 f'echo >> {self.folder}/compiled\nexec cc "$@"\n')
        self.compiler.chmod(0o755)

    def compilations(self, *arguments, **settings):
        """How often the compiler is called for it, in two calls."""
        counted = self.folder / "compiled"
        counted.write_text("")
        values = set()
        for _ in range(2):
            done = integrate(str(self.file), "--ndim", "2", "--json", *arguments,
                             **{"CC": str(self.compiler), "CUBOID_CACHE": str(self.cache), **settings})
            self.assertEqual(done.returncode, 0, done.stderr)
            values.add(json.loads(done.stdout)["value"][0])
        self.assertEqual(len(values), 1)
        return len(counted.read_text())

    def test_is_compiled_once(self):
        self.assertEqual(self.compilations(), 1)
        self.assertEqual(self.compilations(), 0)
        self.assertEqual((self.cache / "texts").stat().st_mode & 0o777, 0o700)
        self.assertEqual(self.compilations("--set", "k=2"), 1)
        self.assertEqual(self.compilations("--function", "other"), 0)  # of the same text
        self.set_version("2")
        self.assertEqual(self.compilations(), 1)
        self.assertEqual(self.compilations(CC=f"{self.compiler} -O1"), 1)
        self.file.write_text(GAUSSIAN.replace("c + 1", "c + 2"))
        self.assertEqual(self.compilations(), 1)
        self.assertEqual(self.compilations(XDG_CACHE_HOME=str(self.folder / "xdg"), CUBOID_CACHE=""), 1)
        self.assertTrue(list((self.folder / "xdg" / "cuboid" / "texts").iterdir()))

    def test_what_depends_on_other_files_is_compiled_each_time(self):
        (self.folder / "own.h").write_text("")
        for line in ('#include "own.h"', "#inc\\\nlude <own.h>", "static const char *now = __TIME__;"):
            self.file.write_text(line + "\n" + GAUSSIAN)
            self.assertEqual(self.compilations(), 2, line)
        self.file.write_text(GAUSSIAN)
        self.assertEqual(self.compilations(), 2)  # own.h lies where headers are looked for
        (self.folder / "own.h").unlink()
        self.assertEqual(self.compilations(), 1)
        self.assertEqual(self.compilations(CC=f"{self.compiler} -I{self.folder}"), 2)
        self.assertEqual(self.compilations(CPATH=str(self.folder)), 2)
        self.assertEqual(self.compilations(CUBOID_CACHE="off"), 2)

    def test_folders_and_files_that_others_can_write_are_not_used(self):
        self.assertEqual(self.compilations(), 1)
        texts = self.cache / "texts"
        for path in (self.cache, texts, *texts.iterdir()):
            mode = path.stat().st_mode & 0o777
            path.chmod(mode | 0o022)
            if path.is_dir():
                self.assertEqual(self.compilations(), 2, path)
            else:
                self.assertEqual(self.compilations(), 1, path)  # which makes it anew
            path.chmod(mode)
        link = self.folder / "link"
        link.mkdir(0o700)
        (link / "texts").symlink_to(texts)
        self.assertEqual(self.compilations(CUBOID_CACHE=str(link)), 2)

    def test_what_is_damaged_is_compiled_anew(self):
        self.assertEqual(self.compilations(), 1)
        for suffix, text in (("so", ""), ("key", "other")):
            next((self.cache / "texts").glob("*." + suffix)).write_text(text)
            self.assertEqual(self.compilations(), 1)


LONG = ["integrate", "-e", "sin(1/x[0])*x[1]", "--ndim", "9", "--maxeval", "1e13", "--epsrel", "1e-12",
        "--method", "vegas", "--device", "off"]


def catches(process, which):
    """Whether a process has a handler for a signal, by the mask that Linux shows."""
    with open(f"/proc/{process.pid}/status") as status:
        mask = next(line for line in status if line.startswith("SigCgt:")).split()[1]
    return bool(int(mask, 16) >> which - 1 & 1)


class OnATerminal(unittest.TestCase):
    """With a terminal at the standard error, and Ctrl-C as soon as a value is drawn there."""

    def setUp(self):
        self.ours, theirs = pty.openpty()
        self.addCleanup(os.close, self.ours)
        self.process = subprocess.Popen([COMMAND, *LONG], stdout=subprocess.PIPE, stderr=theirs, text=True)
        self.addCleanup(self.process.kill)
        os.close(theirs)
        self.drawn = ""
        while not re.search(r": 0\.2.* evaluations", self.drawn):
            self.drawn += os.read(self.ours, 1 << 16).decode()
        self.process.send_signal(signal.SIGINT)
        self.output, _ = self.process.communicate(timeout=60)

    def test_control_c_in_json(self):
        process = subprocess.Popen([COMMAND, *LONG, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        while not catches(process, signal.SIGINT):
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertTrue(json.loads(output)["message"].startswith("interrupted"))

    def rest(self):
        try:
            while more := os.read(self.ours, 1 << 16).decode():
                self.drawn += more
        except OSError:  # the other end is closed
            pass
        return self.drawn

    def test_control_c_prints_what_is_there(self):
        self.assertEqual(self.process.returncode, 130)
        self.assertRegex(self.output, r"^0\.2")
        self.assertIn("not converged", self.output)

    def test_a_bar_is_drawn_and_cleared(self):
        drawn = self.rest()
        self.assertRegex(drawn, r"\[#*\.*\] vegas, [a-z ]+: 0\.2\d*\(\d+\), .* evaluations, .*/s")
        self.assertTrue(drawn.endswith("\r\x1b[K"))


class Quiet(unittest.TestCase):
    def test_no_bar_if_none_is_wanted(self):
        ours, theirs = pty.openpty()
        done = subprocess.run([COMMAND, "integrate", "-e", "sin(1/x[0])*x[1]", "--ndim", "9", "--method", "vegas",
                               "--epsrel", "1e-12", "--time_limit", "1", "--maxeval", "1e13", "--device", "off",
                               "--quiet"], stdout=subprocess.PIPE, stderr=theirs, timeout=120, check=False)
        self.assertEqual(done.returncode, 1)
        os.set_blocking(ours, False)
        with self.assertRaises(BlockingIOError):
            os.read(ours, 1)
        os.close(theirs)
        os.close(ours)


if __name__ == "__main__":
    unittest.main()
