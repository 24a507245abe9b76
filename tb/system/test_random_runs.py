"""Random scenarios from the documented ranges of all keys. Each runs to its end, within its time, with every frame and
packet accounted for, or is refused with one line that names the key.

Frames are counted three times: by the generator from the scenario alone, in result.json, and in files of the run, which
are the capture of the wire and the record of events. The number of a scenario determines it (scenario_space.py). The
quick test takes thirty, the long one two thousand, and as many broken ones.
"""

import collections
import math
import pathlib
import struct

import pytest
import scenario_space
from program import Result, assignments, call, schema, simulate, toml_value

QUICK, LONG = 30, 2_000
# Found wrong once.
FOUND = {
    # A tail write between completions takes a DLLP with it, and the data behind it come 32 ns earlier.
    "data behind a register access": {
        "device__profile": "82576", "device__ports": 2, "pcie__lanes": 1, "pcie__propagation_ns": 2_447,
        "pcie__read_latency_ns": 91_025, "rx__pools": 1, "rx__ring": 8, "host__refill": 8, "host__mode": "poll",
        "traffic__frames": 1, "tx__queues": 16, "tx__ring": 8, "tx__doorbell": 1, "tx__host_threshold": 63,
        "tx__frame_size": [1_518, 1_400, 1_518, 1_447, 1_518, 1_518], "tx__packets": 57,
    },
    # A frame above the high watermark makes a PAUSE before its data could leave, and nothing else is sent.
    "a PAUSE without other packets": {
        "rx__flow_control": True, "rx__high_watermark": 0, "traffic__frame_size": "imix", "traffic__frames": 400,
        "simulation__immediate": True,
    },
}  # fmt: skip
LONGEST = 120  # seconds: the slowest takes two of an idle core
ENHANCED_PACKET = 6
CONTROL_QUEUE = "65535"


def captured(path):
    """Frames of a pcapng file by interface, counted block by block."""
    data = path.read_bytes()
    frames = collections.Counter()
    place = 0
    while place < len(data):
        kind, length, interface = struct.unpack_from("<III", data, place)
        assert length >= 12 and data[place + length - 4 : place + length] == data[place + 4 : place + 8]
        if kind == ENHANCED_PACKET:
            frames[interface] += 1
        place += length
    return frames


def recorded(path):
    """Events of a record by port and kind; frames on the wire apart by whose they are."""
    events = collections.Counter()
    lines = path.read_text().splitlines()
    for line in lines[1:]:
        _, port, kind, queue, *_ = line.split()
        events[int(port), kind] += 1
        if kind == "wire_out" and queue == CONTROL_QUEUE:
            events[int(port), "control_out"] += 1
    return events


def most_in_flight(keys):
    """Frames that may be left of a port: those whose queue waits for a descriptor or for the end of a batch."""
    offered = keys.get("rx.posted", 0) or keys["rx.ring"] - 1
    if offered * keys.get("rx.buffer_kib", 2) * 1_024 < 16_384:
        return math.inf  # a frame may need more buffers than its ring ever has
    batch = keys.get("rx.write_back", 8)
    # Fewer descriptors than RXDCTL.WTHRESH are written back when the vector's timer (EITR) has run out. A polling host
    # has no vectors.
    if batch > 1 and keys.get("host.mode") == "poll":
        stuck = offered < batch or min(keys["host.refill"], offered) > offered - (batch - 1)
        return math.inf if stuck else keys["rx.queues"] * (batch - 1)
    return 0


def check_receive(drawn, result, prefix):
    """The receive side of a port."""
    keys = drawn.keys
    frames = result[prefix + "frames"]
    if frames != drawn.frames:
        held_back = keys.get("rx.flow_control", False) and keys.get("traffic.honor_pause", True)
        said = any("frames were never sent" in reason for reason in result.json["incomplete"])
        assert held_back and frames < drawn.frames and said, (
            "frames were not sent, and the result does not say so"
        )
    drops = {name: number for name, number in result.items() if name.startswith(prefix + "drop.")}
    copies = result.get(prefix + "replicas", 0)
    in_flight = result[prefix + "in_flight"]
    assert frames + copies == sum(drops.values()) + result[prefix + "delivered"] + in_flight
    queues = sum(
        number
        for name, number in result.items()
        if name.startswith(prefix + "queue.") and name.endswith(".frames")
    )
    assert result[prefix + "delivered"] == queues
    for never in ("symbol", "crc", "undersize", "length", "mac_control", "dma_error"):
        assert drops[f"{prefix}drop.{never}"] == 0
    # A frame that its ring can never hold is dropped in any case.
    if not keys.get("rx.drop", False) and most_in_flight(keys) != math.inf:
        assert drops[f"{prefix}drop.no_descriptor"] == 0
    assert in_flight <= most_in_flight(keys)


