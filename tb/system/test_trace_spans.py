"""spans.json is valid by a strict reading of the Trace Event Format, and every span is one of the run.

The test checks the fields of each phase, nesting of asynchronous slices, that slices of a track do not overlap, and
that every named process and track has an event. The sums of the stages are those of the metrics, to the picosecond.
"""

import json
import pathlib
import tempfile
from collections import defaultdict
from fractions import Fraction

import pytest
from program import Result, assignments, call, check_any_run

STAGES = ("decided", "buffered", "dma_first", "dma_last", "written_back", "interrupted", "consumed")
FIELDS = {
    "M": ({"ph", "name", "pid", "args"}, {"tid"}),
    "X": ({"ph", "name", "pid", "tid", "ts", "dur", "args"}, set()),
    "b": ({"ph", "name", "pid", "cat", "id", "ts"}, {"args"}),
    "e": ({"ph", "name", "pid", "cat", "id", "ts"}, set()),
}


def picoseconds(number):
    time = Fraction(number) * 10**6
    assert time.denominator == 1 and time >= 0
    return int(time)


class Spans:
    """A file taken apart: slices by (process name, track name), asynchronous slices as trees."""

    def __init__(self, text):
        whole = json.loads(text, parse_float=str, parse_int=str)
        assert set(whole) == {"traceEvents", "displayTimeUnit"} and whole["displayTimeUnit"] == "ns"
        self.processes, self.tracks = {}, {}
        slices, groups = defaultdict(list), defaultdict(list)
        for event in whole["traceEvents"]:
            needed, allowed = FIELDS[event["ph"]]
            assert needed <= event.keys() <= needed | allowed, event
            place = (event["pid"], event.get("tid"))
            if event["ph"] == "M":
                names = self.processes if event["name"] == "process_name" else self.tracks
                assert event["name"] == ("process_name" if place[1] is None else "thread_name")
                assert place not in names, event
                names[place] = event["args"]["name"]
            elif event["ph"] == "X":
                begin = picoseconds(event["ts"])
                slices[place].append((begin, begin + picoseconds(event["dur"]), event["name"]))
            else:
                groups[event["pid"], event["cat"], event["id"]].append(event)
        assert {place[0] for place in slices} | {place[0] for place in groups} == {
            place[0] for place in self.processes
        }
        assert slices.keys() == self.tracks.keys()
        self.slices = {(self.processes[pid, None], self.tracks[pid, tid]): found
                       for (pid, tid), found in slices.items()}  # fmt: skip
        self.frames = [self.tree(group, events) for group, events in groups.items()]

    def tree(self, group, events):
        """One slice that holds others, which follow each other without a gap."""
        last, open_slices, children = 0, [], []
        for event in events:
            time = picoseconds(event["ts"])
            assert time >= last, "out of order"
            last = time
            if event["ph"] == "b":
                open_slices.append((event["name"], time, event.get("args")))
                continue
            name, begin, arguments = open_slices.pop()
            assert name == event["name"], "ends another slice than the last one"
            if open_slices:
                assert len(open_slices) == 1 and begin == (children[-1][2] if children else open_slices[0][1])
                children.append((name, begin, time))
            else:
                root = (name, begin, time, arguments)
        assert not open_slices and events[-1]["ph"] == "e" and events[0]["ph"] == "b"
        assert not children or children[-1][2] == root[2]
        return self.processes[group[0], None], root, children


def run(keys, trace="spans"):
    with tempfile.TemporaryDirectory(prefix="ixsim-test-") as out:
        done = call("run", *assignments(keys), "--trace", trace, "--out", out)
        assert done.returncode == 0, done.stdout + done.stderr
        result = Result(pathlib.Path(out, "result.json").read_text())
        check_any_run(result)
        return Spans(pathlib.Path(out, "spans.json").read_text()), result


def check_slices(spans):
    for place, found in spans.slices.items():
        assert found, place
        for before, after in zip(sorted(found), sorted(found)[1:], strict=False):
            assert before[1] <= after[0], f"{place}: {before} and {after} overlap"


