"""No code decides by the name of a device profile: it asks for a capability (CONTRIBUTING.md, "Adding a profile").

The name `custom` is an exception: it says that the user sets the sizes.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BY_NAME = re.compile(r'\bname\s*[=!]=\s*"(?:82\d{3}|X540)"|"(?:82\d{3}|X540)"\s*[=!]=')
# A value of a key or of an option, not the name of a profile.
KEYS = {"model/platform/device_keys.cpp"}


def by_name(sources):
    return [(file, found) for file, text in sources.items() for found in BY_NAME.findall(text)]


@pytest.fixture(scope="module")
def sources():
    files = [path for folder in ("model", "include") for path in (ROOT / folder).rglob("*.[hc]*")]
    return {
        name: path.read_text()
        for path in files
        if path.suffix in (".h", ".cpp") and (name := path.relative_to(ROOT).as_posix()) not in KEYS
    }


def test_capabilities_decide(sources):
    assert len(sources) > 100
    assert by_name(sources) == []


@pytest.mark.parametrize(
    "line", ['if (profile.name == "82598") return 4;', 'device.name != "X540"', '"82599" == name']
)
def test_a_comparison_is_found(line):
    assert len(by_name({"file.cpp": line})) == 1


@pytest.mark.parametrize("line", ['p.name = "82599";', 'profile.name == "custom"', 'device == "82598"'])
def test_other_uses_pass(line):
    assert by_name({"file.cpp": line}) == []
