#!/usr/bin/env python3
"""Why a call without a method takes long or is not right: by cause, with what was seen.

usage: auto_causes.py BASE STEPS

BASE: what `choosing.py --keep=BASE` wrote for auto and all methods.  STEPS: what `honesty --rows
--methods auto --set verbosity=1` prints with the same arguments, which has a line for each step.

Of the calls in which some method is right, those in which auto is not, or takes more than twice the
time of the best one (choosing.py says what that is) and a millisecond.  For each: auto's evaluations
and milliseconds, the best method's, and the steps as evaluations > evaluations that were then
expected to be needed.
"""
import re
import sys
from collections import defaultdict

import choosing

STEP = re.compile(r"auto: (\w+) has an error of \S+ after (\d+) evaluations"
                  r"(?:.*: about (\S+) are needed)?")


def steps_of(lines):
    """{(tolerance, maxeval): {(id, seed): [(method, evaluations, needed)]}}"""
    steps, so_far = defaultdict(dict), []
    for line in lines:
        step, row = STEP.match(line), choosing.ROW.match(line)
        if step:
            so_far.append((step[1], int(step[2]), float(step[3] or step[2])))
        if row and row["method"] == "auto":
            steps[row["tolerance"], row["maxeval"]][row["id"], row["seed"]] = so_far
        if row:
            so_far = []
    return steps


def cause(call, best, steps):
    auto, taken = call["auto"], steps[-1][0] if steps else "nothing"
    if not auto.converged:
        return f"{taken} does not converge, {best} does"
    if not auto.right:
        return f"{taken} is wrong, {best} is right"
    if taken == best:
        return f"{taken} is the best: other looks, or more evaluations"
    shown = any(method == best for method, _, _ in steps)
    return f"{taken} was taken, {best} is the best and was {'' if shown else 'not '}looked at"


def causes_of(calls, steps):
    """{cause: [line]}"""
    found = defaultdict(list)
    costs = choosing.costs_of(calls, lambda answer: answer.milliseconds)
    for (name, seed), call in sorted(calls.items()):
        if not costs[name] or "auto" not in call:
            continue
        best = min(costs[name], key=costs[name].get)
        auto, least = call["auto"], costs[name][best]
        slow = auto.milliseconds > max(choosing.LONG, 2 * least)
        if auto.good and not slow:
            continue
        own = steps.get((name, seed), [])
        found[cause(call, best, own)].append(
            f"    {name:30} {seed} {choosing.shown(auto):>14} {best} {least:8.2g}  "
            + " ".join(f"{method} {used:.2g}>{needed:.2g}" for method, used, needed in own))
    return found


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    with open(arguments[0]) as base, open(arguments[1]) as steps:
        rows, steps = choosing.rows_of(base), steps_of(steps)
    for request, calls in rows.items():
        print("tolerance {}, at most {} evaluations".format(*request))
        found = causes_of(choosing.completed(calls), steps[request])
        for title, lines in sorted(found.items(), key=lambda one: -len(one[1])):
            print(f"{len(lines):4} {title}", *lines, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
