"""Capacity of the PCIe link for sent packets, alone and together with received ones, against the closed form.

For a packet of L bytes without FCS, from the host: L in completions of 64 bytes, each with 20 more, and its descriptor
with its share of a completion's 20. To the host: 24 for each read request of its data, 16 for its descriptor's
write-back with its share of 24, and its share of the descriptor read's 24 (link_bytes.py). test_pcie_ceilings.py tests
the bytes of received packets.
"""

from math import ceil

import pytest
from link_bytes import dllp_share, raw_bytes_per_second, transmit_down_bytes, transmit_up_bytes, up_bytes
from program import ONE_QUEUE, delivered_rate, simulate, slope

TOLERANCE = 0.005
# One queue a port, everything posted at once, completions polled; a host near by, so that no read is waited for.
KEYS = ONE_QUEUE | {
    "tx__queues": 1, "tx__ring": 16_384, "tx__checksum_offload": False, "tx__prefetch": 8, "traffic__frames": 1,
    "pcie__propagation_ns": 10, "pcie__read_latency_ns": 50,
}  # fmt: skip
ALL = [(payload, policy, write_back, fetch) for payload in (128, 256) for policy in ("none", "five_percent", "spec_max")
       for write_back in (1, 4, 8) for fetch in (1, 4, 8)]  # fmt: skip
# Such that the driver's buffers do not lie across a 4 KiB boundary, where a read request ends.
LENGTHS = (60, 61, 124, 245, 252, 508, 1_020, 1_514)


def link_keys(payload, policy, write_back, fetch, generation=1, lanes=8):
    # WTHRESH 1 writes what has gathered while the link was taken, 0 each descriptor by itself.
    return {
        "pcie__max_payload": payload, "pcie__dllp": policy, "pcie__generation": generation, "pcie__lanes": lanes,
        "tx__write_back": 0 if write_back == 1 else write_back, "rx__write_back": write_back,
        "device__fetch_batch": fetch, "tx__host_threshold": fetch, "rx__host_threshold": fetch,
        **({"device__profile": "custom"} if generation == 3 else {}),
    }  # fmt: skip


def ports(result):
    return [port.replace("rx", "tx") for port in result.ports()]


def durations(result):
    """Seconds from the first frame's start to the last's, at each port, the shortest first."""
    return sorted((result[port + "frames"] - 1) / result[port + "frame_rate"] for port in ports(result))


def duration(result):
    return durations(result)[0]


def two_runs(packets, **keys):
    """The same with N and 3N packets a port: start and end are in both and cancel."""
    return [simulate(tx__packets=count, **(KEYS | keys)) for count in (packets, 3 * packets)]


def growth(runs, metric):
    return metric(runs[1]) - metric(runs[0])


def sent(result):
    return sum(result[port + "sent"] for port in ports(result))


# --- Bytes a packet.


def check_bytes(payload, policy, write_back, fetch, length, generation=1, lanes=8):
    keys = link_keys(payload, policy, write_back, fetch, generation, lanes)
    runs = two_runs(400, tx__frame_size=length + 4, **keys)
    packets = growth(runs, sent)
    share = dllp_share(policy, generation, lanes, payload)
    for way, expected in (
        ("up", transmit_up_bytes(length, write_back, fetch)),
        ("down", transmit_down_bytes(length, fetch)),
    ):
        measured = growth(runs, lambda r, way=way: r[f"pcie.{way}.bytes"] - r[f"pcie.{way}.dllp_bytes"])
        assert measured == pytest.approx(packets * float(expected), abs=1e-6), way
        with_dllps = growth(runs, lambda r, way=way: r[f"pcie.{way}.bytes"])
        assert with_dllps == pytest.approx(packets * float(expected) / (1 - share), rel=TOLERANCE), way


QUICK_BYTES = [(*setting, LENGTHS[i % 8]) for i, setting in enumerate(ALL) if i % 3 == 0]


@pytest.mark.parametrize(("payload", "policy", "write_back", "fetch", "length"), QUICK_BYTES)
def test_bytes_a_packet(payload, policy, write_back, fetch, length):
    check_bytes(payload, policy, write_back, fetch, length)


