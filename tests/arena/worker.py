"""One contestant in a process of its own: reads problems' numbers from stdin, writes answers; see arena.py.

    worker.py MODULE CONTESTANT MAX_POINTS MAX_SECONDS MAX_GIGABYTES LIBRARY [PROBLEMS.json]
"""

import ctypes
import importlib
import json
import os
import resource
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.environ.get("ARENA_CONTESTANTS", os.path.join(HERE, "contestants"))]
from problem import Limit, NotTaken, Problem  # noqa: E402
from table import table  # noqa: E402


def answer(run, problem, tolerance):
    """What a contestant says, what it cost, and how it ended."""
    row = {"ended": "answered"}
    problem.start()
    begin, begin_wall = time.process_time(), time.perf_counter()
    try:
        value, error, claimed, note = run(problem, tolerance)
        row |= {"value": [float(v) for v in value], "error": [float(v) for v in error]}
        row |= {"claimed": bool(claimed), "note": str(note)[:300]}
    except NotTaken as why:
        return {"ended": "not taken", "note": str(why)}
    except Limit as which:
        row = {"ended": "limit", "note": str(which)}
    except Exception as raised:  # a peer's own words for "no": it claims nothing
        row = {"ended": "raised", "note": f"{type(raised).__name__}: {raised}"[:300]}
    seconds, wall = time.process_time() - begin, time.perf_counter() - begin_wall
    own = getattr(problem, "said", {})  # where the function runs in another program, its counts and times
    row["calls"], row["points"], row["inside"] = own.get("counts") or problem.counted()
    if own:
        row["seconds"] = own["seconds"]
    else:  # the integrand's clock is that of the wall, which others' work on the machine stretches
        row["seconds"] = seconds
        row["inside"] *= min(1.0, seconds / wall)
    if problem.points == 0 and problem.library and not own and not row.get("claimed"):
        met = int(problem.counts_in_c()[1])
        if met:
            row |= {"ended": "limit", "note": ("points", "seconds")[met - 1] + ": " + row.get("note", "")}
    return row


def main():
    module, name, points, seconds, gigabytes, library = sys.argv[1:7]
    size = int(float(gigabytes) * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever a peer prints is no answer
    begin = time.perf_counter()
    rows = table(*sys.argv[7:8])
    try:
        contestants = importlib.import_module(module).contestants()
    except Exception as missing:
        contestants = {name: f"{type(missing).__name__}: {missing}"}
    run = contestants.get(name, "there is no such contestant")
    ready = {"ready": callable(run), "seconds": time.perf_counter() - begin}
    if not callable(run):
        ready["note"] = run
    print(json.dumps(ready), file=output, flush=True)
    compiled = ctypes.CDLL(library) if library else None
    for line in sys.stdin:
        index, tolerance = json.loads(line)
        problem = Problem(rows[index], float(points), float(seconds), compiled, index)
        problem.library_path = library
        print(json.dumps(answer(run, problem, tolerance)), file=output, flush=True)


if __name__ == "__main__":
    main()
