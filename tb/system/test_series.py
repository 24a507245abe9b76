"""series.json: levels and counts over time agree with the metrics of the same run, exactly where both count.

The oracles are Little's law (mean frames in a place = sum of their times there over the length), sums of counts, and
conservation: every level ends at its initial value.
"""

import json
import pathlib
import tempfile

import jsonschema
import pytest
from program import ROOT, Result, assignments, call, check_any_run

SCHEMA = json.loads((ROOT / "docs/series.schema.json").read_text())
RUN = {"traffic__frames": 3_000, "rx__pools": 2, "rx__queues": 8}


def run(*options, **keys):
    with tempfile.TemporaryDirectory(prefix="ixsim-test-") as out:
        done = call("run", *assignments(keys), "--series", *options, "--out", out)
        assert done.returncode == 0, done.stdout + done.stderr
        result = Result(pathlib.Path(out, "result.json").read_text())
        check_any_run(result)
        series = json.loads(pathlib.Path(out, "series.json").read_text())
        jsonschema.validate(series, SCHEMA)
        return series, result


@pytest.fixture(scope="module")
def received():
    return run(**RUN)


def area(series, name):
    """The integral of a level, in its unit times ps."""
    return sum(series["series"][name]["values"]) * series["width"]


@pytest.mark.parametrize("keys", [RUN, RUN | {"traffic__frames": 60_000, "rx__ring": 64}, RUN | {"device__ports": 2},
                                  {"traffic__frames": 200, "tx__queues": 4, "tx__packets": 500, "tx__frame_size": 300}])  # fmt: skip
def test_levels_and_counts_are_whole(keys):
    series, result = run(**keys)
    for name, entry in series["series"].items():
        values = entry["values"]
        assert len(values) == series["bins"] <= 512
        if entry["kind"] == "level":
            tolerance = 1e-9 * (1 + entry["most"])
            assert entry["least"] - tolerance <= min(values) and max(values) <= entry["most"] + tolerance, (
                name
            )
            assert entry["mean"] == pytest.approx(sum(values) / len(values), rel=1e-9, abs=1e-12)
    for port in result.ports():
        prefix = port.removesuffix("rx.")
        counted = {
            name: sum(series["series"][prefix + name]["values"]) for name in ("rx.arrived", "rx.delivered")
        }
        assert counted["rx.arrived"] == result[port + "bytes"]
        drops = sum(value for name, value in result.items() if name.startswith(port + "drop."))
        assert sum(series["series"].get(port + "dropped", {"values": []})["values"]) == drops
        if drops == 0:
            assert counted["rx.delivered"] == result[port + "bytes"]
        if prefix + "tx.bytes" in result:
            assert sum(series["series"][prefix + "tx.sent"]["values"]) == result[prefix + "tx.bytes"]
        assert series["series"][prefix + "rx.packet_buffer"]["most"] == result[port + "packet_buffer.peak"]


def test_queues_hold_what_littles_law_says(received):
    series, result = received
    assert result["rx.delivered"] == 3_000
    device = sum(area(series, f"rx.queue.{q}.device") for q in (*range(4), *range(16, 20)))
    waiting = sum(area(series, f"rx.queue.{q}.waiting") for q in (*range(4), *range(16, 20)))

    def times(*stages):
        return sum(result[f"rx.stage.{stage}.mean"] * result[f"rx.stage.{stage}.count"] for stage in stages)

    assert device == pytest.approx(times("dma_first", "dma_last", "written_back"), rel=1e-9)
    assert waiting == pytest.approx(times("interrupted", "consumed"), rel=1e-9)


def test_the_packet_buffer_holds_what_littles_law_says(received):
    """From the decision to the first MAC edge after the last data; every frame has 64 bytes."""
    series, result = received
    stages = sum(result[f"rx.stage.{stage}.mean"] * 3_000 for stage in ("buffered", "dma_first", "dma_last"))
    held = area(series, "rx.packet_buffer") / 64
    assert stages < held <= stages + 3_000 * 6_400


def test_cores_work_as_long_as_the_metrics_say():
    """Frames are taken for 200 ns each, and a round without a transmit queue has no other work."""
    series, result = run(**RUN | {"host__service_time_ns": 300})
    worked = sum(area(series, name) for name in series["series"] if name.startswith("host.core."))
    assert worked == pytest.approx(3_000 * 300_000, rel=1e-9)
    assert result["host.frames"] == 3_000


def test_rings_lose_and_get_back_their_descriptors():
    series, _ = run(traffic__frames=2_000, rx__pools=1, rx__queues=1, rx__rss=False, rx__ring=64, host__mode="poll",
                    host__service_time_ns=20, rx__posted=40, host__refill=8)  # fmt: skip
    free = series["series"]["rx.queue.0.free"]
    assert free["most"] == 40 and 0 <= free["least"] < 40
    sent, _ = run(traffic__frames=2, tx__queues=1, tx__packets=300, tx__ring=64)
    held = sent["series"]["tx.queue.0.descriptors"]
    assert 32 < held["most"] <= 63 and held["least"] == 0


def test_series_change_nothing_else(received):
    """The result is that of a run without them, to the last metric."""
    plain = call("run", *assignments(RUN), "--out", pathlib.Path(tempfile.mkdtemp()) / "out")
    assert plain.returncode == 0
    path = plain.stdout.rpartition("written")[2].strip()
    assert Result(pathlib.Path(path).read_text()) == received[1]


def test_distributions_are_those_of_the_metrics(received):
    series, result = received
    for name, buckets in series["distributions"].items():
        count = sum(count for _, count in buckets)
        assert count == result.get(f"{name}.count", 0)
        assert [end for end, _ in buckets] == sorted({end for end, _ in buckets})
        if count:
            assert buckets[-1][0] >= result[f"{name}.max"] and buckets[0][0] >= result[f"{name}.min"]


def test_series_need_a_folder():
    done = call("run", "--set", "traffic.frames=2", "--series")
    assert (
        done.returncode == 2
        and done.stderr.count("\n") == 1
        and "--series" in done.stderr
        and "--out" in done.stderr
    )
