"""CTest runs every test file of tb/, and every test that a document cites.

CTest's own list is compared with the files: an executable for each `*_test.cpp`, with each of its tests; a run of
pytest for each `test_*.py`, with `--long` too where tests are marked long; a run or a script that names each bench in
Verilog, each fuzz target and each executable file. A test without the label `quick` or `long` counts as not run. A test
that only the long form runs has a row in docs/long_tests.md with the quick test that represents it.
"""

import json
import os
import pathlib
import re
import subprocess
from fnmatch import fnmatchcase
from glob import glob

import pytest
from program import ROOT, program

TB = ROOT / "tb"
DOCUMENTS = sorted([*ROOT.glob("docs/*.md"), ROOT / "README.md"])
NOT_BUILT = "_NOT_BUILT"
LIMIT = 1_200  # seconds: what takes longer is divided
DEFINITION = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\s*\)", re.MULTILINE)
CITATION = re.compile(r"\btb/[\w./*-]+")
# Rows of docs/long_tests.md: patterns of long tests, the reason, patterns of quick tests and, after a colon, more text.
ROW = re.compile(r"^\| *(`[^|]*)\|([^|]*)\|([^|]*)\|", re.MULTILINE)
NAME = re.compile(r"`([^`]+)`")
# Tests whose names begin so are there only if CMake has found this.
NEEDED = {"fuzz.": "IXSIM_FUZZ_CXX", "install.": "mmdebstrap"}


class Registered:
    """Tests as CTest has them: their names, their commands, and the executables that are not built yet."""

    def __init__(self, tests):
        self.names, self.commands, self.not_built, self.unlabelled = [], [], set(), []
        self.without_limit = []
        self.labels = {}
        for test in tests:
            if test["name"].endswith(NOT_BUILT):
                self.not_built.add(test["name"].removesuffix(NOT_BUILT))
                continue
            properties = {entry["name"]: entry["value"] for entry in test["properties"]}
            if properties.get("DISABLED"):
                continue
            labels = set(properties.get("LABELS", []))
            if not {"quick", "long"} & labels:
                self.unlabelled.append(test["name"])
            # A test with parameters is one for all of them.
            name = re.sub(r"^(?:\w+/)?(\w+\.\w+)/.*", r"\1", test["name"])
            self.labels[name] = self.labels.get(name, set()) | labels
            if not 0 < properties.get("TIMEOUT", 0) <= LIMIT:
                self.without_limit.append(test["name"])
            self.names.append(test["name"])
            self.commands.append(test.get("command", []))
        # For programs that are not built, the source names the tests.
        for path in TB.rglob("*_test.cpp"):
            if path.stem in self.not_built:
                for suite, name in DEFINITION.findall(path.read_text()):
                    self.labels[f"{suite}.{name}"] = {"long" if suite.endswith("Long") else "quick"}

    def executable(self, name):
        """The path of the executable of this name that a command is."""
        paths = (pathlib.Path(command[0]) for command in self.commands if command)
        return next((path for path in paths if path.name == name), None)

    def mentions(self, path):
        """The commands that have this path among their words, or a folder above it."""
        above = {str(path), *map(str, path.parents)} - {str(TB), *map(str, TB.parents)}
        return [command for command in self.commands if above & set(command)]


@pytest.fixture(scope="module")
def build():
    return pathlib.Path(os.environ.get("IXSIM_BUILD_DIR", program().parents[1]))


@pytest.fixture(scope="module")
def registered(build):
    listing = subprocess.run(
        ["ctest", "--show-only=json-v1", "--test-dir", str(build)], capture_output=True, text=True, check=True
    )
    return Registered(json.loads(listing.stdout)["tests"])


@pytest.fixture(scope="module")
def with_fuzzing(build):
    """Fuzz targets are left out of builds with instruments, and where there is no clang for them."""
    cache = (build / "CMakeCache.txt").read_text()
    instruments = re.search(r"^IXSIM_SANITIZE:\w+=.+$|^IXSIM_COVERAGE:\w+=ON$", cache, re.MULTILINE)
    return instruments is None and "IXSIM_FUZZ_CXX-NOTFOUND" not in cache


def missing_of_cpp(path, registered):
    """Returns the parts of a test in C++ that are not run: the file, or tests in it."""
    if path.stem in registered.not_built:
        # scripts/test builds what runs under sanitizers there alone.
        return [] if path.is_relative_to(TB / "unit") or path.is_relative_to(TB / "system") else [str(path)]
    executable = registered.executable(path.stem)
    names = [f"{suite}.{name}" for suite, name in DEFINITION.findall(path.read_text())]
    # A program of the long tests alone need not be built: its tests are registered by name.
    if executable is None and not set(names) <= set(registered.names):
        return [str(path)]
    if executable is not None and executable.stat().st_mtime < path.stat().st_mtime:
        return []  # its list is of an older file
    assert names, f"{path} holds no test"
    known = "\n".join(registered.names)
    return [
        f"{path}: {name}" for name in names if not re.search(rf"(^|/){re.escape(name)}(/|$)", known, re.M)
    ]


def missing_of_python(path, registered):
    runs = [command for command in registered.mentions(path) if "pytest" in command]
    text = path.read_text()
    missing = [] if any("--long" not in command for command in runs) else [str(path)]
    if re.search(r"^@pytest\.mark\.long\b|\bmarks=pytest\.mark\.long\b", text, re.M):
        missing += [] if any("--long" in command for command in runs) else [f"{path}: the long tests"]
    return missing