CASES = {
    "pools": {"traffic__frames": 600},
    "one pool": {"traffic__frames": 600, "rx__pools": 1, "rx__queues": 4, "host__mode": "poll"},
    "two ports": {"traffic__frames": 200, "device__ports": 2, "tx__queues": 2, "tx__packets": 100},
    "classes": {"traffic__frames": 400, "dcb__enabled": True, "traffic__vlans": [7], "traffic__priorities": [0, 3]},
    "copies": {"device__profile": "82599", "traffic__frames": 300, "rx__replicate": True},
    "no descriptors": {"traffic__frames": 2_000, "rx__pools": 1, "rx__queues": 1, "rx__rss": False, "rx__ring": 8, "rx__drop": True},
    "bad frames": {"traffic__frames": 50, "traffic__frame_size": 9_018},
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_spans_are_of_the_frames(case):
    spans, result = run(CASES[case])
    check_slices(spans)
    received = [frame for frame in spans.frames if " transmit" not in frame[0]]
    dropped = [
        frame
        for frame in received
        if any("dropped" in name for name in [frame[1][0], *(c[0] for c in frame[2])])
    ]
    assert len(received) - len(dropped) == result.total("delivered")
    assert len(dropped) == sum(result.total(name.partition("rx.")[2]) for name in result
                               if name.startswith(("rx.drop.", "port0.rx.drop.")))  # fmt: skip
    for process, (name, *_), children in received:
        if (
            (process, name) in ((process, name),)
            and not any("dropped" in child[0] for child in children)
            and children
        ):
            assert tuple(child[0] for child in children) == STAGES
    sums = defaultdict(int)
    for frame in received:
        if frame in dropped:
            continue
        for name, begin, end in frame[2]:
            sums[name] += end - begin
    for stage in STAGES:
        count = result[f"rx.stage.{stage}.count"]
        assert sums[stage] == pytest.approx(result[f"rx.stage.{stage}.mean"] * count, abs=count / 2 + 1), (
            stage
        )
    sent = [frame for frame in spans.frames if " transmit" in frame[0]]
    assert len(sent) == sum(result.get(port + "tx.frames", 0) for port in ("", "port0.", "port1."))
    assert all([child[0] for child in frame[2]] == ["device", "wire"] for frame in sent)


def test_tracks_are_wires_cores_and_pools():
    spans, result = run(CASES["pools"])
    processes = set(spans.processes.values())
    assert processes == {"port 0 wires", "port 0 cores", *(f"port 0 receive VM {pool}" for pool in range(4))}
    wire = spans.slices["port 0 wires", "to the device"]
    assert len(wire) == 600 and all(end - begin == 72 * 800 for begin, end, _ in wire)
    frames = defaultdict(int)
    for process, root, _ in spans.frames:
        frames[f"{process.rpartition(' ')[2]}.{root[0].rpartition(' ')[2]}"] += 1
    for place, count in frames.items():
        pool, queue = map(int, place.split("."))
        assert queue // 16 == pool and result[f"rx.queue.{queue}.frames"] == count
    window = result["rx.window.end"] - result["rx.window.begin"]
    for core in range(16):
        busy = spans.slices["port 0 cores", f"core {core}"]
        inside = sum(
            max(0, min(end, result["rx.window.end"]) - max(begin, result["rx.window.begin"]))
            for begin, end, _ in busy
        )
        assert inside / window == pytest.approx(result[f"host.core.{core}.busy"], abs=1e-9)


def test_a_window_takes_whole_frames():
    whole, _ = run(CASES["pools"])
    part, _ = run(CASES["pools"], "spans@210000:220000")
    expected = [root[1] for _, root, _ in whole.frames if 210_000_000 <= root[1] < 220_000_000]
    assert sorted(root[1] for _, root, _ in part.frames) == sorted(expected) and expected


def test_a_trace_that_crosses_is_refused():
    """The check itself: slices that overlap on a track, an end without beginning, an empty track."""
    named = [{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "p"}}]
    track = [{"ph": "M", "name": "thread_name", "pid": 1, "tid": 1, "args": {"name": "t"}}]
    slices = [{"ph": "X", "name": "s", "pid": 1, "tid": 1, "ts": ts, "dur": 2, "args": {}} for ts in (1, 2)]
    ends = [{"ph": "e", "name": "s", "pid": 1, "cat": "packet", "id": 1, "ts": 1}]

    def parsed(events):
        return Spans(json.dumps({"traceEvents": events, "displayTimeUnit": "ns"}))

    with pytest.raises(AssertionError, match="overlap"):
        check_slices(parsed(named + track + slices))
    check_slices(parsed(named + track + slices[:1]))
    for events in (named + track, named + track + slices + ends, slices, named * 2 + track + slices):
        with pytest.raises((AssertionError, IndexError, KeyError)):
            parsed(events)
