"""Space files of `ixsim explore`: axes, expressions, constraints, and one clear line for every mistake before any run
starts.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tomllib

import pytest
from program import ROOT, program

os.environ.setdefault("IXSIM_PROGRAM", str(program()))
sys.path.insert(0, str(ROOT / "scripts/explore"))
from ixsim import space
from ixsim.errors import StudyError
from ixsim.explore import main
from ixsim.expression import Expression
from ixsim.plan import make

OBJECTIVE = '[[objective]]\nmetric = "rx.throughput"\ndirection = "max"\n'
AXES = '[axes]\n"rx.queues" = [1, 2, 4]\n'


def parse(text):
    return space.parse(tomllib.loads(text))


def program_explores(*words):
    return subprocess.run(
        [program(), "explore", *map(str, words)], capture_output=True, text=True, check=False, timeout=120
    )


def explore(*words):
    """Runs the command in this process, which saves its start."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            status = main([str(word) for word in words])
        except SystemExit as end:  # of the parser of options
            status = end.code
    return subprocess.CompletedProcess(words, status, out.getvalue(), errors.getvalue())


@pytest.mark.parametrize(
    "text, value",
    [
        ("min(rx.queues, 16)", 8),
        ("max(rx.queues, 2) * 3 - 1", 23),
        ("rx.queues // 3 + rx.queues % 3", 4),
        ("2 ** 3 ** 2", 512),
        ("rx.queues > 4 and not rx.rss", True),
        ("1 < rx.queues <= 8", True),
        ("4 if rx.rss else vm[0].load / 2", 250),
        ("host.core.0.busy * 2", 1.0),
        ("ceil(log2(rx.queues + 1))", 4),
        ("'a.b' == \"a.b\"", True),
    ],
)
def test_expressions(text, value):
    keys = {"rx.queues": 8, "rx.rss": False, "vm[0].load": 500, "host.core.0.busy": 0.5}
    e = Expression(text, "here")
    assert e.value(keys) == value and e.names <= set(keys)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')", "open('x')", "().__class__", "[x for x in 'ab']", "lambda: 1", "f'{1}'",
        "rx.queues(1)", "a := 1", "min(1, *rx.queues)", "min(1, key=2)", "", "1 +", "x" * 2000, "{1: 2}", "print",
    ],
)  # fmt: skip
def test_expressions_have_no_other_power(text):
    with pytest.raises(StudyError):
        Expression(text, "here").value({"rx.queues": 1})


@pytest.mark.parametrize(
    "text", ["9 ** 9 ** 9", "9 ** -99", "10 ** 60 * 10 ** 60", "1 / 0", "'a' * 9", "log2(0)", "1 << 9"]
)
def test_expressions_end_at_once(text):
    with pytest.raises(StudyError, match="here"):
        Expression(text, "here").value({})


@pytest.mark.parametrize(
    "spec, values",
    [
        ("[1, 2, 4]", [1, 2, 4]),
        ("{ from = 1, to = 7, step = 2 }", [1, 3, 5, 7]),
        ("{ from = 1, to = 8, step = 2 }", [1, 3, 5, 7]),
        ("{ from = 64, to = 512, factor = 2 }", [64, 128, 256, 512]),
        ("{ from = 1, to = 10, factor = 1.5 }", [1, 2, 3, 5, 8]),
        ("{ from = 8, to = 64, count = 3 }", [8, 36, 64]),
        ("{ values = [5] }", [5]),
    ],
)
def test_values_of_an_axis(spec, values):
    assert [v for (v,) in parse(f'{OBJECTIVE}[axes]\n"rx.queues" = {spec}').dimensions[0].levels] == values


def test_points_settings_and_a_resolved_file():
    text = (
        'constraints = ["rx.queues >= rx.pools"]\n[scenario.traffic]\nframes = 100\n[set]\nrx.ring = 64\n'
        + AXES
        + 'rx.pools = [1, 2]\n[[linked]]\n"pcie.generation" = [1, 2]\n"pcie.lanes" = [8, 4]\n'
        '[derived]\n"rx.vectors" = "min(host.refill, rx.queues)"\n"host.refill" = "traffic.frames / 50"\n'
        + OBJECTIVE
    )
    s = parse(text)
    [points] = list(make(s))
    assert s.size == 12 and len(points) == 10  # one queue and two pools breaks the constraint, twice
    settings = s.settings(points[-1])
    assert settings == {
        "rx.ring": 64, "rx.queues": 4, "rx.pools": 2, "pcie.generation": 2, "pcie.lanes": 4, "host.refill": 2,
        "rx.vectors": 2,
    }  # fmt: skip
    again = space.parse(tomllib.loads(s.resolved()))
    assert [again.settings(p) for p in next(make(again))] == [s.settings(p) for p in points]
    assert again.resolved() == s.resolved()


