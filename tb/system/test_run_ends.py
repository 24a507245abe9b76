"""A run always ends, and names the frames that were never sent or stay in the device, with the reason.

The oracle is arithmetic on the scenario: requested frames = frames put on the wire + frames that the run names as
unsent, and frames put on the wire = drops + delivered + frames that the run names as held.
"""

import pytest
from captures import pcap_header, pcap_record, udp_frame, write
from program import Result, assignments, call, schema, simulate

FRAMES = 3_000
# A frame needs two buffers, and one is available.
STARVED = {
    "rx__queues": 1, "rx__pools": 1, "rx__rss": False, "rx__posted": 1, "rx__max_frame": 9_018,
    "traffic__frames": FRAMES, "traffic__frame_size": 3_882,
}  # fmt: skip
HELD = STARVED | {"rx__flow_control": True}


def ends(tmp_path, *options, timeout=60, **keys):
    """A run that must end by itself; its finished process and its result."""
    out = tmp_path / "out"
    done = call("run", *options, *assignments(keys), "--out", out, timeout=timeout)
    assert done.stderr == ""
    result = Result((out / "result.json").read_text())
    schema().validate(result.json)
    return done, result


def line_of(done, label):
    return next(line[10:] for line in done.stdout.splitlines() if line.startswith(label))


@pytest.mark.parametrize(
    "keys",
    [
        {},
        {"host__mode": "poll"},
        {"simulation__driver": "tick", "rx__moderation": 0, "rx__pause_time": 2_000, "rx__pause_refresh": 1_000},
        {"device__ports": 2},
        {"device__speed": "1G"},
        {"rx__pause_time": 100, "rx__pause_refresh": 50},
        {"traffic__arrival": "poisson", "traffic__interval_ps": 10_000_000},
        {"tx__queues": 2, "tx__packets": 500},
        {"host__budget": 65_535, "host__service_time_ns": 1_000_000},
        {"device__profile": "82599"},
    ],
    ids=lambda keys: ",".join(keys) or "plain",
)  # fmt: skip
def test_a_partner_held_back_for_good(tmp_path, keys):
    done, result = ends(tmp_path, **HELD | keys)
    assert done.returncode == 1
    assert result.json["status"] == "incomplete" and result.json["failures"] == []
    assert len(result.json["incomplete"]) == len(result.ports())
    for port, reason in zip(result.ports(), result.json["incomplete"], strict=True):
        sent, unsent = result[port + "frames"], result[port + "unsent"]
        assert 0 < sent < FRAMES and sent + unsent == FRAMES
        assert f"{unsent} of {FRAMES} frames were never sent: PAUSE held back the link partner" in reason
        assert f"INCOMPLETE: {reason}" in done.stdout
        # Not one frame fits into the buffer available: all are held, and none was dropped.
        assert result[port + "in_flight"] == sent
    assert "ok" not in line_of(done, "status")
    assert sum(f"{result[port + 'in_flight']} frames stay in the device: " in note
               for port, note in zip(result.ports(), result.json["notes"], strict=True)) == len(result.ports())  # fmt: skip


def test_a_partner_held_back_in_one_priority(tmp_path):
    """Class 7 is starved of nothing; class 0 has no buffer large enough. What class 7 gets is all sent."""
    classes = {
        "dcb__enabled": True,
        "dcb__priority_pause": True,
        "traffic__priorities": [0, 7],
        "rx__rss": False,
    }
    keys = {key: value for key, value in HELD.items() if key not in ("rx__queues", "rx__pools", "rx__rss")}
    done, result = ends(tmp_path, **keys | classes | {"rx__queues": 8})
    assert done.returncode == 1 and result.json["status"] == "incomplete"
    assert result["rx.frames"] + result["rx.unsent"] == FRAMES and result["rx.unsent"] > 0


def test_a_starved_queue_without_flow_control(tmp_path):
    """All is sent; the run names what stays in the device, and what did not fit."""
    done, result = ends(tmp_path, **STARVED)
    assert done.returncode == 0 and result.json["status"] == "ok"
    assert (result["rx.frames"], result["rx.unsent"], result["rx.delivered"]) == (FRAMES, 0, 0)
    held = result["rx.in_flight"]
    assert held > 0 and held + result["rx.drop.packet_buffer_full"] == FRAMES
    note = line_of(done, "note")
    assert note in result.json["notes"]
    assert (
        note == f"{held} frames stay in the device: {held} in packet_buffer (for a descriptor of their queue)"
    )


