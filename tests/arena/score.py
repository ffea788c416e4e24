"""Scores the rows of arena.py: score.py [ROWS.csv] [--tables NAMES] prints the tables in Markdown.

An answer is
  right    claimed, and within the tolerance; for an integral that has no value: not claimed
  missed   claimed, and off by one to three tolerances: what a standard error does now and then
  wrong    claimed, and off by more than three tolerances
  refused  not claimed, no finite number with a finite error, or ended by the limit of points
  failed   crashed or out of time
"""

import argparse
import collections
import csv
import math
import statistics

from table import table

WORDS = ("right", "missed", "wrong", "refused", "failed")
OURS = ("cuboid auto", "cuboid C auto")


def is_ours(contestant):
    return contestant.split()[0] in ("cuboid", "cuba")


def is_peer(contestant):
    """What is recorded had a GPU and no limit of points: it is shown, and nobody is measured by it."""
    return not is_ours(contestant) and contestant.split()[0] != "recorded"


def numbers(text):
    return [float(v) for v in text.split(";") if v]


def true_error(problem, values):
    """The largest relative error of a component; where a value is 0, relative to the integral of |f|."""
    truths = [float(v) for v in problem["value"]]
    scales = problem.get("abs_integral", [])
    scales = scales if isinstance(scales, list) else [scales]
    worst = 0.0
    for k, (value, truth) in enumerate(zip(values, truths)):
        scale = abs(truth) or min(1.0, float(scales[k]) if k < len(scales) else 1.0) or 1.0
        error = abs(value - truth) / scale
        worst = max(worst, error) if error == error else math.inf
    return worst if len(values) == len(truths) else math.inf


def verdict(problem, row):
    """A word of WORDS and the true relative error; None: the contestant does not take the problem."""
    if row["ended"] == "not taken":
        return None, math.nan
    late = row["ended"] == "limit" and row["note"].startswith("seconds")
    if row["ended"] in ("crashed", "out of time") or late:
        return "failed", math.nan
    said = [*numbers(row["value"]), *numbers(row["error"])]
    claimed = row["ended"] == "answered" and row["claimed"] == "True" and all(map(math.isfinite, said))
    if problem.get("kind", "ordinary") != "ordinary":
        refused = "refused" if row["ended"] == "limit" else "right"
        return ("wrong" if claimed else refused), math.nan
    error = true_error(problem, numbers(row["value"])) if row["value"] else math.nan
    if not claimed:
        return "refused", error
    tolerance = float(row["tolerance"])
    return "right" if error <= tolerance else "missed" if error <= 3 * tolerance else "wrong", error


def scored(path, problems=None):
    """The rows with verdict, true_error, sharpness, family and ndim; those that are not taken left out."""
    known, found = {p["id"]: p for p in problems or table()}, []
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            problem = known.get(row["problem"])
            word, error = verdict(problem, row) if problem else (None, math.nan)
            if word is None:
                continue
            claim = max(numbers(row["error"]), default=math.nan)
            own = max((abs(float(v)) for v in problem["value"] if v), default=0.0)  # None: it diverges
            row |= {"verdict": word, "true_error": error, "family": problem["family"], "ndim": problem["ndim"]}
            claimed = row["claimed"] == "True" and word in ("right", "missed", "wrong")
            row |= {"tolerance": float(row["tolerance"]), "claimed_now": claimed}
            row["sharpness"] = error * own / claim if claim > 0 and own else math.nan
            for name in ("points", "calls", "seconds", "inside"):
                row[name] = float(row[name] or "nan")
            found.append(row)
    return found


def middle(values):
    values = [v for v in values if math.isfinite(v)]
    return statistics.median(values) if values else math.nan


def groups(rows, *keys):
    found = collections.defaultdict(list)
    for row in rows:
        found[tuple(row[k] for k in keys)].append(row)
    return dict(sorted(found.items()))


def summary(rows):
    """For each contestant: counts of the verdicts, and medians over what is right."""
    table_ = []
    for (who,), group in groups(rows, "contestant").items():
        words = collections.Counter(r["verdict"] for r in group)
        claims = sum(r["claimed_now"] for r in group)
        right = [r for r in group if r["verdict"] == "right"]
        line = {"contestant": who, "asked": len(group), **{w: words[w] for w in WORDS}}
        line["wrong of claims, %"] = 100 * words["wrong"] / claims if claims else math.nan
        line["points"] = middle(r["points"] for r in right)
        line["calls"] = middle(r["calls"] for r in right)
        for name, cost in (("0", 0), ("1 us", 1e-6), ("1 ms", 1e-3)):
            line[f"ms at {name}"] = 1e3 * middle(time_at(r, cost) for r in right)
        line["sharpness"] = middle(r["sharpness"] for r in group if r["claimed_now"])
        table_.append(line)
    return sorted(table_, key=lambda line: -line["right"] / line["asked"])


