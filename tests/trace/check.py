#!/usr/bin/env python3
"""check.py SCHEMA PROGRAM: holds the records that the program prints to the schema.

Of JSON schema, what the file uses is understood; a word that is not is an error.
"""
import json
import subprocess
import sys

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
}
KNOWN = {"$schema", "title", "$defs", "type", "enum", "minimum", "required", "properties", "items"}


def is_type(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def problems(value, schema, root, where="record"):
    """What is wrong, as a list of sentences."""
    found = []
    for word, rule in schema.items():
        if word == "$ref":
            found += problems(value, root["$defs"][rule.rsplit("/", 1)[1]], root, where)
        elif word == "type" and not is_type(value, rule):
            found.append(f"{where} is {value!r}, not of type {rule}")
        elif word == "enum" and value not in rule:
            found.append(f"{where} is {value!r}, not one of {rule}")
        elif word == "minimum" and is_type(value, "number") and value < rule:
            found.append(f"{where} is {value!r}, less than {rule}")
        elif word == "required" and isinstance(value, dict):
            found += [f"{where} has no {name}" for name in rule if name not in value]
        elif word == "properties" and isinstance(value, dict):
            for name in rule.keys() & value.keys():
                found += problems(value[name], rule[name], root, f"{where}.{name}")
            # In the schema of a record; readers must be told of all that there is.
            found += [f"{where} has a {name}" for name in value if name not in rule]
        elif word == "items" and isinstance(value, list):
            for i, item in enumerate(value):
                found += problems(item, rule, root, f"{where}[{i}]")
        elif word == "anyOf":
            each = [problems(value, one, root, where) for one in rule]
            found += min(each, key=len) if all(each) else []
        elif word not in KNOWN:
            raise SystemExit(f"the schema's word {word!r} is not understood")
    return found


def length_problems(record, header):
    """Arrays that have another length than the header says."""
    lengths = dict.fromkeys(["value", "error", "chi2", "prob", "f"], header["ncomp"])
    lengths |= dict.fromkeys(["lower", "upper", "x", "map"], header["ndim"])
    return [
        f"{name} has {len(record[name])} entries"
        for name, length in lengths.items()
        if name in record and len(record[name]) != length
    ]


def whole_problems(records):
    """What is wrong with the trace of one method."""
    kinds = [record["record"] for record in records]
    expected = ["header", "iteration", "region", "worst", "sample", "note", "end"]
    found = []
    if kinds != sorted(kinds, key=expected.index):
        found.append("the records are out of order")
    if kinds.count("header") != 1 or kinds.count("end") != 1 or "iteration" not in kinds:
        found.append("a header, an iteration or an end is missing")
    regions = [record for record in records if record["record"] == "region"]
    by_regions = records[0]["method"] in ("cuhre", "pagani", "suave", "divonne")
    if by_regions != bool(regions) or len(regions) > 40:
        found.append(f"there are {len(regions)} regions")
    if by_regions and sum(r["merged"] for r in regions) != records[-1]["regions"]:
        found.append("the regions are not all that there are")
    with_map = records[0]["method"] in ("vegas", "vegas_plus", "m_cubes", "m_cubes_1d")
    if with_map != any("map" in record for record in records):
        found.append("there is a map where there should be none, or none where there should be")
    return found


def main():
    schema = json.load(open(sys.argv[1], encoding="utf-8"))
    program = subprocess.run([sys.argv[2]], stdout=subprocess.PIPE, check=True)
    traces = []
    for line in program.stdout.decode("utf-8").splitlines():
        record = json.loads(line, parse_constant=lambda name: sys.exit(f"{name} is no JSON"))
        if record["record"] == "header":
            traces.append([])
        traces[-1].append(record)
        found = problems(record, schema, schema) + length_problems(record, traces[-1][0])
        if found:
            sys.exit(f"{line[:400]}\n" + "\n".join(found))
    for trace in traces:
        for problem in whole_problems(trace):
            sys.exit(f"{trace[0]['method']}: {problem}")
    if not problems({"record": "end"}, schema, schema):
        sys.exit("a record without its members passes")
    print(f"{sum(map(len, traces))} records of {len(traces)} methods")


main()
