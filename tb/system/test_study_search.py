"""Plans of `ixsim explore`: the points that they take, and the part of the front that a search finds with a fifth of
the runs.

The truth is a study of all points with the same seeds. A search gets the values of that study, so that each of many
repetitions costs no run.
"""

import os
import sys

import numpy as np
import pandas as pd
import pytest
from program import ROOT, program
from scipy.stats import wilcoxon

os.environ.setdefault("IXSIM_PROGRAM", str(program()))
sys.path.insert(0, str(ROOT / "scripts/explore"))
import ixsim
from ixsim import pareto, space
from ixsim.pareto import costs_of
from ixsim.plan import make

SPACES = sorted((ROOT / "examples/spaces").glob("*.toml"))
EPSILON = 0.01  # of the range of an objective
REFERENCE = 1.1  # of the hypervolume, with objectives scaled to 0..1
OBJECTIVES = [{"metric": "a", "direction": "min"}, {"metric": "b", "direction": "min"}]


def document(sizes, method, **options):
    names = ["rx.queues", "rx.ring", "rx.moderation", "traffic.flows"]
    return {
        "axes": {name: list(range(1, n + 1)) for name, n in zip(names, sizes, strict=False)},
        "method": {"name": method, **options},
        "objective": OBJECTIVES,
    }


def follow(s, table):
    """The points that a plan takes, with the values of `table`."""
    plan, seen, batches = make(s), {}, []
    points = next(plan)
    while True:
        assert not set(points) & set(seen) and len(points) == len(set(points)), "a plan takes a point once"
        batches.append(points)
        seen.update((p, table[p]) for p in points)
        try:
            points = plan.send(dict(seen))
        except StopIteration:
            return seen, batches


def bowl(sizes):
    """Two objectives with different minima; their front is a curve between."""
    table = {}
    for p in np.ndindex(*sizes):
        x = np.array(p) / (np.array(sizes) - 1)
        table[tuple(map(int, p))] = np.array([((x - 0.2) ** 2).sum(), ((x - 0.8) ** 2).sum()])
    return table


def quality(table, seen):
    """Share of the front within epsilon, and share of its hypervolume."""
    everything = np.array([v for v in table.values() if np.isfinite(v).all()])
    low, high = everything.min(axis=0), everything.max(axis=0)

    def front(values):
        scaled = (np.array([v for v in values if np.isfinite(v).all()]) - low) / (high - low)
        return np.unique(scaled[pareto.on_front(scaled)], axis=0)

    truth, found = front(table.values()), front(seen.values())
    covered = np.mean([(found <= point + EPSILON).all(axis=1).any() for point in truth])
    reference = np.full(truth.shape[1], REFERENCE)
    return float(covered), pareto.hypervolume(found, reference) / pareto.hypervolume(truth, reference)


@pytest.mark.parametrize("method, count", [("full", 60), ("random", 20), ("latin", 20)])
def test_plans_without_feedback(method, count):
    options = {} if method == "full" else {"points": 20, "seed": 4}
    s = space.parse(document((5, 4, 3), method, **options))
    [points] = list(make(s))
    assert points == sorted(set(points)) == next(make(s))
    assert len(points) == count if method != "latin" else 15 <= len(points) <= count
    assert set(points) <= set(s.all_points())
    if method == "latin":  # each axis is covered evenly
        assert np.bincount([p[0] for p in points]).max() <= 4 + 1


@pytest.mark.parametrize("method", ["random", "latin", "refine", "search"])
def test_plans_keep_constraints(method):
    d = document((8, 8, 4), method, points=60)
    d["constraints"] = ["rx.queues + rx.ring <= 9"]
    seen, _ = follow(space.parse(d), bowl((8, 8, 4)))
    assert seen and all(p[0] + 1 + p[1] + 1 <= 9 for p in seen)


