"""Studies of `ixsim explore`: values are those of single runs, the store survives any end, a cluster gives the same
bytes, and intervals have their stated meaning.
"""

import contextlib
import io
import itertools
import json
import math
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
import types

import distributed
import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from program import ROOT, program, simulate

os.environ.setdefault("IXSIM_PROGRAM", str(program()))
sys.path.insert(0, str(ROOT / "scripts/explore"))
import ixsim
import ixsim.local
from ixsim import keys, pareto, statistics, store
from ixsim.explore import main as explore_main
from ixsim.space import Objective

SEEDS = [1, 2, 3, 4, 5]
SPACE = """
[set]
"traffic.frames" = 60
"traffic.arrival" = "poisson"
"traffic.load_percent" = 60
"rx.pools" = 1
[axes]
"rx.queues" = [1, 2, 200, 4]
"rx.ring" = [8, 64]
[computed]
"loss" = "1 - rx.delivered / rx.frames"
[measure]
queues = true
histograms = true
[[objective]]
metric = "rx.throughput"
direction = "max"
[[objective]]
metric = "rx.latency.host.p99"
direction = "min"
"""


def write(folder, text=SPACE, name="space.toml"):
    path = folder / name
    path.write_text(text)
    return path


def command(*words):
    return [str(program()), "explore", "--no-report", *map(str, words)]


