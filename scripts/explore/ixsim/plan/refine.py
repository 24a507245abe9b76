"""Adaptive refinement: a coarse grid, then points between neighbours near the front or a knee.

A *line* consists of points that differ in one axis only. Each round takes the lines through points of the front and
halves the gaps next to these points. With the rest of the batch, it halves the gaps over which an objective changes
most: one of them contains a knee.
"""

import itertools
from collections.abc import Iterator

import numpy as np

from ..pareto import on_front
from ..space import Point, Space
from . import Plan, Seen
from .grid import latin_points, none_left


def coarse(space: Space, most: int) -> list[Point]:
    """Returns ends and middle of each axis, crossed; a Latin hypercube if these are too many."""
    levels = [sorted({0, (len(d.levels) - 1) // 2, len(d.levels) - 1}) for d in space.dimensions]
    count = int(np.prod([len(x) for x in levels], dtype=np.int64))
    if count > most:
        return latin_points(space, most, 1)
    grid = np.stack(np.meshgrid(*levels, indexing="ij"), axis=-1).reshape(-1, len(levels))
    return [p for p in (tuple(int(v) for v in row) for row in grid) if space.admits(p)]


def moved(point: Point, axis: int, level: int) -> Point:
    return (*point[:axis], level, *point[axis + 1 :])


def gaps(space: Space, seen: Seen, point: Point) -> Iterator[Point]:
    """Yields an unseen point on each side of a point along each axis. The point is in the middle of the gap to the next
    point that has values, or next to the given point if there is none. Points without values, such as illegal ones, are
    skipped.
    """
    for axis, dimension in enumerate(space.dimensions):
        here = point[axis]
        for step in (-1, 1):
            unseen = []
            level = here + step
            ended = False
            while 0 <= level < len(dimension.levels):
                values = seen.get(moved(point, axis, level))
                if values is None:
                    unseen.append(level)
                elif np.isfinite(values).all():
                    ended = True
                    break
                level += step
            if unseen:
                middle = (here + level) / 2 if ended else here + step
                yield moved(point, axis, min(unseen, key=lambda x: (abs(x - middle), x)))


def around_front(space: Space, seen: Seen) -> Iterator[Point]:
    """Yields the gaps next to all points of the front in turn, so that no part of the front is treated late."""
    waiting = [list(gaps(space, seen, point)) for point in front_of(seen)]
    for number, candidates in enumerate(waiting):
        # Avoids treating every point along its first axis first.
        turn = number % max(len(candidates), 1)
        candidates[:] = candidates[turn:] + candidates[:turn]
    for row in itertools.zip_longest(*waiting):
        yield from (candidate for candidate in row if candidate is not None)


def steep(space: Space, seen: Seen) -> list[Point]:
    """Returns the middles of gaps, first those over which an objective changes most."""
    finite = [v for v in seen.values() if np.isfinite(v).all()]
    if not finite:
        return []
    ranges = np.ptp(np.array(finite), axis=0)
    ranges[ranges == 0] = 1.0
    ranked: dict[Point, float] = {}
    for axis in range(len(space.dimensions)):
        lines: dict[Point, list[Point]] = {}
        for point in seen:
            lines.setdefault(moved(point, axis, 0), []).append(point)
        for line in lines.values():
            line.sort()
            for a, b in itertools.pairwise(line):
                middle = moved(a, axis, (a[axis] + b[axis]) // 2)
                if middle in seen or not (np.isfinite(seen[a]).all() and np.isfinite(seen[b]).all()):
                    continue
                change = float((np.abs(seen[a] - seen[b]) / ranges).max())
                ranked[middle] = max(change, ranked.get(middle, 0.0))
    return [p for p, change in sorted(ranked.items(), key=lambda item: (-item[1], item[0])) if change > 0]


def front_of(seen: Seen) -> list[Point]:
    """Returns the points of the front, sorted."""
    points = sorted(seen)
    if not points:
        return []
    flags = on_front(np.array([seen[p] for p in points]))
    return [p for p, flag in zip(points, flags, strict=True) if flag]


def refine(space: Space) -> Plan:
    """Plans rounds of `batch` points until `points` are seen, or no gap is left."""
    most, size = space.options["points"], space.options["batch"]
    first = coarse(space, max(most // 2, 1))
    if not first:
        raise none_left(space)
    seen = yield first
    while len(seen) < most:
        wanted = min(size, most - len(seen))
        chosen: dict[Point, None] = {}
        for candidate in (*around_front(space, seen), *steep(space, seen)):
            if len(chosen) == wanted:
                break
            if space.admits(candidate):
                chosen[candidate] = None
        if not chosen:
            return
        seen = yield list(chosen)
