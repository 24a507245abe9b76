"""`ixsim run --print-scenario`: the printed scenario is the one that runs.

Random scenarios of scenario_space.py are printed, and the print is read and printed again. Some run in both forms. Keys
that a scenario does not set have their documented default, unless it follows from other keys.
"""

import functools
import json
import tomllib

import pytest
import scenario_space
from captures import pcap_header, pcap_record, udp_frame, write
from program import CAPTURE, Result, assignments, call

PRINTED, RUN = range(40), range(6)
DUPLICATED = ("simulated", "host")


@functools.cache
def known_keys():
    """The keys of runs without VMs by name, as the program describes them."""
    return {key["name"]: key for key in json.loads(call("keys", "--json").stdout) if key["runs"] != "vms"}


def printed(*words, cwd=None):
    """The text of the resolved scenario."""
    done = call("run", *words, "--print-scenario", cwd=cwd)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def values_of(text):
    """The keys that a scenario sets, by dotted name."""
    return {
        f"{section}.{name}": value
        for section, table in tomllib.loads(text).items()
        for name, value in table.items()
    }


def result_of(words, out):
    """The result of a run, without the part about the machine."""
    done = call("run", *words, "--out", out)
    assert done.returncode in (0, 1) and done.stderr == "", done.stderr
    result = Result((out / "result.json").read_text()).json
    del result["host"]
    return result


def drawn_words(number):
    """The keys of a random scenario, and arguments that set them."""
    keys = scenario_space.draw(number, with_options=False).keys
    return keys, assignments(keys)


@pytest.mark.parametrize("number", PRINTED)
def test_print_is_read_back(number, tmp_path):
    keys, words = drawn_words(number)
    text = printed(*words)
    assert printed(write(tmp_path / "printed.toml", text.encode())) == text
    values = values_of(text)
    # Every key stands there, as a value or as a comment that says why it is none.
    for name, about in known_keys().items():
        part = name.partition(".")[2]
        assert name in values or f"\n# {part} " in text, name
        if name in keys and name in values and about["type"] in ("integer", "boolean", "choice"):
            assert values[name] == keys[name], name
        if name not in keys and name in values and not about["default_from"]:
            assert values[name] == about["default"], name
    for name in keys.keys() - values.keys():
        part = name.partition(".")[2]
        assert f"\n# {part} = " in text and "only with" in text, name


@pytest.mark.parametrize("number", RUN)
def test_print_runs_alike(number, tmp_path):
    _, words = drawn_words(number)
    file = write(tmp_path / "printed.toml", printed(*words).encode())
    assert result_of([file], tmp_path / "b") == result_of(words, tmp_path / "a")


# Defaults that follow from other keys, each case from another rule.
RULES = [
    ["traffic.frames=20", "device.profile=82599"],
    ["traffic.duration=20us"],
    ["traffic.frames=20", "host.mode=poll"],
    ["traffic.frames=20", "host.mode=poll", "rx.moderation=40", "rx.write_back=4"],
    ["traffic.frames=20", "dcb.enabled=true", "dcb.strict=['none','link','none','group','none','none','none','none']"],
    ["traffic.frames=20", "device.profile=custom", "device.rx_queues=8", "rx.queues=4"],
    ["traffic.frames=20", "device.profile=82576"],
    ["tx.queues=2", "tx.packets=5", "tx.scheduler=drr", "tx.quantum=[64, 1518]", "tx.ring=32"],
    ["traffic.frames=20", "traffic.load_percent=30", "traffic.frame_size=[[64, 2], [1000, 1]]"],
]  # fmt: skip


@pytest.mark.parametrize("settings", RULES, ids=lambda settings: " ".join(settings)[:60])
def test_derived_values_run_alike(settings, tmp_path):
    words = [word for setting in settings for word in ("--set", setting)]
    text = printed(*words)
    file = write(tmp_path / "printed.toml", text.encode())
    assert printed(file) == text
    assert result_of([file], tmp_path / "b") == result_of(words, tmp_path / "a")


def test_capture_runs_alike(tmp_path):
    """The print has what follows from the capture: its addresses, VLANs and frames."""
    words = ["--pcap", CAPTURE, "--set", "traffic.scale=3/2"]
    text = printed(*words)
    values = values_of(text)
    assert values["traffic.source"] == "capture" and values["rx.vlans"] == [10, 20, 30]
    assert len(values["rx.addresses"]) == 16
    file = write(tmp_path / "printed.toml", text.encode())
    assert printed(file) == text
    assert result_of([file], tmp_path / "b") == result_of(words, tmp_path / "a")


def test_path_with_quotes(tmp_path):
    frame = udp_frame(bytes.fromhex("021a20000001"), bytes.fromhex("021a20000002"))
    name = "a \"quoted\" 'name' \\ \u00e4.pcap"
    write(tmp_path / name, pcap_header(), pcap_record(0, 0, frame))
    assert values_of(printed("--pcap", name, cwd=tmp_path))["traffic.pcap"] == name


def test_defaults_need_no_traffic():
    values = values_of(printed())
    documented = {name: about["default"] for name, about in known_keys().items()}
    documented["rx.addresses"] = values["rx.addresses"]  # filled in by the source
    assert {name: documented[name] for name in values} == values


def test_impossible_scenarios_are_refused():
    for setting, key in (
        ("rx.queues=63", "rx.queues"),
        ("tx.doorbell=500", "tx.doorbell"),
        ("host.memory_mib=1", "host.memory_mib"),
    ):
        done = call("run", "--set", setting, "--print-scenario")
        assert (done.returncode, done.stdout) == (2, "") and key in done.stderr


def test_nothing_runs(tmp_path):
    text = printed("--set", "traffic.frames=1e12", "--out", tmp_path / "out")
    assert "frames = 1000000000000" in text and not (tmp_path / "out").exists()
