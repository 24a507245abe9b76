"""Runs the program `ixsim` for the tests, one process for each run, and reads its result.

Every run made through `simulate` is also checked for the properties of any run: the exit status, the schema of
result.json, and conservation: frames on the wire = frames with outcomes + frames in buffers. The sums are computed here
from the metrics, together with the driver's own count. The program is build/release/bin/ixsim, or that of the
environment variable IXSIM_PROGRAM.
"""

import functools
import json
import os
import pathlib
import subprocess
import tempfile
from math import ceil, isclose

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
CAPTURE = ROOT / "tb/data/trunk.pcapng"
# One queue that never starves, taken by polling: nothing but packets and their descriptors on the link.
ONE_QUEUE = {
    "rx__queues": 1, "rx__pools": 1, "rx__rss": False, "rx__ring": 8_192, "rx__buffers": 256,
    "host__mode": "poll", "host__service_time_ns": 1, "host__refill": 64,
}  # fmt: skip


def program():
    """The path of the program under test; fails if it is not there."""
    path = pathlib.Path(os.environ.get("IXSIM_PROGRAM", ROOT / "build/release/bin/ixsim"))
    assert path.exists(), f"{path} does not exist: build it, or set IXSIM_PROGRAM"
    return path


@functools.cache
def schema():
    """A validator of result.json. A value that was valid for a reference is not checked for it again: most metrics of a
    run have the text, and many the value, of the run before.
    """
    text = json.loads((ROOT / "docs/result.schema.json").read_text())
    draft = jsonschema.Draft202012Validator
    draft.check_schema(text)
    follow, valid = draft.VALIDATORS["$ref"], set()

    def reference(validator, target, instance, about):
        known = (target, repr(instance))  # as text, since 1, 1.0 and true are equal
        if known not in valid:
            errors = list(follow(validator, target, instance, about))
            yield from errors
            if not errors:
                valid.add(known)

    return jsonschema.validators.extend(draft, {"$ref": reference})(text)


def call(*arguments, env=None, prefix=(), executable=None, cwd=None, timeout=600):
    """Runs the program with these arguments and returns the finished process, output as text."""
    return subprocess.run(
        [*map(str, prefix), str(executable or program()), *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, **(env or {})},
        cwd=cwd,
        timeout=timeout,
        check=False,
    )


class Result(dict):
    """The metrics of a run by name; `text` is result.json as written, `json` the same parsed."""

    def __init__(self, text):
        self.text = text
        self.json = json.loads(text)
        super().__init__((name, metric["value"]) for name, metric in self.json["metrics"].items())

    def ports(self):
        """The prefixes of the receive metrics of all ports, with several controllers of each."""
        ports, nics = [], 0
        while f"nic[{nics}].pcie.up.bytes" in self:
            nics += 1
        for nic in [f"nic[{n}]." for n in range(nics)] or [""]:
            ports += [f"{nic}rx."] if f"{nic}rx.frames" in self else [f"{nic}port0.rx.", f"{nic}port1.rx."]
        return ports

    def hosts(self):
        """The prefixes of the hosts' metrics."""
        count = self.json["scenario"].get("host.count", 1)
        return ["host."] if count == 1 else [f"host[{n}]." for n in range(count)]

    def total(self, name):
        """A receive metric summed over the ports."""
        return sum(self[port + name] for port in self.ports())


