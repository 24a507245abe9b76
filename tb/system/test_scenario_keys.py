"""The ranges of scenario keys (scenario_keys.toml) against those that the program accepts. Both ends of each range run;
values beyond them are refused with one line that names the key.

scenario_keys_test.cpp compares the names of the keys with those of the program.
"""

import json
import subprocess
import tomllib

import pytest
import scenario_space
from captures import pcap_header, pcap_record, udp_frame, write
from program import ROOT, call, program, toml_value
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


def keys_of(key, value, end):
    """This key, those it needs, and one frame, or VMs for a moment."""
    about = KEYS[key]
    return (
        (SHORT_WINDOW if about.get("vms") else ONE_FRAME)
        | about.get("with", {})
        | about.get(f"with_{end}", {})
        | {key: value}
    )


def start(key, value, end):
    return call("run", *words_of(keys_of(key, value, end)), timeout=60)


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


def beyond(key, end):
    """The first number outside of the range, in the form that the key takes; none beyond the greatest of all."""
    step = KEYS[key].get("step", 1)
    number = KEYS[key]["low"] - step if end == "low" else KEYS[key]["high"] + step
    return [value_of(key, number)] if number <= MOST else []


def wrong_choices(values):
    near = [values[-1] + 1, values[0] - 1, values[0] + 1] if isinstance(values[0], int) else ["none such", 7]
    return [value for value in near if value not in values]


# Keys, values, and the end of the range whose further keys the run needs.
ENDS = [(key, value_of(key, KEYS[key][end]), end) for key in NUMBERS for end in ("low", "high")
        if KEYS[key].get("endless") != end]  # fmt: skip
BEYOND = [(key, value, end) for key in NUMBERS for end in ("low", "high") for value in beyond(key, end)]
BETWEEN_STEPS = [(key, about["low"] + 1, "low") for key, about in KEYS.items() if "step" in about]
LISTED = [(key, value, value) for key, value in CHOICES]
BETWEEN = [(key, value, "low") for key, about in KEYS.items() if "values" in about
           for value in wrong_choices(about["values"])]  # fmt: skip
SWITCHES = [name for name, about in KEYS.items() if about["type"] == "boolean"]
BOTH = [(key, value, "low") for key in SWITCHES for value in (True, False)]
NO_SWITCHES = [(key, value, "low") for key in SWITCHES for value in (0, 1, "yes")]


def name_of(case):
    return repr(case)


@pytest.fixture(scope="module")
def answers():
    """The answers of `ixsim batch` by case: a process of ixsim takes longer than most of these runs."""
    cases = [*ENDS, *BEYOND, *BETWEEN_STEPS, *LISTED, *BETWEEN, *BOTH, *NO_SWITCHES]
    lines = [json.dumps({"id": name_of(case), "set": keys_of(*case), "metrics": []}) for case in cases]
    done = subprocess.run(
        [program(), "batch", "--timeout", "60"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    found = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines()[1:])}
    assert len(found) == len(cases)
    return found


def answered(answer):
    """Checks that a run of these keys is complete."""
    assert (answer["exit"], answer["status"], answer.get("error")) == (0, "ok", None)


def answered_no(answer, key):
    """Checks that a run is refused with one line that names the key."""
    assert (answer["exit"], answer["status"]) == (2, "error")
    assert "\n" not in answer["error"]
    assert key in answer["error"], answer["error"]


@pytest.mark.parametrize("case", ENDS, ids=name_of)
def test_end_of_range_is_accepted(case, answers):
    answered(answers[name_of(case)])


@pytest.mark.parametrize(
    ("key", "end"), [(key, KEYS[key]["endless"]) for key in NUMBERS if "endless" in KEYS[key]]
)
def test_endless_end_of_range_is_taken(key, end):
    """Never run: the value is taken, and the key after it refused."""
    done = call("run", *words_of({key: value_of(key, KEYS[key][end])}), "--set", "rx.nonsense=1")
    refused(done, "rx.nonsense")


@pytest.mark.parametrize("case", BEYOND, ids=name_of)
def test_beyond_the_range_is_refused(case, answers):
    answered_no(answers[name_of(case)], case[0])


@pytest.mark.parametrize("case", BETWEEN_STEPS, ids=name_of)
def test_between_two_steps_is_refused(case, answers):
    answered_no(answers[name_of(case)], case[0])


@pytest.mark.parametrize("case", LISTED, ids=name_of)
def test_listed_values_are_accepted(case, answers):
    answered(answers[name_of(case)])


@pytest.mark.parametrize("case", BETWEEN, ids=name_of)
def test_values_between_are_refused(case, answers):
    answered_no(answers[name_of(case)], case[0])


@pytest.mark.parametrize("case", BOTH, ids=name_of)
def test_switches_take_both_values(case, answers):
    answered(answers[name_of(case)])


@pytest.mark.parametrize("case", NO_SWITCHES, ids=name_of)
def test_switches_take_no_other_value(case, answers):
    answered_no(answers[name_of(case)], case[0])


def of_each_type(cases):
    """The first case of each type of key."""
    return list({KEYS[case[0]]["type"]: case for case in reversed(cases)}.values())


@pytest.mark.parametrize("case", of_each_type([*ENDS, *LISTED, *BOTH]), ids=name_of)
def test_a_run_of_the_command_is_complete(case):
    accepted(start(*case))


@pytest.mark.parametrize("case", of_each_type([*BEYOND, *BETWEEN, *NO_SWITCHES]), ids=name_of)
def test_a_run_of_the_command_is_refused_alike(case, answers):
    done = start(*case)
    refused(done, case[0])
    # The answer names the member of the request, the command its option.
    assert answers[name_of(case)]["error"].removeprefix("set: ") in done.stderr


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
