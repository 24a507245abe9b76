"""The record of register accesses of a run: the writes of drivers, at the offsets of the datasheet."""

import pathlib
import tempfile

import pytest
from program import Result, assignments, call, check_any_run

FIELDS = ("time", "port", "function", "bar", "offset", "size", "kind", "value", "name")


def traced(trace="registers", **keys):
    """One run: its result, and its record as dictionaries."""
    with tempfile.TemporaryDirectory(prefix="ixsim-test-") as out:
        done = call("run", *assignments(keys), "--trace", trace, "--hash-events", "--out", out)
        assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        result = Result(pathlib.Path(out, "result.json").read_text())
        lines = [line.split() for line in pathlib.Path(out, "registers.txt").read_text().splitlines()]
    check_any_run(result)
    record = [dict(zip(FIELDS, line, strict=True)) for line in lines]
    return result, record


@pytest.mark.parametrize("profile", ["82598", "82599"])
def test_the_set_up_of_the_driver_is_in_the_record(profile):
    """The record has the documented accesses of a driver's start, at the datasheet's offsets, in order."""
    record = traced(
        traffic__frames=20, rx__queues=4, rx__pools=1, rx__ring=256, device__profile=profile, device__ports=2
    )[1]
    times = [int(line["time"]) for line in record]
    assert times == sorted(times)
    assert all(line["size"] == "4" and line["function"] == "-" for line in record)
    assert "unimplemented" not in {line["name"] for line in record}
    for port in "01":
        mine = [line for line in record if line["port"] == port]
        lengths = {
            line["name"]: (line["offset"], line["value"]) for line in mine if line["name"].startswith("RDLEN")
        }
        assert lengths == {f"RDLEN[{q}]": (f"{0x1008 + 0x40 * q:05x}", f"{256 * 16:08x}") for q in range(4)}
        enabled = [line["name"] for line in mine].index("RXCTRL")
        assert mine[enabled]["offset"] == "03000" and int(mine[enabled]["value"], 16) & 1
        assert all(not line["name"].startswith("RDLEN") for line in mine[enabled:])
        table = [line for line in mine if line["name"].startswith("MSIXT")]
        assert {line["bar"] for line in table} == ({"3"} if profile == "82598" else {"4"})


def test_doorbells_add_up():
    """Every transmit queue's tail goes as far as the packets posted to it, one descriptor a packet."""
    result, record = traced(traffic__frames=1, tx__queues=4, tx__packets=50, tx__checksum_offload=False)
    for queue in range(4):
        tails = [line for line in record if line["name"] == f"TDT[{queue}]"]
        assert {(line["kind"], line["offset"]) for line in tails} == {
            ("write", f"{0x6018 + 0x40 * queue:05x}")
        }
        assert int(tails[-1]["value"], 16) == result[f"tx.queue.{queue}.frames"] == 50


def test_the_window_cuts_the_record():
    _, whole = traced(traffic__frames=50)
    _, part = traced("registers@2000:40000", traffic__frames=50)
    assert part == [line for line in whole if 2_000_000 <= int(line["time"]) < 40_000_000]
    assert 0 < len(part) < len(whole)


def test_following_changes_nothing():
    result, _ = traced(traffic__frames=50)
    with tempfile.TemporaryDirectory(prefix="ixsim-test-") as out:
        done = call("run", *assignments({"traffic__frames": 50}), "--hash-events", "--out", out)
        assert done.returncode == 0
        other = Result(pathlib.Path(out, "result.json").read_text())
    assert other["events.hash"] == result["events.hash"]
