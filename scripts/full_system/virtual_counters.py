"""Compares the counters of good packets of virtual functions, in the trace of registers, with the packets of their drivers.

`ethtool -S` shows the packets of the driver's rings, and not these registers, which the driver reads at the same time.
"""

from full_system import register_trace

REGISTERS = {"VFGPRC": "rx_packets", "VFGPTC": "tx_packets"}


def reads(trace):
    """The values that the virtual functions read from these counters: a set for each function and register."""
    found = {}
    for access in register_trace.accesses(trace, "read"):
        if access.name in REGISTERS:
            found.setdefault((int(access.function), access.name), set()).add(access.value)
    return found


def problems(trace, counters):
    """Returns the counters of the guest, by function and name, that no read of the registers had: a line each. A guest must
    report a function. It may send a frame later, so that the last read says no more."""
    if not counters:
        return ["no counters of a virtual function: see the scenario virtual in console.log"]
    found = reads(trace)
    return [
        f"virtual function {function}: {register}: no read returned {reported.get(name)}, {name} of the driver"
        for function, reported in counters.items()
        for register, name in REGISTERS.items()
        if reported.get(name) not in found.get((function, register), ())
    ]


def check(folder, counters):
    """Compares the counters that a guest reports with the trace of its boot in a folder. Returns the problems, a line each."""
    trace = folder / "device0/registers.txt"
    if not trace.exists():
        return [f"{trace}: not found: the counters are not compared"]
    return problems(trace.read_text().splitlines(), counters)
