"""Interrupt messages of random programs against a reference that uses only the specification.

Quiet programs: causes by EICS, pins, the link and the TCP timer, among writes of every mask, timer and table entry;
MSI-X, MSI and the line. Programs in traffic: causes by descriptor write-backs of one receive and several transmit
queues. Each message must leave at the first moment, from its time on, at which the link to the host is free, with its
vector's address and data. Each read of an interrupt register must return the value of the reference.
"""

import pathlib
import sys

import pytest
from program_job import MS, NS, US, Job, checked, seeded

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "conformance"))
from interrupt_moderation import reference as ref

FLIGHT = 100 * NS
LONG_MESSAGE = 24  # bytes of a message on the link: framing 8, header 12 and data 4, or a header of 16
MESSAGE_BASE = 0xFEE0_0000
MEMORY = 0x10_0000_0000
QUICK, LONG = 80, 2_000
LSC = 1 << 20


# --- Programs.
class Writer:
    """Puts accesses into a job one after another."""

    def __init__(self, job, device, time):
        self.job, self.device, self.time = job, device, time

    def write(self, offset, value, bar=0, apart=60 * NS):
        self.job.write(self.time, offset, value, bar=bar)
        self.time += apart

    def table(self, vector, word, value):
        self.write(16 * vector + 4 * word, value, bar=self.device.msix_bar)

    def config(self, offset, value):
        """A configuration write, alone on the link: its time is computed."""
        self.time += 2 * US
        self.job.access(self.time, offset, value=value, space="c")
        self.time += 2 * US


def cause_bits(rng, device):
    """A few EICR bits, queue causes most of all."""
    value = 0
    for _ in range(rng.choice((1, 1, 2, 4))):
        value |= 1 << (
            rng.randrange(16) if rng.random() < 0.7 else rng.choice((16, 19, 20, 22, 25, 29, 30, 31))
        )
    return value & (device.causes if rng.random() < 0.9 else 0xFFFFFFFF)


def mask_bits(rng):
    return rng.choice((0xFFFFFFFF, 0xFFFF, 0, rng.getrandbits(32), 1 << rng.randrange(32), 0x40100000))