@pytest.mark.parametrize(
    "method, options", [("refine", {}), ("search", {"sampler": "tpe"}), ("search", {"sampler": "nsga2"})]
)
def test_a_search_finds_the_front_of_a_bowl(method, options):
    table = bowl((12, 12, 7))
    seen, batches = follow(space.parse(document((12, 12, 7), method, points=200, **options)), table)
    assert len(seen) <= 200 and len(batches) > 3
    covered, volume = quality(table, seen)
    assert covered >= 0.8 and volume >= 0.99
    chance, _ = follow(space.parse(document((12, 12, 7), "random", points=200)), table)
    assert quality(table, chance)[0] < covered
    assert batches == follow(space.parse(document((12, 12, 7), method, points=200, **options)), table)[1]


def test_illegal_points_do_not_stop_a_search():
    table = {p: np.full(2, np.inf) if p[0] % 3 == 1 else v for p, v in bowl((9, 9, 4)).items()}
    chance, _ = follow(space.parse(document((9, 9, 4), "random", points=110)), table)
    for method in ("refine", "search"):
        seen, _ = follow(space.parse(document((9, 9, 4), method, points=110, batch=16)), table)
        assert 80 <= len(seen) <= 110
        assert quality(table, seen)[1] > max(quality(table, chance)[1], 0.97)


def test_a_search_of_a_small_space_ends():
    for method in ("refine", "search"):
        seen, _ = follow(space.parse(document((3, 2), method, points=50)), bowl((3, 2)))
        assert len(seen) == 6


@pytest.mark.parametrize("method", ["morris", "sobol"])
def test_screening_finds_what_matters(method, tmp_path):
    """One of three axes moves the frames on the wire, one nothing, and one is between."""
    d = {
        "axes": {
            "traffic.frames": [10, 20, 30, 40], "rx.ring": [64, 128, 256, 512], "traffic.frame_size": [64, 65, 66, 67],
        },
        "method": {"name": method, **({"samples": 16} if method == "sobol" else {"trajectories": 6})},
        "measure": {"least": 1},
        "computed": {"bytes": "rx.frames * traffic.frame_size"},
        "objective": [{"metric": "bytes", "direction": "max"}],
    }  # fmt: skip
    results = ixsim.Study(d).run(tmp_path / "out", workers=2)
    found = results.summary["screening"]["bytes"]
    kind = "mu_star" if method == "morris" else "ST"
    assert found["rx.ring"][kind] == pytest.approx(0, abs=1e-9)
    assert found["traffic.frames"][kind] > 5 * found["traffic.frame_size"][kind] > 0


@pytest.fixture(scope="module", params=SPACES, ids=lambda p: p.stem)
def truth(request, tmp_path_factory):
    """A shipped space and the objectives of all its points, with one seed."""
    s = space.load(request.param)
    study = ixsim.Study(str(request.param))
    study.space.measure = space.Measure(least=1, most=1)
    results = study.run(tmp_path_factory.mktemp("full") / "out", workers=2)
    points = pd.DataFrame(results.points)
    means = np.column_stack([points[f"{o.metric}.mean"] for o in s.objectives])
    costs = costs_of(means, s.objectives)
    all_points = [p for p in s.all_points() if s.admits(p)]
    assert len(all_points) == len(costs) >= 1_000
    return request.param, dict(zip(all_points, costs, strict=True))


@pytest.mark.long
def test_search_of_shipped_spaces(truth):
    path, table = truth
    count = len(table) // 5

    def search(method, seed):
        s = space.load(path)
        s.method, s.options = method, {**space.METHOD_OPTIONS[method], "points": count, "seed": seed}
        return quality(table, follow(s, table)[0])

    found = [search("search", seed) for seed in range(1, 11)]
    chance = [search("random", seed) for seed in range(1, 11)]
    front = int(pareto.on_front(np.array(list(table.values()))).sum())
    print(
        f"{path.stem}: {len(table)} points, {front} on the front; search {np.round(found, 4).tolist()}, random {np.round(chance, 4).tolist()}"
    )
    assert min(covered for covered, _ in found) >= 0.8
    assert min(volume for _, volume in found) >= 0.99
    assert wilcoxon([v for _, v in found], [v for _, v in chance], alternative="greater").pvalue < 0.01
