"""Traffic classes set by a scenario: shares by credits on the wire and at the host, PAUSE by priority."""

import pytest
from program import call, simulate

CLASSES = range(8)
SIZE = 1_518
# A link of one lane carries far less than one class's part of the wire.
SLOW = {
    "pcie__lanes": 1,
    "dcb__enabled": True,
    "rx__rss": False,
    "traffic__frame_size": SIZE,
    "traffic__flows": 128,  # eight priorities to each of sixteen destinations
}
HELD = 64 * 1_024 // SIZE  # frames that a partition holds
TRANSMIT = {
    "dcb__enabled": True,
    "tx__queues": 32,
    "tx__frame_size": SIZE,
    "traffic__frames": 1,
}


# Queue q of the 82599 is of the class whose number stands there.
EIGHT = [*[0] * 32, *[1] * 32, *[2] * 16, *[3] * 16, *[4] * 8, *[5] * 8, *[6] * 8, *[7] * 8]
SUCCESSOR = TRANSMIT | {"device__profile": "82599", "tx__queues": 128}


def sent(result):
    return [result[f"tx.class.{i}.bytes"] for i in CLASSES]


@pytest.mark.parametrize("refill", [[24, 48, 72, 96, 120, 144, 168, 192], [200, 25, 100, 25, 50, 25, 50, 25]])
def test_transmit_shares_are_those_of_the_credits(refill):
    result = simulate(**TRANSMIT, tx__packets=1_000, dcb__tx_refill=refill, dcb__tx_limit=1_024)
    assert result["tx.frames"] == 32 * 1_000
    shares = [part / sum(sent(result)) for part in sent(result)]
    assert shares == pytest.approx([part / sum(refill) for part in refill], rel=0.04)


def test_transmit_shares_of_the_82599():
    """Its classes have 32, 32, 16, 16, 8, 8, 8 and 8 queues; only the credits count."""
    refill = [24, 48, 72, 96, 120, 144, 168, 192]
    result = simulate(**SUCCESSOR, tx__packets=600, dcb__tx_refill=refill, dcb__tx_limit=1_024)
    assert result["tx.frames"] == 128 * 600
    shares = [part / sum(sent(result)) for part in sent(result)]
    assert shares == pytest.approx([part / sum(refill) for part in refill], rel=0.04)
    # A class's share is its queues', to the frame.
    by_queue = [result[f"tx.queue.{queue}.bytes"] for queue in range(128)]
    assert sum(by_queue) == result["tx.bytes"]
    assert all(sent(result)[i] <= sum(by_queue[q] for q in range(128) if EIGHT[q] == i) for i in CLASSES)


@pytest.mark.parametrize("keys", [TRANSMIT, SUCCESSOR])
def test_transmit_in_turn_shares_alike(keys):
    result = simulate(**keys, tx__packets=400, dcb__arbitration="turn", dcb__tx_refill=[10] * 7 + [500])
    assert max(sent(result)) == pytest.approx(min(sent(result)), rel=0.05)


def test_a_strict_class_of_the_82599_goes_first():
    result = simulate(**SUCCESSOR, tx__packets=100, dcb__strict=["none"] * 6 + ["link", "none"])
    assert sent(result)[6] > 0.95 * 8 * 99 * SIZE
    # 128 queues ask for their first descriptors before it has its own.
    assert sum(sent(result)) - sent(result)[6] < 0.3 * sent(result)[6]


def test_a_strict_class_goes_first():
    strict = ["none"] * 3 + ["link"] + ["none"] * 4
    result = simulate(**TRANSMIT, tx__packets=100, dcb__strict=strict)
    # Its four queues have sent all but the last packets when the first of them has no more.
    assert sent(result)[3] > 0.95 * 4 * 99 * SIZE
    # The descriptor plane is as strict: others had their turn only before its descriptors had come.
    assert sum(sent(result)) - sent(result)[3] < 0.2 * sent(result)[3]


def test_a_group_strict_class_spends_what_its_group_has():
    """Classes 0 to 3 are group 1 with 3 first, 4 to 7 group 2: half and half, and of the first half all to 3."""
    result = simulate(
        **TRANSMIT,
        tx__packets=100,
        dcb__group=[1] * 4 + [2] * 4,
        dcb__strict=["none"] * 3 + ["group"] + ["none"] * 4,
    )
    first, second = sum(sent(result)[:4]), sum(sent(result)[4:])
    assert first == pytest.approx(second, rel=0.15)
    assert sent(result)[3] > 0.8 * first


@pytest.mark.parametrize("device", ["82598", "82599"])
def test_receive_shares_are_those_of_the_credits(device):
    refill = [24 * (i + 1) for i in CLASSES]
    slow = SLOW | {"pcie__generation": 1, "device__profile": device}
    result = simulate(
        **slow, traffic__frames=40_000, traffic__priorities=list(CLASSES), dcb__rx_refill=refill
    )
    assert sum(result[f"rx.class.{i}.missed"] for i in CLASSES) == result["rx.missed"] > 20_000
    # The contents of the partitions at the end are delivered with any shares.
    served = [result[f"rx.class.{i}.frames"] - HELD for i in CLASSES]
    shares = [part / sum(served) for part in served]
    assert shares == pytest.approx([part / sum(refill) for part in refill], rel=0.08)


