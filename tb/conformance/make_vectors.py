"""Writes vectors of the third implementation: a stimulus of scapy frames and the expected outputs, edge by edge.

    make_vectors.py DIR --frames N --seed S

Why it exists: any RTL simulator can run DIR/stimulus.hex against a classifier and compare with DIR/expected.hex
(formats: vector_format.py), without the C++ reference. Outputs are defined at every edge after the first one with rst =
1; a bench compares from there on.

The stimulus keeps only the rules of a frame source: frames back to back or with gaps before and inside, register writes
at any time, resets at any time (each followed by all 849 words, since nothing else makes them defined), and arbitrary
values on every line that is not used.
Exit 0: written. Exit 2: bad arguments, or DIR cannot be written.
"""

import argparse
import pathlib
import random
import sys

import decision_table as table
from edge_replay import replay
from frame_builder import GROUPS, MAC_ADDRESSES, TAG_ETHERTYPES, VLANS, FrameBuilder
from vector_format import (
    EXPECTED_BITS,
    RST,
    STIMULUS_BITS,
    TLAST,
    TUSER,
    TVALID,
    WR_EN,
    InputError,
    beats,
    pack_decision,
    write_bits,
    write_words,
)

PUBLISHED_KEY = bytes.fromhex(
    "6d5a56da255b0ec24167253d43a38fb0d0ca2bcbae7b30b477cb2da38030f20c6a42b73bbeac01fa"
)
DRAIN = 40  # edges after the last frame: more than any latency a block has here
FRAMES_PER_RESET = 150


class RegisterSource:
    """Random register values that make frames of FrameBuilder meet every rule, not only its default."""

    def __init__(self, rng):
        self.rng = rng
        self.group_of = {offset: name for name, group in table.GROUPS.items() for offset in group}

    def all_writes(self):
        """Every word once, in random order."""
        offsets = sorted(table.OFFSETS)
        self.rng.shuffle(offsets)
        published = self.rng.random() < 0.3
        return [(offset, self.value(offset, published)) for offset in offsets]

    def one_write(self):
        """A write to a 32-bit word in any group, often one that frames look at; now and then next to all tables."""
        rng = self.rng
        name = rng.choice([*table.GROUPS, "VLAN of a frame", "address of a frame", "none"])
        if name == "none":
            offset = rng.choice(sorted(table.OFFSETS)) ^ 1 << rng.randrange(2, 16)
            return offset, rng.getrandbits(32)
        if name == "VLAN of a frame":
            vlan = rng.choice(VLANS)
            offset = rng.choice((table.VFTA(vlan >> 5), table.VFTAVIND(vlan >> 3 & 3, vlan >> 5)))
        elif name == "address of a frame":
            address = rng.choice(GROUPS)
            index = (address[5] << 8 | address[4]) >> rng.choice((4, 3, 2, 0)) & 0xFFF
            offset = table.MTA(index >> 5)
        else:
            offset = rng.choice(table.GROUPS[name])
        return offset, self.value(offset, published=False)

    def value(self, offset, published):
        """A random value for a word; `published`: the hash key of the published vectors."""
        rng = self.rng
        value = rng.getrandbits(32)
        group = self.group_of[offset]
        if group == "FCTRL":
            value |= rng.choice((0, 0x700))
        elif group == "VLNCTRL":
            value = value & ~0xFFFF | rng.choices((0x8100, rng.choice(TAG_ETHERTYPES)), (2, 1))[0]
        elif group == "MRQC":
            value |= rng.choice((0, 1, 1))
            value |= rng.choice((0, 0x1FF0000))
        elif group in ("RDRXCTL", "RUPPBMR", "VMD_CTL"):
            value |= rng.choice((0, 0x80000011))
        elif group == "RAR":
            value = self.receive_address_word(offset, value)
        elif group == "RSSRK" and published:
            at = offset - table.RSSRK(0)
            value = int.from_bytes(PUBLISHED_KEY[at : at + 4], "little")
        return value

    def receive_address_word(self, offset, value):
        """A half of an address that frames carry; which one depends on the entry, so that halves often fit."""
        addresses = [*MAC_ADDRESSES, *GROUPS, b"\xff" * 6]
        entry = (offset - table.RAL(0)) // 8
        address = addresses[(entry + self.rng.choice((0, 0, 0, 1))) % len(addresses)]
        if offset == table.RAL(entry):
            return int.from_bytes(address[:4], "little")
        valid = self.rng.choice((0, 1, 1)) << 31
        return valid | value & 0x7FFF0000 | int.from_bytes(address[4:], "little")


