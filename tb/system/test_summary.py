"""What a run prints: every figure is one of its result.json, in the unit that stands behind it."""

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