def check_transmit(drawn, result, prefix):
    """The transmit side of a port."""
    packets, sent = result[prefix + "packets"], result[prefix + "sent"]
    buckets = ("bad_descriptor", "queue_disabled", "dma_error", "flushed", "sent", "in_flight")
    assert packets == sum(result[prefix + bucket] for bucket in buckets)
    assert result[prefix + "completed"] <= packets
    if packets != drawn.packets:
        assert packets < drawn.packets and any(
            "never posted" in reason for reason in result.json["incomplete"]
        )
        return
    assert sent == packets
    assert result[prefix + "frames"] == drawn.frames_sent


def check_events(drawn, result, events):
    """The record of events against the metrics: another count of the same frames."""
    for port in range(drawn.ports):
        prefix = f"port{port}." if drawn.ports == 2 else ""
        if f"{prefix}tx.frames" in result:
            own = events[port, "wire_out"] - events[port, "control_out"]
            assert own == result[f"{prefix}tx.frames"]
        dropped = sum(number for name, number in result.items() if name.startswith(f"{prefix}rx.drop."))
        assert events[port, "drop"] == dropped


def nothing_compared(drawn, result):
    """The failures of a run that checks RTL by frames or grants of which there are none."""
    failures = []
    if "--check" in drawn.options:
        seen = sum(
            result[prefix + "frames"] - result[prefix + "drop.rx_disabled"] for prefix in result.ports()
        )
        if seen == 0:
            failures.append("the check compared no decision")
        if "tx.queues" in drawn.keys and drawn.packets == 0:
            failures.append("the check compared no grant")
    return failures


def check(drawn, done, out):
    """Checks a finished run."""
    said = f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.returncode in (0, 1) and done.stderr == "", said
    result = Result((out / "result.json").read_text())
    schema().validate(result.json)
    failures = nothing_compared(drawn, result)
    assert result.json["failures"] == failures, said
    assert done.returncode == (1 if failures or result.json["incomplete"] else 0), said
    delivered = 0
    for port in range(drawn.ports):
        prefix = f"port{port}." if drawn.ports == 2 else ""
        check_receive(drawn, result, prefix + "rx.")
        if drawn.packets:
            check_transmit(drawn, result, prefix + "tx.")
        delivered += result[prefix + "rx.delivered"]
    assert result["host.frames"] == delivered
    assert result["pcie.write_errors"] == result["pcie.read_errors"] == result["registers.unimplemented"] == 0
    assert math.isfinite(result["rx.latency.device.mean"])
    return result


def scenario_file(path, keys):
    """A scenario in a file: the other way to give it."""
    path.write_text("".join(f"{name} = {toml_value(value)}\n" for name, value in keys.items()))
    return [path]


def run(number, place):
    """One random scenario and all checks of it."""
    drawn = scenario_space.draw(number)
    out = place / "out"
    words = assignments(drawn.keys) if number % 3 else scenario_file(place / "scenario.toml", drawn.keys)
    if not number % 3 and "--profile" in drawn.options:
        words += ["--set", "traffic.pace=captured"]  # has no say without a capture
    extra = {"result.json"}
    if number % 4 == 0:
        words += ["--trace", "pcapng,spans,arbitration,registers", "--dump-events", place / "events.txt"]
        extra |= {"frames.pcapng", "spans.json", "arbitration.txt", "registers.txt"}
    done = call("run", *words, *drawn.options, "--out", out, timeout=LONGEST)
    result = check(drawn, done, out)
    assert {entry.name for entry in out.iterdir()} == extra
    if number % 4 == 0:
        frames = captured(out / "frames.pcapng")
        for port in range(drawn.ports):
            assert frames[port] == result[f"port{port}.rx.frames" if drawn.ports == 2 else "rx.frames"]
        check_events(drawn, result, recorded(place / "events.txt"))


def refuse(number, place):
    """One broken scenario."""
    keys, names = scenario_space.broken(number)
    words = []
    for name, value in keys.items():
        words += ["--set", f"{name}={value if isinstance(value, str) else toml_value(value)}"]
    done = call("run", *words, "--out", place / "out", timeout=LONGEST)
    assert (done.returncode, done.stdout) == (2, ""), f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.stderr.startswith("ixsim: ") and done.stderr.count("\n") == 1
    assert any(name in done.stderr for name in names), f"none of {names} is in: {done.stderr}"
    assert list(pathlib.Path(place).iterdir()) == []


@pytest.mark.parametrize("name", FOUND)
def test_runs_found_wrong_before(name):
    simulate(**FOUND[name])


@pytest.mark.parametrize("number", range(QUICK))
def test_runs_to_its_end(number, tmp_path):
    run(number, tmp_path)


@pytest.mark.parametrize("number", range(2 * QUICK))
def test_is_refused(number, tmp_path):
    refuse(number, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("number", range(QUICK, LONG))
def test_runs_to_its_end_long(number, tmp_path):
    run(number, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("number", range(2 * QUICK, LONG))
def test_is_refused_long(number, tmp_path):
    refuse(number, tmp_path)
