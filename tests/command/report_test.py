#!/usr/bin/env python3
"""The report in a real browser: it draws at all widths and in both schemes of colours, axes can be changed, and the
console shows no error.

    report_test.py                      the tests; skipped without Chromium and Selenium
    report_test.py --screenshots FOLDER writes the pictures of the README
"""

import json
import math
import os
import re
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
        if driver.execute_script("return document.body.dataset.drawn"):
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
        self.assertLess(len(text), 300_000)
        self.assertTrue('"record":"region"' in text)

    def test_pages_are_small_whatever_is_integrated(self):
        terms = "+".join(f"abs(x[{i}] - 0.3)" for i in range(20))
        for arguments in (RIDGE, ["-e", terms, "--method", "vegas_plus", "--maxeval", "3e5"],
                          ["-e", terms, "--method", "suave", "--maxeval", "1e5"],
                          ["-e", terms.split("+abs(x[7]")[0], "--method", "cuhre", "--maxeval", "3e5", "--epsrel", "1e-9"],
                          ["-e", "x, y, z, x*y, x*z, y*z", "--method", "divonne", "--epsrel", "1e-7"]):
            run("integrate", "--device", "off", *arguments, "--report", self.page)
            self.assertLess(os.path.getsize(self.page), 300_000, arguments)

    def test_what_has_no_regions_or_no_end(self):
        for text, box in (("sin(10*x[0])/x[0]", "0,inf"), ("sin(x)/x", "0,inf"), ("cos(x^2)", "0,inf"), ("1/x", "1,inf"),
                          ("0*x", "0,1"), ("1", "0,1;0,1"), ("x", "2,2"), ("x", "1,0"), ("exp(-x^2-y^2)", "inf,-inf")):
            for method in ("auto", "cuhre", "pagani", "suave", "divonne", "vegas", "vegas_plus", "lattice"):
                done = run("integrate", "--device", "off", "-e", text, "--box", box, "--method", method, "--maxeval", "1e5",
                           "--report", self.page)
                self.assertIn(done.returncode, (0, 1, 2), (text, method, done.stderr))
                if done.returncode < 2:
                    self.assertIn('"record":"end"', records_of(self.page))

    def test_what_was_integrated(self):
        run("integrate", "--device", "off", "-e", "exp(-k*x*y)", "--set", "k=2*3", "--epsabs", "1e-4", "--ball", "0,0;1/2",
            "--report", self.page)
        about = next(r for r in map(json.loads, records_of(self.page).splitlines()) if r["record"] == "about")
        self.assertEqual(about["integrand"], "exp(-k*x*y)")
        self.assertEqual(about["region"], "ball around 0,0 with the radius 1/2")
        self.assertEqual(about["parameters"], "k = 6")
        self.assertEqual(about["options"], "epsabs = 1e-4")
        self.assertTrue(about["command"].startswith("cuboid integrate --device off -e 'exp(-k*x*y)' --set 'k=2*3'"))
        self.assertRegex(about["date"], r"^\d{4}-\d\d-\d\d \d\d:\d\d ")
        self.assertIn("cores", about["machine"])

    def test_regions_of_a_line(self):
        run("integrate", "--device", "off", "-e", "sqrt(abs(x - 0.3))", "--epsrel", "1e-6", "--report", self.page)
        records = [json.loads(line) for line in records_of(self.page).splitlines()]
        regions = sorted((r["lower"][0], r["upper"][0]) for r in records if r["record"] == "region")
        self.assertGreater(len(regions), 5)
        self.assertAlmostEqual(sum(r["value"][0] for r in records if r["record"] == "region"), 0.49998, delta=1e-4)
        self.assertLess(regions[0][0], 1e-3)
        self.assertGreater(regions[-1][1], 0.999)
        for (_, before), (after, _) in zip(regions, regions[1:]):
            self.assertAlmostEqual(before, after, delta=1e-4)

    def test_values_of_the_function(self):
        """Slices go through one point, and have the values of the function there."""
        run("integrate", "--device", "off", "-e", "exp(x)*(1 + y) + z", "--box", "0,1;0,2;-1,1", "--report", self.page)
        slices = [r for r in map(json.loads, records_of(self.page).splitlines()) if r["record"] == "slice"]
        self.assertEqual([r["axes"] for r in slices], [[0, 1], [1, 2], [0, 2], [0], [1], [2]])
        for record in slices[3:]:
            self.assertEqual(len(record["x"]), len(record["f"]))
            for x, f in zip(record["x"], record["f"]):
                point = [x if [d] == record["axes"] else at for d, at in enumerate(record["at"])]
                self.assertAlmostEqual(f[0], math.exp(point[0]) * (1 + point[1]) + point[2], delta=3e-3)
        plane, size = slices[0], slices[0]["size"]
        for k, f in enumerate(plane["f"][0]):
            x, y = (k % size + 0.5) / size, 2 * (k // size + 0.5) / size
            self.assertAlmostEqual(f, math.exp(x) * (1 + y) + plane["at"][2], delta=0.15)

    def test_a_function_that_never_ends(self):
        source = Path(self.folder.name, "slow.c")
        source.write_text("#include <unistd.h>\nint integrand(const int *n, const double x[], const int *m, double f[])"
                          "{ usleep(1000); f[0] = x[0]; return 0; }\n")
        began = time.monotonic()
        run("integrate", "--device", "off", str(source), "--ndim", "3", "--maxeval", "10", "--method", "vegas", "--nstart", "10",
            "--report", self.page)
        self.assertLess(time.monotonic() - began, 20)
        self.assertIn('"record":"end"', records_of(self.page))

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

    def labels(self, title):
        """Those of the axes of the pictures below a heading."""
        part = next(part for part in self.driver.find_elements("css selector", "section")
                    if part.find_element("css selector", "h2").text == title)
        return [text.text for text in part.find_elements("css selector", "svg text") if "[" in text.text]

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
        self.assertEqual(self.titles(), ["The function", "How the error fell", "Where the regions are",
                                         "The worst regions", "Steps"])
        self.choose("Where the regions are", "across", "x[2]")
        self.assertEqual(self.labels("Where the regions are"), ["x[2]", "x[1]"])
        self.choose("Where the regions are", "up", "x[0]")
        self.assertEqual(self.labels("Where the regions are"), ["x[2]", "x[0]"])
        self.choose("The function", "over", "x[1] and x[2]")
        self.choose("The function", "along", "x[2]")
        self.assertEqual(self.labels("The function"), ["x[1]", "x[2]", "x[2]"])
        self.assert_no_error()

    def test_samples_and_the_map(self):
        self.open_report(*RIDGE)
        self.assertEqual(self.titles(), ["The function", "How the error fell", "Where the samples are",
                                         "How dense the samples are", "Steps"])
        self.choose("Where the samples are", "up", "x[5]")
        self.assertEqual(self.labels("Where the samples are"), ["x[0]", "x[5]"])
        self.choose("How dense the samples are", "along", "x[3]")
        self.assertEqual(self.labels("How dense the samples are"), ["x[3]"])
        self.assert_no_error()

    def test_infinite_limits_several_components_and_markup(self):
        source = Path(self.folder.name, "two.c")
        source.write_text("#include <math.h>\nint integrand(const int *n, const double x[], const int *m, double f[])"
                          "{ double r = 0; for (int i = 0; i < *n; ++i) r += x[i] * x[i]; f[0] = exp(-r);"
                          " f[1] = x[0] * exp(-r); return 0; }\n")
        self.open_report(str(source), "--ncomp", "2", "--box", "-inf,inf;0,inf", "--method", "cuhre")
        self.choose("How the error fell", "component", "2")
        self.assert_no_error()

    def test_the_value_is_that_of_the_command(self):
        for text, box in (("exp(-x*y)", "0,1"), ("1e-9*x", "0,1"), ("1e9*x*y", "0,3"), ("x", "-1,1"), ("x^0.3", "0,1"),
                          ("1/x", "1,inf"), ("1", "0,1")):
            done = run("integrate", "--device", "off", "-e", text, "--box", box, "--report", self.page)
            opened(self.driver, self.page)
            shown = self.driver.find_element("css selector", ".value").text.splitlines()[0]
            self.assertEqual(shown.replace("±", "+-"), done.stdout.splitlines()[0], text)
            verdict = self.driver.find_element("css selector", ".verdict").text
            self.assertTrue(verdict.startswith("Converged: " if done.returncode == 0 else "Not converged: "), verdict)
        self.assert_no_error()

    def test_all_widths_and_both_schemes_of_colours(self):
        for arguments in (SHELL, RIDGE, ["-e", "sin(10*x[0])/x[0]", "--box", "0,inf"], ["-e", "x, exp(-x*y*z)", "--ball", "0,0,0;1"],
                          ["-e", "sqrt(abs(x - 0.3))", "--method", "cuhre", "--epsrel", "1e-6"]):
            run("integrate", "--device", "off", *arguments, "--report", self.page)
            for width in (360, 768, 1400):
                for scheme, bright in (("light", True), ("dark", False)):
                    self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500})
                    self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
                        "features": [{"name": "prefers-color-scheme", "value": scheme}]})
                    opened(self.driver, self.page)
                    script = ("const style = getComputedStyle(document.body);"
                              "return [document.documentElement.scrollWidth, style.backgroundColor, style.color]")
                    inside, back, text = self.driver.execute_script(script)
                    self.assertLessEqual(inside, width)
                    lightness = [sum(map(int, re.findall(r"\d+", colour)[:3])) for colour in (back, text)]
                    self.assertEqual(lightness[0] > lightness[1], bright, (back, text))
                    self.assertGreater(abs(lightness[0] - lightness[1]), 450)
                    for picture in self.driver.find_elements("css selector", "svg"):
                        self.assertGreater(len(picture.get_attribute("aria-label")), 30)
                        self.assertNotIn("NaN", picture.get_attribute("outerHTML"))
                        self.assertNotIn("Infinity", picture.get_attribute("outerHTML"))
                        self.assertLessEqual(picture.size["width"], width)
                        parts = "return [arguments[0].getBoundingClientRect().right, Math.max(...[...arguments[0].children]" \
                                ".filter(c => c.tagName != 'clipPath').map(c => c.getBoundingClientRect().right))]"
                        right, last = self.driver.execute_script(parts, picture)
                        self.assertLessEqual(last, right + 1)  # nothing is cut off
            self.assert_no_error()
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

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
