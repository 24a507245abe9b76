"""Capacity of the PCIe link for received frames, through the whole controller: bytes per packet in closed form, and the
resulting packet rate where the link is the bottleneck.

For a frame of L bytes without FCS, towards the host:
    sum over the ceil(L / MPS) writes of (24 + chunk, in whole double words)
    + 16 + 24 / k_wb   (descriptor write-back, k_wb a TLP)   + 24 / k_fetch   (read request, k_fetch a TLP)
DLLPs take a share of the raw bytes: none, 5 %, or one Ack and one UpdateFC (8 bytes each) in every Ack latency limit
plus a SKIP. The form is the same for all generations, since STP token and LCRC of Gen3 are as long as STP, sequence
number, LCRC and END before it; a Gen3 lane carries 8 GT/s x 128/130. Sources: link_bytes.py.
"""

import functools

import pytest
from link_bytes import ack_limit, dllp_share, down_bytes, raw_bytes_per_second, up_bytes
from program import ONE_QUEUE, delivered_rate, simulate, slope

TOLERANCE = 0.005


def test_effective_rates():
    """The closed form against figures published for the DLLP overhead, in Gb/s."""
    for generation, lanes, payload, effective in [
        (1, 8, 128, 12.14), (1, 8, 256, 13.57), (2, 4, 128, 13.9), (2, 4, 256, 14.4), (2, 8, 128, 27.6),
        (2, 8, 256, 28.7), (3, 8, 256, 57.88),
    ]:  # fmt: skip
        share = dllp_share("spec_max", generation, lanes, payload)
        rate = raw_bytes_per_second(generation, lanes) * 8e-9 * (1 - share)
        assert rate == pytest.approx(effective, abs=0.05 if generation == 2 else 0.005)


def test_ack_limits_at_8_gigatransfers():
    """The formula against the table of the PCI Express Base Specification 3.0, by payload and x1 to x16."""
    for payload, limits in {
        128: (333, 224, 169, 163, 144), 256: (512, 313, 214, 203, 168), 512: (655, 385, 250, 182, 182),
    }.items():  # fmt: skip
        assert tuple(ack_limit(3, lanes, payload) for lanes in (1, 2, 4, 8, 16)) == limits


def link_keys(payload, policy, write_back, fetch, generation=1, lanes=8):
    return {
        "pcie__max_payload": payload, "pcie__dllp": policy, "pcie__generation": generation, "pcie__lanes": lanes,
        "rx__write_back": write_back, "device__fetch_batch": fetch, "rx__host_threshold": fetch,
        **({"device__profile": "custom"} if generation == 3 else {}),
    }  # fmt: skip


def measured_tlp_bytes(result):
    return result["pcie.up.bytes"] - result["pcie.up.dllp_bytes"]


ALL = [(payload, policy, write_back, fetch) for payload in (128, 256) for policy in ("none", "five_percent", "spec_max")
       for write_back in (1, 4, 8) for fetch in (1, 4, 8)]  # fmt: skip
LENGTHS = (60, 124, 128, 129, 252, 508, 1_020, 1_514)
# Each value of each setting somewhere.
QUICK = [(payload, policy, write_back, fetch, length)
         for i, (payload, policy, write_back, fetch) in enumerate(ALL) if i % 5 == 0
         for length in (LENGTHS[i % 8],)]  # fmt: skip
LONG = [(*setting, length) for setting in ALL for length in LENGTHS if (*setting, length) not in QUICK]
# Gen3, with each width that carries what is offered.
ALL_GEN3 = [(payload, policy, write_back, fetch) for payload in (128, 256, 512)
            for policy in ("none", "five_percent", "spec_max") for write_back in (1, 4, 8) for fetch in (1, 4, 8)]  # fmt: skip
