"""The lists of hand-written errors in tb/rtl/planted fit the RTL as it is: each edit finds its text, and once.

A change of the RTL that moves such a text is found here, in seconds. The tests planted_lists.* compile the lists.
"""

import re
from pathlib import Path

import pytest
import script

ROOT = Path(__file__).resolve().parent.parent.parent
LISTS = sorted((ROOT / "tb/rtl/planted").rglob("*.toml"))


PLANTED = script.load("planted_errors")


def name(path):
    return str(path.relative_to(ROOT / "tb/rtl/planted"))


def test_all_lists_are_here():
    folders = {path.parent.name for path in LISTS}
    assert folders == {"planted", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"}


@pytest.mark.parametrize("path", LISTS, ids=name)
def test_each_edit_finds_its_text(path):
    block, errors = PLANTED.read_list(path)
    for file in PLANTED.BLOCKS[block]["files"]:
        woven = PLANTED.weave(file, errors)
        for error in errors:
            edited = any(edit.file == file for edit in error.edits)
            assert (f"planted == {error.id})" in woven or f"planted == {error.id} ?" in woven) == edited


@pytest.mark.parametrize("path", LISTS, ids=name)
def test_names_of_an_error_begin_with_its_number(path):
    """All errors share a module, so that equal names of two errors would collide."""
    _, errors = PLANTED.read_list(path)
    for error in errors:
        for _, declared, _ in error.added:
            of_module = re.sub(r"function.*?endfunction", "", declared, flags=re.DOTALL)
            for line in re.findall(r"\b(?:reg|wire|integer)\b([^;]*);", of_module):
                for word in re.sub(r"\[[^\]]*\]|=[^,]*", "", line.replace("signed", "")).split(","):
                    assert re.match(rf"e{error.id}(_|\b|[a-z])", word.strip()), f"error {error.id}: {word}"


def test_the_page_has_the_sizes():
    """docs/planted_errors.md counts the errors of each list, apart from the samples."""
    page = (ROOT / "docs/planted_errors.md").read_text()
    stated = {
        file: int(size) for file, size in re.findall(r"^\| `([\w/]+\.toml)` \| (\d+)", page, re.MULTILINE)
    }
    assert stated == {
        name(path): len(PLANTED.read_list(path)[1]) for path in LISTS if not path.stem.endswith("_sample")
    }


@pytest.mark.parametrize(
    ("replace", "message"),
    [("no such text", "0 times"), ("valid", "need text that is there once")],
)
def test_a_text_that_is_not_there_once_is_refused(replace, message):
    edit = PLANTED.Edit("rr_scheduler.v", replace, "1'b0", False, None)
    with pytest.raises(PLANTED.ListError, match=message):
        PLANTED.weave("rr_scheduler.v", [PLANTED.Error(1, "none", "none", [edit])])