@pytest.mark.parametrize(("device", "queues"), [("82598", 8), ("82599", 16)])
def test_priorities_have_queues_of_their_own(device, queues):
    result = simulate(
        device__profile=device,
        dcb__enabled=True,
        traffic__frames=2_000,
        traffic__priorities=[1, 6],
        traffic__flows=64,
    )
    assert {i for i in CLASSES if result[f"rx.class.{i}.frames"]} == {1, 6}
    used = {queue for queue in range(8 * queues) if result[f"rx.queue.{queue}.frames"]}
    assert used <= {*range(queues, 2 * queues), *range(6 * queues, 7 * queues)}
    assert len(used) > 8
    assert result["rx.class.1.frames"] + result["rx.class.6.frames"] == result["rx.delivered"] == 2_000


@pytest.mark.parametrize("device", ["82598", "82599"])
def test_only_the_priority_that_is_too_fast_is_stopped(device):
    flow = SLOW | {
        "pcie__generation": 1,
        "device__profile": device,
        "traffic__frames": 6_000,
        "rx__flow_control": True,
        "traffic__priorities": [2, 5],
    }
    result = simulate(**flow, dcb__priority_pause=True)
    assert result["rx.missed"] == 0
    assert result["rx.delivered"] == 6_000
    stopped = {i for i in CLASSES if result[f"rx.class.{i}.xoff"]}
    assert stopped == {2, 5}
    assert result["rx.pause.xoff"] == 0
    assert result["rx.pause.honored"] > 10
    # The same by the link: both are stopped together, and no priority is named.
    link = simulate(**flow)
    assert link["rx.missed"] == 0
    assert link["rx.pause.xoff"] > 0
    assert not any(link[f"rx.class.{i}.xoff"] for i in CLASSES)


@pytest.mark.parametrize(("device", "queues"), [("82598", 32), ("82599", 128)])
def test_both_drivers_agree(device, queues):
    keys = SLOW | {
        "device__profile": device,
        "traffic__frames": 1_500,
        "traffic__priorities": [0, 3, 7],
        "tx__queues": queues,
        "tx__packets": 20,
        "rx__flow_control": True,
        "dcb__priority_pause": True,
        "dcb__tx_refill": [10, 20, 30, 40, 50, 60, 70, 80],
    }
    event = simulate("--hash-events", **keys)
    tick = simulate("--hash-events", **keys, simulation__driver="tick")
    assert event["events.hash"] == tick["events.hash"]


@pytest.mark.parametrize(
    ("assignments", "found"),
    [
        (["dcb.rx_refill=0"], "dcb.rx_refill: found 0, accepted: 1 to 511 or an array of eight"),
        (["dcb.tx_refill=512"], "dcb.tx_refill: found 512, accepted: 1 to 511"),
        (
            ["dcb.tx_limit=[1, 2, 3]"],
            "dcb.tx_limit: found [ 1, 2, 3 ], accepted: 1 to 4095 or an array of eight",
        ),
        (["dcb.group=8"], "dcb.group: found 8, accepted: 0 to 7"),
        (["dcb.strict=always"], 'dcb.strict: found \'always\', accepted: "none", "group" or'),
        (["dcb.arbitration=fair"], 'dcb.arbitration: found \'fair\', accepted: "credits" or "turn"'),
        (["dcb.enabled=1"], "dcb.enabled: found 1, accepted: true or false"),
        (["dcb.limit=1"], "dcb.limit: unknown key, the nearest known is dcb.rx_limit"),
        (["dcb.tx_limit=5"], "dcb.tx_limit: found without dcb.enabled"),
        (["traffic.priorities=[8]"], "traffic.priorities: found 8, accepted: an array of 0 to 7"),
        (
            ["dcb.enabled=true", "rx.pools=4"],
            "rx.pools: found 4, accepted are 1 to 2 with dcb.enabled and rx.rss",
        ),
        (
            ["dcb.enabled=true", "rx.pools=9", "rx.rss=false"],
            "found 9, accepted are 1 to 8 with dcb.enabled: a class",
        ),
        (
            ["dcb.enabled=true", "rx.pools=2", "device.profile=82599"],
            "found 2, accepted is 1 with dcb.enabled and rx.rss",
        ),
        (
            ["dcb.enabled=true", "rx.pools=33", "device.profile=82599", "rx.rss=false"],
            "found 33, accepted are 1 to 32",
        ),
        (
            ["dcb.enabled=true", "rx.pools=3", "rx.rss=false", "rx.queues=8"],
            "found 8, accepted is 24 with dcb.enabled and 3",
        ),
        (["dcb.enabled=true", "rx.queues=12"], "rx.queues: found 12, accepted are multiples of 8 up to 64"),
        (["dcb.enabled=true", "rx.queues=16", "rx.rss=false"], "rx.queues: found 16, accepted is 8"),
        (
            ["dcb.enabled=true", "rx.queues=100", "device.profile=82599"],
            "accepted are multiples of 8 up to 128",
        ),
        (["dcb.enabled=true", "device.profile=82576"], "accepted is false with profile 82576"),
    ],
)
def test_wrong_values_are_refused_in_one_line(assignments, found):
    done = call(
        "run", *[word for each in assignments for word in ("--set", each)], "--set", "traffic.frames=1"
    )
    assert done.returncode == 2
    assert found in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""
