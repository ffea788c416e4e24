"""Writes the rows of arena.py as a page that is searched without a network: page.py [ROWS.csv] [PAGE.html]."""

import html
import json
import math
import sys

from score import WORDS, beside_each, by_key, grouped_pairs, groups, is_ours, scored, summary, with_tolerances
from table import table

COLOURS = dict(zip(WORDS, ("#2b8a5c", "#b9a435", "#c5283d", "#9aa5b1", "#5b6470")))

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Arena</title>
<style>
:root { color-scheme: light dark }
body { font: 15px/1.45 system-ui, sans-serif; margin: 1.5em auto; max-width: 72em; padding: 0 1em }
table { border-collapse: collapse; font-size: 13px } td, th { padding: 2px 8px; text-align: right; white-space: nowrap }
td:first-child, th:first-child, td.t { text-align: left } tr:nth-child(even) { background: #8881 }
input { font: inherit; width: 28em; max-width: 100%; padding: 4px } svg text { fill: currentColor; font-size: 11px }
.wrong { color: #d9364f; font-weight: 600 } pre { white-space: pre-wrap; font-size: 12px; background: #8881; padding: 8px }
div.wide { overflow-x: auto }
</style>
<h1>Arena</h1>
<p>INTRO</p>
<h2>What came of all requests</h2>SHARES
<h2>How many are right within so many evaluations</h2>PROFILES
<h2>Scores</h2><div class="wide">SUMMARY</div>
<h2>cuboid auto, functions in C, beside each</h2><div class="wide">EACH</div>
<h2>cuboid auto, functions in C, beside the best peer in each request</h2><div class="wide">BESIDE</div>
<h2>All answers</h2>
<p><input id="words" placeholder="words: a contestant, a problem, wrong, 1e-06 ..."> <span id="count"></span></p>
<div class="wide"><table><thead><tr>HEAD</tr></thead><tbody id="rows"></tbody></table></div>
<h2>The problem</h2><pre id="problem">Choose one in the table.</pre>
<script type="application/json" id="data">DATA</script>
<script>
const { rows, problems } = JSON.parse(document.getElementById('data').textContent);
const texts = rows.map(r => r.join(' ').toLowerCase());
const words = document.getElementById('words'), body = document.getElementById('rows');
function show() {
  const wanted = words.value.toLowerCase().split(/\\s+/).filter(w => w);
  const found = rows.filter((_, i) => wanted.every(w => texts[i].includes(w)));
  document.getElementById('count').textContent = `${found.length} of ${rows.length}`;
  body.replaceChildren(...found.slice(0, 300).map(r => {
    const line = document.createElement('tr');
    r.forEach((v, k) => {
      const cell = line.insertCell();
      cell.textContent = v;
      if (k < 2 || k == r.length - 1) cell.className = 't';
      if (k == 3) cell.className = r[3];
      if (k == 1) {
        const link = document.createElement('a');
        link.href = '#' + v; link.textContent = v; cell.replaceChildren(link);
      }
    });
    return line;
  }));
}
function problem() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name.startsWith('=')) { words.value = name.slice(1); return show(); }
  if (!problems[name]) return;
  document.getElementById('problem').textContent = JSON.stringify(problems[name], null, 1);
  document.getElementById('problem').scrollIntoView();
}
words.addEventListener('input', show);
addEventListener('hashchange', problem);
show(); problem();
</script>
</html>
"""


def cell(value):
    if isinstance(value, float):
        return f"{value:.3g}" if math.isfinite(value) else ""
    return html.escape(str(value))


def link(words, text):
    return f'<a href="#={html.escape(words)}">{cell(text)}</a>'


def shares(lines):
    """A bar for each contestant: the shares of the verdicts."""
    parts, height = [], 20 * len(lines) + 24
    for k, word in enumerate(WORDS):
        parts.append(f'<rect x="{190 + 110 * k}" y="2" width="12" height="12" fill="{COLOURS[word]}"/>')
        parts.append(f'<text x="{206 + 110 * k}" y="12">{word}</text>')
    for i, line in enumerate(lines):
        x, y = 190.0, 20 * i + 22
        parts.append(f'<text x="184" y="{y + 12}" text-anchor="end">{html.escape(line["contestant"])}</text>')
        for word in WORDS:
            width = 700 * line[word] / line["asked"]
            tip = f"<title>{line[word]} of {line['asked']} {word}</title>"
            place = f'x="{x:.1f}" y="{y}" width="{width:.1f}" height="16"'
            parts.append(f'<rect {place} fill="{COLOURS[word]}">{tip}</rect>')
            x += width
    return f'<div class="wide"><svg width="900" height="{height}" role="img">{"".join(parts)}</svg></div>'


def profiles(rows):
    """For each tolerance, the number that is right over the evaluations, of the six best and of cuboid."""
    plots = []
    for (tolerance,), some in sorted(groups(rows, "tolerance").items(), reverse=True):
        lines = summary(some)
        best = sorted(lines, key=lambda s: -s["right"])
        names = [s["contestant"] for s in best if is_ours(s["contestant"])][:2]
        names += [s["contestant"] for s in best if not is_ours(s["contestant"])][:5]
        most = max(1, *(s["right"] for s in lines))
        parts = [f'<text x="40" y="12">{tolerance:.0e}</text>']
        for exponent in range(1, 8):
            x = 40 + 60 * (exponent - 1)
            parts.append(f'<line x1="{x}" y1="20" x2="{x}" y2="220" stroke="#8884"/>')
            parts.append(f'<text x="{x}" y="234" text-anchor="middle">1e{exponent}</text>')
        for k, name in enumerate(names):
            points = sorted(r["points"] for r in some if r["contestant"] == name and r["verdict"] == "right")
            path, colour = "M40 220", f"hsl({k * 360 // len(names)} 65% 45%)"
            for n, p in enumerate(points, 1):
                x = 40 + 60 * (min(max(math.log10(max(p, 1)), 1), 7) - 1)
                path += f"H{x:.1f}V{220 - 200 * n / most:.1f}"
            dash = "" if is_ours(name) else ' stroke-dasharray="5 2"'
            parts.append(f'<path d="{path}H400" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
            parts.append(f'<rect x="412" y="{24 + 18 * k}" width="12" height="12" fill="{colour}"/>')
            parts.append(f'<text x="430" y="{34 + 18 * k}">{html.escape(name)} ({len(points)})</text>')
        plots.append(f'<svg width="600" height="240" role="img">{"".join(parts)}</svg>')
    return '<div class="wide">' + "".join(plots) + "</div>"


def table_of(lines):
    head = "".join(f"<th>{html.escape(k)}</th>" for k in lines[0])
    text = f"<table><tr>{head}</tr>"
    for line in lines:
        cells = []
        for k, v in line.items():
            words = line.get("contestant", "") + (f" {k}" if k in WORDS else "")
            cells.append(link(words, v) if k in ("contestant", *WORDS) else cell(v))
        text += "<tr>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>"
    return text + "</table>"


def page(rows, problems):
    lines = summary(rows)
    head = ("contestant", "problem", "tolerance", "verdict", "true_error", "sharpness", "points", "calls", "seconds")
    head += ("ndim", "family", "note")
    used = {r["problem"] for r in rows}
    data = {"problems": {p["id"]: p for p in problems if p["id"] in used}, "rows": []}
    for r in rows:
        row = [r[k] for k in head]
        row[2] = f"{row[2]:.0e}"
        data["rows"].append([f"{v:.3g}" if isinstance(v, float) else v for v in row])
    count = f"{len(data['problems'])} integrals with known values, three tolerances, {len(lines)} contestants"
    words = {
        "INTRO": f"{count}. Right: claimed and within the tolerance. Missed: claimed, off by up to three "
        "tolerances. Wrong: claimed, and further off. Refused: not claimed, or more points than the limit. Failed: "
        "crashed or out of time. Numbers lead to the answers, problems to their formulas.",
        "SHARES": shares(lines), "PROFILES": profiles(rows), "SUMMARY": table_of(with_tolerances(rows)),
        "EACH": table_of(beside_each(rows)) if beside_each(rows) else "",
        "BESIDE": "".join(table_of(by_key(rows, key)) for key in ("ndim", "family") if grouped_pairs(rows, key)),
        "HEAD": "".join(f"<th>{h.replace('_', ' ')}</th>" for h in head),
        "DATA": json.dumps(data).replace("</", "<\\/"),
    }  # fmt: skip
    text = PAGE
    for key, value in words.items():
        text = text.replace(key, value, 1)
    return text


def main():
    source, target = [*sys.argv[1:], *["build/arena/rows.csv", "build/arena/index.html"][len(sys.argv) - 1 :]]
    with open(target, "w") as file:
        file.write(page(scored(source), table()))
    print(target)


if __name__ == "__main__":
    main()