def missing_of_bench(path, registered):
    """A bench in Verilog, which a command names, or a script that is itself a command."""
    if registered.mentions(path):
        return []
    scripts = {
        command[0] for command in registered.commands if command and command[0].startswith(f"{ROOT}/scripts/")
    }
    return [] if any(path.stem in pathlib.Path(script).read_text() for script in scripts) else [str(path)]


def missing(path, registered):
    """Returns the parts of a file that are not run; None if the file is no test."""
    if path.name.endswith("_test.cpp"):
        return missing_of_cpp(path, registered)
    if path.name.startswith("test_") and path.suffix == ".py":
        return missing_of_python(path, registered)
    if path.name.endswith("_tb.v"):
        return missing_of_bench(path, registered)
    if path.is_file() and os.access(path, os.X_OK):
        return [] if registered.mentions(path) else [str(path)]
    return None


def files():
    return sorted(path for path in TB.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def fuzz_targets():
    return sorted(TB.glob("fuzz/*_fuzz.cpp"))


def test_every_test_file_is_registered(registered, with_fuzzing):
    results = {path: missing(path, registered) for path in files()}
    if not with_fuzzing:
        results.pop(TB / "fuzz/run_fuzz")
    checked = [path for path, result in results.items() if result is not None]
    assert len(checked) > 80  # or the patterns find nothing
    assert [line for path in checked for line in results[path]] == []


def test_every_fuzz_target_is_registered(registered, with_fuzzing):
    if not with_fuzzing:
        pytest.skip("this build has no fuzz targets")
    words = [set(command) for command in registered.commands]
    assert fuzz_targets()
    assert [str(path) for path in fuzz_targets() if not any(path.stem in command for command in words)] == []


def test_every_test_is_quick_or_long(registered):
    assert registered.unlabelled == []


def wrong_with_long_tests(text, labels, left_out=()):
    """Returns the errors of a table of long tests; names that begin with one of `left_out` may be missing."""
    long = {name for name, mine in labels.items() if "long" in mine and "quick" not in mine}
    wrong, described = [], set()
    for tests, reason, substitutes in ROW.findall(text):
        patterns, quick = NAME.findall(tests), NAME.findall(substitutes.partition(":")[0])
        if not reason.strip() or not quick:
            wrong.append(f"{tests.strip()}: no reason or no quick test")
        for pattern in patterns:
            found = {name for name in long if fnmatchcase(name, pattern)}
            described |= found
            if not found and not pattern.startswith(left_out):
                wrong.append(f"{pattern}: no such long test")
        for pattern in quick:
            found = [name for name in labels if fnmatchcase(name, pattern)]
            if not found or not all("quick" in labels[name] for name in found):
                wrong.append(f"{pattern}: no such quick test")
    return wrong + [f"{name}: no row" for name in sorted(long - described)]


def test_every_long_test_has_a_quick_one_that_stands_for_it(build, registered):
    cache = (build / "CMakeCache.txt").read_text()
    left_out = tuple(names for names, tool in NEEDED.items() if f"{tool}-NOTFOUND" in cache)
    text = (ROOT / "docs/long_tests.md").read_text()
    assert len(ROW.findall(text)) > 20  # or the pattern finds nothing
    assert wrong_with_long_tests(text, registered.labels, left_out) == []


LABELS = {"a.1": {"long"}, "a.2": {"long"}, "b": {"long", "quick"}, "c": {"quick"}, "d": {"long"}}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("| `a.*`, `d` | slow | `b`, `c`: as `x` | more |", []),
        ("| `a.*` | slow | `c` | more |", ["d: no row"]),
        ("| `a.1` | slow | `c` | more |\n| `d` | slow | `c` | more |", ["a.2: no row"]),
        ("| `a.*`, `d`, `e` | slow | `c` | more |", ["e: no such long test"]),
        ("| `a.*`, `d`, `c` | slow | `c` | more |", ["c: no such long test"]),
        ("| `a.*`, `d` | slow | `e` | more |", ["e: no such quick test"]),
        ("| `a.*` | slow | `d` | more |\n| `d` | slow | `c` | more |", ["d: no such quick test"]),
        ("| `a.*`, `d` | slow | nothing: `c` | more |", ["`a.*`, `d`: no reason or no quick test"]),
        ("| `a.*`, `d` | | `c` | more |", ["`a.*`, `d`: no reason or no quick test"]),
    ],
)
def test_what_a_table_of_long_tests_lacks_is_named(rows, expected):
    assert wrong_with_long_tests(rows, LABELS) == expected


def test_every_test_ends_within_twenty_minutes(registered):
    assert registered.without_limit == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_cited_tests_are_run(document, registered, with_fuzzing):
    """A cited path is there, and a cited test is run."""
    for citation in sorted(set(CITATION.findall(document.read_text()))):
        found = [pathlib.Path(path) for path in glob(str(ROOT / citation.rstrip("./")))]
        assert found, f"{document.name} cites {citation}, which is not in the tree"
        for path in found:
            if path == TB / "fuzz/run_fuzz" and not with_fuzzing:
                continue
            assert not missing(path, registered), (
                f"{document.name} cites {citation}, which CTest does not run"
            )


def test_documents_cite_tests():
    """The pattern finds what the fidelity table cites."""
    cited = CITATION.findall((ROOT / "docs/fidelity.md").read_text())
    assert len(set(cited)) > 40
