"""Ethernet framing at 10 Gb/s through the whole controller: a frame of F bytes (FCS included) takes F + 20 byte
times, so 1.25e9 / (F + 20) frames a second, exactly over any multiple of four frames.

Source: IEEE 802.3: 8 bytes of preamble and delimiter, 12 bytes of gap on average (deficit idle count).
"""

from fractions import Fraction

import pytest
from program import simulate

BYTE_RATE = Fraction(10**10, 8)
# Enough queues, large rings and a quick host, so that the wire alone limits; no descriptor waits for others.
QUICK_HOST = {
    "traffic__flows": 256, "host__mode": "poll", "host__service_time_ns": 50, "pcie__dllp": "none", "rx__write_back": 1,
}  # fmt: skip
ETHERNET = 14 + 4
UDP, TCP, TCP_TIMESTAMPS = 20 + 8, 20 + 20, 20 + 32


def line_rate(size, frames=4_001, **keys):
    tagged = {"traffic__vlans": [100], "rx__vlans": [100]} if size == 1_522 else {}
    jumbo = {"rx__max_frame": size} if size > 1_522 else {}
    buffers = {"rx__buffers": 512, "rx__buffer_kib": 16} if jumbo else {}
    return simulate(
        traffic__frames=frames, traffic__frame_size=size, **QUICK_HOST, **tagged, **jumbo, **buffers, **keys
    )


@pytest.mark.parametrize("size", [64, 65, 66, 67, 128, 256, 512, 1_024, 1_280, 1_518, 1_522, 9_018])
def test_frame_rate(size):
    result = line_rate(size)
    rate = BYTE_RATE / (size + 20)
    assert result["rx.wire.frame_rate"] == float(rate)
    assert result["rx.wire.throughput"] == float(rate * 8 * size)
    # All of it reaches the host, at the same rate but for one frame at each end of the window.
    assert result["rx.delivered"] == result["host.frames"] == 4_001
    late = line_rate(size, measure__warmup="100 us")
    one = 1e12 / (late["rx.window.end"] - late["rx.window.begin"])
    assert late["rx.frame_rate"] == pytest.approx(float(rate), abs=one)
    assert late["rx.throughput"] == pytest.approx(float(rate * 8 * size), abs=one * 8 * size)


def test_published_figures():
    """The figures by themselves, so that an error in the formula above shows."""
    assert round(line_rate(64)["rx.wire.frame_rate"], 2) == 14_880_952.38
    assert round(line_rate(1_518)["rx.wire.frame_rate"], 1) == 812_743.8
    assert round(line_rate(9_018)["rx.wire.throughput"] / 1e9, 3) == 9.978


@pytest.mark.parametrize(
    ("size", "headers", "gigabits"),
    [
        (1_518, UDP, 9.571),
        (1_518, TCP, 9.493),
        (1_518, TCP_TIMESTAMPS, 9.415),
        (1_522, TCP + 4, 9.468),
        (9_018, UDP, 9.927),
        (9_018, TCP, 9.914),
        (9_018, TCP_TIMESTAMPS, 9.900),
    ],
)
def test_goodput_ceiling(size, headers, gigabits):
    result = line_rate(size)
    assert result["rx.delivered"] == 4_001
    goodput = result["rx.wire.frame_rate"] * 8 * (size - ETHERNET - headers)
    assert round(goodput / 1e9, 3) == gigabits


@pytest.mark.parametrize("frames", [5, 9, 1_001, 40_001])
def test_exact_over_multiples_of_four(frames):
    assert line_rate(65, frames)["rx.wire.frame_rate"] == float(BYTE_RATE / 85)


def test_gigabit():
    result = simulate(traffic__frames=401, device__speed="1G", **QUICK_HOST)
    assert result["rx.wire.frame_rate"] == float(BYTE_RATE / 10 / 84)
    assert result["rx.frame_rate"] == pytest.approx(float(BYTE_RATE / 10 / 84), rel=1.5 / 400)
