"""Runs that are killed, terminated or interrupted at random moments, with every kind of output.

At any moment, a file under its final name is complete. A run that was asked to end reports so in one line and leaves no
partial file. The same command then succeeds in the same folder.
"""

import json
import random
import signal
import struct
import subprocess
import time

import jsonschema
import pytest
from program import assignments, program, schema

FRAMES = 6_000
KEYS = {"traffic__frames": FRAMES, "tx__queues": 4, "tx__packets": 500, "traffic__flows": 64}
RUN = ["run", *assignments(KEYS)]
CHECK = ["check", "scheduler", "--frames", "20000", "--seed", "3"]
# Name: the command without its places, and the files that it leaves; `{}` stands for the folder.
OUTPUTS = {
    "result": ([*RUN, "--out", "{}"], {"result.json"}),
    "traces": (
        [*RUN, "--out", "{}", "--trace", "pcapng,spans,arbitration,registers"],
        {"result.json", "frames.pcapng", "spans.json", "arbitration.txt", "registers.txt"},
    ),
    "events": ([*RUN, "--out", "{}", "--dump-events", "{}/events.txt"], {"result.json", "events.txt"}),
    "waveforms": (
        [*RUN, "--out", "{}", "--check", "rtl", "--trace", "fst"],
        {"result.json", "classifier.fst", "scheduler.fst"},
    ),
    "check": ([*CHECK, "--out", "{}"], {"result.json", "coverage.json"}),
    "vectors": (
        ["check", "classifier", "--frames", "3000", "--dump-vectors", "{}"],
        {"stimulus.hex", "expected.hex"},
    ),
}
SIGNALS = [signal.SIGKILL, signal.SIGTERM, signal.SIGINT]
QUICK, LONG = 6, 50


def command(name, place):
    words, files = OUTPUTS[name]
    return [str(program()), *(word.replace("{}", str(place)) for word in words)], files


def whole_pcapng(data):
    place = 0
    while place < len(data):
        length = struct.unpack_from("<I", data, place + 4)[0]
        assert struct.unpack_from("<I", data, place + length - 4)[0] == length
        place += length
    return place == len(data) > 0


def whole_waveform(data):
    """The first block of an FST says how long the header is and, once the file is closed, where its time ends."""
    return (
        data[0] == 0
        and struct.unpack_from(">Q", data, 1)[0] == 329
        and struct.unpack_from(">Q", data, 17)[0] > 0
    )


def check_whole(path, lines):
    """A file under its final name is complete; `lines` is how many a complete text file has."""
    data = path.read_bytes()
    if path.suffix == ".json":
        parsed = json.loads(data)
        if "format" in parsed:
            jsonschema.validate(parsed, schema().schema)
    elif path.suffix == ".pcapng":
        assert whole_pcapng(data)
    elif path.suffix == ".fst":
        assert whole_waveform(data)
    else:
        assert data.count(b"\n") == lines[path.name], f"{path.name} is cut"
        assert data.endswith(b"\n")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """For each output: seconds that the command takes, and lines of its text files."""
    facts = {}
    for name in OUTPUTS:
        place = tmp_path_factory.mktemp(name)
        words, files = command(name, place)
        begin = time.monotonic()
        done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        took = time.monotonic() - begin
        assert {entry.name for entry in place.iterdir()} == files
        lines = {entry.name: entry.read_bytes().count(b"\n") for entry in place.iterdir()}
        for entry in place.iterdir():
            check_whole(entry, lines)
        facts[name] = (took, lines)
    return facts


def disturb(number, place, undisturbed):
    """Ends a run at a moment of its number, looks at what it left, and runs the command again."""
    rng = random.Random(number)
    name = list(OUTPUTS)[number % len(OUTPUTS)]
    how = SIGNALS[number // len(OUTPUTS) % len(SIGNALS)]
    took, lines = undisturbed[name]
    words, files = command(name, place)
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(rng.random() * took)
    process.send_signal(how)
    said, complained = process.communicate(timeout=60)
    left = {entry.name for entry in place.iterdir()}
    for entry in left & files:
        check_whole(place / entry, lines)
    if process.returncode == 0:  # it was over before
        assert left == files
    elif how == signal.SIGKILL:
        assert process.returncode == -signal.SIGKILL
        # SIGKILL prevents any clean-up; what is left does not bear a final name.
        assert all("partial" in entry for entry in left - files), left
    else:
        assert process.returncode != 1, said
        assert left <= files, f"left after {how.name}: {left - files}"
        # Before the program's own beginning the signal ends it without a word.
        assert complained.count("\n") <= 1, complained
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    after = {entry.name for entry in place.iterdir()}
    assert files <= after
    for entry in files:
        check_whole(place / entry, lines)
    # Stale partial files are removed, or named.
    for stale in after - files:
        assert stale in done.stdout + done.stderr, f"{stale} stays without a word"


@pytest.mark.parametrize("number", range(QUICK))
def test_ended_at_a_random_moment(number, tmp_path, undisturbed):
    disturb(number * 7, tmp_path, undisturbed)


@pytest.mark.long
@pytest.mark.parametrize("number", range(LONG))
def test_ended_at_a_random_moment_long(number, tmp_path, undisturbed):
    disturb(number, tmp_path, undisturbed)
