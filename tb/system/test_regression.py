"""`ixsim check` over many seeds, and `ixsim coverage`: merged coverage, failures, and repeated runs."""

import json
import os
import shutil
import signal
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from program import ROOT, program

FAULTY = ROOT / "tb/rtl/faulty_rr_scheduler.v"
# The size of the device, whose RTL comes compiled with the build.
SCHEDULER = ["scheduler", "--n", "32"]
QUICK = ["check", *SCHEDULER, "--frames", 20]
WRITTEN = ["regression.json", "coverage.json", "coverage.html", "junit.xml"]
POINT = "# SystemC::Coverage-3\nC '\x01f\x02old.v\x01l\x021\x01page\x02v_line/old' 1\n"
SMALL_FAULTY = ["scheduler", "--n", "5", "--frames", "400", "--rtl", FAULTY, "--top", "faulty_rr_scheduler",
                "--plusarg", "+fault=1"]  # fmt: skip


def call(*words, status=0, prefix=()):
    done = subprocess.run(
        [*prefix, program(), *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ),
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done


@pytest.fixture(scope="module")
def passed(tmp_path_factory):
    """A regression of three seeds that pass."""
    directory = tmp_path_factory.mktemp("passed")
    done = call("check", "classifier", "--frames", 300, "--seeds", "4..6", "--jobs", 2, "--out", directory)
    return directory, done.stdout


def bins(path):
    return {entry["name"]: entry for entry in json.loads(path.read_text())["bins"]}


def test_merged_coverage_is_that_of_all_seeds(passed):
    directory, text = passed
    parts = [bins(directory / f"seed_{seed}" / "coverage.json") for seed in (4, 5, 6)]
    merged = bins(directory / "coverage.json")
    assert set(merged) == set(parts[0])
    for name, entry in merged.items():
        assert entry["hits"] == sum(part[name]["hits"] for part in parts), name
        fillers = [f"seed {seed}" for seed, part in zip((4, 5, 6), parts, strict=True) if part[name]["hits"]]
        assert sorted(entry["filled_by"]) == fillers, name
    hit = sum(entry["hits"] > 0 for entry in merged.values())
    assert hit > max(sum(entry["hits"] > 0 for entry in part.values()) for part in parts)
    total = sum("excluded" not in entry for entry in merged.values())
    assert f"coverage: {hit} of {total} bins" in text
    assert "3 seeds, 0 failed" in text


def test_seeds_are_those_of_single_runs(passed, tmp_path):
    directory, _ = passed
    call("check", "classifier", "--frames", 300, "--seed", 5, "--out", tmp_path)
    one = json.loads((tmp_path / "result.json").read_text())
    other = json.loads((directory / "seed_5" / "result.json").read_text())
    assert one["rtl_hash"] == other["rtl_hash"]


def test_junit_lists_every_seed(passed):
    suite = ElementTree.parse(passed[0] / "junit.xml").getroot()
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("3", "0", "0")
    assert [case.get("name") for case in suite] == ["seed 4", "seed 5", "seed 6"]


def test_merge_and_report(passed, tmp_path):
    directory, _ = passed
    out, page = tmp_path / "all.json", tmp_path / "all.html"
    call("coverage", "merge", directory, "--out", out)
    assert bins(out) == bins(directory / "coverage.json")
    # Merged once more with one of its own parts, the hits of that part count twice.
    call("coverage", "merge", out, directory / "seed_4/coverage.json", "--out", tmp_path / "more.json")
    part, more = bins(directory / "seed_4/coverage.json"), bins(tmp_path / "more.json")
    assert all(more[name]["hits"] == bins(out)[name]["hits"] + part[name]["hits"] for name in list(part)[:50])
    text = call("coverage", "report", out, "--html", page).stdout
    holes = json.loads(out.read_text())["unhit"]
    assert holes and f"  {holes[0]}" in text
    html = page.read_text()
    assert all(f">{hole}<" in html for hole in holes)
    rare = next(name for name, entry in bins(out).items() if len(entry["filled_by"]) == 1)
    assert f"<td>{rare}</td>" in html and bins(out)[rare]["filled_by"][0] in html


def test_merged_coverage_below_what_is_required_fails(tmp_path):
    junit = tmp_path / "junit.xml"
    words = [
        "check",
        *SCHEDULER,
        "--frames",
        20,
        "--seeds",
        "1..2",
        "--require-coverage",
        100,
        "--junit",
        junit,
    ]
    assert "fewer than the 100 % required" in call(*words, status=1).stdout
    suite = ElementTree.parse(junit).getroot()
    assert suite.get("failures") == "1"


def test_failures_are_named_and_run_again(tmp_path):
    done = call("check", *SMALL_FAULTY, "--seeds", "1..2", "--out", tmp_path, status=1)
    assert "2 seeds, 2 failed" in done.stdout
    assert "divergence at edge" in done.stdout
    suite = ElementTree.parse(tmp_path / "junit.xml").getroot()
    assert suite.get("failures") == "2"
    assert suite[0][0].get("message").startswith("divergence at edge")
    assert (tmp_path / "seed_2/shrunk/bench.v").exists()
    again = call("check", "--rerun", tmp_path, status=1)
    assert "2 seeds, 2 failed" in again.stdout
    stop = ["--seeds", "1..9", "--jobs", 1, "--stop-at-failure", "--shrink", 0, "--out", tmp_path / "stopped"]
    stopped = call("check", *SMALL_FAULTY, *stop, status=1)
    assert "1 seed, 1 failed, 8 not run" in stopped.stdout
    assert (tmp_path / "stopped/seed_1/replay").exists() and not (tmp_path / "stopped/seed_1/shrunk").exists()


def test_a_stress_profile_runs_its_seeds(tmp_path):
    constraints = tmp_path / "mine.toml"
    constraints.write_text("seeds = 2\n[scheduler]\ngrants = 3000\nhold_longest = 64\n")
    done = call("check", *SCHEDULER, "--constraints", constraints)
    assert "2 seeds, 0 failed" in done.stdout
    assert "hold_off" in done.stdout


def test_a_run_of_pools_may_have_fewer_frames(tmp_path):
    constraints = tmp_path / "mine.toml"
    limits = "idle_longest = 64\ngap_inside_longest = 64\nwrite_run_longest = 64\nframe_longest = 2048\nunmatched_longest = 0\n"
    constraints.write_text("[classifier]\nframes = 3000\npool_frames = 200\n" + limits)
    text = call("check", "pools", "--seed", 1, "--constraints", constraints).stdout
    # Milestones of equal entries add up to 200 frames.
    assert 200 <= int(text.split(" frames, ")[0].split()[-1]) < 500, text
    text = call("check", "classifier", "--seed", 1, "--constraints", constraints).stdout
    assert 3000 <= int(text.split(" frames, ")[0].split()[-1]) < 3100, text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["check", "--seeds", "5..2"], "--seeds: found '5..2', accepted are a seed or two"),
        (["check", "--seeds", "1..99999999999999999999"], f"accepted are seeds up to {2**64 - 1}"),
        (["check", "--seeds", f"1..{2**64}"], f"--seeds: found '1..{2**64}', accepted are seeds up to"),
        (["check", "--seeds", "1..1" + 5000 * "0"], "accepted are seeds up to"),
        (["check", "--seeds", "2..1000002"], "1000001 seeds, accepted are at most 1000000 seeds"),
        (["check", "--seeds", "1..2", "--jobs", "0"], "--jobs"),
        (["check", "--jobs", "2", "--replay", "x"], "--jobs: found with --replay, accepted with seeds"),
        (["check", "--seeds", "1..2", "--dump-vectors", "x"], "--dump-vectors: found with a regression"),
        (["check", "--rtl-coverage"], "--rtl-coverage: found without --out"),
        (["check", "--rerun", "/nowhere"], "/nowhere/regression.json: No such file"),
        (["coverage", "report", "/nowhere"], "/nowhere: No such file"),
        (["coverage", "frob"], "invalid choice: 'frob'"),
        (["check", "--constraints", "/nowhere.toml"], "/nowhere.toml"),
    ],
)
def test_bad_input_is_refused_in_one_line(words, text):
    done = call(*words, status=2)
    assert text in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize("seed", [[], ["--seed", "7"], ["--seed=7"]], ids=str)
