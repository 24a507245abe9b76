"""Plans: which points of a space are run, and in which batches.

A plan is a generator. It gives a batch of new points and receives what all points so far gave (`Seen`); it ends when it
wants no more. Batches have a fixed size, so that the points do not depend on the number of workers.
"""

from collections.abc import Generator

import numpy as np

from ..space import Point, Space

# For each point the objectives, less is better; infinite if the point is illegal, incomplete or breaks a limit.
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
    """Returns how many points the first batch has at most; None if only the plan knows."""
    return space.size if space.method == "full" else space.options.get("points")
