#!/usr/bin/env python3
"""What the library takes where no method is named, beside every method: whether the result
converged and is right, evaluations, and time.

usage: choosing.py [--each] [--halves] [--short] [--processes=N] [--keep=FILE] HONESTY [its arguments]
       choosing.py [--each] [--halves] [--short] - < rows                   reads what `honesty --rows` printed

Prints, for each tolerance, a table in Markdown: of how many calls each method converged, how many
of these have a true error within the request, the median of evaluations, of milliseconds, and of
nanoseconds for an evaluation; then
in how many calls auto took at most 1.1, 2 and 4 times what the best method takes: in evaluations,
and in time over the calls of auto that last longer than a millisecond.  What a method takes is the
median over the seeds, in which a call that did not converge or was wrong counts as one without end:
a method that is right with few of its seeds is not the best.  With --seeds 1 a lucky call is.
A call in which auto did not converge or was wrong counts as none of these.  The last line says in
how many calls the best method itself, called by name, is right and takes at most twice its median:
more than that no choice can reach.

With auto among the methods and --runs 5 both sides are the fastest of five runs on one core, one
after the other: on a machine with other work single runs of a millisecond differ by half.

--short: no more than one table, with a line for each method and a column for each tolerance: per
cent of the calls that converged and are right, median evaluations, median milliseconds.
--each: a line for each integral.  --halves: the same for each half of the families, those of even
and of odd place in the order of their names.  --processes: so many at a time, each on a core of its
own.  --keep: a file that gets what honesty prints.
"""

import os
import queue
import re
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor, as_completed
from statistics import median
from typing import NamedTuple

ROW = re.compile(
    r"(?P<id>\S+) +(?P<method>\S+) +(?P<tolerance>\S+) +(?P<maxeval>\d+) seed (?P<seed>-?\d+): "
    r"\w+, (?P<neval>\d+) evaluations, (?P<ms>\S+) ms, (?P<right>right|wrong), "
    r"[^:]*: [^:]*: (?P<message>.*)"
)
CALL = re.compile(r"\S+ +\S+ +\S+ +\d+ seed -?\d+: ")  # also of needles, which have no row
CONVERGED = "the requested accuracy was reached"
TAKEN = re.compile(r"; auto: (?P<why>.*)")
LONG = 1  # millisecond: shorter calls are not compared by time
LIMITS = (1.1, 2, 4)


class Answer(NamedTuple):
    neval: int
    milliseconds: float
    converged: bool
    right: bool
    message: str

    @property
    def good(self):
        return self.converged and self.right


def rows_of(lines):
    """{(tolerance, maxeval): {(id, seed): {method: Answer}}}"""
    table = defaultdict(lambda: defaultdict(dict))
    for line in lines:
        found = ROW.match(line)
        if not found:
            continue
        table[found["tolerance"], found["maxeval"]][found["id"], found["seed"]][found["method"]] = (
            Answer(
                int(found["neval"]),
                float(found["ms"]),
                found["message"].startswith(CONVERGED),
                found["right"] == "right",
                found["message"],
            )
        )
    return table


def completed(calls):
    """Methods that draw no random numbers have one run only: it stands beside all seeds."""
    for (name, seed), methods in calls.items():
        for method, answer in calls.get((name, "0"), {}).items():
            methods.setdefault(method, answer)
    return calls


def family_of(name):
    """The name without dimensions and draw."""
    return re.sub(r"_d\d.*", "", name)


def halves_of(calls):
    families = sorted({family_of(name) for name, _ in calls})
    for title, part in (("even", families[::2]), ("odd", families[1::2])):
        yield title, {key: call for key, call in calls.items() if family_of(key[0]) in part}


def print_table(calls, methods):
    print("| | calls | converged | and right | evaluations | ms | ns each |\n|---|---|---|---|---|---|---|")
    for method in methods:
        answers = [call[method] for call in calls.values() if method in call]
        print(
            f"| {method} | {len(answers)} | {sum(answer.converged for answer in answers)} "
            f"| {sum(answer.good for answer in answers)} "
            f"| {median(answer.neval for answer in answers):.3g} "
            f"| {median(answer.milliseconds for answer in answers):.2g} "
            f"| {median(1e6 * answer.milliseconds / answer.neval for answer in answers):.2g} |"
        )


def print_short(table):
    """table: of rows_of, with the calls completed."""
    of_all = [call for calls in table.values() for call in calls.values()]
    print(f"| | {' | '.join(tolerance for tolerance, _ in table)} |\n|---{'|---' * len(table)}|")
    for method in sorted({method for call in of_all for method in call}):
        cells = []
        for calls in table.values():
            answers = [call[method] for call in calls.values() if method in call]
            good = 100 * sum(answer.good for answer in answers) / max(len(answers), 1)
            cells.append(f"{good:.0f} %, {median(answer.neval for answer in answers):.2g}, "
                         f"{median(answer.milliseconds for answer in answers):.2g} ms"
                         if answers else "not run")
        print(f"| {method} | {' | '.join(cells)} |")


