"""A study from its space file to its folder: pilot runs, checks, all runs, tables."""

import json
import math
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import keys, plan, results, space, toml_text
from .errors import StudyError
from .local import LocalRunner
from .server import Answer, Indexed
from .session import Job, PointState, Runner, Session
from .space import Point, Space
from .store import Store
from .whole_file import write_text

PILOTS = 5


@dataclass
class Estimate:
    """Estimate of a study from pilot runs: `--dry-run`."""

    points: int
    legal: int
    illegal: list[tuple[str, int, dict[str, Any]]]
    runs_least: int
    runs_most: int
    run_seconds: float
    jobs: int
    pilots: int
    exact: bool

    @property
    def seconds(self) -> tuple[float, float]:
        return (
            self.runs_least * self.run_seconds / self.jobs,
            self.runs_most * self.run_seconds / self.jobs,
        )


def limits(s: Space) -> tuple[str, ...]:
    """Returns the options of `ixsim batch` for time-out and memory."""
    words: list[str] = []
    if s.timeout is not None:
        words += ["--timeout", f"{s.timeout:g}"]
    if s.memory_mib is not None:
        words += ["--memory", str(s.memory_mib)]
    return tuple(words)


def answers_of(runner: Runner, requests: list[dict[str, Any]]) -> list[Answer]:
    """Runs requests and returns their answers in order."""
    left = iter([Indexed(i, request) for i, request in enumerate(requests)])
    got: list[Answer] = [{}] * len(requests)
    for request, answer, _ in runner.run(lambda: next(left, None)):
        assert isinstance(request, Indexed)
        got[request.index] = answer
    return got


def spread(points: list[Point], count: int) -> list[Point]:
    """Returns first, last and points between."""
    if len(points) <= count:
        return points
    return [points[round(i * (len(points) - 1) / (count - 1))] for i in range(count)]


def priced(session: Session, points: list[Point]) -> list[Point]:
    """Returns the points whose silicon cost, if the study asks for it, has parameters in range."""
    reasons = [session.unpriced(p) for p in points]
    if all(reason is not None for reason in reasons):
        raise none_legal(len(points), Counter(reason for reason in reasons if reason is not None))
    return [p for p, reason in zip(points, reasons, strict=True) if reason is None]


def none_legal(count: int, reasons: Counter[str]) -> StudyError:
    reason, _ = reasons.most_common(1)[0]
    return StudyError(f"axes: none of {count} points is legal; most are refused with: {reason}")


class Pilot:
    """A few runs with their whole result: they check the objectives, and give units and the time of a run."""

    def __init__(self, session: Session, points: list[Point]):
        self.session = session
        points = priced(session, points)
        self.jobs = [self._job(p) for p in spread(points, PILOTS)]
        self.answers = answers_of(session.runner, [{**j, "document": True} for j in self.jobs])
        if all(a["status"] == "error" for a in self.answers):
            self._find_legal(points)
        self._check()

    def _job(self, point: Point) -> Job:
        # The number does not matter: the answer is stored by its request.
        return self.session.job(PointState(0, point, 1), 0)

    def _find_legal(self, points: list[Point]) -> None:
        left = [p for p in points if p not in {j.state.point for j in self.jobs}]
        for start in range(0, len(left), 1_000):
            part = left[start : start + 1_000]
            answers = answers_of(self.session.runner, [{**self._job(p), "resolve": True} for p in part])
            for point, answer in zip(part, answers, strict=True):
                if answer["status"] == "legal":
                    job = self._job(point)
                    self.jobs.append(job)
                    self.answers += answers_of(self.session.runner, [{**job, "document": True}])
                    return
        reasons = Counter(a["error"] for a in self.answers)
        raise none_legal(len(points), reasons)

    def _check(self) -> None:
        documents = [a["document"] for a in self.answers if "document" in a]
        if not documents:
            worst = next(a for a in self.answers if a["status"] != "error")
            raise StudyError(
                f"pilot runs: none ended: {worst['status']}: {worst.get('error', '')}; see [budget]"
            )
        reported: dict[str, tuple[str, str]] = {}
        for document in documents:
            for name, metric in document["metrics"].items():
                reported.setdefault(name, (metric["unit"], metric["description"]))
        s = self.session.space
        for name in self.session.tracked:
            if name not in reported:
                what = "objective" if name in {o.metric for o in s.objectives} else "metric"
                raise StudyError(
                    f"{what}: found {name}, which no pilot run reports, accepted: a metric of a result"
                    f"{keys.nearest(name, list(reported))}"
                )
        cost_names = self._cost_names()
        for o in s.objectives:
            if o.metric.startswith("cost.") and o.metric not in cost_names:
                raise StudyError(
                    f"objective: found {o.metric}, accepted with cost.step {s.cost_step}: {', '.join(cost_names)}"
                )
        self.units = {n: list(reported[n]) for n in sorted(reported) if not results.is_queue_metric(n)}
        walls = [a["host"]["wall_ms"] for a in self.answers if a["status"] in ("ok", "failed")]
        self.run_seconds = sum(walls) / len(walls) / 1_000

    def _cost_names(self) -> list[str]:
        for job in self.jobs:
            if found := self.session.cost(job.state.point):
                return list(found)
        return []

    def keep(self, store: Store) -> None:
        """Stores the answers."""
        if any(store.units.get(n) != tuple(u) for n, u in self.units.items()):
            store.append({"type": "units", "metrics": self.units})
        for job, answer in zip(self.jobs, self.answers, strict=True):
            answer.pop("document", None)
            store.add(job.digest, self.session.runner.binary, self.session.asked, answer, "pilot")


