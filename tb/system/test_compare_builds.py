"""scripts/compare_builds finds a build that behaves differently, names the differences, and calls a build equal to
itself.

The altered builds are scripts that run the program and change its output or files. The long test is a full comparison
of the program with itself, which shows that runs and records depend on their inputs alone.
"""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import stat
import subprocess

import pytest
from program import ROOT, program

LOADER = importlib.machinery.SourceFileLoader("compare_builds", str(ROOT / "scripts/compare_builds"))
compare_builds = importlib.util.module_from_spec(importlib.util.spec_from_loader(LOADER.name, LOADER))
LOADER.exec_module(compare_builds)
Names, Record, Unusable = compare_builds.Names, compare_builds.Record, compare_builds.Unusable

RESULT = {
    "status": "ok",
    "host": {"seconds": 1.0},
    "exit": 0,
    "format": "ixsim-result-2",
    "scenario": {"rx.queues": 4},
    "metrics": {
        "rx.frames": {"value": 100, "unit": "frames"},
        "events.hash": {"value": "abc"},
        "simulation.activations": {"value": 7},
    },
}
RECORD = """recorder 1
read power_on 0 0 00000001 1 1
read power_on 0 8 00000000 1 0
read power_on 3 0 00000007 1 1
answers power_on 11
block 0 aa
block 1 bb
"""


def altered(**values):
    """The result with other metrics; None takes one away."""
    result = json.loads(json.dumps(RESULT))
    for name, metric in result["metrics"].items():
        metric["value"] = values.get(name.rpartition(".")[2], metric["value"])
    result["metrics"] = {
        name: metric for name, metric in result["metrics"].items() if metric["value"] is not None
    }
    return result


def renamed(result, former, present):
    """The result with another name of a metric, at its place."""
    names = {former: present}
    return result | {"metrics": {names.get(name, name): value for name, value in result["metrics"].items()}}


@pytest.mark.parametrize(
    ("new", "names", "expected"),
    [
        (RESULT, {}, []),
        (RESULT | {"host": {"seconds": 2.0}}, {}, []),
        (altered(frames=101), {}, ["rx.frames: 100 -> 101"]),
        (altered(hash="abd"), {}, ["events.hash: abc -> abd"]),
        (altered(frames=None), {}, ["rx.frames: 100 -> missing", "rx.frames.unit: frames -> missing"]),
        (altered(activations=8), {"except": {"simulation.act*": "effort"}}, []),
        (altered(activations=8), {"except": {"rx.*": "other"}}, ["simulation.activations: 7 -> 8"]),
        (RESULT | {"status": "failed"}, {}, ["status: ok -> failed"]),
        (RESULT | {"exit": 1}, {}, ["exit: 0 -> 1"]),
        (RESULT | {"scenario": {"rx.queues": 8}}, {}, ["scenario.rx.queues: 4 -> 8"]),
    ],
)
def test_results_are_compared_name_by_name(new, names, expected):
    assert compare_builds.differences(RESULT, new, Names(names)) == expected


def test_a_new_result_differs():
    assert compare_builds.differences(altered(frames=None), RESULT, Names()) == [
        "rx.frames: missing -> 100",
        "rx.frames.unit: missing -> frames",
    ]


def test_a_result_of_the_former_format():
    """Metrics were a list, and there was no scenario."""
    old = {part: value for part, value in RESULT.items() if part != "scenario"} | {"format": "ixsim-result-1"}
    old["metrics"] = [{"name": name} | metric for name, metric in RESULT["metrics"].items()]
    assert compare_builds.differences(old, RESULT, Names()) == []
    assert compare_builds.differences(old, altered(frames=101), Names()) == ["rx.frames: 100 -> 101"]
    assert compare_builds.differences(old, RESULT | {"status": "failed"}, Names()) == ["status: ok -> failed"]


def test_renamed_results_and_keys():
    names = Names({"results": {"rx.frames": "rx.arrived"}, "scenario": {"rx.stations": "rx.addresses"}})
    new = renamed(RESULT, "rx.frames", "rx.arrived")
    assert compare_builds.differences(RESULT, new, names) == []
    new = renamed(altered(frames=99), "rx.frames", "rx.arrived")
    assert compare_builds.differences(RESULT, new, names) == ["rx.arrived: 100 -> 99"]
    old, new = (renamed(result, "rx.frames", f"port1.rx.{name}")
                for result, name in ((RESULT, "frames"), (altered(frames=99), "arrived")))  # fmt: skip
    assert compare_builds.differences(old, new, names) == ["port1.rx.arrived: 100 -> 99"]
    assert names.old_keys({"rx.addresses": "1", "rx.ring": "8"}) == {"rx.stations": "1", "rx.ring": "8"}
    names.keep_known(lambda key: key == "rx.addresses")
    assert names.old_keys({"rx.addresses": "1"}) == {"rx.addresses": "1"}


