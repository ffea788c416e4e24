"""answers.png and errors.png, from the committed results: what was right, and how often errors held."""

import re

from comparisons import RESULTS

# Of those that integrate in more than one dimension, the best of each family and the most used ones.
CONTESTANTS = {
    "cuboid C auto": "cuboid, auto",
    "r hcubature": "hcubature (R)",
    "scipy cubature": "scipy, cubature",
    "cuba Cuhre": "Cuba's Cuhre",
    "qmcpy CubQMCNetG": "QMCPy, nets",
    "scipy qmc_quad": "scipy, qmc_quad",
    "vegas vegas": "vegas",
    "scipy nquad": "scipy, nquad",
}
COLOURS = ["#3b6ea5", "#e0a030", "#b03030", "#d0d0d0"]


def answers():
    """Label, and the parts of what was asked that were right, missed, wrong and not answered."""
    text = (RESULTS / "arena.txt").read_text()
    rows = []
    for name, label in CONTESTANTS.items():
        asked, right, missed, wrong = map(int, re.search(rf"^\| {name} (?:\| (\d+) )" + r"\| (\d+) " * 3, text, re.M).groups())
        rows.append((label, [100 * n / asked for n in (right, missed, wrong, asked - right - missed - wrong)]))
    return rows


def draw_answers(pyplot):
    rows = list(reversed(answers()))
    left = [0.0] * len(rows)
    for part, name in enumerate(("right", "off by up to 3 tolerances", "wrong", "refused")):
        widths = [parts[part] for _, parts in rows]
        pyplot.barh([label for label, _ in rows], widths, left=left, color=COLOURS[part], label=name)
        left = [a + b for a, b in zip(left, widths)]
    pyplot.xlim(0, 100)
    pyplot.xlabel("% of what was asked")
    pyplot.legend(loc="lower center", bbox_to_anchor=(0.4, 1), ncol=4, frameon=False, fontsize=8)


def errors():
    """Method, and the percentage of its converged values that are off by more than 1 and more than 3 errors."""
    text = (RESULTS / "honesty_host.txt").read_text()
    rows = re.findall(r"^all but needles +(\w+)(?: +\d+){3} +(\d+) +(\d+) +(\d+)", text, re.M)
    return [(name, 100 * int(one) / int(values), 100 * int(three) / int(values)) for name, values, one, three in rows]


def draw_errors(pyplot):
    rows = list(reversed(errors()))
    names = [name for name, _, _ in rows]
    pyplot.barh(names, [one for _, one, _ in rows], color=COLOURS[0], label="by more than one error")
    pyplot.barh(names, [three for _, _, three in rows], color=COLOURS[2], label="by more than three")
    pyplot.axvline(31.7, color="black", linewidth=0.8, linestyle="--", label="one, normal numbers")
    pyplot.xlabel("% of converged values that are off")
    pyplot.legend(loc="lower center", bbox_to_anchor=(0.45, 1), ncol=3, frameon=False, fontsize=8)
