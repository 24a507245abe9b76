"""Plans without feedback: all points, a random sample, a Latin hypercube."""

import numpy as np

from ..errors import StudyError
from ..space import Point, Space
from . import Plan

# Draws for each requested point, after which a sample does not grow any more.
DRAWS = 50


def none_left(space: Space) -> StudyError:
    texts = "; ".join(c.text for c in space.constraints)
    return StudyError(
        f"constraints: found no point that keeps all of them ({texts}), accepted: one point or more"
    )


def full(space: Space) -> Plan:
    """Plans all points that keep the constraints."""
    points = [p for p in space.all_points() if space.admits(p)]
    if not points:
        raise none_left(space)
    yield points


def sample(space: Space, count: int, generator: np.random.Generator) -> list[Point]:
    """Returns different points that keep the constraints, drawn evenly; sorted."""
    sizes = [len(d.levels) for d in space.dimensions]
    if space.size <= 4 * count:
        points = [p for p in space.all_points() if space.admits(p)]
        picked = generator.permutation(len(points))[:count]
        return sorted(points[i] for i in picked)
    found: dict[Point, None] = {}
    for _ in range(DRAWS * count):
        point = tuple(int(generator.integers(0, size)) for size in sizes)
        if point not in found and space.admits(point):
            found[point] = None
            if len(found) == count:
                break
    return sorted(found)


def random(space: Space) -> Plan:
    """Plans a sample in which each point is equally likely."""
    points = sample(space, space.options["points"], np.random.default_rng(space.options["seed"]))
    if not points:
        raise none_left(space)
    yield points


def latin_points(space: Space, count: int, seed: int) -> list[Point]:
    """Returns a Latin hypercube of at most `count` points: each axis is covered evenly. Equal points are taken once."""
    from scipy.stats import qmc

    unit = qmc.LatinHypercube(d=len(space.dimensions), rng=np.random.default_rng(seed)).random(count)
    sizes = np.array([len(d.levels) for d in space.dimensions])
    levels = np.minimum((unit * sizes).astype(int), sizes - 1)
    points = {tuple(int(v) for v in row) for row in levels}
    return sorted(p for p in points if space.admits(p))


def latin(space: Space) -> Plan:
    """Plans a Latin hypercube; points that break a constraint are left out."""
    points = latin_points(space, space.options["points"], space.options["seed"])
    if not points:
        raise none_left(space)
    yield points
