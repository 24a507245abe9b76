"""`ixsim check` over many seeds, and `ixsim coverage`: merged coverage, failures, and repeated runs."""

import json
import os
import subprocess
import xml.etree.ElementTree as ElementTree

import pytest
from program import ROOT, program

FAULTY = ROOT / "tb/rtl/faulty_rr_scheduler.v"
# The size of the device, whose RTL comes compiled with the build.
SCHEDULER = ["scheduler", "--n", "32"]
SMALL_FAULTY = ["scheduler", "--n", "5", "--frames", "400", "--rtl", FAULTY, "--top", "faulty_rr_scheduler",
                "--plusarg", "+fault=1"]  # fmt: skip


def call(*words, status=0):
    done = subprocess.run(
        [program(), *map(str, words)], capture_output=True, text=True, check=False, env=dict(os.environ)
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
        (["check", "--seeds", "1..2", "--jobs", "0"], "--jobs"),
        (["check", "--jobs", "2"], "--jobs: found with one seed"),
        (["check", "--seeds", "1..2", "--dump-vectors", "x"], "--dump-vectors: found with several seeds"),
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
