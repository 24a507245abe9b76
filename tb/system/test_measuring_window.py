"""The measuring window: rates count events in it, over its length; latencies are those of the frames that come in it.

The oracles are arithmetic on the scenario: frames at a constant interval are counted by hand, and a link or a core that
limits has a rate in closed form. Totals cover the whole run, whatever the window is.
"""

import pytest
from link_bytes import dllp_share, raw_bytes_per_second, up_bytes
from program import Result, assignments, call, simulate

US = 10**6
START = 200 * US  # traffic.start_us
# A frame of 64 B each 10 us, whose last bit comes 57.6 ns after its start; each is written back at once.
STEADY = {
    "traffic__arrival": "constant", "traffic__interval_ps": 10 * US, "traffic__frames": 101, "rx__moderation": 0,
}  # fmt: skip
WIRE_END = START + 72 * 800


def window_of(result, direction="rx."):
    return result[direction + "window.begin"], result[direction + "window.end"]


def test_the_default_is_the_whole_input():
    result = simulate(**STEADY)
    assert window_of(result) == (WIRE_END, WIRE_END + 1_000 * US)
    # A hundred intervals: a hundred frames come after the first, and a hundred are delivered before the last has come.
    assert result["rx.wire.frame_rate"] == result["rx.frame_rate"] == 100_000
    assert result["rx.wire.throughput"] == result["rx.throughput"] == 100_000 * 512
    assert (
        result["rx.latency.device.count"] == result["rx.latency.host.count"] == result["rx.delivered"] == 101
    )


@pytest.mark.parametrize("frames", [100, 1_000, 4_000])
@pytest.mark.parametrize("size", [256, 1_518])
def test_a_short_run_does_not_count_the_drain(frames, size):
    """One lane carries a fraction of what the wire brings: that fraction is the rate, and not what the buffer held."""
    result = simulate(pcie__lanes=1, pcie__dllp="none", rx__queues=1, rx__pools=1, rx__rss=False, rx__ring=8_192,
                      rx__write_back=8, rx__moderation=0, host__mode="poll", host__service_time_ns=1, rx__buffers=256,
                      pcie__read_latency_ns=50, pcie__propagation_ns=10, device__fetch_batch=8,
                      rx__host_threshold=8, traffic__frame_size=size, traffic__frames=frames)  # fmt: skip
    assert result["rx.wire.throughput"] == pytest.approx(1e10 * size / (size + 20), rel=1e-4)
    # An interval of 0 writes each descriptor back by itself.
    carried = (
        raw_bytes_per_second(1, 1)
        * (1 - dllp_share("none", 1, 1, 128))
        / float(up_bytes(size - 4, 128, 1, 8))
    )
    begin, end = window_of(result)
    # One frame more or less, and the time that the first one needs, are no small part of so few.
    assert result["rx.frame_rate"] == pytest.approx(carried, rel=0.01, abs=2 / (end - begin) * 1e12)
    assert result["rx.frame_rate"] < carried * 1.01
    assert result["rx.delivered"] + result["rx.drop.packet_buffer_full"] == frames


def test_half_of_a_short_run_drains():
    """500 of 1,000 frames find a buffer before a late host gives any back: 9.87 Gb/s come in, and half of it is taken."""
    result = simulate(rx__queues=1, rx__pools=1, rx__rss=False, rx__posted=500, rx__write_back=1, traffic__frames=1_000,
                      traffic__frame_size=1_518, host__interrupt_latency_ns=2_000_000)  # fmt: skip
    assert result["rx.wire.throughput"] == pytest.approx(9.87e9, rel=1e-4)
    assert result["rx.throughput"] == pytest.approx(result["rx.wire.throughput"] * 500 / 999)
    assert result["rx.delivered"] + result["rx.drop.packet_buffer_full"] == 1_000


def test_warm_up_and_length():
    result = simulate(measure__warmup="200 us", measure__window="300us", **STEADY)
    begin, end = window_of(result)
    assert (begin, end) == (WIRE_END + 200 * US, WIRE_END + 500 * US)
    assert result["rx.wire.frame_rate"] == result["rx.frame_rate"] == 100_000
    # Both ends: frames 21 to 51.
    assert result["rx.latency.device.count"] == result["rx.latency.host.count"] == 31
    # Totals are of the whole run.
    assert result["rx.frames"] == result["rx.delivered"] == result["irq.messages"] == 101
    assert result["rx.stage.consumed.count"] == 31


def test_units_are_the_same_time():
    results = [
        simulate(**STEADY | {"measure__warmup": warmup, "measure__window": length})
        for warmup, length in ((200_000, 300_000), ("200000 ns", "300 us"), ("200us", "300000ns"))
    ]
    assert len({json_of(result) for result in results}) == 1


