#!/usr/bin/env python3
"""Holds the recipes of .packaging to CMakeLists.txt: the version, and the options that they set."""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
cmake = (ROOT / "CMakeLists.txt").read_text() + (ROOT / "cmake/CuboidCuda.cmake").read_text()
version = re.search(r"project\(cuboid VERSION ([\d.]+)", cmake)[1]
options = set(re.findall(r"^(?:option|set)\((CUBOID_\w+)", cmake, re.M))
failures = []

for name in ("spack/package.py", "conda/recipe.yaml"):
    text = (ROOT / ".packaging" / name).read_text()
    for used in set(re.findall(r"CUBOID_\w+", text)) - options:
        failures.append(f"{name} sets {used}, which CMakeLists.txt does not have")
    versions = set(re.findall(r"version(?:: |\()\"([\d.]+)\"", text) + re.findall(r"cuboid-([\d.]+)\.tar", text))
    if versions != {version}:
        failures.append(f"{name} has the versions {versions}, and the project {version}")

ast.parse((ROOT / ".packaging/spack/package.py").read_text())
print("\n".join(failures) or "both recipes hold")
sys.exit(bool(failures))
