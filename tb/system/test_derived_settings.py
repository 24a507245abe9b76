"""Values that a scenario leaves open follow from its settings: no value that the user never set is refused.

Every setting here is possible on its device, so each must run. The figures of the set-up come from the devices' sizes
in docs/profiles.md and from the rules of their queues: without the hash one queue for each pool, with it sixteen.
"""

import re

import pytest
from captures import pcap_header, pcap_record, udp_frame, write
from program import assignments, call, simulate

# Settings, and the queues, pools, hash and exact filters that must follow; None where they are not said.
ALONE = [
    ({}, (64, 4, True, 16)),
    ({"rx__rss": False}, (4, 4, False, 16)),
    ({"rx__rss": False, "rx__pools": 16}, (16, 16, False, 16)),
    ({"rx__rss": False, "rx__queues": 8}, (8, 8, False, 16)),
    ({"rx__pools": 1}, (16, 1, True, 16)),
    ({"rx__pools": 2}, (32, 2, True, 16)),
    ({"rx__pools": 5}, (5, 5, False, 16)),
    ({"rx__pools": 16}, (16, 16, False, 16)),
    ({"rx__queues": 1}, (1, 1, True, 16)),
    ({"rx__queues": 2}, (2, 2, True, 16)),
    ({"rx__queues": 5}, (5, 1, True, 16)),
    ({"rx__queues": 6}, (6, 3, True, 16)),
    ({"rx__queues": 48}, (48, 4, True, 16)),
    ({"device__profile": "82599"}, (64, 16, True, 16)),
    ({"device__profile": "82599", "rx__rss": False}, (16, 16, False, 16)),
    ({"device__profile": "82599", "rx__pools": 1}, (16, 1, True, 16)),
    ({"device__profile": "82599", "rx__pools": 1, "rx__rss": False}, (1, 1, False, 16)),
    ({"device__profile": "82599", "rx__queues": 8}, (8, 8, True, 16)),
    ({"device__profile": "82599", "rx__queues": 128}, (128, 32, True, 32)),
    ({"device__profile": "82599", "rx__pools": 64}, (128, 64, True, 64)),
    ({"device__profile": "82599", "rx__pools": 17}, (68, 17, True, 17)),
    ({"device__profile": "82576", "rx__queues": 4}, (4, 4, True, 16)),
    ({"device__profile": "82575", "rx__queues": 2}, (2, 2, False, 16)),
    ({"device__profile": "82575", "rx__pools": 1}, (4, 1, True, 16)),
    ({"device__profile": "custom", "device__addresses": 6}, (64, 16, True, 6)),
    ({"device__profile": "custom", "device__addresses": 1}, (64, 16, True, 1)),
    ({"device__profile": "custom", "device__vectors": 1}, (64, 16, True, 16)),
    ({"device__profile": "custom", "device__rx_queues": 1}, (1, 1, True, 16)),
    ({"device__profile": "custom", "device__rx_queues": 6}, (6, 6, True, 16)),
    ({"device__profile": "custom", "device__pools": 3}, (12, 3, True, 16)),
    ({"device__profile": "custom", "device__addresses": 20, "rx__pools": 64}, (128, 64, True, 20)),
    ({"dcb__enabled": True, "rx__rss": False}, (8, 1, False, 16)),
]  # fmt: skip


@pytest.mark.parametrize(("settings", "expected"), ALONE, ids=lambda value: str(value)[:70])
def test_the_rest_follows(settings, expected):
    done = call("run", *assignments({"traffic__frames": 40, **settings}))
    assert (done.returncode, done.stderr) == (0, "")
    found = re.search(r"^receive   (\d+) queues? in (\d+) pools?( with RSS)?, (\d+) exact", done.stdout, re.M)
    assert (int(found[1]), int(found[2]), found[3] is not None, int(found[4])) == expected
    assert "delivered 40 frames" in done.stdout


@pytest.mark.parametrize("profile", ["82598", "82599", "82576", "82575"])
@pytest.mark.parametrize("key", ["rx.queues", "rx.pools"])
def test_a_refusal_is_about_the_value_set(profile, key):
    """Either it runs, or the refusal names the key and the value that were set."""
    ran = 0
    for value in [*range(1, 20), 24, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128]:
        if key == "rx.pools" and value > 64:
            break
        done = call("run", "--profile", profile, "--set", f"{key}={value}", "--set", "traffic.frames=1")
        ran += done.returncode == 0
        if done.returncode:
            assert done.stderr.startswith(f"ixsim: {key}: found {value}, accepted"), done.stderr
    assert ran >= (1 if profile == "82575" else 4)


@pytest.mark.parametrize("settings", [{"rx__ring": 8}, {"rx__ring": 32_760}, {"rx__buffer_kib": 16, "rx__ring": 4_096},
                                      {"tx__queues": 2, "tx__packets": 20, "tx__ring": 8},
                                      {"tx__queues": 32, "tx__packets": 2, "tx__frame_size": 16_000, "tx__ring": 8_192},
                                      {"device__ports": 2, "rx__ring": 16_384}])  # fmt: skip
def test_the_host_follows_the_rings(settings):
    """Buffers given back at a time, packets of a tail write, and memory."""
    result = simulate(traffic__frames=60, **settings)
    assert result.total("delivered") == 60 * settings.get("device__ports", 1)


def test_addresses_without_pool_are_dealt_over_the_pools_in_use(tmp_path):
    """Whichever of the two is given first."""
    addresses = [f"02:00:00:00:01:{i:02x}" for i in range(6)]
    scenario = write(tmp_path / "case.toml", f"[rx]\naddresses = {addresses}\n".encode())
    for pools, queues in ((1, 16), (2, 32), (3, 48)):
        orders = [
            [scenario, "--set", f"rx.pools={pools}"],
            ["--set", f"rx.addresses={addresses}", "--set", f"rx.pools={pools}"],
            ["--set", f"rx.pools={pools}", "--set", f"rx.addresses={addresses}"],
        ]
        used = []
        for words in orders:
            flows = [
                "--set",
                "rx.rss=false",
                "--set",
                "traffic.flows=6",
                "--set",
                "traffic.flow_order=round_robin",
            ]
            result = simulate(*words, *flows, traffic__frames=60)
            used.append([result[f"rx.queue.{queue}.frames"] for queue in range(64)])
        assert used[0] == used[1] == used[2] == [60 // pools] * pools + [0] * (64 - pools), queues


def tagged(frame, vlan):
    return frame[:12] + b"\x81\x00" + vlan.to_bytes(2, "big") + frame[12:]


def test_capture_with_more_addresses_and_vlans_than_filters(tmp_path):
    frames = [
        tagged(udp_frame(bytes([2, 0x1A, 0, 0, 1, i]), b"\x02\x99\x00\x00\x00\x01"), 100 + i)
        for i in range(70)
    ]
    records = [pcap_record(0, i, frame) for i, frame in enumerate(frames)]
    path = write(tmp_path / "many.pcap", pcap_header(), *records)
    few = simulate("--pcap", path, device__profile="custom", device__addresses=6)
    assert (few["rx.delivered"], few["rx.drop.no_filter"], few["rx.drop.vlan"]) == (6, 64, 0)
    all_pass = simulate("--pcap", path, device__profile="82599", rx__promiscuous=True)
    assert (all_pass["rx.delivered"], all_pass["rx.drop.vlan"]) == (70, 0)