def timer_value(rng, device):
    """EITR: short intervals, so that many run out; the counter the same, or otherwise."""
    if device.newer:
        interval = 8 * rng.choice((0, 1, 1, 2, 3, 7))
        count = rng.choice((interval // 8, interval // 8, 0, rng.randrange(12)))
        return interval | count << 21 | rng.choice((0, 0, 1)) << 31 | rng.choice((0, 0, rng.getrandbits(3)))
    interval = rng.choice((0, 1, 2, 5, 9, 20, 60))
    return interval | rng.choice((interval, interval, 0, rng.randrange(80))) << 16


def ivar_byte(rng, vectors):
    return rng.choice((0x80, 0x80, 0x80, 0)) | rng.randrange(vectors)


def start(rng, job, device, mode):
    """Sets everything up, at random."""
    w = Writer(job, device, 10 * US)
    msix_control = 0x70 if device.newer else 0x60
    if mode != "msix":
        w.config(0x04, 0x0006)  # the line is not disabled
        w.config(msix_control, 0)
        if mode == "msi":
            w.config(0x54, MESSAGE_BASE)
            w.config(0x5C, 0x4321)
            w.config(0x50, 0x10000)
    gpie = sum(bit for bit in (ref.OCD, ref.EIMEN, ref.EIAME, ref.PBA_SUPPORT) if rng.random() < 0.5) | 0xF
    w.write(ref.GPIE, gpie | (ref.MSIX_MODE if mode == "msix" else 0))
    for vector in range(device.vectors):
        w.table(vector, 0, MESSAGE_BASE + 16 * vector + rng.choice((0, 0, 0, 3)))
        w.table(vector, 1, 0)
        w.table(vector, 2, rng.getrandbits(32))
        if rng.random() < 0.85:
            w.table(vector, 3, 0)
        w.write(device.eitr_offset(vector), timer_value(rng, device))
    offset, timer, other = device.ivar_other()
    limit = device.vectors if mode == "msix" else 16
    w.write(offset, ivar_byte(rng, limit) << 8 * timer | ivar_byte(rng, limit) << 8 * other)
    w.write(ref.EIAC, mask_bits(rng))
    w.write(ref.EIAM, mask_bits(rng))
    w.write(ref.EIMS, rng.choice((0xFFFFFFFF, rng.getrandbits(32))))
    if device.newer:
        for word in range(2):
            w.write(ref.EIAM_EX + 4 * word, rng.getrandbits(32))
            w.write(ref.EIMS_EX + 4 * word, rng.choice((0xFFFFFFFF, rng.getrandbits(32))))
    w.time += 10 * US
    return w


def gap(rng):
    return rng.choice((16, 30, 60, 200, 900, 4_000, 12_000)) * NS + rng.randrange(5_000)


def operate(rng, w, mode, *, ivar=True, config=True):
    """One random operation of a driver, a careless one."""
    device = w.device
    vector = rng.randrange(device.vectors)
    msix_control = 0x70 if device.newer else 0x60
    other, timer_byte, other_byte = device.ivar_other()
    limit = device.vectors if mode == "msix" else 16
    choice = rng.random()
    apart = gap(rng)
    if choice < 0.30:
        w.write(ref.EICS, cause_bits(rng, device), apart=apart)
    elif choice < 0.38:
        w.write(ref.EIMS, mask_bits(rng), apart=apart)
    elif choice < 0.43:
        w.write(ref.EIMC, mask_bits(rng), apart=apart)
    elif choice < 0.50:
        w.job.read(w.time, rng.choice((ref.EICR, ref.EICR, ref.EICS, ref.EIMS, ref.EIMC, ref.GPIE)))
        w.time += apart
    elif choice < 0.52:
        # An immediate cause of a masked vector, and a timer that must not hold it back.
        masked = 1 << vector % 16
        w.write(ref.EIMC, masked, apart=50 * NS)
        w.write(ref.EICS, masked, apart=gap(rng))
        w.write(device.eitr_offset(vector % 16), timer_value(rng, device), apart=50 * NS)
        w.write(ref.EIMS, masked, apart=apart)
    elif choice < 0.55:
        w.write(ref.EICR, rng.choice((cause_bits(rng, device), 0xFFFFFFFF, 0)), apart=apart)
    elif choice < 0.60:
        w.write(rng.choice((ref.EIAM, ref.EIAC)), mask_bits(rng), apart=apart)
    elif choice < 0.68:
        w.write(device.eitr_offset(vector), timer_value(rng, device), apart=apart)
    elif choice < 0.72:
        w.job.read(w.time, device.eitr_offset(vector))
        w.time += apart
    elif choice < 0.80:
        w.write(16 * vector + 12, rng.getrandbits(1), bar=device.msix_bar, apart=apart)
    elif choice < 0.83:
        w.write(ref.PBACL, rng.choice((1 << vector & 0xFFFFFFFF, rng.getrandbits(20))), apart=apart)
    elif choice < 0.86:
        w.job.read(w.time, ref.PENDING, bar=device.msix_bar)
        w.time += apart
    elif choice < 0.89 and ivar:
        value = ivar_byte(rng, limit) << 8 * timer_byte | ivar_byte(rng, limit) << 8 * other_byte
        w.write(other, value, apart=apart)
    elif choice < 0.92:
        w.job.input("pin", w.time + 7, 0, rng.randrange(4), 1)
        w.job.input("pin", w.time + 9, 0, rng.randrange(4), 0)
        w.time += apart + 20 * NS
    elif choice < 0.94:
        gpie = sum(bit for bit in (ref.OCD, ref.EIMEN, ref.EIAME, ref.PBA_SUPPORT) if rng.random() < 0.5)
        w.write(ref.GPIE, gpie | (ref.MSIX_MODE if mode == "msix" else 0) | 0xF, apart=apart)
    elif choice < 0.96 and config and mode == "msix":
        # MSI-X enable and function mask, or bus mastering.
        if rng.random() < 0.6:
            w.config(msix_control, rng.choice((0xC0000000, 0x80000000, 0x80000000)))
        else:
            w.config(0x04, rng.choice((0x0006, 0x0002, 0x0006)))
    elif device.newer:
        base = rng.choice((ref.EICS_EX, ref.EIMS_EX, ref.EIMS_EX, ref.EIMC_EX, ref.EIAM_EX))
        # EIMEN is not known to act on EICS_EX.
        w.write(
            base + 4 * rng.randrange(2),
            rng.choice((rng.getrandbits(32), 1 << rng.randrange(32))),
            apart=apart,
        )
    else:
        w.table(vector, rng.choice((0, 2)), MESSAGE_BASE + 0x1000 + 16 * vector)


def restart(rng, w, mode):
    """A reset of the device, or of the function, and a driver that sets up masks and timers again, or few of them."""
    job, device = w.job, w.device
    w.time += 25 * US
    if rng.random() < 0.7:
        # Causes that wait, and timers with more than 200 us left: the reset forgets both.
        w.write(ref.EIMC, 0xFFFFFFFF)
        w.write(ref.EICS, rng.getrandbits(16))
        for vector in range(8):
            w.write(device.eitr_offset(vector), 0xFF8 | 0x7F << 21 if device.newer else 0x03E803E8)
        w.time += 2 * US
    kind = rng.choice(("rst", "rst", "link", "bus"))
    if kind == "bus":
        job.input("reset", w.time, 0)
        w.time += 2 * US
        w.config(0x04, 0x0006)
        if mode == "msix":
            w.config(0x70 if device.newer else 0x60, 0x80000000)
    else:
        w.write(0, 1 << 26 if kind == "rst" else 1 << 3)
    if mode == "msi" and kind == "bus":
        w.config(0x54, MESSAGE_BASE)
        w.config(0x5C, 0x4321)
        w.config(0x50, 0x10000)
    if mode == "line" and kind == "bus":
        w.config(0x70 if device.newer else 0x60, 0)
    if rng.random() < 0.5:
        w.time += 30 * US
    gpie = sum(bit for bit in (ref.OCD, ref.EIMEN, ref.EIAME, ref.PBA_SUPPORT) if rng.random() < 0.5)
    w.write(ref.GPIE, gpie | (ref.MSIX_MODE if mode == "msix" else 0) | 0xF)
    offset, timer, other = device.ivar_other()
    limit = device.vectors if mode == "msix" else 16
    w.write(offset, ivar_byte(rng, limit) << 8 * timer | ivar_byte(rng, limit) << 8 * other)
    if rng.random() < 0.8:
        w.write(ref.EIMS, rng.choice((0xFFFFFFFF, rng.getrandbits(32))))
    for vector in rng.sample(range(device.vectors), 8):
        w.table(vector, 0, MESSAGE_BASE + 16 * vector)
        w.table(vector, 3, 0)


def new_job(inputs, title, number, modes):
    """A job of one of these modes, set up at random: its draws, the job, its writer and the mode."""
    rng = seeded(inputs, number)
    profile = rng.choice(("82598", "82599"))
    device = ref.Device(profile)
    mode = rng.choice(modes)
    job = Job(f"{title} {number}", profile, dllp=0)
    job.mode = mode
    return rng, job, start(rng, job, device, mode), mode


def quiet_job(number):
    rng, job, w, mode = new_job("quiet interrupts", "quiet", number, ("msix", "msix", "msix", "line", "msi"))
    device = w.device
    link = rng.randrange(60) if rng.random() < 0.3 else None
    timer = rng.randrange(60) if rng.random() < 0.3 else None
    reset = rng.randrange(60) if link is None and rng.random() < 0.4 else None
    for step in range(60):
        if step == reset:
            restart(rng, w, mode)
        if step == link:
            # Down; up again 20 us after the link partner is back.
            job.input("link_partner", w.time + 3 * NS, 0, 0)
            w.time += 5 * US
            job.input("link_partner", w.time + 3 * NS, 0, 1)
            w.time += 8 * NS
        if step == timer:
            w.write(0x4C, 1 | 1 << 8 | 1 << 9)  # 1 ms
        operate(rng, w, mode)
    w.config(0x04, 0x0006)
    if timer is not None:
        w.time += MS + 10 * US
        operate(rng, w, mode, config=False)
    w.time += 200 * US
    for offset in (ref.EICS, ref.EIMS):
        job.read(w.time, offset)
        w.time += 200 * NS
    job.read(w.time, ref.PENDING, bar=device.msix_bar)
    job.end = w.time + 20 * US
    return job


def traffic_job(number):
    rng, job, w, mode = new_job(
        "interrupts in traffic", "traffic", number, ("msix", "msix", "msix", "msix", "line")
    )
    device = w.device
    senders = rng.sample(range(32), rng.randrange(1, 9))
    ring = 0x400  # bytes: 64 descriptors, of which fewer than half are used
    rings = {}
    for place, queue in enumerate([None, *senders]):
        rings[MEMORY + ring * place] = (0, 0) if queue is None else (1, queue)
    job.rings = rings
    limit = device.vectors if mode == "msix" else 16
    words = {}
    for direction, queue in rings.values():
        offset, byte = device.ivar_place(direction, queue)
        words[offset] = words.get(offset, 0) | ivar_byte(rng, min(limit, rng.choice((3, 64)))) << 8 * byte
    for offset, value in words.items():
        w.write(offset, value)
    w.write(0x5080, 0x400)  # broadcast accepted
    for address, (direction, queue) in rings.items():
        base = 0x1000 if direction == 0 else 0x6000
        base += 0x40 * queue
        data = MEMORY + 0x10000
        # A whole packet of 60 bytes each: EOP, IFCS, RS.
        job.item("entries", address, 64, data, 0 if direction else 2048, 0x0B00003C if direction else 0)
        w.write(base, address & 0xFFFFFFFF)
        w.write(base + 4, address >> 32)
        w.write(base + 8, ring)
        if direction and device.newer:
            w.write(0x4A80, 1)
        w.write(base + 0x28, 1 << 25 | (0 if direction else 1 << 16) | 32)
        if not direction:
            w.write(base + 0x18, 63)
    w.write(0x3000, 3)
    w.time += 20 * US
    tails = dict.fromkeys(senders, 0)
    frame = w.time
    for _ in range(60):
        choice = rng.random()
        if choice < 0.3:
            frame = max(frame, w.time) + rng.randrange(3_000)
            if len([i for i in job.inputs if i[1] == "frame"]) < 30:
                size = rng.choice((64, 64, 200, 1_000))
                job.input("frame", frame, 0, size)
                frame += (size + 24) * 800
            w.time += rng.choice((0, 0, gap(rng)))
        elif choice < 0.6:
            queue = rng.choice(senders)
            tails[queue] = min(30, tails[queue] + rng.choice((1, 1, 2, 5)))
            w.write(0x6018 + 0x40 * queue, tails[queue], apart=gap(rng))
        else:
            operate(rng, w, mode, ivar=False, config=False)
    w.time += 200 * US
    for offset in (ref.EICS, ref.EIMS):
        job.read(w.time, offset)
        w.time += 200 * NS
    job.end = w.time + 20 * US
    return job


# --- Checks.
def byte_time(device):
    return 250 if device.newer else 500


def bytes_on_link(kind, address, length):
    """Returns the bytes of a TLP on the link; configuration writes are answered without data."""
    if kind == "answer":
        return 20 + length
    header = 12 if kind == "message" or (kind != "line" and address < 1 << 32) else 16
    return 8 + header + (0 if kind == "read" else length)


def config_time(device, time):
    """When a configuration write that is alone on the link reaches the device."""
    clock = 4 * byte_time(device)
    sent = (time // clock + 1) * clock
    return -(-(sent + 24 * byte_time(device) + FLIGHT) // clock) * clock


def expect(record):
    """The reference's state after the program; read values are checked on the way."""
    job = record.job
    device = ref.Device(job.profile)
    state = ref.Moderation(device)
    inputs = []
    for time, _, bar, offset, write, value, _ in record.touches:
        inputs.append((time, 1, "access", offset, bar, write, value))
        if write and bar == 0 and offset == 0x4C:
            inputs.append((edge(time + MS), 1, "timer"))
        if write and bar == 0 and offset == 0 and value & (1 << 26 | 1 << 3):
            inputs.append((time, 1, "reset", False))
    for access in record.accesses:
        if access.space == "c":
            inputs.append((config_time(device, access.time), 1, "config", access.offset, access.value))
    # The module in the cage of the 82599 holds SDP2 high until something else drives the pin.
    pins = [pin == 2 and job.profile == "82599" for pin in range(4)]
    for time, kind, _, *rest in job.inputs:
        if kind == "reset":
            inputs.append((time, 1, "reset", True))
        if kind == "pin":
            inputs.append((time, 1, "pin", *rest))
        if kind == "link_partner":
            inputs.append((edge(time + 20 * US) if rest[0] else time, 1, "other", LSC))
    for arrival, kind, _, _, address, length, _ in record.tlps:
        if kind == "write" and address - address % 0x400 in getattr(job, "rings", {}):
            end = arrival - FLIGHT
            assert length % 16 == 0
            inputs.append((ref.edge_after(end), 0, "queue", end, *job.rings[address - address % 0x400]))
    # A reset stops the timer and takes the link down; it comes back 20 us later.
    resets = [time for time, _, kind, *_ in inputs if kind == "reset"]
    for time in resets:
        inputs = [i for i in inputs if i[2] != "timer" or not i[0] - MS - US < time < i[0]]
        inputs.append((edge(time + 20 * US), 1, "other", LSC))
    control = {"msix": 0x80000000, "command": 0x0006}
    reads = 0
    for time, _, kind, *rest in sorted(inputs):
        if kind == "access":
            offset, bar, write, value = rest
            found = state.access(time, offset, bar, write, value)
            if found is not None:
                reads += 1
                assert value == found, (
                    f"{job.name}: at {time} {offset:#x} of BAR {bar} reads {value:#x}, not {found:#x}"
                )
        elif kind == "queue":
            state.queue_event(*rest)
        elif kind == "timer":
            state.event(time, lambda: state.other_cause(ref.TCP_TIMER))
        elif kind == "other":
            cause = rest[0]
            state.event(time, lambda cause=cause: state.other_cause(cause))
        elif kind == "pin":
            pin, level = rest
            if level and not pins[pin]:
                state.event(time, lambda pin=pin: state.other_cause(1 << 24 + pin))
            pins[pin] = bool(level)
        elif kind == "reset":
            state.reset(time, function=rest[0])
            if rest[0]:
                control = {"msix": 0, "command": 0}
        elif kind == "config":
            offset, value = rest
            if offset in (0x60, 0x70):
                control["msix"] = value
            if offset == 0x04:
                control["command"] = value
            is_open = control["msix"] >> 30 == 2 and bool(control["command"] & 4)
            state.run_until(time, included=True)
            state.open_function(time, is_open)
            state.changed(time)
    state.run_until(job.end - US, included=True)
    return state, reads


def edge(time):
    return -(-time // ref.DMA) * ref.DMA


def check_start(record, due, begun, busy, answers):
    """From the first PCIe edge behind `due` to `begun` the link was never free for the message."""
    clock = 4 * byte_time(ref.Device(record.job.profile))
    time = (due // clock + 1) * clock
    assert begun >= time, f"{record.job.name}: a message due at {due} began at {begun}"
    for start, end in busy:
        if start <= time < end and time < begun:
            time = end
    if time < begun:
        # Behind an answer to a read or a configuration write that is not ready.
        waited = [start for asked, start in answers if asked <= due and time <= start < begun]
        assert waited, (
            f"{record.job.name}: a message due at {due} waited to {begun}, the link was free at {time}"
        )
        check_start(record, max(waited), begun, busy, [])


def check(record):
    """Compares a program's messages with the reference's; returns how many there were, and reads."""
    job = record.job
    device = ref.Device(job.profile)
    rate = byte_time(device)
    state, reads = expect(record)
    busy = []
    answers = []
    asked = [time for time, _, _, _, write, _, _ in record.touches if not write]
    asked += [config_time(device, access.time) for access in record.accesses if access.space == "c"]
    asked.sort()
    for arrival, kind, _, _, address, length, _ in record.tlps:
        if kind == "down":
            continue
        end = arrival - FLIGHT
        busy.append((end - bytes_on_link(kind, address, length) * rate, end))
        if kind == "answer":
            answers.append((asked[len(answers)], busy[-1][0]))
    if job.mode == "msix":
        sent = state.sent
        seen = [
            (t - FLIGHT - LONG_MESSAGE * rate, v, a) for t, k, _, v, a, _, _ in record.tlps if k == "message"
        ]
        data = [value for _, _, _, value in record.messages]
        assert len(seen) == len(sent), f"{job.name}: {len(seen)} messages, not {len(sent)}: " + differ(
            sent, seen
        )
        by_vector = {}
        for begun, vector, address in seen:
            by_vector.setdefault(vector, []).append((begun, address))
        for due, vector, address, _ in sent:
            begun, found = by_vector[vector].pop(0)
            assert found == address
            check_start(record, due, begun, busy, answers)
        assert sorted(data) == sorted(value for *_, value in sent)
        assert not record.lines
        return len(sent), reads
    if job.mode == "msi":
        due = [time for time, level in state.line if level]
        seen = [t - FLIGHT - LONG_MESSAGE * rate for t, k, *_ in record.tlps if k == "message"]
        assert not record.lines
    else:
        due = [time for time, _ in state.line]
        levels = [(t - FLIGHT - LONG_MESSAGE * rate, q == 1) for t, k, _, q, *_ in record.tlps if k == "line"]
        assert [level for _, level in levels] == [level for _, level in state.line], (
            f"{job.name}: {differ(state.line, levels)}"
        )
        seen = [time for time, _ in levels]
        assert not record.messages
        assert [level == 1 for _, _, level in record.lines] == [level for _, level in state.line]
    assert len(seen) == len(due), (
        f"{job.name}: {len(seen)} messages, not {len(due)}: {differ(state.line, seen)}"
    )
    for time, begun in zip(due, seen, strict=True):
        check_start(record, time, begun, busy, answers)
    return len(due), reads


def differ(sent, seen):
    return f"due {sent[-8:]}, begun {seen[-8:]}"


def check_all(jobs):
    """The messages and the reads that were checked."""
    return tuple(map(sum, zip(*checked(jobs, check), strict=True)))


def test_quiet_programs():
    messages, reads = check_all(quiet_job(i) for i in range(QUICK))
    assert messages > 5 * QUICK and reads > 5 * QUICK


def test_programs_in_traffic():
    messages, reads = check_all(traffic_job(i) for i in range(QUICK))
    assert messages > 5 * QUICK and reads > 2 * QUICK


@pytest.mark.long
def test_many_quiet_programs():
    messages, reads = check_all(quiet_job(i) for i in range(QUICK, QUICK + LONG))
    assert messages > 5 * LONG and reads > 5 * LONG


@pytest.mark.long
def test_many_programs_in_traffic():
    messages, reads = check_all(traffic_job(i) for i in range(QUICK, QUICK + LONG))
    assert messages > 5 * LONG and reads > 2 * LONG
