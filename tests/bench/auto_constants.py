#!/usr/bin/env python3
"""What a constant of auto is worth: calls without a method, with other values in its place.

Builds a copy of the library in which the constants of a list are read from the environment, as
constants.py does, and runs auto with each of them halved and doubled.  Prints, for every value:

  right     calls that converged and are right
  within 2  per cent of the calls that take at most twice the time of the best method (choosing.py
            says what that is), or at most a millisecond, of those in which some method is right
  long      the same of the calls above a millisecond
  ms        of all calls together

The time of a call is that of its steps, each with what an evaluation of that method costs on that
integral by the rows of BASE: it does not depend on what else the machine does.

usage: auto_constants.py FILE:NAME[=VALUE,...] ... --base BASE [--jobs N] [honesty's arguments]

BASE: what `choosing.py --keep=BASE` wrote for all methods with the same arguments.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

import choosing
import constants

STEP = re.compile(r"auto: (\w+) has an error of \S+ after (\d+) evaluations")
LOSES_ITS_STEPS = ("divonne", "vegas")


def steps_of(lines):
    """{(tolerance, maxeval, id, seed): {method: evaluations}}"""
    steps, used = {}, defaultdict(int)
    for line in lines:
        step, row = STEP.match(line), choosing.ROW.match(line)
        if step:
            method, evaluations = step[1], int(step[2])
            used[method] = evaluations + (used[method] if method in LOSES_ITS_STEPS else 0)
        if row:
            # A lattice that begins anew counts its opening no more.
            used["lattice"] += max(int(row["neval"]) - sum(used.values()), 0)
            steps[row["tolerance"], row["maxeval"], row["id"], row["seed"]] = used
        if choosing.CALL.match(line):
            used = defaultdict(int)
    return steps


def milliseconds(used, methods):
    each = {name: one.milliseconds / one.neval for name, one in methods.items() if one.neval}
    usual = max(each.values())
    return sum(number * each.get(method, usual) for method, number in used.items())


def timed(lines, base):
    """Of every call of auto: the request, the integral, the seed, what came of it, milliseconds by its
    steps, and {method: milliseconds} of those that are right with most seeds.  Calls that BASE lacks
    are left out."""
    steps = steps_of(lines)
    for request, calls in choosing.rows_of(lines).items():
        costs = choosing.costs_of(base[request], lambda answer: answer.milliseconds)
        for (name, seed), call in choosing.completed(calls).items():
            methods = base[request].get((name, seed)) or base[request].get((name, "0"), {})
            others = {method: one for method, one in methods.items() if method != "auto"}
            if not others:
                continue
            time = milliseconds(steps[(*request, name, seed)], others)
            yield request, name, seed, call["auto"], time, costs[name]


def fits(answer, time, costs):
    return answer.good and time <= max(2 * min(costs.values()), choosing.LONG)


def figures(calls):
    """What the table has, of what timed() yields."""
    possible = [(fits(answer, time, costs), time > choosing.LONG)
                for *_, answer, time, costs in calls if costs]
    long = [fit for fit, is_long in possible if is_long]
    return (sum(answer.good for *_, answer, _, _ in calls),
            100 * sum(fit for fit, _ in possible) / len(possible),
            100 * sum(long) / max(len(long), 1),
            sum(time for *_, time, _ in calls))


def line(name, value, lines, base):
    right, within, long, total = figures(list(timed(lines, base)))
    print(f"{name:32} {value:>10} {right:5} {within:8.1f} {long:5.1f} {total:7.0f}", flush=True)


def lines_of(program, arguments, changed):
    command = [program, "--rows", "--methods", "auto", "--set", "verbosity=1"]
    return subprocess.run([*command, *arguments], check=True, capture_output=True, text=True,
                          env={**os.environ, **changed}).stdout.splitlines()


def main():
    tried, jobs, arguments = constants.parse(sys.argv[1:])
    place = arguments.index("--base")
    file = arguments[place + 1]
    del arguments[place:place + 2]
    with open(file) as rows:
        base = {request: choosing.completed(calls) for request, calls in choosing.rows_of(rows).items()}
    with tempfile.TemporaryDirectory() as folder:
        program, standing = constants.build(
            pathlib.Path(__file__).resolve().parents[2], pathlib.Path(folder), tried)
        settings = [("as it is", "", {})]
        for (_, name, values), value in zip(tried, standing):
            number = float(eval(value.replace("'", "")))
            settings += [(f"{name} ({value})", other, {name: other})
                     for other in values or (repr(number / 2), repr(number * 2))]
        print(f"{'constant':32} {'value':>10} right within 2  long      ms")
        with ThreadPoolExecutor(int(jobs)) as pool:
            found = pool.map(lambda one: lines_of(program, arguments, one[2]), settings)
            for (name, value, _), lines in zip(settings, found):
                line(name, value, lines, base)


if __name__ == "__main__":
    main()
