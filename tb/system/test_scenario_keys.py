"""The ranges of scenario keys (scenario_keys.toml) against those that the program accepts. Both ends of each range run;
values beyond them are refused with one line that names the key.

scenario_keys_test.cpp compares the names of the keys with those of the program.
"""

import json
import tomllib

import pytest
import scenario_space
from captures import pcap_header, pcap_record, udp_frame, write
from program import ROOT, call, toml_value
from scenario_space import ALL_KEYS as KEYS

RENAMED = tomllib.loads((ROOT / "model/platform/renamed.toml").read_text())
ONE_FRAME = {"traffic.frames": 1}
SHORT_WINDOW = {"measure.warmup": "150 us", "measure.window": "50 us"}
MOST = (1 << 63) - 1
NUMBERS = [name for name, about in KEYS.items() if "low" in about]
CHOICES = [(name, value) for name, about in KEYS.items() for value in about.get("values", [])]
# Values that hold one number, by separate format.
FORMS = {
    "vlans": lambda number: [number],
    "priorities": lambda number: [number],
    "cores": lambda number: [number],
    "rates": lambda number: [number],
    "sizes": lambda number: [[number, 1]],
}


def start(key, value, end):
    """Runs one frame, or VMs for a moment, with this key and those it needs."""
    about = KEYS[key]
    keys = (
        (SHORT_WINDOW if about.get("vms") else ONE_FRAME)
        | about.get("with", {})
        | about.get(f"with_{end}", {})
        | {key: value}
    )
    return call("run", *words_of(keys), timeout=60)


def words_of(keys):
    """Arguments that set these keys."""
    return [word for name, value in keys.items() for word in ("--set", f"{name}={toml_value(value)}")]


def value_of(key, number):
    """The number in the form that the key takes."""
    return FORMS.get(KEYS[key]["type"], lambda number: number)(number)


def accepted(done):
    assert (done.returncode, done.stderr) == (0, ""), f"exit {done.returncode}\n{done.stdout}{done.stderr}"


def refused(done, key):
    assert (done.returncode, done.stdout) == (2, ""), f"exit {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.stderr.startswith("ixsim: ") and done.stderr.count("\n") == 1
    assert key in done.stderr, done.stderr


@pytest.mark.parametrize(("former", "present"), sorted(RENAMED["scenario"].items()))
def test_former_keys_are_refused(former, present, tmp_path):
    section, _, name = former.partition(".")
    file = write(tmp_path / "case.toml", f"[{section}]\n{name} = 1\n".encode())
    for words in ((file,), ("--set", f"{former}=1")):
        done = call("run", *words)
        refused(done, former)
        assert present in done.stderr


def test_former_results_are_gone(tmp_path):
    done = call("run", "--set", "traffic.frames=2", "--set", "rx.flow_control=true", "--check", "rtl",
                "--set", "tx.queues=1", "--set", "tx.packets=1", "--out", tmp_path / "out")  # fmt: skip
    assert done.returncode == 0, done.stderr
    names = set(json.loads((tmp_path / "out/result.json").read_text())["metrics"])
    assert names >= set(RENAMED["results"].values()) and not names & set(RENAMED["results"])


@pytest.mark.parametrize("end", ["low", "high"])
@pytest.mark.parametrize("key", NUMBERS)
def test_end_of_range_is_accepted(key, end):
    value = value_of(key, KEYS[key][end])
    if KEYS[key].get("endless") == end:
        # Never run: the value is taken, and the key after it refused.
        done = call("run", *words_of({key: value}), "--set", "rx.nonsense=1")
        return refused(done, "rx.nonsense")
    return accepted(start(key, value, end))


@pytest.mark.parametrize("end", ["low", "high"])
@pytest.mark.parametrize("key", NUMBERS)
def test_beyond_the_range_is_refused(key, end):
    about = KEYS[key]
    step = about.get("step", 1)
    number = about["low"] - step if end == "low" else about["high"] + step
    if number > MOST:
        pytest.skip("no number is greater")
    refused(start(key, value_of(key, number), end), key)


@pytest.mark.parametrize("key", [name for name, about in KEYS.items() if "step" in about])
def test_between_two_steps_is_refused(key):
    refused(start(key, KEYS[key]["low"] + 1, "low"), key)


@pytest.mark.parametrize(("key", "value"), CHOICES, ids=str)
def test_listed_values_are_accepted(key, value):
    accepted(start(key, value, value))


@pytest.mark.parametrize("key", [name for name, about in KEYS.items() if "values" in about])
def test_values_between_are_refused(key):
    values = KEYS[key]["values"]
    for wrong in (
        [values[-1] + 1, values[0] - 1, values[0] + 1] if isinstance(values[0], int) else ["none such", 7]
    ):
        if wrong not in values:
            refused(start(key, wrong, "low"), key)


@pytest.mark.parametrize("key", [name for name, about in KEYS.items() if about["type"] == "boolean"])
def test_switches_take_both_values_and_no_other(key):
    for value in (True, False):
        accepted(start(key, value, "low"))
    for wrong in (0, 1, "yes"):
        refused(start(key, wrong, "low"), key)


@pytest.mark.parametrize("key", [name for name, about in KEYS.items() if about["type"] == "classes"])
def test_eight_classes_or_one(key):
    about = KEYS[key]
    one = scenario_space.low_of(about)
    accepted(start(key, [one] * 8, "low"))
    for count in (0, 1, 7, 9):
        refused(start(key, [one] * count, "low"), key)


def test_scale_of_a_capture(tmp_path):
    frame = udp_frame(bytes.fromhex("021a20000001"), bytes.fromhex("021a20000002"))
    short = write(tmp_path / "short.pcap", pcap_header(), pcap_record(0, 0, frame), pcap_record(0, 9, frame))
    for scale in (1, 1_000_000, "1/2", "3/1000000"):
        accepted(call("run", "--pcap", short, *words_of({"traffic.scale": scale})))
    for scale in (0, 1_000_001, "0/1", "1/0", "1", "1/2/3", -1):
        refused(call("run", "--pcap", short, *words_of({"traffic.scale": scale})), "traffic.scale")


def test_longest_simulated_time(tmp_path):
    """Later than the core can count to: refused, and not run on with times that wrap."""
    frame = udp_frame(bytes.fromhex("021a20000001"), bytes.fromhex("021a20000002"))
    long = write(tmp_path / "long.pcap", pcap_header(), pcap_record(0, 0, frame), pcap_record(1, 0, frame))
    out = tmp_path / "out"
    refused(call("run", "--pcap", long, "--out", out, *words_of({"traffic.scale": 300_000})), "traffic.scale")
    assert not out.exists()
    done = call("run", "--pcap", long, *words_of({"traffic.scale": 280_000}))
    accepted(done)
    assert "delivered 2 frames" in done.stdout