def test_options_of_a_regression_accept_one_seed(tmp_path, seed):
    text = call(*QUICK, *seed, "--jobs", "2", "--junit", tmp_path / "junit.xml", "--out", tmp_path).stdout
    assert "1 seed, 0 failed" in text
    assert (tmp_path / f"seed_{7 if seed else 1}/result.json").is_file()
    assert (tmp_path / "junit.xml").read_text().count("<testcase") == 1


def test_vectors_of_pools_count_the_bins_of_a_check(tmp_path):
    def bins(*more):
        call("check", "pools", "--frames", 300, "--out", tmp_path, *more)
        return {b["name"]: b["hits"] for b in json.loads((tmp_path / "coverage.json").read_text())["bins"]}

    checked, dumped = bins(), bins("--dump-vectors", tmp_path / "vectors")
    assert dumped == checked and any(name.startswith("pool") for name in dumped)


def test_the_highest_seed_runs(tmp_path):
    text = call(*QUICK, "--seeds", f"{2**64 - 2}..{2**64 - 1}", "--out", tmp_path).stdout
    assert "2 seeds, 0 failed" in text
    result = json.loads((tmp_path / f"seed_{2**64 - 1}/result.json").read_text())
    assert result["settings"]["seed"] == 2**64 - 1


@pytest.mark.parametrize(
    ("out", "junit"),
    [("file", "x.xml"), ("file/below", "x.xml"), ("/dev/null", "x.xml"), ("held", "x.xml"),
     ("out", "nowhere/x.xml"), ("out", "held"), ("out", "file/x.xml")],
)  # fmt: skip
def test_places_that_take_no_file_are_found_before_the_first_seed(tmp_path, out, junit):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "held/coverage.html").mkdir(parents=True)
    done = call(*QUICK, "--seeds", "1..2", "--out", tmp_path / out, "--junit", tmp_path / junit, status=2)
    named = f"--out: {tmp_path / out}" if junit == "x.xml" else f"--junit: {tmp_path / junit}: "
    assert named in done.stderr and done.stderr.count("\n") == 1
    assert done.stdout == "" and not list(tmp_path.rglob("seed_*"))
    assert (tmp_path / "file").read_text() == "mine"


