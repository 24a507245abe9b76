"""Main effects, interactions and knees of the objectives, with intervals.

A main effect is the mean over all points that have a level of an axis. It compares levels fairly only if each level
occurs with the same other levels, as in a full plan without illegal points; `balanced` states whether that is so.
"""

import itertools
import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .statistics import CONFIDENCE, interval

if TYPE_CHECKING:
    from .results import Collector
    from .session import Session

RESAMPLES = 200
# Maximum number of pairs of axes to examine.
MOST_PAIRS = 45


def level_means(levels: np.ndarray, size: int, values: np.ndarray) -> np.ndarray:
    """Returns for each level the mean over points, by column of `values`; NaN where no point has the level."""
    sums = np.zeros((size, values.shape[1]))
    np.add.at(sums, levels, values)
    counts = np.bincount(levels, minlength=size)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(counts[:, None] > 0, sums / counts[:, None], np.nan)


def knee(curve: np.ndarray) -> int | None:
    """Returns the level at which a curve bends most: the farthest from the straight line between its ends.

    Levels count as equally spaced, as they are plotted. Returns None if the curve is a straight line or too short.
    """
    if len(curve) < 3 or not np.isfinite(curve).all():
        return None
    span = float(curve.max() - curve.min())
    if span == 0:
        return None
    line = np.linspace(curve[0], curve[-1], len(curve))
    distance = np.abs(curve - line) / span
    best = int(np.argmax(distance))
    return best if distance[best] > 1e-9 else None


def study_effects(
    session: "Session", c: "Collector", spans: list[np.ndarray], means: np.ndarray, samples: list[np.ndarray]
) -> dict[str, Any]:
    """Returns `effects`, `interactions` and `knees` of study.json, a list for each."""
    space = session.space
    found: dict[str, Any] = {"effects": [], "interactions": [], "knees": []}
    points = np.array([s.point for s in c.states], dtype=np.int64).reshape(
        len(c.states), len(space.dimensions)
    )
    least = space.measure.least
    for column, objective in enumerate(space.objectives):
        usable = np.array(
            [len(x) >= least and math.isfinite(means[i, column]) for i, x in enumerate(samples)], dtype=bool
        )
        if usable.sum() < 2:
            continue
        levels, values = points[usable], means[usable, column]
        # One column for each seed: with common seeds the means of a seed are one independent repetition.
        by_seed = np.array([samples[i][:least, column] for i in np.flatnonzero(usable)])
        total = float(((values - values.mean()) ** 2).sum())
        shares = []
        for axis, dimension in enumerate(space.dimensions):
            size = len(dimension.levels)
            counts = np.bincount(levels[:, axis], minlength=size)
            whole = level_means(levels[:, axis], size, values[:, None])[:, 0]
            per_seed = level_means(levels[:, axis], size, by_seed)
            share = float(np.nansum(counts * (whole - values.mean()) ** 2) / total) if total > 0 else 0.0
            shares.append(share)
            found["effects"].append(
                {
                    "objective": objective.metric,
                    "axis": dimension.name,
                    "share": share,
                    "balanced": bool(len(set(counts)) == 1),
                    "levels": [
                        {
                            "value": dimension.levels[i][0],
                            "points": int(counts[i]),
                            "mean": float(whole[i]),
                            "low": (ends := interval(per_seed[i])).low,
                            "high": ends.high,
                        }
                        for i in range(size)
                        if counts[i]
                    ],
                }
            )
            if (bend := knee_of(dimension.levels, whole, per_seed, counts)) is not None:
                found["knees"].append({"objective": objective.metric, "axis": dimension.name, **bend})
        pairs = list(itertools.combinations(range(len(space.dimensions)), 2))
        for a, b in pairs[:MOST_PAIRS]:
            size = len(space.dimensions[b].levels)
            cell = levels[:, a] * size + levels[:, b]
            cells = level_means(cell, len(space.dimensions[a].levels) * size, values[:, None])[:, 0]
            counts = np.bincount(cell, minlength=len(cells))
            share = float(np.nansum(counts * (cells - values.mean()) ** 2) / total) if total > 0 else 0.0
            found["interactions"].append(
                {
                    "objective": objective.metric,
                    "axes": [space.dimensions[a].name, space.dimensions[b].name],
                    # The part of the joint share that the sum of both effects does not explain.
                    "share": max(share - shares[a] - shares[b], 0.0),
                }
            )
    return found


def knee_of(
    levels: tuple[tuple[Any, ...], ...], whole: np.ndarray, per_seed: np.ndarray, counts: np.ndarray
) -> dict[str, Any] | None:
    """Returns the knee of an axis with the interval in which it falls when seeds are drawn again."""
    present = np.flatnonzero(counts)
    place = knee(whole[present])
    if place is None:
        return None
    generator = np.random.default_rng(1)
    n = per_seed.shape[1]
    drawn = []
    for _ in range(RESAMPLES):
        curve = per_seed[present][:, generator.integers(0, n, n)].mean(axis=1)
        if (at := knee(curve)) is not None:
            drawn.append(at)
    ends = np.quantile(drawn or [place], [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], method="nearest")
    low, high = (levels[present[int(e)]][0] for e in ends)
    return {"value": levels[present[place]][0], "low": low, "high": high}