def with_tolerances(rows):
    """The summary, with right / missed / wrong for each tolerance."""
    lines = summary(rows)
    for (tolerance,), some in sorted(groups(rows, "tolerance").items(), reverse=True):
        of = {line["contestant"]: line for line in summary(some)}
        for line in lines:
            found = of.get(line["contestant"])
            line[f"at {tolerance:.0e}"] = "/".join(str(found[w]) for w in WORDS[:3]) if found else "-"
    return lines


def time_at(row, cost):
    """Seconds of a call if a point costs that much."""
    return row["seconds"] - row["inside"] + cost * row["points"]


def points_of(row):
    return max(row["points"], 1)


def own_time(row):
    return max(time_at(row, 0), 1e-6)


def micro_time(row):
    return max(time_at(row, 1e-6), 1e-6)


def beside_best(rows, ours=OURS, cost=points_of):
    """For each request that a peer gets right: our row and the best peer's, by evaluations or another cost."""
    found = []
    for (_, _), group in groups(rows, "problem", "tolerance").items():
        peers = [r for r in group if r["verdict"] == "right" and is_peer(r["contestant"])]
        best = min(peers, key=cost, default=None)
        found += [(row, best) for row in group if row["contestant"] in ours and best]
    return found


def beside_each(rows, ours="cuboid C auto"):
    """Beside each: who is right and wrong on what both were asked, and medians where both are right."""
    mine, lines = {(r["problem"], r["tolerance"]): r for r in rows if r["contestant"] == ours}, []
    for (who,), group in groups(rows, "contestant").items():
        pairs = [(mine[k], r) for r in group if (k := (r["problem"], r["tolerance"])) in mine]
        if who == ours or not pairs:
            continue
        counts = collections.Counter((a["verdict"] == "right", b["verdict"] == "right") for a, b in pairs)
        both = [pair for pair in pairs if all(r["verdict"] == "right" for r in pair)]
        line = {"contestant": who, "both asked": len(pairs), "both right": len(both)}
        line |= {"only we right": counts[True, False], "only it right": counts[False, True]}
        line |= {f"{name} wrong": sum(p[k]["verdict"] == "wrong" for p in pairs) for k, name in enumerate(("we", "it"))}
        line["points, its / ours"] = middle(factor(pair[::-1]) for pair in both)
        line["time at 0, its / ours"] = middle(factor(pair[::-1], own_time) for pair in both)
        line["time at 1 us, its / ours"] = middle(factor(pair[::-1], micro_time) for pair in both)
        lines.append(line)
    return sorted(lines, key=lambda line: line["only we right"] - line["only it right"])


def factor(pair, cost=points_of):
    """How many times the best peer's cost is ours; infinite where we are not right."""
    return cost(pair[0]) / cost(pair[1]) if pair[0]["verdict"] == "right" else math.inf


def shown(value):
    if isinstance(value, float):
        if not math.isfinite(value):
            return "-"
        return f"{value:.0f}" if value == int(value) and abs(value) < 1e8 else f"{value:.4g}"
    return str(value)


def markdown(lines):
    head = list(lines[0])
    text = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    return "\n".join(text + ["| " + " | ".join(shown(line[k]) for k in head) + " |" for line in lines])


def by_key(rows, key, ours="cuboid C auto"):
    """Beside the best peer in each request: how often both are right, the median factors, by family or so."""
    lines, quickest = [], grouped_pairs(rows, key, ours, micro_time)
    for group, pairs in grouped_pairs(rows, key, ours).items():
        words = collections.Counter(mine["verdict"] for mine, _ in pairs)
        line = {key: str(group), "a peer is right": len(pairs), **{f"we: {w}": words[w] for w in WORDS}}
        line["points, times the best peer's"] = middle(map(factor, pairs))
        line["time at 1 us, times the quickest's"] = middle(factor(p, micro_time) for p in quickest[group])
        lines.append(line)
    return lines


