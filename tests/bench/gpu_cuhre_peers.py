#!/usr/bin/env python3
"""Joins what `gpu_cuhre table` prints with the times of PAGANI's own code and of the two-phase code.

    gpu_cuhre_peers.py PAGANI.csv TWOPHASE.csv TABLE.txt [TABLE.txt ...]

The .csv files have the columns integrand, ndim, epsrel, status and min_ms.  Of several tables, a row
is that of the first one that has it, with the least time of all in which it converged.
"""

import csv
import math
import sys


def peer_times(path):
    """Milliseconds by integrand, ndim and epsrel, where the other code ended with status 0."""
    with open(path, newline="") as file:
        return {
            (row["integrand"], row["ndim"], row["epsrel"]): float(row["min_ms"])
            for row in csv.DictReader(file)
            if row["status"] == "0"
        }


def table_rows(paths):
    rows = {}
    for path in paths:
        with open(path, newline="") as file:
            lines = file.read().splitlines()
        columns = next(line for line in lines if line.startswith("method,")).split(",")
        for row in csv.DictReader((x for x in lines if x.startswith("cuboid,")), columns):
            known = rows.setdefault((row["integrand"], row["ndim"], row["epsrel"]), row)
            if known["status"] == "0" and row["status"] == "0":
                known["min_ms"] = min(known["min_ms"], row["min_ms"], key=float)
    return rows


def main(pagani, twophase, *tables):
    rows = table_rows(tables)
    others = peer_times(pagani), peer_times(twophase)
    converged = {key for key, row in rows.items() if row["status"] == "0"}
    faster = [
        {key: times[key] / float(rows[key]["min_ms"]) for key in converged & times.keys()}
        for times in others
    ]
    above = 0
    lines = []
    for key, row in rows.items():
        estimated = float(row["errorest"]) / abs(float(row["estimate"]))
        true = float(row["true_rel_err"])
        beyond = key in converged and true > estimated
        above += beyond
        integrand, ndim, epsrel = key
        status = "converged" if key in converged else "time limit"
        lines.append(
            f"{integrand:5} {ndim:>2}  {epsrel}  {status:10}{estimated:.2e}  "
            f"{true:.2e}{'!' if beyond else ' '}{row['nregions']:>12} {row['neval']:>14} "
            f"{row['iters']:>4} {float(row['min_ms']):>10.4g} "
            + " ".join(f"{times.get(key, '-'):>9}" for times in others)
        )
    mean = math.exp(sum(map(math.log, faster[0].values())) / len(faster[0]))
    least = min(faster[0], key=faster[0].get)
    print(f"Pairs that both PAGANI and we end with status 0: {len(faster[0])}; "
          f"geometric mean of the speedup {mean:.2f}; least {' '.join(least)}: "
          f"{faster[0][least]:.2f}.")  # fmt: skip
    slower = sum(speed < 1 for speed in faster[1].values())
    print(f"Slower than the two-phase code: {slower} of {len(faster[1])}.")
    print(f"True error above the estimate: {above} of {len(converged)}.")
    print("\n      ndim epsrel status        estimated      true      regions    evaluations iter"
          "         ms    PAGANI two-phase")  # fmt: skip
    print("\n".join(lines))


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