def test_the_program_knows_present_keys_and_no_others():
    version = compare_builds.Version(ROOT, pathlib.Path(program()).parent)
    names = Names(compare_builds.tomllib.loads(compare_builds.NAMES.read_text()))
    assert names.scenario and all(version.knows(new) for new in names.scenario)
    assert not version.knows("rx.no_such_key")


@pytest.mark.parametrize("tables", [{"renamed": {}}, {"except": {"a": ""}}, {"results": {"a": 1}}])
def test_names_that_cannot_be_used(tables):
    with pytest.raises(Unusable):
        Names(tables)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "", ""),
        ("0 8 00000000", "0 8 00000002", "BAR 0 offset 0x8: 00000000"),
        ("0 8 00000000 1 0", "0 8 00000000 0 0", "supported 0"),
        ("read power_on 0 8 00000000 1 0\n", "", "BAR 0 offset 0x8: 00000000"),
        ("0 8 0", "0 c 0", "BAR 0 offset 0x8: 00000000"),
        ("3 0 00000007 1 1", "3 0 00000007 1 0", "BAR 3 offset 0x0"),
        ("answers power_on 11", "answers power_on 12", "other times"),
    ],
)
def test_reads_are_compared_place_by_place(before, after, expected):
    new = RECORD.replace(before, after)
    assert before == after or new != RECORD
    found = compare_builds.different_read(Record(RECORD), Record(new), "power_on")
    assert (found == "") == (expected == "") and expected in found


def test_a_state_without_reads_differs():
    assert compare_builds.different_read(Record(RECORD), Record(RECORD), "software_reset") != ""


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (RECORD, None),
        (RECORD.replace("block 1 bb", "block 1 bc"), 1),
        (RECORD.replace("block 0 aa", "block 0 ab"), 0),
        (RECORD.replace("block 1 bb\n", ""), 1),
    ],
)
def test_blocks_of_accesses_are_compared(new, expected):
    assert compare_builds.different_block(Record(RECORD), Record(new)) == expected


def test_first_line():
    assert compare_builds.first_line("a\nb\n", "a\nb\n") == ""
    assert compare_builds.first_line("a\nb\n", "a\nc\n") == "b -> c"
    assert compare_builds.first_line("a\nb\n", "a\n") == "b -> the end"


def folder(path, **scripts):
    """A folder of programs; `scripts` stand for some of them: shell that has the program in $PROGRAM."""
    path.mkdir()
    programs = {"ixsim": program(), "register_record": recorder()}
    for name, target in programs.items():
        if name not in scripts:
            (path / name).symlink_to(target)
            continue
        (path / name).write_text(f"#!/bin/sh\nPROGRAM='{target}'\n{scripts[name]}\n")
        (path / name).chmod(stat.S_IRWXU)
    return path


def recorder():
    return pathlib.Path(os.environ.get("IXSIM_REGISTER_RECORD", program().parent / "register_record"))


@pytest.fixture
def little(monkeypatch):
    """A comparison of a few runs."""
    monkeypatch.setattr(compare_builds, "QUICK_ROWS", (("receive", "1518"),))
    monkeypatch.setattr(compare_builds, "QUICK_SCENARIOS", 2)
    monkeypatch.setattr(compare_builds, "QUICK_ACCESSES", 2_000)
    monkeypatch.setattr(compare_builds, "DEVICES", ("82598", "vf"))


@pytest.fixture
def least(little, monkeypatch):
    """A comparison with one driver of the core, for versions that differ with each."""
    monkeypatch.setattr(compare_builds, "WAYS", {"": ()})


def compared(old, new, capsys, *words):
    """Exit status of a quick comparison, and the lines of its table by check."""
    status = compare_builds.main(["--programs", str(old), str(new), "--quick", *words])
    lines = [line.partition("  ") for line in capsys.readouterr().out.splitlines()]
    return status, {name: text.strip() for name, _, text in lines}


CHANGED_RESULT = """
"$PROGRAM" "$@" || exit
for last; do [ "$before" != --out ] || out=$last; before=$last; done
exec sed -i '/"pcie.read_errors"/{n;s/0/1/}' "$out/result.json"
"""


def test_a_build_equals_itself(tmp_path, little, capsys):
    status, table = compared(folder(tmp_path / "old"), folder(tmp_path / "new"), capsys)
    assert (status, set(table.values()), len(table)) == (0, {"equal"}, 4 + 2 * 4)


