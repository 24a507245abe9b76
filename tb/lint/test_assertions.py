"""scripts/assertions fails for a file whose assertions are no longer executed; tb/conftest.py counts those of Python.

The counter of GoogleTest's assertions is checked in tb/unit/count_assertions_test.cpp.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import script

ROOT = Path(__file__).resolve().parent.parent.parent
assertions = script.load("assertions")
VARYING = assertions.VARYING
RECORDED = {
    "sanitized": {"tb/unit/one_test.cpp": 100},
    "release": {"tb/unit/one_test.cpp": 100, "tb/system/test_two.py": 10},
}


class Tree:
    """A baseline and runs next to it."""

    def __init__(self, folder):
        self.folder = folder
        self.baseline = folder / "assertions.json"
        self.baseline.write_text(json.dumps(RECORDED))

    def run(self, name="run", sanitized="100 ../../tb/unit/one_test.cpp", release=""):
        """The folder of a run; lines of `release` are as two processes write them."""
        folder = self.folder / name
        for step, text in (("sanitized", sanitized), ("release", release)):
            (folder / step).mkdir(parents=True)
            for number, line in enumerate(text.splitlines()):
                (folder / step / f"{number % 2}.txt").open("a").write(line + "\n")
        return folder

    def script(self, action, *folders):
        return subprocess.run(
            [ROOT / "scripts/assertions", "--baseline", self.baseline, action, *folders],
            capture_output=True, text=True,
        )  # fmt: skip

    def check(self, **lines):
        return self.script("--check", self.run(**lines))


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


ONE = "60 ../../tb/unit/one_test.cpp\n40 /anywhere/tb/unit/one_test.cpp\n"
TWO = "10 /anywhere/tb/system/test_two.py\n"


def test_as_recorded_passes(tree):
    done = tree.check(release=ONE + TWO)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_more_assertions_pass(tree):
    done = tree.check(release=ONE + TWO + TWO)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_file_that_is_new_is_reported_and_passes(tree):
    done = tree.check(release=ONE + TWO + "5 ../../tb/unit/three_test.cpp\n")
    assert done.returncode == 0
    assert done.stdout == "release: tb/unit/three_test.cpp: 5 assertions, none are recorded yet\n"


def test_a_file_of_another_step_is_not_new(tree):
    """In the long form the optimised build runs everything."""
    done = tree.check(sanitized=ONE, release=ONE + TWO)
    assert (done.returncode, done.stdout) == (0, "")
    done = tree.check(name="long", sanitized=ONE + TWO, release=ONE + TWO)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_file_that_loses_one_assertion_fails(tree):
    done = tree.check(release=ONE.replace("60", "59") + TWO)
    assert done.returncode == 1
    assert "release: tb/unit/one_test.cpp: 99 assertions were executed, 100 are recorded" in done.stderr


@pytest.mark.parametrize("file", VARYING)
def test_a_count_that_varies_is_reported_down_to_its_share(tree, file):
    share, reason = VARYING[file]
    assert (ROOT / file).is_file() and 0 < share < 1
    tree.baseline.write_text(json.dumps({"sanitized": {}, "release": {file: 1_000}}))
    least = round(share * 1_000)
    done = tree.check(name="enough", release=f"{least} {file}\n")
    assert done.returncode == 0
    assert done.stdout.endswith(
        f"release: {file}: {least} assertions were executed, 1000 are recorded: {reason}\n"
    )
    done = tree.check(name="fewer", release=f"{least - 1} {file}\n")
    assert done.returncode == 1 and f"release: {file}: {least - 1} assertions" in done.stderr


def test_a_file_that_vanishes_fails(tree):
    done = tree.check(release=ONE)
    assert done.returncode == 1
    assert "release: tb/system/test_two.py: no assertions were executed, 10 are recorded" in done.stderr


def test_a_loss_in_one_step_is_not_made_good_by_another(tree):
    done = tree.check(sanitized="99 ../../tb/unit/one_test.cpp", release=ONE + ONE + TWO)
    assert done.returncode == 1
    assert "sanitized: tb/unit/one_test.cpp: 99 assertions" in done.stderr


def test_a_step_without_counts_is_an_error(tree):
    done = tree.check(sanitized="", release=ONE + TWO)
    assert done.returncode == 2 and "sanitized: no counts of assertions" in done.stderr


def test_a_missing_baseline_is_an_error(tree):
    tree.baseline.unlink()
    done = tree.check(release=ONE + TWO)
    assert done.returncode == 2 and f"{tree.baseline}: not found; `scripts/assertions --record" in done.stderr


def test_the_least_of_the_runs_is_recorded(tree):
    first = tree.run("first", release=ONE + TWO + "7 tb/unit/once_test.cpp\n")
    second = tree.run("second", release=ONE.replace("60", "70") + TWO.replace("10", "8"))
    done = tree.script("--record", first, second)
    assert done.returncode == 0
    assert "release: tb/unit/once_test.cpp: not in every run" in done.stdout
    assert json.loads(tree.baseline.read_text()) == {
        "sanitized": {"tb/unit/one_test.cpp": 100},
        "release": {"tb/system/test_two.py": 8, "tb/unit/one_test.cpp": 100},
    }
    assert tree.script("--check", second).returncode == 0


def test_asserts_of_python_are_counted_where_they_stand(tmp_path):
    """pytest in a tree with the settings of this one: a test in a folder below, and a module that it shares."""
    (tmp_path / "tb/system").mkdir(parents=True)
    (tmp_path / "out").mkdir()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copy(ROOT / "tb/conftest.py", tmp_path / "tb")
    (tmp_path / "tb/system/shared.py").write_text(
        "def check(value):\n    assert value\n    assert value < 3\n"
    )
    test = tmp_path / "tb/system/test_it.py"
    test.write_text(
        "import shared\n\n\ndef test_it():\n    for i in range(5):\n        assert i < 5\n    shared.check(2)\n"
        "\n\ndef test_that_fails():\n    assert 1 == 2, 'a reason'\n    assert True\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", test],
        cwd="/", env={**os.environ, "IXSIM_ASSERTIONS": str(tmp_path / "out")}, capture_output=True, text=True,
    )  # fmt: skip
    assert "1 failed, 1 passed" in done.stdout and "a reason" in done.stdout
    (counts,) = (tmp_path / "out").iterdir()
    assert sorted(counts.read_text().splitlines()) == [
        f"2 {tmp_path}/tb/system/shared.py",
        f"6 {test}",
    ]
