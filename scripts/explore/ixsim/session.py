"""A study in progress: passes the missing runs to a runner, stores the answers, and decides the number of seeds of a
point.
"""

import hashlib
import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from . import statistics
from .errors import StudyError
from .pareto import costs_of
from .plan import Plan, Seen
from .server import Answer, Request
from .space import Point, Space
from .store import Store, digest

Values = dict[str, float]
QUANTILES = {".p50": 0.5, ".p99": 0.99}
QUEUE_METRICS = ("rx.queue.*.frames", "rx.queue.*.drop.*", "tx.queue.*.frames")


class Runner(Protocol):
    """Answers requests, on this machine or on a cluster."""

    binary: str
    version: str
    jobs: int

    def run(self, take: Callable[[], Request | None]) -> Iterator[tuple[Request, Answer, str]]: ...

    def close(self) -> None: ...


class Job(dict[str, Any]):
    """A request with the point and the seed that it is for."""

    state: "PointState"
    index: int
    digest: str


class PointState:
    """State of a point: a row of the store for each seed, -1 for a run that did not end."""

    __slots__ = ("done", "number", "point", "reason", "rows", "wanted")

    def __init__(self, number: int, point: Point, wanted: int):
        self.number, self.point, self.wanted = number, point, wanted
        self.rows: list[int | None] = []
        self.done = 0
        # Reason why the program refuses the scenario.
        self.reason: str | None = None

    @property
    def counted(self) -> list[tuple[int, int]]:
        """Returns seeds and rows of the runs that ended, up to the first missing seed."""
        found = []
        for i, row in enumerate(self.rows[: self.wanted]):
            if row is None:
                break
            if row >= 0:
                found.append((i, row))
        return found

    @property
    def complete(self) -> bool:
        return self.reason is not None or self.done >= self.wanted


def metric_names(space: Space) -> tuple[str, ...]:
    """Returns the metrics with which a study computes, without computed ones: the store holds them in memory."""
    known = {*space._base, *space.constants, *space.axis_keys, *space.derived}
    names = [o.metric for o in space.objectives] + list(space.measure.stop)
    names += [use.metric for use in space.closed_forms]
    for expression in space.computed.values():
        names += sorted(expression.names - known - set(space.computed))
    return tuple(dict.fromkeys(n for n in names if n not in space.computed and not n.startswith("cost.")))


def request_metrics(space: Space) -> list[str]:
    """Returns names and globs of the metrics in the answer of each run."""
    names = [*metric_names(space), *space.measure.metrics]
    if space.measure.queues:
        names += QUEUE_METRICS
    return list(dict.fromkeys(names))


def needs_histograms(space: Space) -> bool:
    return space.measure.histograms or any(n.endswith(tuple(QUANTILES)) for n in metric_names(space))


def file_digests(space: Space) -> dict[str, str]:
    """Returns the digest of each file that the scenario or an axis names: the bytes are part of every request."""
    named = list(space._base.items()) + list(space.constants.items())
    for d in space.dimensions:
        named += [(key, level[i]) for level in d.levels for i, key in enumerate(d.keys)]
    found = {}
    for key, value in named:
        is_file = key.endswith("traffic.pcap") or (
            key.endswith("host.platform")
            and isinstance(value, str)
            and ("/" in value or value.endswith(".toml"))
        )
        if is_file:
            try:
                found[str(value)] = hashlib.sha256(Path(str(value)).read_bytes()).hexdigest()
            except OSError as error:
                raise StudyError(f"{key}: {value}: cannot be read: {error.strerror}") from None
    return found