def long_except(quick, cases):
    """The cases as parameters; those that are not in `quick` run in the long form."""
    return [case if case in quick else pytest.param(*case, marks=pytest.mark.long) for case in cases]


BYTES_GEN3 = [
    (*setting, lanes)
    for setting in [(128, "none", 1, 1, 61), (256, "five_percent", 8, 8, 1_514), (512, "spec_max", 4, 8, 508)]
    for lanes in (2, 4, 8, 16)
]
QUICK_BYTES_GEN3 = [BYTES_GEN3[i] for i in (0, 5, 10, 11)]  # each setting, each width


@pytest.mark.parametrize(
    ("payload", "policy", "write_back", "fetch", "length", "lanes"),
    long_except(QUICK_BYTES_GEN3, BYTES_GEN3),
)
def test_bytes_a_packet_gen3(payload, policy, write_back, fetch, length, lanes):
    check_bytes(payload, policy, write_back, fetch, length, 3, lanes)


@pytest.mark.long
@pytest.mark.parametrize(
    ("payload", "policy", "write_back", "fetch", "length"),
    [(*setting, length) for setting in ALL for length in LENGTHS if (*setting, length) not in QUICK_BYTES],
)
def test_bytes_a_packet_all(payload, policy, write_back, fetch, length):
    check_bytes(payload, policy, write_back, fetch, length)


@pytest.mark.parametrize(("read_request", "length"), [(128, 1_514), (512, 1_514), (4_096, 1_020)])
@pytest.mark.parametrize("boundary", [64, 128])
def test_bytes_of_other_requests(read_request, length, boundary):
    keys = {"pcie__max_read_request": read_request, "pcie__read_completion_boundary": boundary}
    runs = two_runs(200, tx__frame_size=length + 4, **(link_keys(128, "none", 8, 8) | keys))
    packets = growth(runs, sent)
    up = growth(runs, lambda r: r["pcie.up.bytes"])
    down = growth(runs, lambda r: r["pcie.down.bytes"])
    assert up == packets * transmit_up_bytes(length, 8, 8, read_request)
    assert down == packets * transmit_down_bytes(length, 8, boundary)


@pytest.mark.parametrize(
    ("batch", "read_request", "prefetch"),
    [(16, 256, 0), (16, 4_096, 8), (32, 512, 0), (32, 128, 0), (32, 512, 8)],
)
def test_bytes_of_long_fetches(batch, read_request, prefetch):
    """A fetch of more than one block is one read, of as many requests as it needs; it begins and ends at blocks."""
    keys = {"device__tx_fetch_batch": batch, "tx__prefetch": prefetch, "tx__host_threshold": batch,
            "pcie__max_read_request": read_request}  # fmt: skip
    runs = two_runs(960, tx__frame_size=64, **(link_keys(128, "none", 8, 8) | keys))
    packets = growth(runs, sent)
    assert packets % batch == 0
    assert growth(runs, lambda r: r["pcie.up.bytes"]) == packets * transmit_up_bytes(
        60, 8, batch, read_request
    )
    assert growth(runs, lambda r: r["pcie.down.bytes"]) == packets * transmit_down_bytes(60, batch)


# --- Transmit alone, two ports: the link from the host is full.


def check_transmit_rate(payload, policy, write_back, fetch, size, generation=1, lanes=8):
    keys = link_keys(payload, policy, write_back, fetch, generation, lanes)
    runs = two_runs(4_000 if size < 512 else 800, tx__frame_size=size, device__ports=2, **keys)
    raw = raw_bytes_per_second(generation, lanes) * (1 - dllp_share(policy, generation, lanes, payload))
    down, up = transmit_down_bytes(size - 4, fetch), transmit_up_bytes(size - 4, write_back, fetch)
    expected = raw / float(max(down, up))
    line_rate = 1.25e9 / (size + 20)
    assert expected < 2 * line_rate, "the wires are slower than the link"
    # The ports need not get the same: the slower one then has the link for itself.
    alone = growth(runs, lambda r: durations(r)[-1]) - growth(runs, duration)
    together = growth(runs, sent) - min(expected, line_rate) * alone
    assert together / growth(runs, duration) == pytest.approx(expected, rel=TOLERANCE)