SPREAD_GEN3 = [(*setting, length, (2, 4, 8, 16)[(i // 5 + j // 2) % 4]) for i, setting in enumerate(ALL_GEN3)
               for j, length in enumerate(LENGTHS)]  # fmt: skip
QUICK_GEN3 = SPREAD_GEN3[:: 5 * len(LENGTHS) + 1]
LONG_GEN3 = [case for case in SPREAD_GEN3 if case not in QUICK_GEN3]


def check_bytes_a_packet(payload, policy, write_back, fetch, length, generation=1, lanes=8):
    # Slower than any limit of the link, so that every fetch finds a full batch.
    keys = (
        ONE_QUEUE
        | link_keys(payload, policy, write_back, fetch, generation, lanes)
        | {
            "traffic__frame_size": length + 4,
            "traffic__arrival": "constant",
            "traffic__interval_ps": 2_000_000,
        }
    )
    expected = up_bytes(length, payload, write_back, fetch)
    runs = functools.cache(simulate)
    # Whole batches between N and 3N frames: exact, so that a batch of another size shows next to a long frame.
    assert slope(measured_tlp_bytes, 400, runs=runs, **keys) == pytest.approx(float(expected), abs=1e-9)
    share = dllp_share(policy, generation, lanes, payload)
    assert slope(lambda r: r["pcie.up.bytes"], 400, runs=runs, **keys) == pytest.approx(
        float(expected) / (1 - share), rel=TOLERANCE
    )


@pytest.mark.parametrize(("payload", "policy", "write_back", "fetch", "length"), QUICK)
def test_bytes_a_packet(payload, policy, write_back, fetch, length):
    check_bytes_a_packet(payload, policy, write_back, fetch, length)


@pytest.mark.long
@pytest.mark.parametrize(("payload", "policy", "write_back", "fetch", "length"), LONG)
def test_bytes_a_packet_all(payload, policy, write_back, fetch, length):
    check_bytes_a_packet(payload, policy, write_back, fetch, length)


@pytest.mark.parametrize(("payload", "policy", "write_back", "fetch", "length", "lanes"), QUICK_GEN3)
def test_bytes_a_packet_gen3(payload, policy, write_back, fetch, length, lanes):
    check_bytes_a_packet(payload, policy, write_back, fetch, length, 3, lanes)


@pytest.mark.long
@pytest.mark.parametrize(("payload", "policy", "write_back", "fetch", "length", "lanes"), LONG_GEN3)
def test_bytes_a_packet_gen3_all(payload, policy, write_back, fetch, length, lanes):
    check_bytes_a_packet(payload, policy, write_back, fetch, length, 3, lanes)


@pytest.mark.parametrize(("fetch", "boundary"), [(1, 64), (4, 64), (8, 64), (8, 128), (16, 64), (32, 128)])
def test_bytes_of_descriptor_reads(fetch, boundary):
    keys = (
        ONE_QUEUE
        | link_keys(128, "none", 8, fetch)
        | {
            "pcie__read_completion_boundary": boundary,
            "pcie__max_read_request": 512,
            "traffic__frame_size": 64,
            "traffic__arrival": "constant",
            "traffic__interval_ps": 2_000_000,
        }
    )
    runs = functools.cache(simulate)
    measured = slope(lambda r: r["pcie.down.bytes"], 640, runs=runs, **keys)
    assert measured == pytest.approx(float(down_bytes(fetch, boundary, 64)), rel=TOLERANCE)
    assert slope(measured_tlp_bytes, 640, runs=runs, **keys) == float(up_bytes(60, 128, 8, fetch))


# --- Where the link is the bottleneck, packets pass at the rate that the bytes allow.


BOTTLENECKS = [  # payload, policy, write-back, fetch, size, ports, generation, lanes
    (128, "none", 1, 1, 64, 2, 1, 8),
    (128, "five_percent", 8, 8, 64, 2, 1, 8),
    (128, "spec_max", 4, 8, 64, 2, 1, 8),
    (128, "none", 1, 4, 1_518, 2, 1, 8),
    (256, "five_percent", 8, 1, 1_518, 2, 1, 8),
    (256, "spec_max", 4, 4, 1_518, 2, 1, 8),
    (128, "five_percent", 8, 8, 1_518, 1, 1, 4),
    (256, "none", 4, 8, 512, 1, 1, 4),
    (256, "spec_max", 1, 8, 1_024, 1, 1, 4),
    (128, "five_percent", 8, 4, 64, 1, 1, 4),
    # So close to the rate of the wires that it takes many frames.
    pytest.param(128, "none", 1, 1, 64, 2, 3, 4, marks=pytest.mark.long),
    (128, "five_percent", 8, 8, 64, 2, 3, 2),
    (128, "spec_max", 4, 8, 64, 2, 3, 1),
    (256, "none", 1, 4, 1_518, 2, 3, 2),
    (256, "spec_max", 4, 4, 1_518, 2, 3, 2),
    (512, "five_percent", 8, 1, 1_518, 1, 3, 1),
    (512, "spec_max", 1, 8, 512, 2, 3, 1),
]
ALL_BOTTLENECKS = [
    case
    for case in [
        *((*setting, size, 2, 1, 8) for setting in ALL for size in (64, 1_518)),
        *((*setting, size, 2, 3, 1 + i % 2) for i, setting in enumerate(ALL_GEN3) for size in (64, 1_518)),
    ]
    if case not in BOTTLENECKS
]


def check_rate(payload, policy, write_back, fetch, size, ports, generation, lanes):
    raw = raw_bytes_per_second(generation, lanes) * (1 - dllp_share(policy, generation, lanes, payload))
    expected = raw / float(up_bytes(size - 4, payload, write_back, fetch))
    measured = delivered_rate(
        size, ports, expected, **link_keys(payload, policy, write_back, fetch, generation, lanes)
    )
    assert measured == pytest.approx(expected, rel=TOLERANCE)


@pytest.mark.parametrize(
    ("payload", "policy", "write_back", "fetch", "size", "ports", "generation", "lanes"), BOTTLENECKS
)
def test_rate_of_a_full_link(payload, policy, write_back, fetch, size, ports, generation, lanes):
    check_rate(payload, policy, write_back, fetch, size, ports, generation, lanes)


@pytest.mark.long
@pytest.mark.parametrize(
    ("payload", "policy", "write_back", "fetch", "size", "ports", "generation", "lanes"), ALL_BOTTLENECKS
)
def test_rate_of_a_full_link_all(payload, policy, write_back, fetch, size, ports, generation, lanes):
    check_rate(payload, policy, write_back, fetch, size, ports, generation, lanes)


# Mpps of a receive stream with unbatched descriptors: DLLPs at the limits of the specification, and none.
BANDS = [
    (1, 8, 128, 64, 10.3, 13.5),
    pytest.param(1, 8, 256, 64, 11.5, 13.5, marks=pytest.mark.long),
    pytest.param(2, 4, 128, 64, 11.7, 13.5, marks=pytest.mark.long),
    pytest.param(2, 8, 128, 64, 23.3, 27.0, marks=pytest.mark.long),
    pytest.param(2, 8, 256, 64, 24.2, 27.0, marks=pytest.mark.long),
    (1, 8, 128, 1_518, 0.81, 1.07),
    (1, 8, 256, 1_518, 0.98, 1.16),
    (2, 4, 128, 1_518, 0.93, 1.07),
]


@pytest.mark.parametrize(("generation", "lanes", "payload", "size", "low", "high"), BANDS)
def test_ceiling_of_a_slot(generation, lanes, payload, size, low, high):
    digits = 1 if size == 64 else 2
    for policy, ceiling in (("spec_max", low), ("none", high)):
        keys = link_keys(payload, policy, 1, 1, generation, lanes)
        rate = delivered_rate(size, 2, ceiling * 1e6, **keys) / 1e6
        assert rate == pytest.approx(ceiling, abs=0.51 * 10**-digits, rel=TOLERANCE)
    keys = link_keys(payload, "five_percent", 1, 1, generation, lanes)
    default = delivered_rate(size, 2, high * 1e6, **keys) / 1e6
    assert low < default < high


@pytest.mark.parametrize(
    ("generation", "payload", "low", "high"),
    [(2, 128, 1.85, 2.14), (2, 256, 2.08, 2.32), (3, 128, 3.79, 4.22), (3, 256, 4.20, 4.57)],
)
def test_ceiling_of_a_slot_wider_than_the_wires(generation, payload, low, high):
    """Two wires of 10 Gb/s do not fill x8 of Gen2 or Gen3 with long frames: the bytes that frames take say the rate."""
    for policy, ceiling in (("spec_max", low), ("none", high)):
        keys = ONE_QUEUE | link_keys(payload, policy, 1, 1, generation, 8) | {"traffic__frame_size": 1_518}
        rate = raw_bytes_per_second(generation, 8) / slope(lambda r: r["pcie.up.bytes"], 960, **keys)
        assert rate / 1e6 == pytest.approx(ceiling, abs=0.0051, rel=TOLERANCE)


SLOTS = [  # ports, generation, lanes, whether it carries full frames
    (1, 1, 8, True),
    (1, 2, 4, True),
    (1, 1, 4, False),
    (2, 2, 8, True),
    (2, 1, 8, False),
    (2, 2, 4, False),
    (1, 3, 1, False),
    (1, 3, 2, True),
    (2, 3, 2, False),
    (2, 3, 4, True),
]
# Short TLPs with all DLLPs are the most bytes that a slot must carry, long ones without any the fewest.
MOST, FEWEST = (128, "spec_max"), (256, "none")


def slots(chosen):
    return [
        (*slot, *link) for slot in SLOTS for link in [MOST, (128, "none"), (256, "spec_max"), FEWEST]
        if (link == (MOST if slot[3] else FEWEST)) == chosen
    ]  # fmt: skip


def check_slot(ports, generation, lanes, fits, payload, policy):
    """1518-byte frames need 12.0 Gb/s raw a port (11.1 with MPS 256): that decides which slots lose frames."""
    result = simulate(traffic__frames=20_000, traffic__frame_size=1_518, device__ports=ports,
                      **(ONE_QUEUE | link_keys(payload, policy, 1, 4, generation, lanes)))  # fmt: skip
    lost = result.total("drop.packet_buffer_full")
    assert lost == 0 if fits else lost > 1_000


@pytest.mark.parametrize(("ports", "generation", "lanes", "fits", "payload", "policy"), slots(True))
def test_slots_that_carry_full_frames(ports, generation, lanes, fits, payload, policy):
    """Those that do with the most bytes, and those that do not with the fewest."""
    check_slot(ports, generation, lanes, fits, payload, policy)


@pytest.mark.long
@pytest.mark.parametrize(("ports", "generation", "lanes", "fits", "payload", "policy"), slots(False))
def test_slots_that_carry_full_frames_all(ports, generation, lanes, fits, payload, policy):
    check_slot(ports, generation, lanes, fits, payload, policy)


@pytest.mark.parametrize("payload", [128, 256])
def test_raw_bandwidth_of_full_frames(payload):
    needed = slope(
        measured_tlp_bytes, 400, traffic__frame_size=1_518, **(ONE_QUEUE | link_keys(payload, "none", 1, 4))
    )
    assert round(needed * 8 * 812_743.8 / 1e9, 1) == {128: 12.0, 256: 11.1}[payload]


def test_rate_of_descriptor_reads():
    """Eight outstanding one-descriptor reads: 8 packets in a round trip, so the latency shows one to one."""
    period = {}
    for latency in (1_000, 3_000):
        keys = link_keys(128, "none", 1, 1) | {"pcie__read_latency_ns": latency}
        period[latency] = 1e9 / delivered_rate(64, 1, 8e9 / latency, **keys)
    assert 8 * (period[3_000] - period[1_000]) == pytest.approx(2_000, rel=TOLERANCE)
