"""The pool classifier's decision table against the examples of docs/pool_classifier.md and the edges of its rules.

Every expected value is written down here or taken from the page; none is computed by the code under test.
"""

import re
from pathlib import Path

import pool_table as table
import pytest
from decision_table import UndefinedRegisterError
from pool_table import PoolDecision, PoolRegisters, decide

PAGE = Path(__file__).resolve().parents[2] / "docs" / "pool_classifier.md"
THREE, FOUR = bytes.fromhex("020000000003"), bytes.fromhex("020000000004")
BAM, AUPE, ROPE, UPE = 1 << 27, 1 << 24, 1 << 26, 1 << 22
VT_ENA, NO_DEFAULT, REPLICATE = 1, 1 << 29, 1 << 30
EXAMPLES = re.findall(
    r"^\| ((?:VLAN|untagged|02:)[^|]*) \| ([01]), ([01]) \| ([^|]*) \|$", PAGE.read_text(), re.M
)


def registers_of_the_page():
    """The registers as the page's examples have them; tables that they do not name are 0."""
    registers = PoolRegisters()
    for offset in table.OFFSETS:
        registers.write(offset, 0x8100 if offset == table.VLNCTRL else 0)
    write_address(registers, 3, THREE, 7)
    registers.write(table.VLVF(5), 1 << 31 | 10)
    registers.write(table.VLVFB(5, 0), 6)
    for pool in (0, 2):
        registers.write(table.VMOLR(pool), AUPE)
    for half in (0, 1):
        registers.write(table.VFRE(half), 0xFFFFFFFF)
    return registers


def write_address(registers, n, address, pools, place=None):
    place = table.RAL(n) if place is None else place
    registers.write(place, int.from_bytes(address[:4], "little"))
    registers.write(place + 4, 1 << 31 | int.from_bytes(address[4:], "little"))
    registers.write(table.MPSAR(n, 0), pools)


def frame_to(address, vid=None):
    tag = b"" if vid is None else b"\x81\x00" + vid.to_bytes(2)
    return address + bytes(6) + tag + b"\x12\x34" + bytes(46)


def test_the_page_has_its_examples():
    assert len(EXAMPLES) == 10


@pytest.mark.parametrize(("frame", "replicate", "no_default", "decision"), EXAMPLES)
def test_examples_of_the_page(frame, replicate, no_default, decision):
    registers = registers_of_the_page()
    registers.write(table.VT_CTL, VT_ENA | 9 << 7 | int(no_default) << 29 | int(replicate) << 30)
    if cleared := re.search(r"VFRE bit (\d+) clear", frame):
        registers.write(table.VFRE(0), 0xFFFFFFFF & ~(1 << int(cleared[1])))
    if "FCTRL.UPE" in frame:
        registers.write(table.FCTRL, 1 << 9)
    vid = re.match(r"VLAN (\d+)", frame)
    found = decide(
        frame_to(FOUR if frame.startswith("02:") else THREE, vid and int(vid[1])), 0, registers, 0x8100
    )
    kind, value = re.match(r"(pools|drop) (\w+)", decision).groups()
    assert (found.pools if kind == "pools" else found.drop) == int(value, 16)
    assert (found.drop == 0) == (kind == "pools")


def test_the_lowest_of_equal_entries_counts_and_the_first_sixteen_have_a_second_place():
    registers = registers_of_the_page()
    registers.write(table.VT_CTL, VT_ENA | REPLICATE | NO_DEFAULT)
    write_address(registers, 2, THREE, 5, place=0x5400 + 16)
    assert decide(frame_to(THREE), 0, registers, 0x8100).pools == 5
    registers.write(table.VLVF(4), 1 << 31 | 10)
    registers.write(table.VLVFB(4, 0), 4)
    assert decide(frame_to(THREE, 10), 0, registers, 0x8100).pools == 4


def test_the_unicast_table_acts_by_rope_alone():
    registers = registers_of_the_page()
    registers.write(table.VT_CTL, VT_ENA | REPLICATE | 9 << 7)
    registers.write(table.UTA(0x040 // 32), 1 << 0x040 % 32)  # 04:00 >> 4 with MO 0
    assert decide(frame_to(FOUR), 0, registers, 0x8100) == PoolDecision(drop=2)
    registers.write(table.VMOLR(1), ROPE | AUPE)
    assert decide(frame_to(FOUR), 0, registers, 0x8100).pools == 2
    # A promiscuous pool gets the frames of others as well.
    registers.write(table.VMOLR(5), UPE | AUPE)
    assert decide(frame_to(THREE), 0, registers, 0x8100).pools == 0x27


def test_broadcast_that_the_port_accepts_is_no_inexact_match():
    registers = registers_of_the_page()
    registers.write(table.FCTRL, 1 << 10)
    assert decide(frame_to(table.BROADCAST), 0, registers, 0x8100).pif == 0
    registers.write(table.FCTRL, 0)
    registers.write(table.VT_CTL, VT_ENA | REPLICATE)
    registers.write(table.VMOLR(2), BAM | AUPE)
    found = decide(frame_to(table.BROADCAST), 0, registers, 0x8100)
    assert (found.pools, found.pif) == (4, 1)


@pytest.mark.parametrize(
    ("mode", "untagged", "priority_5"), [(2, 1, 6), (12, 1, 6), (3, 1, 2), (13, 1, 2), (8, 0, 0)]
)
def test_classes_go_by_the_map_of_priorities(mode, untagged, priority_5):
    registers = registers_of_the_page()
    registers.write(table.FCTRL, 1 << 9)
    registers.write(table.MRQC, mode)
    registers.write(table.RTRUP2TC, 1 | 6 << 15)  # priority 0 is class 1, priority 5 class 6
    assert decide(frame_to(FOUR), 0, registers, 0x8100).tc == untagged
    assert decide(frame_to(FOUR, 5 << 13), 0, registers, 0x8100).tc == priority_5


def test_reset_leaves_tables_undefined():
    registers = PoolRegisters()
    assert decide(frame_to(THREE), 0, registers, 0x8100) == PoolDecision(drop=2)
    registers.write(table.VT_CTL, VT_ENA)
    with pytest.raises(UndefinedRegisterError):
        decide(frame_to(THREE), 0, registers, 0x8100)
