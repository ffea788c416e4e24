#!/usr/bin/env python3
"""Why a call without a method takes long or is not right: by cause, with what was seen.

usage: auto_causes.py BASE STEPS

BASE: what `choosing.py --keep=BASE` wrote for all methods.  STEPS: what `honesty --rows --methods
auto --set verbosity=1` prints with the same arguments, which has a line for each step.

Of the calls in which some method is right, those in which auto is not, or takes more than twice the
time of the best one (choosing.py says what that is) and a millisecond.  For each: auto's evaluations
and milliseconds, the best method's, and the steps as evaluations > evaluations that were then
expected to be needed.  The time of auto is that of its steps, as in auto_constants.py, and the first
line of a request has the figures of that program: for all families, and for each half.
"""
import re
import sys
from collections import defaultdict

import auto_constants
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
        if choosing.CALL.match(line):
            so_far = []
    return steps


def cause(auto, best, steps):
    taken = steps[-1][0] if steps else "nothing"
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
    for _, name, seed, auto, time, costs in sorted(calls, key=lambda call: call[1:3]):
        if not costs or auto_constants.fits(auto, time, costs):
            continue
        best = min(costs, key=costs.get)
        own = steps.get((name, seed), [])
        shown = choosing.shown(auto._replace(milliseconds=time))
        found[cause(auto, best, own)].append(
            f"    {name:30} {seed} {shown:>14} {best} {costs[best]:8.2g}  "
            + " ".join(f"{method} {used:.2g}>{needed:.2g}" for method, used, needed in own))
    return found


def print_figures(calls):
    families = sorted({choosing.family_of(call[1]) for call in calls})
    for title, part in (("all", families), ("even", families[::2]), ("odd", families[1::2])):
        own = [call for call in calls if choosing.family_of(call[1]) in part]
        right, within, long, total = auto_constants.figures(own)
        print(f"{title} families: {right} of {len(own)} right, within 2 {within:.1f} %, "
              f"long {long:.1f} %, {total:.0f} ms")


def main(arguments):
    if len(arguments) != 2:
        sys.exit(__doc__)
    with open(arguments[0]) as base, open(arguments[1]) as steps:
        base = {request: choosing.completed(calls)
                for request, calls in choosing.rows_of(base).items()}
        lines = steps.readlines()
    steps, timed = steps_of(lines), defaultdict(list)
    for call in auto_constants.timed(lines, base):
        timed[call[0]].append(call)
    for request, calls in timed.items():
        print("tolerance {}, at most {} evaluations".format(*request))
        print_figures(calls)
        found = causes_of(calls, steps[request])
        for title, shown in sorted(found.items(), key=lambda one: -len(one[1])):
            print(f"{len(shown):4} {title}", *shown, sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