def test_a_full_disk_is_reported_after_the_results(tmp_path):
    done = call(*QUICK, "--seeds", "1..2", "--out", tmp_path, "--junit", "/dev/full", status=2)
    assert "2 seeds, 0 failed" in done.stdout
    assert "--junit: /dev/full: No space left" in done.stderr and done.stderr.count("\n") == 1
    # The files of the seeds fit, but the merged file, which names the seeds, does not.
    sizes = [(tmp_path / f"seed_{seed}/coverage.json").stat().st_size for seed in (1, 2)]
    blocks = max(sizes) // 512 + 10
    small = ["sh", "-c", f'trap "" XFSZ; ulimit -f {blocks}; exec "$@"', "sh"]
    done = call(*QUICK, "--seeds", "1..2", "--out", tmp_path, status=2, prefix=small)
    assert "2 seeds, 0 failed" in done.stdout
    assert f"{tmp_path}/coverage.json: cannot be written: " in done.stderr and done.stderr.count("\n") == 1
    assert not (tmp_path / "coverage.json").exists() and not list(tmp_path.glob("*.partial"))
    assert "2 runs" in call("coverage", "merge", tmp_path, "--out", tmp_path / "all").stdout


@pytest.mark.parametrize("command", ["merge", "report"])
@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"hits": "5"}, 'bins[1].hits: found "5", need a whole number'),
        ({"hits": -1}, "bins[1].hits: found -1, need a whole number"),
        ({"hits": True}, "bins[1].hits: found true, need a whole number"),
        ({"hits": 0.5}, "bins[1].hits: found 0.5, need a whole number"),
        ({"name": 7}, "bins[1].name: found 7, need a string"),
        ({"name": ["x" * 100]}, f'bins[1].name: found ["{"x" * 38}..., need a string'),
        ({"filled_by": 3}, "bins[1].filled_by: found 3, need a list of strings"),
        ({"filled_by": [3]}, "bins[1].filled_by: found [3], need a list of strings"),
        ({"excluded": 1}, "bins[1].excluded: found 1, need a string"),
        ({"sources": "seed 1"}, 'sources: found "seed 1", need a list of strings'),
        ({"sources": [1]}, "sources: found [1], need a list of strings"),
        ({"bins": {}}, "is no coverage of `ixsim check`"),
        ({"bins": [1]}, "bins[0]: found 1, need an object"),
    ],
)
def test_edited_coverage_is_refused_in_one_line(tmp_path, command, change, text):
    path = tmp_path / "coverage.json"
    content = {"bins": [{"name": f"a/{name}", "hits": 1, "filled_by": ["seed 1"]} for name in "xyz"]}
    (content if change.keys() & {"sources", "bins"} else content["bins"][1]).update(change)
    path.write_text(json.dumps(content))
    words = ["--out", tmp_path / "all.json"] if command == "merge" else []
    done = call("coverage", command, path, *words, status=2)
    assert done.stderr == f"ixsim coverage: {path}: {text}" + done.stderr.partition(text)[2]
    assert done.stderr.count("\n") == 1


