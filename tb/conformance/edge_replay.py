"""Replays the values at the classifier's input ports, edge by edge, and computes which decision is due at which edge.

Why it exists: it is the timing half of the third implementation. decision_table computes the decision; this file
computes the register contents that it sees and the edge at which it appears.

Timing contract: the decision of a frame whose last beat is taken at edge t is present at edge t + LATENCY. It depends
on the register writes at edges before t; only the VLAN Ethertype is taken with the writes before the edge of the first
beat. A reset at edge r takes no beat and no write, discards an open frame, and loses every decision that would be
present after r (one due at r itself is still seen: outputs are registers). Before the first reset nothing is defined,
and nothing is replayed.
"""

from typing import NamedTuple

from decision_table import Decision, Registers, UndefinedRegisterError, decide
from vector_format import ACTIVE, LAST_KEEP, RST, TLAST, TUSER, TVALID, WR_EN, InputError

LATENCY = 12


class Due(NamedTuple):
    """One decision and the frame it is about."""

    edge: int  # at which the decision is present
    decision: Decision | None  # None: it rests on a register that reset left undefined
    frame: bytes
    tuser: int
    vet: int
    undefined: str  # why there is no decision, else empty


class Replay(NamedTuple):
    """All that follows from a stimulus."""

    first_reset: int | None  # outputs are defined at every edge after this one
    frames: int  # last beats taken
    lost: int  # decisions lost to resets
    writes: int
    resets: int  # edges with rst = 1
    due: list  # of Due, in order of edge


def replay(stimulus, name="stimulus", register_file=Registers, decide_frame=decide):
    """Run a list of stimulus words, one an edge, through a decision table. InputError if the source breaks its own
    rules (tkeep)."""
    registers = register_file()
    due = []
    frames = lost = writes = resets = 0
    first_reset = None
    open_frame = []  # its full beats so far
    vet = 0
    for edge, word in enumerate(stimulus):
        if not word & ACTIVE:
            continue
        if word & RST:
            first_reset = edge if first_reset is None else first_reset
            resets += 1
            registers.reset()
            open_frame = []
            while due and due[-1].edge > edge:
                due.pop()
                lost += 1
            continue
        if first_reset is None:
            continue
        if word & TVALID:
            if not open_frame:
                vet = registers.vet
            last = word & TLAST
            lanes = beat_lanes(word, last, edge, name)
            open_frame.append((word & 0xFFFFFFFFFFFFFFFF).to_bytes(8, "little")[:lanes])
            if last:
                frames += 1
                tuser = 1 if word & TUSER else 0
                due.append(decide_at(edge, b"".join(open_frame), tuser, registers, vet, decide_frame))
                open_frame = []
        # After the beat: a write at the edge of a beat is not seen by it.
        if word & WR_EN:
            writes += 1
            registers.write(word >> 80 & 0xFFFF, word >> 96)
    return Replay(first_reset, frames, lost, writes, resets, due)


def beat_lanes(word, last, edge, name):
    """Returns the bytes that a beat carries. tkeep is full on every beat but the last, and without holes on that."""
    keep = word >> 64 & 0xFF
    if not last and keep == 0xFF:
        return 8
    if last and keep in LAST_KEEP:
        return LAST_KEEP[keep]
    accepted = "01, 03, 07, 0F, 1F, 3F, 7F or FF" if last else "FF on a beat that is not the last"
    raise InputError(f"{name}:{edge + 1}: found tkeep {keep:02X}, accepted is {accepted}")


def decide_at(edge, frame, tuser, registers, vet, decide_frame=decide):
    """The decision of a frame whose last beat is taken at `edge`."""
    try:
        decision, undefined = decide_frame(frame, tuser, registers, vet), ""
    except UndefinedRegisterError as error:
        decision, undefined = None, str(error)
    return Due(edge + LATENCY, decision, frame, tuser, vet, undefined)
