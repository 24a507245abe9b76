"""`ixsim reproduce`: cases by name, figures that hold, a page with all of them, one line for bad input."""

import html
import json
import re
import xml.etree.ElementTree

import pytest
from program import ROOT, call

SVG = "{http://www.w3.org/2000/svg}"
SHORT = ["ibm-netqueue-map", "fedex-native", "ibm-sriov-parity"]


def reproduce(*words):
    return call("reproduce", *words)


def names():
    return [line.split()[0] for line in reproduce("--list").stdout.splitlines()]


def test_every_case_stands_in_the_page_with_each_of_its_figures(tmp_path):
    page = (ROOT / "docs/validation.md").read_text()
    assert re.findall(r"^## (\S+)$", page, re.M) == names()
    file = tmp_path / "figures.json"
    result = reproduce("--quick", *SHORT, "--json", file)
    assert result.returncode == 0, result.stdout
    for case in json.loads(file.read_text()):
        part = page.split(f"## {case['case']}\n")[1].split("\n## ")[0]
        for figure in case["figures"]:
            assert f"| {figure['name']} |" in part


def test_the_report_has_each_figure_in_its_table_and_plot(tmp_path):
    """The places of the points follow the values: a line through two of them meets all others of a plot."""
    file, page = tmp_path / "figures.json", tmp_path / "page.html"
    assert reproduce("--quick", *SHORT, "fedex-pcie-slot", "--json", file).returncode == 0
    assert call("report", file, "--out", page).returncode == 0
    parts = re.split(r'<h2 id="([^"]+)">', page.read_text())
    assert parts[1::2] == [*SHORT, "fedex-pcie-slot"]
    plots = 0
    for case, part in zip(json.loads(file.read_text()), parts[2::2], strict=True):
        figures = {f["name"]: f for f in case["figures"]}
        rows = re.findall(r"<tr><td>(.*?)</td><td", part)
        assert [html.unescape(name) for name in rows] == list(figures)
        drawn = set()
        for text in re.findall(r"<svg.*?</svg>", part, re.S):
            svg = xml.etree.ElementTree.fromstring(text)
            points = []
            for group in svg.iter(f"{SVG}g"):
                name = group.find(f"{SVG}title").text.rsplit(", compared with", 1)[0].rsplit(": ", 1)[0]
                figure = figures[name]
                drawn.add(name)
                points.append((figure["simulated"], float(group.find(f"{SVG}circle").get("cx"))))
                if figure["relation"] != "not published":
                    mark = group.findall(f"{SVG}path")[-1].get("d")
                    points.append((figure["published"], float(re.match(r"M([\d.]+)", mark)[1])))
            (low, left), (high, right) = min(points), max(points)
            for value, place in points:
                expected = left + (value - low) / (high - low) * (right - left) if high > low else left
                assert abs(place - expected) < 0.11
            assert all(320 <= place <= 730 for _, place in points)
            plots += 1
        assert drawn == set(figures)
    assert plots >= len(SHORT)


def test_a_file_of_figures_that_was_altered_is_refused_in_one_line(tmp_path):
    file = tmp_path / "figures.json"
    file.write_text('[{"case": "x", "source": "", "summary": "", "figures": [{"name": "y"}]}]')
    result = call("report", file, "--out", tmp_path / "page.html")
    assert result.returncode == 2 and result.stderr.count("\n") == 1
    assert "found a file that was altered" in result.stderr and "reproduce --json" in result.stderr
    assert not (tmp_path / "page.html").exists()


def test_every_plot_of_the_page_is_there_and_is_an_image():
    page = (ROOT / "docs/validation.md").read_text()
    linked = re.findall(r"\]\((figures/validation/\S+\.svg)\)", page)
    assert len(linked) >= len(names())
    assert {ROOT / "docs" / name for name in linked} == set((ROOT / "docs/figures/validation").iterdir())
    for name in linked:
        assert xml.etree.ElementTree.parse(ROOT / "docs" / name).getroot().tag == f"{SVG}svg"


def test_figures_say_their_kind_and_whether_they_hold():
    result = reproduce("--quick", "ibm-netqueue-map")
    assert result.returncode == 0
    assert re.search(r"receive queues of a port +64 +64 queues +\+0.0 % +structural +holds", result.stdout)
    assert result.stdout.splitlines()[-1] == "4 of 4 published figures hold"


def test_the_same_seed_gives_the_same_figures(tmp_path):
    texts = []
    for name in ("a", "b"):
        reproduce("--quick", "fedex-native", "--seed", "3", "--json", tmp_path / name)
        texts.append((tmp_path / name).read_text())
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "reproduce: found no case, accepted are names of --list, or --all"),
        (["nothing"], "case: found nothing, accepted are intel-microsoft-vmq-2009"),
    ],
)
def test_bad_input_is_one_line(words, message):
    result = reproduce(*words)
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1 and message in result.stderr