def main(*words):
    """Runs the command in this process, which saves its start; returns exit status, output and errors."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        status = explore_main(["--no-report", *map(str, words)])
    return status, out.getvalue(), errors.getvalue()


def explore(*words):
    status, text, errors = main(*words)
    assert (status, errors) == (0, "")
    return text


def journal(folder):
    return [json.loads(line) for line in (folder / "journal.jsonl").read_text().splitlines()]


def runs_in(folder):
    """Keys of all runs in the journal; fails if one is there twice."""
    keys = [r["content"] for r in journal(folder) if r["type"] == "run"]
    assert len(keys) == len(set(keys))
    return set(keys)


TABLES = ("runs", "points", "queues", "histograms")


def same_tables(a, b):
    for name in TABLES:
        assert (a / f"{name}.parquet").read_bytes() == (b / f"{name}.parquet").read_bytes(), name
    assert (a / "study.json").read_bytes() == (b / "study.json").read_bytes()


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    """The study of SPACE, run once, by the program."""
    folder = tmp_path_factory.mktemp("study")
    done = subprocess.run(
        command(write(folder), "--workers", "2", "--out", folder / "out"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and done.stderr == "" and "points    8, legal 6" in done.stdout, done
    return folder / "out"


def test_values_are_those_of_single_runs(reference):
    results = ixsim.Results(reference)
    runs, points = results.runs, results.points
    assert len(points) == 8 and len(runs) == 6 * 5 and results.summary["complete"]
    assert list(runs.seed) == SEEDS * 6 and runs.point.is_monotonic_increasing
    row = runs[(runs["rx.queues"] == 4) & (runs["rx.ring"] == 8) & (runs.seed == 3)].iloc[0]
    one = simulate(rx__queues=4, rx__ring=8, rx__pools=1, traffic__frames=60, traffic__arrival="poisson",
                   traffic__load_percent=60, simulation__seed=3)  # fmt: skip
    for metric in ("rx.throughput", "rx.latency.host.p99", "rx.delivered"):
        assert row[metric] == one[metric]
    assert row.loss == 1 - one["rx.delivered"] / 60
    queues = results.queues
    mine = queues[(queues.point == row.point) & (queues.seed == 3)]
    assert {q: f for q, f in zip(mine.queue, mine.frames, strict=True) if f} == {
        q: f for q in range(64) if (f := one.get(f"rx.queue.{q}.frames", 0))
    }
    buckets = results.histograms
    mine = buckets[
        (buckets.point == row.point) & (buckets.seed == 3) & (buckets.latency == "rx.latency.host")
    ]
    assert mine["count"].sum() == one["rx.latency.host.count"]
    assert results.unit("rx.throughput.mean") == "bit/s" and results.unit("rx.ring") == "descriptors"
    illegal = points[~points.legal]
    assert (
        list(illegal["rx.queues"]) == [200, 200]
        and illegal.reason.str.contains("200").all()
        and (illegal.n == 0).all()
    )


def test_statistics_of_points(reference):
    results = ixsim.Results(reference)
    for _, point in results.points[results.points.legal].iterrows():
        values = results.runs[results.runs.point == point.point]["rx.throughput"]
        # Student's t with 4 degrees of freedom: 2.776445.
        half = 2.776445 * values.std() / math.sqrt(5)
        assert point["rx.throughput.mean"] == pytest.approx(values.mean())
        assert point["rx.throughput.half_width"] == pytest.approx(half, rel=1e-6)
        assert point["rx.throughput.high"] - point["rx.throughput.low"] == pytest.approx(2 * half, rel=1e-6)
        evidence = json.loads(point.limits)
        assert point.limited_by and evidence[0]["resource"] and 0 < point.limited_by_share <= 1
    legal = results.points[results.points.legal]
    best = results.pareto()
    for _, a in legal.iterrows():
        beaten = any(
            b["rx.throughput.mean"] >= a["rx.throughput.mean"]
            and b["rx.latency.host.p99.mean"] <= a["rx.latency.host.p99.mean"]
            and (
                b["rx.throughput.mean"] > a["rx.throughput.mean"]
                or b["rx.latency.host.p99.mean"] < a["rx.latency.host.p99.mean"]
            )
            for _, b in legal.iterrows()
        )
        assert a.on_front == (not beaten) == (a.point in set(best.point))
    assert results.points.front.between(0, 1).all() and results.points.front.max() > 0.5
    assert results.difference(1, 0, "rx.throughput").n == 5


def test_a_rerun_runs_nothing_and_changes_nothing(reference, monkeypatch):
    def ran(*_):
        raise AssertionError("a run")

    monkeypatch.setattr("ixsim.session.Session.keep", ran)
    before, tables = runs_in(reference), {n: (reference / f"{n}.parquet").read_bytes() for n in TABLES}
    explore(reference / "study.toml", "--out", reference)
    assert runs_in(reference) == before and len(before) == 30
    assert tables == {n: (reference / f"{n}.parquet").read_bytes() for n in TABLES}


def test_what_changed_is_run_again(reference, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(reference, out)
    explore(write(tmp_path, SPACE.replace('"traffic.frames" = 60', '"traffic.frames" = 61')), "--out", out)
    assert len(runs_in(out)) == 60
    frames = pd.read_parquet(out / "runs.parquet")["rx.frames"]
    assert set(frames) == {61}
    # Another program: the same runs under another digest are not taken.
    text = (out / "journal.jsonl").read_text()
    (out / "journal.jsonl").write_text(text.replace(journal(out)[0]["binary"], "0" * 32))
    for r in journal(out):
        assert r.get("binary", "0" * 32) == "0" * 32


def test_another_program_takes_no_stored_run(tmp_path):
    """The digest of the program is part of a request."""
    from ixsim.session import PointState, Session
    from ixsim.space import parse

    class Fake:
        def __init__(self, binary):
            self.binary, self.version, self.jobs = binary, "0", 1

    s = parse({"axes": {"rx.queues": [1]}, "objective": [{"metric": "rx.frames", "direction": "max"}]})
    one, two = (Session(s, Fake(b), None).job(PointState(0, (0,), 1), 0).digest for b in ("a" * 32, "b" * 32))
    assert one != two


def test_a_capture_counts_by_its_bytes(tmp_path):
    from ixsim.session import PointState, Session
    from ixsim.space import parse

    class Fake:
        binary, version, jobs = "0" * 32, "0", 1

    capture = tmp_path / "a.pcap"
    seen = set()
    for content in (b"1", b"2"):
        capture.write_bytes(content)
        document = {
            "set": {"traffic.pcap": str(capture)},
            "axes": {"rx.queues": [1]},
            "objective": [{"metric": "rx.frames", "direction": "max"}],
        }
        seen.add(Session(parse(document), Fake(), None).job(PointState(0, (0,), 1), 0).digest)
    assert len(seen) == 2


def test_a_key_is_stored_once(tmp_path):
    """Two points with the same resolved scenario, 4 KiB and 4096 B: one run each seed, both points have its values."""
    text = SPACE.replace('"rx.queues" = [1, 2, 200, 4]', '"rx.max_frame" = [4096, "4 KiB"]')
    explore(write(tmp_path, text), "--out", tmp_path / "out")
    runs = pd.read_parquet(tmp_path / "out/runs.parquet")
    assert len(runs) == 20 and runs.key.nunique() == 10 == len(runs_in(tmp_path / "out"))
    assert sum(r["type"] == "alias" for r in journal(tmp_path / "out")) == 10
    a, b = (
        g.drop(columns=["point", "rx.max_frame"]).reset_index(drop=True)
        for _, g in runs.groupby("rx.max_frame")
    )
    pd.testing.assert_frame_equal(a, b)


def test_a_cut_journal_is_mended_and_a_foreign_one_refused(reference, tmp_path):
    out = tmp_path / "out"
    shutil.copytree(reference, out)
    whole = (out / "journal.jsonl").read_bytes()
    (out / "journal.jsonl").write_bytes(whole[:-40])
    explore(reference / "study.toml", "--out", out)
    assert runs_in(out) == runs_in(reference)
    same_tables(out, reference)
    (out / "journal.jsonl").write_text('{"type": "run"}\n')
    status, _, text = main(reference / "study.toml", "--out", out)
    assert status == 2 and "journal.jsonl: byte 0" in text and text.count("\n") == 1


def test_two_clients_do_not_write_one_journal(reference):
    held = store.Store(reference)
    try:
        status, _, text = main(reference / "study.toml", "--out", reference)
    finally:
        held.close()
    assert status == 2 and "another client" in text


SLOW = SPACE.replace('"traffic.frames" = 60', '"traffic.frames" = 4000')


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:  # no assert statement: scripts/assertions counts those
            raise AssertionError(f"not within {seconds} s")
        time.sleep(0.01)


def lines(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_an_interrupted_study_continues(number, tmp_path):
    path, out = write(tmp_path, SLOW), tmp_path / "out"
    client = subprocess.Popen(command(path, "--out", out), stderr=subprocess.PIPE, text=True)
    wait_for(lambda: lines(out / "journal.jsonl") >= 10)
    client.send_signal(number)
    text = client.communicate(timeout=60)[1]
    if number == signal.SIGKILL:
        assert client.returncode == -signal.SIGKILL
    else:
        assert client.returncode == 130 and text.count("\n") == 1 and "continues" in text
    before = runs_in(out) if number != signal.SIGKILL else set()
    assert len(before) < 30
    explore(path, "--out", out)
    assert len(runs_in(out)) == 30 and before <= runs_in(out)


def test_a_lost_server_costs_no_run(tmp_path):
    path, out = write(tmp_path, SLOW), tmp_path / "out"
    client = subprocess.Popen(
        command(path, "--out", out), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    for n in (8, 16):
        wait_for(lambda n=n: lines(out / "journal.jsonl") >= n)
        kill_child(client.pid)
    _, text = client.communicate(timeout=60)
    assert client.returncode == 0 and text == ""
    assert len(runs_in(out)) == 30
    assert not any(r["type"] == "unfinished" for r in journal(out))


def test_a_request_that_is_not_understood_ends_the_client():
    from ixsim.server import Server, ServerError

    server = Server(str(program()), 1)
    requests = iter([{"set": {"rx.queues": math.inf}}])
    try:
        with pytest.raises(ServerError, match="not understood"):
            list(server.run(lambda: next(requests, None)))
    finally:
        server.close()


def children(pid):
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/stat") as f:
                    if int(f.read().rsplit(")", 1)[1].split()[1]) == pid:
                        found.append(int(entry))
            except OSError:
                pass
    return found


def kill_child(pid):
    for child in children(pid)[:1]:
        os.kill(child, signal.SIGKILL)


def test_a_run_that_takes_too_long_is_reported(tmp_path):
    text = SPACE.replace('"traffic.frames" = 60', "").replace(
        '"rx.ring" = [8, 64]', '"traffic.frames" = [60, 100000000]'
    ).replace("[1, 2, 200, 4]", "[1, 2]") + '[budget]\ntimeout = "0.5 s"\n[method]\nname = "full"\n'  # fmt: skip
    assert main(write(tmp_path, text), "--out", tmp_path / "out")[0] == 1
    points = pd.read_parquet(tmp_path / "out/points.parquet")
    assert list(points.n) == [5, 0, 5, 0] and points.legal.all()
    assert points.reason[1].startswith("seed 1: timeout") and points.reason[0] == ""
    runs = pd.read_parquet(tmp_path / "out/runs.parquet")
    assert list(runs[runs.point == 1].status) == ["timeout"] * 5
    assert sum(r["type"] == "unfinished" for r in journal(tmp_path / "out")) >= 10


def test_budget_ends_a_study_that_then_continues(tmp_path):
    path, out = write(tmp_path, SLOW), tmp_path / "out"
    text = explore(path, "--out", out, "--budget", "0.001 s", "--workers", "1")
    assert "stopped" in text and not json.loads((out / "study.json").read_text())["complete"]
    explore(path, "--out", out)
    assert json.loads((out / "study.json").read_text())["complete"]
    assert len(runs_in(out)) == 30


# Stopping by intervals


def test_runs_follow_the_spread(tmp_path):
    text = SPACE.replace("queues = true", "half_width = 0.1\nmost = 12").replace(
        "histograms = true", 'stop = ["rx.throughput"]'
    )
    explore(write(tmp_path, text), "--workers", "2", "--out", tmp_path / "a")
    explore(write(tmp_path, text), "--workers", "5", "--out", tmp_path / "b")
    for name in ("runs", "points"):
        assert (tmp_path / f"a/{name}.parquet").read_bytes() == (tmp_path / f"b/{name}.parquet").read_bytes()
    results = ixsim.Results(tmp_path / "a")
    legal = results.points[results.points.legal]
    assert legal.n.nunique() > 1 and legal.n.min() >= 5 and legal.n.max() <= 12
    for _, point in legal.iterrows():
        values = results.runs[results.runs.point == point.point]["rx.throughput"].to_list()
        wanted = (2.776445 * np.std(values[:5], ddof=1) / (0.1 * np.mean(values[:5]))) ** 2
        assert point.n == min(max(5, math.ceil(wanted)), 12)


def coverage(draw, truth, studies, rule):
    covered = 0
    for i in range(studies):
        values = draw(i)
        n = 5 if rule is None else statistics.wanted_runs(values[:5], rule, 200)
        found = statistics.interval(values[:n], None if rule is None else 5)
        covered += found.low <= truth <= found.high
    return covered / studies


@pytest.mark.parametrize("rule", [None, 0.02])
def test_intervals_cover_a_known_mean(rule):
    generator = np.random.default_rng(3)
    share = coverage(lambda i: generator.normal(10, 0.4, 200), 10, 3_000, rule)
    assert 0.94 <= share <= 0.97


def test_an_interval_of_all_values_would_not_do():
    """The stopping rule with an interval from all values covers less: why the first stage's variance is taken."""
    generator = np.random.default_rng(3)
    covered = 0
    for _ in range(3_000):
        values = generator.normal(10, 0.4, 200)
        n = 5
        while n < 200 and statistics.interval(values[:n]).half_width > 0.2:
            n += 1
        found = statistics.interval(values[:n])
        covered += found.low <= 10 <= found.high
    assert covered / 3_000 < 0.93