def json_of(result):
    return str(result.json["metrics"])


def test_latency_is_of_the_window():
    """The first frames wait for a stalled host; a window behind them does not see that."""
    keys = STEADY | {"host__interrupt_latency_ns": 1_000, "rx__rebalances": 0}
    whole = simulate(**keys)
    late = simulate(measure__warmup="500 us", **keys)
    assert late["rx.latency.host.count"] == 51 < whole["rx.latency.host.count"]
    assert late["rx.latency.host.max"] <= whole["rx.latency.host.max"]


def test_transmit_has_its_own_window():
    keys = {"tx__queues": 1, "tx__packets": 200, "tx__frame_size": 64, "traffic__frames": 1}
    whole = simulate(**keys)
    begin, end = window_of(whole, "tx.")
    assert end > begin and whole["tx.frame_rate"] == pytest.approx(199 * 1e12 / (end - begin))
    part = simulate(measure__warmup="3 us", measure__window="5 us", **keys, status=None)
    assert window_of(part, "tx.") == (begin + 3 * US, begin + 8 * US)
    assert part["tx.frames"] == part["tx.packets"] == 200
    # Frames that start in the window: the rate times its length, and one if both ends are met.
    assert part["tx.latency.device.count"] == pytest.approx(part["tx.frame_rate"] * 5e-6, abs=1)
    assert 20 < part["tx.latency.device.count"] < 5_000 / 67.2 + 1


def test_a_window_that_the_input_ends(tmp_path):
    result = simulate(measure__window="2 ms", **STEADY)
    assert window_of(result) == (WIRE_END, WIRE_END + 1_000 * US)
    assert any("window ends with the input" in note for note in result.json["notes"])


def test_a_warm_up_longer_than_the_input_is_incomplete(tmp_path):
    result = simulate(measure__warmup="2 ms", status="incomplete", **STEADY)
    assert any("measure.warmup" in reason for reason in result.json["incomplete"])
    assert window_of(result) == (0, 0)
    assert result["rx.frame_rate"] == result["rx.latency.device.count"] == 0
    assert result["rx.delivered"] == 101


@pytest.mark.parametrize("frames", [None, 10**6])
@pytest.mark.parametrize("duration", ["1 ms", 1_000_000])
def test_duration_ends_the_input(duration, frames):
    keys = {key: value for key, value in STEADY.items() if key != "traffic__frames"}
    if frames is not None:
        keys["traffic__frames"] = frames
    result = simulate(traffic__duration=duration, **keys)
    assert (result["rx.frames"], result["rx.delivered"], result["rx.unsent"]) == (100, 100, 0)


def test_frames_end_the_input_before_the_duration():
    assert simulate(traffic__duration="1 s", **STEADY)["rx.frames"] == 101


def test_duration_at_line_rate_and_of_two_ports():
    result = simulate(traffic__duration="67200 ns", device__ports=2)
    assert [result[f"port{port}.rx.frames"] for port in range(2)] == [1_000, 1_000]
    assert [result[f"port{port}.rx.window.end"] for port in range(2)] == [START + 999 * 67_200 + 72 * 800] * 2


@pytest.mark.parametrize("value", ["1 h", "us", "1.5 ps", "-1 us", "3601 s", "1 us us", "", "9" * 20 + " ns"])
def test_texts_that_are_no_time(value):
    for key in ("measure.warmup", "measure.window", "traffic.duration"):
        done = call("run", "--set", "traffic.frames=1", "--set", f'{key}="{value}"')
        assert (done.returncode, done.stdout) == (2, "") and done.stderr.count("\n") == 1
        assert f"{key}: found" in done.stderr and "1.5 us" in done.stderr


def test_the_summary_names_the_window(tmp_path):
    keys = STEADY | {"measure__warmup": "200 us", "measure__window": "300 us"}
    done = call("run", *assignments(keys), "--out", tmp_path / "out")
    result = Result((tmp_path / "out/result.json").read_text())
    begin, end = (time / US for time in window_of(result))
    assert (
        f"window    rx {begin:.3f} to {end:.3f} us (300.000 us): its rates and latencies; all counts are of the whole run"
        in done.stdout
    )


def test_both_drivers_and_immediate_outputs_measure_the_same():
    keys = {"traffic__frames": 400, "rx__write_back": 8, "rx__moderation": 40, "tx__queues": 2, "tx__packets": 40,
            "measure__warmup": "3 us", "measure__window": "20 us"}  # fmt: skip
    results = [
        simulate(**keys, **more)
        for more in ({}, {"simulation__driver": "tick"}, {"simulation__immediate": True})
    ]
    seen = [
        {name: value for name, value in result.items() if not name.startswith("simulat")}
        for result in results
    ]
    assert seen[0] == seen[1] == seen[2]