def test_folders_of_an_earlier_regression_are_named_and_not_counted(tmp_path):
    assert "earlier" not in call(*QUICK, "--seeds", "1..6", "--out", tmp_path).stdout
    (tmp_path / "seed_1/part").mkdir()
    shutil.copy(tmp_path / "seed_2/coverage.json", tmp_path / "seed_1/part")
    for seed in (1, 5):
        (tmp_path / f"seed_{seed}/rtl_coverage.dat").write_text(POINT)
    assert "RTL coverage" in call("coverage", "report", tmp_path).stdout
    text = call(*QUICK, "--seeds", 1, "--out", tmp_path).stdout
    line = "seed_2 to seed_6 are from an earlier regression, and are not counted"
    assert f"{tmp_path}: {line}\n" in text and "RTL coverage" not in text
    assert (tmp_path / "seed_6/coverage.json").exists()
    one = bins(tmp_path / "seed_1/coverage.json")
    reported = call("coverage", "report", tmp_path).stdout
    hit = sum(entry["hits"] > 0 for entry in one.values())
    assert f"coverage: {hit} of " in reported and "RTL coverage" not in reported
    assert "1 runs" in call("coverage", "merge", tmp_path, "--out", tmp_path / "all").stdout
    assert {name: entry["hits"] for name, entry in bins(tmp_path / "all").items()} == {
        name: entry["hits"] for name, entry in one.items()
    }
    # The merged file of the regression stands for the folders of its seeds once they are deleted.
    shutil.rmtree(tmp_path / "seed_1")
    assert "1 runs" in call("coverage", "merge", tmp_path, "--out", tmp_path / "all").stdout


def test_many_folders_of_an_earlier_regression_are_one_short_line(tmp_path):
    for seed in (2, 4, 5, 8, 10, 12, 13, "007", "x"):
        (tmp_path / f"seed_{seed}").mkdir()
    text = call(*QUICK, "--seeds", "1..2", "--out", tmp_path).stdout
    assert f"{tmp_path}: seed_4 to seed_5, seed_8, seed_10 and 2 others are from an earlier" in text


def test_a_seed_that_could_not_run_is_not_counted(tmp_path):
    call(*QUICK, "--seeds", "1..2", "--out", tmp_path)
    path = tmp_path / "regression.json"
    content = json.loads(path.read_text())
    content["seeds"][1]["status"] = 2
    path.write_text(json.dumps(content))
    assert "1 runs" in call("coverage", "merge", tmp_path, "--out", tmp_path / "all").stdout
    for wrong, words in (({"seed": "2"}, ["coverage", "report"]), ({"status": None}, ["check", "--rerun"])):
        content["seeds"][1] = {"seed": 2, "status": 0} | wrong
        path.write_text(json.dumps(content))
        done = call(*words, tmp_path, status=2)
        assert f"{path}: is no list of seeds" in done.stderr and done.stderr.count("\n") == 1


