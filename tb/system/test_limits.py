"""A run names its limit, with the share of the time in which it was busy or waited for; each resource in turn is the
limit by construction.

The oracles are closed forms. A core that takes S per frame carries 1/S frames a second and is then always busy; at a
load L of the wire it is busy for L x S of the time. A link of one lane carries the bytes that link_bytes.py computes.
"""

import pytest
from program import Result, assignments, call, check_any_run, simulate

ONE_QUEUE = {"rx__queues": 1, "rx__pools": 1, "rx__rss": False}
FRAMES = 20_000


def run(tmp_path, *options, **keys):
    done = call("run", *options, *assignments(keys), "--out", tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, "")
    result = Result((tmp_path / "out/result.json").read_text())
    check_any_run(result)
    return done.stdout, result


def limit(result, direction="rx", port=0):
    """The entry of a direction."""
    found = [e for e in result.json["limited_by"] if (e["port"], e["direction"]) == (port, direction)]
    assert len(found) == 1
    return found[0]


def lost(result, prefix="rx."):
    return result[prefix + "drop.packet_buffer_full"] + result[prefix + "drop.no_descriptor"]


@pytest.mark.parametrize("profile", ["82598", "82599", "X540", "custom"])
def test_defaults_use_many_queues_and_lose_nothing(profile):
    """Frames of 64 B at line rate, 14.88 million a second: more than a core takes, and less than sixteen do."""
    result = simulate("--profile", profile, traffic__frames=FRAMES)
    assert result["rx.queues_used"] == 64
    assert lost(result) == 0 and limit(result)["resource"] == "wire"
    assert result["rx.delivered"] == FRAMES


@pytest.mark.parametrize("mode", ["interrupt", "poll"])
def test_a_core_that_is_too_slow(tmp_path, mode):
    summary, result = run(tmp_path, **ONE_QUEUE, traffic__frames=FRAMES, host__mode=mode)
    assert lost(result) > FRAMES // 5
    assert (
        limit(result)["resource"] == "core" and limit(result)["busy"]["core.0"] == result["host.core.0.busy"]
    )
    wait = result["rx.stage.consumed.mean"] / 1e6
    assert limit(result)["text"] == f"core 0, 100 % busy; frames in memory wait {wait:.2f} us for it"
    assert result["host.core.0.busy"] > 0.97
    assert "\nlimited by: rx core 0, 100 % busy; frames in memory wait " in summary
    assert f"status    ok: every frame is accounted for, {lost(result)} of {FRAMES} were lost\n" in summary


def test_one_flow_fills_one_core_of_many(tmp_path):
    """The hash of a flow chooses its queue, and the queue its vector: one core is busy, and the others are idle."""
    _, result = run(tmp_path, "--profile", "82599", traffic__frames=FRAMES, traffic__flows=1)
    (queue,) = [i for i in range(128) if result[f"rx.queue.{i}.frames"]]
    busy = {name: value for name, value in result.items() if name.endswith(".busy")}
    assert len(busy) == 16
    (core,) = [name.split(".")[2] for name, value in busy.items() if value]
    # Queues are dealt over the vectors in order; a pool's four are eight ring numbers from the next pool's.
    assert limit(result)["text"].startswith(f"core {core}, 100 % busy; ")
    assert result["rx.queues_used"] == 1 and queue >= 0


@pytest.mark.parametrize(("load", "service"), [(20, 200), (50, 100), (5, 1_000)])
def test_the_use_of_a_core_is_load_times_service(load, service):
    result = simulate(**ONE_QUEUE, traffic__frames=10_000, traffic__load_percent=load, host__service_time_ns=service,
                      rx__moderation=8)  # fmt: skip
    assert lost(result) == 0 and limit(result)["resource"] == "input"
    assert limit(result)["busy"]["wire"] == pytest.approx(load / 100, rel=0.01)
    assert result["host.core.0.busy"] == pytest.approx(load / 100 * service / 67.2, rel=0.02)


