"""Whole runs of every device: sizes, queues reached, copies, and the same result from both drivers."""

import pytest
from program import simulate

FLOWS = {"traffic__frames": 6_000, "traffic__flows": 2_048, "traffic__load_percent": 50}
# Addresses, rings that a run sets up of itself, and the Gb/s of the wire.
DEVICES = {
    "82598": (64, 10),
    "82599": (64, 10),
    "X540": (64, 10),
    "82576": (16, 1),
    "82575": (4, 1),
    "custom": (64, 10),
}


def queue_counts(result):
    return {
        int(name.split(".")[2]): result[name]
        for name in result
        if name.startswith("rx.queue.") and name.endswith(".frames") and result[name]
    }


@pytest.mark.parametrize("device", DEVICES)
def test_every_device_receives_on_all_its_rings_and_sends(device):
    rings, speed = DEVICES[device]
    result = simulate(device__profile=device, tx__queues=4, tx__packets=300, **FLOWS)
    assert result["rx.delivered"] == result["rx.frames"] == 6_000
    assert len(queue_counts(result)) == rings
    assert result["tx.completed"] == result["tx.frames"] == 1_200
    assert result["rx.wire.throughput"] < speed * 1e9
    assert result["tx.throughput"] > speed * 0.4e9


@pytest.mark.parametrize("device", ["82599", "82576", "82575"])
def test_event_and_tick_driver_agree(device):
    runs = [
        simulate("--hash-events", device__profile=device, simulation__driver=driver, tx__queues=3, tx__packets=40,
                 rx__replicate=device != "82575", **FLOWS | {"traffic__frames": 400})
        for driver in ("event", "tick")
    ]  # fmt: skip
    assert runs[0]["events.hash"] == runs[1]["events.hash"]


def test_all_queues_of_the_82599(tmp_path):
    result = simulate(device__profile="82599", rx__queues=128, rx__pools=32, tx__queues=128, tx__packets=20,
                      rx__addresses=[[f"02:00:00:00:01:{pool:02x}", pool] for pool in range(32)], **FLOWS)  # fmt: skip
    counts = queue_counts(result)
    assert sorted(counts) == list(range(128))
    assert result["tx.frames"] == 128 * 20


def test_64_pools_by_address():
    addresses = [[f"02:00:00:00:02:{pool:02x}", pool] for pool in range(64)]
    result = simulate(device__profile="82599", rx__queues=64, rx__pools=64, rx__rss=False, rx__addresses=addresses,
                      **FLOWS)  # fmt: skip
    # Without the hash a pool's frames are all in its first queue of two.
    assert sorted(queue_counts(result)) == list(range(0, 128, 2))


def test_custom_sizes():
    result = simulate(device__profile="custom", device__rx_queues=24, device__tx_queues=12, device__pools=6,
                      device__vectors=5, tx__queues=12, tx__packets=50, **FLOWS)  # fmt: skip
    assert sorted(queue_counts(result)) == list(range(24))
    assert "rx.queue.24.frames" not in result and "irq.5.messages" not in result
    assert result["tx.frames"] == 600


@pytest.mark.parametrize("rtl", [False, pytest.param(True, marks=pytest.mark.long)])
def test_custom_with_the_rules_of_the_82598(rtl):
    """Two pools by address, each with sixteen queues by the hash; other rings stay empty."""
    words = ["--check", "rtl"] if rtl else []
    result = simulate(*words, device__profile="custom", device__rules="82598", device__rx_queues=40, device__tx_queues=6,
                      device__pools=3, device__addresses=2, rx__pools=2, tx__queues=6, tx__packets=50, **FLOWS)  # fmt: skip
    assert sorted(queue_counts(result)) == list(range(32))
    assert result["rx.delivered"] == 6_000
    assert result["tx.frames"] == 300
    if rtl:
        assert result["check.decisions"] == 6_000 and result["check.divergences"] == 0
        assert result["check.scheduler.grants"] == 300


# Receive queues, pools and receive addresses beyond those of the 82598, and a small device. Transmit queues are as many
# as receive queues.
SIZES = [(128, 64, 128), (100, 20, 17), (40, 3, 2)]


def of_size(queues, pools, addresses, **keys):
    """A custom device with the rules of the 82598. Each address is in one of `pools`, the highest first."""
    used = keys["rx__pools"]
    return {
        "device__profile": "custom",
        "device__rules": "82598",
        "device__rx_queues": queues,
        "device__tx_queues": queues,
        "device__pools": pools,
        "device__addresses": addresses,
        "rx__addresses": [[f"02:00:00:00:03:{n:02x}", used - 1 - n % used] for n in range(addresses)],
        "tx__queues": queues,
        "tx__packets": 20,
        **FLOWS,
        **keys,
    }


@pytest.mark.parametrize("rtl", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "_".join(map(str, size)))
def test_sizes_of_the_contract_with_the_rules_of_the_82598(size, rtl):
    """All pools by address, and then as many pools with sixteen queues each as the device has. A frame to an address
    that the device does not find is dropped, so all addresses are in use."""
    queues, pools, addresses = size
    hashed = min(pools, queues // 16)
    used = min(pools, addresses)
    for keys, rings in [
        ({"rx__pools": pools, "rx__queues": pools, "rx__rss": False}, range(pools - used, pools)),
        ({"rx__pools": hashed, "rx__queues": 16 * hashed, "rx__rss": True}, range(16 * hashed)),
    ]:
        result = simulate(*(["--check", "rtl"] if rtl else []), **of_size(*size, **keys))
        assert sorted(queue_counts(result)) == list(rings)
        assert result["rx.delivered"] == result["rx.frames"] == 6_000
        assert result["tx.frames"] == 20 * queues
        assert all(result[f"tx.queue.{queue}.frames"] == 20 for queue in range(queues))
        if rtl:
            assert result["check.decisions"] == 6_000 and result["check.divergences"] == 0
            assert result["check.scheduler.grants"] == 20 * queues


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "_".join(map(str, size)))
def test_event_and_tick_driver_agree_at_the_sizes_of_the_contract(size):
    few = {
        "traffic__frames": 400,
        "tx__packets": 2,
        "rx__pools": size[1],
        "rx__queues": size[1],
        "rx__rss": False,
    }
    runs = [
        simulate("--hash-events", simulation__driver=driver, **of_size(*size, **few))
        for driver in ("event", "tick")
    ]
    assert runs[0]["events.hash"] == runs[1]["events.hash"]
