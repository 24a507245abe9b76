"""The output of a run: every printed figure is one of its result.json, in the unit printed after it."""

import pytest
from program import Result, assignments, call, check_any_run

KEYS = {"traffic__frames": 300, "tx__queues": 4, "tx__packets": 200, "tx__frame_size": [64, 1_518]}


def lines_of(tmp_path, **keys):
    """The lines of the summary by their labels, and the result."""
    done = call("run", *assignments(keys), "--out", tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, "")
    result = Result((tmp_path / "out/result.json").read_text())
    check_any_run(result)
    lines = {}
    for line in done.stdout.splitlines():
        lines.setdefault(line[:10].strip(), []).append(line[10:])
    return lines, result


@pytest.mark.parametrize("ports", [1, 2])
def test_transmit_is_in_the_summary(tmp_path, ports):
    lines, result = lines_of(tmp_path, device__ports=ports, **KEYS)
    for port in range(ports):
        prefix, number = ("tx.", "") if ports == 1 else (f"port{port}.tx.", f" {port}")
        assert result[prefix + "sent"] == result[prefix + "packets"] == 800
        assert lines["sent" + number] == [
            f"800 of 800 packets, {result[prefix + 'frames']} frames, {result[prefix + 'throughput'] / 1e9:.3f} Gb/s; "
            f"Jain index {result[prefix + 'jain_index']:.4f}, of bytes {result[prefix + 'jain_index_bytes']:.4f}"
        ]
    assert lines["not sent"] == ["none"] * ports
    mean, p99 = (result[f"tx.latency.device.{name}"] / 1e6 for name in ("mean", "p99"))
    assert 1 < mean < p99
    assert lines["latency"][-1] == f"tail write to the last bit out mean {mean:.2f} us, p99 {p99:.2f} us"


@pytest.mark.parametrize(("profile", "written"), [("82598", "488 (124.928 us)"), ("82599", "480 (122.880 us)"),
                                                  ("82576", "992 (124.000 us)")])  # fmt: skip
def test_moderation_is_reported_as_the_device_counts_it(tmp_path, profile, written):
    moderation = 488 if profile == "82598" else 480 + 7
    lines, _ = lines_of(tmp_path, device__profile=profile, rx__moderation=moderation, traffic__frames=100)
    assert f"EITR {written}, " in lines["host"][0]


def test_drops_are_named_and_counted(tmp_path):
    lines, result = lines_of(tmp_path, traffic__frames=20_000, pcie__lanes=1)
    drops = {name[8:]: count for name, count in result.items() if name.startswith("rx.drop.") and count}
    assert drops
    assert lines["dropped"] == [", ".join(f"{name} {count}" for name, count in drops.items())]


def test_receive_alone_says_nothing_of_transmit(tmp_path):
    lines, _ = lines_of(tmp_path, traffic__frames=50)
    assert not {"sent", "not sent", "transmit"} & lines.keys()
    assert len(lines["latency"]) == 1


def notes(tmp_path, **keys):
    return lines_of(tmp_path, **keys)[0].get("note", [])


@pytest.mark.parametrize(
    ("size", "least"), [(64, 67_200), (1_500, 1_216_000), ([[64, 1], [1_500, 1]], 641_600)]
)
def test_an_interval_shorter_than_the_frames_is_noted(tmp_path, size, least):
    keys = {"traffic__frame_size": size, "traffic__arrival": "constant", "traffic__frames": 20}
    found = notes(tmp_path, traffic__interval_ps=least - 1, **keys)
    assert len(found) == 1 and found[0].startswith(f"traffic.interval_ps {least - 1}: ")
    assert f"takes {least} ps" in found[0] and "traffic.frame_size" in found[0]
    assert notes(tmp_path, traffic__interval_ps=least, **keys) == []
    assert notes(tmp_path, traffic__load_percent=100, **keys) == []


def test_frames_longer_than_the_device_accepts_are_noted(tmp_path):
    keys = {"traffic__frame_size": [[64, 1], [9_018, 1]], "traffic__frames": 100}
    lines, result = lines_of(tmp_path, **keys)
    dropped = result["rx.drop.oversize"]
    assert 0 < dropped < 100
    assert any(f"{dropped} frames are longer than the device accepts (1518 B)" in note and "rx.drop.oversize" in note
               and "rx.max_frame" in note for note in lines["note"])  # fmt: skip
    assert notes(tmp_path, rx__max_frame=9_018, **keys) == []


@pytest.mark.parametrize(
    ("idle", "used", "reason"),
    [
        ({"traffic__burst": 5}, {"traffic__arrival": "bursty", "traffic__load_percent": 50}, 'only with traffic.arrival "bursty"'),
        ({"traffic__interval_ps": 2_000_000}, {"traffic__arrival": "poisson"}, "only with traffic.arrival"),
        ({"traffic__stream": True}, {"traffic__transport": "both"}, 'only with traffic.transport "tcp" or "both"'),
        ({"tx__ring": 64}, {"tx__queues": 1, "tx__packets": 5}, "only with tx.queues"),
        ({"tx__idle_ns": 50, "tx__queues": 1, "tx__packets": 5}, {"tx__burst": 3}, "only with tx.burst"),
    ],
)  # fmt: skip
def test_a_key_without_effect_is_noted_with_the_reason(tmp_path, idle, used, reason):
    key = next(iter(idle)).replace("__", ".")
    frames = {"traffic__frames": 4_000}
    (note,) = [note for note in notes(tmp_path, **frames, **idle) if "no effect" in note]
    assert note.startswith(f"{key} has no effect: {reason}")
    assert not any("no effect" in note for note in notes(tmp_path, **frames, **idle, **used))


def test_the_key_of_another_strategy_is_noted(tmp_path):
    keys = {"tx__queues": 2, "tx__packets": 20, "tx__quantum": 4_000}
    assert [note for note in notes(tmp_path, **keys) if "no effect" in note] == [
        'tx.quantum has no effect: only with tx.scheduler = "drr"'
    ]
    assert notes(tmp_path, tx__scheduler="drr", **keys) == []


@pytest.mark.parametrize("streams", [False, True])
def test_coalescing_says_how_many_frames_it_merged(tmp_path, streams):
    keys = {"device__profile": "82599", "rx__rsc": True, "rx__pools": 1, "rx__queues": 1, "traffic__flows": 1}
    chosen = {"traffic__transport": "tcp", "traffic__stream": True} if streams else {}
    lines, result = lines_of(tmp_path, traffic__frames=500, traffic__frame_size=1_518, **keys, **chosen)
    merged, large = result["host.coalesced_segments"], result["host.large_receives"]
    assert (merged > 400) == streams and (large > 0) == streams
    said = [f"rx.rsc: {merged} of 500 frames reached the driver in {large} large receives"]
    if not streams:
        said.append('rx.rsc has no effect: only with TCP streams: traffic.transport "tcp" and traffic.stream')
    assert lines["note"] == said
