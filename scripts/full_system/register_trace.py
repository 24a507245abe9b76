"""Reads the trace of registers, and checks that a driver wrote bits that a boot needs."""

from typing import NamedTuple


class Access(NamedTuple):
    """An access to a register: its time in picoseconds, the port, the virtual function or "-", and what was read or written."""

    time: int
    port: int
    function: str
    value: int
    name: str


def accesses(trace, kind):
    """The accesses of a kind, "read" or "write". `trace`: lines of registers.txt, of which the last one may be cut off."""
    for line in trace:
        words = line.split()
        if len(words) >= 9 and words[6] == kind:
            yield Access(int(words[0]), int(words[1]), words[2], int(words[7], 16), words[-1])


def written(trace):
    """Returns the bits that any write set, by register."""
    found = {}
    for access in accesses(trace, "write"):
        found[access.name] = found.get(access.name, 0) | access.value
    return found


def problems(file, wanted):
    """Returns the registers whose wanted bits no write set, a line each. A trace that is missing is a problem."""
    if not wanted:
        return []
    if not file.exists():
        return [f"{file}: not found: {', '.join(wanted)} not checked"]
    found = written(file.read_text().splitlines())
    return [
        f"{name}: the driver sets {found.get(name, 0):#x}, expected {bits:#x}"
        for name, bits in wanted.items()
        if found.get(name, 0) & bits != bits
    ]
