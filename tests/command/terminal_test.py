#!/usr/bin/env python3
"""The command as it is seen at a terminal: tasks of people, and input that is wrong.

Standard input, output and error are one terminal of 80 columns; a small emulation of it gives the lines that are left
on the screen.
"""

import fcntl
import math
import os
import pty
import re
import select
import struct
import subprocess
import tempfile
import termios
import time
import unittest
from pathlib import Path

COMMAND = os.environ["CUBOID"]


class Screen:
    """What a terminal shows of what is written to it: \\r, \\n and the clearing of a line."""

    def __init__(self):
        self.raw = ""
        self.lines = [""]
        self.column = 0

    def take(self, text):
        self.raw += text
        for part in re.findall(r"\r\n|\r|\n|\x1b\[K|[^\r\n\x1b]+|\x1b", text):
            if part in ("\r\n", "\n"):
                self.lines.append("")
                self.column = 0
            elif part == "\r":
                self.column = 0
            elif part == "\x1b[K":
                self.lines[-1] = self.lines[-1][: self.column]
            else:
                line = self.lines[-1].ljust(self.column)
                self.lines[-1] = line[: self.column] + part + line[self.column + len(part):]
                self.column += len(part)

    def text(self):
        return "\n".join(line.rstrip() for line in self.lines).rstrip("\n")


