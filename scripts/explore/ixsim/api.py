"""The Python interface: single runs, studies, and the tables of a study as data frames."""

import json
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from . import keys, pareto, statistics, study
from .errors import StudyError
from .space import Objective, Space
from .space import parse as parse_space
from .toml_text import value as toml_value

if TYPE_CHECKING:
    from .session import Runner


class RunError(RuntimeError):
    """A run that was refused, did not end, or failed a check."""


class Result(dict[str, float]):
    """Metrics of a run by name. `document` is result.json without `host`; `limited_by` is the resource that limited the
    run.
    """

    def __init__(self, document: dict[str, Any]):
        super().__init__({name: metric["value"] for name, metric in document["metrics"].items()})
        self.document = document
        self.limited_by: list[dict[str, Any]] = document["limited_by"]

    def unit(self, name: str) -> str:
        """Returns the unit of a metric."""
        return str(self.document["metrics"][name]["unit"])


def run(
    scenario: str | Path | dict[str, Any] | None = None,
    /,
    *,
    profile: str | None = None,
    seed: int | None = None,
    **settings: Any,
) -> Result:
    """Runs one scenario and returns its metrics, as `ixsim run` gives them.

    `scenario` is a TOML file or its content; `settings` are scenario keys: `run("x.toml", **{"rx.queues": 8})`.
    Raises RunError if the program refuses the scenario, or if a check of the run fails.
    """
    from .local import LocalRunner

    request: dict[str, Any] = {"set": settings, "document": True}
    if isinstance(scenario, dict):
        request["scenario"] = scenario
    elif scenario is not None:
        try:
            request["scenario"] = tomllib.loads(Path(scenario).read_text())
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise RunError(f"{scenario}: {error}") from None
    if profile is not None:
        request["profile"] = profile
    if seed is not None:
        request["seed"] = seed
    runner = LocalRunner(1)
    try:
        [answer] = study.answers_of(runner, [request])
    finally:
        runner.close()
    if answer["status"] != "ok":
        raise RunError(answer.get("error", answer["status"]))
    return Result(answer["document"])


