"""Intervals of a study: Student's t, Stein's two stages, pairs under common seeds, quantiles of pooled histograms."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

CONFIDENCE = 0.95
RESAMPLES = 1_000


@dataclass(frozen=True)
class Interval:
    """A mean with its 95 % interval. Without enough values the ends are NaN."""

    mean: float
    half_width: float
    low: float
    high: float
    n: int


def t_quantile(degrees: int) -> float:
    """Returns the two-sided 95 % quantile of Student's t."""
    return float(stdtrit(degrees, (1 + CONFIDENCE) / 2))


def interval(values: Sequence[float], first_stage: int | None = None) -> Interval:
    """Returns the 95 % interval of the mean of independent values.

    With `first_stage` = n0 the variance of the first n0 values fixed the number of values (`wanted_runs`). The interval
    then uses this variance with n0 - 1 degrees of freedom. For normal values it covers the mean with 95 % for any
    number of values that the rule required (Stein 1945); an interval from all values would not.
    """
    v = np.asarray(values, dtype=float)
    n = len(v)
    if n == 0:
        return Interval(math.nan, math.nan, math.nan, math.nan, 0)
    mean = float(v.mean())
    n0 = n if first_stage is None else min(first_stage, n)
    if n0 < 2:
        return Interval(mean, math.nan, math.nan, math.nan, n)
    half = t_quantile(n0 - 1) * float(v[:n0].std(ddof=1)) / math.sqrt(n)
    return Interval(mean, half, mean - half, mean + half, n)


def wanted_runs(first: Sequence[float], relative: float, most: int) -> int:
    """Returns the number of runs for a half-width of `relative` times the mean, from the first stage alone (Stein)."""
    v = np.asarray(first, dtype=float)
    n0 = len(v)
    if n0 < 2 or not np.isfinite(v).all():
        return n0
    target = relative * abs(float(v.mean()))
    spread = t_quantile(n0 - 1) * float(v.std(ddof=1))
    if spread == 0:
        return n0
    if target == 0 or (spread / target) ** 2 > most:
        return most
    return max(n0, math.ceil((spread / target) ** 2))


def paired(a: Sequence[float], b: Sequence[float]) -> Interval:
    """Returns the 95 % interval of the mean of a - b, whose values have the same seeds in the same order."""
    if len(a) != len(b):
        raise ValueError(f"paired: found {len(a)} and {len(b)} values, accepted: the same seeds in both")
    return interval(np.asarray(a, dtype=float) - np.asarray(b, dtype=float))


# A histogram: smallest and largest value and count of each bucket, sorted.
Histogram = Sequence[tuple[int, int, int]]


def quantile(histogram: Histogram, share: float) -> float:
    """Returns the largest value of the bucket that contains the quantile, like the program for one run."""
    counts = np.array([count for _, _, count in histogram], dtype=np.int64)
    if counts.sum() == 0:
        return math.nan
    rank = math.ceil(share * int(counts.sum()))
    place = int(np.searchsorted(np.cumsum(counts), max(rank, 1)))
    return float(histogram[place][1])


def pooled_quantile(histograms: Sequence[Histogram], share: float, seed: int = 1) -> Interval:
    """Returns the quantile of the pooled histogram, with a bootstrap interval that draws whole runs.

    Frames of one run are not independent, so seeds are drawn again instead of frames.
    """
    n = len(histograms)
    bounds = sorted({(low, high) for h in histograms for low, high, _ in h})
    if not bounds:
        return Interval(math.nan, math.nan, math.nan, math.nan, n)
    place = {bound: i for i, bound in enumerate(bounds)}
    counts = np.zeros((n, len(bounds)), dtype=np.int64)
    for row, h in enumerate(histograms):
        for low, high, count in h:
            counts[row, place[low, high]] += count
    highs = np.array([high for _, high in bounds], dtype=float)

    def of(pooled: np.ndarray) -> np.ndarray:
        total = np.cumsum(pooled, axis=1)
        ranks = np.maximum(np.ceil(share * total[:, -1]), 1)
        return highs[np.minimum((total < ranks[:, None]).sum(axis=1), len(highs) - 1)]

    whole = float(of(counts.sum(axis=0, keepdims=True))[0])
    if n < 2:
        return Interval(whole, math.nan, math.nan, math.nan, n)
    drawn = np.random.default_rng(seed).multinomial(n, [1 / n] * n, size=RESAMPLES)
    low, high = np.quantile(of(drawn @ counts), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return Interval(whole, float(high - low) / 2, float(low), float(high), n)
