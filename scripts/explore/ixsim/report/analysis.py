"""Figures of the report, computed from rows of the store: effects, interactions, recommended designs, neighbours.

Intervals are 95 % Student t over seeds. All points of a study have the same seeds (common random numbers). Therefore a
mean over points is first computed for each seed, and differences are computed between runs of the same seed.
"""

import functools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from .folder import Objective, StudyFolder, number, plain

MOST_LEVELS = 24  # an axis with more is cut into bins
BINS = 10
RECOMMENDED = 8


def t_interval(values: Any) -> tuple[float, float]:
    """Returns mean and half width of the 95 % interval; the half width is NaN below two values."""
    sample = np.asarray(values, dtype=float)
    sample = sample[np.isfinite(sample)]
    if len(sample) == 0:
        return math.nan, math.nan
    mean = float(sample.mean())
    if len(sample) < 2:
        return mean, math.nan
    spread = float(sample.std(ddof=1)) / math.sqrt(len(sample))
    return mean, t_quantile(len(sample) - 1) * spread


@functools.cache
def t_quantile(degrees: int) -> float:
    """Returns the two-sided 95 % quantile of Student's t."""
    return float(stdtrit(degrees, 0.975))


def good_runs(study: StudyFolder) -> pd.DataFrame:
    """Returns the runs that ended well, of points that are legal."""
    runs = study.runs
    if "status" in runs:
        runs = runs[runs["status"] == "ok"]
    return runs[runs["point"].isin(study.legal()["point"])]


def sort_key(value: Any) -> tuple[int, float, str]:
    as_number = number(value) if not isinstance(value, str) else math.nan
    return (1, 0.0, str(value)) if math.isnan(as_number) else (0, as_number, "")


def levels(column: pd.Series) -> list[Any]:
    """Returns the different values of an axis: numbers in order, then texts."""
    return sorted({v for v in column if v is not None and v == v}, key=sort_key)


def binned(column: pd.Series) -> tuple[pd.Series, list[str], bool]:
    """Returns the axis as text labels, the labels in order, and whether its values were grouped into bins."""
    order = levels(column)
    if len(order) <= MOST_LEVELS or any(isinstance(v, str) for v in order):
        names = {v: label(v) for v in order}
        return column.map(names), list(dict.fromkeys(names.values())), False
    cut = pd.qcut(column.astype(float), BINS, duplicates="drop")
    names = {c: f"{label(c.left)} to {label(c.right)}" for c in cut.cat.categories}
    return cut.map(names).astype(str), list(names.values()), True