@pytest.mark.long
@pytest.mark.parametrize("rule", [None, 0.05])
def test_intervals_cover_the_loss_of_a_queue(rule, tmp_path):
    """200 repeated studies of one buffer with Poisson arrivals and fixed service: loss = rho / (1 + rho), whatever the
    distribution of service (Erlang). The closed form is that of a long run; 4,000 frames are 0.01 % off."""
    service, frames = 10**9, 4_000
    rho = 0.8
    # One descriptor fewer than a ring may be posted; the driver returns a buffer at the end of its service.
    document = {
        "set": {
            "rx.queues": 1, "rx.pools": 1, "rx.rss": False, "rx.ring": 128, "rx.drop": True, "rx.write_back": 1,
            "host.mode": "poll", "host.service_time_ns": service // 1000, "host.refill": 1, "rx.posted": 1,
            "traffic.arrival": "poisson", "traffic.interval_ps": round(service / rho), "traffic.frames": frames,
        },
        "axes": {"simulation.immediate": [False]},
        "computed": {"loss": "1 - rx.delivered / rx.frames"},
        "objective": [{"metric": "loss", "direction": "min"}],
    }  # fmt: skip
    truth, covered, counts = rho / (1 + rho), 0, []
    for i in range(200):
        measure = {"first_seed": 1 + 100 * i}
        if rule is not None:
            measure |= {"half_width": 0.01, "most": 60}
        [point] = (
            ixsim.Study({**document, "measure": measure})
            .run(tmp_path / f"{i}", workers=2)
            .points.itertuples()
        )
        counts.append(point.n)
        row = ixsim.Results(tmp_path / f"{i}").points.iloc[0]
        covered += row["loss.low"] <= truth <= row["loss.high"]
        shutil.rmtree(tmp_path / f"{i}")
    print(f"{covered} of 200 intervals cover {truth:.4f}, {min(counts)} to {max(counts)} runs")
    assert 0.90 <= covered / 200 <= 0.99
    assert rule is None or max(counts) > 5