def at_a_terminal(*arguments, keys=None, folder=None, typed=""):
    """The status and the screen.  keys: a text on the screen after which Ctrl-C is typed."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))

    def own_terminal():
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    process = subprocess.Popen([COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder,
                               preexec_fn=own_terminal)
    os.close(theirs)
    if typed:
        os.write(ours, typed.encode() + b"\x04")  # Ctrl-D ends the input
    screen, deadline, is_pressed = Screen(), time.monotonic() + 120, False
    while time.monotonic() < deadline:
        if not select.select([ours], [], [], 0.1)[0]:
            continue
        try:
            data = os.read(ours, 1 << 16)
        except OSError:
            break  # the other end is closed
        if not data:
            break
        screen.take(data.decode(errors="replace"))
        if keys is not None and not is_pressed and keys in screen.raw:
            os.write(ours, b"\x03")
            is_pressed = True
    else:
        process.kill()
    os.close(ours)
    return process.wait(timeout=60), screen


FILE = """#include <math.h>
int integrand(const int *ndim, const double x[], const int *ncomp, double f[]) {
  f[0] = exp(-x[0] * x[0] - x[1] * x[1]);
  return 0;
}
"""


class Tasks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def shows(self, status, first, *arguments, **more):
        """The lines of a task: the first is matched; none is an escape sequence or wider than what a person reads."""
        found, screen = at_a_terminal("integrate", "--device", "off", *arguments, folder=self.folder, **more)
        text = screen.text()
        self.assertEqual(found, status, text)
        lines = [line for line in text.splitlines() if line not in more.get("typed", "").splitlines()]
        self.assertNotIn("\x1b", text)
        self.assertRegex(lines[0], first)
        return lines

    def value(self, lines):
        return float(lines[0].split("(")[0])

    def test_a_text(self):
        lines = self.shows(0, r"^1\.57\d*\(\d+\)$", "-e", "exp(-x^2-y^2)*2", "--box", "0,inf", "--epsrel", "1e-6")
        self.assertEqual(lines[1], "converged: the requested accuracy was reached (relative)")
        self.assertRegex(lines[2], r"^\w+, [\d.e+]+ evaluations in [\d.e+-]+ s$")
        self.assertEqual(len(lines), 3)

    def test_reasons(self):
        lines = self.shows(0, r"^0\.79", "-e", "exp(-x*y)", "--verbose")
        self.assertTrue(any(line.startswith("  auto: ") for line in lines))

    def test_components(self):
        lines = self.shows(0, r"^1: 0\.50*\(\d+\)$", "-e", "x", "-e", "x*y")
        self.assertRegex(lines[1], r"^2: 0\.250*\(\d+\)$")

    def test_a_clause_on_each_line(self):
        lines = self.shows(1, r".", "-e", "sin(1/x)*y", "--maxeval", "3000", "--epsrel", "1e-12", "--method", "vegas",
                           "--verbose")
        self.assertTrue(lines[1].startswith("not converged: "))
        self.assertTrue(lines[2].startswith("  "))
        self.assertFalse(any("; " in line for line in lines))

    def test_a_list(self):
        lines = self.shows(0, r"^k=1  0\.63\d+\(\d+\)$", "-e", "exp(-k*x)", "--set", "k=1,2,3")
        self.assertEqual([line.split("  ")[0] for line in lines[:3]], ["k=1", "k=2", "k=3"])

    def test_a_table(self):
        Path(self.folder, "p.csv").write_text("k,a\n1,2\n2,3\n")
        lines = self.shows(0, r"^k,a,value,error,status,converged,neval$", "-e", "a*exp(-k*x)", "--csv", "p.csv", "--box",
                           "0,inf", "--output", "csv")
        self.assertAlmostEqual(float(lines[2].split(",")[2]), 1.5, delta=1e-2)

    def test_a_file(self):
        Path(self.folder, "bell.c").write_text(FILE)
        lines = self.shows(0, r"^3\.14", "bell.c", "--box", "-inf,inf;-inf,inf", "--epsrel", "1e-6")
        self.assertAlmostEqual(self.value(lines), math.pi, delta=1e-5)

    def test_typed(self):
        self.shows(0, r"^0\.333", "-e", "-", typed="x^2\n")

    def test_a_triangle(self):
        self.shows(0, r"^0\.0416", "-e", "x*y", "--simplex", "0,0;1,0;0,1")

    def test_a_ball(self):
        self.shows(0, r"^4\.188", "-e", "1", "--ball", "0,0,0;1")

    def test_limits_that_are_functions(self):
        self.shows(0, r"^0\.0833", "-e", "x*y", "--limits", "0,1; x^2,sqrt(x)")

    def test_an_evidence(self):
        terms = "+".join(f"((x[{i}]-0.3)/0.02)^2" for i in range(4))
        lines = self.shows(0, r"^6\.3\d*\(\d+\)e-06$", "-e", f"exp(-({terms})/2)", "--method", "vegas_plus", "--epsrel", "1e-2")
        self.assertRegex(lines[0], r"^6\.3")

    def test_a_report(self):
        self.shows(0, r"^0\.79", "-e", "exp(-x*y)", "--report", "r.html")
        self.assertLess(os.path.getsize(Path(self.folder, "r.html")), 300_000)

    def test_two_methods(self):
        for method in ("cuhre", "vegas_plus"):
            _, screen = at_a_terminal("integrate", "--device", "off", "-e", "exp(-x*y)", "--method", method, "--json")
            Path(self.folder, method).write_text(screen.text() + "\n")
        status, screen = at_a_terminal("compare", "cuhre", "vegas_plus", folder=self.folder)
        self.assertEqual(status, 0)
        self.assertRegex(screen.text().splitlines()[0], r"^0\.79\d+\(\d+\)  0\.79\d+\(\d+\)  [\d.e-]+ errors apart$")
        self.assertTrue(screen.text().endswith("1 of 1 value agrees"))

    def test_progress_and_control_c(self):
        found, screen = at_a_terminal("integrate", "-e", "sin(1/x[0])*x[1]", "--ndim", "9", "--maxeval", "1e13", "--epsrel",
                                      "1e-12", "--method", "vegas", "--device", "off", keys=" evaluations,")
        self.assertEqual(found, 130)
        self.assertRegex(screen.raw, r"\[#*\.*\] vegas, ")
        lines = [line.replace("^C", "") for line in screen.text().splitlines()]
        self.assertRegex(lines[0], r"^0\.2")
        self.assertEqual(lines[1], "not converged: interrupted")
        self.assertNotIn("flag", screen.text())
        self.assertNotIn("[#", screen.text())


WRONG = (
    ("one file or one --expression is needed", ["integrate"]),
    ("'integrate'?", ["integrat", "-e", "x"]),
    ("'--maxeval'?", ["integrate", "-e", "x", "--maxevals", "10"]),
    ("the nearest name is 'exp'", ["integrate", "-e", "exq(x)"]),
    ("a number ends with 'x'; a product needs a *", ["integrate", "-e", "2x"]),
    ("there is no value", ["integrate", "-e", ""]),
    ("3 pairs of limits", ["integrate", "-e", "x", "--box", "0,1;0,1;0,1", "--ndim", "2"]),
    ("is no pair of limits", ["integrate", "-e", "x", "--box", "0"]),
    ("there is no 'q'", ["integrate", "-e", "x", "--box", "0,q"]),
    ("method = \"cuhr\"", ["integrate", "-e", "x", "--method", "cuhr"]),
    ("--epsrel: 'small'", ["integrate", "-e", "x", "--epsrel", "small"]),
    ("is not NAME=VALUE", ["integrate", "-e", "k*x", "--set", "k"]),
    ("there is no value", ["integrate", "-e", "k*x", "--set", "k="]),
    ("no steps lead", ["integrate", "-e", "k*x", "--set", "k=1:0"]),
    ("there is no file 'none.c'", ["integrate", "none.c", "--ndim", "2"]),
    ("'none.csv' cannot be read", ["integrate", "-e", "k*x", "--csv", "none.csv"]),
    ("'none.jsonl' cannot be read", ["view", "none.jsonl"]),
    ("'none.json' cannot be read", ["compare", "none.json", "none.json"]),
    ("/nowhere/r.html' cannot be written", ["integrate", "-e", "x", "--report", "/nowhere/r.html"]),
    ("/nowhere/t' cannot be written", ["integrate", "-e", "x", "--trace", "/nowhere/t"]),
    ("a point has 1 coordinate, and must have 2", ["integrate", "-e", "x", "--simplex", "0;1,0;0,1"]),
    ("write centre;radius", ["integrate", "-e", "x", "--ball", "1"]),
    ("the region has 1 coordinate, and the integrand has 2", ["integrate", "-e", "x*y", "--ball", "0;1"]),
    ("--breaks go with a --box or --limits", ["integrate", "-e", "x", "--ball", "0;1", "--breaks", "0"]),
    ("--ncomp = 2, but the expression has 1 component", ["integrate", "-e", "x", "--ncomp", "2"]),
    ("is none of table, csv and json", ["integrate", "-e", "x", "--output", "yaml"]),
    ("not finite", ["integrate", "-e", "1/(0*x)"]),
    ("--device 4711", ["integrate", "-e", "x", "--device", "4711"]),
)


class WrongInput(unittest.TestCase):
    def test_a_sentence_says_what_is_wrong(self):
        for sentence, arguments in WRONG:
            with self.subTest(arguments), tempfile.TemporaryDirectory() as folder:
                status, screen = at_a_terminal(*arguments, folder=folder)
                text = screen.text()
                self.assertEqual(status, 2, text)
                self.assertTrue(text.startswith("cuboid: "), text)
                self.assertIn(sentence, text)
                self.assertLess(len(text.splitlines()), 8, text)
                self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    unittest.main()