TRANSMIT = [(*setting, size) for setting in ALL for size in (64, 1_518)]


@pytest.mark.parametrize(
    ("payload", "policy", "write_back", "fetch", "size"), long_except(TRANSMIT[::7], TRANSMIT)
)
def test_transmit_rate_of_a_full_link(payload, policy, write_back, fetch, size):
    check_transmit_rate(payload, policy, write_back, fetch, size)


TRANSMIT_GEN3 = [(*setting, lanes) for setting in TRANSMIT[3::17] for lanes in (1, 2)]
# Each setting, with widths by turns.
QUICK_GEN3 = [case for i, case in enumerate(TRANSMIT_GEN3) if i % 4 in (0, 3)]


@pytest.mark.parametrize(
    ("payload", "policy", "write_back", "fetch", "size", "lanes"), long_except(QUICK_GEN3, TRANSMIT_GEN3)
)
def test_transmit_rate_of_a_full_link_gen3(payload, policy, write_back, fetch, size, lanes):
    check_transmit_rate(payload, policy, write_back, fetch, size, 3, lanes)


# --- Both ways, two ports: the link to the host is full.


def both_rates(size, received, equal, **keys):
    """Packets a second sent and received while both wires are busy both ways, over two ports.

    `received` is the rate of receive alone, as measured. The longer run sends for D longer; in that time receive is
    slowed down, and that many packets fewer are received in all. `equal` only says how many packets that takes.
    """
    packets = ceil(2.5e-3 * equal / 2)
    frames = ceil(7e-3 / ((size + 20) * 0.8e-9))
    keys = keys | {"tx__frame_size": size, "traffic__frame_size": size, "traffic__frames": frames,
                   "traffic__start_us": 100, "device__ports": 2}  # fmt: skip
    runs = [simulate(tx__packets=count, **(KEYS | keys)) for count in (packets, 2 * packets)]
    for run in runs:
        # Receive is at its limit from before the first run's end to after the last's.
        assert 1.2e-3 < duration(run) < 7e-3, "transmit stops too early or too late"
        assert run.total("drop.packet_buffer_full") > 0
    time = growth(runs, duration)
    return growth(runs, sent) / time, received + growth(runs, lambda r: r.total("delivered")) / time


def check_both(payload, policy, write_back, fetch, size, generation=1, lanes=8):
    keys = link_keys(payload, policy, write_back, fetch, generation, lanes)
    return check_both_with(
        keys, payload, policy, (write_back, fetch), (write_back, fetch), size, generation, lanes
    )


def check_both_with(keys, payload, policy, receive, transmit, size, generation, lanes):
    """Packets a second each way if both were equal, as measured: the inverse of a packet's times on the link.

    That of a received packet is measured without transmit; what transmit leaves receive then says that of a sent one.
    """
    raw = raw_bytes_per_second(generation, lanes) * (1 - dllp_share(policy, generation, lanes, payload))
    up_received = float(up_bytes(size - 4, payload, *receive))
    up_sent = float(transmit_up_bytes(size - 4, *transmit, keys.get("pcie__max_read_request", 256)))
    received = delivered_rate(size, 2, raw / up_received, **keys)
    assert received == pytest.approx(raw / up_received, rel=TOLERANCE)
    out, into = both_rates(size, received, raw / (up_received + up_sent), **keys)
    assert out * up_sent + into * up_received == pytest.approx(raw, rel=TOLERANCE)
    assert min(out, into) > 0.25 * max(out, into), "one direction starves the other"
    return 1 / (1 / received + (1 - into / received) / out)


BOTH = [(*setting, size) for setting in ALL for size in (64, 1_518)]
# test_unbatched_descriptors_both_ways has short frames without batches.
QUICK_BOTH = [
    (256, "five_percent", 8, 8, 64),
    (128, "spec_max", 4, 4, 1_518),
    (256, "none", 1, 8, 1_518),
]