def test_a_capture_held_back(tmp_path):
    """Jumbo frames from a capture: the same guard."""
    frame = udp_frame(bytes.fromhex("021a20000001"), bytes.fromhex("021a20000002"), length=3_878)
    records = [pcap_record(0, 4 * i, frame) for i in range(400)]
    path = write(tmp_path / "jumbo.pcap", pcap_header(), *records)
    keys = {key: value for key, value in HELD.items() if not key.startswith("traffic")}
    done, result = ends(tmp_path, "--pcap", path, **keys)
    assert done.returncode == 1 and result["rx.unsent"] == 400 - result["rx.frames"] > 0
    assert f"{result['rx.unsent']} of 400 frames were never sent" in line_of(done, "status")


def test_a_long_gap_is_no_standstill(tmp_path):
    """With flow control too: frames that wait for their own time are sent."""
    frame = udp_frame(bytes.fromhex("021a20000001"), bytes.fromhex("021a20000002"))
    path = write(tmp_path / "gap.pcap", pcap_header(), *(pcap_record(30 * i, 0, frame) for i in range(3)))
    result = simulate("--pcap", path, rx__flow_control=True)
    assert (result["rx.frames"], result["rx.delivered"], result["rx.unsent"]) == (3, 3, 0)


def test_a_slow_host_is_waited_for():
    """A frame a millisecond, behind a PAUSE: every one arrives."""
    slow = {"host__service_time_ns": 20_000_000, "host__budget": 1, "rx__ring": 8, "host__refill": 1}
    pause = {"rx__flow_control": True, "rx__high_watermark": 0x1000, "rx__low_watermark": 0x800}
    keys = {"rx__queues": 1, "rx__pools": 1, "rx__rss": False, "traffic__frame_size": 1_518}
    result = simulate(traffic__frames=40, **slow, **pause, **keys)
    assert (result["rx.delivered"], result["rx.unsent"]) == (40, 0)
    assert result["rx.pause.honored"] > 0


def test_a_host_too_slow_for_the_drain(tmp_path):
    """A second a frame: the drain ends, and what the driver has not taken is named. Nothing is called broken."""
    keys = {"rx__queues": 1, "rx__pools": 1, "rx__rss": False, "host__service_time_ns": 1_000_000_000}
    done, result = ends(tmp_path, traffic__frames=300, host__budget=1, rx__write_back=0, **keys)
    left = result["rx.delivered"] - result["host.frames"]
    assert done.returncode == 1 and result.json["failures"] == [] and left > 0
    assert f"{left} of {result['rx.delivered']} delivered frames were not taken by the driver" in line_of(
        done, "status"
    )


def test_all_sent_is_ok():
    """The counter-test: without the shortage nothing is unsent, held or noted."""
    result = simulate(**HELD | {"rx__posted": 0})
    assert (result["rx.unsent"], result["rx.in_flight"], result.json["notes"]) == (0, 0, [])
    assert result.json["incomplete"] == []


def test_packets_never_posted_are_not_ok(tmp_path):
    """Transmit queues that wait for the completion of others: the same status."""
    keys = {"tx__queues": 2, "tx__packets": 600, "tx__burst": 30, "tx__write_back": 8, "host__mode": "poll"}
    done, result = ends(tmp_path, traffic__frames=1, **keys)
    assert done.returncode == 1 and result.json["status"] == "incomplete"
    assert f"{1_200 - result['tx.packets']} of 1200 packets were never posted" in line_of(done, "status")


@pytest.mark.parametrize("ring", [8, 16])
def test_a_polling_host_gives_back_the_buffers_of_a_short_ring(ring):
    """By default it once waited for more buffers than the ring has, and all frames but the first few stayed."""
    result = simulate(
        host__mode="poll", rx__ring=ring, rx__queues=1, rx__pools=1, rx__write_back=1, traffic__frames=400
    )
    assert result["rx.delivered"] == 400


