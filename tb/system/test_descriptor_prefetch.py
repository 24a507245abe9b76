"""How fast one transmit queue is when its descriptors come in batches, against the closed form.

Without prefetch a queue asks for its next D descriptors when the last of the batch before is granted. That takes one
round trip RTT; the data of D packets take D t. So D packets leave every RTT + D t:
    t   = completions of a packet's data and its share of the descriptors, on the link down
    RTT = read request up + flight + root complex + flight + completion header down + one edge of each clock passed
With prefetch, or with a second queue, the round trip hides behind the other packets and the wire is the limit.
"""

import pytest
from program import simulate

BYTE_NS = 0.5  # Gen1 x8
FLIGHT_NS = 100
CLOCKS_NS = (
    6.4 + 4 + 3 * 2
)  # MAC, DMA, and PCIe at the device's transmit side, the root port, the receive side
HEADER_UP, HEADER_DOWN = 24, 20
LINE_RATE = 1.25e9 / 84

KEYS = {
    "tx__ring": 8_192, "tx__checksum_offload": False, "tx__write_back": 8, "pcie__dllp": "none",
    "rx__queues": 1, "rx__pools": 1, "traffic__frames": 1,
}  # fmt: skip


def period(packets, *, queues=1, **keys):
    """Nanoseconds a packet in the middle of a run: start and end are in both runs and cancel."""

    def duration(count):
        result = simulate(tx__packets=count, tx__queues=queues, **(KEYS | keys))
        assert result["tx.frames"] == result["tx.sent"] == count * queues
        return 1e9 * (result["tx.frames"] - 1) / result["tx.frame_rate"]

    return (duration(3 * packets) - duration(packets)) / (2 * packets * queues)


def without_prefetch(batch, latency, length=60):
    """Nanoseconds a packet in the closed form."""
    t = BYTE_NS * (length + HEADER_DOWN + 16)
    round_trip = BYTE_NS * (HEADER_UP + HEADER_DOWN) + 2 * FLIGHT_NS + latency + CLOCKS_NS
    return (round_trip + batch * t) / batch


@pytest.mark.parametrize("batch", [1, 2, 4, 8])
@pytest.mark.parametrize("latency", [400, 1_000, 3_000])
def test_without_prefetch_the_round_trip_limits(batch, latency):
    keys = {"device__fetch_batch": batch, "tx__prefetch": 0, "tx__host_threshold": 0}
    measured = period(800, pcie__read_latency_ns=latency, **keys)
    expected = without_prefetch(batch, latency)
    assert expected > 1e9 / LINE_RATE
    assert measured == pytest.approx(expected, rel=0.015)
    # The latency itself shows one to one.
    longer = period(800, pcie__read_latency_ns=latency + 1_000, **keys)
    assert batch * (longer - measured) == pytest.approx(1_000, rel=0.005)


@pytest.mark.parametrize(
    ("queues", "prefetch"), [(1, 16), (1, 32), (2, 0), pytest.param(8, 0, marks=pytest.mark.long)]
)
@pytest.mark.parametrize("size", [64, 128, 1_518])
def test_prefetch_or_a_second_queue_reaches_line_rate(queues, prefetch, size):
    measured = period(2_400 // queues, queues=queues, tx__prefetch=prefetch, tx__frame_size=size)
    assert measured == pytest.approx((size + 20) * 0.8, rel=1e-4)


def test_outstanding_data_reads_limit():
    """Sixteen packets in a round trip, when that takes longer than sixteen packets on the wire."""
    short = period(1_600, pcie__read_latency_ns=1_500, tx__prefetch=32)
    long = period(1_600, pcie__read_latency_ns=4_000, tx__prefetch=32)
    assert short > 67.2
    assert 16 * (long - short) == pytest.approx(2_500, rel=0.005)