@pytest.mark.parametrize(
    ("scripts", "names", "wrong"),
    [
        ({"ixsim": CHANGED_RESULT}, "", {"benchmark: result.json": "pcie.read_errors: 0 -> 1"}),
        ({"ixsim": CHANGED_RESULT}, '[except]\n"pcie.read_errors" = "planted"', {}),
        ({"ixsim": "exit 3"}, "", {"benchmark: result.json": "exit: 0 -> 3"}),
        (
            {
                "register_record": '"$PROGRAM" "$@" | sed "s/^read function_reset 0 8 .*/read function_reset 0 8 1 1 1/"'
            },
            "",
            {"82598: reads after function-level reset": "BAR 0 offset 0x8"},
        ),
        (
            {"register_record": '"$PROGRAM" "$@" | sed "s/^block 1 .*/block 1 0/;s/^1500 .*/1500 altered/"'},
            "",
            {"vf: 2,000 random accesses": "-> 1500 altered"},
        ),
    ],
    ids=["result", "exception", "exit", "read", "access"],
)
def test_a_build_that_behaves_otherwise_is_found(scripts, names, wrong, tmp_path, least, capsys, monkeypatch):
    if "ixsim" in scripts:
        monkeypatch.setattr(compare_builds, "DEVICES", ("vf",))
    (tmp_path / "names.toml").write_text(names)
    old, new = folder(tmp_path / "old"), folder(tmp_path / "new", **scripts)
    status, table = compared(old, new, capsys, "--names", str(tmp_path / "names.toml"))
    assert status == (1 if wrong else 0)
    for check, text in wrong.items():
        assert table[check].startswith("differs in") and text in table[check]
    assert ("not compared: pcie.read_errors: planted" in table) == bool(names)


# A register that reads otherwise wherever it is read, unless the recorder is asked to leave it out.
NEW_REGISTER = """
case "$*" in *--without\\ 0x8*) exec "$PROGRAM" "$@" ;; esac
"$PROGRAM" "$@" | sed "s/^read function_reset 0 8 .*/read function_reset 0 8 1 1 1/;s/^block .*/&0/"
"""


@pytest.mark.parametrize(("names", "same"), [("", False), ('[registers]\n"0x8" = "STATUS is new"', True)])
def test_a_register_of_one_version_is_left_out_if_asked(names, same, tmp_path, least, capsys):
    (tmp_path / "names.toml").write_text(names)
    old, new = folder(tmp_path / "old"), folder(tmp_path / "new", register_record=NEW_REGISTER)
    status, table = compared(old, new, capsys, "--names", str(tmp_path / "names.toml"))
    assert status == (0 if same else 1)
    assert ("not compared: 0x8: STATUS is new" in table) == same


def test_the_recorder_leaves_a_register_out():
    def reads(*words):
        done = subprocess.run([recorder(), "82598", "0", *words], capture_output=True, text=True, check=True)
        return [line.split()[2:4] for line in done.stdout.splitlines() if line.startswith("read power_on 0 ")]

    assert ["0", "8"] in reads() and ["0", "8"] not in reads("--without", "0x8")


def test_an_offset_that_is_none_is_refused(tmp_path, capsys):
    (tmp_path / "names.toml").write_text('[registers]\nSYNQF = "is new"')
    assert compare_builds.main(["--programs", ".", ".", "--names", str(tmp_path / "names.toml")]) == 2
    assert "found SYNQF, accepted are offsets" in capsys.readouterr().err


REFUSES_TRANSMIT = """
case "$*" in *tx.queues=*) echo "ixsim: --set: tx.queues: unknown key" >&2; exit 2 ;; esac
exec "$PROGRAM" "$@"
"""


def test_scenarios_that_only_the_newer_version_accepts_are_drawn_again(tmp_path, least, capsys, monkeypatch):
    """Their number is printed; a scenario that the newer version refuses alone still differs."""
    monkeypatch.setattr(compare_builds, "DEVICES", ("vf",))
    old, new = folder(tmp_path / "old", ixsim=REFUSES_TRANSMIT), folder(tmp_path / "new")
    compare_builds.main(["--programs", str(old), str(new), "--quick"])
    printed = capsys.readouterr().out
    assert "\nrandom scenarios: result.json" in printed and "equal\nreplaced: " in printed
    assert (
        "draws refused by the older version; first: scenario " in printed
        and "tx.queues: unknown key" in printed
    )
    status, table = compared(new, old, capsys)
    assert status == 1 and table["random scenarios: result.json"].startswith("differs in")


@pytest.mark.parametrize(
    "words",
    [[], ["a", "b", "c"], ["HEAD", "--programs", "a", "b"], ["--programs", "a"], ["HEAD", "--fast"]],
)
def test_wrong_words(words):
    with pytest.raises(SystemExit) as end:
        compare_builds.main(words)
    assert end.value.code == 2


def test_what_is_not_there(tmp_path, capsys):
    assert compare_builds.main(["--programs", str(tmp_path), str(tmp_path)]) == 2
    assert "holds no program" in capsys.readouterr().err
    assert compare_builds.main(["--names", str(tmp_path / "none.toml"), "HEAD"]) == 2
    (tmp_path / "bad.toml").write_text("[other]")
    assert compare_builds.main(["--names", str(tmp_path / "bad.toml"), "HEAD"]) == 2


@pytest.mark.long
def test_a_build_equals_itself_long(tmp_path, capsys):
    old, new = folder(tmp_path / "old"), folder(tmp_path / "new")
    status = compare_builds.main(["--programs", str(old), str(new)])
    assert status == 0, capsys.readouterr().out
