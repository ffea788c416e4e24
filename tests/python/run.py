#!/usr/bin/env python3
"""run.py FOLDER PACKAGE: the tests of the Python package, in a virtual environment.

The environment is made in FOLDER and kept for the next time.  Without PyPI the tests run with the
interpreter that runs this, if it has NumPy and pytest.  77: there is neither.
"""
import os
import pathlib
import subprocess
import sys

from environment import environment, has, install

NEEDED = ["numpy", "pytest"]
# Tests that need one of these are skipped without it.
WELCOME = ["scipy", "matplotlib", "tqdm", "numba", "vegas", "cffi", "mypy", "nbclient", "nbformat", "ipykernel"]


def main():
    folder, package = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    python = environment(folder, NEEDED)
    if python is None and has(sys.executable, NEEDED):
        python = sys.executable
    if python is None:
        print("Skipped: no environment with NumPy and pytest can be made, as PyPI is out of reach.")
        return 77
    if not install(python, WELCOME):
        print("Some packages cannot be had; tests that need them are skipped.")
    command = [python, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "tests", "src"]
    search = {"PYTHONPATH": str(package / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(command, cwd=package, env={**os.environ, **search}).returncode


sys.exit(main())
