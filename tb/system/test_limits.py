"""What limits a run that loses frames is named, with the share of the time in which it was busy.

The oracles are closed forms: a core that takes S a frame carries 1/S frames a second and is then busy all the time; at
a load L of the wire it is busy for L x S of the time. A link of one lane carries what link_bytes.py says.
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


def lost(result, prefix="rx."):
    return result[prefix + "drop.packet_buffer_full"] + result[prefix + "drop.no_descriptor"]


@pytest.mark.parametrize("profile", ["82598", "82599", "X540", "custom"])
def test_defaults_use_many_queues_and_lose_nothing(profile):
    """Frames of 64 B at line rate, 14.88 million a second: more than a core takes, and less than sixteen do."""
    result = simulate("--profile", profile, traffic__frames=FRAMES)
    assert result["rx.queues_used"] == 64
    assert lost(result) == 0 and result["rx.limited_by"] == ""
    assert result["rx.delivered"] == FRAMES


@pytest.mark.parametrize("mode", ["interrupt", "poll"])
def test_a_core_that_is_too_slow(tmp_path, mode):
    summary, result = run(tmp_path, **ONE_QUEUE, traffic__frames=FRAMES, host__mode=mode)
    assert lost(result) > FRAMES // 5
    assert result["rx.limited_by"] == "core 0, 100 % busy"
    assert result["host.core.0.busy"] > 0.97
    assert "\nlimited by: core 0, 100 % busy\n" in summary
    assert f"status    ok: every frame is accounted for, {lost(result)} of {FRAMES} were lost\n" in summary


def test_one_flow_fills_one_core_of_many(tmp_path):
    """The hash of a flow chooses its queue, and the queue its vector: one core is busy, and the others are idle."""
    _, result = run(tmp_path, "--profile", "82599", traffic__frames=FRAMES, traffic__flows=1)
    (queue,) = [i for i in range(128) if result[f"rx.queue.{i}.frames"]]
    busy = {name: value for name, value in result.items() if name.endswith(".busy")}
    assert len(busy) == 16
    (core,) = [name.split(".")[2] for name, value in busy.items() if value]
    # Queues are dealt over the vectors in order; a pool's four are eight ring numbers from the next pool's.
    assert result["rx.limited_by"] == f"core {core}, 100 % busy"
    assert result["rx.queues_used"] == 1 and queue >= 0


@pytest.mark.parametrize(("load", "service"), [(20, 200), (50, 100), (5, 1_000)])
def test_the_use_of_a_core_is_load_times_service(load, service):
    result = simulate(**ONE_QUEUE, traffic__frames=10_000, traffic__load_percent=load, host__service_time_ns=service,
                      rx__moderation=8)  # fmt: skip
    assert lost(result) == 0 and result["rx.limited_by"] == ""
    assert result["host.core.0.busy"] == pytest.approx(load / 100 * service / 67.2, rel=0.02)


def test_a_link_that_is_too_narrow(tmp_path):
    summary, result = run(tmp_path, traffic__frames=FRAMES, pcie__lanes=1)
    assert lost(result) > FRAMES // 3
    assert result["rx.limited_by"] == "PCIe towards the host, 100 % busy"
    assert "limited by: PCIe towards the host, 100 % busy" in summary


def test_rings_that_are_too_short(tmp_path):
    """Eight descriptors and a message each 125 us: neither a core nor the link is busy."""
    _, result = run(tmp_path, **ONE_QUEUE, traffic__frames=FRAMES, rx__ring=8, rx__drop=True)
    assert result["rx.drop.no_descriptor"] > FRAMES // 2
    assert result["rx.limited_by"].startswith("receive descriptors, ")
    assert "rx.ring" in result["rx.limited_by"] and result["host.core.0.busy"] < 0.5


def test_each_port_has_its_limit(tmp_path):
    summary, result = run(tmp_path, **ONE_QUEUE, traffic__frames=FRAMES, device__ports=2)
    for port in range(2):
        assert result[f"port{port}.rx.limited_by"].startswith("core 0, ")
        assert f"limited by {port}: core 0, " in summary


def test_filters_are_no_limit(tmp_path):
    """Frames that no filter admits are lost for another reason, which the drops name."""
    summary, result = run(tmp_path, traffic__frames=100, traffic__frame_size=9_018)
    assert result["rx.drop.oversize"] == 100 and result["rx.limited_by"] == ""
    assert "limited by" not in summary