# Closed forms


def closed(tmp_path, document):
    results = ixsim.Study(document).run(tmp_path / "out", workers=2)
    [found] = results.summary["closed_forms"]
    return found, results


def test_loss_of_finite_queues(tmp_path):
    """M/D/1/K through the whole controller, docs/explore.md: each interval covers the form, but for one in twenty."""
    found, results = closed(tmp_path, {
        "set": {
            "rx.queues": 1, "rx.pools": 1, "rx.rss": False, "rx.ring": 128, "rx.drop": True, "rx.write_back": 1,
            "host.mode": "poll", "host.service_time_ns": 10**6, "host.refill": 1, "traffic.arrival": "poisson",
            "traffic.frames": 2_000,
        },
        "axes": {"traffic.interval_ps": [round(1e9 / rho) for rho in (0.5, 0.95, 1.5)], "rx.posted": [1, 2, 8]},
        "computed": {"loss": "1 - rx.delivered / rx.frames"},
        "measure": {"least": 8},
        "objective": [{"metric": "loss", "direction": "min"}],
        "closed_form": [
            {
                "name": "md1k_loss", "metric": "loss", "k": "rx.posted",
                "rho": "host.service_time_ns * 1000 / traffic.interval_ps",
            }
        ],
    })  # fmt: skip
    assert found["compared"] == 9 and found["inside"] >= 8
    # rho, K and loss as tables of queues have them.
    assert found["values"] == pytest.approx(
        [0.3333, 0.09627, 5.007e-5, 0.4872, 0.2519, 0.04316, 0.6, 0.4197, 0.3337], rel=2e-3
    )
    assert (results.points["loss.half_width"] < 0.03).all()