def label(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return f"{value:g}"
    return str(value)


def main_effects(study: StudyFolder, metric: str) -> list[dict[str, Any]]:
    """Returns for each level of each axis the mean over its points with its interval over seeds."""
    runs = good_runs(study)
    if metric not in runs:
        return exact_effects(study, metric)
    rows = []
    for axis in study.axes:
        if axis not in runs or runs[axis].nunique(dropna=True) < 2:
            continue
        labels, order, _ = binned(runs[axis])
        frame = pd.DataFrame(
            {"level": labels, "seed": runs["seed"], "point": runs["point"], "value": runs[metric]}
        )
        for rank, level in enumerate(order):
            part = frame[frame["level"] == level].dropna(subset=["value"])
            if part.empty:
                continue
            # The mean of a point is computed for each seed first, so that points count alike whatever the number of
            # their runs is.
            mean, half = t_interval(part.groupby("seed")["value"].mean())
            points = sorted(part["point"].unique())
            rows.append(
                {
                    "axis": axis,
                    "level": level,
                    "rank": rank,
                    "mean": mean,
                    "low": mean - half,
                    "high": mean + half,
                    "points": len(points),
                    "first": int(points[0]),
                }
            )
    return rows


def exact_effects(study: StudyFolder, metric: str) -> list[dict[str, Any]]:
    """Returns the same for a quantity that does not vary with the seed, such as a cost."""
    legal, column, rows = study.legal(), study.mean(metric), []
    if column is None:
        return rows
    for axis in study.axes:
        if legal[axis].nunique(dropna=True) < 2:
            continue
        labels, order, _ = binned(legal[axis])
        for rank, level in enumerate(order):
            part = legal[labels == level].dropna(subset=[column])
            if len(part):
                mean = float(part[column].mean())
                rows.append(
                    {
                        "axis": axis,
                        "level": level,
                        "rank": rank,
                        "mean": mean,
                        "low": mean,
                        "high": mean,
                        "points": len(part),
                        "first": int(part["point"].iloc[0]),
                    }
                )
    return rows


@dataclass
class Cells:
    """Means over the cells of two axes, and the part of their spread that the sum of the two axes does not explain."""

    x: str
    y: str
    rows: list[dict[str, Any]]
    interaction: float
    x_order: list[str]
    y_order: list[str]


def cells(study: StudyFolder, metric: str, x: str, y: str) -> Cells | None:
    legal, column = study.legal(), study.mean(metric)
    if column is None:
        return None
    legal = legal.dropna(subset=[column])
    if legal[x].nunique() < 2 or legal[y].nunique() < 2:
        return None
    (x_labels, x_order, _), (y_labels, y_order, _) = binned(legal[x]), binned(legal[y])
    frame = pd.DataFrame(
        {"x": x_labels, "y": y_labels, "value": legal[column].astype(float), "point": legal["point"]}
    )
    grouped = frame.groupby(["x", "y"], sort=False)
    rows = []
    for (x_level, y_level), part in grouped:
        numbers = sorted(part["point"])
        named = ", ".join(map(str, numbers[:6])) + (" ..." if len(numbers) > 6 else "")
        rows.append(
            {
                "x": x_level,
                "y": y_level,
                "value": float(part["value"].mean()),
                "points": len(numbers),
                "of": named,
            }
        )
    table = pd.DataFrame(rows).pivot(index="y", columns="x", values="value")
    overall = table.stack().mean()
    additive = table.mean(axis=1).to_numpy()[:, None] + table.mean(axis=0).to_numpy()[None, :] - overall
    total = float(((table - overall) ** 2).sum().sum())
    rest = float(((table - additive) ** 2).sum().sum())
    return Cells(x, y, rows, rest / total if total > 0 else 0.0, x_order, y_order)


def recommended(study: StudyFolder, most: int = RECOMMENDED) -> list[int]:
    """Returns the numbers of the designs to recommend, at most `most`, in order of their number.

    They are taken from the front: the best of each objective, the one nearest to the ideal, and of the others those
    that are furthest from the chosen ones, all in units of the spread of the front. Points outside of a limit, by
    their interval, are left out if there are others.
    """
    directed = [o for o in study.objectives if o.direction and study.mean(o.metric)]
    legal = study.legal()
    legal = legal.dropna(subset=[study.mean(o.metric) for o in directed]) if directed else legal
    limited = [o for o in study.objectives if o.limit and study.mean(o.metric)]
    if limited:
        inside = [all(o.meets(*study.interval(r, o.metric)[1:]) is not False for o in limited) for r in legal.to_dict("records")]  # fmt: skip
        if any(inside):
            legal = legal[inside]
    if not directed or legal.empty:
        return []
    front = front_rows(legal)
    table = np.column_stack(
        [
            front[study.mean(o.metric)].astype(float).to_numpy() * (1 if o.direction == "max" else -1)
            for o in directed
        ]
    )
    spread = np.ptp(table, axis=0)
    scaled = (table - table.min(axis=0)) / np.where(spread > 0, spread, 1)
    chosen = [int(np.argmax(scaled[:, i] + 1e-6 * scaled.sum(axis=1))) for i in range(scaled.shape[1])]
    chosen.append(int(np.argmin(np.linalg.norm(1 - scaled, axis=1))))
    chosen = list(dict.fromkeys(chosen))
    while len(chosen) < min(most, len(scaled)):
        distance = np.min(np.linalg.norm(scaled[:, None, :] - scaled[None, chosen, :], axis=2), axis=1)
        if distance.max() <= 1e-9:
            break
        chosen.append(int(np.argmax(distance)))
    numbers = front["point"].to_numpy()
    return sorted(int(numbers[i]) for i in chosen[:most])


def front_rows(legal: pd.DataFrame) -> pd.DataFrame:
    if "on_front" in legal and legal["on_front"].fillna(False).astype(bool).any():
        return legal[legal["on_front"].fillna(False).astype(bool)]
    if "front" in legal and legal["front"].notna().any():
        return legal[legal["front"] >= min(0.5, legal["front"].max())]
    return legal


# Axes that describe the load and environment of a design, and not the design.
WORKLOAD = ("traffic.", "vm.", "vm[", "peer.", "host.", "simulation.")
ENOUGH = 0.01  # maximum relative difference to the best level that does not matter


def design_axes(study: StudyFolder) -> list[str]:
    """Returns axes with ordered values that are no workload and vary alone."""
    result: list[str] = []
    for axis in study.axes:
        order = levels(study.points[axis])
        if axis.startswith(WORKLOAD) or len(order) < 2 or moving_with(study, axis):
            continue
        if not any(isinstance(v, (str, bool)) for v in order):
            result.append(axis)
    return result


@dataclass
class Enough:
    """Level of an axis from which more has no further benefit, with the other axes fixed."""

    others: tuple[Any, ...]
    level: Any
    low: Any  # first level that may be sufficient
    high: Any  # first level that is certainly sufficient
    point: int
    best: int  # number of the best point
    reason: str


def enough(study: StudyFolder, metric: str, axis: str) -> tuple[list[str], list[Enough]]:
    """Returns the other axes, and for each of their combinations the smallest level within ENOUGH of the best."""
    column, direction = study.mean(metric), study.objective(metric).direction
    legal = study.legal()
    if column is None or direction is None:
        return [], []
    sign = 1 if direction == "max" else -1
    others = [a for a in study.axes if a != axis and a not in moving_with(study, axis)]
    # Only these columns: a study may have hundreds.
    by = legal["limited_by"] if "limited_by" in legal else pd.Series("not stored", index=legal.index)
    table = legal[["point", *study.axes]].assign(
        _mean=legal[column].astype(float), _by=by.fillna("not stored").replace("", "not stored")
    )
    table = table.dropna(subset=["_mean"])
    places, values = seed_matrix(study, metric)
    result = []
    groups = table.groupby(others, sort=False, dropna=False) if others else [((), table)]
    for key, part in groups:
        level = part[axis].tolist()
        if len(level) < 2 or len(set(level)) < len(level):
            continue
        order = sorted(range(len(level)), key=lambda i: sort_key(level[i]))
        level = [level[i] for i in order]
        points, names = part["point"].to_numpy()[order], part["_by"].to_numpy()[order]
        means = part["_mean"].to_numpy()[order] * sign
        best = int(np.argmax(means))
        tolerance = ENOUGH * abs(means[best])
        # A pooled quantile is not the mean of the runs' quantiles. The gap is that of the points' figures, its width
        # that of the runs.
        gap = means[best] - means
        half = (
            half_widths(values[places[points[best]]] - values[[places[p] for p in points]])
            if len(places)
            else np.zeros(len(gap))
        )
        half[best] = 0
        at, low, high = (int(np.argmax(ends <= tolerance)) for ends in (gap, gap - half, gap + half))
        reason = (
            names[at] if at == 0 or names[at - 1] == names[at] else f"{names[at]}; below it {names[at - 1]}"
        )
        result.append(
            Enough(
                key if isinstance(key, tuple) else (key,),
                level[at],
                level[low],
                level[high],
                int(points[at]),
                int(points[best]),
                str(reason),
            )
        )
    return others, result  # fmt: skip


def half_widths(differences: np.ndarray) -> np.ndarray:
    """Returns for each row the half width of the 95 % interval over the seeds that have a value; 0 below two."""
    counts = np.isfinite(differences).sum(axis=1)
    result = np.zeros(len(differences))
    for i in np.flatnonzero(counts >= 2):
        sample = differences[i][np.isfinite(differences[i])]
        result[i] = t_quantile(len(sample) - 1) * float(sample.std(ddof=1)) / math.sqrt(len(sample))
    return result


def seed_matrix(study: StudyFolder, metric: str) -> tuple[dict[int, int], np.ndarray]:
    """Returns the row of each point, and the values of its good runs with a column a seed (NaN: none)."""
    runs = good_runs(study)
    if metric not in runs:
        return {}, np.zeros((0, 0))
    points = np.unique(study.legal()["point"].to_numpy())
    seeds, columns = np.unique(runs["seed"].to_numpy(), return_inverse=True)
    rows = np.searchsorted(points, runs["point"].to_numpy())
    values = np.full((len(points), len(seeds)), np.nan)
    values[rows, columns] = runs[metric].to_numpy(dtype=float)
    return {int(p): i for i, p in enumerate(points)}, values


def moving_with(study: StudyFolder, axis: str) -> list[str]:
    """Returns the axes that are linked to this one."""
    for entry in study.info.get("axes") or []:
        if isinstance(entry, dict) and entry.get("key") == axis:
            return list(entry.get("linked_to") or [])
    return []


@dataclass
class Neighbour:
    """The next design on one axis: fewer or more, all other axes alike."""

    axis: str
    side: str  # "fewer" or "more"; "before" or "after" in the space file for values without an order
    value: str
    point: int | None  # None: there is no such point with results
    reason: str  # why not
    differences: dict[str, tuple[float, float]]  # by metric: mean and half width of neighbour minus point


def groups(study: StudyFolder) -> list[tuple[str, ...]]:
    """Returns the axes, linked ones together."""
    result: list[tuple[str, ...]] = []
    for axis in study.axes:
        if not any(axis in group for group in result):
            result.append((axis, *(k for k in moving_with(study, axis) if k in study.axes)))
    return result


def group_levels(study: StudyFolder, keys: tuple[str, ...]) -> list[tuple[Any, ...]]:
    """Returns the levels of an axis in order; those of linked keys as the space file lists them."""
    if len(keys) == 1:
        return [(v,) for v in levels(study.points[keys[0]])]
    listed = {
        e["key"]: e.get("values") or [] for e in study.info["axes"] if isinstance(e, dict) and "key" in e
    }
    return [tuple(map(plain, level)) for level in zip(*(listed.get(k, []) for k in keys), strict=False)]


def neighbours(study: StudyFolder, point: int, metrics: list[str]) -> list[Neighbour]:
    """Returns the neighbours of a point, with paired differences over the seeds that both have."""
    rows = study.points.set_index("point")
    if point not in rows.index:
        return []
    own, legal = rows.loc[point], set(study.legal()["point"])
    found = []
    for keys in groups(study):
        order = group_levels(study, keys)
        mine = tuple(own[k] for k in keys)
        if len(order) < 2 or mine not in order:
            continue
        ordered = len(keys) == 1 and not any(isinstance(v, (str, bool, np.bool_)) for (v,) in order)
        at = order.index(mine)
        for step, side in ((-1, "fewer" if ordered else "before"), (1, "more" if ordered else "after")):
            if not 0 <= at + step < len(order):
                continue
            level = order[at + step]
            other = point_at(study, own, keys, level)
            name, value = ", ".join(keys), ", ".join(map(label, level))
            if other in legal:
                found.append(
                    Neighbour(name, side, value, other, "", differences(study, point, other, metrics))
                )
            else:
                reason = (
                    "" if other is None else str(rows.loc[other].get("reason") or "no run of it ended well")
                )
                found.append(Neighbour(name, side, value, None, reason or "not a point of the study", {}))
    return found


def point_at(study: StudyFolder, own: Any, keys: tuple[str, ...], level: tuple[Any, ...]) -> int | None:
    """Returns the number of the point that has this level and equals `own` in all other axes."""
    same = study.points
    for axis in study.axes:
        same = same[same[axis] == (level[keys.index(axis)] if axis in keys else own[axis])]
    return int(same["point"].iloc[0]) if len(same) else None


def differences(
    study: StudyFolder, point: int, other: int, metrics: list[str]
) -> dict[str, tuple[float, float]]:
    """Returns mean and half width of (other - point) by metric, over runs of the same seed."""
    runs = good_runs(study)
    mine = runs[runs["point"] == point].drop_duplicates("seed").set_index("seed")
    theirs = runs[runs["point"] == other].drop_duplicates("seed").set_index("seed")
    common = mine.index.intersection(theirs.index)
    rows, result = study.points.set_index("point"), {}
    for metric in metrics:
        if metric in runs and len(common):
            result[metric] = t_interval(theirs.loc[common, metric] - mine.loc[common, metric])
        elif (column := study.mean(metric)) == metric:
            result[metric] = (number(rows.loc[other, column]) - number(rows.loc[point, column]), 0.0)
    return result


def effect_of(objective: Objective, mean: float, half: float) -> str:
    """Returns better, worse, the same, higher, lower or unclear for a difference with its half width."""
    if math.isnan(mean):
        return "unknown"
    if mean == 0 and half == 0:
        return "the same"
    if math.isnan(half) or abs(mean) <= half:
        return "unclear"
    better = objective.better(mean)
    if better is None:
        return "higher" if mean > 0 else "lower"
    return "better" if better else "worse"


def pooled_percentiles(
    histogram: pd.DataFrame, share: float, repeats: int = 400
) -> tuple[float, float, float]:
    """Returns a percentile of the histograms of a point pooled over its seeds, with a bootstrap interval over seeds."""
    seeds = [part for _, part in histogram.groupby("seed")]
    edges = np.sort(histogram["high"].unique())
    counts = np.array(
        [
            np.bincount(np.searchsorted(edges, p["high"]), weights=p["count"], minlength=len(edges))
            for p in seeds
        ]
    )

    def percentile(total: np.ndarray) -> float:
        whole = total.cumsum()
        return float(edges[np.searchsorted(whole, share * whole[-1])]) if whole[-1] > 0 else math.nan

    value = percentile(counts.sum(axis=0))
    if len(seeds) < 2:
        return value, math.nan, math.nan
    random = np.random.default_rng(0)
    draws = [
        percentile(counts[random.integers(0, len(seeds), len(seeds))].sum(axis=0)) for _ in range(repeats)
    ]
    return value, float(np.quantile(draws, 0.025)), float(np.quantile(draws, 0.975))
