#!/usr/bin/env python3
"""wheel.py FOLDER PROJECT: builds the wheel, looks at it, installs it, and integrates with it, in Python and in C;
then looks whether the source archive holds all that a build needs.

77: PyPI is out of reach.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

from environment import environment

MOST_BYTES = 15 << 20
PROGRAM = """
import os, cuboid, numpy
result = cuboid.integrate(lambda x: x[:, 0] * x[:, 1], 2, epsrel=1e-9)
assert abs(result.value - 0.25) < 1e-9, result
print(os.path.dirname(cuboid.__file__), cuboid.version())
"""
INSIDE = ["py.typed", "report.html", "prefix/include/cuba.h", "prefix/include/cuboid.h"]
INSIDE += [f"prefix/lib/{name}" for name in ("libcuba.so", "libcuba.so.0", "libcuboid.so", "libcuboid.so.0")]


def look_at(wheel):
    """Exits with a sentence if something is wrong with the file."""
    names = zipfile.ZipFile(wheel).namelist()
    if not wheel.name.split("-", 2)[2].startswith("py3-none-"):
        sys.exit(f"{wheel.name} is not for every Python 3")
    lacking = {f"cuboid/{name}" for name in INSIDE} - set(names)
    if lacking:
        sys.exit(f"{wheel.name} lacks {lacking}: {names}")
    others = [name for name in names if not name.startswith("cuboid")]
    if others:
        sys.exit(f"{wheel.name} holds {others}")
    if wheel.stat().st_size > MOST_BYTES:
        sys.exit(f"{wheel.name} has {wheel.stat().st_size} bytes")


def serves_c(python, environment, folder, sources):
    """Whether a program for Cuba and one for cuboid.h build and run with what the wheel brings."""
    prefix = subprocess.check_output([python, "-m", "cuboid.prefix"], env=environment, text=True).strip()
    ways = [f"-I{prefix}/include", f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib"]
    for name, library in (("cuba", "-lcuba"), ("native", "-lcuboid")):
        build = [os.environ.get("CC", "cc"), sources / f"{name}.c", "-o", folder / name, *ways, library, "-lm"]
        subprocess.run(build, check=True)
        if subprocess.run([folder / name], check=False).returncode != 0:
            return False
    return True


def has_command(python, environment):
    """Whether `python -m cuboid` is the command.  Without CLI11 and nlohmann-json the wheel has none."""
    run = [python, "-m", "cuboid", "integrate", "-e", "x[0]*x[1]", "--ndim", "2"]
    made = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)
    return made.returncode == 0 and "0.25" in made.stdout or "built without the command" in made.stderr


def is_complete(python, project, folder):
    """Exits with a sentence if the source archive lacks what its build needs."""
    code = "import scikit_build_core.build as b, sys; print(b.build_sdist(sys.argv[1]))"
    name = subprocess.check_output([python, "-c", code, folder], cwd=project, text=True).split()[-1]
    with tarfile.open(folder / name) as archive:
        archive.extractall(folder)
    unpacked = folder / name[: -len(".tar.gz")]
    configure = ["cmake", "-S", unpacked / "python", "-B", folder / "configured", "-DCUBOID_CUDA=OFF"]
    if not (unpacked / "LICENSE").exists():
        sys.exit(f"{name} lacks the licence")
    if subprocess.run(configure, check=False, capture_output=True).returncode != 0:
        sys.exit(f"what {name} holds cannot be configured")


def main():
    folder, project = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    python = environment(folder, ["numpy", "scikit_build_core"])
    if python is None:
        print("Skipped: no environment with scikit-build-core can be made.")
        return 77
    made = folder / "wheel"
    shutil.rmtree(made, ignore_errors=True)
    pip = [python, "-m", "pip"]
    # The engines for GPUs are those of the library, and take half as long again to compile.
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "-C", "cmake.define.CUBOID_CUDA=OFF"]
    build += ["-w", str(made), str(project)]
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
    is_complete(python, project, made)
    if not has_command(python, clean):
        sys.exit("python -m cuboid is not the command")
    return 0 if installed in shown and serves_c(python, clean, folder, project / "tests/consume") else 1


sys.exit(main())