def test_a_link_that_is_too_narrow(tmp_path):
    summary, result = run(tmp_path, traffic__frames=FRAMES, pcie__lanes=1)
    assert lost(result) > FRAMES // 3
    assert limit(result)["resource"] == "pcie_up"
    assert "limited by: rx PCIe towards the host, 100 % busy; frames wait " in summary


def test_rings_that_are_too_short(tmp_path):
    """Eight descriptors and a message each 125 us: neither a core nor the link is busy."""
    _, result = run(tmp_path, **ONE_QUEUE, traffic__frames=FRAMES, rx__ring=8, rx__drop=True)
    assert result["rx.drop.no_descriptor"] > FRAMES // 2
    assert limit(result)["resource"] == "moderation" and result["host.core.0.busy"] < 0.5
    assert "a message each 124.928 us" in limit(result)["text"] and "rx.ring" in limit(result)["text"]


def test_descriptors_that_come_back_late(tmp_path):
    """Messages come at once, and the driver looks 20 us later: eight descriptors last 0.5 us."""
    _, result = run(tmp_path, **ONE_QUEUE, traffic__frames=FRAMES, rx__ring=8, rx__drop=True, rx__moderation=0,
                    host__interrupt_latency_ns=20_000, host__service_time_ns=20)  # fmt: skip
    assert result["rx.drop.no_descriptor"] > FRAMES // 2
    assert limit(result)["resource"] == "descriptors"
    assert f"{result['rx.no_buffer']} frames found none" in limit(result)["text"]


def test_credits_that_come_back_late(tmp_path):
    """64 posted TLPs of 128 B each 2 x 10 us: 0.4 GB/s of the 1.25 that come; the link is idle otherwise."""
    _, result = run(tmp_path, traffic__frames=FRAMES // 2, traffic__frame_size=1_518, traffic__start_us=5_000,
                    pcie__propagation_ns=10_000)  # fmt: skip
    assert lost(result) > 0 and limit(result)["resource"] == "credits"
    busy = limit(result)["busy"]
    # DLLPs go out while the link waits.
    assert busy["pcie_up"] < 0.3 and busy["pcie_up"] + busy["credits"] == pytest.approx(1, abs=0.05)


def test_bursts_that_the_packet_buffer_cannot_hold(tmp_path):
    """3,000 frames of 1,518 B at line rate over a link that carries two thirds of it: 4.5 MB, a third too many."""
    _, result = run(tmp_path, traffic__frames=FRAMES, traffic__frame_size=1_518, pcie__lanes=4,
                    traffic__arrival="bursty", traffic__burst=3_000, traffic__load_percent=40)  # fmt: skip
    assert result["rx.drop.packet_buffer_full"] > 0 and limit(result)["resource"] == "packet_buffer"
    assert max(share for name, share in limit(result)["busy"].items()) < 0.9
    assert (
        result["rx.packet_buffer.size"] - 1_518
        < result["rx.packet_buffer.peak"]
        <= result["rx.packet_buffer.size"]
    )


def test_pause_that_a_slow_core_causes(tmp_path):
    """A core of 200 ns a frame takes one in three of the 67.2 ns slots: the link partner is paused two thirds."""
    _, result = run(tmp_path, **ONE_QUEUE, traffic__frames=FRAMES, rx__flow_control=True)
    assert lost(result) == 0 and limit(result)["resource"] == "pause"
    window = result["rx.window.end"] - result["rx.window.begin"]
    assert limit(result)["busy"]["pause"] == pytest.approx(result["rx.pause.time"] / window)
    # The wire carries frames when it is not paused, and for a response time longer.
    assert 1 - limit(result)["busy"]["wire"] == pytest.approx(limit(result)["busy"]["pause"], abs=0.05)
    assert "because of core 0, 100 % busy" in limit(result)["text"]


SEND = {"traffic__frames": 1, "tx__queues": 4, "tx__packets": 1_000, "tx__frame_size": 1_518}