class Session:
    """Runs points of a space through a runner into a store. Call `advance` with each batch of the plan."""

    def __init__(self, space: Space, runner: Runner, store: Store | None, deadline: float | None = None):
        self.space, self.runner, self.store, self.deadline = space, runner, store, deadline
        self.states: dict[Point, PointState] = {}
        self.files = file_digests(space)
        self.metrics = request_metrics(space)
        self.histograms = needs_histograms(space)
        self.asked = digest([sorted(self.metrics), self.histograms])
        self.tracked = metric_names(space)
        self.pending: deque[tuple[PointState, int]] = deque()
        self.executed = 0
        self.stopped = False
        self.progress: Callable[[int, int], None] = lambda done, total: None
        self.costs: dict[str, Values] = {}
        self._finished = 0
        self._started = 0

    def seed(self, point: Point, index: int) -> int:
        """Returns a seed: equal for all points with common seeds, otherwise derived from the point's axes."""
        first = self.space.measure.first_seed
        if self.space.measure.common_seeds:
            return first + index
        return int(digest([self.space.axes(point), first, index])[:15], 16)

    def request(self, point: Point, index: int) -> Request:
        """Returns the request of a run, without the requested metrics."""
        request: Request = {"set": self.space.settings(point), "seed": self.seed(point, index)}
        if self.space.scenario:
            request["scenario"] = self.space.scenario
        if self.space.profile:
            request["profile"] = self.space.profile
        return request

    def job(self, state: PointState, index: int) -> Job:
        plain = self.request(state.point, index)
        job = Job(plain, metrics=self.metrics)
        if self.histograms:
            job["histograms"] = True
        job.state, job.index = state, index
        job.digest = digest([plain, self.files, self.runner.binary, self.asked])
        return job

    # Values of points.

    def raw(self, row: int) -> Values:
        assert self.store is not None
        return {name: self.store.value(row, i) for i, name in enumerate(self.tracked)}

    def values(self, state: PointState, row: int, names: tuple[str, ...]) -> Values:
        """Returns metrics of a run by name: reported, computed, or of the cost."""
        raw = self.raw(row)
        found: Values = {}
        for name in names:
            if name in self.space.computed:
                found[name] = self.computed(name, state.point, raw)
            elif name.startswith("cost."):
                found[name] = self.cost(state.point).get(name, math.nan)
            else:
                found[name] = raw.get(name, math.nan)
        return found

    def computed(self, name: str, point: Point, raw: Values) -> float:
        """Returns a computed metric; NaN if a part of it is missing or the arithmetic has no result."""
        keys: dict[str, Any] = {**self.space.known(point), **raw}
        for inner in self.space.computed[name].names & set(self.space.computed) - {name}:
            keys[inner] = self.computed(inner, point, raw)
        try:
            value = float(self.space.computed[name].value(keys))
        except (StudyError, TypeError, ValueError, RecursionError):
            return math.nan
        return value if math.isfinite(value) else math.nan

    def _sizes(self, point: Point) -> dict[str, Any]:
        """Returns the parameters of the silicon cost of a point."""
        known = self.space.known(point)
        sizes = {}
        for name, e in (self.space.cost or {}).items():
            value = e.value(known)
            sizes[name] = int(value) if isinstance(value, float) and value.is_integer() else value
        return sizes

    def unpriced(self, point: Point) -> str | None:
        """Returns why a point has no silicon cost though the study asks for it, or None."""
        if self.space.cost is None:
            return None
        from .cost import ParameterError
        from .cost.parameters import Parameters

        try:
            Parameters.of(self._sizes(point))
        except ParameterError as error:
            return f"cost.{error}"
        return None

    def cost(self, point: Point) -> Values:
        """Returns the silicon cost of a point as `cost.NAME`; nothing if `unpriced` has a reason."""
        if self.space.cost is None or self.unpriced(point) is not None:
            return {}
        from .cost import CacheError, SynthesisError, cost

        sizes = self._sizes(point)
        place = digest(sizes)
        if place not in self.costs:
            try:
                total = cost(sizes, self.space.cost_step)["total"]
            except (SynthesisError, CacheError) as error:
                raise StudyError(f"cost: {error}") from None
            self.costs[place] = {f"cost.{k}": float(v) for k, v in total.items() if v is not None}
        return self.costs[place]

    # Runs.

    def add(self, points: list[Point]) -> list[PointState]:
        """Numbers new points and plans their first seed."""
        added = []
        for point in points:
            if point not in self.states:
                state = PointState(len(self.states), point, self.space.measure.least)
                self.states[point] = state
                self._plan(state, 0)
                added.append(state)
        return added

    def _plan(self, state: PointState, index: int) -> None:
        self.pending.append((state, index))
        self._started += 1

    def take(self) -> Job | None:
        """Returns the next run that the store does not have. None: there is none now, or the time is over."""
        assert self.store is not None
        while self.pending:
            if self.deadline is not None and time.monotonic() > self.deadline:
                self.stopped = True
                return None
            state, index = self.pending.popleft()
            if index == 0 and (reason := self.unpriced(state.point)) is not None:
                self._refused(state, reason)
                continue
            job = self.job(state, index)
            if (row := self.store.row(job.digest)) is not None:
                self._ended(state, index, row)
            elif (reason := self.store.refused.get(bytes.fromhex(job.digest))) is not None:
                self._refused(state, reason)
            else:
                return job
        return None

    def _ended(self, state: PointState, index: int, row: int) -> None:
        self._finished += 1
        while len(state.rows) <= index:
            state.rows.append(None)
        state.rows[index] = row
        while state.done < len(state.rows) and state.rows[state.done] is not None:
            state.done += 1
        least = self.space.measure.least
        if index == 0:
            for i in range(1, least):
                self._plan(state, i)
        # Only the first stage decides the number of runs; the order in which runs end has no effect.
        if state.done == least and state.wanted == least and index < least:
            state.wanted = self._wanted(state)
            for i in range(least, state.wanted):
                self._plan(state, i)

    def _wanted(self, state: PointState) -> int:
        m = self.space.measure
        rows = [row for row in state.rows[: m.least] if row is not None and row >= 0]
        if m.half_width is None or len(rows) < m.least:
            return m.least
        runs = [self.values(state, row, m.stop) for row in rows]
        return max(
            [
                m.least,
                *(statistics.wanted_runs([r[name] for r in runs], m.half_width, m.most) for name in m.stop),
            ]
        )

    def _refused(self, state: PointState, reason: str) -> None:
        state.reason = reason
        self._finished += 1

    def advance(self, points: list[Point]) -> None:
        """Adds a batch and runs until no run of it is missing, or the time is over."""
        self.add(points)
        assert self.store is not None
        for job, answer, worker in self.runner.run(self.take):
            assert isinstance(job, Job)
            self.keep(job, answer, worker)
            self.progress(self._finished, self._started)

    def keep(self, job: Job, answer: Answer, worker: str) -> None:
        """Stores an answer and continues with its point."""
        assert self.store is not None
        answer.pop("document", None)
        self.executed += 1
        self.store.add(job.digest, self.runner.binary, self.asked, answer, worker)
        if answer["status"] == "error":
            self._refused(job.state, answer["error"])
        else:
            row = self.store.row(job.digest)
            self._ended(job.state, job.index, -1 if row is None else row)

    def seen(self) -> Seen:
        """Returns the objectives of all points, in the form for plans."""
        names = tuple(o.metric for o in self.space.objectives)
        means = np.full((len(self.states), len(names)), np.nan)
        for state in self.states.values():
            runs = [self.values(state, row, names) for _, row in state.counted]
            if runs:
                means[state.number] = [float(np.mean([r[n] for r in runs])) for n in names]
        costs = costs_of(means, self.space.objectives)
        return {point: costs[state.number] for point, state in self.states.items()}

    def follow(self, plan: Plan) -> None:
        """Runs all batches of a plan."""
        try:
            points = next(plan)
            while True:
                self.advance(points)
                if self.stopped:
                    return
                # A full plan needs no results; its answers need no summary.
                points = plan.send(
                    {} if self.space.method in ("full", "random", "latin", "morris", "sobol") else self.seen()
                )
        except StopIteration:
            return
