"""`ixsim batch`: answers equal those of `ixsim run`, bad lines are answered, and a failed run does not affect others."""

import json
import os
import signal
import subprocess
import time

import pytest
from program import program, simulate

ONE = {"rx.queues": 4, "rx.pools": 1, "traffic.frames": 50}
LONG = {"traffic.frames": 50_000_000}


def answers(*requests, options=()):
    lines = "".join((r if isinstance(r, str) else json.dumps(r)) + "\n" for r in requests)
    done = subprocess.run(
        [program(), "batch", *options], input=lines, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    first, *rest = map(json.loads, done.stdout.splitlines())
    assert set(first) == {"ixsim", "binary", "jobs"} and len(rest) == len(requests)
    return rest


@pytest.mark.parametrize("keys", [ONE, {"traffic.frames": 3_000, "rx.ring": 8, "rx.drop": True}])
def test_values_are_those_of_a_run(keys):
    run = simulate(**{name.replace(".", "__"): value for name, value in keys.items()})
    [answer] = answers({"id": "a", "set": keys, "document": True, "histograms": True})
    assert (answer["exit"], answer["status"], answer["result"]) == (0, "ok", dict(run))
    assert answer["limited_by"] == run.json["limited_by"]
    assert answer["document"] == {name: part for name, part in run.json.items() if name != "host"}
    for name, rows in answer["histograms"].items():
        assert sum(count for _, _, count in rows) == run[name + ".count"]


def test_bad_lines_are_answered_and_the_server_goes_on():
    got = answers(
        '{"id"',
        {"id": "b", "set": {"rx.quees": 1}},
        "[" * 100_000,
        {"id": "c", "x": 1},
        {"id": "d", "set": ONE},
    )
    by_id = {answer["id"]: answer for answer in got}
    broken = [answer for answer in got if answer["id"] is None]
    assert [answer["exit"] for answer in broken] == [2, 2]
    assert "line 1:" in broken[0]["error"] and "line 3:" in broken[1]["error"]
    assert by_id["b"]["exit"] == 2 and "rx.queues" in by_id["b"]["error"]
    assert by_id["c"]["exit"] == 2 and by_id["d"]["status"] == "ok"


def test_key_is_of_the_resolved_scenario():
    nested = {"rx": {"queues": 4, "pools": 1}, "traffic": {"frames": 50}}
    got = answers(
        {"id": "a", "set": ONE, "resolve": True},
        {"id": "b", "scenario": nested},
        {"id": "c", "set": ONE, "seed": 2},
    )
    by_id = {answer["id"]: answer for answer in got}
    assert by_id["a"]["status"] == "legal" and "result" not in by_id["a"]
    assert by_id["a"]["key"] == by_id["b"]["key"] != by_id["c"]["key"]


def test_time_and_memory_are_limited():
    [late, fine] = answers({"id": "a", "set": LONG}, {"id": "b", "set": ONE}, options=("--timeout", "0.3"))
    assert (late["status"], late["exit"], fine["status"]) == ("timeout", 2, "ok")
    if "sanit" in os.environ.get("IXSIM_BUILD_DIR", ""):
        return
    big = {"traffic.frames": 10, "host.memory_mib": 4_096}
    [large, fine] = answers({"id": "a", "set": big}, {"id": "b", "set": ONE}, options=("--memory", "2000"))
    assert (large["status"], large["exit"], fine["status"]) == ("memory", 2, "ok")


def serve(*requests):
    server = subprocess.Popen(
        [program(), "batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    server.stdout.readline()
    server.stdin.write("".join(json.dumps(request) + "\n" for request in requests).encode())
    server.stdin.flush()
    return server


def run_of(server):
    """The process of the run under way."""
    for _ in range(2_000):
        with open(f"/proc/{server.pid}/task/{server.pid}/children") as file:
            children = file.read().split()
        if children:
            return int(children[0])
        time.sleep(0.005)
    pytest.fail("no run was started")


def test_a_run_that_crashes_crashes_alone():
    server = serve({"id": "a", "set": LONG}, {"id": "b", "set": ONE})
    os.kill(run_of(server), signal.SIGSEGV)
    rest, _ = server.communicate(timeout=60)
    got = [json.loads(line) for line in rest.splitlines()]
    assert [(answer["id"], answer["status"]) for answer in got] == [("a", "crashed"), ("b", "ok")]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_server_and_runs(number):
    server = serve({"id": "a", "set": LONG})
    run = run_of(server)
    server.send_signal(number)
    server.communicate(timeout=30)
    assert server.returncode == -number and not os.path.exists(f"/proc/{run}")


def test_a_reader_that_leaves_ends_the_server():
    server = serve({"id": "a", "set": LONG})
    run_of(server)
    server.stdout.close()
    assert server.wait(timeout=30) == 2