def costs_of(calls, cost):
    """{id: {method: the median over the seeds}}, without methods that fail with half of them."""
    seeds = defaultdict(lambda: defaultdict(list))
    for (name, _), methods in calls.items():
        for method, answer in methods.items():
            seeds[name][method].append(cost(answer) if answer.good else float("inf"))
    return {name: {method: value for method, costs in methods.items()
                   if method != "auto" and (value := median(costs)) < float("inf")}
            for name, methods in seeds.items()}


def ratios(calls, cost, of):
    """Of auto in `calls`, as a multiple of what the best other method takes by `of`, all calls."""
    found = {}
    best = {name: min(costs.values()) for name, costs in costs_of(of, cost).items() if costs}
    for key, call in calls.items():
        if key[0] in best and "auto" in call:
            auto = call["auto"]
            found[key] = cost(auto) / max(best[key[0]], 1e-9) if auto.good else float("inf")
    return found


def print_costs(calls):
    long = {
        key: call
        for key, call in calls.items()
        if "auto" in call and call["auto"].milliseconds > LONG
    }
    for what, part, cost in (
        ("evaluations", calls, lambda answer: answer.neval),
        ("time of long calls", long, lambda answer: answer.milliseconds),
    ):
        values = sorted(ratios(part, cost, calls).values())
        if not values:
            continue
        within = [100 * sum(value <= limit for value in values) / len(values) for limit in LIMITS]
        print(
            f"auto by {what}, {len(values)} calls in which some method is right: at most "
            f"{', '.join(map(str, LIMITS))} times the best one in "
            f"{', '.join(f'{share:.0f}' for share in within)} %; median "
            f"{values[len(values) // 2]:.2f}"
        )


def print_ceiling(calls):
    """What naming the best method of each integral would come to: a method that draws samples is
    not right with every seed."""
    medians = costs_of(calls, lambda answer: answer.milliseconds)
    fit, long = 0, 0
    for (name, _), methods in calls.items():
        costs = medians.get(name)
        if not costs or min(costs.values()) <= LONG:
            continue
        best = min(costs, key=costs.get)
        if best in methods:
            long += 1
            fit += methods[best].good and methods[best].milliseconds <= 2 * costs[best]
    if long:
        print(f"the best method itself, by name, where it takes more than {LONG} ms: right, with at most "
              f"twice its median, in {100 * fit / long:.1f} % of {long} calls")


def shown(answer):
    if answer is None:
        return "-"
    return (
        f"{answer.neval:.3g},{answer.milliseconds:.2g}"
        + ("" if answer.converged else "!")
        + ("" if answer.right else "?")
    )


def print_each(calls, methods):
    print("evaluations, milliseconds; ! not converged, ? true error beyond the request")
    found = ratios(calls, lambda answer: answer.neval, calls)
    print(f"{'':34} " + " ".join(f"{method:>16}" for method in methods) + "   ratio, taken")
    for key, call in calls.items():
        why = TAKEN.search(call["auto"].message) if "auto" in call else None
        print(
            f"{key[0]:34} "
            + " ".join(f"{shown(call.get(method)):>16}" for method in methods)
            + (f"   {found[key]:.2f}" if key in found else "   -")
            + (f" {why['why']}" if why else "")
        )


def output_of(command, processes):
    """What honesty prints, of processes that each have a core and take parts of the integrals in turn."""
    cores = queue.SimpleQueue()
    for core in sorted(os.sched_getaffinity(0))[:processes]:
        cores.put(core)
    parts = 8 * processes if processes > 1 else 1

    def run(part):
        core = cores.get()
        own = ["taskset", "-c", str(core)] if processes > 1 else []
        done = subprocess.run([*own, *command, "--rows", "--part", f"{part}/{parts}"],
                              stdout=subprocess.PIPE, text=True, check=True)
        cores.put(core)
        return done.stdout

    with ThreadPoolExecutor(cores.qsize()) as pool:
        for done in as_completed([pool.submit(run, part) for part in range(parts)]):
            yield done.result()


def lines_of(command, processes, keep):
    if command[0] == "-":
        yield from sys.stdin
        return
    with open(keep or os.devnull, "w") as file:
        for text in output_of(command, processes):
            file.write(text)
            file.flush()
            yield from text.splitlines()


def main(arguments):
    flags = dict(word.partition("=")[::2] for word in arguments
                 if re.match("--(each|halves|short|processes=.*|keep=.*)$", word))
    command = [word for word in arguments if word.partition("=")[0] not in flags]
    if not command:
        sys.exit(__doc__)
    lines = lines_of(command, int(flags.get("--processes", 1)), flags.get("--keep"))
    table = {request: completed(calls) for request, calls in rows_of(lines).items()}
    if "--short" in flags:
        return print_short(table)
    for (tolerance, maxeval), calls in table.items():
        methods = sorted({method for call in calls.values() for method in call})
        if "--each" in flags:
            print_each(calls, methods)
        parts = [("all", calls), *(halves_of(calls) if "--halves" in flags else [])]
        for title, part in parts:
            print(f"\ntolerance {tolerance}, at most {maxeval} evaluations, {title} families")
            print_table(part, methods)
            print_costs(part)
            print_ceiling(part)


if __name__ == "__main__":
    main(sys.argv[1:])
