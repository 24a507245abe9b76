"""The pages made from the program's own description are up to date, and the manual page has no warning."""

import importlib
import shutil
import subprocess
import sys

import pytest
from program import ROOT, program

MANUAL = ROOT / "docs/ixsim.1"


def test_pages_are_up_to_date():
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/reference/generate.py", "--check", "--program", program()],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize(
    "page", ["docs/scenario_keys.md", "docs/ixsim.1", "docs/fidelity.md", "docs/mutation.md"]
)
def test_an_old_page_is_found(page, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "tb").symlink_to(ROOT / "tb")
    old = {"docs/fidelity.md": "| implemented |", "docs/mutation.md": "| dma |"}.get(page, "rx.ring")
    for name in (
        "docs/scenario_keys.md",
        "docs/ixsim.1",
        "docs/fidelity.md",
        "docs/fidelity.toml",
        "docs/mutation.md",
    ):
        text = (ROOT / name).read_text()
        (tmp_path / name).write_text(text.replace(old, f"{old}s") if name == page else text)
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/reference/generate.py", "--check", "--tree", tmp_path, "--program", program()],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and done.stdout.startswith(f"{page} is out of date")


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_manual_page_has_no_warning():
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-P-cbu", MANUAL], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    for heading in ("NAME", "SYNOPSIS", "SCENARIO KEYS", "EXIT STATUS"):
        assert heading in done.stdout


@pytest.mark.skipif(shutil.which("man") is None, reason="man is not installed")
def test_man_reads_it():
    done = subprocess.run(
        ["man", "-l", "--warnings", MANUAL], capture_output=True, text=True, check=True, env={"LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"}
    )  # fmt: skip
    assert done.stderr == "" and "--print-scenario" in done.stdout


def test_text_that_roff_would_take_for_a_request():
    sys.path.insert(0, str(ROOT / "scripts"))
    page = importlib.import_module("reference.manual_page")
    assert page.prose(".B x") == "\\&.B x"
    assert page.prose("'a'") == "\\&\\(aqa\\(aq"
    assert page.escape("a\\b -c") == "a\\eb \\-c"
