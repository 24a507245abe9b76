"""The value of each register after each kind of reset.

A reference written from the register tables (tb/conformance/registers/*.csv), the reset section of the 82598 datasheet,
the requirements of public drivers (ixgbe_82598.c, ixgbe_common.c), and the PCI Express Base Specification 2.0, 6.6.2
(function-level reset). It shares nothing with the model.

CTRL.RST and CTRL.LNK_RST reset everything except the registers that the ports share (SWSM, GSSR), the analog part
(ATLASCTL), the configuration space and the MSI-X table with its pending bits. A function-level reset, the transition
from D3hot to D0 and a bus reset reset these too. Of the shared registers they free what the function holds, which the
accesses of both ports decide. All of them load the EEPROM again: RAL and RAH 0, AUTOC and AUTOC2.
"""

import csv
import dataclasses
import pathlib

TABLES = pathlib.Path(__file__).resolve().parents[1] / "registers"
SOFTWARE = ("rst", "link")
FUNCTION = ("flr", "d3", "bus")
SHARED = {"SWSM", "GSSR"}
KEPT_BY_SOFTWARE = SHARED | {"ATLASCTL"}
LSC, OTHER = 1 << 20, 1 << 31
# 10 Gb/s, up, aligned, four lanes in step. The 82599 has two bits of speed.
LINK_UP = {"82598": 0x6043EF00, "82599": 0x7043EF00}
# The EEPROM of the 82599 loads 10 Gb/s serial and SFI, and a pin says that there is a module.
BOARD = {"82598": {}, "82599": {"AUTOC": 0xC0006000, "AUTOC2": 0x00020000, "ESDP": 0x4}}


@dataclasses.dataclass(frozen=True)
class Register:
    """One entry of a register."""

    name: str
    index: int
    bar: int  # 3: the MSI-X table, wherever it is
    offset: int
    access: str
    reset: int


def rows(name):
    lines = [line for line in (TABLES / name).read_text().splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def entries(row, first=0, reset=None):
    base, stride = int(row["offset"], 0), int(row["stride"], 0)
    reset = int(row["reset"] or "0", 0) if reset is None else reset
    for k in range(int(row["count"])):
        yield Register(row["name"], first + k, int(row["bar"]), base + k * stride, row["access"], reset)


def registers(profile):
    """Every register entry of a physical function, once each: "82598" or "82599"."""
    # "~" rows give only the bits of some entries.
    found = {row["name"]: list(entries(row)) for row in rows("registers.csv") if row["bar"] != "~"}
    if profile == "82599":
        for row in rows("registers_82599.csv"):
            if row["bar"] == "~":
                continue
            if row["bar"] == "-":
                del found[row["name"]]
            elif row["bar"] == "+":
                have = found[row["name"]]
                row["bar"] = have[0].bar
                first = int(row["reset"], 0)
                fresh = entries(row, first, have[0].reset)
                have += [entry for entry in fresh if entry.index >= len(have)]
            else:
                found[row["name"]] = list(entries(row))
    shown = BOARD[profile] | {"LINKS": LINK_UP[profile]}
    return [
        dataclasses.replace(entry, reset=shown.get(entry.name, entry.reset))
        for group in found.values()
        for entry in group
    ]


def virtual_registers():
    return [entry for row in rows("registers_82599_vf.csv") for entry in entries(row)]


def mac_address(entry):
    """Returns the part of the MAC address 00:1b:21:00:00:01 that the EEPROM loads into a register."""
    return {"RAL": 0x00211B00, "RAH": 0x80000100}[entry.name]


def timer_value(picoseconds):
    """FRTIMER so long after the reset: microseconds, milliseconds, seconds."""
    us = picoseconds // 1_000_000
    return us % 1_000 | us // 1_000 % 1_000 << 10 | us // 1_000_000 << 20


def after(kind, entry, before, port=0):
    """The value after a reset of this kind, or after "power"; `before` is that before it.

    None: it counts time, or depends on the accesses of the other port.
    """
    if entry.name in ("FRTIMER", "VFFRTIMER"):
        return None
    if kind in SOFTWARE and (entry.bar == 3 or entry.name in KEPT_BY_SOFTWARE):
        return before
    if kind in FUNCTION and entry.name in SHARED:
        return None
    if entry.name in ("RAL", "RAH") and entry.index == 0:
        return mac_address(entry)
    if entry.name == "STATUS":
        return 0x00080080 | port << 2
    if entry.name in ("EICR", "EICS") and kind != "power":
        return LSC | OTHER  # the link came back
    return entry.reset
