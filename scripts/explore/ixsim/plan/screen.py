"""Screening by SALib: Morris finds the axes that matter at all, Sobol the shares of the variance.

Their analysis needs the whole plan. A unit coordinate u is level floor(u n) of an axis with n levels.
"""

from typing import Any

import numpy as np

from ..errors import StudyError
from ..space import Point, Space
from . import Plan


def problem(space: Space) -> dict[str, Any]:
    names = [d.name for d in space.dimensions]
    return {"num_vars": len(names), "names": names, "bounds": [[0.0, 1.0]] * len(names)}


def matrix(space: Space) -> np.ndarray:
    """Returns the plan in unit coordinates, in the order that the analysis needs."""
    o = space.options
    if space.method == "morris":
        from SALib.sample import morris as sampler

        rows = sampler.sample(problem(space), o["trajectories"], num_levels=o["levels"], seed=o["seed"])
    else:
        from SALib.sample import sobol as sampler

        if o["samples"] & (o["samples"] - 1):
            raise StudyError(f"method.samples: found {o['samples']}, accepted: a power of 2")
        rows = sampler.sample(problem(space), o["samples"], calc_second_order=False, seed=o["seed"])
    return np.asarray(rows)


def points_of(space: Space, rows: np.ndarray) -> list[Point]:
    sizes = np.array([len(d.levels) for d in space.dimensions])
    levels = np.clip((rows * sizes).astype(int), 0, sizes - 1)
    return [tuple(int(v) for v in row) for row in levels]


def screening(space: Space) -> Plan:
    points = list(dict.fromkeys(points_of(space, matrix(space))))
    if bad := next((p for p in points if not space.admits(p)), None):
        raise StudyError(
            f"constraints: method {space.method} needs all points of its plan, found {space.axes(bad)}, which breaks one; "
            "leave the constraint out, or take another method"
        )
    yield points


morris = sobol = screening


def analyse(space: Space, values: dict[Point, float]) -> dict[str, Any]:
    """Returns the indices of one objective: by axis, with their 95 % intervals. Empty if a point has no value."""
    rows = matrix(space)
    y = np.array([values.get(p, np.nan) for p in points_of(space, rows)])
    if np.isnan(y).any():
        return {"note": "some points of the plan have no value"}
    names = [d.name for d in space.dimensions]
    if float(np.ptp(y)) == 0:
        return {"note": "the objective is the same at all points"}
    if space.method == "morris":
        from SALib.analyze import morris as analyser

        found = analyser.analyze(problem(space), rows, y, num_levels=space.options["levels"], seed=1)
        kinds = ("mu", "mu_star", "mu_star_conf", "sigma")
    else:
        from SALib.analyze import sobol as analyser

        found = analyser.analyze(problem(space), y, calc_second_order=False, seed=1)
        kinds = ("S1", "S1_conf", "ST", "ST_conf")
    return {n: {kind: float(found[kind][i]) for kind in kinds} for i, n in enumerate(names)}
