"""Long runs: a hundred million frames in all, half of them received and half sent. Every frame is delivered or sent,
and counted so by the generator, the device, the drivers and the link partner. Memory does not grow.

Each case is a CTest entry. A frame of 64 B costs 4,233 instructions received and 6,497 sent (scripts/benchmark):
12.5 million in each direction are 134 thousand million instructions, a minute or two of a core. One case sends full
frames, so that its octets exceed 2^32.
"""

import math
import os
import pathlib
import subprocess
import tempfile
import time

import pytest
from program import Result, assignments, check_any_run, program

GROWTH_KIB = 4_096  # between the samples of the second fifth of a run and those of its last
LONGEST = 1_150  # seconds

MODERATE = {"traffic.arrival": "poisson", "traffic.load_percent": 30}
BOTH_WAYS = {"tx.queues": 32, "tx.frame_size": 64, "traffic.flows": 4_096}
# Name: keys, frames received and packets sent in all.
CASES = {
    "line_rate": (BOTH_WAYS, 12_500_000),
    "two_ports": (BOTH_WAYS | {"device.ports": 2, "pcie.generation": 2}, 6_250_000),
    "classes": (
        BOTH_WAYS
        | {"dcb.enabled": True, "traffic.vlans": [1], "traffic.priorities": [0, 1, 2, 3, 4, 5, 6, 7]}
        | {"traffic.frame_size": 68}
        | MODERATE,
        9_375_000,
    ),
    "successor": (
        BOTH_WAYS
        | {"device.profile": "82599", "rx.pools": 32, "rx.queues": 128, "rx.drop": True, "tx.head_write_back": True}
        | {"host.mode": "poll", "rx.write_back": 1}
        | MODERATE,
        12_500_000,
    ),
    "full_frames": (
        BOTH_WAYS | {"traffic.frame_size": 1_518, "tx.frame_size": 1_518, "rx.flow_control": True}
        | {"pcie.generation": 2},
        3_125_000,
    ),
}  # fmt: skip
# Sums over the cases, each way.
TOTAL = 50_000_000
# Both ways at the line rate are more than the link carries: frames of 64 B are lost in the packet buffer then.
OVERLOAD = ("packet_buffer_full", "no_descriptor")
LOST = {"line_rate": 0.5, "two_ports": 0.8}


def resident_kib(process):
    """Memory that the process holds now; None if it has ended."""
    try:
        for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    except OSError:
        pass
    return None


def run_sampled(words):
    """Runs the program; returns samples of its memory."""
    samples = []
    with tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen([str(program()), *map(str, words)], stdout=said, stderr=subprocess.STDOUT)
        end = time.monotonic() + LONGEST
        try:
            while process.poll() is None:
                if time.monotonic() >= end:
                    pytest.fail("the run takes too long")
                if (kib := resident_kib(process)) is not None:
                    samples.append(kib)
                time.sleep(0.1)
        finally:
            process.kill()
            process.wait()
        said.seek(0)
        output = said.read()
    assert process.returncode == 0, output
    return samples


def grown(samples):
    """KiB by which memory has grown after the first two fifths of a run, in which buffers fill."""
    fifth = len(samples) // 5
    assert fifth >= 5, "too few samples"
    return max(samples[-fifth:]) - max(samples[fifth : 2 * fifth])


def soak(name, frames):
    """One case with so many frames a port; returns samples of its memory."""
    keys, _ = CASES[name]
    queues = keys["tx.queues"]
    packets = math.ceil(frames / queues)
    keys = keys | {"traffic.frames": frames, "tx.packets": packets}
    with tempfile.TemporaryDirectory(prefix="ixsim-soak-") as out:
        words = assignments({key.replace(".", "__"): value for key, value in keys.items()})
        samples = run_sampled(["run", *words, "--out", out])
        assert os.listdir(out) == ["result.json"]
        result = Result(pathlib.Path(out, "result.json").read_text())
    check_any_run(result)
    for prefix in ("port0.", "port1.") if keys.get("device.ports") == 2 else ("",):
        assert result[prefix + "rx.frames"] == frames
        assert result[prefix + "rx.bytes"] == frames * keys.get("traffic.frame_size", 64)
        dropped = sum(result[f"{prefix}rx.drop.{bucket}"] for bucket in OVERLOAD)
        assert result[prefix + "rx.delivered"] == frames - dropped
        assert dropped <= LOST.get(name, 0) * frames
        assert result[prefix + "rx.in_flight"] == result[prefix + "tx.in_flight"] == 0
        for metric in ("packets", "sent", "frames", "completed"):
            assert result[f"{prefix}tx.{metric}"] == packets * queues
        assert result[prefix + "tx.bytes"] == packets * queues * keys["tx.frame_size"]
    return samples


def test_cases_add_up():
    assert sum(frames * keys.get("device.ports", 1) for keys, frames in CASES.values()) >= TOTAL


@pytest.mark.parametrize("name", CASES)
def test_set_up_of_a_soak(name):
    """A thousandth of each case, without a look at memory."""
    soak(name, CASES[name][1] // 1_000)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_memory_is_flat_and_every_frame_is_counted(name):
    samples = soak(name, CASES[name][1])
    assert grown(samples) <= GROWTH_KIB, samples[:: max(1, len(samples) // 40)]
