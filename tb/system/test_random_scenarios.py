"""Random scenarios of the receive and transmit paths. Acting at armed edges only and acting at every edge give the same
events and the same metrics, and no output leaves the module at another time than its own.

The number of a scenario determines it. The quick test takes a few, the long one many.
"""

import random

import pytest
from program import ROOT, simulate

# Found wrong once: at 1 Gb/s a lane is longer than the way to the host over a short link, and reads left late.
SLOW_WIRE = {
    "device__speed": "1G", "pcie__max_payload": 128, "tx__write_back": 4, "tx__scheduler": "drr", "traffic__flows": 64,
}  # fmt: skip
FOUND = {
    "tag behind a read's data": SLOW_WIRE | {
        "pcie__propagation_ns": 7, "pcie__read_completion_boundary": 256, "tx__queues": 7, "tx__packets": 71,
        "tx__frame_size": 594, "tx__checksum_offload": True, "traffic__frame_size": 594, "traffic__frames": 500,
        "traffic__arrival": "poisson", "traffic__load_percent": 30, "rx__moderation": 40,
    },
    "read behind a write": SLOW_WIRE | {
        "pcie__propagation_ns": 20, "pcie__lanes": 16, "pcie__read_completion_boundary": 128, "pcie__read_latency_ns": 100,
        "tx__queues": 32, "tx__packets": 12, "tx__frame_size": 1_518, "tx__prefetch": 32, "tx__head_write_back": True,
        "tx__burst": 5, "tx__idle_ns": 100, "tx__write_back": 1, "rx__write_back": 1, "traffic__frame_size": 1_518,
        "traffic__frames": 400, "device__fetch_batch": 4,
    },
}  # fmt: skip
QUICK = (*range(12), 33)  # 33: as above, behind descriptors
FRAMES = {64: 900, 65: 900, 300: 600, 594: 500, 1_518: 400, "imix": 600, 9_018: 90}


def transmit_keys(rng, size, frames, queues):
    """Keys of the transmit side."""
    keys = {
        "tx__queues": queues,
        "tx__packets": max(1, frames // queues),
        "tx__frame_size": [64, 594, 64, 594, 64, 1_518] if size == "imix" else size,
        "tx__prefetch": rng.choice([0, 8, 16, 32]),
        "tx__write_back": rng.choice([0, 1, 4, 8, 16]),
        "tx__head_write_back": rng.choice([True, False]),
        "tx__checksum_offload": rng.choice([True, False]),
        "tx__scheduler": rng.choice(["rr", "drr"]),
        "tx__doorbell": rng.choice([1, 4]),
    }
    if rng.random() < 0.3:
        keys |= {"tx__burst": rng.choice([1, 5, 20]), "tx__idle_ns": rng.choice([100, 3_000])}
    if rng.random() < 0.25:
        length = rng.choice([2_000, 9_000, 40_000])
        keys |= {
            "tx__mss": rng.choice([100, 536, 1_460]),
            "tx__frame_size": length,
            "tx__packets": max(1, 300_000 // (length * queues)),
            "tx__grant": rng.choice(["request", "segment"]),
        }
    return keys


def scenario(number):
    """The scenario keys of this number."""
    rng = random.Random(number)
    path = rng.choice(["receive", "transmit", "duplex"])
    size = rng.choice(list(FRAMES))
    frames = FRAMES[size]
    keys = {
        "traffic__flows": 64,
        "traffic__frame_size": size,
        "traffic__frames": 1 if path == "transmit" else frames,
        "pcie__lanes": rng.choice([1, 2, 4, 8, 8, 16]),
        "pcie__generation": rng.choice([1, 1, 2]),
        "pcie__max_payload": rng.choice([128, 256]),
        "pcie__max_read_request": rng.choice([128, 256, 512, 2_048, 4_096]),
        "pcie__read_completion_boundary": rng.choice([64, 64, 128, 256]),
        "pcie__dllp": rng.choice(["none", "five_percent", "spec_max"]),
        "device__speed": rng.choice(["10G", "10G", "1G"]),
        "device__fetch_batch": rng.choice([1, 4, 8, 40]),
        "rx__moderation": rng.choice([0, 40, 488]),
        "rx__write_back": rng.choice([1, 4, 8]),
        "rx__auto_mask": rng.choice([True, False]),
        "host__mode": rng.choice(["interrupt", "interrupt", "poll"]),
    }
    if size == 9_018:
        keys["rx__max_frame"] = 9_018
    if rng.random() < 0.3:
        keys["pcie__read_latency_ns"] = rng.choice([0, 2, 100, 1_500])
    if rng.random() < 0.5:
        keys["pcie__propagation_ns"] = rng.choice([2, 7, 20, 50, 300])
    if rng.random() < 0.3:
        keys["host__interrupt_latency_ns"] = rng.choice([1, 333, 2_000, 5_001])
    if rng.random() < 0.4:
        keys |= {
            "traffic__arrival": rng.choice(["poisson", "bursty"]),
            "traffic__load_percent": rng.choice([30, 80]),
        }
    if path != "receive":
        keys |= transmit_keys(rng, size, frames, rng.choice([1, 2, 7, 16, 32]))
    return keys


def compare(keys):
    """Every way to run the core, the same scenario; simulate() fails for outputs that leave late.

    A run may end with packets that were never posted: then it does so in every way.
    """
    results = []
    for way in ({}, {"simulation__immediate": True}, {"simulation__driver": "tick"}):
        result = simulate(ROOT / "tb/bench/rx.toml", "--hash-events", status=None, **way, **keys)
        # Only the number of the module's activations differs.
        del result["simulation.activations"]
        results.append(result)
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize("name", FOUND)
def test_scenarios_found_wrong_before(name):
    compare(FOUND[name])


@pytest.mark.parametrize("number", QUICK)
def test_ways_agree(number):
    compare(scenario(number))


@pytest.mark.long
@pytest.mark.parametrize("number", sorted(set(range(400)) - set(QUICK)))
def test_ways_agree_long(number):
    compare(scenario(number))
