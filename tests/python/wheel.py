#!/usr/bin/env python3
"""wheel.py FOLDER PACKAGE: builds the wheel, looks at it, installs it, and integrates with it.

77: PyPI is out of reach.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import zipfile

from environment import environment

MOST_BYTES = 15 << 20
PROGRAM = """
import os, cuboid, numpy
result = cuboid.integrate(lambda x: x[:, 0] * x[:, 1], 2, epsrel=1e-9)
assert abs(result.value - 0.25) < 1e-9, result
print(os.path.dirname(cuboid.__file__), cuboid.version())
"""


def look_at(wheel):
    """Exits with a sentence if something is wrong with the file."""
    names = zipfile.ZipFile(wheel).namelist()
    if not wheel.name.split("-", 2)[2].startswith("py3-none-"):
        sys.exit(f"{wheel.name} is not for every Python 3")
    lacking = {f"cuboid/{name}" for name in ("libcuboid.so", "py.typed", "report.html")} - set(names)
    if lacking:
        sys.exit(f"{wheel.name} lacks {lacking}: {names}")
    others = [name for name in names if not name.startswith("cuboid")]
    if others:
        sys.exit(f"{wheel.name} holds {others}")
    if wheel.stat().st_size > MOST_BYTES:
        sys.exit(f"{wheel.name} has {wheel.stat().st_size} bytes")


def main():
    folder, package = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    python = environment(folder, ["numpy", "scikit_build_core"])
    if python is None:
        print("Skipped: no environment with scikit-build-core can be made.")
        return 77
    made = folder / "wheel"
    shutil.rmtree(made, ignore_errors=True)
    pip = [python, "-m", "pip"]
    # The engines for GPUs are those of the library, and take half as long again to compile.
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "-C", "cmake.define.CUBOID_CUDA=OFF"]
    build += ["-w", str(made), str(package)]
    subprocess.run(pip + build, check=True)
    (wheel,) = made.glob("*.whl")
    look_at(wheel)
    installed = str(made / "installed")
    subprocess.run(
        pip + ["install", "--quiet", "--no-deps", "--target", installed, str(wheel)], check=True
    )
    clean = {k: v for k, v in os.environ.items() if k != "CUBOID_LIBRARY"}
    clean["PYTHONPATH"] = installed
    shown = subprocess.check_output([python, "-c", PROGRAM], env=clean, cwd=folder, text=True)
    print(shown)
    return 0 if installed in shown else 1


sys.exit(main())
