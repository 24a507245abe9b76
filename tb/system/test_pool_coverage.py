"""Generated traffic covers the configured pools, and a run names the queues that received nothing."""

import pytest
from program import Result, assignments, call, check_any_run, simulate

FLOWS = {"traffic__flows": 4_096, "traffic__frames": 12_000, "traffic__load_percent": 60}
# Eight queues in eight pools; flow n goes to address n.
EIGHT = {"rx__pools": 8, "rx__queues": 8, "rx__rss": False, "traffic__flow_order": "round_robin"}


def noted(tmp_path, *options, **keys):
    """The notes of a run's summary, which are those of its result."""
    done = call("run", *options, *assignments(keys), "--out", tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, "")
    result = Result((tmp_path / "out/result.json").read_text())
    check_any_run(result)
    lines = [line[10:] for line in done.stdout.splitlines() if line.startswith("note ")]
    assert lines == result.json["notes"]
    return lines


@pytest.mark.parametrize(
    ("profile", "pools", "queues"),
    [
        ("82599", 64, 128),
        ("82599", 64, 64),
        ("82599", 32, 128),
        ("82599", 17, 17),
        ("X540", 64, 128),
        ("custom", 48, 96),
        ("82599", 16, 64),
        ("82598", 16, 16),
        ("82576", 8, 16),
    ],
)
def test_every_pool_receives(profile, pools, queues):
    """A receive address for each pool, and at least 16: all queues of all pools receive."""
    result = simulate(device__profile=profile, rx__pools=pools, rx__queues=queues, **FLOWS)
    assert result["rx.queues_used"] == queues
    assert result["rx.delivered"] == FLOWS["traffic__frames"]
    assert result.json["notes"] == []


def test_the_device_limits_the_pools_reached(tmp_path):
    """A custom device with fewer receive addresses than pools: the run says which is the limit."""
    sizes = {"device__profile": "custom", "device__addresses": 20, "rx__pools": 64, "rx__queues": 128}
    assert noted(tmp_path, **sizes, **FLOWS) == [
        "generated frames reach 20 of 64 pools: the device has 20 receive addresses",
        "88 of 128 queues that are set up received no frame: 40 to 127",
    ]


def test_given_addresses_limit_the_pools_reached(tmp_path):
    addresses = ["02:00:00:00:01:00", ["02:00:00:00:01:01", 3], ["02:00:00:00:01:02", 3]]
    assert noted(tmp_path, rx__addresses=addresses, traffic__flows=12, traffic__frames=120, **EIGHT) == [
        "generated frames reach 2 of 8 pools: rx.addresses has 3 receive addresses",
        "6 of 8 queues that are set up received no frame: 1 to 2, 4 to 7",
    ]


@pytest.mark.parametrize(
    ("flows", "note"),
    [
        (
            1,
            "7 of 8 queues that are set up received no frame: 1 to 7; the traffic has 1 flow (traffic.flows)",
        ),
        (7, "1 of 8 queues that are set up received no frame: 7; the traffic has 7 flows (traffic.flows)"),
        (8, None),
    ],
)
def test_queues_without_a_frame_are_one_line(tmp_path, flows, note):
    notes = noted(tmp_path, traffic__flows=flows, traffic__frames=48, **EIGHT)
    assert notes == ([note] if note else [])


def test_many_gaps_are_one_line_too(tmp_path):
    """Sixty-four queues of which every other one has frames: the first gaps by number, the rest by count."""
    addresses = [[f"02:00:00:00:01:{pool:02x}", pool] for pool in range(0, 64, 2)]
    keys = {"device__profile": "82599", "rx__pools": 64, "rx__queues": 64, "rx__addresses": addresses}
    notes = noted(tmp_path, traffic__flows=64, traffic__frames=640, traffic__flow_order="round_robin", **keys)
    assert notes == [
        "generated frames reach 32 of 64 pools: rx.addresses has 32 receive addresses",
        "32 of 64 queues that are set up received no frame: 2, 6, 10, 14 and 28 more",
    ]


def test_each_port_has_its_line(tmp_path):
    keys = {
        "device__ports": 2,
        "rx__queues": 2,
        "rx__pools": 2,
        "rx__rss": False,
        "traffic__frames": 10,
        "traffic__flows": 1,
    }
    reason = "1 of 2 queues that are set up received no frame: 1; the traffic has 1 flow (traffic.flows)"
    assert noted(tmp_path, **keys) == [f"port {port}: {reason}" for port in range(2)]


def test_a_run_that_delivers_nothing_names_no_queue(tmp_path):
    """Its drops say why: here no frame has an address of the device's VLAN filter."""
    keys = {"rx__vlans": [5], "traffic__vlans": [6], "traffic__frames": 10}
    assert noted(tmp_path, **keys) == []
