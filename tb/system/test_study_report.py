"""`ixsim report` of a study: figures on the page against figures computed here from a study made by hand, folders that
lack parts, and a page without external files. The long test loads the page in Chromium.
"""

import html.parser
import json
import math
import re
import shutil
import subprocess
import sys

import pyarrow.parquet as pq
import pytest
from program import ROOT, program
from study_folder import AXES, SEEDS, cost, interval, throughput, write_study

sys.path.insert(0, str(ROOT / "scripts/explore"))
from ixsim.errors import StudyError
from ixsim.report import analysis, charts, folder, page, report_command, scheduler_check, units

VOID = {"meta", "input", "br", "link"}


@pytest.fixture(autouse=True)
def use_program(monkeypatch):
    monkeypatch.setenv("IXSIM_PROGRAM", str(program()))


class Parsed(html.parser.HTMLParser):
    """Tables as rows of texts by heading; attributes; the document of #data. Fails if elements are not nested."""

    def __init__(self, text):
        super().__init__()
        self.open, self.attributes, self.tables, self.text = [], [], {}, ""
        self.heading, self.cell, self.kind, self.data = "", None, "", ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.attributes += [(tag, *a) for a in attributes]
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "tr":
            self.tables.setdefault(self.heading, []).append([])
        if tag in ("td", "th", "h2", "h3"):
            self.cell = ""
        if tag == "script":
            self.kind = dict(attributes).get("id", "code")

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        assert self.open.pop() == tag
        if tag in ("td", "th"):
            self.tables[self.heading][-1].append(" ".join(self.cell.split()))
        if tag in ("h2", "h3"):
            self.heading = " ".join(self.cell.split())
        if tag == "script":
            self.kind = ""

    def handle_data(self, text):
        if self.kind == "data":
            self.data += text
        elif not self.kind:
            self.text += text
        if self.cell is not None:
            self.cell += text


def report(path, checks=False):
    written = page.write(path, None, page.Options(checks=checks))
    text = written.read_text()
    parsed = Parsed(text)
    return text, parsed, json.loads(parsed.data)


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return write_study(tmp_path_factory.mktemp("study") / "small")


@pytest.fixture(scope="module")
def reported(study):
    """The page of `study`: its text, parsed, and its document."""
    return report(study)


@pytest.fixture
def small(study, tmp_path):
    """A copy that a test may change."""
    return shutil.copytree(study, tmp_path / "small")


def test_page_has_the_figures_of_the_store(study, reported):
    text, parsed, data = reported
    rows = {r["point"]: r for r in pq.read_table(study / "points.parquet").to_pylist()}
    assert len(data["data"]["points"]) == 7
    fields = {c["title"]: c["field"] for c in data["columns"]}
    for record in data["data"]["points"]:
        row = rows[record["point"]]
        assert record[fields["rx.throughput (Gb/s)"]] == pytest.approx(row["rx.throughput.mean"] * 1e-9)
        field = fields["rx.throughput (Gb/s)"]
        assert record[field + "_low"] == pytest.approx(row["rx.throughput.low"] * 1e-9)
        assert record[field + "_high"] == pytest.approx(row["rx.throughput.high"] * 1e-9)
        assert record[fields["cost.transistors (M transistors)"]] == pytest.approx(
            row["cost.transistors"] * 1e-6
        )
        assert record[fields["rx.queues"]] == str(row["rx.queues"])
        assert record["limited_by"] == row["limited_by"]
    for chart in data["charts"]:
        assert json.dumps(chart)  # Vega-Lite, without NaN
    assert parsed.tables["Illegal points"][1] == ["1", "1", "rx.queues: found fewer than rx.pools"]
    assert len(text) < 10_000_000


def test_page_needs_nothing_else(reported):
    text, parsed, _ = reported
    for tag, name, value in parsed.attributes:
        if name in ("src", "href", "data", "action"):
            assert value.startswith(("#", "data:")), (tag, name, value)
    assert "http-equiv" not in text and "@import" not in text
    # Vega's editor would open a page in the network.
    assert '"editor":true' not in text and "editor: false" in text


