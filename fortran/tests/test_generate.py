#!/usr/bin/env python3
"""Tests of fortran/generate on headers that the committed modules do not show.

Usage: test_generate.py <Fortran compiler> [unittest arguments]
"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
GENERATE = ROOT / "fortran" / "generate"
CUBA_HEADER = ROOT / "compat" / "cuba.h"
CUBOID_HEADER = ROOT / "include" / "cuboid.h"

PEAKFINDER = """
typedef void (*peakfinder_t)(const int *ndim, const cubareal b[], int *n, cubareal x[],
                             void *userdata);
"""


def prototypes_of_divonne():
    common = (
        "(const int ndim, const int ncomp, integrand_t integrand, void *userdata,"
        " const {count} nvec, const cubareal epsrel, const cubareal epsabs, const int flags,"
        " const int seed, const {count} mineval, const {count} maxeval, const int key1,"
        " const int key2, const int key3, const int maxpass, const cubareal border,"
        " const cubareal maxchisq, const cubareal mindeviation, const {count} ngiven,"
        " const int ldxgiven, cubareal xgiven[], const {count} nextra, peakfinder_t peakfinder,"
        " const char *statefile, void *spin, int *nregions, {count} *neval, int *fail,"
        " cubareal integral[], cubareal error[], cubareal prob[]);\n"
    )
    if "peakfinder_t" in CUBA_HEADER.read_text():
        return ""
    plain, long = common.format(count="int"), common.format(count="long long int")
    return f"{PEAKFINDER}void Divonne{plain}void llDivonne{long}"


class Generate(unittest.TestCase):
    compiler = "gfortran"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def with_declarations(self, added, header=CUBA_HEADER):
        """A copy of the header with declarations before its first routine."""
        text = header.read_text()
        mark = "void Vegas(" if header == CUBA_HEADER else "/* ---- the library ---- */"
        self.assertEqual(text.count(mark), 1)
        copy = self.folder / header.name
        copy.write_text(text.replace(mark, added + mark))
        return copy

    def run_generate(self, *arguments):
        command = [sys.executable, GENERATE, "--output", self.folder, *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def assert_rejected(self, declaration, *named):
        run = self.run_generate("--cuba-header", self.with_declarations(declaration))
        self.assertNotEqual(run.returncode, 0)
        self.assertFalse((self.folder / "cuba.f90").exists())
        for text in named:
            self.assertIn(text, run.stderr)
        self.assertNotIn("Traceback", run.stderr)

    def test_divonne_compiles_with_its_peakfinder(self):
        run = self.run_generate("--cuba-header", self.with_declarations(prototypes_of_divonne()))
        self.assertEqual(run.returncode, 0, run.stderr)
        text = (self.folder / "cuba.f90").read_text()
        for line in (
            "function divonne_integrand(ndim, x, ncomp, f, userdata, nvec, core, phase) bind(C)",
            "subroutine peakfinder_t(ndim, b, n, x, userdata) bind(C)",
            "subroutine llpeakfinder_t(ndim, b, n, x, userdata) bind(C)",
            "integer(c_long_long), intent(inout) :: n",
            "type(c_funptr), value :: peakfinder",
            "integer(c_long_long), value :: ngiven",
            "real(c_double), intent(inout) :: xgiven(*)",
        ):
            self.assertIn(line, text)
        compilation = subprocess.run(
            [self.compiler, "-std=f2008", "-Wall", "-Werror", "-c", "cuba.f90"],
            cwd=self.folder, capture_output=True, text=True, check=False,
        )
        self.assertEqual(compilation.returncode, 0, compilation.stderr)

    def test_numbers_of_cubacores_are_references(self):
        self.assertEqual(self.run_generate().returncode, 0)
        text = (self.folder / "cuba.f90").read_text()
        body = text[text.index("subroutine cubacores("):text.index("end subroutine cubacores")]
        self.assertIn("integer(c_int), intent(in) :: n\n", body)
        self.assertIn("integer(c_int), intent(in) :: p\n", body)

    def test_check_tells_whether_the_files_are_current(self):
        self.assertEqual(self.run_generate().returncode, 0)
        self.assertEqual(self.run_generate("--check").returncode, 0)
        header = self.with_declarations("void cubanew(int n);\n")
        check = self.run_generate("--check", "--cuba-header", header)
        self.assertEqual(check.returncode, 1)
        self.assertIn("+    subroutine cubanew(n)", check.stdout)

    def test_unknown_syntax_names_the_declaration(self):
        self.assert_rejected("union cuba_number { int i; double d; };\n", "cuba_number")
        self.assert_rejected("extern int cuba_level;\n", "cuba_level")
        self.assert_rejected("void cubaprint(const char *format, ...);\n", "cubaprint")
        self.assert_rejected("void cubaopen();\n", "cubaopen", "without prototype")
        self.assert_rejected("void cubaof(int);\n", "cubaof", "without a name")

    def test_unknown_types_name_the_declaration(self):
        self.assert_rejected("void cubafloat(float x);\n", "cubafloat", "float")
        self.assert_rejected("void cubaname(char *name);\n", "name")
        self.assert_rejected("void cubamatrix(double **matrix);\n", "matrix")
        self.assert_rejected("unsigned int cubacount(void);\n", "cubacount", "unsigned int")
        self.assert_rejected("const double *cubagrid(int slot);\n", "cubagrid")

    def test_names_that_are_one_in_fortran_are_rejected(self):
        self.assert_rejected("void vegas(int n);\n", "vegas", "Vegas")

    def test_enumeration_must_agree_with_its_list(self):
        header = self.with_declarations("", CUBOID_HEADER)
        text = header.read_text()
        start = "typedef enum cuboid_status {"
        self.assertEqual(text.count(start), 1)
        header.write_text(text.replace(start, f"{start} CUBOID_ABORTED = 5,"))
        run = self.run_generate("--cuboid-header", header)
        self.assertNotEqual(run.returncode, 0)
        self.assertIn("CUBOID_ABORTED is 5 here and -99 in its list", run.stderr)


if __name__ == "__main__":
    Generate.compiler = sys.argv.pop(1) if len(sys.argv) > 1 else Generate.compiler
    unittest.main()
