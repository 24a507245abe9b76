"""The speed of one transmit queue whose descriptors come in batches, against the closed form.

Without prefetch a queue requests its next D descriptors when the last of the previous batch is granted. That takes one
round trip RTT; the data of D packets take D t. So D packets leave every RTT + D t:
    t   = completions of a packet's data and its share of those of the descriptors, on the link down (link_bytes.py)
    RTT = read request up + flight + root complex + flight + one edge of each clock passed
No constant is fitted: the same form holds for links of another speed and for frames of other sizes. With prefetch, or
with a second queue, the round trip overlaps with the other packets and the wire is the limit.
"""

import pytest
from link_bytes import raw_bytes_per_second, transmit_down_bytes
from program import simulate

FLIGHT_NS = 100
CLOCKS_NS = (
    6.4 + 4 + 3 * 2
)  # MAC, DMA, and PCIe at the device's transmit side, the root port, the receive side
READ_REQUEST = 24

KEYS = {
    "tx__ring": 8_192, "tx__checksum_offload": False, "tx__write_back": 8, "pcie__dllp": "none",
    "rx__queues": 1, "rx__pools": 1, "traffic__frames": 1,
}  # fmt: skip


def wire_time(size):
    """Nanoseconds of a frame on the wire, with preamble and gap."""
    return (size + 20) * 0.8


def period(packets, *, queues=1, **keys):
    """Nanoseconds a packet in the middle of a run: start and end are in both runs and cancel."""

    def duration(count):
        result = simulate(tx__packets=count, tx__queues=queues, **(KEYS | keys))
        assert result["tx.frames"] == result["tx.sent"] == count * queues
        return 1e9 * (result["tx.frames"] - 1) / result["tx.frame_rate"]

    return (duration(3 * packets) - duration(packets)) / (2 * packets * queues)


def without_prefetch(batch, latency, length, generation):
    """Nanoseconds a packet in the closed form."""
    byte = 1e9 / raw_bytes_per_second(generation, 8)
    t = byte * float(transmit_down_bytes(length, batch))
    round_trip = byte * READ_REQUEST + 2 * FLIGHT_NS + latency + CLOCKS_NS
    return (round_trip + batch * t) / batch


def check_without_prefetch(batch, latency, length=60, generation=1):
    keys = {"device__fetch_batch": batch, "tx__prefetch": 0, "tx__host_threshold": 0,
            "pcie__generation": generation, "tx__frame_size": length + 4}  # fmt: skip
    measured = period(800, pcie__read_latency_ns=latency, **keys)
    expected = without_prefetch(batch, latency, length, generation)
    assert expected > wire_time(length + 4)
    assert measured == pytest.approx(expected, rel=0.015)
    # The latency itself shows one to one.
    longer = period(800, pcie__read_latency_ns=latency + 1_000, **keys)
    assert batch * (longer - measured) == pytest.approx(1_000, rel=0.005)


@pytest.mark.parametrize("batch", [1, 2, 4, 8, 16])
@pytest.mark.parametrize("latency", [400, 1_000, 3_000])
def test_without_prefetch_the_round_trip_limits(batch, latency):
    check_without_prefetch(batch, latency)


@pytest.mark.parametrize(
    ("generation", "length", "batch"),
    [(1, 252, 1), (1, 252, 8), (1, 508, 4), (2, 60, 1), (2, 60, 8), (2, 252, 4), (2, 508, 2)],
)
def test_without_prefetch_on_other_links_and_sizes(generation, length, batch):
    check_without_prefetch(batch, 1_000, length, generation)


@pytest.mark.parametrize(
    ("queues", "prefetch"), [(1, 16), (1, 32), (2, 0), pytest.param(8, 0, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("size", [64, 128, 1_518])
def test_prefetch_or_a_second_queue_reaches_line_rate(queues, prefetch, size):
    measured = period(2_400 // queues, queues=queues, tx__prefetch=prefetch, tx__frame_size=size)
    assert measured == pytest.approx(wire_time(size), rel=1e-4)


def test_outstanding_data_reads_limit():
    """Sixteen packets in a round trip, when that takes longer than sixteen packets on the wire."""
    short = period(1_600, pcie__read_latency_ns=1_500, tx__prefetch=32)
    long = period(1_600, pcie__read_latency_ns=4_000, tx__prefetch=32)
    assert short > wire_time(64)
    assert 16 * (long - short) == pytest.approx(2_500, rel=0.005)