def test_queues_that_hashing_uses(tmp_path):
    """m flows on n queues use n (1 - (1 - 1/n)^m) of them on average."""
    found, _ = closed(tmp_path, {
        "set": {
            "traffic.frames": 200, "traffic.arrival": "poisson", "traffic.load_percent": 20, "rx.pools": 1,
            "traffic.flow_order": "round_robin",
        },
        "axes": {"rx.queues": [4, 8, 16], "traffic.flows": [4, 8, 16]},
        "measure": {"least": 40},
        "objective": [{"metric": "rx.queues_used", "direction": "max"}],
        "closed_form": [
            {"name": "rss_queues_used", "metric": "rx.queues_used", "flows": "traffic.flows", "queues": "rx.queues"}
        ],
    })  # fmt: skip
    assert found["compared"] == 9 and found["inside"] >= 8
    values = dict(zip(itertools.product([4, 8, 16], [4, 8, 16]), found["values"], strict=True))
    assert [values[n, n] for n in (4, 8, 16)] == pytest.approx([2.734, 5.251, 10.30], rel=1e-3)


def test_values_of_closed_forms():
    from ixsim import closed_forms as forms

    assert [forms.md1_wait(rho, 1) for rho in (0.5, 0.8, 0.9, 0.95)] == pytest.approx([0.5, 2.0, 4.5, 9.5])
    assert forms.moderated_interrupts(8_000, 125e-6) == pytest.approx(5_848, abs=1)
    assert forms.moderated_delay(812_744, 50e-6) == pytest.approx(25e-6, rel=1e-3)
    assert forms.wire_frame_rate(64, 10e9) == pytest.approx(14_880_952.4, abs=0.1)