def test_both_blocks_that_compared_nothing_are_named(tmp_path):
    """Frames that come while the device is being set up, at the end of a long wire to the host, are not classified."""
    options = ("--profile", "82598", "--check", "rtl")
    keys = {"traffic__frames": 2, "pcie__propagation_ns": 80_000, "tx__queues": 2, "tx__packets": 0}
    done, result = ends(tmp_path, *options, **keys)
    assert result["rx.drop.rx_disabled"] == 2
    assert done.returncode == 1
    assert result.json["failures"] == ["the check compared no decision", "the check compared no grant"]


def test_a_polling_host_that_never_gives_back_says_so(tmp_path):
    done, result = ends(
        tmp_path,
        host__mode="poll",
        rx__ring=24,
        host__refill=24,
        rx__queues=1,
        rx__pools=1,
        traffic__frames=100,
    )
    assert result["rx.delivered"] == 23 and result["rx.in_flight"] == 77
    assert "note      host.refill 24 is more than the buffers of a queue (23)" in done.stdout


# --- Lone frames with RXDCTL.WTHRESH 8, as the drivers of the 82598 set it.

LONE = {
    "rx__write_back": 8, "traffic__frames": 10, "traffic__arrival": "constant", "traffic__interval_ps": 10**9,
    "traffic__flows": 1,
}  # fmt: skip
MICROSECOND = 10**6


@pytest.mark.parametrize("driver", ["event", "tick"])
@pytest.mark.parametrize("mode", ["interrupt", "poll"])
@pytest.mark.parametrize("profile", ["82598", "82599"])
def test_a_lone_frame_is_written_back_at_once_where_eitr_is_0(profile, mode, driver):
    """An interval of 0 has always expired, whether the driver takes messages or polls."""
    keys = LONE | {"rx__moderation": 0, "host__mode": mode, "device__profile": profile}
    keys["traffic__interval_ps"] = 100 * MICROSECOND  # which a tick driver passes in less time
    result = simulate(simulation__driver=driver, **keys)
    assert (result["rx.delivered"], result["rx.in_flight"]) == (10, 0)
    assert result["rx.latency.device.max"] < MICROSECOND
    assert result["host.interrupts"] == result["irq.messages"] == (10 if mode == "interrupt" else 0)
    assert result["rx.latency.host.max"] < 4 * MICROSECOND


@pytest.mark.parametrize("units", [8, 40, 100])
def test_a_polling_host_waits_no_longer_than_its_timer(units):
    """EITR runs for masked vectors too: a frame finds the time run out if it comes later than that."""
    result = simulate(**LONE | {"traffic__interval_ps": 7 * MICROSECOND, "traffic__frames": 400}, host__mode="poll",
                      rx__moderation=units)  # fmt: skip
    assert (result["rx.delivered"], result["host.interrupts"]) == (400, 0)
    longest = min(units * 0.256 * MICROSECOND, 7 * 7 * MICROSECOND)
    assert result["rx.latency.device.max"] < longest + MICROSECOND


def test_a_polling_host_loses_no_frame_by_default():
    """Without a timer each descriptor is written back by itself, as poll-mode drivers leave WTHRESH."""
    keys = {key: value for key, value in LONE.items() if key != "rx__write_back"}
    result = simulate(host__mode="poll", **keys)
    assert (result["rx.delivered"], result["rx.in_flight"]) == (10, 0)
    assert result["rx.latency.device.max"] < MICROSECOND
    assert not any("rx.write_back" in note for note in result.json["notes"])


def test_frames_in_flight_are_reported_as_such(tmp_path):
    """A threshold without a timer: the last two of ten frames stay, and are no drops."""
    done, result = ends(tmp_path, host__mode="poll", **LONE)
    assert (result["rx.delivered"], result["rx.in_flight"]) == (8, 2)
    places = {name: number for name, number in result.items() if name.startswith("rx.in_flight.") and number}
    assert places == {"rx.in_flight.descriptor_write_back": 2}
    assert line_of(done, "dropped") == "none"
    assert line_of(done, "in flight") == "2 frames: descriptor_write_back 2"
    assert "status    ok: every frame is accounted for, 2 of 10 are in flight" in done.stdout
    assert any("rx.write_back 8 with a polling host" in note and "rx.moderation" in note
               for note in result.json["notes"])  # fmt: skip
