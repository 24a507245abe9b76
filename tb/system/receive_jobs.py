"""Random receive jobs for `receive_record`, and the record of host memory.

The number of a job determines it: profile, queues by RSS, pools or classes, ring and buffer sizes, header buffers,
thresholds, drop enable, frames of many stacks up to jumbo ones, drivers that starve their rings, rings that are
disabled and enabled again. Every offered descriptor has its own buffers, so that a stale or wrong address is detected.
The program is build/release/bin/receive_record, or that of the environment variable IXSIM_RECEIVE_RECORD.
"""

import functools
import os
import pathlib
import random
import subprocess
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tb/conformance"))

import checksum_cases  # noqa: E402
import header_split_cases  # noqa: E402
from receive_dma.host_view import Frame, Registers, facts_of  # noqa: E402
from receive_dma.ring_walk import Event, Mismatch, RingWalk  # noqa: E402

__all__ = [
    "MAC_ADDRESSES",
    "MICROSECOND",
    "START",
    "Event",
    "Frame",
    "Mismatch",
    "PlainJob",
    "ReceiveJob",
    "RingWalk",
    "parse",
    "record",
    "templates",
]  # fmt: skip
MEMORY = 0x10_0000_0000
NANOSECOND, MICROSECOND = 1_000, 1_000_000
START = 130 * MICROSECOND
OPEN = 110 * MICROSECOND
MAC_ADDRESSES = [bytes([0x02, 0, 0, 0, 0, n + 1]) for n in range(8)]


def program():
    """The path of the program under test; fails if it is not there."""
    path = pathlib.Path(os.environ.get("IXSIM_RECEIVE_RECORD", ROOT / "build/release/bin/receive_record"))
    assert path.exists(), f"{path} does not exist: build it, or set IXSIM_RECEIVE_RECORD"
    return path


@functools.cache
def templates():
    """[(frame without FCS, its Facts)]: stacks of headers, checksums good and bad."""
    rng = random.Random(82_598)
    cases = header_split_cases.generate(1)
    cases += rng.sample(checksum_cases.generate(1), 150)
    frames = [bytes.fromhex(case["frame"]).ljust(60, b"\0") for case in cases]
    return [(frame, facts_of(frame)) for frame in frames]