# Quantiles, pairs, fronts


def test_quantiles_of_pooled_histograms():
    a, b = [(0, 9, 90), (10, 19, 10)], [(0, 9, 99), (20, 29, 1)]
    assert statistics.quantile(a, 0.5) == 9 and statistics.quantile(a, 0.99) == 19
    pooled = statistics.pooled_quantile([a, b], 0.99)
    assert pooled.mean == 19 and (pooled.low, pooled.high) == (9, 19)
    assert statistics.pooled_quantile([a, b], 0.999).mean == 29


def test_quantile_of_one_run_is_that_of_the_program(reference):
    """Buckets are a little wider than values: the program reports a value within the bucket that is found here."""
    buckets, runs = (
        pd.read_parquet(reference / "histograms.parquet"),
        pd.read_parquet(reference / "runs.parquet"),
    )
    for row in runs.itertuples():
        mine = buckets[
            (buckets.point == row.point) & (buckets.seed == row.seed) & (buckets.latency == "rx.latency.host")
        ]
        mine = mine.sort_values("low")
        rank = math.ceil(0.99 * mine["count"].sum())
        bucket = mine[mine["count"].cumsum() >= rank].iloc[0]
        histogram = list(zip(mine.low, mine.high, mine["count"], strict=True))
        assert statistics.quantile(histogram, 0.99) == bucket.high
        p99 = runs.loc[row.Index, "rx.latency.host.p99"]
        assert bucket.low <= p99 <= bucket.high


def test_pairs_are_narrower_than_points():
    generator = np.random.default_rng(1)
    common = generator.normal(0, 10, 8)
    a, b = 100 + common + generator.normal(0, 1, 8), 99 + common + generator.normal(0, 1, 8)
    assert statistics.paired(a, b).half_width < 0.4 * statistics.interval(a).half_width


@pytest.mark.parametrize("columns", [1, 2, 3, 4])
def test_fronts_are_those_of_the_definition(columns):
    generator = np.random.default_rng(columns)
    for size in (1, 2, 30, 700):
        costs = generator.integers(0, 12, (size, columns)).astype(float)
        costs[generator.random(size) < 0.05, 0] = np.inf
        expected = [
            np.isfinite(row).all() and not any((o <= row).all() and (o < row).any() for o in costs)
            for row in costs
        ]
        assert list(pareto.on_front(costs)) == expected


def test_hypervolume():
    assert pareto.hypervolume(np.array([[1.0, 3], [2, 1], [3, 3]]), np.array([4.0, 4])) == 1 * 1 + 2 * 3
    cube = np.array([[0.0, 0, 1], [0, 1, 0], [1, 0, 0]])
    assert pareto.hypervolume(cube, np.array([2.0, 2, 2])) == 7
    generator = np.random.default_rng(2)
    rows = generator.random((20, 3))
    drawn = generator.random((40_000, 3))
    share = (rows[None] <= drawn[:, None]).all(axis=2).any(axis=1).mean()
    assert pareto.hypervolume(rows, np.ones(3)) == pytest.approx(share, abs=0.01)


def test_membership_of_a_front_is_a_probability():
    """Two points with equal means are each the better one half of the time; a far worse one never is, nor one over a limit."""
    generator = np.random.default_rng(5)
    noise = generator.normal(0, 1, 30)
    noise -= noise.mean()
    other = -noise
    ones = np.ones(30)
    samples = [
        np.column_stack([10 + noise, ones]),
        np.column_stack([10 + other, ones]),
        np.column_stack([50 + noise, ones]),
        np.column_stack([1 + noise, 3 * ones]),
    ]
    share = pareto.membership(samples, [Objective("a", "min"), Objective("b", at_most=2.0)], True)
    assert share[0] + share[1] == 1 and 0.4 < share[0] < 0.6 and share[2] == 0 and share[3] == 0


# Clusters