def test_an_interrupted_regression_leaves_no_results_of_an_earlier_one(tmp_path):
    call(*QUICK, "--seeds", "1..2", "--out", tmp_path, "--junit", tmp_path / "mine.xml")
    (tmp_path / "rtl_coverage.dat").write_text(POINT)
    assert all((tmp_path / name).exists() for name in WRITTEN)
    words = [*QUICK, "--seeds", "1..400", "--jobs", 1, "--out", tmp_path, "--junit", tmp_path / "mine.xml"]
    running = subprocess.Popen(
        [program(), *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert running.stdout.readline().startswith("seed 1: ok")
    left = [name for name in [*WRITTEN, "rtl_coverage.dat"] if (tmp_path / name).exists()]
    # As a terminal does: to the program and to the seeds that run.
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert left == [] and (tmp_path / "mine.xml").read_bytes() == b""
    assert running.returncode == 130 and said == "ixsim check: interrupted\n"
    assert not any((tmp_path / name).exists() for name in WRITTEN)
    assert not (tmp_path / "seed_400").exists()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--frames", 5], "--frames"),
        (["--rtl=x.v"], "--rtl"),
        (["--shrink", 0, "--jobs", 1], "--shrink"),
        (["--rtl-coverage"], "--rtl-coverage"),
    ],
)
def test_a_rerun_refuses_other_options(tmp_path, words, found):
    content = {"options": [*SCHEDULER, "--frames", "20"], "seeds": [{"seed": 1, "status": 1}]}
    (tmp_path / "regression.json").write_text(json.dumps(content))
    done = call("check", "--rerun", tmp_path, *words, status=2)
    accepted = "--jobs, --out, --junit, --stop-at-failure and --require-coverage"
    assert f"--rerun: found with {found}, accepted alone or with {accepted}" in done.stderr
    assert done.stderr.count("\n") == 1
    if found == "--frames":
        done = call("check", "scheduler", "--rerun", tmp_path, status=2)
        assert "--rerun: found with scheduler, accepted alone" in done.stderr


def test_a_rerun_takes_the_options_of_a_regression(tmp_path):
    content = {"options": [*SCHEDULER, "--frames", "20"], "seeds": [{"seed": 1, "status": 1}]}
    (tmp_path / "regression.json").write_text(json.dumps(content))
    junit = tmp_path / "junit.xml"
    more = ["--jobs", 1, "--out", tmp_path, "--junit", junit, "--stop-at-failure", "--require-coverage", 1]
    assert "1 seed, 0 failed" in call("check", "--rerun", tmp_path, *more).stdout
    assert [case.get("name") for case in ElementTree.parse(junit).getroot()] == ["seed 1"]
    assert "no seed has failed" in call("check", "--rerun", tmp_path).stdout


def test_without_out_no_deleted_file_is_named(tmp_path):
    junit = tmp_path / "junit.xml"
    text = call("check", *SMALL_FAULTY, "--seeds", "1..2", "--junit", junit, status=1).stdout
    assert "seed 1, the first that failed:\n" in text and "divergence at edge" in text
    for said in (text, junit.read_text()):
        assert "ixsim-check-" not in said and "--replay" not in said and "bench.v" not in said
    assert text.count("--out DIR keeps the waveform, the replay and the testbench") == 1
    again = f"  again: ixsim check {' '.join(map(str, SMALL_FAULTY))} --seed 1\n"
    assert again in text
    text = call("check", *SMALL_FAULTY, "--seeds", "1..1", "--out", tmp_path / "kept", status=1).stdout
    assert f"--replay {tmp_path}/kept/seed_1/replay" in text and "--out DIR" not in text


def test_printed_commands_can_be_pasted(tmp_path):
    missing = tmp_path / "it's mine.v"
    text = call("check", *SCHEDULER, "--rtl", missing, "--seeds", "1..1", status=2).stdout
    words = text.partition("  again: ")[2].splitlines()[0]
    listed = subprocess.run(
        ["sh", "-c", f"printf '%s\\n' {words}"], capture_output=True, text=True, check=True
    )
    expected = ["ixsim", "check", *SCHEDULER, "--rtl", str(missing), "--seed", "1"]
    assert listed.stdout.splitlines() == expected
