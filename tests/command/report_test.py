#!/usr/bin/env python3
"""The report in a real browser: it draws, axes can be changed, and the console shows no error.

    report_test.py                      the tests; skipped without Chromium and Selenium
    report_test.py --screenshots FOLDER writes the pictures of the README
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

try:
    from selenium import webdriver
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.support.ui import Select
except ImportError:
    webdriver = None

COMMAND = os.environ["CUBOID"]

RIDGE = ["-e", "exp(-200*pow(x[0]-x[1]+x[2]-x[3]+x[4]-x[5],2)-5*(pow(x[0]-.5,2)+pow(x[1]-.5,2)+pow(x[2]-.5,2)"
         "+pow(x[3]-.5,2)+pow(x[4]-.5,2)+pow(x[5]-.5,2)))",
         "--ndim", "6", "--method", "vegas_plus", "--nstart", "1e5", "--maxeval", "2e6", "--epsrel", "1e-3"]
SHELL = ["-e", "exp(-200*pow(sqrt(x[0]*x[0]+x[1]*x[1]+x[2]*x[2])-0.7,2))", "--ndim", "3", "--method", "pagani",
         "--epsrel", "1e-6"]


def run(*arguments):
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, timeout=120, check=False)


def records_of(page):
    return Path(page).read_text().split('type="application/x-ndjson">\n', 1)[1].split("\n</script>")[0]


def browser():
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--window-size=1000,1500"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options)


def opened(driver, page):
    driver.get(Path(page).resolve().as_uri())
    for _ in range(600):
        if driver.execute_script("return document.body.dataset.drawn && Bokeh.documents.every(d => d.is_idle)"):
            return
        time.sleep(0.1)
    raise AssertionError(f"the page was not drawn: {driver.get_log('browser')}")


class Pages(unittest.TestCase):
    """What needs no browser."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.page = str(Path(self.folder.name, "report.html"))

    def test_a_report_is_one_small_file(self):
        done = run("integrate", "--device", "off", *SHELL, "--report", self.page)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = Path(self.page).read_text()
        self.assertLess(len(text), 2_000_000)
        self.assertTrue('"record":"region"' in text)

    def test_a_report_that_cannot_be_written(self):
        done = run("integrate", "--device", "off", *SHELL, "--report", "/nowhere/report.html")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("'/nowhere/report.html' cannot be written", done.stderr)

    def test_a_report_is_written_whole_or_not_at_all(self):
        self.assertEqual(run("integrate", "--device", "off", *SHELL, "--report", self.page).returncode, 0)
        trace = Path(self.folder.name, "trace.jsonl")
        trace.write_text(records_of(self.page))
        Path(self.page).write_text("the one before")
        # Without SIGXFSZ, which Python ignores, the write fails.
        done = subprocess.run([COMMAND, "view", str(trace), "--report", self.page], timeout=120, check=False,
                              capture_output=True, text=True, restore_signals=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10000, 10000)))
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"'{self.page}' cannot be written", done.stderr)
        self.assertEqual(Path(self.page).read_text(), "the one before")
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["report.html", "trace.jsonl"])

    def test_markup_in_strings(self):
        trace = Path(self.folder.name, "trace.jsonl")
        trace.write_text('{"record":"header","format":1,"method":"<!--<script></script>"}\n')
        self.assertEqual(run("view", str(trace), "--report", self.page).returncode, 0)
        text = Path(self.page).read_text()
        self.assertIn("\\u003c!--\\u003cscript>\\u003c/script>", text)
        self.assertNotIn("<!--<script", text)

    def test_what_is_no_trace(self):
        other = Path(self.folder.name, "other.jsonl")
        for text in ("", "no JSON\n", "[1]\n", '{"record":"iteration"}\n', '{"record":"header","format":99}\n'):
            other.write_text(text)
            done = run("view", str(other), "--report", self.page)
            self.assertEqual(done.returncode, 2, text)
            self.assertIn(str(other), done.stderr)
        self.assertEqual(run("view", "/nowhere/trace.jsonl").returncode, 2)


