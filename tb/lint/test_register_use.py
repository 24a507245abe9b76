"""Blocks of model/nic use the registers that they declare, and bind or declare the registers that they read.

A block is the two files of one name. tb/system/register_meaning_test.cpp checks which registers some block must bind or
declare. This test checks that a declaration is true, and that it is in the block that reads.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DECLARED = re.compile(r"\b(?:read_on_use|count_on_event)\(\s*\{([^}]*)\}", re.DOTALL)
BOUND = re.compile(
    r"\b(?:on_write|on_read|after_read|writable_while)<[^>]*>\(\s*(\{[^}]*\}|Reg::\w+)", re.DOTALL
)
READ = re.compile(r"\bregisters_?\.(?:get|wide)\(\s*Reg::(\w+)")
NAME = re.compile(r"\bReg::([A-Z]\w*)")
# Two addresses of the same bits: the block uses them under the second name.
SAME_BITS = {"VTEIMC": "VTEIMS"}
# The register file itself, and what is generated for it.
NO_BLOCKS = {"register_file", "register_map", "register_info"}


def faults(text):
    """(registers that are declared and not used, registers that are read and neither bound nor declared)."""
    declared = set(NAME.findall(" ".join(DECLARED.findall(text))))
    bound = set(NAME.findall(" ".join(BOUND.findall(text))))
    used = set(NAME.findall(BOUND.sub("", DECLARED.sub("", text))))
    idle = {name for name in declared - used if SAME_BITS.get(name) not in used | bound}
    return sorted(idle), sorted(set(READ.findall(text)) - declared - bound)


def blocks():
    """Name and text of each block."""
    folder = ROOT / "model/nic"
    names = {path.with_suffix("") for path in folder.rglob("*") if path.suffix in (".h", ".cpp")}
    for name in sorted(names):
        if name.name not in NO_BLOCKS:
            files = (name.with_suffix(ending) for ending in (".h", ".cpp"))
            yield name.relative_to(ROOT).as_posix(), "".join(f.read_text() for f in files if f.exists())


def test_declarations_are_true_and_stand_at_the_reader():
    found = {name: faults(text) for name, text in blocks()}
    assert len(found) > 50
    assert {name: fault for name, fault in found.items() if fault != ([], [])} == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r.read_on_use({Reg::RQSMR}); r.get(Reg::RQSMR);", ([], [])),
        ("r.count_on_event(\n    {Reg::MPC, Reg::RNBC});\ncount(Reg::MPC);", (["RNBC"], [])),
        ("registers_.get(Reg::RQSMR, 2);", ([], ["RQSMR"])),
        (
            "registers.on_write<&Block::written>({Reg::MRQC, Reg::RXCTRL}, *this); registers.get(Reg::MRQC);",
            ([], []),
        ),
        ("r.read_on_use({Reg::VTEIMC}); registers.on_write<&F::mask>(Reg::VTEIMS, *this);", ([], [])),
        ("r.read_on_use({Reg::VTEIMC});", (["VTEIMC"], [])),
    ],
)
def test_faults_are_found(text, expected):
    assert faults(text) == expected