def first_batch(s: Space) -> list[Point]:
    """Returns the first batch of the plan, with which pilots are chosen. Every expression has a value at its points."""
    points = next(plan.make(s))
    if s.derived:
        for point in points:
            s.keys_of(point)
    return points


def dry_run(s: Space, runner: Runner) -> Estimate:
    """Checks all points that are known in advance and estimates the time. Writes nothing."""
    session = Session(s, runner, None)
    points = first_batch(s)
    pilot = Pilot(session, points)
    jobs = [session.job(PointState(0, p, 1), 0) for p in points]
    answers = answers_of(runner, [{**j, "resolve": True} for j in jobs])
    refused: dict[str, tuple[int, dict[str, Any]]] = {}
    for p, a in zip(points, answers, strict=True):
        reason = session.unpriced(p)
        if a["status"] != "legal":
            reason = str(a.get("error", a["status"]))
        if reason is not None:
            count, example = refused.get(reason, (0, s.axes(p)))
            refused[reason] = (count + 1, example)
    illegal = [(reason, count, example) for reason, (count, example) in sorted(refused.items())]
    exact = s.method not in ("refine", "search")
    total = len(points) if exact else s.options["points"]
    legal = len(points) - sum(count for _, count, _ in illegal)
    if not exact:
        legal = round(total * legal / len(points))
    return Estimate(
        total, legal, illegal, legal * s.measure.least, legal * s.measure.most, pilot.run_seconds, runner.jobs,
        len(pilot.jobs), exact,
    )  # fmt: skip


def run(
    s: Space,
    folder: Path,
    runner: Runner,
    budget: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Makes the missing runs of a study and writes its tables. Returns study.json.

    An interruption (KeyboardInterrupt) leaves all finished runs in the journal; a rerun continues from there.
    """
    begin = time.monotonic()
    budget = budget if budget is not None else s.budget
    session = Session(s, runner, None, None if budget is None else begin + budget)
    # The pilot checks the study before there is a folder; with a journal that has all units this was done before.
    pilot = None
    if not (folder / "journal.jsonl").exists():
        pilot = Pilot(session, first_batch(s))
    store = Store(folder, session.tracked)
    try:
        if pilot is None and any(name not in store.units for name in session.tracked):
            pilot = Pilot(session, first_batch(s))
        session.store = store
        store.begin(runner.version, runner.binary)
        if pilot is not None:
            pilot.keep(store)
        write_text(folder / "study.toml", s.resolved())
        if s.scenario:
            write_text(folder / "scenario.toml", toml_text.document(s.scenario))
        if progress is not None:
            session.progress = progress
        session.follow(plan.make(s))
        return results.write(session, folder)
    finally:
        store.close()


def find_space(name: str) -> Path:
    """Returns the file of a space: a path, or the name of a study that comes with ixsim."""
    path = Path(name)
    if path.suffix == ".toml" or path.exists():
        return path
    folder = Path(__file__).parent / "studies"
    named = folder / f"{name}.toml"
    if named.is_file():
        return named
    known = sorted(p.stem for p in folder.glob("*.toml"))
    raise StudyError(
        f"{name}: found no such study, accepted: a file ending in .toml, or {', '.join(known)}{keys.nearest(name, known)}"
    )


def open_space(name: str | Path) -> Space:
    return space.load(find_space(str(name)))


def local(s: Space, workers: int | None = None) -> LocalRunner:
    """Returns a runner of this machine with the limits of a space."""
    return LocalRunner(workers, limits(s), s.attempts)


def describe(e: Estimate) -> str:
    """Returns an estimate as text for the terminal."""
    low, high = e.seconds
    lines = [f"points    {e.points}{'' if e.exact else ' at most'}, legal {e.legal}"]
    for reason, count, example in e.illegal:
        values = ", ".join(f"{k}={v}" for k, v in example.items())
        lines.append(f"illegal   {count}, such as {values}: {reason}")
    runs = f"{e.runs_least}" if e.runs_least == e.runs_most else f"{e.runs_least} to {e.runs_most}"
    lines.append(f"runs      {runs}")
    span = duration(low) if math.isclose(low, high) else f"{duration(low)} to {duration(high)}"
    lines.append(
        f"time      {span} with {e.jobs} at a time, at {1_000 * e.run_seconds:.1f} ms a run ({e.pilots} pilot runs)"
    )
    return "\n".join(lines)


def duration(t: float) -> str:
    if t < 60:
        return f"{t:.1f} s"
    return f"{t / 60:.1f} min" if t < 3_600 else f"{t / 3_600:.1f} h"


def load_summary(folder: Path) -> dict[str, Any]:
    """Returns study.json of a folder."""
    try:
        found: dict[str, Any] = json.loads((folder / "study.json").read_text())
    except OSError as error:
        raise StudyError(f"{folder}: holds no study: study.json: {error.strerror}") from None
    return found