class StimulusSource:
    """Builds the stimulus, an edge at a time."""

    def __init__(self, rng):
        self.rng = rng
        self.frames = FrameBuilder(rng)
        self.registers = RegisterSource(rng)
        self.words = []
        self.write_rate = 0.0

    def build(self, frames):
        """Stimulus words for at least `frames` frames."""
        self.reset()
        for number in range(frames):
            if number % FRAMES_PER_RESET == FRAMES_PER_RESET - 1:
                self.reset_at_any_time()
            if number % 20 == 0:
                self.write_rate = self.rng.choice((0, 0, 0.02, 0.1, 0.5, 1))
            self.frame()
        self.idle(DRAIN, writes=False)
        return self.words

    def frame(self):
        """A frame with a gap before it and, rarely, gaps inside it."""
        rng = self.rng
        self.idle(rng.choices((0, 1, rng.randint(2, 9), rng.randint(13, 30)), (6, 2, 2, 1))[0])
        tuser = int(rng.random() < 0.05)
        pause = rng.choice((0, 0, 0, 0.3))
        for beat in beats(self.frames.frame().data, tuser):
            while rng.random() < pause:
                self.idle(1)
            self.edge(beat)

    def idle(self, edges, writes=True):
        """Edges without a beat."""
        for _ in range(edges):
            self.edge(0, writes)

    def edge(self, bits, writes=True):
        """One edge: `bits`, perhaps a register write, and noise in all unused fields."""
        if writes and self.rng.random() < self.write_rate:
            bits |= self.write(*self.registers.one_write())
        self.words.append(bits | self.noise(bits))

    def write(self, offset, value):
        """The bits of a register write; address bits 1:0 are arbitrary."""
        if offset == table.VLNCTRL:
            self.frames.usual_tag = value & 0xFFFF
        return write_bits(offset | self.rng.randrange(4), value)

    def noise(self, bits):
        """Arbitrary values for the lines that mean nothing at an edge with `bits`."""
        noise = self.rng.getrandbits(128)
        unused = 0
        if not bits & WR_EN:
            unused |= 0xFFFFFFFFFFFF << 80
        if not bits & TVALID:
            unused |= TLAST | TUSER | (1 << 72) - 1
        elif not bits & TLAST:
            unused |= TUSER
        else:
            lanes = (bits >> 64 & 0xFF).bit_length()
            unused |= (1 << 64) - (1 << 8 * lanes)
        return noise & unused

    def reset(self):
        """One to three edges of reset, at which beats and writes are offered and must not be taken, and then
        every register."""
        for _ in range(self.rng.randint(1, 3)):
            beat = self.rng.choice((0, beats(self.rng.randbytes(8))[0]))
            write = self.rng.choice((0, write_bits(table.FCTRL, 0x702)))
            self.words.append(RST | beat | write | self.noise(beat | write))
        for offset, value in self.registers.all_writes():
            self.edge(self.write(offset, value), writes=False)

    def reset_at_any_time(self):
        """A reset in the middle of a frame, with decisions pending, with writes just done, or when idle."""
        choice = self.rng.randrange(3)
        if choice == 0:
            whole = beats(self.frames.frame().data)
            for beat in whole[: self.rng.randint(0, len(whole) - 1)]:
                self.edge(beat)
        elif choice == 1:
            self.idle(self.rng.randint(0, 14))
        else:
            self.idle(DRAIN)
        self.reset()


def make(frames, seed):
    """(stimulus words, expected words) for a number of frames and a seed."""
    rng = random.Random(seed)
    stimulus = StimulusSource(rng).build(frames)
    expected = [0] * len(stimulus)
    for due in replay(stimulus).due:
        if due.decision is None:
            raise AssertionError(f"the stimulus leaves a register undefined: {due.undefined}")
        expected[due.edge] = pack_decision(due.decision)
    return stimulus, expected


def main(arguments=None):
    """Command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="write classifier vectors built with scapy")
    parser.add_argument("directory", type=pathlib.Path, help="where stimulus.hex and expected.hex go")
    parser.add_argument("--frames", type=int, default=2000, help="how many frames, at least 1")
    parser.add_argument("--seed", type=int, default=1, help="same seed, same vectors")
    options = parser.parse_args(arguments)
    if options.frames < 1:
        parser.error(f"--frames: found {options.frames}, accepted is 1 or more")
    stimulus, expected = make(options.frames, options.seed)
    try:
        options.directory.mkdir(parents=True, exist_ok=True)
        write_words(options.directory / "stimulus.hex", stimulus, STIMULUS_BITS)
        write_words(options.directory / "expected.hex", expected, EXPECTED_BITS)
    except (InputError, OSError) as error:
        print(error, file=sys.stderr)
        return 2
    print(f"{options.frames} frames, {len(stimulus)} edges in {options.directory}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
