"""The Python package: its notebook runs from start to end, and its wheel works outside the source tree."""

import json
import os
import shutil
import subprocess
import sys
import zipfile

from program import ROOT, program

PACKAGE = ROOT / "scripts/explore"
NOTEBOOK = ROOT / "examples/notebooks/study.ipynb"
ENVIRONMENT = {**os.environ, "IXSIM_PROGRAM": str(program())}


def cells():
    notebook = json.loads(NOTEBOOK.read_text())
    assert notebook["nbformat"] == 4
    return ["".join(c["source"]) for c in notebook["cells"] if c["cell_type"] == "code"]


def test_notebook_runs(tmp_path):
    """The code cells as one program: Jupyter adds the display of values, no more. Cells end with what is displayed."""
    source = "\n\n".join(cells())
    shown = 'print("shown", front["rx.ring"].max(), study.space.size, step.low > 0)\n'
    done = subprocess.run(
        [sys.executable, "-c", source + "\n" + shown], cwd=tmp_path, capture_output=True, text=True, timeout=120,
        env={**ENVIRONMENT, "PYTHONPATH": str(PACKAGE)}, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "20 legal points, 100 runs" in done.stdout and "ixsim run --set" in done.stdout
    assert done.stdout.endswith("shown 256 20 True\n"), done.stdout


def test_notebook_has_no_output():
    notebook = json.loads(NOTEBOOK.read_text())
    assert all(
        not c["outputs"] and c["execution_count"] is None
        for c in notebook["cells"]
        if c["cell_type"] == "code"
    )


def test_wheel(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--disable-pip-version-check",
         "-w", tmp_path, copy_of_package(tmp_path)],
        check=True, timeout=120,
    )  # fmt: skip
    [wheel] = tmp_path.glob("ixsim-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    modules = {
        str(p.relative_to(PACKAGE)) for p in PACKAGE.glob("ixsim/**/*") if p.is_file() and p.suffix != ".pyc"
    }
    assert modules <= set(names), modules - set(names)
    code = "import ixsim; print(ixsim.__file__, ixsim.Study('small').space.size)"
    unpacked = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(unpacked)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
        env={**ENVIRONMENT, "PYTHONPATH": str(unpacked)},
    )  # fmt: skip
    assert done.returncode == 0 and done.stdout.split() == [str(unpacked / "ixsim/__init__.py"), "20"], done


def copy_of_package(tmp_path):
    """Building leaves files next to the sources: a copy keeps the tree clean."""
    return shutil.copytree(
        PACKAGE, tmp_path / "package", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    )
