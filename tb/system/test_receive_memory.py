"""The writes of the receive DMA to host memory, against a reference in Python that shares nothing with the model.

`receive_dma` (tb/conformance) follows every access to host memory and computes for each write its address, bytes and
place in the order. Random jobs drive the plain core with registers of every kind (`receive_jobs`). Random scenarios
drive the whole program, whose record is that of `ixsim run --dump-memory`.
"""

import concurrent.futures
import itertools
import pathlib
import random
import struct
import tempfile

import captures
import pytest
from program import Result, assignments, call, check_any_run
from receive_jobs import (
    MAC_ADDRESSES,
    MICROSECOND,
    START,
    Event,
    Frame,
    Mismatch,
    PlainJob,
    ReceiveJob,
    RingWalk,
    parse,
    record,
    templates,
)

# In scenario 136 a vector's timer runs out again while a write-back that it asked for waits for the link.
QUICK_JOBS, QUICK_SCENARIOS = range(25), [*range(6), 136]
LONG_JOBS, LONG_SCENARIOS = range(2_000), range(300)
BATCH = 25


# --- Jobs for the plain core
def check_jobs(numbers):
    """Runs jobs in one process of the program. Returns {number: message} of those that disagree, and the counts."""
    jobs = [ReceiveJob(number) for number in numbers]
    wrong, counts = {}, [0] * 6
    for job, output in zip(jobs, record(jobs), strict=True):
        try:
            walk = job.check(output)
        except Mismatch as error:
            wrong[job.number] = str(error)
            continue
        seen = (
            walk.delivered,
            walk.dropped,
            walk.write_backs,
            walk.short_write_backs,
            walk.split_frames,
            walk.long_frames,
        )
        counts = [a + b for a, b in zip(counts, seen, strict=True)]
    return wrong, counts


def in_parallel(check, numbers, batch):
    """The answers of check() for batches of numbers, from two processes."""
    batches = [numbers[i : i + batch] for i in range(0, len(numbers), batch)]
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        return list(pool.map(check, batches))


def test_random_jobs():
    wrong, counts = check_jobs(QUICK_JOBS)
    assert not wrong
    # Something of everything was there.
    assert all(count > 20 for count in counts), counts


@pytest.mark.long
def test_random_jobs_long():
    answers = in_parallel(check_jobs, LONG_JOBS, BATCH)
    wrong = {number: text for answer, _ in answers for number, text in answer.items()}
    assert not wrong


def spaced(*sizes, gap=200 * MICROSECOND):
    """Frames without FCS of these sizes, far apart."""
    rng = random.Random(1)
    header = MAC_ADDRESSES[0] + MAC_ADDRESSES[1] + b"\x88\xb5"
    return [(START + i * gap, header + rng.randbytes(size - 14)) for i, size in enumerate(sizes)]


def test_the_timer_writes_back_what_lies_behind_a_block():
    """The threshold holds for the two descriptors of the last frame; a block ends between them."""
    walk = PlainJob(spaced(*[100] * 7, 1_400), write_back=2, interval=200).check()
    assert walk.completed == 8


def test_a_timer_of_0_has_always_run_out():
    walk = PlainJob(spaced(*[100] * 7, 1_400), write_back=8, interval=0).check()
    assert walk.completed == 8 and walk.write_backs == 9


# --- Scenarios of the whole program
def scenario(number):
    """(profile, keys, capture) of this number."""
    rng = random.Random(f"receive scenario {number}")
    profile = rng.choice(["82598", "82598", "82599"])
    longest = rng.choice([1_518, 9_018])
    keys = {
        "device__profile": profile,
        "device__fetch_batch": rng.choice([1, 4, 8, 8]),
        "pcie__lanes": rng.choice([1, 2, 4, 8, 8]),
        "pcie__max_payload": rng.choice([128, 256]),
        "pcie__read_completion_boundary": rng.choice([64, 128]),
        "pcie__read_latency_ns": rng.choice([50, 400, 1_500]),
        "rx__pools": rng.choice([1, 1, 4]),
        "rx__rss": rng.choice([True, False]),
        "rx__ring": rng.choice([16, 32, 128, 512]),
        "rx__buffer_kib": rng.choice([1, 2, 4, 16]),
        "rx__prefetch": rng.choice([0, 8, 16, 32]),
        "rx__host_threshold": rng.choice([0, 4, 8]),
        "rx__write_back": rng.choice([0, 1, 4, 5, 8, 16]),
        "rx__descriptor": rng.choice(["advanced", "legacy"]),
        "rx__drop": rng.choice([True, False]),
        "rx__strip_vlan": rng.choice([True, False]),
        "rx__promiscuous": True,
        "rx__max_frame": longest,
        "rx__moderation": rng.choice([0, 20, 100]),
        "host__mode": rng.choice(["interrupt", "poll"]),
        "host__service_time_ns": rng.choice([10, 300, 2_000]),
        "host__refill": rng.choice([1, 4, 8]),
        "traffic__pace": "line_rate",
    }
    keys["rx__queues"] = keys["rx__pools"] * (rng.choice([1, 2, 4]) if keys["rx__rss"] else 1)
    sizes = rng.choice([[64], [64, 300, 1_518], [longest], [64, longest]])
    records = []
    # SNAP frames have a length, which padding makes wrong.
    chosen = [
        frame for frame, _ in templates() if frame[12:14] >= b"\x06\x00" and b"\xaa\xaa\x03" not in frame[:24]
    ]
    for i in range(rng.choice([40, 150, 300])):
        data = rng.choice(chosen)
        data += rng.randbytes(max(0, rng.choice(sizes) - 4 - len(data)))
        data = rng.choice(MAC_ADDRESSES) + data[6:]
        if data[12:14] == b"\x81\x00":
            data = data[:14] + struct.pack(">H", rng.randrange(8) << 13 | rng.randrange(1, 30)) + data[16:]
        records.append(captures.pcap_record(0, i, data))
    return profile, keys, captures.pcap_header() + b"".join(records)


