"""State after each kind of reset, register by register, and its effects on behaviour.

Registers: random values and their complements are written to the registers of a port, in random order, after traffic.
After the reset each has the value of the reference, and the other port has its earlier values. The same is done for
virtual functions. Behaviour: a reset in the middle of traffic, at any time. Afterwards the old rings are not accessed,
and new rings work from their first descriptors on, with statistics from 0. test_interrupt_reference.py has resets among
interrupts.
"""

import pathlib
import sys

import pytest
from program_job import MS, NS, US, Job, checked, seeded

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "conformance"))
from reset_state import reference as ref

QUICK, LONG = 40, 2_000
KINDS = ref.SOFTWARE + ref.FUNCTION
MEMORY = 0x10_0000_0000
CTRL_BITS = {"rst": 1 << 26, "link": 1 << 3}
# CTRL is the reset; EEWR would change the EEPROM, which a reset loads.
NOT_WRITTEN = {"CTRL", "EEWR"}
DEVICE_CONTROL = 0x2810  # of the PCIe capability, without the bits of the link's sizes


# Command; address and data of MSI: written before a reset, and cleared by a reset of the function alone.
CONFIG = {0x04: 0x0006, 0x54: 0xABCD0000, 0x58: 0x77, 0x5C: 0x1234}
ANALOG = 0x04800  # ATLASCTL of the 82598


class Program:
    """A job with accesses of one port after another."""

    def __init__(self, name, profile, **config):
        self.job = Job(name, profile, ports=2, **config)
        self.msix_bar = 4 if profile == "82599" else 3
        self.msix_control = 0x70 if profile == "82599" else 0x60
        self.time = 10 * US

    def bar(self, entry):
        return self.msix_bar if entry.bar == 3 else 0

    def put(self, entry, value, function=0, bar=None):
        self.job.write(
            self.time, entry.offset, value, bar=self.bar(entry) if bar is None else bar, function=function
        )
        self.time += 30 * NS

    def get(self, entry, function=0, bar=None):
        number = self.job.read(
            self.time, entry.offset, bar=self.bar(entry) if bar is None else bar, function=function
        )
        self.time += 60 * NS
        return number

    def write(self, offset, value, function=0, bar=0):
        self.job.write(self.time, offset, value, function=function, bar=bar)
        self.time += 60 * NS

    def config(self, offset, value, function=0):
        self.job.access(self.time, offset, value=value, space="c", function=function)
        self.time += US

    def reset(self, kind, port=0):
        """Resets the port and opens it again; returns when the reset acted, at the earliest."""
        self.time += 2 * US
        time = self.time
        if kind in CTRL_BITS:
            self.write(0, CTRL_BITS[kind], port)
        elif kind == "flr":
            self.config(0xA8, DEVICE_CONTROL | 1 << 15, port)
        elif kind == "d3":
            self.config(0x44, 3, port)
            time = self.time
            self.config(0x44, 0, port)
        else:
            self.job.input("reset", time, port)
        self.time += US
        self.space = []
        for offset in CONFIG:
            self.space.append(self.job.access(self.time, offset, space="c", function=port))
            self.time += US
        if kind in ref.FUNCTION:
            self.config(0x04, 0x0007, port)
            self.config(self.msix_control, 0x80000000, port)
        return time


def ordered(rng, values):
    values = list(values)
    rng.shuffle(values)
    return values


def traffic(program, port, rng):
    """Frames that are counted, and then lost: no queue is enabled."""
    program.write(0x5080, 0x400, port)
    program.write(0x3000, 1, port)
    program.time += 10 * US
    for _ in range(rng.randrange(1, 6)):
        program.job.input("frame", program.time, port, rng.choice((64, 100, 1_518)))
        program.time += 2 * US


