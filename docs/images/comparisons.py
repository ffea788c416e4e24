"""The bars of comparisons.png, from the committed results: what others cost, in units of cuboid."""

import pathlib
import re
import statistics

RESULTS = pathlib.Path(__file__).resolve().parents[2] / "tests" / "bench" / "results"


def number(file, pattern):
    return float(re.search(pattern, (RESULTS / file).read_text())[1])


def instructions(routine):
    """The geometric mean of the rows of a routine that have a reference."""
    rows = re.findall(rf"^{routine}(?: +\S+){{4}} +([\d.]+) +([\d.]+)$",
                      (RESULTS / "host_instructions.txt").read_text(), re.M)  # fmt: skip
    return statistics.geometric_mean([float(theirs) / float(ours) for ours, theirs in rows])


def bars():
    """Label and ratio of each comparison."""
    python = "python.txt"
    return [
        ("Cuba's Vegas,\ninstructions an evaluation", instructions("Vegas")),
        ("Cuba's Cuhre,\ninstructions an evaluation", instructions("Cuhre")),
        ("scipy's cubature,\ntime to 1e-6 (median)", number(python, r"scipy / cuboid: .*?median (\d+\.\d+)")),
        ("vegas,\ntime to 1e-3 (median)", number(python, r"vegas / cuboid: .*?median (\d+\.\d+)")),
        ("PAGANI on an H100,\ntime (geometric mean)", number("gpu_cuhre_table.txt", r"mean of the speedup (\d+\.\d+)")),
    ]


def draw(pyplot):
    labels, ratios = zip(*reversed(bars()))
    drawn = pyplot.barh(labels, ratios, color="#3b6ea5")
    pyplot.bar_label(drawn, fmt="%.1f", padding=3)
    pyplot.axvline(1, color="black", linewidth=0.8)
    pyplot.xlim(0, 1.12 * max(ratios))
    pyplot.xlabel("cost of the other / cost of cuboid")
