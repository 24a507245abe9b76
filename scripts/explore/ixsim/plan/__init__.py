"""Plans: the points of a space that are run, and their batches.

A plan is a generator. It yields a batch of new points and receives the results of all points so far (`Seen`); it ends
when it needs no more. Batches have a fixed size, so that the points do not depend on the number of workers.
"""

from collections.abc import Generator

import numpy as np

from ..space import Point, Space

# For each point the objectives, with less being better; infinite if the point is illegal, incomplete or breaks a limit.
Seen = dict[Point, np.ndarray]
Plan = Generator[list[Point], Seen, None]


def make(space: Space) -> Plan:
    """Returns the plan of a space's method."""
    from . import grid, refine, screen, search

    plans = {
        "full": grid.full,
        "random": grid.random,
        "latin": grid.latin,
        "refine": refine.refine,
        "search": search.search,
        "morris": screen.morris,
        "sobol": screen.sobol,
    }
    return plans[space.method](space)


def planned(space: Space) -> int | None:
    """Returns the maximum number of points of the first batch; None if only the plan knows."""
    return space.size if space.method == "full" else space.options.get("points")