def toml_value(value):
    """A value as --set takes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value) if isinstance(value, (str, list)) else str(value)


def assignments(keys):
    """--set arguments; `rx__queues=1` stands for rx.queues=1."""
    words = []
    for name, value in keys.items():
        words += ["--set", f"{name.replace('__', '.')}={toml_value(value)}"]
    return words


def simulate(*options, env=None, prefix=(), executable=None, status="ok", **keys):
    """One run that must end with `status` (None: complete or not, as it says itself); `keys` are scenario keys (see
    `assignments`). Returns its Result.
    """
    with tempfile.TemporaryDirectory(prefix="ixsim-test-") as out:
        done = call(
            "run", *options, *assignments(keys), "--out", out, env=env, prefix=prefix, executable=executable
        )
        said = f"exit {done.returncode}\n{done.stdout}{done.stderr}"
        assert done.returncode in (0, 1) and done.stderr == "", said
        assert os.listdir(out) == ["result.json"], said
        result = Result(pathlib.Path(out, "result.json").read_text())
        if status is None:
            status = result.json["status"]
            assert status in ("ok", "incomplete"), said
        assert done.returncode == (0 if status == "ok" else 1), said
    check_any_run(result, status)
    return result


def check_any_run(result, status="ok"):
    """Checks the results that every run has, whatever its scenario."""
    schema().validate(result.json)
    assert result.json["status"] == status and result.json["failures"] == []
    consumed = 0
    for port in result.ports():
        drops = sum(value for name, value in result.items() if name.startswith(port + "drop."))
        delivered = result[port + "delivered"]
        assert result[port + "frames"] == drops + delivered + result[port + "in_flight"]
        assert delivered == sum(value for name, value in result.items()
                                if name.startswith(port + "queue.") and name.endswith(".frames"))  # fmt: skip
        consumed += delivered
    if "vm.throughput" in result:
        check_hosts(result, consumed)
    else:
        assert result["host.frames"] == consumed
    for name in result:
        if name.endswith("check.frames"):
            check = name.removesuffix("frames")
            assert result[check + "divergences"] == 0
            assert result[check + "decisions"] == result[name] > 0


def check_hosts(result, delivered):
    """Checks a run with VMs: each core's time adds up to the window, and VMs to their sum."""
    window = result["window.end"] - result["window.begin"]
    scenario = result.json["scenario"]
    for host in result.hosts():
        own = f"{host}machine.cores"
        cores = scenario[own if own in scenario else "host.machine.cores"]
        for core in range(cores):
            prefix = f"{host}cpu[{core}]."
            times = {name: value for name, value in result.items()
                     if name.startswith(prefix) and result.json["metrics"][name]["unit"] == "ps"}  # fmt: skip
            assert sum(times.values()) == window
            assert isclose(result[prefix + "busy"], 1 - times[prefix + "idle"] / window, abs_tol=1e-9)
        assert isclose(result[f"{host}cpu.busy"], sum(result[f"{host}cpu[{n}].busy"] for n in range(cores)))
    none = {name.removesuffix("workload") for name, value in scenario.items()
            if name.endswith(".workload") and value == "none"}  # fmt: skip
    vms = [value for name, value in result.items() if name.startswith("vm[") and name.endswith("].throughput")
           and "vm." not in none and name.removesuffix("throughput") not in none]  # fmt: skip
    assert len(vms) == (0 if "vm." in none else scenario["vm.count"] - len(none))
    assert isclose(result["vm.throughput"], sum(vms))
    # The run ends with the window: what was delivered last is still in the rings.
    ring = max(value for name, value in scenario.items() if name.endswith("rx.ring"))
    taken = sum(result[f"{host}frames"] for host in result.hosts())
    assert 0 <= delivered - taken <= result.total("queues_used") * ring


def slope(metric, frames, *, runs=simulate, **keys):
    """Growth of `metric` (a function of a Result) a frame put on a port's wire, between N and 3N frames.

    Start and end of a run are in both and cancel.
    """
    short = runs(traffic__frames=frames, **keys)
    long = runs(traffic__frames=3 * frames, **keys)
    return (metric(long) - metric(short)) / (2 * frames)


def delivered_rate(size, ports, expected, **keys):
    """Packets a second that reach memory while the wires are busy, over all ports.

    `expected` only says how long it takes to fill the packet buffers: between N and 3N frames they are full, and
    what leaves them is what the link carries. Frames count when their batch of descriptors is written, and each end
    of the window may cut a batch at each port: a quarter of a percent of the window at most.
    """
    wires = {"device__ports": ports, "traffic__frame_size": size}
    carried = expected / ports * (size + 20) / 1.25e9
    assert carried < 1, "the wires do not fill the link"
    packet_buffer = 512 * 1_024
    batch = keys.get("rx__write_back", 1)
    frames = ceil(max(1.5 * packet_buffer / size / (1 - carried), 400 * batch / carried))
    # So that descriptor reads never run out of tags.
    near = {"pcie__propagation_ns": 10, "pcie__read_latency_ns": 50}
    per_frame = slope(lambda r: r.total("delivered"), frames, **(ONE_QUEUE | near | wires | keys))
    return per_frame * 1.25e9 / (size + 20)
