#!/usr/bin/env python3
"""wheel.py FOLDER PROJECT: makes the source archive, builds the wheel of it, looks at it, installs it, and integrates
with it, in Python, C and C++.

Where ziglang and auditwheel can be had, the wheel is linked as that of `make wheel`, for glibc 2.28.
77: PyPI is out of reach.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

from environment import environment, install

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


def linker_flags(python, project, folder):
    """What pip is told for a wheel that runs with glibc 2.28; nothing where the tools cannot be had."""
    if not install(python, ["ziglang", "auditwheel"]):
        print("Without ziglang and auditwheel: the wheel is for this system.")
        return []
    subprocess.run([python, project / ".packaging/old_glibc/make", folder], check=True)
    flags = f"-B{folder.resolve()} -static-libstdc++ -Wl,--allow-shlib-undefined"
    kinds = [f"cmake.define.CMAKE_{kind}_LINKER_FLAGS={flags}" for kind in ("SHARED", "EXE")]
    return [part for kind in kinds for part in ("-C", kind)]


def is_for_old_systems(python, wheel):
    """Exits with what auditwheel says where it does not grant the tag."""
    said = subprocess.check_output([python, "-m", "auditwheel", "show", wheel], text=True)
    if "manylinux_2_28_x86_64" not in said:
        sys.exit(f"the wheel needs newer systems than it should:\n{said}")


def serves_programs(python, environment, folder, sources):
    """Whether programs for Cuba and for cuboid.h build and run with what the wheel brings; exceptions.cpp looks whether
    what an integrand throws passes through the library, whose libstdc++ is another one."""
    prefix = subprocess.check_output([python, "-m", "cuboid.prefix"], env=environment, text=True).strip()
    ways = [f"-I{prefix}/include", f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib"]
    compilers = {".c": os.environ.get("CC", "cc"), ".cpp": os.environ.get("CXX", "c++")}
    for name, library in (("cuba.c", "-lcuba"), ("native.c", "-lcuboid"), ("exceptions.cpp", "-lcuba")):
        build = [compilers[pathlib.Path(name).suffix], sources / name, "-o", folder / "program", *ways, library, "-lm"]
        subprocess.run(build, check=True)
        if subprocess.run([folder / "program"], check=False).returncode != 0:
            sys.exit(f"{name} fails with what the wheel brings")


def has_command(python, environment):
    """Whether `python -m cuboid` is the command.  Without CLI11 and nlohmann-json the wheel has none."""
    run = [python, "-m", "cuboid", "integrate", "-e", "x[0]*x[1]", "--ndim", "2"]
    made = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)
    return made.returncode == 0 and "0.25" in made.stdout or "built without the command" in made.stderr


def source_archive(python, project, folder):
    """The archive that pip gets where there is no wheel."""
    code = "import scikit_build_core.build as b, sys; print(b.build_sdist(sys.argv[1]))"
    name = subprocess.check_output([python, "-c", code, folder], cwd=project, text=True).split()[-1]
    with tarfile.open(folder / name) as archive:
        if not any(path.endswith("/LICENSE") for path in archive.getnames()):
            sys.exit(f"{name} lacks the licence")
    return folder / name


def main():
    folder, project = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    python = environment(folder, ["numpy", "scikit_build_core"])
    if python is None:
        print("Skipped: no environment with scikit-build-core can be made.")
        return 77
    made = folder / "wheel"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    pip = [python, "-m", "pip"]
    flags = linker_flags(python, project, folder / "old_glibc")
    # The engines for GPUs are those of the library, and take half as long again to compile.
    build = ["wheel", "--quiet", "--no-deps", "--no-build-isolation", "-C", "cmake.define.CUBOID_CUDA=OFF", *flags]
    subprocess.run([*pip, *build, "-w", made, source_archive(python, project, made)], check=True)
    (wheel,) = made.glob("*.whl")
    look_at(wheel)
    if flags:
        is_for_old_systems(python, wheel)
    installed = str(made / "installed")
    subprocess.run([*pip, "install", "--quiet", "--no-deps", "--target", installed, wheel], check=True)
    clean = {k: v for k, v in os.environ.items() if k != "CUBOID_LIBRARY"}
    clean["PYTHONPATH"] = installed
    shown = subprocess.check_output([python, "-c", PROGRAM], env=clean, cwd=folder, text=True)
    print(shown)
    if not has_command(python, clean):
        sys.exit("python -m cuboid is not the command")
    serves_programs(python, clean, folder, project / "tests/consume")
    return 0 if installed in shown else 1


sys.exit(main())