class ReceiveJob:
    """One job: its lines, its frames, and how they were meant."""

    def __init__(self, number):
        self.number = number
        self.rng = rng = random.Random(f"receive {number}")
        self.lines = []
        self.profile = rng.choice(["82598", "82598", "82598", "82599"])
        self.registers = Registers(self.profile)
        self.next_buffer = MEMORY + (1 << 20)
        self.next_ring = MEMORY + 128 * rng.randrange(8)
        self.rings = 0
        self.bases = {}
        self.written = []
        self.fetch_batch = rng.choice([8, 8, 8, 8, 4, 1, 16, 40, 64])
        self.starving = rng.random() < 0.35
        self.drop = rng.random() < 0.35
        self.config()
        self.receive_registers()
        self.stores()
        self.frames = self.make_frames()
        self.write(0x3000, 3, OPEN + 3 * MICROSECOND)
        self.decided = [self.registers.decide(frame) for frame in self.frames]
        self.make_rings()
        for frame in self.frames:
            self.lines.append(f"frame {frame.start} {frame.data.hex()}")
        self.lines.insert(0, f"config memory_kib {((self.next_buffer - MEMORY) >> 10) + 64}")
        self.lines.append("run")

    # --- Registers
    def config(self):
        rng = self.rng
        self.lines.append(f"device {self.profile}")
        self.lanes = rng.choice([1, 2, 4, 8, 8, 8])
        keys = {
            "seed": self.number,
            "lanes": self.lanes,
            "max_payload": rng.choice([128, 256]),
            "read_completion_boundary": rng.choice([64, 128]),
            "fetch_batch": self.fetch_batch,
        }
        if rng.random() < 0.3:
            keys |= {"read_spread_ns": rng.choice([100, 2_000]), "later_percent": rng.choice([0, 50])}
        self.stalls = rng.random() < 0.2
        if self.stalls:
            keys["stall_percent"] = rng.choice([5, 40])
        self.lines += [f"config {key} {value}" for key, value in keys.items()]

    def write(self, offset, value, time=None, bar=0):
        """A register write; before receive starts unless a time is given."""
        if bar == 0:
            self.registers.write(offset, value)
        time = 20 * MICROSECOND + 10 * NANOSECOND * len(self.lines) if time is None else time
        self.lines.append(f"write {bar} {offset:#x} {value:#x} {time}")

    def receive_registers(self):
        rng, new = self.rng, self.profile == "82599"
        self.strip_fcs, self.strip_tag = rng.random() < 0.7, rng.random() < 0.5
        jumbo = rng.random() < 0.5
        self.longest = rng.choice([2_000, 9_018, 16_128]) if jumbo else 1_518
        self.write(0x4240, 0x00012C09 | self.strip_fcs << 1 | jumbo << 2)
        self.write(0x4268, (self.longest if jumbo else 1_518) << 16)
        self.write(0x5088, 0x8100 | (self.strip_tag and not new) << 31)
        self.bad = rng.random() < 0.2
        self.write(0x5080, 1 << 10 | self.bad << 1)
        self.write(0x5000, rng.choice([1 << 13, 1 << 13, 1 << 12, 0]))
        mode = rng.choice(
            ["one", "rss", "pools", "pools rss"] + ([] if new else ["classes", "classes rss", "vlans"])
        )
        self.mode = mode
        pools = rng.choice([2, 4]) if "pools" in mode else 1
        for n in range(1 if pools == 1 else 8):
            address = MAC_ADDRESSES[n]
            self.write(0x5400 + 8 * n, int.from_bytes(address[:4], "little"))
            pool = n % pools if not new else 0
            self.write(0x5404 + 8 * n, int.from_bytes(address[4:], "little") | pool << 18 | 1 << 31)
            if new:
                self.write(0xA600 + 8 * n, 1 << (n % pools))
                self.write(0xA604 + 8 * n, 0)
        self.addresses = 1 if pools == 1 else 8
        if "rss" in mode:
            for n in range(10):
                self.write(0x5C80 + 4 * n, rng.getrandbits(32))
            indices = [rng.randrange(16) for _ in range(rng.choice([1, 2, 3, 4]))]
            for n in range(32):
                entries = [rng.choice(indices) | rng.choice(indices) << 4 for _ in range(4)]
                self.write(0x5C00 + 4 * n, int.from_bytes(bytes(entries), "little"))
        kinds = rng.choice([0x1FF, rng.getrandbits(9)]) << 16
        if new:
            rss = rng.choice([10, 11]) if "pools" in mode else 1
            self.write(0x5818, kinds | (rss if "rss" in mode else 8 if "pools" in mode else 0))
            if "pools" in mode:
                self.write(0x51B0, 1)
                for n in range(2):
                    self.write(0x51E0 + 4 * n, 0xFFFFFFFF)
                for pool in range(64):
                    self.write(0xF000 + 4 * pool, 1 << 24 | 1 << 23)
        else:
            self.write(0x5818, kinds | ("rss" in mode))
            if "pools" in mode:
                self.write(0x581C, 1)
            if mode == "vlans":
                self.write(0x581C, 3)
                for vid in range(32):
                    self.write(
                        0xA200 + 0x200 * (vid >> 3 & 3) + 4 * (vid >> 5), rng.getrandbits(32) & 0x33333333
                    )
            if "classes" in mode:
                self.write(0x50A0, 1 << 31)
                for n in range(8):
                    self.write(0x3C00 + 4 * n, 64 << 10)
        classes, several = "classes" in mode, rng.random() < 0.7
        self.write(0x2F00, 8 | rng.choice([0, 1, 2, 3]) | classes << 4 | several << 5 if not new else 8)
        self.timer = rng.random() < 0.25
        if self.timer:
            for n in range(64 if new else 16):
                self.write(0x900 + 4 * n, 0x80808080 | n % 8 | (n + 1) % 8 << 8)
            intervals = rng.choice([[8, 40, 200], [40], [0], [0, 40]])
            for n in range(16):
                self.write(0x820 + 4 * n, rng.choice(intervals))
            self.write(0x898, 0xC0000030)
            if rng.random() < 0.5:
                for n in range(16):
                    for word, value in enumerate((0xFEE00000 + 16 * n, 0, n, 0)):
                        self.write(16 * n + 4 * word, value, bar=4 if new else 3)
                self.write(0x880, 0xFFFF)

    def stores(self):
        """SRRCTL and PSRTYPE of every index."""
        rng, new = self.rng, self.profile == "82599"
        same = self.one_store(new) if rng.random() < 0.5 else None
        for n in range(64 if new else 16):
            srrctl, psrtype = same or self.one_store(new)
            self.write(0x2100 + 4 * n if n < 16 else 0x1014 + 0x40 * n, srrctl)
            if n < 16:
                self.write(0x5480 + 4 * n, psrtype)
        if not new and self.drop and rng.random() < 0.5:
            self.write(0x3D04, rng.getrandbits(16))

    def one_store(self, new):
        rng = self.rng
        kind = rng.choice([0, 1, 1, 2, 2, 4, 5])
        size = rng.choice([1, 1, 2, 2, 3, 4, 8, 16])
        header = rng.choice([1, 2, 4, 8, 16, 20])
        marks = rng.choice([0, 0, 0, 1]) if new else 0
        psrtype = rng.choice([0x7FFFF, 0x7FFFF, 0, rng.getrandbits(19)])
        if new:
            psrtype = psrtype & 0x1330 | rng.choice([0, 1, 2, 2, 2]) << 29
        return size | header << 8 | marks << 22 | kind << 25 | (
            self.drop and rng.random() < 0.7
        ) << 28, psrtype

    # --- Frames
    def make_frames(self):
        rng = self.rng
        count = rng.choice([6, 20, 40, 70])
        self.phases = 2 if rng.random() < 0.3 else 1
        sizes = rng.choice([
            [64], [64, 128, 300], [64, 594, 1_518], [self.longest], [64, 300, 1_518, self.longest],
            # Whole buffers, with the FCS and without.
            [1_024, 1_028, 2_048, 2_052, 4_100],
        ])  # fmt: skip
        byte_time = 800
        gap = rng.choice([20, 20, 200, 3_000])
        time, frames = START, []
        for i in range(count):
            if i == count // 2 and self.phases == 2:
                time = max(time, START) + 3_000 * MICROSECOND
            template, facts = rng.choice(templates())
            size = min(rng.choice(sizes), self.longest)
            data = bytearray(template)
            if len(data) < size - 4:
                data += rng.randbytes(size - 4 - len(data))
            if len(data) + 4 > self.longest:
                data = bytearray(rng.choice(templates()[:40])[0])
                facts = facts_of(bytes(data))
            data[:6] = MAC_ADDRESSES[rng.randrange(self.addresses)] if rng.random() < 0.95 else b"\xff" * 6
            # No two headers are the same: its beginning in memory identifies a frame.
            data[6:12] = b"\x02\x98" + i.to_bytes(4, "big")
            fcs = zlib.crc32(data)
            if self.bad and rng.random() < 0.1:
                fcs ^= 1 << rng.randrange(32)
            frame = Frame(time, bytes(data) + fcs.to_bytes(4, "little"), facts)
            frames.append(frame)
            time += (8 + len(frame.data) + 12 + rng.randrange(gap)) * byte_time
            time += -time % (4 * byte_time)
        return frames

    # --- Rings
    def make_rings(self):
        rng = self.rng
        middle = START + 1_500 * MICROSECOND
        split = next((f.start for f in self.frames[len(self.frames) // 2 :]), 0) - 500 * MICROSECOND
        queues = sorted({d.queue for d in self.decided if d is not None})
        for queue in queues:
            if rng.random() < 0.04:
                continue
            both = self.phases == 1 or rng.random() < 0.4
            wanted = [d for d in self.decided if d is not None and d.queue == queue]
            if both:
                self.ring(queue, wanted, OPEN + rng.randrange(MICROSECOND), 0)
                continue
            late = [
                d for d, f in zip(self.decided, self.frames, strict=True) if d in wanted and f.start > split
            ]
            close = split + rng.randrange(100 * MICROSECOND)
            self.ring(queue, wanted, OPEN + rng.randrange(MICROSECOND), close)
            self.ring(queue, late, max(close, middle) + 200 * MICROSECOND, 0)

    def ring(self, queue, wanted, opened, closed):
        rng = self.rng
        policy = self.registers.buffer_policy(queue, self.pool_of(queue))
        need = sum(len(d.parts) for d in wanted)
        count = rng.choice([8, 8, 16, 24, 32, 64, 72, 256])
        if not self.starving:
            most = max((len(d.parts) for d in wanted), default=1)
            count = max(count, -(-(most + 1) // 8) * 8)
        offered = (
            int(need * rng.choice([0.5, 0.9, 1.0])) if self.starving else need + rng.choice([0, 3, 40, 100])
        )
        depth = rng.choice([1, 3, 8, count]) if self.starving else count
        if not self.starving:
            depth = max(depth, max((len(d.parts) for d in wanted), default=1))
        thresholds = (
            rng.choice([0, 1, 8, 16, 32])
            | rng.choice([0, 4, 8]) << 8
            | rng.choice([0, 1, 2, 4, 5, 8, 16]) << 16
        )
        if self.profile == "82599":
            thresholds |= self.strip_tag << 30
        at = self.registers.ring_offset(queue)
        pause = rng.choice([500, 3_000, 20_000])
        legacy = policy.kind == 0
        base = self.next_ring
        self.next_ring += 16 * count + 128 * rng.randrange(4)
        self.bases[self.rings] = base
        self.registers.write(at + 0x28, thresholds)
        self.lines.append(
            f"ring {self.rings} {queue} {at:#x} {base:#x} {count} {thresholds:#x} {opened} {closed} {int(legacy)} "
            f"{depth} {pause} {self.first(count)}"
        )
        for _ in range(offered):
            low = self.buffer(policy.buffer)
            high = self.buffer(max(64, policy.header)) if policy.kind in (2, 4, 5) else 0
            self.lines.append(f"descriptor {self.rings} {low:#x} {high:#x}")
        for _ in range(rng.choice([0, 0, 1, 3])):
            if closed == 0:
                time = START + rng.randrange(60 * MICROSECOND)
                self.lines.append(
                    f"write 0 {at + 0x28:#x} {thresholds | 3 << 25:#x} {max(time, opened + MICROSECOND)}"
                )
        self.rings += 1

    def first(self, count):
        """Returns the first value of head and tail: mostly 0, as drivers have it."""
        rng = random.Random(f"first {self.number} {self.rings}")
        return rng.randrange(count) if rng.random() < 0.3 else 0

    def pool_of(self, queue):
        return next((d.pool for d in self.decided if d is not None and d.queue == queue), 0)

    def buffer(self, size):
        """An address that no other buffer of the job has."""
        unit = self.rng.choice([2, 16, 128, 1_024])
        self.next_buffer += -self.next_buffer % unit
        address = self.next_buffer
        self.next_buffer += size + 2 * self.rng.randrange(40)
        return address

    # --- Running
    def text(self):
        return "\n".join(self.lines) + "\n"

    def check(self, output):
        """Compares what the memory saw with the reference; raises Mismatch. Returns the RingWalk."""
        events, heads = parse(output)
        heads = {self.bases[ring]: head for ring, head in heads.items()}
        # Worst case on the link: a request of 16 KiB and 2 KiB ahead of it, each TLP with headers, and stalls.
        slack = (10 + 100 // self.lanes + 100 * self.stalls) * MICROSECOND
        walk = RingWalk(self.profile, slack=slack, fetch_batch=self.fetch_batch)
        walk.run(events, self.frames, heads)
        return walk


class PlainJob:
    """One ring of 1 KiB buffers, queue 0 of the 82598, by hand: frames at times, thresholds, the vector's EITR."""

    def __init__(self, frames, *, write_back, interval, ring=32, lanes=8):
        self.frames = [Frame(time, seal(data)) for time, data in frames]
        self.lanes = lanes
        words = {0x4240: 0x00012C0F, 0x5080: 0x400, 0x5000: 1 << 13, 0x5400: 0x02, 0x5404: 0x80000100, 0x2100: 1 | 1 << 25,
                 0x2F00: 0xB, 0x900: 0x80, 0x820: interval, 0x898: 0xC0000030, 0x3000: 3}  # fmt: skip
        self.lines = ["device 82598", f"config lanes {lanes}"]
        self.lines += [f"write 0 {at:#x} {word:#x} {20 * MICROSECOND}" for at, word in words.items()]
        self.lines.append(
            f"ring 0 0 0x1000 {MEMORY:#x} {ring} {32 | write_back << 16:#x} {OPEN} 0 0 {ring} 1000 0"
        )
        self.lines += [f"descriptor 0 {MEMORY + (1 << 20) + 2_048 * i:#x} 0" for i in range(ring - 1)]
        self.lines += [f"frame {frame.start} {frame.data.hex()}" for frame in self.frames]
        self.lines.append("run")

    def text(self):
        return "\n".join(self.lines) + "\n"

    def check(self):
        """Runs it; raises Mismatch. Returns the RingWalk."""
        events, heads = parse(record([self])[0])
        walk = RingWalk("82598", slack=(10 + 100 // self.lanes) * MICROSECOND)
        walk.run(events, self.frames, {MEMORY: heads[0]})
        return walk


def seal(data):
    """A frame with its FCS."""
    return data + zlib.crc32(data).to_bytes(4, "little")


def parse(output):
    """(events, {ring: RDH}) of one job's output lines."""
    events, heads = [], {}
    for line in output:
        time, kind, *rest = line.split()
        if time == "head":
            heads[int(kind)] = int(rest[0])
        elif kind == "register":
            events.append(Event(int(time), kind, int(rest[0], 16), int(rest[1], 16)))
        else:
            value = b"" if kind == "message" else bytes.fromhex(rest[1])
            events.append(Event(int(time), kind, int(rest[0], 16), value))
    return events, heads


def record(jobs):
    """The outputs of jobs, lists of lines, in one process of the program."""
    done = subprocess.run([program()], input="".join(job.text() for job in jobs), capture_output=True, text=True,
                          timeout=600, check=False)  # fmt: skip
    assert done.returncode == 0, done.stderr
    outputs, lines = [], []
    for line in done.stdout.splitlines():
        if line == "end":
            outputs.append(lines)
            lines = []
        else:
            lines.append(line)
    return outputs
