"""`ixsim report`: one page without external files, with the values of the result and a plot for each question.

The page is parsed here (HTML by the standard library, each SVG as XML). The long test lets Chromium build the page
without a network, if Chromium is installed.
"""

import html
import html.parser
import json
import re
import shutil
import subprocess
import xml.etree.ElementTree

import pytest
from program import assignments, call

KEYS = {
    "traffic__frames": 12_000,
    "pcie__lanes": 1,
    "rx__ring": 64,
    "rx__drop": True,
    "tx__queues": 2,
    "tx__packets": 50,
}
VOID = {"meta", "input", "br", "img", "link"}


class Parsed(html.parser.HTMLParser):
    """Rows of tables as lists of texts, headings, and all attributes; fails if elements are not nested."""

    def __init__(self, text):
        super().__init__()
        self.open, self.rows, self.headings, self.attributes, self.cell = [], [], [], [], None
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.attributes += attrs
        if tag in VOID:
            return
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th", "h1", "h2"):
            self.cell = ""

    def handle_startendtag(self, tag, attrs):
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        if tag in ("td", "th"):
            self.rows[-1].append(self.cell)
        if tag in ("h1", "h2"):
            self.headings.append(self.cell)

    def handle_data(self, data):
        if self.cell is not None:
            self.cell += data


@pytest.fixture(scope="module")
def reported(tmp_path_factory):
    """The folder of a run with series, and the text of its page."""
    out = tmp_path_factory.mktemp("report") / "a <b> & 'c'"
    done = call("run", *assignments(KEYS), "--series", "--out", out)
    assert done.returncode == 0, done.stderr
    done = call("report", out)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout == f"written   {out}/report.html\n"
    return out, (out / "report.html").read_text()


def plots(text):
    """Titles of the plots, each with its element."""
    found = {}
    for svg in re.findall(r"<svg .*?</svg>", text, re.DOTALL):
        root = xml.etree.ElementTree.fromstring(svg)
        title = next(element.text for element in root if element.tag.endswith("text"))
        found[title] = root
    return found


def of(root, tag):
    return [element for element in root.iter() if element.tag.endswith("}" + tag)]


