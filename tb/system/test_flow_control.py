"""Whole runs with a host link too slow for the wire: with flow control nothing is lost; without it, frames that do not
fit are lost.
"""

import pytest
from program import call, simulate

FRAMES = 6_000
SLOW = {
    "pcie__lanes": 1,  # about 1.6 Gb/s of frames
    "rx__queues": 1,
    "rx__pools": 1,
    "rx__rss": False,
    "traffic__frames": FRAMES,
    "traffic__frame_size": 1_518,
}
FLOW = SLOW | {"rx__flow_control": True, "rx__high_watermark": 0x40000, "rx__low_watermark": 0x20000}


def test_an_obedient_partner_loses_nothing():
    result = simulate(**FLOW)
    assert result["rx.delivered"] == FRAMES
    assert result["rx.missed"] == 0
    assert result["rx.pause.xoff"] > 10
    # The link follows what the host takes.
    assert result["rx.wire.throughput"] == pytest.approx(result["rx.throughput"], rel=0.15)
    assert result["rx.pause.received"] == result["rx.pause.xoff"] + result["rx.pause.xon"]
    assert result["rx.pause.honored"] == result["rx.pause.received"]


def test_a_deaf_partner_overruns_the_buffer():
    result = simulate(**FLOW, traffic__honor_pause=False)
    assert result["rx.pause.xoff"] > 0
    assert result["rx.pause.honored"] == 0
    assert result["rx.missed"] == result["rx.drop.packet_buffer_full"] > FRAMES // 3
    assert result["rx.delivered"] + result["rx.missed"] == FRAMES
    # Results that the watermarks cannot change: as without flow control.
    assert simulate(**SLOW)["rx.missed"] == result["rx.missed"]


def test_refresh_is_not_counted_as_traffic():
    """XON off, short times: the buffer is emptied between refreshes, and the run ends."""
    result = simulate(**FLOW, rx__pause_time=200, rx__pause_refresh=100)
    assert result["rx.delivered"] == FRAMES
    assert result["rx.pause.xoff"] > 50


def test_both_drivers_agree():
    keys = FLOW | {"traffic__frames": 1_500, "rx__high_watermark": 0x10000, "rx__low_watermark": 0x8000}
    event = simulate("--hash-events", **keys)
    tick = simulate("--hash-events", **keys, simulation__driver="tick")
    assert event["rx.pause.xoff"] > 5
    assert event["events.hash"] == tick["events.hash"]


@pytest.mark.parametrize(
    ("assignment", "found"),
    [
        ("rx.high_watermark=524288", "rx.high_watermark: found 524288, accepted: 0 to 524272"),
        ("rx.pause_time=65536", "rx.pause_time: found 65536"),
        ("traffic.honor_pause=1", "traffic.honor_pause: found 1"),
    ],
)
def test_bad_values_are_refused_in_one_line(assignment, found):
    done = call("run", "--set", assignment)
    assert done.returncode == 2
    assert found in done.stderr and done.stderr.count("\n") == 1