@pytest.mark.parametrize(
    ("keys", "resource"),
    [
        ({}, "wire"),
        ({"pcie__lanes": 1}, "pcie_down"),
        ({"pcie__read_latency_ns": 50_000}, "tags"),
        ({"tx__queues": 1, "tx__frame_size": 64, "tx__ring": 8}, "descriptors"),
        ({"tx__burst": 10, "tx__idle_ns": 100_000}, "input"),
    ],
)
def test_transmit(tmp_path, keys, resource):
    _, result = run(tmp_path, **SEND | keys)
    assert limit(result, "tx")["resource"] == resource, limit(result, "tx")
    busy = limit(result, "tx")["busy"]
    if resource in busy:
        assert busy[resource] > 0.9 and all(share < 0.95 for name, share in busy.items() if name != resource)
    else:
        assert max(busy.values()) < 0.95
    # One frame that comes is no load.
    assert [entry["direction"] for entry in result.json["limited_by"]] == ["tx"]


def test_stages_add_up_to_the_latency():
    for keys in ({}, {"host__mode": "poll"}, {"rx__moderation": 0}, ONE_QUEUE):
        result = simulate(traffic__frames=2_000, **keys)
        times = {name: result[f"rx.stage.{name}.mean"] for name in
                 ("decided", "buffered", "dma_first", "dma_last", "written_back", "interrupted", "consumed")}  # fmt: skip
        assert {result[f"rx.stage.{name}.count"] for name in times} == {result["rx.latency.host.count"]}
        assert sum(times.values()) == pytest.approx(result["rx.latency.host.mean"], rel=1e-12)
        device = sum(times.values()) - times["interrupted"] - times["consumed"]
        assert device == pytest.approx(result["rx.latency.device.mean"], rel=1e-12)


@pytest.mark.parametrize("keys", [{"traffic__frames": 2_000, "pcie__lanes": 1}, SEND | {"traffic__frames": 300},
                                  {"traffic__frames": 200, "device__ports": 2, "pcie__generation": 2}])  # fmt: skip
def test_kinds_of_tlps_add_up(keys):
    result = simulate(**keys)
    for direction in ("up", "down"):
        kinds = {name.split(".")[2]: value for name, value in result.items()
                 if name.startswith(f"pcie.{direction}.") and name.count(".") == 3}  # fmt: skip
        assert (
            sum(kinds.values()) + result[f"pcie.{direction}.dllp_bytes"] == result[f"pcie.{direction}.bytes"]
        )
        assert kinds["rx_fetch"] > 0 and kinds["registers"] >= 0
        if keys.get("tx__queues"):
            assert kinds["tx_data"] > 0 and kinds["tx_fetch"] > 0
        if direction == "up":
            # 4 bytes of data, and 20 of header and framing, as the address lies below 4 GiB.
            assert kinds["interrupts"] == 24 * result["host.interrupts"]


def test_drops_of_queues_and_pools_add_up():
    result = simulate(traffic__frames=FRAMES, pcie__lanes=1)
    for places in ("queue", "pool"):
        drops = sum(value for name, value in result.items()
                    if name.startswith(f"rx.{places}.") and name.endswith(".drop.packet_buffer_full"))  # fmt: skip
        assert drops == result["rx.drop.packet_buffer_full"] > 0
    for pool in range(4):
        for what in ("frames", "drop.packet_buffer_full"):
            of_queues = sum(result.get(f"rx.queue.{16 * pool + i}.{what}", 0) for i in range(16))
            assert result[f"rx.pool.{pool}.{what}"] == of_queues


def test_each_port_has_its_limit(tmp_path):
    summary, result = run(tmp_path, **ONE_QUEUE, traffic__frames=FRAMES, device__ports=2)
    for port in range(2):
        assert limit(result, port=port)["text"].startswith("core 0, ")
        assert f"limited by {port}: rx core 0, " in summary


def test_filters_are_no_limit(tmp_path):
    """Frames that no filter admits are lost for another reason, which the drops name."""
    summary, result = run(tmp_path, traffic__frames=100, traffic__frame_size=9_018)
    assert result["rx.drop.oversize"] == 100 and limit(result)["resource"] in ("wire", "input")
    assert f"limited by: rx {limit(result)['text']}" in summary