def behind(lines):
    """The lines of by_key where we take twice the best peer's points or time, or are not always right; worst first."""
    costs = ("points, times the best peer's", "time at 1 us, times the quickest's")
    share = {id(line): line["we: right"] / line["a peer is right"] for line in lines}
    found = [line for line in lines if share[id(line)] < 1 or any(line[c] > 2 for c in costs)]
    return sorted(found, key=lambda line: (share[id(line)] >= 0.5, -line[costs[0]]))


def grouped_pairs(rows, key, ours="cuboid C auto", cost=points_of):
    found = collections.defaultdict(list)
    for pair in beside_best(rows, (ours,), cost):
        found[pair[0][key]].append(pair)
    return dict(sorted(found.items()))


def in_c(problem):
    """The integrand and its region in a few words; a vertical bar would end a cell."""
    text, region = "; ".join(problem["formula_c"]), problem["region"]
    for name, value in problem["parameters"].items():
        text += f", {name} = {value}" if len(str(value)) < 60 else ""
    sides = [f"({a}, {b})" for a, b in zip(region.get("lower", []), region.get("upper", []))]
    where = f"{sides[0]}^{len(sides)}" if len(set(sides)) == 1 else " x ".join(sides) or region["kind"]
    return f"`{text}` over {where}".replace("||", "or").replace("|", "!")


def worst(rows, count, ours="cuboid C auto"):
    """The integrals on which we look worst: wrong first, then refused where a peer is right, missed, and by factor."""
    order = {"wrong": 0, "failed": 1, "refused": 1, "missed": 2, "right": 3}
    known, beside = {p["id"]: p for p in table()}, beside_best(rows, (ours,))
    asked = {(mine["problem"], mine["tolerance"]) for mine, _ in beside}
    alone = [r for r in rows if r["contestant"] == ours and r["verdict"] == "wrong"]
    pairs = beside + [(r, None) for r in alone if (r["problem"], r["tolerance"]) not in asked]
    costs = {id(p): p[0]["points"] / points_of(p[1]) if p[1] else math.inf for p in pairs}
    pairs.sort(key=lambda p: (order[p[0]["verdict"]], -p[0]["tolerance"], -costs[id(p)]))
    lines = {}
    for mine, best in pairs:
        if mine["problem"] in lines:
            continue
        lines[mine["problem"]] = {
            "problem": mine["problem"], "tolerance": mine["tolerance"], "we": mine["verdict"],
            "our value": numbers(mine["value"])[0] if mine["value"] else math.nan,
            "its value": (known[mine["problem"]]["value"][0] or "none")[:12], "points": mine["points"],
            "how": mine["note"].split(":")[0], "best peer": best["contestant"] if best else "none",
            "its points": best["points"] if best else math.nan, "integrand": in_c(known[mine["problem"]]),
        }  # fmt: skip
        if len(lines) == count:
            break
    return list(lines.values())


def scores_table(rows, _):
    words = "Points, calls and times are medians of what is right; at 1e-03 and so on: right/missed/wrong"
    return words, with_tolerances(rows)


def peers_table(rows, _):
    words = "cuboid auto, functions in C, beside each, on what both were asked; medians where both are right"
    return words, beside_each(rows)


def dimensions_table(rows, _):
    return "cuboid auto, functions in C, beside the best peer in each request", by_key(rows, "ndim")


def families_table(rows, options):
    lines = behind(by_key(rows, "family"))
    told = f"{min(len(lines), options.families)} of {len(lines)} families"
    words = "where it takes more than twice as much as the best peer in each request, or is not always right"
    return f"cuboid auto, functions in C: {told} {words}", lines[: options.families]


def worst_table(rows, options):
    return f"The {options.worst} worst of cuboid auto, functions in C", worst(rows, options.worst)


TABLES = {
    "scores": scores_table, "peers": peers_table, "dimensions": dimensions_table, "families": families_table,
    "worst": worst_table,
}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", nargs="?", default="build/arena/rows.csv")
    parser.add_argument("--tables", default=",".join(TABLES), help="those to print")
    parser.add_argument("--worst", type=int, default=10, help="lines of the table of the worst")
    parser.add_argument("--families", type=int, default=1000, help="at most so many lines of the table of families")
    options = parser.parse_args()
    rows = scored(options.rows)
    print(f"{len({r['problem'] for r in rows})} integrals, three tolerances, {len(rows)} answers")
    for name in options.tables.split(","):
        words, lines = TABLES[name](rows, options)
        if lines:
            print(f"\n{words}\n\n{markdown(lines)}")


if __name__ == "__main__":
    main()