@pytest.mark.parametrize(("payload", "policy", "write_back", "fetch", "size"), QUICK_BOTH)
def test_both_ways(payload, policy, write_back, fetch, size):
    check_both(payload, policy, write_back, fetch, size)


@pytest.mark.long
@pytest.mark.parametrize(
    ("payload", "policy", "write_back", "fetch", "size"),
    [setting for setting in BOTH if setting not in QUICK_BOTH],
)
def test_both_ways_all(payload, policy, write_back, fetch, size):
    check_both(payload, policy, write_back, fetch, size)


# Slots and what they carry each way, published: unbatched receive descriptors, DLLPs at the limits of the
# specification, and none. Mpps of 64-byte frames; Gb/s of 1514 bytes.
BANDS = [
    (1, 8, 128, 64, 7.9, 10.4),
    pytest.param(1, 8, 256, 64, 8.8, 10.4, marks=pytest.mark.long),
    pytest.param(2, 4, 128, 64, 9.0, 10.4, marks=pytest.mark.long),
    pytest.param(2, 8, 128, 64, 17.9, 20.8, marks=pytest.mark.long),
    pytest.param(2, 8, 256, 64, 18.7, 20.8, marks=pytest.mark.long),
    (1, 8, 128, 1_518, 9.4, 12.4),
    pytest.param(1, 8, 256, 1_518, 11.3, 13.4, marks=pytest.mark.long),
    pytest.param(2, 4, 128, 1_518, 10.7, 12.4, marks=pytest.mark.long),
]


def row_keys(payload, policy, generation, lanes):
    """Batches of the published rows: the way to the host alone, 512-byte reads, 40 transmit descriptors a fetch.

    So completions are as long as the payload here, and transmit pauses for each fetch: that leaves link time on the way
    down, and every fetch is a whole one.
    """
    return link_keys(payload, policy, 1, 1, generation, lanes) | {
        "device__tx_fetch_batch": 40, "tx__prefetch": 0, "tx__write_back": 8, "pcie__max_read_request": 512,
        "pcie__read_completion_boundary": payload,
    }  # fmt: skip


@pytest.mark.parametrize(("generation", "lanes", "payload", "size", "low", "high"), BANDS)
def test_slot_both_ways(generation, lanes, payload, size, low, high):
    for policy, published in (("spec_max", low), ("none", high)):
        keys = row_keys(payload, policy, generation, lanes)
        rate = check_both_with(keys, payload, policy, (1, 1), (8, 40), size, generation, lanes)
        figure = rate / 1e6 if size == 64 else rate * 1_514 * 8e-9
        assert figure == pytest.approx(published, abs=0.051, rel=0.005)


@pytest.mark.parametrize(("payload", "low", "high"), [(128, 21.3, 24.7), (256, 23.9, 26.7)])
def test_slot_wider_than_the_wires(payload, low, high):
    """Two wires of 10 Gb/s do not fill Gen2 x8 with long frames: the row is met by the bytes that packets take."""
    for policy, published in (("spec_max", low), ("none", high)):
        keys = row_keys(payload, policy, 2, 8)
        runs = two_runs(960, tx__frame_size=1_518, **keys)
        up_sent = growth(runs, lambda r: r["pcie.up.bytes"]) / growth(runs, sent)
        received = ONE_QUEUE | keys | {"traffic__frame_size": 1_518}
        up_received = slope(lambda r: r["pcie.up.bytes"], 960, **received)
        figure = raw_bytes_per_second(2, 8) / (up_sent + up_received) * 1_514 * 8e-9
        assert figure == pytest.approx(published, abs=0.051, rel=0.005)


def test_unbatched_descriptors_both_ways():
    """Published: 215 bytes to the host for a 64-byte packet each way, 9.3 Mpps."""
    keys = link_keys(128, "none", 1, 1) | {"tx__write_back": 8}
    rate = check_both_with(keys, 128, "none", (1, 1), (8, 1), 64, 1, 8)
    assert round(rate / 1e6, 1) == 9.3
