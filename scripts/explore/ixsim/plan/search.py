"""Multi-objective search: Optuna proposes points from the results so far, and grid neighbours of the front complete the batch.

Optuna proposes half of a batch and gets the values of all points. The search space is a grid, so a sampler often
proposes known points again, especially near the end. The other half of a batch therefore has unseen neighbours of the
front; the rest is drawn at random. Batches have a fixed size and come from one seed, so that a study with more workers
takes the same points. Sampler `pareto` does not use Optuna.
"""

import warnings
from typing import Any

import numpy as np

from ..space import Point, Space
from . import Plan, Seen
from .grid import none_left, sample
from .refine import front_of, moved

ASKS = 4  # proposals for each new point, after which the sampler has nothing new


def neighbours(space: Space, seen: Seen) -> list[Point]:
    """Returns unseen points next to a point of the front, nearest to the front first."""
    found: dict[Point, int] = {}
    for point in front_of(seen):
        for axis, dimension in enumerate(space.dimensions):
            for distance in (1, 2):
                for level in (point[axis] - distance, point[axis] + distance):
                    if 0 <= level < len(dimension.levels):
                        candidate = moved(point, axis, level)
                        if candidate not in seen:
                            found[candidate] = min(distance, found.get(candidate, distance))
    return [p for p, _ in sorted(found.items(), key=lambda item: item[1])]


class Sampler:
    """Optuna over the levels of a space."""

    def __init__(self, space: Space):
        import optuna

        optuna.logging.set_verbosity(optuna.logging.ERROR)
        warnings.filterwarnings("ignore", category=optuna.exceptions.ExperimentalWarning)
        self.optuna, self.space = optuna, space
        seed, batch = space.options["seed"], space.options["batch"]
        sampler: Any
        if space.options["sampler"] == "tpe":
            sampler = optuna.samplers.TPESampler(seed=seed, n_startup_trials=batch, multivariate=True)
        else:
            sampler = optuna.samplers.NSGAIISampler(seed=seed, population_size=batch)
        directions: list[Any] = ["minimize"] * sum(1 for o in space.objectives if o.direction)
        self.study = optuna.create_study(directions=directions, sampler=sampler)
        self.distributions: dict[str, Any] = {}
        for d in space.dimensions:
            ordered = len(d.keys) == 1 and all(isinstance(v, (int, float)) for (v,) in d.levels)
            last = len(d.levels) - 1
            self.distributions[d.name] = (
                optuna.distributions.IntDistribution(0, last)
                if ordered
                else optuna.distributions.CategoricalDistribution(list(range(last + 1)))
            )
        self.asked: dict[Point, Any] = {}
        self.known: set[Point] = set()

    def ask(self, seen: Seen, wanted: int) -> list[Point]:
        new: dict[Point, None] = {}
        for _ in range(ASKS * wanted):
            if len(new) == wanted:
                break
            trial = self.study.ask(self.distributions)
            point = tuple(int(trial.params[d.name]) for d in self.space.dimensions)
            if point in seen:
                self._tell(trial, seen[point])
            elif point in new or not self.space.admits(point):
                self.study.tell(trial, state=self.optuna.trial.TrialState.FAIL)
            else:
                new[point] = None
                self.asked[point] = trial
        return list(new)

    def _tell(self, trial: Any, costs: np.ndarray) -> None:
        if np.isfinite(costs).all():
            self.study.tell(trial, [float(c) for c in costs])
        else:
            self.study.tell(trial, state=self.optuna.trial.TrialState.FAIL)

    def tell(self, seen: Seen) -> None:
        for point in sorted(set(seen) - self.known):
            self.known.add(point)
            costs = seen[point]
            if (trial := self.asked.pop(point, None)) is not None:
                self._tell(trial, costs)
            elif np.isfinite(costs).all():
                params = {d.name: v for d, v in zip(self.space.dimensions, point, strict=True)}
                self.study.add_trial(
                    self.optuna.trial.create_trial(
                        params=params, distributions=self.distributions, values=[float(c) for c in costs]
                    )
                )


def search(space: Space) -> Plan:
    """Plans batches of `batch` points until `points` are seen."""
    options = space.options
    generator = np.random.default_rng(options["seed"])
    sampler = None if options["sampler"] == "pareto" else Sampler(space)
    first = sample(space, min(options["points"], max(options["batch"], options["points"] // 5)), generator)
    if not first:
        raise none_left(space)
    seen = yield first
    while len(seen) < options["points"]:
        wanted = min(options["batch"], options["points"] - len(seen))
        chosen: dict[Point, None] = {}
        if sampler:
            sampler.tell(seen)
            chosen.update(dict.fromkeys(sampler.ask(seen, wanted // 2)))
        near = [p for p in neighbours(space, seen) if p not in chosen and space.admits(p)]
        share = max(wanted - len(chosen), 0)
        # Nearest first, but not always along the first axis.
        order = generator.permutation(len(near)) if len(near) > share else np.arange(len(near))
        chosen.update(dict.fromkeys(near[int(i)] for i in order[:share]))
        if len(chosen) < wanted:
            spare = [
                p for p in sample(space, min(space.size, len(seen) + 2 * wanted), generator) if p not in seen
            ]
            for i in generator.permutation(len(spare)):
                if len(chosen) == wanted:
                    break
                chosen[spare[int(i)]] = None
        if not chosen:
            return
        seen = yield list(chosen)
