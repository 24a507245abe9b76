"""Jobs for `tx_replay`: packets as descriptors in host memory, and the frames on the wire.

Descriptor layouts: 82598 datasheet, transmit descriptors (legacy, context, advanced data). The program is
build/release/bin/tx_replay, or that of the environment variable IXSIM_TX_REPLAY.
"""

import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
MEMORY = 0x10_0000_0000
REGISTERS = {
    "HLREG0": 0x04240, "VLNCTRL": 0x05088, "TQSMR": 0x07300, "TXDCTL": 0x06028, "TDH": 0x06010, "TPT": 0x040D4,
    "GPTC": 0x04080, "GOTCL": 0x04090, "GOTCH": 0x04094, "PTC64": 0x040D8, "PTC127": 0x040DC, "PTC255": 0x040E0,
    "PTC511": 0x040E4, "PTC1023": 0x040E8, "PTC1522": 0x040EC, "MPTC": 0x040F0, "BPTC": 0x040F4,
    "QPTC": 0x06030, "QBTC": 0x06034,
}  # fmt: skip

EOP, IFCS, IC, RS, DEXT, VLE, TSE = (1 << bit for bit in (24, 25, 26, 27, 29, 30, 31))
IXSM, TXSM = 1 << 40, 1 << 41


def context(index, *, mac=14, ip=20, l4=0, mss=0, vlan=0, ipv4=True, tcp=True):
    """A context descriptor for one of the queue's eight contexts."""
    low = ip | mac << 9 | vlan << 16
    return low, ipv4 << 10 | tcp << 11 | 2 << 20 | DEXT | index << 36 | l4 << 40 | mss << 48


def legacy(command, *, css=0, cso=0, vlan=0):
    """Second quad word of a legacy descriptor but for its length."""
    return command | cso << 16 | css << 40 | vlan << 48


def advanced(command, *, index=0, payload=0):
    """Second quad word of an advanced data descriptor but for its length."""
    return command | DEXT | 3 << 20 | index << 36 | payload << 46


class Job:
    """Descriptors of several queues and everything they point at."""

    def __init__(self, rng, **config):
        self.rng = rng
        self.lines = []
        self.next = MEMORY + 0x10000  # rings lie below
        self.rings = MEMORY
        self.config = config

    def write(self, register, value, index=0):
        self.lines.append(
            f"write {REGISTERS[register] + index * (4 if register == 'TQSMR' else 0x40)} {value}"
        )

    def ring(self, queue, count, *, prefetch=32, host=1, write_back=0):
        self.lines.append(
            f"ring {queue} {self.rings} {count} {prefetch | host << 8 | write_back << 16}")  # fmt: skip
        self.rings += 16 * count + -16 * count % 128

    def buffer(self, data):
        """Puts bytes at an address of any alignment, now and then across a 4 KiB boundary."""
        if self.rng.random() < 0.1:
            self.next += -self.next % 4096 - self.rng.randrange(min(len(data), 4095) + 1) % 4096 + 4096
        self.next += self.rng.randrange(70)
        address = self.next
        self.lines.append(f"memory {address} {data.hex()}")
        self.next += len(data)
        return address

    def descriptor(self, queue, low, high):
        self.lines.append(f"descriptor {queue} {low} {high}")

    def read(self, register, index=0):
        offset = REGISTERS[register] + index * 0x40
        self.lines.append(f"read {offset}")
        return offset

    def run(self):
        """Frames by queue, registers by offset, buckets by name, and the device's memory writes."""
        config = {"memory_kib": (self.next - MEMORY) // 1024 + 8} | self.config
        text = [f"config {key} {value}" for key, value in config.items()] + self.lines
        path = pathlib.Path(os.environ.get("IXSIM_TX_REPLAY", ROOT / "build/release/bin/tx_replay"))
        done = subprocess.run(
            [path], input="\n".join(text), capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, f"exit {done.returncode}: {done.stderr}"
        return Sent(done.stdout)


class Sent:
    """The output of a job."""

    def __init__(self, text):
        self.frames = {}
        self.registers = {}
        self.buckets = {}
        self.writes = 0
        for line in text.splitlines():
            kind, *words = line.split()
            if kind == "frame":
                self.frames.setdefault(int(words[0]), []).append(bytes.fromhex(words[2]))
            elif kind == "register":
                self.registers[int(words[0])] = int(words[1])
            elif kind == "bucket":
                self.buckets[words[0]] = int(words[1])
            else:
                self.writes = int(words[0])