BAD = {
    "unknown axis": ('[axes]\n"rx.quees" = [1]\n' + OBJECTIVE, "rx.quees", "did you mean rx.queues?"),
    "empty list": ('[axes]\n"rx.queues" = []\n' + OBJECTIVE, "axes.rx.queues", "empty list"),
    "empty linked list": ('[[linked]]\n"rx.queues" = []\n"rx.ring" = []\n' + OBJECTIVE, "linked[0].rx.queues"),
    "no axes": (OBJECTIVE, "axes", "found none"),
    "value twice": ('[axes]\n"rx.queues" = [1, 1]\n' + OBJECTIVE, "1 twice"),
    "axis twice": (AXES + '[[linked]]\n"rx.queues" = [1]\n"rx.ring" = [64]\n' + OBJECTIVE, "rx.queues twice"),
    "seed as axis": ('[axes]\n"simulation.seed" = [1]\n' + OBJECTIVE, "simulation.seed"),
    "linked of two lengths": ('[[linked]]\n"rx.queues" = [1]\n"rx.ring" = [64, 128]\n' + OBJECTIVE, "rx.ring with 2"),
    "linked alone": ('[[linked]]\n"rx.queues" = [1]\n' + OBJECTIVE, "two or more"),
    "range": ('[axes]\n"rx.queues" = { from = 1, to = 9 }\n' + OBJECTIVE, "one of step, count, factor"),
    "range back": ('[axes]\n"rx.queues" = { from = 9, to = 1, step = 1 }\n' + OBJECTIVE, "from at most to"),
    "step 0": ('[axes]\n"rx.queues" = { from = 1, to = 9, step = 0 }\n' + OBJECTIVE, "step"),
    "factor 1": ('[axes]\n"rx.queues" = { from = 1, to = 9, factor = 1 }\n' + OBJECTIVE, "factor"),
    "no list": ('[axes]\n"rx.queues" = 4\n' + OBJECTIVE, "array of values"),
    "too many points": (
        '[axes]\n"rx.ring" = { from = 1, to = 9999, step = 1 }\n"traffic.flows" = { from = 1, to = 9999, step = 1 }\n' + OBJECTIVE,
        "99980001",
    ),
    "axis and constant": (AXES + '[set]\n"rx.queues" = 4\n' + OBJECTIVE, "rx.queues, which is an axis"),
    "cycle": (
        AXES + '[derived]\n"rx.vectors" = "rx.ring"\n"rx.ring" = "host.refill + 1"\n"host.refill" = "rx.vectors"\n' + OBJECTIVE,
        "cycle rx.vectors -> rx.ring -> host.refill -> rx.vectors",
    ),
    "own value": (AXES + '[derived]\n"rx.ring" = "rx.ring + 1"\n' + OBJECTIVE, "cycle rx.ring -> rx.ring"),
    "derived of nothing": (AXES + '[derived]\n"rx.ring" = "rx.quees * 8"\n' + OBJECTIVE, "rx.quees", "rx.queues"),
    "derived of a default": (AXES + '[derived]\n"rx.ring" = "rx.pools * 8"\n' + OBJECTIVE, "set it in the scenario"),
    "code": (AXES + "[derived]\n\"rx.ring\" = \"__import__('os')\"\n" + OBJECTIVE, "derived.rx.ring"),
    "constraint": ('constraints = ["rx.queues >"]\n' + AXES + OBJECTIVE, "constraints[0]"),
    "no objective": (AXES, "objective: found none"),
    "no direction": (AXES + '[[objective]]\nmetric = "rx.throughput"\n', "direction"),
    "direction": (AXES + '[[objective]]\nmetric = "rx.throughput"\ndirection = "up"\n', '"max" or "min"'),
    "objective twice": (AXES + OBJECTIVE + OBJECTIVE, "rx.throughput twice"),
    "cost without table": (AXES + '[[objective]]\nmetric = "cost.luts"\ndirection = "min"\n', "[cost]"),
    "cost of nothing": (AXES + '[cost]\nqueues = "rx.queues"\n' + OBJECTIVE, "rx_queues"),
    "method": (AXES + '[method]\nname = "fulll"\n' + OBJECTIVE, "full, random, latin"),
    "option of another method": (AXES + "[method]\npoints = 3\n" + OBJECTIVE, "found points"),
    "few seeds": (AXES + "[measure]\nleast = 3\nhalf_width = 0.1\n" + OBJECTIVE, "5 or more"),
    "most below least": (AXES + "[measure]\nleast = 9\nmost = 5\n" + OBJECTIVE, "at least measure.least"),
    "time": (AXES + '[budget]\ntime = "soon"\n' + OBJECTIVE, "90 s"),
    "unknown table": (AXES + "[objectives]\nx = 1\n" + OBJECTIVE, "did you mean objective?"),
    "infinite": ('[axes]\n"rx.queues" = [1, inf]\n' + OBJECTIVE, "axes.rx.queues: found inf"),
    "date": ('[axes]\n"rx.queues" = [1979-05-27]\n' + OBJECTIVE, "found 1979-05-27"),
    "search of limits": (AXES + '[method]\nname = "search"\n[[objective]]\nmetric = "rx.frames"\nat_least = 1\n', "limits alone"),
    "closed form": (AXES + '[[closed_form]]\nname = "mm1"\nmetric = "rx.frames"\n' + OBJECTIVE, "md1k_loss"),
    "half a closed form": (AXES + '[[closed_form]]\nname = "md1k_loss"\nmetric = "rx.frames"\nk = 1\n' + OBJECTIVE, "no rho"),
    "no TOML": ("[axes\n", "is no TOML"),
    "scenario is not there": ('scenario = "none.toml"\n' + AXES + OBJECTIVE, "none.toml: cannot be read"),
}  # fmt: skip


