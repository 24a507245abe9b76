"""scripts/lint gives Python scripts to ruff that have no ending, and does not accept files that are missing.

Each test uses a small tree under the rules of this one.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = ["pyproject.toml", *(f"scripts/{name}" for name in ("lint", "prose", "steps.sh"))]
SHEBANG = "#!/usr/bin/env python3\n"
CLEAN = "print(1)\n"
UNUSED = "import os\n\nprint(1)\n"
UNFORMATTED = "print( 1 )\n"


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "scripts").mkdir()
    for file in FILES:
        shutil.copy(ROOT / file, tmp_path / file)
    # The rules' exceptions are about files that are not here.
    (tmp_path / "scripts/prose.toml").write_text("")
    (tmp_path / ".gitignore").write_text("/build/\n.venv\n.ruff_cache\n")
    (tmp_path / ".venv").symlink_to(ROOT / ".venv")
    # As if configured there, without sources of C++.
    (tmp_path / "build/release").mkdir(parents=True)
    (tmp_path / "build/release/compile_commands.json").write_text("[]\n")
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    return tmp_path


def lint(tree, *words):
    return subprocess.run(["scripts/lint", *words], cwd=tree, capture_output=True, text=True, check=False)


def plant(tree, text):
    (tree / "scripts/planted").write_text(text)
    subprocess.run(["git", "add", "--all"], cwd=tree, check=True)


@pytest.mark.parametrize("named", [[], ["scripts/planted"]])
@pytest.mark.parametrize(
    ("text", "report"),
    [(UNUSED, "`os` imported but unused"), (UNFORMATTED, "would be reformatted")],
)
def test_a_script_without_ending_is_checked(tree, text, report, named):
    plant(tree, SHEBANG + text)
    done = lint(tree, *named)
    assert done.returncode == 1, done.stdout
    assert report in done.stdout and "scripts/planted" in done.stdout


@pytest.mark.parametrize("named", [[], ["scripts/planted"]])
@pytest.mark.parametrize("text", [SHEBANG + CLEAN, f"#!/bin/sh\ncat <<'END'\n{SHEBANG}{UNUSED}END\n"])
def test_clean_scripts_and_those_of_the_shell_pass(tree, text, named):
    plant(tree, text)
    done = lint(tree, *named)
    assert done.returncode == 0, done.stdout


def test_a_script_without_ending_is_fixed(tree):
    plant(tree, SHEBANG + UNFORMATTED)
    assert lint(tree, "--fix").returncode == 0
    assert (tree / "scripts/planted").read_text() == SHEBANG + CLEAN


@pytest.mark.parametrize("mode", [[], ["--fix"]])
def test_a_missing_file_is_exit_2(tree, mode):
    done = lint(tree, *mode, "scripts/prose", "scripts/gone")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "scripts/lint: scripts/gone: no such file\n"
