#!/usr/bin/env python3
"""run.py LANGUAGE FOLDER PAGE...: runs the programs of a language that pages show.

A program is a fenced block of the language; the text block that follows is its output.
"""
import os
import pathlib
import re
import subprocess
import sys


def blocks(page):
    return re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


def programs(page, language):
    """Pairs of source and expected output."""
    found = blocks(page)
    for (kind, source), (next_kind, output) in zip(found, found[1:]):
        if kind == language:
            if next_kind != "text":
                raise SystemExit(f"a program shows no output:\n{source}")
            yield source, output


def libraries():
    cuba, cuboid = os.environ["CUBA"], os.environ["CUBOID"]
    return [f"-L{cuba}", f"-L{cuboid}", f"-Wl,-rpath,{cuba}:{cuboid}", "-lcuba", "-lcuboid", "-lm"]


def command(language, source, folder):
    """Builds a program, and gives the command that runs it."""
    top = os.environ["SOURCE"]
    program = str(folder / "program")
    if language == "python":
        (folder / "program.py").write_text(source)
        return [sys.executable, str(folder / "program.py")]
    if language == "c":
        (folder / "program.c").write_text(source)
        build = [os.environ["CC"], f"-I{top}/include", f"-I{top}/compat", "program.c"]
    elif language == "cpp":
        (folder / "program.cpp").write_text(source)
        build = [os.environ["CXX"], f"-I{top}/include", "program.cpp"]
    else:
        (folder / "program.f90").write_text(source)
        build = [os.environ["FC"], f"{top}/fortran/cuba.f90", f"{top}/fortran/cuboid.f90",
                 "program.f90"]
    subprocess.run(build + ["-o", program] + libraries(), cwd=folder, check=True)
    return [program]


def main():
    language, folder, pages = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    search = ":".join([os.environ["CUBA"], os.environ["CUBOID"]])
    text = "\n".join(pathlib.Path(page).read_text() for page in pages)
    for source, expected in programs(text, language):
        run = subprocess.run(command(language, source, folder), capture_output=True, text=True,
                             env=dict(os.environ, LD_LIBRARY_PATH=search), check=True)
        if run.stdout != expected:
            raise SystemExit(f"expected:\n{expected}printed:\n{run.stdout}")
        count += 1
    if count == 0:
        raise SystemExit(f"the pages show no program in {language}")


main()
