"""The package as such: what it costs to import, and the page that shows it."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import cuboid

ROOT = Path(__file__).resolve().parents[2]


def test_no_plots_before_they_are_drawn():
    code = "import sys, cuboid; print({'jax', 'matplotlib', 'scipy', 'torch', 'tqdm'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "set()\n"


def test_reads_what_few_programs_need_when_they_ask_for_it():
    later = ("_compiled_before", "_cubature", "_device_arrays", "_jax_memory", "_many", "_nvidia", "_source")
    code = (
        f"import sys, cuboid; print([name for name in {later} if 'cuboid.' + name in sys.modules])\n"
        "assert set(cuboid.__all__) <= set(dir(cuboid)), dir(cuboid)\n"
        "from cuboid import *; print(integrate_many.__module__, cubature.__module__)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\ncuboid._many cuboid._cubature\n"
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        cuboid.nothing


def test_shows_its_own_names_alone():
    assert {name for name in dir(cuboid) if not name.startswith("_")} == {*cuboid.__all__, "jax", "torch"}


def test_is_typed():
    assert (Path(cuboid.__file__).parent / "py.typed").exists()


def test_is_written_for_the_oldest_python():
    """3.9: ast notices what is newer, but for stars in brackets."""
    for path in Path(cuboid.__file__).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 9))
        brackets = [node for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
        stars = [node for one in brackets for node in ast.walk(one.slice)
                 if isinstance(node, ast.Starred)]  # fmt: skip
        assert not stars, f"{path.name}, line {stars[0].lineno}"


def test_lists():
    assert cuboid.__version__ == cuboid.version()
    assert "cuhre" in cuboid.methods() and "seed" in cuboid.options()
    assert sorted(cuboid.__all__) == cuboid.__all__


PAGES = ["README.md", "python/README.md"]
PAGES += [f"docs/{name}.md" for name in ("choosing", "errors", "expressions", "from-cuba", "from-nintegrate",
                                         "from-quadpack", "from-scipy", "from-torchquad", "from-vegas", "gradients",
                                         "histograms", "many", "peaks", "python", "regions", "singularities",
                                         "start", "line")]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_programs_of_the_pages(page, tmp_path):
    """A block is fenced as py; a text block right behind it is what it prints."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```py\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", text, re.M | re.S)
    assert blocks
    for source, expected in blocks:
        run = subprocess.run([sys.executable, "-c", source], cwd=tmp_path, text=True, check=False,
                             capture_output=True, env={**os.environ, "MPLBACKEND": "agg"})
        lacking = re.search("No module named '(matplotlib|scipy|vegas|jax|torch|torchquad)'", run.stderr)
        if lacking:
            pytest.skip(f"without {lacking[1]}")
        assert run.returncode == 0, run.stderr
        assert not expected or run.stdout == expected


def test_gallery(tmp_path):
    """Its pictures can be drawn, without a warning, and its page is that of its code."""
    pytest.importorskip("matplotlib")
    draw = ROOT / "docs" / "gallery" / "draw"
    subprocess.run([sys.executable, "-W", "error::UserWarning", draw, tmp_path, "--page"], check=True)
    assert (tmp_path / "gallery.md").read_text() == (ROOT / "docs" / "gallery.md").read_text()
    kept = {path.name for path in draw.parent.glob("*.png")}
    assert kept == {path.name for path in tmp_path.glob("*.png")} and len(kept) >= 15


def test_reference_is_that_of_the_docstrings():
    run = subprocess.run([sys.executable, ROOT / "docs" / "python-reference", "--check"], check=False)
    assert run.returncode == 0, "docs/python-reference writes another page"


def test_compilers_in_the_wheels_of_nvidia(tmp_path):
    """What stands where the wheels have it is what is found under its name."""
    folder = tmp_path / "nvidia" / "cu99" / "lib"
    folder.mkdir(parents=True)
    (tmp_path / "mark.c").write_text("int mark(void) { return 17; }\n")
    library = folder / "libnvrtc.so.99"
    command = ["cc", "-shared", "-fPIC", "-Wl,-soname,libnvrtc.so.99", "-o", library]
    if subprocess.run([*command, tmp_path / "mark.c"], check=False).returncode != 0:
        pytest.skip("without a compiler")
    (folder / "libnvJitLink.so.99").write_text("no library")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import ctypes, cuboid\n"
        "assert 'libnvrtc.so.99' not in open('/proc/self/maps').read()\n"
        "cuboid.Integrand('int f(int *n, double *x, int *c, double *f) { return 0; }', 1, device=True)\n"
        "print(ctypes.CDLL('libnvrtc.so.99').mark())\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "17\n"


def test_pictures_can_be_drawn_again(tmp_path):
    pytest.importorskip("matplotlib")
    subprocess.run([sys.executable, ROOT / "docs" / "images" / "draw.py", tmp_path], check=True)
    for picture in (ROOT / "docs" / "images").glob("*.png"):
        drawn = tmp_path / picture.name
        assert drawn.read_bytes()[:8] == picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
        assert drawn.stat().st_size > 5000


# Without the package: that one is a test of CMake's.
SCRIPTS = sorted({path.name for path in (ROOT / "examples").glob("*.py")} - {"ctypes_client.py"})


@pytest.mark.parametrize("name", SCRIPTS)
def test_examples(name):
    """A script ends with 77 where it lacks something, as a GPU."""
    path = ROOT / "examples" / name
    run = subprocess.run([sys.executable, path], capture_output=True, text=True, check=False)
    if run.returncode == 77:
        pytest.skip(run.stdout)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "NotConverged" not in run.stderr


def test_notebook():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    book = nbformat.read(ROOT / "examples" / "explore.ipynb", as_version=4)
    nbclient.NotebookClient(book, timeout=60).execute()
    shown = [str(output.get("data", {})) for cell in book.cells if cell.cell_type == "code"
             for output in cell.outputs]  # fmt: skip
    assert any("image/png" in data for data in shown)
    assert any("text/html" in data for data in shown)
    # The last cell prints how far the two values lie apart, in units of their error.
    assert float(book.cells[-1].outputs[-1]["text"]) < 5


def test_numbers_with_errors():
    from cuboid._estimate import with_error

    assert with_error(0.5, 0.00012) == "0.50000(12)"
    assert with_error(-3.14159, 0.0996) == "-3.14(10)"
    assert with_error(1.0, 0.0) == "1(0)"
    assert with_error(float("nan"), 1.0) == "nan(1)"
    assert with_error(0.0, 1e-9) == "0.0(10)e-09"
    assert with_error(np.float64(2.5), 0.1) == "2.50(10)"
    assert with_error(1e300, 1e298) == "1.000(10)e+300"
    assert with_error(84147.0984807896 + 45969.7694131860j, 5.5e-9) == "84147.0984807896(55)+45969.7694131860(55)j"
    assert with_error(complex(-1.5, -0.0), 0.1) == "-1.50(10)-0.00(10)j"
    assert with_error(1e-9 + 2e5j, 1e-12) == "1.0000(10)e-09+200000.0000000000000(10)j"
    assert with_error(complex("nan"), 1.0) == "nan(1)+0.0(10)j"
    assert with_error(1.0, 1e-30) == "1.00000000000000000(1)"