class Cluster:
    """A scheduler and workers in separate processes, without the Python package and in another folder."""

    def __init__(self, folder, workers, threads=1):
        self.folder, self.threads = folder, threads
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self.log = open(folder / "log", "w")  # noqa: SIM115
        self.scheduler = self.start_scheduler()
        self.workers = [self.start_worker() for _ in range(workers)]

    def start(self, *words):
        return subprocess.Popen(
            [sys.executable, "-m", *words], cwd=self.folder, stdout=self.log, stderr=self.log,
            env={**os.environ, "PYTHONPATH": ""},
        )  # fmt: skip

    def start_scheduler(self):
        return self.start(
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            str(self.port),
            "--no-dashboard",
        )

    def start_worker(self):
        return self.start(
            "distributed.cli.dask_worker", self.address, "--no-nanny", "--nthreads", str(self.threads), "--no-dashboard",
            "--local-directory", str(self.folder), "--death-timeout", "60",
        )  # fmt: skip

    def close(self):
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()
        self.log.close()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    found = Cluster(tmp_path_factory.mktemp("cluster"), 3)
    with distributed.Client(found.address, timeout=60, set_as_default=False) as client:
        client.wait_for_workers(3, timeout=60)
    yield found
    found.close()


def test_a_cluster_gives_the_same_bytes(reference, cluster, tmp_path):
    explore(reference / "study.toml", "--cluster", cluster.address, "--out", tmp_path / "out")
    same_tables(tmp_path / "out", reference)
    workers = pq.read_table(tmp_path / "out/workers.parquet")["worker"].to_pylist()
    assert len(set(workers)) >= 2  # the pilot, and a worker or more


def test_a_server_stays_with_its_worker(monkeypatch):
    """Chunks of a worker share a server; other options or another program get a new one."""
    from ixsim.server import ServerError, run_chunk

    worker = types.SimpleNamespace()
    monkeypatch.setattr(distributed, "get_worker", lambda: worker)
    server = ixsim.local.Server(str(program()), 1)
    server.close()
    requests = [{"set": {"traffic.frames": n}, "metrics": ["rx.frames"]} for n in (3, 1, 2)]
    names = []
    for options in ((), (), ("--timeout", "50")):
        answers = run_chunk(str(program()), server.binary, options, 3, requests)
        assert [answer["result"]["rx.frames"] for answer, _ in answers] == [3, 1, 2]
        names += {name for _, name in answers}
    assert len(names) == 3 and names[0] == names[1] != names[2]
    with pytest.raises(ServerError, match="install the same build"):
        run_chunk(str(program()), "0" * 32, (), 3, requests)


def test_a_worker_with_another_program_is_refused(cluster, tmp_path, monkeypatch):
    """The client has a changed copy; the workers have the program that their environment names."""
    other = tmp_path / "ixsim"
    shutil.copy(program(), other)
    with other.open("ab") as f:
        f.write(b"\0")
    monkeypatch.setenv("IXSIM_PROGRAM", str(other))
    keys.program.cache_clear()
    try:
        status, _, text = main(write(tmp_path), "--cluster", cluster.address, "--out", tmp_path / "out")
    finally:
        keys.program.cache_clear()
    assert status == 2 and "install the same build" in text and text.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.long
def test_a_cluster_of_a_settings_file(reference, tmp_path):
    settings = tmp_path / "cluster.toml"
    settings.write_text(
        'kind = "local"\n[options]\nn_workers = 2\nthreads_per_worker = 2\ndashboard_address = ":0"\n'
    )
    explore(reference / "study.toml", "--cluster", settings, "--out", tmp_path / "out")
    same_tables(tmp_path / "out", reference)


