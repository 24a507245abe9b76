"""The studies that come with ixsim: each is legal and described, and those with a closed form agree with it."""

import itertools
import json
import math
import subprocess
import sys
from collections import Counter

import pytest
from program import ROOT, program

sys.path.insert(0, str(ROOT / "scripts/explore"))
from ixsim import space
from ixsim.statistics import t_quantile

STUDIES = sorted((ROOT / "scripts/explore/ixsim/studies").glob("*.toml"))
PAGES = ROOT / "docs/studies"
# A short form and sub-studies stand on the page of their study.
PART_OF = {
    "moderation_cpu": "moderation",
    "queues_short": "queues",
    "poisson_queues": "queues",
    "rss_flows": "rss_imbalance",
    "small": None,
}


@pytest.fixture(autouse=True)
def use_program(monkeypatch):
    monkeypatch.setenv("IXSIM_PROGRAM", str(program()))


def batch(requests):
    text = "".join(json.dumps(r) + "\n" for r in requests)
    done = subprocess.run(
        [program(), "batch", "--jobs", "2"], input=text, capture_output=True, text=True, check=True
    )
    return {a["id"]: a for a in map(json.loads, done.stdout.splitlines()[1:])}


def request(study, point, **more):
    base = {"profile": study.profile} if study.profile else {}
    return {"id": "-".join(map(str, point)), "set": study.settings(point), **base, **more}


def admitted(study):
    return [p for p in study.all_points() if study.admits(p)]


def with_every_pair(points):
    """Points that have, for any two axes, each pair of levels that all points have."""
    seen, kept = set(), []
    for point in points:
        pairs = set(itertools.combinations(enumerate(point), min(2, len(point))))
        if pairs - seen:
            kept.append(point)
            seen |= pairs
    return kept


def check_legal(study, points):
    answers = batch([request(study, p, resolve=True) for p in points])
    assert Counter(a["status"] for a in answers.values()) == {"legal": len(points)}


@pytest.mark.parametrize("path", STUDIES, ids=lambda p: p.stem)
def test_points_are_legal(path):
    """Every pair of levels resolves, and the first and the last point run and report what the study asks for."""
    study = space.load(path)
    points = admitted(study)
    check_legal(study, with_every_pair(points))
    for answer in batch([request(study, p, seed=1) for p in (points[0], points[-1])]).values():
        assert answer["status"] == "ok"
        for objective in study.objectives:
            name = objective.metric
            if not name.startswith("cost."):
                assert name in answer["result"] or name in study.computed
                if name in study.computed:
                    expression = study.computed[name]
                    value = expression.value({**study.known(points[0]), **answer["result"]})
                    assert math.isfinite(value)


@pytest.mark.long
@pytest.mark.parametrize("path", STUDIES, ids=lambda p: p.stem)
def test_all_points_are_legal(path):
    study = space.load(path)
    check_legal(study, admitted(study))


def test_the_large_study_is_large():
    study = space.load(next(p for p in STUDIES if p.stem == "queues"))
    points = [study.axes(p) for p in study.all_points() if study.admits(p)]
    assert len(points) >= 500 and study.measure.least >= 5
    for key, ends in (("vm.count", (1, 64)), ("rx.queues", (1, 128))):
        assert (min(p[key] for p in points), max(p[key] for p in points)) == ends


def test_pages():
    """Each study has a page with its title, its command and its axes; each page is of a study."""
    wanted = {p.stem: PART_OF.get(p.stem, p.stem) for p in STUDIES}
    assert {p.stem for p in PAGES.glob("*.md")} - {"README"} == {page for page in wanted.values() if page}
    index = (PAGES / "README.md").read_text()
    for name, page in wanted.items():
        if page:
            text = (PAGES / f"{page}.md").read_text()
            assert f"ixsim explore {name} " in text
            assert f"({page}.md)" in index
            if page == name:
                for key in space.load(next(p for p in STUDIES if p.stem == name)).axis_keys:
                    assert f"`{key}`" in text, key


def explore(tmp_path, name, *changes):
    """Runs a shipped study, with parts of its text replaced to make it shorter."""
    text = next(p for p in STUDIES if p.stem == name).read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / f"{name}.toml"
    path.write_text(text)
    subprocess.run([program(), "explore", path, "--no-report", "--out", tmp_path / "out"], check=True, capture_output=True)  # fmt: skip
    import ixsim.report.folder as folder

    return folder.read(tmp_path / "out")


def misses(study, slack=lambda point, value: 0.0, least_expected=0.0):
    """Returns how many 95 % intervals leave out the closed form, of how many; none may be far off.

    `slack` is what the model is known to differ by. Below `least_expected` the metric is too rare for an interval.
    """
    (form,) = study.info["closed_forms"]
    missed, counted = 0, 0
    for (_, row), value in zip(study.points.iterrows(), form["values"], strict=True):
        mean, low, high = study.interval(row, form["metric"])
        if value < least_expected or high == low:
            continue
        half, allowed = high - mean, slack(row, value)
        far = half / t_quantile(int(row["n"]) - 1) * 9  # beyond 99.99 % for 5 seeds and more
        assert abs(mean - value) <= far + allowed, (row["point"], mean, value)
        missed += abs(mean - value) > half + allowed
        counted += 1
    return missed, counted


def chance_of_more(count, of, share=0.05):
    return sum(math.comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(count + 1, of + 1))


def check_losses(study, points):
    from ixsim.closed_forms import md1k_loss

    # From a frame's end to its descriptor, and from the end of service to the buffer: the server idles for 3 us at most.
    def slower(row, value):
        rho = row["host.service_time_ns"] / 1e6
        return abs(
            md1k_loss(rho * (1 + 3e-6 / (row["host.service_time_ns"] * 1e-9)), row["rx.posted"]) - value
        )

    missed, counted = misses(study, slower, least_expected=1e-3)
    assert counted >= points and chance_of_more(missed - 1, counted) > 0.01, f"{missed} of {counted} miss"
    # The sweep uses the queues that it names: every VM has one.
    assert (study.points["rx.queues_used.mean"] == study.points["rx.pools"]).all()
    assert (study.points["rx.queues_used.half_width"] == 0).all()


def test_poisson_queues_lose_as_the_closed_form_says(tmp_path):
    study = explore(tmp_path, "poisson_queues", ("[1, 2, 4, 8]", "[1, 4]"), ("[500000, 800000, 1000000, 1500000]", "[800000, 1500000]"),
                    ('"8 s"', '"4 s"'))  # fmt: skip
    check_losses(study, 12)


@pytest.mark.long
def test_all_poisson_queues(tmp_path):
    check_losses(explore(tmp_path, "poisson_queues"), 40)


def check_flows(study, points):
    missed, counted = misses(study)
    assert counted >= points and chance_of_more(missed - 1, counted) > 0.01, f"{missed} of {counted} miss"


def test_flows_use_queues_as_the_closed_form_says(tmp_path):
    """Six of the points; system.study has nine."""
    check_flows(
        explore(tmp_path, "rss_flows", ("[2, 4, 8, 16]", "[4, 16]"), ("[2, 4, 8, 16, 32]", "[4, 8, 32]")), 4
    )


@pytest.mark.long
def test_all_flows(tmp_path):
    check_flows(explore(tmp_path, "rss_flows"), 14)
