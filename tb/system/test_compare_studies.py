"""`ixsim compare`: two studies made by hand, with their differences computed here."""

import contextlib
import io
import json
import math
import shutil
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from program import ROOT, program
from study_folder import SEEDS, interval, throughput, write_study

sys.path.insert(0, str(ROOT / "scripts/explore"))
from ixsim.report.compare_command import main


def program_compares(*words):
    return subprocess.run([program(), "compare", *map(str, words)], capture_output=True, text=True)


def compare(*words):
    """Runs the command in this process, which saves its start."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        status = main([str(w) for w in words])
    return subprocess.CompletedProcess(words, status, out.getvalue(), errors.getvalue())


def compared(*words):
    done = compare(*words, "--json")
    assert done.stderr == ""
    return done.returncode, json.loads(done.stdout)


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    return write_study(tmp_path_factory.mktemp("first") / "a")


def changed(queues, pools, seed):
    """A gain of 2 % at 2 queues, a loss within the spread at 8, nothing elsewhere."""
    value = throughput(queues, pools, seed)
    return value * 1.02 if queues == 2 else value + 1e6 * (seed - 3.5) if queues == 8 else value


def test_equal_studies(first, tmp_path):
    same = shutil.copytree(first, tmp_path / "b")
    status, result = compared(first, same)
    assert (status, result["equal"], result["matched"], result["runs"], result["equal_runs"]) == (
        0,
        True,
        8,
        35,
        35,
    )
    assert {c["kind"] for c in result["changes"]} == {"the same"}
    done = program_compares(first, same)
    assert done.returncode == 0 and done.stdout.endswith("\nequal\n")


def test_differences_are_paired(first, tmp_path):
    second = write_study(tmp_path / "b", formula=changed)
    status, result = compared(first, second)
    assert status == 1 and not result["equal"] and result["equal_runs"] == 35 - 4 * 5
    changes = {c["first_point"]: c for c in result["changes"] if c["metric"] == "rx.throughput"}
    for point, queues, pools, kind in (
        (2, 2, 1, "better"),
        (3, 2, 2, "better"),
        (6, 8, 1, "unclear"),
        (7, 8, 2, "unclear"),
    ):
        mean, half = interval([changed(queues, pools, s) - throughput(queues, pools, s) for s in SEEDS])
        assert (changes[point]["mean"], changes[point]["half_width"]) == (
            pytest.approx(mean),
            pytest.approx(half),
        )
        assert changes[point]["kind"] == kind
    assert {changes[p]["kind"] for p in (0, 4, 5)} == {"the same"}
    text = compare(first, second).stdout
    assert "rx.throughput (Gb/s): 2 better, 2 unclear, 3 the same" in text
    assert "+2.00 % (better)" in text and text.endswith("\ndifferent\n")
    # The other way round the gain is a loss.
    assert "rx.throughput (Gb/s): 2 worse, 2 unclear, 3 the same" in compare(second, first).stdout


def test_tolerance(first, tmp_path):
    second = write_study(tmp_path / "b", formula=lambda q, p, s: throughput(q, p, s) * 1.009)
    assert compare(first, second).returncode == 1
    assert compare(first, second, "--tolerance", "1%").returncode == 0
    assert compare(first, second, "--tolerance", "0.008").returncode == 1


def test_points_and_settings_that_differ(first, tmp_path):
    second = write_study(tmp_path / "b", axes={"rx.queues": [1, 2, 16], "rx.pools": [1, 2]}, illegal=lambda q, p: q == 2 and p == 2,
                         info={"binary": "1" * 32, "measure": {"least": 7}})  # fmt: skip
    status, result = compared(first, second)
    assert status == 1
    assert (result["matched"], result["only_first"], result["only_second"]) == (4, 4, 2)
    assert any(
        line.startswith("point 3 | 3: no results in the second: rx.queues: found fewer")
        for line in result["legal"]
    )
    assert any(line.startswith("point 1 | 1: no results in the first") for line in result["legal"])
    text = compare(first, second).stdout
    for line in ("binary: 00000000", "measure least: 5 | 7", "axis rx.queues: [1, 2, 4, 8] | [1, 2, 16]"):
        assert f"differs   {line}" in text


def test_limits_and_front_that_differ(first, tmp_path):
    second = shutil.copytree(first, tmp_path / "b")
    rows = pq.read_table(second / "points.parquet").to_pylist()
    rows[4]["limited_by"], rows[4]["on_front"], rows[5]["on_front"] = "pcie_up", False, True
    pq.write_table(
        pa.Table.from_pylist(rows, schema=pq.read_schema(second / "points.parquet")),
        second / "points.parquet",
    )
    status, result = compared(first, second)
    assert status == 1 and result["limited_by"] == ["point 4 | 4: wire | pcie_up"]
    assert (result["joined"], result["left"]) == ([5], [4])


def test_no_common_seed(first, tmp_path):
    second = write_study(tmp_path / "b", seeds=(11, 12, 13, 14, 15))
    status, result = compared(first, second)
    assert status == 1 and result["runs"] == 0
    assert "none of the same point and seed" in compare(first, second).stdout


def test_missing_figures_are_no_differences(first, tmp_path):
    second = write_study(tmp_path / "b", formula=lambda q, p, s: math.nan)
    status, result = compared(first, second)
    assert status == 1
    assert not any(c["kind"] in ("better", "worse") for c in result["changes"])


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda p: p / "nothing", "found no folder"),
        (lambda p: write_study(p / "b", info={"axes": []}), "found the axes none, accepted: at least one of"),
        (
            lambda p: write_study(p / "b", info={"axes": [{"key": "rx.queues"}]}),
            "with the same rx.queues, accepted",
        ),
    ],
)
def test_bad_input(first, tmp_path, make, message):
    done = compare(first, make(tmp_path))
    assert (
        done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1 and done.stdout == ""
    )


@pytest.mark.parametrize("words", [["one"], ["a", "b", "--tolerance", "2"]])
def test_bad_options(words):
    done = program_compares(*words)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and done.stderr.startswith("ixsim compare: ")


def test_reader_leaves(first):
    """The reader of the output ends early: no traceback."""
    done = subprocess.run(
        f"{program()} compare {first} {first} | head -c 1", shell=True, capture_output=True, text=True
    )
    assert "Traceback" not in done.stderr