def test_the_page_needs_nothing_else(reported):
    _, text = reported
    page = Parsed(text)
    names = {name for name, _ in page.attributes}
    assert not names & {"src", "href", "srcset", "action", "background"}
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)|@import|url\(", text)
    assert len(text) < 3_000_000 and text.startswith("<!DOCTYPE html>") and "<b> &amp;" not in text
    assert "a &lt;b&gt; &amp; &#39;c&#39;" in text and "a <b>" not in text


def test_every_metric_and_key_is_in_a_table(reported):
    out, text = reported
    result = json.loads((out / "result.json").read_text())
    parsed = Parsed(text).rows
    rows = {row[0]: row[1:] for row in parsed if row}
    for name, metric in result["metrics"].items():
        assert name in rows, name
        if isinstance(metric["value"], str):
            assert rows[name][0] == metric["value"]
    for name, value in result["scenario"].items():
        # A key may have the name of a metric.
        assert [name, json.dumps(value, separators=(",", ":"))] in parsed, name
    assert rows["rx.frames"][0] == "12000 frames"
    assert all(entry["text"] in html.unescape(text) for entry in result["limited_by"])


def test_there_is_a_plot_for_each_question(reported):
    out, text = reported
    result = json.loads((out / "result.json").read_text())
    metrics = {name: metric["value"] for name, metric in result["metrics"].items()}
    found = plots(text)
    for part in ("share of the time, busy or waited for", "frames delivered by queue", "by pool (VM)", "mean time of each stage",
                 "frames with at most this latency", "frames dropped by queue", "frames dropped by pool", "cores: share",
                 "interrupt messages by vector", "bytes on the link by kind", "traffic", "receive packet buffer", "drops",
                 "frames in memory that wait", "receive descriptors that are left", "cores at work"):  # fmt: skip
        assert any(part in title for title in found), part

    def bars(part):
        root = next(root for title, root in found.items() if part in title)
        return [
            of(rect, "title")[0].text.rpartition(": ")[::2] for rect in of(root, "rect") if of(rect, "title")
        ]

    delivered = {label: float(value) for label, value in bars("frames delivered by queue")}
    assert delivered == {str(queue): metrics[f"rx.queue.{queue}.frames"] for queue in range(64)}
    dropped = sum(float(value) for _, value in bars("frames dropped by queue"))
    assert dropped == metrics["rx.drop.no_descriptor"] + metrics["rx.drop.packet_buffer_full"] > 0
    link = sum(float(value) for _, value in bars("bytes on the link by kind"))
    assert link == pytest.approx(metrics["pcie.up.bytes"] + metrics["pcie.down.bytes"], rel=1e-5)
    stages = sum(float(value) for _, value in bars("mean time of each stage"))
    assert stages == pytest.approx(metrics["rx.latency.host.mean"] / 1e6, rel=1e-4)
    buffer = next(root for title, root in found.items() if title == "receive packet buffer")
    series = json.loads((out / "series.json").read_text())
    assert len(of(buffer, "polyline")[0].get("points").split()) == series["bins"]
    # Nothing is drawn outside of its plot.
    for title, root in found.items():
        width, height = map(float, root.get("viewBox").split()[2:])
        for rect in of(root, "rect"):
            assert float(rect.get("x")) >= 0 and float(rect.get("x")) + float(rect.get("width")) <= width, (
                title
            )
            assert float(rect.get("y")) >= 0 and float(rect.get("y")) + float(rect.get("height")) <= height, (
                title
            )
        for line in of(root, "polyline"):
            for point in line.get("points").split():
                x, y = map(float, point.split(","))
                assert 0 <= x <= width and 0 <= y <= height, title


def test_equal_files_give_equal_pages(reported, tmp_path):
    out, text = reported
    done = call("report", out / "result.json", "--out", tmp_path / "page.html")
    assert done.returncode == 0 and (tmp_path / "page.html").read_text() == text


@pytest.mark.parametrize("keys", [{"traffic__frames": 40}, {"traffic__frames": 40, "device__ports": 2}])
def test_a_run_without_series_and_with_two_ports(tmp_path, keys):
    assert call("run", *assignments(keys), "--out", tmp_path).returncode == 0
    assert call("report", tmp_path).returncode == 0
    text = (tmp_path / "report.html").read_text()
    assert "The run wrote no series" in text and plots(text) and Parsed(text).headings.count("Over time") == 1
    prefixes = ["port0.", "port1."] if "device__ports" in keys else [""]
    for prefix in prefixes:
        assert (
            f"{prefix}rx: frames delivered by queue" in text and f"{prefix}rx: no frame was dropped." in text
        )


def test_the_report_of_a_check(tmp_path):
    assert call("check", "scheduler", "--frames", "100", "--out", tmp_path).returncode == 0
    assert call("report", tmp_path).returncode == 0
    assert "check.grants" in (tmp_path / "report.html").read_text()


def test_activities_of_cores_are_parts_of_a_bar(reported, tmp_path):
    """Metrics of activities that a host may add; the sum of them is not drawn twice."""
    root = json.loads((reported[0] / "result.json").read_text())
    share = {"unit": "1", "description": "share"}
    for core in range(16):
        root["metrics"][f"host.core.{core}.stack"] = {"value": 0.25} | share
        root["metrics"][f"host.core.{core}.copy"] = {"value": 0.5} | share
    (tmp_path / "result.json").write_text(json.dumps(root))
    assert call("report", tmp_path).returncode == 0
    cores = next(
        root
        for title, root in plots((tmp_path / "report.html").read_text()).items()
        if title.startswith("cores:")
    )
    texts = [of(rect, "title")[0].text for rect in of(cores, "rect") if of(rect, "title")]
    assert sorted(texts) == sorted(
        f"{core}, {name}: {value}" for core in range(16) for name, value in (("stack", 25), ("copy", 50))
    )


@pytest.mark.parametrize("damage", ["limited_by", "series", "distributions", "format", "text"])
def test_altered_files_are_refused(reported, tmp_path, damage):
    for name in ("result.json", "series.json"):
        root = json.loads((reported[0] / name).read_text())
        if name == "result.json" and damage == "limited_by":
            del root["limited_by"][0]["busy"]
        if name == "series.json" and damage in root:
            root[damage] = 7
        text = json.dumps(root)
        (tmp_path / name).write_text(text[:-9] if name == "series.json" and damage == "text" else text)
    done = call("report", tmp_path)
    assert (
        done.returncode == 2
        and done.stderr.count("\n") == 1
        and "found" in done.stderr
        and "accepted" in done.stderr
    )
    assert not (tmp_path / "report.html").exists()


@pytest.mark.long
def test_a_browser_builds_the_page(reported, tmp_path):
    browser = shutil.which("chromium")
    if browser is None:
        pytest.exit("chromium is not installed, as root: apt-get install chromium", returncode=2)
    _, text = reported
    page = tmp_path / "page.html"
    # A script that fails, or a filter that does not work, shows in the title.
    page.write_text(text.replace("</body>", """<script>
var field = document.querySelector("input[data-table=metrics]");
field.value = "rx.frames";
field.dispatchEvent(new Event("input"));
document.title = document.querySelectorAll("#metrics tr:not([hidden])").length + " rows, " +
  document.querySelectorAll("svg polyline, svg rect").length + " shapes";
</script></body>"""))  # fmt: skip
    done = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000",
         "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", f"file://{page}"],
        capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2_000:]
    shapes = sum(len(of(root, "polyline")) + len(of(root, "rect")) for root in plots(text).values())
    assert f"<title>1 rows, {shapes} shapes</title>" in done.stdout