def frames_of(path):
    """The frames of a capture in picoseconds as the program writes it."""
    data, at, frames = path.read_bytes(), 0, []
    while at < len(data):
        kind, length = struct.unpack_from("<II", data, at)
        if kind == 6:
            _, high, low, captured, _ = struct.unpack_from("<IIIII", data, at + 8)
            frames.append(Frame(high << 32 | low, data[at + 28 : at + 28 + captured]))
        at += length
    return frames


def events_of(directory):
    """Register writes and memory accesses of a run, in order of time."""
    events = []
    for line in (directory / "registers.txt").read_text().splitlines():
        time, _, _, bar, offset, _, kind, value, _ = line.split()
        if kind == "write" and bar == "0":
            events.append(Event(int(time), "register", int(offset, 16), int(value, 16)))
    accesses, _ = parse((directory / "memory.txt").read_text().splitlines())
    return sorted(events + accesses, key=lambda event: event.time)


def check_scenario(number):
    """One run of the program; raises Mismatch. Returns the RingWalk."""
    profile, keys, capture = scenario(number)
    with tempfile.TemporaryDirectory(prefix="ixsim-test-") as place:
        out = pathlib.Path(place)
        captures.write(out / "in.pcap", capture)
        done = call("run", "--pcap", out / "in.pcap", *assignments(keys), "--trace", "registers,pcapng",
                    "--dump-memory", out / "memory.txt", "--out", out)  # fmt: skip
        assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        result = Result((out / "result.json").read_text())
        frames, events = frames_of(out / "frames.pcapng"), events_of(out)
    check_any_run(result)
    slack = (10 + 100 // keys["pcie__lanes"]) * MICROSECOND
    walk = RingWalk(profile, slack=slack, fetch_batch=keys["device__fetch_batch"])
    walk.run(events, frames)
    assert walk.completed == result["rx.delivered"]
    return walk


def check_scenarios(numbers):
    """{number: message} of the scenarios that disagree."""
    wrong = {}
    for number in numbers:
        try:
            check_scenario(number)
        except Mismatch as error:
            wrong[number] = str(error)
    return wrong


@pytest.mark.parametrize("number", QUICK_SCENARIOS)
def test_random_scenarios(number):
    assert check_scenario(number).delivered > 0


@pytest.mark.long
def test_random_scenarios_long():
    answers = in_parallel(check_scenarios, LONG_SCENARIOS, 10)
    assert not {number: text for answer in answers for number, text in answer.items()}


# --- The record itself
def test_the_record_changes_nothing():
    """Runs with and without a record, and with delayed and immediate outputs, have the same events."""
    keys = {"traffic__frames": 200, "traffic__frame_size": "imix", "host__mode": "interrupt"}
    seen = set()
    with tempfile.TemporaryDirectory(prefix="ixsim-test-") as place:
        for number, words in enumerate(
            ([], ["--dump-memory"], ["--dump-memory", "--set", "simulation.immediate=true"])
        ):
            out = pathlib.Path(place, str(number))
            words[1:1] = [out.with_suffix(".txt")] * bool(words)
            assert call("run", *assignments(keys), "--hash-events", *words, "--out", out).returncode == 0
            seen.add(Result((out / "result.json").read_text())["events.hash"])
        records = [pathlib.Path(place, f"{number}.txt").read_text() for number in (1, 2)]
    assert len(seen) == 1
    assert records[0] == records[1] != ""


def test_the_record_has_every_byte():
    """Writes add up to the bytes that frames and descriptors have; messages are distinguished; times never go back."""
    keys = {
        "traffic__frames": 100,
        "traffic__frame_size": 594,
        "rx__queues": 2,
        "rx__pools": 1,
        "rx__write_back": 1,
    }
    with tempfile.TemporaryDirectory(prefix="ixsim-test-") as place:
        out = pathlib.Path(place)
        assert (
            call("run", *assignments(keys), "--dump-memory", out / "memory.txt", "--out", out).returncode == 0
        )
        result = Result((out / "result.json").read_text())
        events, _ = parse((out / "memory.txt").read_text().splitlines())
    assert result["rx.delivered"] == 100
    assert sum(len(e.value) for e in events if e.kind == "write") == 100 * (590 + 16)
    assert sum(e.kind == "message" for e in events) == result["host.interrupts"] > 0
    assert all(a.time <= b.time for a, b in itertools.pairwise(events))


def test_a_record_that_cannot_be_written(tmp_path):
    for path, says in (("/nowhere/memory", "/nowhere/memory"), ("/dev/full", "not a regular file")):
        done = call("run", "--set", "traffic.frames=10", "--out", tmp_path / "out", "--dump-memory", path)
        assert (
            done.returncode == 2
            and done.stdout == ""
            and done.stderr.count("\n") == 1
            and says in done.stderr
        )
        assert list(tmp_path.iterdir()) == []
    small = ("sh", "-c", 'trap "" XFSZ; ulimit -f 1; exec "$@"', "sh")
    done = call("run", "--set", "traffic.frames=100", "--dump-memory", tmp_path / "memory", prefix=small)
    assert done.returncode == 2 and "cannot be written: File too large" in done.stderr
    assert list(tmp_path.iterdir()) == []
