#!/usr/bin/env python3
"""Holds the recipes of .packaging to CMakeLists.txt: the version, and the options that they set."""

import ast
import hashlib
import json
import re
import subprocess
import sys
import tempfile
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
cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.M)[1]
if cited != version:
    failures.append(f"CITATION.cff has the version {cited}")


def look_at(folder):
    """At the recipes as `make release` fills them."""
    for path in (one for one in folder.rglob("*") if one.is_file() and one.suffix != ".gz"):
        text = path.read_text()
        left = set(re.findall(r"@CUBOID_\w+@", text))
        used = set(re.findall(r"-D(CUBOID_\w+)", text)) - options
        if left or used:
            failures.append(f"{path.name} has {left or used} left, or sets what is no option")
    if json.loads((folder / "vcpkg/vcpkg.json").read_text())["version"] != version:
        failures.append("vcpkg.json has another version")
    bill = json.loads((folder / "sbom.cdx.json").read_text())
    if bill["bomFormat"] != "CycloneDX" or bill["metadata"]["component"]["version"] != version:
        failures.append("sbom.cdx.json is not of this version")
    control = (folder / "debian/control").read_text()
    for package in re.findall(r"^Package: (\S+)$", control, re.M):
        if not (folder / f"debian/{package}.install").exists():
            failures.append(f"debian/{package}.install is not there")
    sums = (folder / "SHA256SUMS").read_text().split()
    if hashlib.sha256((folder / sums[1]).read_bytes()).hexdigest() != sums[0]:
        failures.append("SHA256SUMS is wrong")


with tempfile.TemporaryDirectory() as temporary:
    archive = Path(temporary) / f"cuboid-{version}.tar.gz"
    archive.write_bytes(b"an archive")
    folder = Path(temporary) / "publish"
    subprocess.run([sys.executable, ROOT / ".packaging/fill", archive, folder], check=True)
    look_at(folder)

# Each figure of the paper is in a file that a command prints.
for name in re.findall(r"`(\w+\.txt)`", (ROOT / "paper/paper.md").read_text()):
    if not (ROOT / "tests/bench/results" / name).exists():
        failures.append(f"paper.md names {name}, which is not there")

# Where the project is stands in one file.
url = (ROOT / ".packaging/url.txt").read_text().strip()
hosts = re.compile(r"https?://(?:[\w.-]*cuboid[\w.-]*|(?:github|gitlab|codeberg)\.\w+/[\w-]+/cuboid\b)")
listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
for name in filter(None, listed.split("\0")):
    path = ROOT / name
    if name == ".packaging/url.txt" or path.suffix in (".png", ".js", ".csv") or not path.is_file():
        continue
    for found in hosts.findall(path.read_text(encoding="utf-8", errors="replace")):
        failures.append(f"{name} has {found}: where the project is stands in .packaging/url.txt")

print("\n".join(failures) or "all recipes hold")
sys.exit(bool(failures))