@unittest.skipIf(webdriver is None, "no Selenium")
class InABrowser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        try:
            cls.driver = browser()
        except WebDriverException as reason:
            raise unittest.SkipTest(f"no Chromium: {reason.msg}") from None
        cls.addClassCleanup(cls.driver.quit)

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.page = str(Path(self.folder.name, "report.html"))

    def open_report(self, *arguments):
        done = run("integrate", "--device", "off", *arguments, "--report", self.page)
        self.assertGreaterEqual(done.returncode, 0, done.stderr)
        opened(self.driver, self.page)

    def titles(self):
        return [element.text for element in self.driver.find_elements("css selector", "h2")]

    def labels(self):
        """Those of the axes of the plot that was drawn last."""
        return self.driver.execute_script(
            "const plot = Bokeh.documents.at(-1).roots()[0];"
            "return [plot.below[0].axis_label, plot.left[0].axis_label]")

    def choose(self, title, label, text):
        for part in self.driver.find_elements("css selector", "section"):
            if part.find_element("css selector", "h2").text == title:
                for element in part.find_elements("css selector", "label"):
                    if element.text.startswith(label):
                        Select(element.find_element("css selector", "select")).select_by_visible_text(text)

    def assert_no_error(self):
        errors = [entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        self.assertEqual(errors, [])
        fetched = self.driver.execute_script("return performance.getEntriesByType('resource').map(r => r.name)")
        self.assertEqual(fetched, [])  # it works without a network

    def test_regions(self):
        self.open_report(*SHELL)
        self.assertEqual(self.titles(), ["How it converged", "Where the regions are", "The worst regions",
                                         "Iterations", "Speed"])
        self.choose("Where the regions are", "across", "x2")
        self.assertEqual(self.labels(), ["x2", "x1"])
        self.choose("Where the regions are", "up", "x0")
        self.assertEqual(self.labels(), ["x2", "x0"])
        self.assert_no_error()

    def test_samples_and_the_map(self):
        self.open_report(*RIDGE)
        self.assertEqual(self.titles(), ["How it converged", "Where the samples are", "Where the samples went",
                                         "Iterations", "Speed"])
        self.choose("Where the samples are", "up", "x5")
        self.assertEqual(self.labels(), ["x0", "x5"])
        self.choose("Where the samples went", "axis", "x3")
        self.assertEqual(self.labels(), ["x3", "density"])
        self.assert_no_error()

    def test_infinite_limits_several_components_and_markup(self):
        source = Path(self.folder.name, "two.c")
        source.write_text("#include <math.h>\nint integrand(const int *n, const double x[], const int *m, double f[])"
                          "{ double r = 0; for (int i = 0; i < *n; ++i) r += x[i] * x[i]; f[0] = exp(-r);"
                          " f[1] = x[0] * exp(-r); return 0; }\n")
        self.open_report(str(source), "--ncomp", "2", "--box", "-inf,inf;0,inf", "--method", "cuhre")
        self.choose("How it converged", "component", "2")
        self.assert_no_error()

    def test_a_trace_that_is_cut_off(self):
        done = run("integrate", "--device", "off", *SHELL, "--report", self.page)
        self.assertEqual(done.returncode, 0, done.stderr)
        records = records_of(self.page)
        trace = Path(self.folder.name, "cut.jsonl")
        trace.write_text(records[: len(records) // 2])
        done = run("view", str(trace), "--report", self.page)
        self.assertEqual(done.returncode, 0, done.stderr)
        opened(self.driver, self.page)
        self.assertIn("The trace ends before the integration did.",
                      self.driver.find_element("css selector", "body").text)
        self.assert_no_error()


def screenshots(folder):
    driver = browser()
    for name, arguments in (("report_ridge", RIDGE), ("report_shell", SHELL)):
        with tempfile.TemporaryDirectory() as temporary:
            page = str(Path(temporary, "report.html"))
            print(run("integrate", "--device", "off", *arguments, "--report", page).stdout)
            opened(driver, page)
            time.sleep(1)
            driver.save_screenshot(str(Path(folder, name + ".png")))
    driver.quit()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--screenshots"]:
        screenshots(sys.argv[2])
    else:
        unittest.main()
