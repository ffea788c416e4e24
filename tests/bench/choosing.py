#!/usr/bin/env python3
"""What the library takes where no method is named, beside every method: evaluations, and whether
the result converged and is right.

usage: choosing.py HONESTY [arguments of honesty]     runs it with --rows
       choosing.py - < rows                           reads what it has printed

Prints, for each tolerance, a line for each integral with --each, and what is left of them: how
often each method converged, how often its true error was within the request as well, and in how
many calls auto took at most twice the evaluations of the best method that was right.
"""

import re
import subprocess
import sys
from collections import defaultdict

ROW = re.compile(
    r"(?P<id>\S+) +(?P<method>\S+) +(?P<tolerance>\S+) +(?P<maxeval>\d+) seed (?P<seed>-?\d+): "
    r"\w+, (?P<neval>\d+) evaluations, (?P<right>right|wrong), [^:]*: [^:]*: (?P<message>.*)"
)
CONVERGED = "the requested accuracy was reached"
TAKEN = re.compile(r"; auto: (?P<why>.*)")


def rows_of(lines):
    """{(tolerance, maxeval): {(id, seed): {method: (evaluations, converged, right, message)}}}"""
    table = defaultdict(lambda: defaultdict(dict))
    for line in lines:
        found = ROW.match(line)
        if not found:
            continue
        table[found["tolerance"], found["maxeval"]][found["id"], found["seed"]][found["method"]] = (
            int(found["neval"]),
            found["message"].startswith(CONVERGED),
            found["right"] == "right",
            found["message"],
        )
    return table


def completed(calls):
    """Methods that draw no random numbers have one run only: it stands beside all seeds."""
    for (name, seed), methods in calls.items():
        for method, answer in calls.get((name, "0"), {}).items():
            methods.setdefault(method, answer)
    return calls


def shown(answer):
    if answer is None:
        return "-"
    neval, converged, right, _ = answer
    return f"{neval:.3g}" + ("" if converged else "!") + ("" if right else "?")


def summary(calls, methods):
    print(f"{'':12} {'calls':>6} {'converged':>10} {'and right':>10} {'right':>6}")
    for method in methods:
        answers = [call[method] for call in calls.values() if method in call]
        converged = sum(answer[1] for answer in answers)
        both = sum(answer[1] and answer[2] for answer in answers)
        right = sum(answer[2] for answer in answers)
        print(f"{method:12} {len(answers):6} {converged:10} {both:10} {right:6}")


def ratios(calls, methods):
    """Evaluations of auto, as a multiple of those of the best other method that was right."""
    found = {}
    for key, call in calls.items():
        best = [
            call[method][0]
            for method in methods
            if method != "auto" and method in call and call[method][1] and call[method][2]
        ]
        if best and "auto" in call:
            neval, converged, right, _ = call["auto"]
            found[key] = neval / min(best) if converged and right else float("inf")
    return found


def print_costs(calls, methods):
    found = ratios(calls, methods)
    if not found:
        return
    values = sorted(found.values())
    within = [sum(value <= limit for value in values) for limit in (1.1, 2, 4)]
    print(
        f"auto where some method is right: {len(values)} calls; at most 1.1, 2 and 4 times the "
        f"evaluations of the best one: {', '.join(f'{100 * n / len(values):.0f} %' for n in within)}; "
        f"median {values[len(values) // 2]:.2f}"
    )


def print_each(calls, methods):
    found = ratios(calls, methods)
    print(f"{'':34} " + " ".join(f"{method:>10}" for method in methods) + "   ratio, taken")
    for key, call in calls.items():
        why = TAKEN.search(call["auto"][3]) if "auto" in call else None
        print(
            f"{key[0]:34} "
            + " ".join(f"{shown(call.get(method)):>10}" for method in methods)
            + (f"   {found[key]:.2f}" if key in found else "   -")
            + (f" {why['why']}" if why else "")
        )


def main(arguments):
    each = "--each" in arguments
    arguments = [word for word in arguments if word != "--each"]
    if not arguments:
        sys.exit(__doc__)
    if arguments[0] == "-":
        lines = sys.stdin
    else:
        run = subprocess.run([*arguments, "--rows"], stdout=subprocess.PIPE, text=True, check=True)
        lines = run.stdout.splitlines()
    for (tolerance, maxeval), calls in rows_of(lines).items():
        methods = sorted({method for call in calls.values() for method in call})
        print(f"\ntolerance {tolerance}, at most {maxeval} evaluations")
        if each:
            print("! not converged, ? true error beyond the request")
            print_each(completed(calls), methods)
        summary(completed(calls), methods)
        print_costs(calls, methods)


if __name__ == "__main__":
    main(sys.argv[1:])