class Study:
    """A study from a space file, the name of a study that comes with ixsim, or the content of a space file."""

    def __init__(self, space: str | Path | dict[str, Any]):
        self.space: Space = parse_space(space) if isinstance(space, dict) else study.open_space(space)

    def _runner(self, workers: int | None, cluster: str | None) -> "Runner":
        if cluster is None:
            return study.local(self.space, workers)
        from .cluster import ClusterRunner

        return ClusterRunner(cluster, study.limits(self.space), self.space.attempts)

    def dry_run(self, workers: int | None = None, cluster: str | None = None) -> study.Estimate:
        """Checks all points and estimates the time; writes nothing."""
        runner = self._runner(workers, cluster)
        try:
            return study.dry_run(self.space, runner)
        finally:
            runner.close()

    def run(
        self,
        out: str | Path,
        workers: int | None = None,
        cluster: str | None = None,
        budget: float | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> "Results":
        """Makes the missing runs in the folder `out`, and returns the tables. `budget` is in seconds."""
        runner = self._runner(workers, cluster)
        try:
            study.run(self.space, Path(out), runner, budget, progress)
        finally:
            runner.close()
        return Results(out)


class Results:
    """The tables of a study folder as data frames, and queries on them."""

    def __init__(self, folder: str | Path):
        self.folder = Path(folder)
        self.summary: dict[str, Any] = study.load_summary(self.folder)
        self.objectives = [
            Objective(**{k: v for k, v in o.items() if k in Objective.__dataclass_fields__})
            for o in self.summary["objectives"]
        ]
        self._tables: dict[str, pd.DataFrame] = {}

    def _table(self, name: str) -> pd.DataFrame:
        if name not in self._tables:
            self._tables[name] = pd.read_parquet(self.folder / f"{name}.parquet")
        return self._tables[name]

    @property
    def points(self) -> pd.DataFrame:
        """Returns one row for each point: axes, statistics of each metric, cost, limits, front."""
        return self._table("points")

    @property
    def runs(self) -> pd.DataFrame:
        """Returns one row for each run: point, seed, axes and metrics."""
        return self._table("runs")

    @property
    def queues(self) -> pd.DataFrame:
        """Returns one row for each queue of a run (`queues = true`)."""
        return self._table("queues")

    @property
    def histograms(self) -> pd.DataFrame:
        """Returns one row for each bucket of a latency of a run (`histograms = true`)."""
        return self._table("histograms")

    def unit(self, column: str, table: str = "points") -> str:
        """Returns the unit of a column."""
        metadata = pq.read_schema(self.folder / f"{table}.parquet").field(column).metadata or {}
        return metadata.get(b"unit", b"").decode()

    def objective(self, name: str) -> Objective:
        """Returns an objective by its metric, its title, or a part of the metric that no other has."""
        exact = [o for o in self.objectives if name in (o.metric, o.title)]
        found = exact or [o for o in self.objectives if name in o.metric]
        if len(found) != 1:
            raise StudyError(
                f"objective: found {name}, accepted: {', '.join(o.metric for o in self.objectives)}"
            )
        return found[0]

    def values(self, metric: str) -> pd.Series:
        """Returns the mean of a metric, or a cost, by point."""
        column = metric if metric.startswith("cost.") else f"{metric}.mean"
        return self.points[column]

    def pareto(self, *names: str) -> pd.DataFrame:
        """Returns the points on the front of these objectives (without names: of all), by their means.

        Limits always hold, including those of objectives that are not named.
        """
        chosen = [self.objective(n) for n in names] or [o for o in self.objectives if o.direction]
        if any(o.direction is None for o in chosen):
            raise StudyError(
                "pareto: found an objective that is a limit, accepted: objectives with a direction"
            )
        limits = [o for o in self.objectives if o not in chosen]
        objectives = [*chosen, *(Objective(o.metric, None, o.at_most, o.at_least) for o in limits)]
        means = np.column_stack([self.values(o.metric).to_numpy(float) for o in objectives])
        rows = self.points[pareto.on_front(pareto.costs_of(means, objectives))]
        return rows.sort_values(
            f"{chosen[0].metric}" if chosen[0].metric.startswith("cost.") else f"{chosen[0].metric}.mean"
        )

    def difference(self, a: int, b: int, metric: str) -> statistics.Interval:
        """Returns the 95 % interval of the metric at point `a` minus that at point `b`, over the seeds that both have.

        With common seeds both points had the same traffic, so that the interval is narrower than those of the points.
        """
        runs = self.runs[self.runs.status == "ok"]
        left, right = (runs[runs.point == p].set_index("seed")[metric] for p in (a, b))
        if not self.summary["measure"]["common_seeds"]:
            raise StudyError("difference: found a study without common seeds, accepted: common_seeds = true")
        seeds = left.index.intersection(right.index)
        if len(seeds) < 2:
            raise StudyError(
                f"difference: found {len(seeds)} common seeds of points {a} and {b}, accepted: 2 or more"
            )
        return statistics.paired(left[seeds].to_list(), right[seeds].to_list())

    def settings(self, point: int) -> dict[str, Any]:
        """Returns the scenario keys that a point sets over the base scenario."""
        row = self.points[self.points.point == point].iloc[0]
        names = [a["key"] for a in self.summary["axes"]] + list(self.summary["derived"])
        found = {**self.summary["set"]}
        for name in names:
            value = row[name]
            found[name] = value.item() if isinstance(value, np.generic) else value
        return found

    def command(self, point: int, seed: int | None = None) -> str:
        """Returns the command that runs a point again, for a shell in the folder of `DIR/scenario.toml` if there is a base."""
        words = ["ixsim", "run"]
        if self.summary["scenario"]:
            words.append(str(self.folder / "scenario.toml"))
        if self.summary["profile"]:
            words += ["--profile", self.summary["profile"]]
        for name, value in self.settings(point).items():
            words += ["--set", f"{name}={value if isinstance(value, str) else toml_value(value)}"]
        words += ["--seed", str(seed if seed is not None else self.summary["measure"]["first_seed"])]
        return shlex.join(words)

    def __repr__(self) -> str:
        return f"Results({self.folder}, {json.dumps(self.summary['counts'])})"


def keys_like(pattern: str = "") -> list[str]:
    """Returns scenario keys whose names contain this part."""
    return [name for name in keys.all_keys() if pattern in name]
