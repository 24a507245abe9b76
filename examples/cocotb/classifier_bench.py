"""A cocotb bench of an L2 classifier: random frames, register writes and resets, each decision compared at its clock.

`run.py` builds the module and runs this bench. The reference is `ixsim_reference`; the module has the ports of
`l2_classifier` (docs/rtl_classifier.md). Inputs change and outputs are read at the falling edge, so that the order of
events at the rising edge does not matter in any simulator.
"""

import os
import random
import struct

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge
from ixsim_reference import Reference

LATENCY = int(os.environ.get("LATENCY", "12"))  # clocks from the last beat to the decision
FRAMES = int(os.environ.get("FRAMES", "300"))
ADDRESSES = [bytes([2, 0, 0, 0, 0, n]) for n in range(4)]
# Words of the tables that decisions depend on, after a reset: RAR, MTA, VFTA, VFTAVIND, RETA, RSSRK.
TABLES = (
    [(0x5400 + 4 * n, 0) for n in range(32)]
    + [(0x5200 + 4 * n, 0) for n in range(128)]
    + [(0xA000 + 4 * n, 0x5555_5555) for n in range(128)]
    + [(0xA200 + 4 * n, 0x7654_3210) for n in range(512)]
    + [(0x5C00 + 4 * n, 0x0B2A_4968 + n) for n in range(32)]
    + [(0x5C80 + 4 * n, 0x6D5A_56DA * (2 * n + 1) & 0xFFFF_FFFF) for n in range(10)]
)


def table_writes():
    """Register writes that make all tables known, with the addresses of ADDRESSES and RSS on."""
    writes = list(TABLES)
    for n, address in enumerate(ADDRESSES):
        low, high = struct.unpack("<IH", address)
        writes += [(0x5400 + 8 * n, low), (0x5404 + 8 * n, 1 << 31 | n << 18 | high)]
    return [*writes, (0x5818, 0x01FF_0001)]


def random_write(rng):
    """A write that changes decisions: filters, modes, VLANs, receive addresses."""
    return rng.choice(
        [
            (0x5080, rng.getrandbits(4) << 8 | rng.getrandbits(1) << 1),  # FCTRL
            (0x5088, rng.choice([0x8100, 0x4000_8100, 0x7000_8100, 0x4000_9100])),  # VLNCTRL
            (0x5090, rng.getrandbits(3)),  # MCSTCTRL
            (0x5818, rng.getrandbits(9) << 16 | 1),  # MRQC
            (0x581C, rng.getrandbits(8)),  # VMD_CTL
            (0x5200 + 4 * rng.randrange(128), rng.getrandbits(32)),  # MTA
            (0xA000 + 4 * rng.randrange(128), rng.getrandbits(32)),  # VFTA
        ]
    )


def random_frame(rng):
    """A frame without FCS: a few addresses, tags, IPv4 and IPv6 with TCP, UDP or neither; any length."""
    multicast = bytes([0x01, 0, 0x5E, rng.randrange(128), rng.randrange(256), rng.randrange(256)])
    destination = rng.choice([*ADDRESSES, multicast, b"\xff" * 6, rng.randbytes(6)])
    tag = rng.choice([b"", b"\x81\x00" + rng.randbytes(2)])
    protocol = rng.choice([6, 17, 132, 1])
    if rng.random() < 0.5:
        fragment = rng.choice([0, 0, 0x2000])
        header = struct.pack(">BBHHHBBH", 0x45, 0, 60, 1, fragment, 64, protocol, 0) + rng.randbytes(8)
        packet = b"\x08\x00" + header
    else:
        packet = b"\x86\xdd" + struct.pack(">IHBB", 6 << 28, 40, protocol, 64) + rng.randbytes(32)
    frame = destination + rng.randbytes(6) + tag + packet + rng.randbytes(rng.choice([4, 20, 60]))
    return frame[: rng.choice([len(frame), len(frame), rng.randrange(1, len(frame))])]


def stimulus(rng):
    """Inputs of one edge after the other, for ever: each a dictionary of ports without `s_axis_`; others are 0."""
    while True:
        for _ in range(rng.choice([1, 3])):
            yield {"rst": 1}
        for address, data in table_writes():
            yield {"wr": (address, data)}
        for _ in range(rng.choice([20, 100])):
            frame = random_frame(rng)
            error = rng.random() < 0.05
            while rng.random() < 0.2:
                yield {}
            for at in range(0, len(frame), 8):
                beat = frame[at : at + 8]
                last = at + 8 >= len(frame)
                edge = {"beat": (int.from_bytes(beat, "little"), (1 << len(beat)) - 1, last, last and error)}
                if rng.random() < 0.1:
                    edge["wr"] = random_write(rng)
                yield edge
                if not last and rng.random() < 0.02:
                    yield {}


def drive(dut, edge):
    data, keep, last, error = edge.get("beat", (0, 0, 0, 0))
    address, value = edge.get("wr", (0, 0))
    dut.rst.value = edge.get("rst", 0)
    dut.s_axis_tvalid.value = "beat" in edge
    dut.s_axis_tdata.value = data
    dut.s_axis_tkeep.value = keep
    dut.s_axis_tlast.value = bool(last)
    dut.s_axis_tuser.value = bool(error)
    dut.wr_en.value = "wr" in edge
    dut.wr_addr.value = address
    dut.wr_data.value = value


def decide(reference, edge):
    """Passes the inputs of an edge to the reference. Returns its decision if the edge ends a frame."""
    if "rst" in edge:
        reference.reset()
        return None
    # The frame first: it does not see a write at the edge of its last beat.
    decision = reference.beat(*edge["beat"]) if "beat" in edge else None
    if "wr" in edge:
        reference.write(*edge["wr"])
    return decision


def differences(dut, expected):
    """The ports that differ from a decision. A dropped frame has no other field."""
    names = ["drop"] if expected.drop else [n for n in expected._fields if hasattr(dut, f"m_{n}")]
    values = [(f"m_{n}", getattr(expected, n), getattr(dut, f"m_{n}").value) for n in names]
    return [f"{port}: reference {want:#x}, RTL {found}" for port, want, found in values if found != want]


@cocotb.test()
async def decisions_agree(dut):
    rng = random.Random(cocotb.RANDOM_SEED)
    reference = Reference("82598")
    drive(dut, {"rst": 1})
    Clock(dut.clk, 6400, "ps", period_high=3200).start(start_high=True)
    due = {}  # edge: decision
    compared = 0
    for number, edge in enumerate(stimulus(rng)):
        await FallingEdge(dut.clk)
        # Outputs are those that the rising edge of this number captures; before the first reset they are undefined.
        expected = due.pop(number, None)
        if number > 1:
            assert dut.m_valid.value == (expected is not None), (
                f"edge {number}: m_valid: reference {int(expected is not None)}, RTL {dut.m_valid.value}"
            )
        if expected is not None:
            found = differences(dut, expected)
            assert not found, f"edge {number}: " + "; ".join(found)
            compared += 1
            if compared == FRAMES:
                break
        drive(dut, edge)
        decision = decide(reference, edge)
        if "rst" in edge:
            due.clear()
        elif decision is not None:
            due[number + LATENCY] = decision
    dut._log.info("%d decisions agree", compared)
