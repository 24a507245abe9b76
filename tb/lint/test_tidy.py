"""scripts/tidy finds in joined files the same errors at the same places as clang-tidy finds in each file alone."""

from pathlib import Path

import pytest
import script

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def tidy(tmp_path, monkeypatch):
    module = script.load("tidy")
    folder = ROOT / "build/lint/test"
    folder.mkdir(parents=True, exist_ok=True)
    monkeypatch.setattr(module, "UNITS", folder)
    return module


def source(tidy, path: str, text: str, flags=("-std=c++17", "-Wall", "-Werror")):
    return tidy.Source(path, list(flags), text)


CLEAN = "namespace {\nint first() { return 1; }\n}\nint use_first = first();"
POINTER = "int second(int* p);\nint second(int* p) { return p == 0; }"
UNUSED = "namespace {\nconst int kNeverUsed = 3;\n}"


def test_findings_keep_file_and_line(tidy):
    unit = tidy.Unit(
        [source(tidy, "a.cpp", CLEAN), source(tidy, "b.cpp", POINTER), source(tidy, "c.cpp", UNUSED)]
    )
    good, report = tidy.check(unit, "places", [])
    assert not good
    assert f"{ROOT}/b.cpp:2:" in report and "modernize-use-nullptr" in report
    assert f"{ROOT}/c.cpp:2:" in report and "unused-const-variable" in report
    assert f"{ROOT}/a.cpp:" not in report


def test_clean_files_pass(tidy):
    good, report = tidy.check(tidy.Unit([source(tidy, "a.cpp", CLEAN)]), "clean", [])
    assert good and report == ""


def test_files_that_clash_are_checked_apart(tidy):
    # The clash is not to be seen from the names at the start of lines.
    clash = "namespace {\nint other, third = 1;\n}\nint use_third = third + other;"
    again = "namespace {\nlong some, third = 2;\n}\nint* use_again = 0;\nlong sum = some + third;"
    unit = tidy.Unit([source(tidy, "a.cpp", clash), source(tidy, "b.cpp", again)])
    good, report = tidy.check(unit, "clash", [])
    assert not good
    assert f"{ROOT}/b.cpp:4:" in report and "modernize-use-nullptr" in report
    assert "redefinition" not in report


def test_no_file_is_left_out_or_meets_its_own_names(tidy):
    flags_of = tidy.compiled()
    paths = sorted(path for path in flags_of if path.startswith(("model/", "tb/")))
    assert len(paths) > 100
    units = tidy.put_together([tidy.read(path, flags_of[path]) for path in paths])
    assert sorted(one.path for unit in units for one in unit.sources) == paths
    assert len(units) * 4 < len(paths)
    for unit in units:
        assert len({name for one in unit.sources for name in one.names}) == sum(
            len(one.names) for one in unit.sources
        )


def test_options_that_contradict_are_kept_apart(tidy):
    one = source(tidy, "a.cpp", CLEAN, ["-DNAME=1"])
    unit = tidy.Unit([one])
    assert not unit.takes(source(tidy, "b.cpp", POINTER, ["-DNAME=2"]))
    assert unit.takes(source(tidy, "b.cpp", POINTER, ["-DNAME=1", "-DOTHER"]))
    assert not unit.takes(source(tidy, "b.cpp", CLEAN, ["-DNAME=1"]))
