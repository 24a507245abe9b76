"""TLPs of random programs against the rules of the link: credits, tags, sizes, completions, order, progress.

Programs receive and send frames of many sizes at any alignment, over links of all widths, with few and many credits and
tags, with hosts that stall. They also read registers.
"""

import pathlib
import sys

import pytest
from program_job import NS, US, Job, checked, run, seeded

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "conformance"))
from pcie_credits import reference as ref

QUICK, LONG = 60, 2_000
RING = 64
FCS = 4


def make_job(number):
    rng = seeded("credits", number)
    payload = rng.choice((128, 128, 256, 512))
    ports = rng.choice((1, 1, 1, 2))
    config = {
        "generation": rng.choice((1, 2)), "lanes": rng.choice((1, 4, 8, 8)), "max_payload": payload,
        "max_read_request": rng.choice((128, 256, 512, 2048, 4096)),
        "read_completion_boundary": rng.choice((64, 128, 256)),
        "posted_headers": rng.choice((1, 2, 3, 8, 64)),
        # At least what the longest TLP takes.
        "posted_data": rng.choice((0, 0, 1, 3, payload // 16, 480)) + payload // 16,
        "non_posted_headers": rng.choice((1, 2, 5, 32)),
        "descriptor_tags": rng.choice((1, 2, 8)), "data_tags": rng.choice((1, 2, 7, 16)),
        "flight": rng.choice((10, 100, 300)) * NS, "credit_return": rng.choice((0, 50, 400)) * NS,
        "read_latency": rng.choice((50, 400, 1_500)) * NS, "read_spread": rng.choice((0, 0, 700 * NS)),
        "ports": ports, "by_tlp": 1 if ports == 2 else rng.randrange(2), "dllp": rng.choice((0, 0, 0, 1)),
        "memory_base": rng.choice((0x10_0000_0000, 0x4000_0000, 0xFFF0_0000)), "memory_bytes": 6 << 20,
    }  # fmt: skip
    job = Job(f"credits {number}", **config)
    job.stalls = []
    stalls = rng.random() < 0.4
    job.config["trusted"] = int(not stalls and rng.random() < 0.5)
    base = config["memory_base"]
    time = 10 * US
    job.rings = []
    job.sent = [0] * ports
    job.received = [0] * ports
    bounds = []
    for port in range(ports):
        region = base + (3 << 20) * port

        def put(offset, value, bar=0, port=port):
            nonlocal time
            job.write(time, offset, value, bar=bar, function=port)
            time += rng.choice((12, 40, 200)) * NS

        buffer_kib = rng.choice((1, 2, 16))
        put(0x5080, 0x400)  # FCTRL.BAM
        put(0x4240, 0x08012C0F)  # HLREG0 with JUMBOEN
        put(0x4268, 9_000 << 16)  # MHADD
        put(0x2100, buffer_kib | rng.choice((0, 1 << 25)))  # SRRCTL: legacy, or one buffer
        # MSI-X vector 0 of every queue.
        put(0x898, 0xC0000010)
        put(0x900, 0x80)
        put(0x960 - 0x20, 0x80808080)
        for word, value in ((0, 0xFEE00000), (4, 0), (8, 1), (12, 0)):
            put(word, value, bar=3)
        put(0x820, rng.choice((0, 0, 8 | 8 << 16)))
        put(0x880, 0xFFFF)
        senders = rng.sample(range(4), rng.randrange(1, 3))
        for place, queue in enumerate([None, *senders]):
            ring = region + 0x1000 * place
            job.rings.append(ring)
            registers = 0x1000 if queue is None else 0x6000 + 0x40 * queue
            data = region + 0x10000 + rng.randrange(300)
            if queue is None:
                job.item("entries", ring, RING, data, buffer_kib << 10, 0)
            else:
                size = rng.choice((60, 61, 300, 1514, 4_001, 8_000))
                job.item("entries", ring, RING, data + (2 << 20), 300, 0x0B000000 | size)
            put(registers, ring & 0xFFFFFFFF)
            put(registers + 4, ring >> 32)
            put(registers + 8, RING * 16)
            put(
                registers + 0x28,
                1 << 25 | rng.choice((0, 1, 8)) << 16 | rng.choice((0, 4)) << 8 | rng.choice((0, 32)),
            )
            if queue is None:
                put(registers + 0x18, RING - 1)
            else:
                bounds.append((port, queue))
        put(0x3000, 3)
    time += 20 * US
    begin = time
    tails = dict.fromkeys(bounds, 0)
    wires = [time] * ports
    used = [0] * ports
    for _ in range(40):
        port = rng.randrange(ports)
        choice = rng.random()
        if choice < 0.5:
            size = rng.choice((64, 65, 130, 1_518, rng.randrange(64, 8_000)))
            descriptors = -(-(size - FCS) // (job_buffer(job, port) << 10))
            if used[port] + descriptors < RING - 8:
                used[port] += descriptors
                wires[port] = max(wires[port], time)
                job.input("frame", wires[port], port, size)
                wires[port] += (size + 24) * 800
                job.received[port] += size - FCS
        elif choice < 0.8:
            port, queue = rng.choice(bounds)
            more = min(rng.randrange(1, 6), RING - 4 - tails[port, queue])
            tails[port, queue] += more
            job.sent[port] += more
            job.write(time, 0x6018 + 0x40 * queue, tails[port, queue], function=port)
        else:
            for _ in range(rng.choice((1, 1, 12))):
                if rng.random() < 0.5:
                    job.read(time, rng.choice((0x8, 0x1010, 0x6010, 0x800)), function=port)
                else:
                    job.write(time, 0x3200, rng.getrandbits(32), function=port)  # FCTTV: storage here
        time += rng.choice((0, 20, 300, 3_000)) * NS + rng.randrange(900)
        if stalls and rng.random() < 0.2:
            first = max([time, *(to for _, to in job.stalls)]) + 100 * NS
            job.stalls.append((first, first + rng.choice((50, 700, 4_000)) * NS + rng.randrange(1_000)))
            job.item("stall", *job.stalls[-1])
    job.begin = begin
    use_configuration(job, number, begin, max([time, *wires]))
    job.end = max([time, *wires]) + 40_000 * US
    return job


DEVICE_CONTROL, PENDING = 0xA8, 1 << 21  # transactions pending, in the upper half


def use_configuration(job, number, begin, end):
    """Other TLPs among those: configuration reads and writes, and in some programs the messages of the line."""
    rng = seeded("configuration beside", number)
    ports = range(job.config["ports"])
    for time in sorted(rng.randrange(begin, end + 20 * US) for _ in range(20)):
        job.read(time, DEVICE_CONTROL, space="c", function=rng.choice(ports))
        if number % 3:
            job.write(time + 10 * NS, 0x3C, rng.getrandbits(8), space="c", function=rng.choice(ports))
    for port in ports:
        job.read(end + 30_000 * US + port * US, DEVICE_CONTROL, space="c", function=port)
    if number % 4:
        return
    for port in ports:
        job.write(2 * US, 0x60, 0, space="c", function=port)
        job.write(4 * US, 0x04, 0x0007, space="c", function=port)
        # GPIE without MSI-X, EIMS; EICS raises the line, a read of EICR lowers it.
        job.write(begin - 2 * US, 0x898, 0, function=port)
        job.write(begin - US, 0x880, 1 << 20, function=port)
        for time in range(begin, end, max(US, (end - begin) // 80)):
            job.write(time, 0x808, 1 << 20, function=port)
            job.read(time + 400 * NS, 0x800, function=port)


def check_pending(ups, record):
    """Transactions are pending exactly while a read of the function has not all its data."""
    last = {}
    spans = {}
    for time, kind, *_, tag in record.tlps:
        if kind == "down":
            last[tag].append(time)
        elif kind == "read":
            last[tag] = []
            spans[id(last[tag])] = last[tag]
    reads = iter(tlp for tlp in ups if tlp.kind == "read")
    spans = [(tlp.port, tlp.start, times[-1]) for tlp, times in zip(reads, spans.values(), strict=True)]
    for access in record.accesses:
        if access.space != "c" or access.write or access.offset != DEVICE_CONTROL:
            continue
        own = [(start, end) for port, start, end in spans if port == access.function]
        pending = bool(access.answer & PENDING)
        if all(end < access.time or access.answered < start for start, end in own):
            assert not pending, f"transactions pending at {access.time}, and no read is open"
        if any(start <= access.time and access.answered <= end for start, end in own):
            assert pending, f"no transactions pending at {access.time}, and a read is open"


def job_buffer(job, port):
    """KiB of a receive buffer: what SRRCTL was set to."""
    return next(a.value for a in job.accesses if a.offset == 0x2100 and a.function == port) & 0x7F


def settings_of(job):
    names = {field.name for field in ref.dataclasses.fields(ref.Settings)}
    return ref.Settings(**{key: value for key, value in job.config.items() if key in names})


def check(record):
    """Checks one program's record; returns how many TLPs waited for credits."""
    job = record.job
    settings = settings_of(job)
    ups = ref.tlps_up(settings, record)
    ref.check_sizes(settings, ups)
    ref.assign_taken(settings, ups, record, job.stalls)
    waited = ref.check_credits(settings, ups)
    ref.check_reads(
        settings, ups, record, lambda address: any(r <= address < r + RING * 16 for r in job.rings)
    )
    if job.config["ports"] == 1 and not job.config["by_tlp"]:
        ref.check_order(ups, record)
    check_pending(ups, record)
    ref.check_accesses(settings, record)
    # Nothing is stuck: every frame is in memory, every packet on the wire.
    assert record.idle
    for port in range(job.config["ports"]):
        rings = list(job.rings)
        written = sum(
            tlp.length for tlp in ups
            if tlp.kind == "write" and tlp.port == port and not any(r <= tlp.address < r + 0x1000 for r in rings)
        )  # fmt: skip
        assert written == job.received[port], f"{written} bytes received, not {job.received[port]}"
        sent = sum(frame[1] == port for frame in record.frames)
        assert sent == job.sent[port], f"{sent} packets sent, not {job.sent[port]}"
    return waited


def ahead_job(number):
    """Frames for a host that takes nothing for a while, and the head of their ring read all along."""
    rng = seeded("requests ahead", number)
    stop = 0 if number % 2 else rng.choice((30, 60)) * US
    job = Job(f"ahead {number}", posted_headers=rng.choice((1, 2, 8)), posted_data=rng.choice((16, 40)),
              lanes=rng.choice((1, 8) if stop else (1, 1, 4)), dllp=0)  # fmt: skip
    base = 0x10_0000_0000
    time = 10 * US
    job.item("entries", base, RING, base + 0x10000, 2_048, 0)
    for offset, value in ((0x5080, 0x400), (0x2100, 2), (0x1000, 0), (0x1004, base >> 32), (0x1008, RING * 16),
                          (0x1028, 1 << 25 | 1 << 16 | 32), (0x1018, RING - 8), (0x3000, 1)):  # fmt: skip
        job.write(time, offset, value)
        time += 100 * NS
    ring = base + 0x1000
    job.item("entries", ring, RING, base + 0x8000, 0, 0x0B00003C)
    for offset, value in (
        (0x6000, ring & 0xFFFFFFFF),
        (0x6004, ring >> 32),
        (0x6008, RING * 16),
        (0x6028, 1 << 25),
    ):
        job.write(time, offset, value)
        time += 100 * NS
    job.ring = ring
    time += 20 * US
    wire = time
    job.places = []
    for place in range(30):
        size = rng.choice((64, 64, 300, 1_000, 1_518)) if number % 3 else rng.choice((64, 1_518))
        job.input("frame", wire, 0, size)
        wire += (size + 24) * 800
        job.places.append(base + 0x10000 + 2_048 * place)
    job.stalls = []
    if stop:
        job.stalls.append((time + 3 * US, time + 3 * US + stop))
        job.item("stall", *job.stalls[0])
    tail = 0
    for n in range(150):
        job.read(time + n * 400 * NS + rng.randrange(200_000), 0x1010)
        if rng.random() < 0.2:
            tail += 1
            job.write(time + n * 400 * NS + 250_000, 0x6018, tail)
    job.end = time + 1_000 * US
    return job


def check_ahead(record):
    job = record.job
    settings = settings_of(job)
    ups = ref.tlps_up(settings, record)
    ref.assign_taken(settings, ups, record, job.stalls)
    ref.check_credits(settings, ups)
    heads = [(t[0], t[5]) for t in record.touches if not t[4]]
    doorbells = [(t[0], t[5]) for t in record.touches if t[4] and t[3] == 0x6018]
    held = ref.check_reads_behind_writes(ups, heads, job.places, doorbells, job.ring)
    return ref.check_ahead(ups, heads, job.places), held


def test_requests_ahead():
    found = [check_ahead(record) for record in run(ahead_job(i) for i in range(12))]
    # Some requests do wait, and reads behind them.
    assert sum(most for most, _ in found) > 12
    assert sum(held for _, held in found) > 12


def test_link_rules():
    assert sum(checked((make_job(i) for i in range(QUICK)), check)) > 5 * QUICK


@pytest.mark.long
def test_link_rules_of_many_programs():
    assert sum(checked((make_job(i) for i in range(QUICK, QUICK + LONG)), check)) > 5 * LONG
