"""`ixsim show` and `ixsim diff` on results of real runs, and on results altered by hand.

The oracle is result.json read by Python: every printed value is one of its values, every difference is one between two
of them.
"""

import copy
import json
import re
from fractions import Fraction

import pytest
from program import assignments, call

KEYS = {"traffic__frames": 400, "rx__queues": 4, "rx__pools": 1}
UNITS = {
    "us": ("ps", Fraction(10**6)),
    "Gb/s": ("bit/s", Fraction(10**9)),
    "Mframes/s": ("frames/s", Fraction(10**6)),
}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Folders of two runs that differ in one key, and the first result as parsed."""
    folder = tmp_path_factory.mktemp("results")
    for name, more in (("a", {}), ("b", {"rx__moderation": 244})):
        done = call("run", *assignments(KEYS | more), "--out", folder / name)
        assert done.returncode == 0, done.stderr
    return folder


def read(path):
    return json.loads((path / "result.json").read_text())


def written(folder, root):
    folder.mkdir()
    (folder / "result.json").write_text(json.dumps(root))
    return folder


def rows(text, names):
    """The lines of a table by name: the text behind it."""
    found = {}
    for line in text.splitlines():
        name, _, rest = line.strip().partition("  ")
        if name in names:
            assert name not in found, line
            found[name] = rest.strip()
    return found


def number(text):
    """(value in the unit of the result, unit) of a printed value."""
    value, _, unit = text.partition(" ")
    named, factor = UNITS.get(unit, (unit or "1", Fraction(1)))
    return Fraction(value) * factor, named


def test_show_prints_every_metric(results):
    metrics = read(results / "a")["metrics"]
    done = call("show", results / "a", "--all")
    assert (done.returncode, done.stderr) == (0, "")
    printed = rows(done.stdout, metrics)
    assert printed.keys() == metrics.keys()
    for name, metric in metrics.items():
        text, value = printed[name], metric["value"]
        if isinstance(value, str):
            assert text.startswith(value)
            continue
        assert text.endswith(metric["description"])
        found, unit = number(text.removesuffix(metric["description"]).strip())
        assert unit == metric["unit"], name
        if isinstance(value, int):
            assert found == value, name
        else:
            assert abs(found - Fraction(value)) <= abs(Fraction(value)) * Fraction(1, 10**5) + 1, name


def test_show_leaves_out_what_is_zero(results):
    metrics = read(results / "a")["metrics"]
    done = call("show", results / "a" / "result.json")
    printed = rows(done.stdout, metrics)
    assert printed.keys() == {name for name, metric in metrics.items() if metric["value"] not in (0, "")}
    left = len(metrics) - len(printed)
    assert f"\n{left} metrics that are 0 or empty are left out: --all\n" in done.stdout
    assert "\nstatus    ok\n" in done.stdout


@pytest.mark.parametrize(
    ("pattern", "expression"),
    [("latency", "latency"), ("rx.drop.*", r"^rx\.drop\..*$"), ("*.p99", r"\.p99$"), ("queue.?.frames*", "^$"),
     ("*.queue.?.frames", r"\.queue\..\.frames$")],
)  # fmt: skip
def test_show_filters(results, pattern, expression):
    whole = read(results / "a")
    metrics = whole["metrics"] | whole["scenario"]
    expected = {name for name in metrics if re.search(expression, name)}
    done = call("show", results / "a", pattern)
    if not expected:
        assert done.returncode == 2 and done.stderr.count("\n") == 1
        return
    assert done.returncode == 0
    assert rows(done.stdout, metrics).keys() == expected and len(done.stdout.split("\n")) >= len(expected)


def test_equal_results(results):
    done = call("diff", results / "a", results / "a")
    assert (done.returncode, done.stdout, done.stderr) == (0, "equal\n", "")


def test_the_host_is_not_compared(results, tmp_path):
    other = read(results / "a")
    other["host"] |= {"version": "ixsim 99.0.0", "wall_seconds": 1e9}
    assert call("diff", results / "a", written(tmp_path / "other", other)).returncode == 0


def test_diff_of_runs_names_every_metric_that_differs(results):
    a, b = read(results / "a")["metrics"], read(results / "b")["metrics"]
    different = {name for name in a.keys() | b.keys() if a.get(name) != b.get(name)}
    assert different
    done = call("diff", results / "a", results / "b")
    assert done.returncode == 1 and rows(done.stdout, a | b).keys() == different


def altered(results, **values):
    """The first result with other values of metrics; `__` stands for a dot."""
    root = copy.deepcopy(read(results / "a"))
    for name, value in values.items():
        root["metrics"][name.replace("__", ".")]["value"] = value
    return root


def test_changes_are_absolute_and_relative(results, tmp_path):
    before = read(results / "a")["metrics"]
    assert before["rx.frames"]["value"] == 400 and before["rx.drop.crc"]["value"] == 0
    other = altered(results, rx__frames=500, rx__drop__crc=3, rx__latency__host__max=1)
    done = call("diff", results / "a", written(tmp_path / "other", other))
    printed = rows(done.stdout, before)
    assert re.split("  +", printed["rx.frames"]) == ["400 frames", "500 frames", "+100 frames", "(+25 %)"]
    assert re.split("  +", printed["rx.drop.crc"]) == ["0 frames", "3 frames", "+3 frames"]
    longest = before["rx.latency.host.max"]["value"]
    assert number(re.split("  +", printed["rx.latency.host.max"])[2]) == (1 - longest, "ps")
    assert done.returncode == 1 and len(printed) == 3


@pytest.mark.parametrize(
    ("tolerance", "status"), [("0", 1), ("0.19", 1), ("0.2", 0), ("20%", 0), ("19.9%", 1)]
)
def test_tolerance(results, tmp_path, tolerance, status):
    """400 and 500 frames: a fifth of the larger one."""
    other = written(tmp_path / "other", altered(results, rx__frames=500))
    for pair in ((results / "a", other), (other, results / "a")):
        assert call("diff", *pair, "--tolerance", tolerance).returncode == status


def test_a_metric_of_one_result(results, tmp_path):
    root = read(results / "a")
    del root["metrics"]["rx.frames"]
    root["metrics"]["rx.new"] = {"value": 7, "unit": "frames", "description": "new"}
    done = call("diff", results / "a", written(tmp_path / "other", root))
    printed = rows(done.stdout, {"rx.frames", "rx.new"})
    assert {name: re.split("  +", text) for name, text in printed.items()} == {
        "rx.frames": ["400 frames", "-"],
        "rx.new": ["-", "7 frames"],
    }
    assert done.returncode == 1


def test_another_outcome(results, tmp_path):
    root = read(results / "a") | {"status": "failed", "failures": ["a mismatch"]}
    done = call("diff", results / "a", written(tmp_path / "other", root))
    assert done.returncode == 1 and "outcome\n  status" in done.stdout and "a mismatch" in done.stdout


def test_a_pattern_limits_what_is_compared(results, tmp_path):
    other = written(tmp_path / "other", altered(results, rx__frames=500))
    assert call("diff", results / "a", other, "rx.drop.*").returncode == 0
    assert call("diff", results / "a", other, "rx.f").returncode == 1


@pytest.mark.parametrize(
    ("text", "names"),
    [("", "byte"), ("[]", "no JSON object"), ("{}", "no object metrics"), ('{"metrics": []}', "no object metrics"),
     ('{"format": "ixsim-result-1", "metrics": []}', "ixsim-result-1"),
     ('{"metrics": {"a": 1}}', "metric a"), ('{"metrics": {"a": {"value": null, "unit": ""}}}', "metric a"),
     ('{"metrics": {"a": {"value": 1, "unit": 1}}}', "metric a"),
     ('{"metrics": {"a": {"value": 1, "unit": "1", "description": 1}}}', "metric a"),
     ('{"metrics": {}, "scenario": []}', "scenario"), ('{"metrics": {"a": {"value": 1', "byte")],
)  # fmt: skip
def test_files_that_are_no_results(results, tmp_path, text, names):
    (tmp_path / "result.json").write_text(text)
    for words in (("show", tmp_path), ("diff", tmp_path, results / "a"), ("diff", results / "a", tmp_path)):
        done = call(*words)
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and done.stdout == ""
        assert (
            str(tmp_path / "result.json") in done.stderr
            and names in done.stderr
            and "accepted" in done.stderr
        )


@pytest.mark.parametrize("tolerance", ["", "-1", "2", "101%", "x", "1e-3", "0.1.2", ".", "%"])
def test_tolerances_that_are_refused(results, tolerance):
    done = call("diff", results / "a", results / "a", f"--tolerance={tolerance}")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "--tolerance" in done.stderr


def test_names_that_no_result_has(results):
    for words in (("show", results / "a"), ("diff", results / "a", results / "b")):
        done = call(*words, "latensy")
        assert done.returncode == 2 and done.stdout == ""
        assert "found latensy" in done.stderr and "latency" in done.stderr.partition("nearest")[2]
    assert call("show", results / "none").returncode == 2


def test_a_check_can_be_read(tmp_path):
    done = call("check", "scheduler", "--frames", "200", "--out", tmp_path / "check")
    assert done.returncode == 0, done.stderr
    done = call("show", tmp_path / "check", "check.grants")
    assert done.returncode == 0 and rows(done.stdout, {"check.grants"})["check.grants"].startswith(
        "200 grants"
    )
