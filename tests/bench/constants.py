#!/usr/bin/env python3
"""What a constant of the library is worth: honesty with other values in its place.

Builds a copy of the library in which the constants of a list are read from the environment, runs
`honesty --rows` with each of them halved and doubled, and prints, for every value tried:

  converged   calls that converged
  wrong       of these, those with a value whose true error is above the estimate (cubature), or above three
              errors (methods that draw samples)
  cost        geometric mean of the evaluations, with the value that stands as 1, over the calls
              that converge with both

usage: constants.py FILE:NAME[=VALUE,...] ... --methods LIST [honesty's arguments]
       constants.py FILE:NAME[=VALUE,...] ... --program NAME [its arguments]

FILE is below src.  VALUE: what is tried instead of the half and the double.  NAME: another program of this
folder, such as many_warp, of which each line is printed as it is.
"""
import argparse
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CUBATURE = ("cuhre", "pagani")
ROW = re.compile(r"^(?P<call>\S+ +(?P<method>\S+) .*? seed \d+): (?P<status>\w+), "
                 r"(?P<neval>\S+) evaluations, \S+ ms, (?:right|wrong), (?P<pull>\S+) errors", re.MULTILINE)
READER = """#pragma once
#include <cstdlib>
template <typename T> T tuned(const char *name, T value) {
  const char *text = std::getenv(name);
  return text == nullptr ? value : static_cast<T>(std::atof(text));
}
"""


def parse(arguments):
    """The constants as (file, name, values) and what is left for honesty."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("constants", nargs="+", metavar="FILE:NAME[=VALUE,...]")
    parser.add_argument("--jobs", default=str(os.cpu_count()))
    parser.add_argument("--program", default="honesty")
    known, rest = parser.parse_known_args(arguments)
    constants = []
    for text in known.constants:
        place, _, values = text.partition("=")
        file, _, name = place.partition(":")
        constants.append((file, name, values.split(",") if values else None))
    return constants, known.jobs, known.program, rest


def loosen(source, file, name):
    """Lets the environment set a constant of the copy; returns the value that stands."""
    path = source / "src" / file
    text = path.read_text()
    pattern = re.compile(rf"(?:inline )?constexpr (double|int|long long|std::int64_t) {name} = ([^;]+);")
    found = pattern.search(text)
    if found is None:
        sys.exit(f"constants.py: src/{file} has no constant {name}")
    kind, value = found.groups()
    keyword = "inline" if path.suffix == ".hpp" else "static"
    changed = pattern.sub(f'{keyword} const {kind} {name} = ::tuned<{kind}>("{name}", {value});', text)
    path.write_text(changed)
    return value


def build(root, folder, constants, program):
    """The program of a copy of the sources; the values that stand."""
    source = folder / "source"
    shutil.copytree(root, source, ignore=shutil.ignore_patterns("build", "build-*", ".git", ".gpu*"))
    standing = [loosen(source, file, name) for file, name, _ in constants]
    (folder / "tuned.hpp").write_text(READER)
    subprocess.run(["cmake", "-S", source, "-B", folder / "build", "-DCMAKE_BUILD_TYPE=Release",
                    "-DCUBOID_CUDA=OFF", "-DCUBOID_BENCHMARKS=ON",
                    f"-DCUBOID_TESTS={'OFF' if program == 'honesty' else 'ON'}",
                    "-DCUBOID_EXAMPLES=OFF", "-DCUBOID_FORTRAN=OFF",
                    f"-DCMAKE_CXX_FLAGS=-include {folder / 'tuned.hpp'}"],
                   check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder / "build", "--parallel", "--target", program],
                   check=True, stdout=subprocess.DEVNULL)
    return next(path for path in (folder / "build").rglob(program) if path.is_file()), standing


def rows(program, arguments, jobs, changed):
    """{call: (converged, worst value wrong, evaluations)}."""
    output = subprocess.run([program, "--rows", "--jobs", jobs, *arguments], check=True,
                            capture_output=True, text=True, env={**os.environ, **changed}).stdout
    calls = {}
    for match in ROW.finditer(output):
        limit = 1 if match["method"] in CUBATURE else 3
        calls[match["call"]] = (match["status"] == "CUBOID_CONVERGED", abs(float(match["pull"])) > limit,
                                float(match["neval"]))
    return calls


def line(name, value, calls, base):
    """One line of the table."""
    converged = {key: call for key, call in calls.items() if call[0]}
    both = [key for key in converged if base[key][0]]
    logs = [math.log(calls[key][2] / base[key][2]) for key in both if base[key][2]]
    cost = math.exp(sum(logs) / len(logs)) if logs else math.nan
    wrong = sum(call[1] for call in converged.values())
    print(f"{name:28} {value:>12} {len(converged):9} {wrong:6} {cost:7.3f}", flush=True)


def tried(constants, standing):
    """For each value to try: the constant with the value that stands, its name, the value."""
    for (_, constant, values), value in zip(constants, standing):
        number = float.fromhex(value) if "0x" in value else float(eval(value))
        for other in values or (repr(number / 2), repr(number * 2)):
            yield f"{constant} ({value})", constant, other


def print_lines(program, arguments, constants, standing):
    """What a program other than honesty prints, value by value."""
    for label, name, value in [("as it is", "", ""), *tried(constants, standing)]:
        output = subprocess.run([program, *arguments], check=True, capture_output=True, text=True,
                                env={**os.environ, **({name: value} if name else {})}).stdout
        for text in output.splitlines():
            print(f"{label:32} {value:>8} {text}", flush=True)


def main():
    constants, jobs, name, arguments = parse(sys.argv[1:])
    root = pathlib.Path(__file__).resolve().parents[2]
    with tempfile.TemporaryDirectory() as folder:
        program, standing = build(root, pathlib.Path(folder), constants, name)
        if name != "honesty":
            return print_lines(program, arguments, constants, standing)
        base = rows(program, arguments, jobs, {})
        print(f"{'constant':28} {'value':>12} converged  wrong    cost")
        line("as it is", "", base, base)
        for label, constant, other in tried(constants, standing):
            line(label, other, rows(program, arguments, jobs, {constant: other}), base)


if __name__ == "__main__":
    main()
