"""More interrupt vectors for queues than EICR has queue causes: devices with EIMS_EX and related registers.

The offsets and the order of the accesses are those of public drivers (Linux ixgbe): EIMS_EX, EIMC_EX and EIAM_EX hold
64 vectors in two words, EITR continues at 0x12300 from vector 24, and an IVAR entry has 6 bits.
"""

import pytest
from program import call, simulate
from test_register_trace import traced

SIXTY_FOUR = {
    "device__profile": "82599", "rx__pools": 64, "rx__queues": 64, "rx__vectors": 64, "traffic__flows": 1_024,
    "traffic__frames": 20_000,
}  # fmt: skip
MASKS = ("EIMS", "EIMC", "EIAM")


def messages(result, vectors=64):
    return [result[f"irq.{vector}.messages"] for vector in range(vectors)]


def written(record, name):
    return [
        (line["offset"], line["value"]) for line in record if line["name"] == name and line["kind"] == "write"
    ]


@pytest.mark.parametrize(
    ("profile", "pools", "queues", "vectors"),
    [
        ("82599", 64, 64, 64),
        ("82599", 64, 128, 64),
        ("82599", 16, 64, 17),
        ("X540", 32, 128, 64),
        ("custom", 64, 64, 33),
        ("82576", 8, 16, 16),
    ],
)
def test_every_vector_signals_its_queues(profile, pools, queues, vectors):
    keys = {"device__profile": profile, "rx__pools": pools, "rx__queues": queues, "rx__vectors": vectors}
    result = simulate(**SIXTY_FOUR | keys)
    sent = messages(result, len([name for name in result if name.startswith("irq.")]) - 1)
    assert all(sent[:vectors]) and not any(sent[vectors:])
    assert sum(sent) == result["irq.messages"] == result["host.interrupts"]
    assert result["rx.delivered"] == SIXTY_FOUR["traffic__frames"]


def test_as_many_messages_as_moderation_allows():
    """Each vector is moderated by itself: messages are at least EITR apart, of vectors above 24 as of the first."""
    result = simulate(**SIXTY_FOUR | {"rx__moderation": 480, "traffic__frames": 50_000})
    span = 50_000 * 67_200 + 200_000_000
    most = span // (480 * 256_000) + 2
    assert all(most // 2 <= count <= most for count in messages(result)), (most, messages(result))


def test_the_driver_writes_the_registers_of_64_vectors():
    _, record = traced(**SIXTY_FOUR | {"traffic__frames": 2_000})
    ones = "ffffffff"
    assert written(record, "EIMC_EX[0]") == [("00ab0", ones)] and written(record, "EIMC_EX[1]") == [
        ("00ab4", ones)
    ]
    assert written(record, "EIAM_EX[0]") == [("00ad0", ones)] and written(record, "EIAM_EX[1]") == [
        ("00ad4", ones)
    ]
    low, high = written(record, "EIMS_EX[0]"), written(record, "EIMS_EX[1]")
    assert low[0] == ("00aa0", ones) and high[0] == ("00aa4", ones)
    # After a poll without a frame the driver enables one vector.
    enabled = [int(value, 16) for _, value in low[1:]] + [int(value, 16) << 32 for _, value in high[1:]]
    assert {value.bit_count() for value in enabled} == {1} and len(set(enabled)) == 64
    assert not written(record, "EIMS") and not written(record, "EIAM")
    throttles = [line["offset"] for line in record if line["name"].startswith("EITR[")]
    assert throttles == [f"{0x820 + 4 * v if v < 24 else 0x12300 + 4 * (v - 24):05x}" for v in range(64)]
    # Receive queue 2n has entry 0 of IVAR[n]: pools of two ring numbers, of which one is in use.
    assert {written(record, f"IVAR[{n}]")[-1][1] for n in (0, 31, 63)} == {"00000080", "0000009f", "000000bf"}


@pytest.mark.parametrize("profile", ["82599", "custom"])
def test_sixteen_vectors_are_set_up_as_before(profile):
    """Up to 16 vectors the driver writes the registers that every device has."""
    _, record = traced(device__profile=profile, rx__vectors=16, traffic__frames=200, traffic__flows=64)
    assert not any(line["name"].startswith(f"{mask}_EX") for line in record for mask in MASKS)
    assert all(written(record, mask) for mask in MASKS)


def test_without_auto_mask_too():
    result = simulate(**SIXTY_FOUR | {"rx__auto_mask": False, "traffic__load_percent": 50})
    assert all(messages(result)) and result["rx.delivered"] == SIXTY_FOUR["traffic__frames"]


def test_transmit_completions_by_64_vectors():
    keys = {"tx__queues": 128, "tx__packets": 20, "traffic__frames": 1}
    result = simulate(**SIXTY_FOUR | keys)
    assert result["tx.completed"] == 128 * 20 and all(messages(result))


def test_event_and_tick_driver_agree():
    hashes = {
        simulate("--hash-events", simulation__driver=driver, tx__queues=40, tx__packets=5,
                 **SIXTY_FOUR | {"traffic__frames": 1_000})["events.hash"]
        for driver in ("event", "tick")
    }  # fmt: skip
    assert len(hashes) == 1


REFUSED = [
    (["rx.vectors=17"], "rx.vectors: found 17, accepted are 1 to 16 with profile 82598, whose EICR has 16 queue causes"),
    (
        ["device.profile=82576", "rx.vectors=26"],
        "rx.vectors: found 26, accepted are 1 to 25 with profile 82576",
    ),
    (["device.profile=82575", "rx.vectors=11"], "rx.vectors: found 11, accepted are 1 to 10 with profile 82575"),
    (
        ["device.profile=custom", "device.vectors=40", "rx.vectors=41"],
        "rx.vectors: found 41, accepted are 1 to 40 with profile custom",
    ),
    (
        ["rx.pools=1", "rx.queues=17"],
        "rx.queues: found 17, accepted are multiples of rx.pools (1) up to 16 with rx.rss: RSS (MRQC) selects one of 16 "
        "queues; more queues need rx.pools",
    ),
    (
        ["device.profile=82599", "rx.pools=1", "rx.queues=64"],
        "rx.queues: found 64, accepted are multiples of rx.pools (1) up to 16 with rx.rss: RSS (MRQC) selects one of 16 "
        "queues; more queues need rx.pools",
    ),
    (
        ["rx.pools=2", "rx.queues=34"],
        "rx.queues: found 34, accepted are multiples of rx.pools (2) up to 32 with rx.rss: RSS (MRQC) selects one of 16 "
        "queues of a pool",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("assigned", "message"), REFUSED, ids=str)
def test_what_the_device_has_not_is_refused_with_the_reason(assigned, message):
    done = call("run", *(word for assignment in assigned for word in ("--set", assignment)))
    assert (done.returncode, done.stderr) == (2, f"ixsim: {message}\n")
