"""Pareto fronts: the points that no other point dominates, and the certainty of that."""

from collections.abc import Sequence

import numpy as np

from .space import Objective

RESAMPLES = 200
BLOCK = 256


def oriented(values: np.ndarray, directions: Sequence[str]) -> np.ndarray:
    """Returns the values with signs so that less is better in each column. NaN is the worst."""
    signs = np.array([-1.0 if d == "max" else 1.0 for d in directions])
    return np.where(np.isnan(values), np.inf, values * signs)


def on_front(costs: np.ndarray) -> np.ndarray:
    """Returns for each row whether no other row is at most as large in all columns and less in one.

    Equal rows are on the front together. Rows with an infinite entry never are.
    """
    n = len(costs)
    result = np.zeros(n, dtype=bool)
    finite = np.flatnonzero(np.isfinite(costs).all(axis=1))
    if costs.shape[1] == 0 or len(finite) == 0:
        return result
    unique, inverse = np.unique(costs[finite], axis=0, return_inverse=True)
    kept = unique[:0]
    flags = np.zeros(len(unique), dtype=bool)
    # In lexicographic order only earlier rows can dominate a row, and then one on the front does.
    if costs.shape[1] <= 2:
        last = unique[:, -1]
        before = np.concatenate([[np.inf], np.minimum.accumulate(last)[:-1]])
        flags = last < before
        if costs.shape[1] == 1:
            flags = np.arange(len(unique)) == 0
    else:
        for start in range(0, len(unique), BLOCK):
            block = unique[start : start + BLOCK]
            alive = ~beaten(block, kept)
            rows = block[alive]
            inner = ~beaten_within(rows)
            flags[start + np.flatnonzero(alive)[inner]] = True
            kept = np.concatenate([kept, rows[inner]])
    result[finite] = flags[inverse.ravel()]
    return result


def beaten(rows: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Returns for each row whether another row, not equal, is at most as large everywhere."""
    if len(others) == 0 or len(rows) == 0:
        return np.zeros(len(rows), dtype=bool)
    at_most: np.ndarray = np.asarray((others[None, :, :] <= rows[:, None, :]).all(axis=2))
    return np.asarray(at_most.any(axis=1))


def beaten_within(rows: np.ndarray) -> np.ndarray:
    at_most: np.ndarray = np.asarray((rows[None, :, :] <= rows[:, None, :]).all(axis=2))
    np.fill_diagonal(at_most, False)
    return np.asarray(at_most.any(axis=1))


def membership(
    samples: Sequence[np.ndarray], objectives: Sequence[Objective], common: bool, seed: int = 1
) -> np.ndarray:
    """Returns for each point the share of bootstrap resamples in which it is on the front.

    `samples[i]` has one row for each run and one column for each objective. A resample draws whole runs; a point whose
    mean then breaks a limit is not on the front. With `common` seeds all points with equally many runs draw the same
    runs, so that common effects of the seeds cancel.
    """
    counts = np.zeros(len(samples))
    width = len(objectives)
    means = np.array([s.mean(axis=0) if len(s) else np.full(width, np.nan) for s in samples]).reshape(
        -1, width
    )
    spread = np.array(
        [4 * s.std(axis=0, ddof=1) / np.sqrt(len(s)) if len(s) > 1 else np.zeros(width) for s in samples]
    ).reshape(-1, width)
    # A point whose best case is worse than the worst case of another cannot be on the front.
    candidates = near_front(means, spread, objectives)
    if len(candidates) == 0:
        return counts
    sizes = np.array([len(samples[i]) for i in candidates])
    blocks = {
        int(size): np.stack([samples[i] for i in candidates[sizes == size]]) for size in np.unique(sizes)
    }
    generator = np.random.default_rng(seed)
    for _ in range(RESAMPLES):
        drawn = np.empty((len(candidates), width))
        for size, block in blocks.items():
            if common:
                weights = np.bincount(generator.integers(0, size, size), minlength=size) / size
                drawn[sizes == size] = np.einsum("prm,r->pm", block, weights)
            else:
                picks = generator.integers(0, size, (len(block), size))
                drawn[sizes == size] = np.take_along_axis(block, picks[:, :, None], axis=1).mean(axis=1)
        counts[candidates] += on_front(costs_of(drawn, objectives))
    return counts / RESAMPLES


def costs_of(means: np.ndarray, objectives: Sequence[Objective]) -> np.ndarray:
    """Returns the objectives with a direction, with less being better; infinite if a limit is broken or a value is
    missing.
    """
    columns = [i for i, o in enumerate(objectives) if o.direction]
    costs = oriented(means[:, columns], [objectives[i].direction or "min" for i in columns])
    return np.where(limits_hold(means, objectives)[:, None], costs, np.inf)


def limits_hold(
    means: np.ndarray, objectives: Sequence[Objective], spread: np.ndarray | None = None
) -> np.ndarray:
    """Returns for each row whether all limits hold; with a spread, whether they may."""
    holds = np.ones(len(means), dtype=bool)
    for i, o in enumerate(objectives):
        margin = 0.0 if spread is None else spread[:, i]
        if o.at_most is not None:
            holds &= means[:, i] - margin <= o.at_most
        if o.at_least is not None:
            holds &= means[:, i] + margin >= o.at_least
    return holds


def near_front(means: np.ndarray, spread: np.ndarray, objectives: Sequence[Objective]) -> np.ndarray:
    """Returns the numbers of points that may be on the front, given the spread of their means."""
    columns = [i for i, o in enumerate(objectives) if o.direction]
    costs = oriented(means[:, columns], [objectives[i].direction or "min" for i in columns])
    usable = np.flatnonzero(limits_hold(means, objectives, spread) & np.isfinite(costs).all(axis=1))
    if len(usable) == 0 or not columns:
        return usable[:0]
    # Only points that certainly keep their limits may exclude others.
    sure = usable[limits_hold(means[usable], objectives, -spread[usable])]
    spread = spread[:, columns]
    worst = (costs + spread)[sure]
    fence = worst[on_front(worst)]
    best = (costs - spread)[usable]
    keep = np.ones(len(usable), dtype=bool)
    for start in range(0, len(usable), BLOCK):
        rows = best[start : start + BLOCK]
        keep[start : start + BLOCK] = ~(fence[None, :, :] < rows[:, None, :]).all(axis=2).any(axis=1)
    return usable[keep]


def hypervolume(costs: np.ndarray, reference: np.ndarray) -> float:
    """Returns the volume that the rows dominate below the reference; less is better."""
    rows = costs[np.isfinite(costs).all(axis=1)]
    rows = rows[(rows < reference).all(axis=1)]
    if len(rows) == 0:
        return 0.0
    rows = np.unique(rows[on_front(rows)], axis=0)
    if rows.shape[1] == 1:
        return float(reference[0] - rows[0, 0])
    if rows.shape[1] == 2:
        edges = np.append(rows[1:, 0], reference[0])
        return float(((edges - rows[:, 0]) * (reference[1] - rows[:, 1])).sum())
    total = 0.0
    ends = np.append(rows[1:, 0], reference[0])
    for i, width in enumerate(ends - rows[:, 0]):
        if width > 0:
            total += float(width) * hypervolume(rows[: i + 1, 1:], reference[1:])
    return total