def test_recommended_designs_and_commands(study, reported):
    _, parsed, data = reported
    table = parsed.tables["Recommended designs"]
    at = {name: i for i, name in enumerate(table[0])}
    for row in table[1:]:
        point = int(row[at["point"]])
        queues, pools = int(row[at["rx.queues"]]), int(row[at["rx.pools"]])
        assert point == list(AXES["rx.queues"]).index(queues) * 2 + (pools - 1)
        mean, half = interval([throughput(queues, pools, s) for s in SEEDS])
        shown, plus = row[at["rx.throughput (Gb/s)"]].split(" ± ")
        assert float(shown) == pytest.approx(mean * 1e-9, abs=0.006)
        assert float(plus) == pytest.approx(half * 1e-9, rel=0.06)
        assert float(row[at["cost.transistors (M transistors)"]]) == pytest.approx(cost(queues) * 1e-6)
    # Best of each objective: 4 queues (throughput), 1 queue (cost).
    assert {row[at["rx.queues"]] for row in table[1:]} == {"1", "2", "4"}
    done = subprocess.run(
        [program(), "run", f"{study}#2", "--print-scenario"], capture_output=True, text=True, check=True
    )
    assert re.search(r"^queues = 2\b", done.stdout, re.M) and re.search(
        r"^frames = 1000\b", done.stdout, re.M
    )
    assert re.search(r"^seed = 1\b", done.stdout, re.M)
    other = subprocess.run(
        [program(), "run", "--seed", "9", f"{study}#2", "--print-scenario"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert re.search(r"^seed = 9\b", other.stdout, re.M)
    assert (
        data["commands"]["2"]
        == "ixsim run --set traffic.frames=1000 --set rx.queues=2 --set rx.pools=1 --seed 1"
    )


def paired(a, b):
    """Mean and half width of b - a over seeds."""
    return interval([throughput(*b, s) - throughput(*a, s) for s in SEEDS])


def test_neighbours_are_paired(reported):
    _, parsed, _ = reported
    table = parsed.tables["Point 4: rx.queues = 4, rx.pools = 1"]
    at = {name: i for i, name in enumerate(table[0])}
    rows = {(r[0], r[1]): r for r in table[1:]}
    assert set(rows) == {("rx.queues", "fewer"), ("rx.queues", "more"), ("rx.pools", "more")}
    for key, other in (
        (("rx.queues", "fewer"), (2, 1)),
        (("rx.queues", "more"), (8, 1)),
        (("rx.pools", "more"), (4, 2)),
    ):
        mean, half = paired((4, 1), other)
        text = rows[key][at["Δ rx.throughput (Gb/s)"]]
        assert float(text.split(" ± ")[0]) == pytest.approx(mean * 1e-9, rel=0.05, abs=1e-6)
        assert float(text.split(" ± ")[1]) == pytest.approx(half * 1e-9, rel=0.06)
    assert "worse rx.throughput" in rows["rx.queues", "fewer"][-1]
    assert "better cost.transistors" in rows["rx.queues", "fewer"][-1]
    # Unpaired intervals would be wider by the part that the seeds have in common.
    assert paired((4, 1), (2, 1))[1] < 0.1 * interval([throughput(4, 1, s) for s in SEEDS])[1]
    # An illegal neighbour is named with its reason.
    assert (
        parsed.tables["Point 0: rx.queues = 1, rx.pools = 1"][2][-1] == "rx.queues: found fewer than rx.pools"
    )


def test_linked_axes_move_together(small):
    """Queues and pools as one axis of four levels; its neighbours are levels of the space file."""
    info = json.loads((small / "study.json").read_text())
    info["axes"] = [
        {"key": "rx.queues", "values": [2, 4, 4, 1], "linked_to": ["rx.pools"]},
        {"key": "rx.pools", "values": [1, 1, 2, 1], "linked_to": ["rx.queues"]},
    ]
    (small / "study.json").write_text(json.dumps(info))
    found = analysis.neighbours(folder.read(small), 4, ["rx.throughput"])
    assert [(n.axis, n.side, n.value, n.point) for n in found] == [
        ("rx.queues, rx.pools", "before", "2, 1", 2), ("rx.queues, rx.pools", "after", "4, 2", 5)
    ]  # fmt: skip


def test_more_pays_no_longer(reported):
    _, parsed, _ = reported
    table = parsed.tables["Smallest values that are enough"]
    rows = {r[0]: r for r in table[1:3]}
    assert table[0][:3] == ["rx.pools", "enough rx.queues", "interval"]
    # Queues saturate at 4: from there on nothing is gained.
    assert rows["1"][1:3] == ["4", "4 to 4"] and rows["2"][1:3] == ["4", "4 to 4"]
    assert rows["1"][-1] == "wire; below it core"


def test_enough_has_an_interval(tmp_path):
    """A gain that the seeds hide: 4 queues may be enough, 8 surely are."""

    def noisy(queues, pools, seed):
        return 1e9 * (1 if queues < 4 else 1.2 if queues == 8 else 1.19 + 0.02 * (seed - 3))

    path = write_study(tmp_path / "noisy", formula=noisy)
    found = {r.others: r for r in analysis.enough(folder.read(path), "rx.throughput", "rx.queues")[1]}
    assert (found[1,].level, found[1,].low, found[1,].high) == (4, 4, 8)


def test_main_effects_are_means_over_seeds(study):
    rows = {(r["axis"], r["level"]): r for r in analysis.main_effects(folder.read(study), "rx.throughput")}
    for queues in AXES["rx.queues"]:
        pools = [p for p in AXES["rx.pools"] if p <= queues]
        mean, half = interval([sum(throughput(queues, p, s) for p in pools) / len(pools) for s in SEEDS])
        row = rows["rx.queues", str(queues)]
        assert row["mean"] == pytest.approx(mean) and row["high"] - row["mean"] == pytest.approx(half)
        assert row["points"] == len(pools)


def test_latency_is_pooled(study):
    table = folder.read(study)
    _, percentiles, _ = charts.latency(table, [4])
    counts = [sum(100 // (i + 1) + s for s in SEEDS) for i in range(8)]
    reached, at = 0, None
    for i, count in enumerate(counts):
        reached += count
        if at is None and reached >= 0.5 * sum(counts):
            at = 10**6 * (i + 1) - 1
    assert percentiles[0]["frames"] == sum(counts)
    assert percentiles[0]["p50"].startswith(units.figure(at * 1e-6))


@pytest.mark.parametrize(
    "missing",
    [["limited_by", "limits", "limited_by_share"], ["front", "on_front"], ["n", "legal", "reason", "rx.throughput.half_width"],
     ["cost.transistors", "rx.throughput.mean"]],
)  # fmt: skip
def test_missing_columns(small, missing):
    points = pq.read_table(small / "points.parquet")
    pq.write_table(points.drop_columns(missing), small / "points.parquet")
    _, parsed, data = report(small)
    assert len(data["data"]["points"]) >= 7 and "The study" in parsed.text


def test_missing_tables(small):
    (small / "histograms.parquet").unlink()
    (small / "study.toml").unlink()
    _, parsed, data = report(small)
    assert "stored no histograms" in parsed.text and "no commands" in parsed.text
    assert data["commands"] == {}


@pytest.mark.parametrize(
    "change, expected",
    [
        ({"axes": {"rx.queues": [4], "rx.pools": [1]}}, "No axis with two values has results"),
        ({"illegal": lambda q, p: True}, "No point has results. Nothing is recommended."),
        ({"info": {"objectives": []}}, "No objective has a direction"),
        (
            {"info": {"objectives": [{"metric": "rx.throughput", "at_least": 2e9}]}},
            "No objective has a direction",
        ),
        (
            {"info": {"objectives": [{"metric": "no.metric", "direction": "max"}]}},
            "No point has a value of no.metric",
        ),
        ({"info": {"objectives": [{"metric": "rx.throughput", "direction": "max"}]}}, "ranked by it"),
        ({"info": {"axes": []}}, "No axis with two values has results"),
        ({"seeds": (3,)}, "(no interval)"),
        ({"axes": {"rx.queues": [], "rx.pools": []}}, "No point has results."),
        ({"formula": lambda q, p, s: math.nan}, "No point has a value of rx.throughput"),
        ({"formula": lambda q, p, s: 0.0}, "rx.throughput"),
        ({"formula": lambda q, p, s: math.nan if q == 4 else throughput(q, p, s)}, "rx.throughput"),
        (
            {"info": {"title": "</script><script>alert(1)</script>", "name": "</script><script>alert(2)"}},
            "</script><script>alert(1)</script>",
        ),
    ],
)
def test_unusual_studies(tmp_path, change, expected):
    path = write_study(tmp_path / "unusual", **change)
    text, parsed, data = report(path)
    assert expected in parsed.text
    assert "NaN" not in parsed.data and "Infinity" not in parsed.data
    assert "<script>alert" not in text
    assert len(parsed.open) == 0 and data["columns"]


def test_screening_and_effects_of_the_study(tmp_path):
    info = {
        "screening": {"rx.throughput": {"rx.queues": {"mu": 2.5, "sigma": 0.5}, "rx.pools": {"mu": 0.25, "sigma": None}}},
        "effects": [{"objective": "rx.throughput", "axis": "rx.queues", "share": 0.75, "levels": []}],
        "knees": [{"objective": "rx.throughput", "axis": "rx.queues", "value": 4, "low": 2, "high": 4}],
    }  # fmt: skip
    _, parsed, _ = report(write_study(tmp_path / "screened", info=info))
    assert parsed.tables["Screening: rx.throughput"] == [
        ["axis", "mu", "sigma"], ["rx.queues", "2.500", "0.5000"], ["rx.pools", "0.2500", "-"]
    ]  # fmt: skip
    assert parsed.tables["Shares of the effects"][1] == ["rx.throughput", "rx.queues", "0.7500"]
    assert parsed.tables["Knees"][1] == ["rx.throughput", "rx.queues", "4", "2", "4"]


def test_limits_are_marked(tmp_path):
    objectives = [{"metric": "rx.throughput", "direction": "max", "at_least": 1.5e9}, {"metric": "cost.transistors", "direction": "min"}]  # fmt: skip
    path = write_study(tmp_path / "limits", info={"objectives": objectives})
    _, parsed, _ = report(path)
    table = parsed.tables["Recommended designs"]
    # One queue does 1 Gb/s, below the limit: it is not recommended though it costs least.
    assert "1" not in {row[1] for row in table[1:]}
    assert all(row[3].endswith("✓") for row in table[1:])


def test_failed_runs_count_nowhere(small):
    runs = pq.read_table(small / "runs.parquet").to_pylist()
    for run in runs:
        if run["seed"] == 5:
            run["status"], run["rx.throughput"] = "crashed", 1e15
    import pyarrow as pa

    pq.write_table(
        pa.Table.from_pylist(runs, schema=pq.read_schema(small / "runs.parquet")), small / "runs.parquet"
    )
    _, parsed, _ = report(small)
    assert "of which 7 did not end well" in parsed.text
    rows = analysis.main_effects(folder.read(small), "rx.throughput")
    assert max(r["mean"] for r in rows) < 1e10


def test_many_points_are_aggregated(tmp_path):
    axes = {"rx.queues": list(range(1, 102)), "rx.pools": list(range(1, 51))}
    path = write_study(tmp_path / "many", axes=axes, illegal=lambda q, p: False, seeds=(1,))
    (path / "histograms.parquet").unlink()
    text, parsed, data = report(path)
    assert (
        "5,050 points are too many to draw" in parsed.text and "plots of points aggregate them" in parsed.text
    )
    assert 0 < len(data["data"]["points"]) <= charts.MOST_POINTS
    density = next(v for k, v in data["data"].items() if k.startswith("density"))
    assert sum(cell["points"] for cell in density) == 5050
    # Every cell names a point that lies in it.
    rows = {r["point"]: r for r in pq.read_table(path / "points.parquet").to_pylist()}
    for cell in density:
        row = rows[int(cell["of"].split()[0])]
        assert cell["x0"] - 1e-9 <= row["cost.transistors"] * 1e-6 <= cell["x1"] + 1e-9
    assert len(text) < 10_000_000


@pytest.mark.parametrize(
    "spoil, message",
    [
        (lambda p: shutil.rmtree(p), "found no folder"),
        (lambda p: (p / "study.json").unlink(), "found no study.json"),
        (lambda p: (p / "study.json").write_text("{"), "study.json: cannot be read"),
        (lambda p: (p / "study.json").write_text("[]"), "found no object"),
        (lambda p: (p / "points.parquet").unlink(), "points.parquet: not found"),
        (lambda p: (p / "runs.parquet").write_text("text"), "runs.parquet: cannot be read as Parquet"),
        (lambda p: pq.write_table(pq.read_table(p / "runs.parquet").drop_columns(["seed"]), p / "runs.parquet"), "found no column seed"),
    ],
)  # fmt: skip
def test_broken_folders(small, spoil, message):
    spoil(small)
    with pytest.raises(StudyError, match=re.escape(message)) as error:
        page.write(small)
    assert "\n" not in str(error.value)


def test_command_line(small, capsys):
    done = subprocess.run([program(), "report", small, "--no-checks"], capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, str(small / "report.html"))
    done = subprocess.run([program(), "run", f"{small}#77"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "found no point 77, accepted: a point of the study, 0 to 7" in done.stderr
    # In this process, which has Vega's scripts already: to load them takes two seconds.
    assert report_command.main([str(small), "--no-checks", "--out", str(small / "no/where.html")]) == 2
    message = capsys.readouterr().err
    assert "cannot be written" in message and message.count("\n") == 1


RECORD = {
    "rule": "rr", "queues": 32, "grants": scheduler_check.GRANTS, "binary": "0" * 32, "exit": 0,
    "result": "RTL and model agree", "compared": 20_000, "seconds": 1.5,
}  # fmt: skip


@pytest.mark.parametrize(
    "record, shown",
    [
        (RECORD, "RTL and model agree"),
        ({**RECORD, "exit": 1, "result": "divergence at clock 7"}, "FAILED: divergence at clock 7"),
        ({**RECORD, "binary": "1" * 32}, None),  # of another program
        ({**RECORD, "grants": 5}, None),
        ({**RECORD, "exit": 2}, None),  # did not run
        (None, None),
    ],
)
def test_recorded_checks(small, record, shown):
    if record:
        (small / scheduler_check.RECORD).write_text(json.dumps([record]))
    _, parsed, _ = report(small)
    table = parsed.tables.get("RTL of these designs against the model", [])
    assert "Checks were off in this report" in parsed.text
    if shown:
        assert table[1] == [
            "0, 2, 4",
            "ixsim check scheduler --mode rr --n 32 --frames 20000",
            shown,
            "20,000",
            "1.5",
        ]
    else:
        assert table == [] and "not checked" in parsed.text


@pytest.mark.long
def test_scheduler_is_checked_at_its_size(small):
    """A check that runs: its record, and a second report that runs nothing."""
    _, parsed, _ = report(small, checks=True)
    records = json.loads((small / scheduler_check.RECORD).read_text())
    assert len(records) == 2 and all(record["exit"] == 0 for record in records), records
    assert (32, scheduler_check.GRANTS) in [(record["queues"], record["compared"]) for record in records]
    shown = [row[2] for row in parsed.tables["RTL of these designs against the model"][1:]]
    assert len(shown) == 2 and all("agree" in result for result in shown), shown
    kept = [{**record, "result": "from the record"} for record in records]
    (small / scheduler_check.RECORD).write_text(json.dumps(kept))
    _, parsed, _ = report(small, checks=True)
    shown = [row[2] for row in parsed.tables["RTL of these designs against the model"][1:]]
    assert shown == ["from the record"] * 2


BROWSER_SCRIPT = """<script>
window.problems = [];
window.addEventListener("error", (event) => problems.push(event.message));
window.addEventListener("unhandledrejection", (event) => problems.push(String(event.reason)));
["error", "warn"].forEach((name) => { console[name] = (...words) => problems.push(name + " " + words.join(" ")); });
window.saved = [];
HTMLAnchorElement.prototype.click = function () { saved.push(this.download + " " + this.href.slice(0, 5)); };
</script>"""
BROWSER_STEPS = """<script>
const drawn = () => document.querySelectorAll(".chart svg.marks").length;
const wanted = document.querySelectorAll(".chart").length;
const wait = (left) => (drawn() < wanted && left > 0 ? setTimeout(() => wait(left - 1), 200) : steps());
const steps = () => { try {
  const rows = () => document.querySelectorAll("#table tr.point").length;
  const found = { before: rows(), charts: drawn() };
  const select = document.querySelector("select[data-axis]");
  select.value = "4"; select.dispatchEvent(new Event("input"));
  found.filtered = rows();
  select.value = ""; select.dispatchEvent(new Event("input"));
  document.getElementById("words").value = "wire"; document.getElementById("words").dispatchEvent(new Event("input"));
  found.words = rows();
  document.querySelector("#table tr.point").click();
  found.detail = document.querySelector("#table tr.detail code").textContent;
  document.getElementById("download").click();
  // Hover the marks of the front until a tooltip shows.
  document.querySelectorAll("#chart0 svg.marks path").forEach((mark) => {
    const box = mark.getBoundingClientRect(), at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2, bubbles: true };
    if (found.tooltip) return;
    ["pointerover", "pointermove", "mouseover", "mousemove"].forEach((kind) => mark.dispatchEvent(new MouseEvent(kind, at)));
    const tip = document.getElementById("vg-tooltip-element");
    if (tip && tip.classList.contains("visible")) found.tooltip = tip.textContent;
  });
  document.title = JSON.stringify({ ...found, wanted, saved, problems });
} catch (error) { document.title = JSON.stringify({ problems: [...problems, String(error.stack), drawn(), wanted] }); } };
wait(80);
</script>"""


@pytest.mark.long
def test_a_browser_draws_the_page(study, tmp_path):
    """Filter, hover, download and print in Chromium without a network, and no message on the console."""
    browser = shutil.which("chromium")
    if browser is None:
        pytest.exit("chromium is not installed, as root: apt-get install chromium", returncode=2)
    text, _, _ = report(study)
    path = tmp_path / "page.html"
    # The last one: the script of Vega has such words as text.
    body, _, rest = text.replace("<head>", "<head>" + BROWSER_SCRIPT, 1).rpartition("</body>")
    path.write_text(body + BROWSER_STEPS + "</body>" + rest)
    words = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND",
             f"--user-data-dir={tmp_path / 'profile'}", "--window-size=1240,900"]  # fmt: skip
    done = subprocess.run([*words, "--virtual-time-budget=20000", "--dump-dom", f"file://{path}"],
                          capture_output=True, text=True, timeout=600, check=True)  # fmt: skip
    found = json.loads(
        re.search(r"<title>(.*?)</title>", done.stdout).group(1).replace("&quot;", '"').replace("&amp;", "&")
    )
    assert found["problems"] == []
    assert found["charts"] == found["wanted"] > 5
    assert (found["before"], found["filtered"], found["words"]) == (7, 2, 4)
    assert found["detail"].startswith("ixsim run --set traffic.frames=1000")
    assert found["saved"] == ["small.csv blob:"]
    assert "point" in found["tooltip"] and "rx.queues" in found["tooltip"]
    subprocess.run([*words, "--virtual-time-budget=20000", f"--print-to-pdf={tmp_path / 'page.pdf'}", f"file://{study / 'report.html'}"],
                   capture_output=True, timeout=600, check=True)  # fmt: skip
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF") and (
        tmp_path / "page.pdf"
    ).stat().st_size > 20_000