@pytest.mark.long
def test_random_kills_lose_nothing(cluster, tmp_path):
    """20 kills of workers, the scheduler and the client in mid-study: all runs are there, each key once."""
    text = SPACE.replace('"traffic.frames" = 60', '"traffic.frames" = 800000').replace(
        "[8, 64]", "{ from = 8, to = 200, step = 8 }"
    )
    path, out = write(tmp_path, text), tmp_path / "out"
    generator = random.Random(7)
    kinds = ["worker"] * 9 + ["scheduler"] * 4 + ["client"] * 7
    generator.shuffle(kinds)
    kept, client = set(), None
    for kind in kinds:
        if client is None or client.poll() is not None:
            assert client is None or client.returncode in (-signal.SIGKILL, 1), client.communicate()
            client = subprocess.Popen(
                command(path, "--cluster", cluster.address, "--out", out), stderr=subprocess.PIPE, text=True
            )
        time.sleep(generator.uniform(2.0, 5.0))
        assert client.poll() is None, (kind, client.communicate())
        if kind == "worker":
            i = generator.randrange(len(cluster.workers))
            cluster.workers[i].kill()
            cluster.workers[i].wait()
            cluster.workers[i] = cluster.start_worker()
        elif kind == "scheduler":
            cluster.scheduler.kill()
            cluster.scheduler.wait()
            for worker in cluster.workers:
                worker.kill()
                worker.wait()
            cluster.scheduler = cluster.start_scheduler()
            cluster.workers = [cluster.start_worker() for _ in cluster.workers]
        else:
            client.kill()
            client.wait()
            lines_of = (
                (out / "journal.jsonl").read_text().split("\n")[:-1]
                if (out / "journal.jsonl").exists()
                else []
            )
            now = [json.loads(line) for line in lines_of]
            now = {r["content"] for r in now if r["type"] == "run"}
            assert kept <= now
            kept = now
    if client.poll() is None:
        client.communicate(timeout=600)
    lost = [r["error"] for r in journal(out) if r["type"] == "unfinished"]
    assert all("KilledWorker" in error for error in lost), set(lost)
    print(f"{len(kept)} runs were in the journal at the last kill of the client")
    explore(path, "--out", out)
    assert kept <= runs_in(out) and len(runs_in(out)) == 3 * 25 * 5
    explore(path, "--out", tmp_path / "undisturbed")
    same_tables(out, tmp_path / "undisturbed")


# The Python interface


def test_one_run_from_python():
    result = ixsim.run({"traffic": {"frames": 50}}, **{"rx.queues": 4})
    assert result["rx.frames"] == 50 and result.unit("rx.throughput") == "bit/s" and result.limited_by
    with pytest.raises(ixsim.RunError, match=r"rx\.queues"):
        ixsim.run(**{"rx.quees": 4})


def test_commands_of_points(reference):
    results = ixsim.Results(reference)
    row = results.runs.iloc[12]
    words = results.command(int(row.point), int(row.seed)).split()
    folder = reference.parent / "again"
    subprocess.run([str(program()), *words[1:], "--out", str(folder)], check=True, capture_output=True)
    metrics = json.loads((folder / "result.json").read_text())["metrics"]
    assert metrics["rx.throughput"]["value"] == row["rx.throughput"]


def test_the_summary_counts(reference):
    summary = json.loads((reference / "study.json").read_text())
    assert summary["counts"] == {
        "points": 8, "legal": 6, "illegal": 2, "excluded": 0, "runs": 30, "ok": 30,
        "on_front": summary["counts"]["on_front"], "short_of_half_width": 0,
    }  # fmt: skip
    assert summary["illegal"][0]["points"] == 2
    [effect] = [e for e in summary["effects"] if e["objective"] == "rx.throughput" and e["axis"] == "rx.ring"]
    runs = pd.read_parquet(reference / "runs.parquet")
    for level in effect["levels"]:
        assert level["mean"] == pytest.approx(runs[runs["rx.ring"] == level["value"]]["rx.throughput"].mean())
        assert level["low"] <= level["mean"] <= level["high"]


def test_effects_and_interactions_of_a_known_plane():
    """z = 3 a + b has no interaction, z = a b has; a knee is where a curve bends."""
    from ixsim import effects

    a, b = (x.ravel() for x in np.meshgrid(np.arange(5), np.arange(5), indexing="ij"))
    z = 3.0 * a + b
    means = effects.level_means(a, 5, z[:, None])[:, 0]
    assert np.allclose(np.diff(means), 3)
    assert effects.knee(np.array([0.0, 1, 2, 3, 3, 3, 3])) == 3
    assert effects.knee(np.array([0.0, 1, 2, 3])) is None


def test_all_combinations_have_the_seeds(reference):
    runs = pd.read_parquet(reference / "runs.parquet")
    expected = set(itertools.product([1, 2, 4], [8, 64], SEEDS))
    assert set(zip(runs["rx.queues"], runs["rx.ring"], runs.seed, strict=True)) == expected
