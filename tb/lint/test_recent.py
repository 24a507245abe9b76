"""The steps of scripts/test that look at recent commits (`scripts/lint --recent`) find errors of some commits ago:
clang-tidy, and the length of subjects.

The test uses a small part of the model under the rules of this tree, with its own history: nothing else is recent
there.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = [".clang-format", ".clang-tidy", ".gitignore", "pyproject.toml"]
FILES += [f"scripts/{name}" for name in ("lint", "prose", "steps.sh", "tidy")]
# `--recent` goes back so many commits: the first one here, in which all files are new, is not among them.
RECENT = 30
SOURCE, HEADER = "model/base/agenda.cpp", "model/base/agenda.h"


class Tree:
    """The tree and what is done in it."""

    def __init__(self, folder, parts=("model/base", "include/ixsim")):
        self.folder = folder
        for part in parts:
            shutil.copytree(ROOT / part, folder / part)
        (folder / "scripts").mkdir(parents=True)
        for file in FILES:
            shutil.copy(ROOT / file, folder / file)
        # The rules' exceptions are about files that are not here.
        (folder / "scripts/prose.toml").write_text("")
        (folder / ".venv").symlink_to(ROOT / ".venv")
        # As if configured there.
        build = folder / "build/release"
        build.mkdir(parents=True)
        commands = (ROOT / "build/release/compile_commands.json").read_text()
        (build / "compile_commands.json").write_text(commands.replace(f"{ROOT}/", f"{folder}/"))
        self.git("init", "--quiet")
        self.commit("All")
        self.commit_nothing(RECENT if parts else 1)  # the step that looks so far back needs sources

    def commit_nothing(self, times):
        for _ in range(times):
            self.git("commit", "--quiet", "--allow-empty", "--message", "None")

    def git(self, *words):
        identity = {
            f"GIT_{who}_{what}": "test" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        subprocess.run(
            ["git", *words], cwd=self.folder, env={**os.environ, **identity, "GIT_CONFIG_GLOBAL": "/dev/null"},
            check=True,
        )  # fmt: skip

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)

    def plant(self, file, line):
        """A line at the end of the namespace of a file, and five commits of other things after it."""
        path = self.folder / file
        before, end, after = re.split(r"(\n\}  // namespace ixsim(?:::\w+)?\n)", path.read_text())
        path.write_text(f"{before}\n{line}\n{end}{after}")
        self.commit(f"Plant in {file}")
        for number in range(5):
            (self.folder / "notes.txt").write_text(f"{number}\n")
            self.commit(f"Note {number}")

    def lint(self):
        return subprocess.run(["scripts/lint", "--recent"], cwd=self.folder, capture_output=True, text=True)


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path / "tree")


@pytest.fixture
def bare(tmp_path):
    """A tree without sources of C++, of which nothing but the subjects takes time to check."""
    return Tree(tmp_path / "tree", ())


def test_what_is_clean_passes(tree):
    tree.plant(SOURCE, "// Nothing is wrong with this.")
    done = tree.lint()
    assert done.returncode == 0, done.stdout
    (log,) = tree.folder.glob("build/logs/clang_tidy*")
    assert log.read_text() == "1 files in 1 sources\n"


@pytest.mark.parametrize("file", [SOURCE, HEADER])
def test_a_finding_five_commits_back_fails(tree, file):
    tree.plant(file, "inline int* planted() { return 0; }")
    done = tree.lint()
    assert done.returncode == 1
    assert "modernize-use-nullptr" in done.stdout and f"{file.removeprefix('model/')}:" in done.stdout


@pytest.mark.parametrize(
    ("subject", "later", "status"), [("a" * 72, 5, 0), ("a" * 73, 5, 1), ("a" * 73, 20, 0)]
)
def test_a_long_subject_among_the_last_twenty_fails(bare, subject, later, status):
    bare.git("commit", "--quiet", "--allow-empty", "--message", subject)
    bare.commit_nothing(later)
    done = bare.lint()
    assert done.returncode == status, done.stdout
    assert (subject in done.stdout) == (status == 1)


def test_merges_may_have_long_subjects(bare):
    long = "Merge branch 'other' into main: " + "a" * 73
    bare.git("switch", "--quiet", "--create", "other", "HEAD~1")
    bare.git("commit", "--quiet", "--allow-empty", "--message", "Other")
    bare.git("merge", "--quiet", "--no-ff", "--message", long, "-")
    assert bare.lint().returncode == 0
    # At the end of a shallow clone it has no parents.
    (bare.folder / ".git/shallow").write_text(
        subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=bare.folder, capture_output=True, text=True, check=True
        ).stdout
    )
    assert bare.lint().returncode == 0
