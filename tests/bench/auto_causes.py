#!/usr/bin/env python3
"""Why a call without a method takes long or is not right: by cause, with what was seen.

usage: auto_causes.py BASE STEPS

BASE: what `choosing.py --keep=BASE` wrote for auto and all methods.  STEPS: what `honesty --rows
--methods auto --set verbosity=1` prints with the same arguments, which has a line for each step.

Of the calls in which some method is right, those in which auto is not, or takes more than twice the
time of the best one and a millisecond.  For each: auto's evaluations and milliseconds, the best
method's, and the steps as evaluations > evaluations that were then expected to be needed.
"""
import re
import sys
from collections import defaultdict

import choosing

STEP = re.compile(r"auto: (\w+) has an error of \S+ after (\d+) evaluations, which falls like their "
                  r"power of \S+: about (\S+) are needed")


def steps_of(lines):
    """{(tolerance, maxeval): {id: [(method, evaluations, needed)]}}"""
    steps, so_far = defaultdict(dict), []
    for line in lines:
        step, row = STEP.match(line), choosing.ROW.match(line)
        if step:
            so_far.append((step[1], int(step[2]), float(step[3])))
        if row and row["method"] == "auto":
            steps[row["tolerance"], row["maxeval"]][row["id"]] = so_far
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
    for (name, _), call in sorted(calls.items()):
        good = {method: one for method, one in call.items() if method != "auto" and one.good}
        if not good or "auto" not in call:
            continue
        best = min(good, key=lambda method: good[method].milliseconds)
        auto, least = call["auto"], good[best]
        slow = auto.milliseconds > max(choosing.LONG, 2 * least.milliseconds)
        if auto.good and not slow:
            continue
        own = steps.get(name, [])
        found[cause(call, best, own)].append(
            f"    {name:30} {choosing.shown(auto):>14} {best} {choosing.shown(least):>14}  "
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