def register_job(number, *, full=False):
    rng = seeded("registers after resets", number)
    profile = ("82598", "82599")[number % 2]
    kind = KINDS[number // 2 % len(KINDS)]
    port = rng.randrange(2)
    program = Program(f"registers {number} {profile} {kind} port {port}", profile)
    job = program.job
    everything = ref.registers(profile)
    chosen = everything if full else rng.sample(everything, 300)
    if full:
        job.power = [(entry, program.get(entry, port)) for entry in everything]
    else:
        job.power = []
    traffic(program, port, rng)
    job.others = [
        entry for entry in rng.sample(everything, 150) if entry.access not in ("RC", "RS", "RC_W1C")
    ]
    for entry in job.others:
        if entry.name not in NOT_WRITTEN:
            program.put(entry, rng.getrandbits(32), 1 - port)
    for complement in (0, 0xFFFFFFFF):
        for entry in ordered(rng, chosen):
            if entry.name not in NOT_WRITTEN:
                program.put(
                    entry, rng.getrandbits(32) ^ complement if rng.random() < 0.5 else complement, port
                )
    # Vectors that pend for their table's sake.
    program.time += 30 * US
    job.analog = None
    if profile == "82598":
        # Register 0x24 of the analog part, which a read asks for with bit 16.
        program.write(ANALOG, 0x24A5, port)
        program.time += 20 * US
    job.other_before = [program.get(entry, 1 - port) for entry in job.others]
    kept = [entry for entry in everything if entry.bar == 3 or entry.name in ref.KEPT_BY_SOFTWARE]
    looked = dict.fromkeys([*chosen, *kept])
    # A read of SWSM takes the semaphore.
    job.before = {entry: program.get(entry, port) for entry in ordered(rng, looked)}
    job.port, job.kind = port, kind
    for offset, value in CONFIG.items():
        program.config(offset, value, port)
    job.reset_at = program.reset(kind, port)
    program.time += 60 * US
    job.space = program.space
    job.after = {entry: program.get(entry, port) for entry in ordered(rng, looked)}
    if profile == "82598":
        program.write(ANALOG, 0x12400, port)
        program.time += 20 * US
        job.analog = job.read(program.time, ANALOG, function=port)
        program.time += US
    job.other_after = [program.get(entry, 1 - port) for entry in job.others]
    job.end = program.time + 10 * US
    return job


# State that changes by itself: clocks, timers that count, what the other port sees of the chip.
MOVES = {
    "FRTIMER",
    "EITR",
    "FACTPS",
    "SWSM",
    "GSSR",
    "EERD",
    "EEC",
    "MSCA",
    "MSRWD",
    "ATLASCTL",
    "STATUS",
} | {
    "SYSTIML",
    "SYSTIMH",
}


def check_registers(record):
    """Returns how many registers held something else before the reset."""
    job = record.job
    wrong = []
    answer = {
        number: access.answer for number, access in enumerate(record.accesses) if access.answered is not None
    }

    def compare(entry, found, want):
        if want is not None and found != want:
            wrong.append(f"{entry.name}[{entry.index}] {found:#x}, not {want:#x}")

    for entry, number in job.power:
        compare(entry, answer[number], ref.after("power", entry, None, job.port))
    changed = 0
    cleared = False  # EICR has been read
    for entry, number in job.after.items():
        if entry.name == "EICS" and cleared:
            continue
        cleared = cleared or entry.name == "EICR"
        before = answer[job.before[entry]]
        if entry.name == "SWSM":
            before |= 1  # by that read
        want = ref.after(job.kind, entry, before, job.port)
        # A masked vector may become pending between the read and the reset, when its moderation timer has expired.
        if entry.name == "MSIXPBA" and want == before:
            want |= answer[number]
        compare(entry, answer[number], want)
        changed += before != want
    for number, (offset, value) in zip(job.space, CONFIG.items(), strict=True):
        found, mask = record.accesses[number].answer, 0xFFFF if offset in (0x04, 0x5C) else 0xFFFFFFFF
        if found & mask != (0 if job.kind in ref.FUNCTION else value):
            wrong.append(f"configuration {offset:#x} {found:#x}")
    if job.analog is not None:
        found = answer[job.analog] & 0xFF
        if found != (0 if job.kind in ref.FUNCTION else 0xA5):
            wrong.append(f"analog register {found:#x}")
    for entry, before, after in zip(job.others, job.other_before, job.other_after, strict=True):
        if entry.name not in MOVES:
            compare(entry, answer[after], answer[before])
    assert not wrong, f"{job.name}: {len(wrong)} wrong: " + "; ".join(wrong[:12])
    return changed


# --- Virtual functions.
def virtual_job(number):
    rng = seeded("virtual functions after resets", number)
    kind = ("vf_rst", "vf_flr")[number % 2]
    program = Program(f"virtual functions {number} {kind}", "82599")
    job = program.job
    job.config["ports"] = 1
    one, two = rng.sample(range(8), 2)
    identifiers = [128 + 2 * one, 128 + 2 * two]
    program.write(0x5818, 0xC)  # MRQC: 32 pools of four queues
    program.write(0x8120, 0xA)  # MTQC
    program.config(0x170, 8)
    program.config(0x168, 9)
    program.time += 200 * US
    for identifier in identifiers:
        program.config(0x04, 4, identifier)
        program.config(0x70, 0, identifier)
    chosen = [
        entry
        for entry in ref.virtual_registers()
        if not (0x2000 <= entry.offset < 0x3000 and entry.index > 3)
    ]
    job.entries = chosen
    for complement in (0, 0xFFFFFFFF):
        for identifier in ordered(rng, identifiers):
            for entry in ordered(rng, chosen):
                # The mailbox is what the functions share.
                if entry.name not in ("VFCTRL", "VFMAILBOX", "VFMBMEM"):
                    program.put(entry, rng.getrandbits(32) ^ complement, identifier, bar=entry.bar)
    program.time += 20 * US
    job.before = [
        [program.get(entry, identifier, entry.bar) for entry in chosen] for identifier in identifiers
    ]
    job.kind = kind
    if kind == "vf_rst":
        program.write(0, 1 << 26, identifiers[0])
    else:
        program.config(0xA8, DEVICE_CONTROL | 1 << 15, identifiers[0])
    program.time += 50 * US
    if kind == "vf_flr":
        program.config(0x04, 4, identifiers[0])
    job.after = [
        [program.get(entry, identifier, entry.bar) for entry in chosen] for identifier in identifiers
    ]
    # VFLRE names the function.
    job.flag = program.job.read(program.time, 0x600)
    job.bit = one
    job.end = program.time + 20 * US
    return job


def check_virtual(record):
    job = record.job
    wrong = []
    changed = 0
    for place, (before, after) in enumerate(zip(job.before, job.after, strict=True)):
        for entry, b, a in zip(job.entries, before, after, strict=True):
            was, found = record.accesses[b].answer, record.accesses[a].answer
            if entry.name in ("VFFRTIMER", "VFMAILBOX", "VFMBMEM", "VTEICR", "VTEICS"):
                continue
            if place == 1 or (job.kind == "vf_rst" and entry.bar == 3):
                want = was
            elif entry.name == "VFSTATUS":
                want = 0x80
            elif entry.name == "VFLINKS":
                want = ref.LINK_UP["82599"]
            else:
                want = entry.reset
                changed += was != want
            if found != want:
                wrong.append(f"function {place} {entry.name}[{entry.index}] {found:#x}, not {want:#x}")
    flags = record.accesses[job.flag].answer
    if flags != 1 << job.bit:
        wrong.append(f"VFLRE {flags:#x}, not {1 << job.bit:#x}")
    assert not wrong, f"{job.name}: {len(wrong)} wrong: " + "; ".join(wrong[:12])
    return changed


# --- A reset in traffic.
RING = 64
REGION = 0x100000


def set_up(program, region, rng, sizes):
    """A receive queue and transmit queues with rings in their own region."""
    job = program.job
    data = region + 0x10000
    program.write(0x5080, 0x400)
    program.write(0x2100, 2)
    job.item("entries", region, RING, data, 2048, 0)
    write_back = rng.choice((1, 1, 8))
    program.write(0x1000, region & 0xFFFFFFFF)
    program.write(0x1004, region >> 32)
    program.write(0x1008, RING * 16)
    program.write(0x1028, 1 << 25 | write_back << 16 | 32)
    program.write(0x1018, RING - 8)
    if job.profile == "82599":
        program.write(0x4A80, 1)
    for queue, size in sizes.items():
        ring = region + 0x1000 * (queue + 1)
        base = 0x6000 + 0x40 * queue
        job.item("entries", ring, RING, data + 0x40000, 0, 0x0B000000 | size)
        program.write(base, ring & 0xFFFFFFFF)
        program.write(base + 4, ring >> 32)
        program.write(base + 8, RING * 16)
        program.write(base + 0x28, 1 << 25 | 16)
    program.write(0x3000, 1)
    # The classifier's tables are written one a MAC clock.
    program.time += 10 * US


def offer(program, rng, sizes, count, *, spread):
    """Frames and packets at about the same time; returns the frames' sizes and the packets' by queue."""
    frames = []
    wire = program.time
    packets = dict.fromkeys(sizes, 0)
    for _ in range(count):
        size = rng.choice((64, 200, 1_518))
        frames.append(size)
        program.job.input("frame", wire, 0, size)
        wire += (size + 24) * 800 + rng.randrange(1, spread)
        queue = rng.choice(list(sizes))
        packets[queue] += rng.randrange(1, 3)
        program.write(0x6018 + 0x40 * queue, packets[queue])
    return frames, packets, wire


def traffic_job(number):
    rng = seeded("resets in traffic", number)
    profile = ("82598", "82599")[number % 2]
    kind = KINDS[number // 2 % len(KINDS)]
    program = Program(f"traffic {number} {profile} {kind}", profile, lanes=rng.choice((1, 8)), memory_bytes=4 << 20,
                      read_latency=rng.choice((50, 400, 2_000)) * NS)  # fmt: skip
    job = program.job
    job.config["ports"] = 1
    job.kind = kind
    credits = profile == "82598" and rng.random() < 0.7
    if credits:
        # Both transmit arbiters and the receive one by credits.
        for n in range(8):
            program.write(0x602C + 0x40 * n, 0x1FF | 0xFFF << 12)
            program.write(0xCD20 + 4 * n, 0x1FF | 0xFFF << 12)
            program.write(0x3C20 + 4 * n, 0x1FF | 0xFFF << 12)
        program.write(0x7F40, 1)
        program.write(0xCD00, 1 << 5)
        program.write(0x3D00, 1 << 2)
    old_sizes = {queue: 300 + queue for queue in rng.sample(range(8), 3)}
    set_up(program, MEMORY, rng, old_sizes)
    offer(program, rng, old_sizes, rng.randrange(4, 20), spread=900_000)
    program.time += rng.choice((0, 0, 1, 5, 20)) * US + rng.randrange(US)
    # I/O window: IOADDR is of the function.
    job.access(program.time, 0, value=0x5080, space="i", bar=2)
    program.time += 100 * NS
    status = (0x622C, 0xCD40, 0x3C40)
    if credits:
        job.credits_before = [job.read(program.time + 50 * NS * n, base) for n, base in enumerate(status)]
    job.credits = credits
    job.reset_at = program.reset(kind)
    program.time += 60 * US
    job.io = job.access(program.time, 0, space="i", bar=2)
    program.time += 200 * NS
    job.timer = job.read(program.time, 0x48)
    program.time += 200 * NS
    job.zeros = []
    if profile == "82598":
        for base, stride in zip(status, (0x40, 4, 4), strict=True):
            for n in range(8):
                job.zeros.append(job.read(program.time, base + stride * n))
                program.time += 60 * NS
    new_sizes = {queue: 600 + queue for queue in rng.sample(range(8), 3)}
    set_up(program, MEMORY + REGION * 2, rng, new_sizes)
    job.received, job.packets, wire = offer(program, rng, new_sizes, rng.randrange(4, 20), spread=900_000)
    job.sizes = new_sizes
    # SWFLSH writes back descriptors that wait for the threshold.
    program.time = max(program.time, wire) + 300 * US
    program.write(0x1028, 1 << 25 | 1 << 26 | 1 << 16 | 32)
    program.time += 100 * US
    job.counters = {
        name: job.read(program.time + 100 * NS * n, offset) for n, (name, offset) in enumerate(COUNTERS)
    }
    program.time += 5 * US
    job.heads = {queue: job.read(program.time + 100 * NS * n, 0x6010 + 0x40 * queue)
                 for n, queue in enumerate(new_sizes)}  # fmt: skip
    job.head = job.read(program.time + US, 0x1010)
    job.end = program.time + MS
    return job


COUNTERS = (
    ("GPRC", 0x4074),
    ("BPRC", 0x4078),
    ("TPR", 0x40D0),
    ("GPTC", 0x4080),
    ("TPT", 0x40D4),
    ("MPC", 0x3FA0),
)


def reset_time(record):
    """When the reset acted: at the write of CTRL, at the host's reset, or before the answer to a configuration write."""
    job = record.job
    if job.kind == "bus":
        return job.reset_at
    if job.kind in CTRL_BITS:
        return next(t[0] for t in record.touches if t[4] and t[3] == 0 and t[2] == 0 and t[0] >= job.reset_at)
    offset = {"flr": 0xA8, "d3": 0x44}[job.kind]
    return [a.answered for a in record.accesses if a.space == "c" and a.offset == offset][-1]


def check_timer(record, number):
    """FRTIMER counts from the reset on."""
    job = record.job
    access = record.accesses[number]
    acted = reset_time(record)
    read = next(t[0] for t in record.touches if not t[4] and t[3] == 0x48 and t[0] > acted)
    # The answer to a configuration write may wait for the rest of a write that was begun.
    early = 20 * US if job.kind in ("flr", "d3") else 0
    fits = ref.timer_value(read - acted) <= access.answer <= ref.timer_value(read - acted + early)
    assert fits, f"{job.name}: FRTIMER {access.answer:#x} read at {read}, reset at {acted}"


def check_traffic(record):
    """Returns how many credits stood there before the reset."""
    job = record.job
    value = {
        number: access.answer for number, access in enumerate(record.accesses) if access.answered is not None
    }
    new = MEMORY + REGION * 2
    acted = reset_time(record)
    check_timer(record, job.timer)
    frames = len(job.received)
    # Nothing of the old rings, but for the rest of a write that was begun.
    reach = None
    for arrival, kind, _, _, address, length, _ in record.tlps:
        begun = (
            arrival
            - 100 * NS
            - (32 + length * (kind == "write")) * 4_000 // job.config["lanes"] * (kind != "down")
        )
        if kind in ("read", "write") and begun > acted and not new <= address < new + REGION:
            rest = kind == "write" and address == reach
            assert rest, f"{job.name}: {kind} {address:#x} {length} begins at {begun}, reset at {acted}"
        if kind == "write":
            reach = address + length
    written = [t[4] for t in record.tlps if t[1] == "write" and new <= t[4] < new + 16 * RING]
    done = sorted(set(written))
    assert done and done[0] == new, f"{job.name}: the first write-back is at {done[:1]}"
    fetched = [t[4] for t in record.tlps if t[1] == "read" and new <= t[4] < new + 16 * RING]
    assert fetched[0] == new, f"{job.name}: fetches begin at {fetched[0]:#x}"
    for place, size in enumerate(job.received):
        first = new + 0x10000 + 2048 * place
        bytes_in = sum(t[5] for t in record.tlps if t[1] == "write" and first <= t[4] < first + 2048)
        assert bytes_in == size - 4, (
            f"{job.name}: frame {place} has {bytes_in} bytes in memory, not {size - 4}"
        )
    assert value[job.head] == frames, f"{job.name}: RDH {value[job.head]}, not {frames}"
    for queue, head in job.heads.items():
        assert value[head] == job.packets[queue], f"{job.name}: TDH of {queue} {value[head]}"
    sent = [size - 4 for start, _, size in record.frames if start > acted + 60 * US]
    for queue, size in job.sizes.items():
        assert sent.count(size) == job.packets[queue], (
            f"{job.name}: {sent.count(size)} packets of queue {queue}"
        )
    packets = sum(job.packets.values())
    assert len(sent) == packets, f"{job.name}: {len(sent)} packets sent, not {packets}"
    found = {name: value[number] for name, number in job.counters.items()}
    want = {"GPRC": frames, "BPRC": frames, "TPR": frames, "GPTC": packets, "TPT": packets, "MPC": 0}
    assert found == want, f"{job.name}: {found}, not {want}"
    assert all(value[number] == 0 for number in job.zeros), f"{job.name}: credits after the reset"
    window = 0 if job.kind in ref.FUNCTION else 0x5080
    assert value[job.io] == window, f"{job.name}: IOADDR {value[job.io]:#x}, not {window:#x}"
    return sum(value[number] != 0 for number in job.credits_before) if job.credits else 0


def test_every_register_after_each_reset():
    jobs = [register_job(i, full=True) for i in range(2 * len(KINDS))]
    assert sum(checked(jobs, check_registers)) > 1_000 * len(jobs)


def test_some_registers():
    assert sum(checked((register_job(i) for i in range(QUICK)), check_registers)) > 150 * QUICK


def test_virtual_functions():
    assert sum(checked((virtual_job(i) for i in range(6)), check_virtual)) > 60 * 6


def test_resets_in_traffic():
    # In job 180 a frame is decided at the edge of the reset.
    assert sum(checked((traffic_job(i) for i in [*range(QUICK), 180]), check_traffic)) > 0


@pytest.mark.long
def test_many_registers():
    assert sum(checked((register_job(i) for i in range(QUICK, QUICK + LONG)), check_registers)) > 150 * LONG


@pytest.mark.long
def test_many_virtual_functions():
    assert sum(checked((virtual_job(i) for i in range(6, 200)), check_virtual)) > 60 * 194


@pytest.mark.long
def test_many_resets_in_traffic():
    assert sum(checked((traffic_job(i) for i in range(QUICK, QUICK + LONG)), check_traffic)) > 0