RUNS = '[set]\n"traffic.frames" = 20\n'
PRICED = '[cost]\nrx_queues = "rx.queues"\npools = 2\nscheduler = "drr"\nrules = "82599"\n'


def test_points_without_a_cost_are_illegal(tmp_path):
    """Two pools need two queues: one queue has no cost, and is not run."""
    path = tmp_path / "priced.toml"
    path.write_text(AXES + RUNS + PRICED + '[[objective]]\nmetric = "cost.transistors"\ndirection = "min"\n')
    done = explore(path, "--dry-run")
    assert done.returncode == 0 and "illegal   1, such as" in done.stdout, done
    assert "cost.pools: found 2 with rx_queues 1 " in done.stdout
    done = explore(path, "--out", tmp_path / "out")
    assert done.returncode == 0, done
    found = json.loads((tmp_path / "out/study.json").read_text())
    assert found["counts"]["legal"] == 2 and "cost.pools: found 2" in json.dumps(found["illegal"])


@pytest.mark.parametrize("name", BAD)
def test_bad_files(name, tmp_path):
    text, *parts = BAD[name]
    path = tmp_path / "bad.toml"
    path.write_text(text)
    with pytest.raises(StudyError) as error:
        space.load(path)
    message = str(error.value)
    assert "\n" not in message and message.startswith(f"{path}: ") and all(p in message for p in parts), (
        message
    )


@pytest.mark.parametrize(
    "text, part",
    [
        (AXES.replace("[1, 2, 4]", "[200, 300]") + RUNS + OBJECTIVE, "none of 2 points is legal"),
        (
            AXES + RUNS + '[cost]\nrx_queues = "rx.queues"\n' + OBJECTIVE,
            "cost.pools: found 16 with rx_queues 1 ",
        ),
        ('constraints = ["rx.queues > 9"]\n' + AXES + RUNS + OBJECTIVE, "no point that keeps all"),
        (AXES + RUNS + OBJECTIVE.replace("rx.through", "rx.throgh"), "did you mean rx.throughput?"),
        (
            AXES + RUNS + '[computed]\nx = "rx.frames / rx.lots"\n' + OBJECTIVE,
            "rx.lots, which no pilot run reports",
        ),
    ],
)
def test_mistakes_that_the_program_finds(text, part, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(text)
    done = explore(path, "--out", tmp_path / "out")
    assert (
        done.returncode == 2 and done.stdout == "" and part in done.stderr and done.stderr.count("\n") == 1
    ), done
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "words, part",
    [
        (["smal", "--out", "x"], "did you mean small?"),
        (["none.toml", "--out", "x"], "cannot be read"),
        (["small"], "--out"),
        (["small", "--workers", "0", "--out", "x"], "1 to 1024"),
        (["small", "--workers", "1", "--cluster", "x", "--out", "x"], "not allowed with"),
        (["small", "--budget", "-3", "--out", "x"], "--budget"),
        (["small", "--cluster", "nowhere", "--out", "x"], "tcp://HOST:PORT"),
        (["small", "--cluster", "none.toml", "--out", "x"], "none.toml: cannot be read"),
        (["--nothing"], "--help"),
    ],
)
def test_bad_options(words, part, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # The program passes on its words, and a line and the exit status of each kind.
    alike = [explore] + [program_explores] * (words[0] in ("smal", "--nothing"))
    for run in alike:
        done = run(*words)
        assert done.returncode == 2 and part in done.stderr and done.stderr.count("\n") == 1, done
    assert list(tmp_path.iterdir()) == []


def test_a_python_without_packages(tmp_path):
    """-S leaves out what is installed; the line names a package and remedies."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    python.chmod(0o755)
    done = subprocess.run(
        [program(), "explore", "small", "--dry-run"], env={**os.environ, "IXSIM_PYTHON": str(python)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and "has no package" in done.stderr and done.stderr.count("\n") == 1, done


def test_dry_run_names_illegal_points(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "some.toml"
    path.write_text('[axes]\n"rx.queues" = [1, 4, 200]\n"rx.ring" = [64, 128]\n' + RUNS + OBJECTIVE)
    done = explore(path, "--dry-run")
    assert done.returncode == 0, done.stderr
    assert (
        "points    6, legal 4" in done.stdout
        and "illegal   2, such as rx.queues=200, rx.ring=64: " in done.stdout
    )
    assert "runs      20" in done.stdout and "time " in done.stdout
    assert [p.name for p in tmp_path.iterdir()] == ["some.toml"]
