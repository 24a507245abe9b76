"""Writes the tables and study.json of a study folder from the journal, sorted; equal runs give equal bytes."""

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from . import effects, keys, pareto, schema, statistics
from .closed_forms import FORMS
from .cost.model import UNITS as COST_UNITS
from .errors import StudyError
from .plan import screen
from .schema import Column
from .session import QUANTILES, Session
from .space import Space
from .toml_text import value as toml_value
from .whole_file import whole, write_text

ROW_GROUP = 100_000
# Runs whose queues or histograms are held before they are written.
FLUSH = 200_000


def axis_column(name: str, values: list[Any]) -> Column:
    """Returns the column of an axis. Values of different kinds, and arrays, become text in the syntax of TOML."""
    facts = keys.facts(name)
    kinds = {type(v) for v in values}
    if kinds == {bool}:
        kind = pa.bool_()
    elif kinds == {int}:
        kind = pa.int64()
    elif kinds <= {int, float} and kinds:
        kind = pa.float64()
    else:
        kind = pa.string()
    return Column(name, kind, str(facts.get("unit") or ""), str(facts.get("description") or ""))


def axis_array(column: Column, values: list[Any]) -> pa.Array:
    if pa.types.is_string(column.type):
        return pa.array([v if isinstance(v, str) else toml_value(v) for v in values], pa.string())
    return pa.array(values, column.type)


def write_table(table: pa.Table, path: Path) -> None:
    """Writes a table. A given version of pyarrow writes equal tables to equal bytes."""
    with whole(path) as place:
        pq.write_table(table, place, compression="zstd", row_group_size=ROW_GROUP)


class Long:
    """A table with many rows for each run, written in parts."""

    def __init__(self, path: Path, shape: pa.Schema):
        self.shape = shape
        self.writer = pq.ParquetWriter(path, shape, compression="zstd")
        self.rows: list[tuple[Any, ...]] = []

    def extend(self, rows: list[tuple[Any, ...]]) -> None:
        self.rows += rows
        if len(self.rows) >= FLUSH:
            self.flush()

    def flush(self) -> None:
        columns: list[Any] = list(zip(*self.rows, strict=True)) if self.rows else [[] for _ in self.shape]
        arrays = [pa.array(c, f.type) for c, f in zip(columns, self.shape, strict=True)]
        self.writer.write_table(pa.table(arrays, schema=self.shape))
        self.rows = []

    def close(self) -> None:
        if self.rows:
            self.flush()
        self.writer.close()


def queue_rows(number: int, seed: int, result: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Returns frames and losses of each queue that has either."""
    frames: dict[tuple[str, int], int] = {}
    drops: Counter[tuple[str, int]] = Counter()
    for name, count in result.items():
        parts = name.split(".")
        if len(parts) >= 4 and parts[1] == "queue" and parts[2].isdigit():
            queue = (parts[0], int(parts[2]))
            if parts[3] == "frames":
                frames[queue] = int(count)
            elif parts[3] == "drop":
                drops[queue] += int(count)
    return [(number, seed, d, q, frames.get((d, q), 0), drops[d, q]) for d, q in sorted({*frames, *drops})]


def is_queue_metric(name: str) -> bool:
    parts = name.split(".")
    return len(parts) >= 4 and parts[1] == "queue" and parts[2].isdigit()


class Collector:
    """Reads the runs of a study from its store, in the order of point and seed."""

    def __init__(self, session: Session, folder: Path):
        self.session, self.space = session, session.space
        self.states = sorted(session.states.values(), key=lambda s: s.number)
        self.rows = [
            (s, i, row) for s in self.states for i, row in enumerate(s.rows[: s.wanted]) if row is not None
        ]
        self.status: list[str] = []
        self.keys: list[str] = []
        self.metrics: dict[str, np.ndarray] = {}
        self.limited: list[Counter[str]] = [Counter() for _ in self.states]
        self.evidence: list[str] = [""] * len(self.states)
        self.notes: dict[int, str] = {}
        self.pooled: dict[int, list[dict[str, Any]]] = {}
        self.workers: list[tuple[Any, ...]] = []
        self.quantiles: dict[tuple[int, str], statistics.Interval] = {}
        self.wanted_quantiles = [m for m in session.tracked if m.endswith(tuple(QUANTILES))]
        with whole(folder / "queues.parquet") as queues, whole(folder / "histograms.parquet") as histograms:
            self._read(Long(queues, schema.QUEUES), Long(histograms, schema.HISTOGRAMS))
        self._computed()

    def _read(self, queues: Long, histograms: Long) -> None:
        session = self.session
        before: int | None = None
        for place, (state, index, row) in enumerate(self.rows):
            if before is not None and before != state.number:
                self._quantiles(before)
            before = state.number
            seed = session.seed(state.point, index)
            if row < 0:
                self._unfinished(state.number, session.job(state, index).digest, seed)
                continue
            record = session.store.record(row)  # type: ignore[union-attr]
            self._run(place, state.number, seed, record)
            if self.space.measure.queues:
                queues.extend(queue_rows(state.number, seed, record["result"]))
            if session.histograms:
                buckets = record.get("histograms", {})
                if record["status"] == "ok":
                    self.pooled.setdefault(state.number, []).append(buckets)
                if self.space.measure.histograms:
                    for name in sorted(buckets):
                        histograms.extend([(state.number, seed, name, *map(int, b)) for b in buckets[name]])
        if before is not None:
            self._quantiles(before)
        queues.close()
        histograms.close()

    def _unfinished(self, number: int, request: str, seed: int) -> None:
        status, error = self.session.store.unfinished.get(  # type: ignore[union-attr]
            bytes.fromhex(request), ("crashed", "no answer")
        )
        self.status.append(status)
        self.keys.append("")
        self.notes.setdefault(number, f"seed {seed}: {status}: {error}")
        self.workers.append((number, seed, None, None, None, None))

    def _run(self, place: int, number: int, seed: int, record: dict[str, Any]) -> None:
        self.status.append(record["status"])
        self.keys.append(record["key"])
        if record["status"] != "ok":
            self.notes.setdefault(number, f"seed {seed}: failed: {record.get('error', '')}")
        for name, value in record["result"].items():
            if isinstance(value, (int, float)) and self._is_column(name):
                if name not in self.metrics:
                    self.metrics[name] = np.full(len(self.rows), np.nan)
                self.metrics[name][place] = value
        limits = record.get("limited_by", [])
        for resource in sorted({entry["resource"] for entry in limits}):
            self.limited[number][resource] += 1
        if limits and not self.evidence[number]:
            self.evidence[number] = json.dumps(limits, separators=(",", ":"))
        host = record.get("host", {})
        self.workers.append(
            (
                number,
                seed,
                record.get("worker"),
                host.get("wall_ms"),
                host.get("cpu_ms"),
                host.get("peak_kib"),
            )
        )

    def _is_column(self, name: str) -> bool:
        """Returns whether a metric has a column: those of queues are rows of queues.parquet, if they are requested
        there.
        """
        return name in self.session.tracked or not (self.space.measure.queues and is_queue_metric(name))

    def _quantiles(self, number: int) -> None:
        runs = self.pooled.pop(number, [])
        for metric in self.wanted_quantiles:
            name, _, suffix = metric.rpartition(".")
            parts = [run[name] for run in runs if name in run]
            if parts:
                self.quantiles[number, metric] = statistics.pooled_quantile(
                    parts, QUANTILES["." + suffix], number + 1
                )

    def _computed(self) -> None:
        for name in self.space.computed:
            column = np.full(len(self.rows), np.nan)
            for place, (state, _, row) in enumerate(self.rows):
                if row >= 0:
                    column[place] = self.session.values(state, row, (name,))[name]
            self.metrics[name] = column

    def metric_columns(self) -> list[Column]:
        units = self.session.store.units  # type: ignore[union-attr]
        first = [n for n in (*self.session.tracked, *self.space.computed) if n in self.metrics]
        names = list(dict.fromkeys([*first, *sorted(self.metrics)]))
        columns = []
        for name in names:
            unit, text = units.get(name, ("", ""))
            if name in self.space.computed:
                unit, text = "", self.space.computed[name].text
            columns.append(Column(name, pa.float64(), unit, text))
        return columns


def write(session: Session, folder: Path) -> dict[str, Any]:
    """Writes all tables and study.json. Returns the content of study.json."""
    space = session.space
    c = Collector(session, folder)
    known = [space.keys_of(s.point) for s in c.states]
    key_names = [*space.axis_keys, *space.derived]
    axes = [axis_column(name, [k[name] for k in known]) for name in key_names]
    metrics = c.metric_columns()

    numbers = np.array([s.number for s, _, _ in c.rows], dtype=np.int64)
    seeds = [session.seed(s.point, i) for s, i, _ in c.rows]
    table = pa.table(
        [
            pa.array(numbers),
            pa.array(seeds, pa.int64()),
            pa.array(c.status, pa.string()),
            pa.array(c.keys, pa.string()),
            *(axis_array(a, [known[n][a.name] for n in numbers]) for a in axes),
            *(pa.array(c.metrics[m.name]) for m in metrics),
        ],
        schema=schema.runs(axes, metrics),
    )
    write_table(table, folder / "runs.parquet")
    write_table(
        pa.table(
            [
                pa.array(col, f.type)
                for col, f in zip(zip(*c.workers, strict=True), schema.WORKERS, strict=True)
            ]
            if c.workers
            else [pa.array([], f.type) for f in schema.WORKERS],
            schema=schema.WORKERS,
        ),
        folder / "workers.parquet",
    )

    ok = np.array([s == "ok" for s in c.status], dtype=bool)
    order = np.searchsorted(numbers, np.arange(len(c.states) + 1))
    spans = [np.arange(order[i], order[i + 1])[ok[order[i] : order[i + 1]]] for i in range(len(c.states))]
    first_stage = space.measure.least if space.measure.half_width is not None else None
    statistic: dict[str, list[Any]] = {}
    for m in metrics:
        column = c.metrics[m.name]
        found = [
            c.quantiles[s.number, m.name]
            if (s.number, m.name) in c.quantiles
            else statistics.interval(column[span][~np.isnan(column[span])], first_stage)
            for s, span in zip(c.states, spans, strict=True)
        ]
        for part in schema.STATISTICS:
            statistic[f"{m.name}.{part}"] = [getattr(i, part) for i in found]

    costs, cost_columns = cost_values(session, c.states)
    samples, means = [], np.full((len(c.states), len(space.objectives)), np.nan)
    for s, span in zip(c.states, spans, strict=True):
        sample = np.full((len(span), len(space.objectives)), np.nan)
        for i, o in enumerate(space.objectives):
            if o.metric.startswith("cost."):
                sample[:, i] = means[s.number, i] = costs[o.metric][s.number]
            elif o.metric in c.metrics and len(span):
                sample[:, i] = c.metrics[o.metric][span]
                means[s.number, i] = statistic[f"{o.metric}.mean"][s.number]
                if o.metric in c.wanted_quantiles:
                    # The figure of the point is the quantile of the pool: runs scatter around it.
                    sample[:, i] += means[s.number, i] - sample[:, i].mean()
        samples.append(sample)
        if len(span) == 0:
            means[s.number] = np.nan
    on_front = pareto.on_front(pareto.costs_of(means, space.objectives))
    front = pareto.membership(samples, space.objectives, space.measure.common_seeds)

    reasons = []
    for s in c.states:
        parts = [s.reason, c.notes.get(s.number)]
        reasons.append("; ".join(p for p in parts if p))
    top = [limited.most_common(1)[0] if limited else ("", 0) for limited in [stable(x) for x in c.limited]]
    columns: dict[str, Any] = {"point": np.arange(len(c.states), dtype=np.int64)}
    columns |= {a.name: axis_array(a, [k[a.name] for k in known]) for a in axes}
    columns |= {
        "legal": [s.reason is None for s in c.states],
        "reason": reasons,
        "n": [len(span) for span in spans],
    }
    columns |= statistic
    columns |= costs
    columns |= {
        "limited_by": [resource for resource, _ in top],
        "limited_by_share": [
            count / max(sum(1 for _, row in s.counted if row >= 0), 1)
            for (_, count), s in zip(top, c.states, strict=True)
        ],
        "limits": c.evidence,
        "on_front": on_front,
        "front": front,
    }
    shape = schema.points(axes, metrics, cost_columns)
    write_table(
        pa.table([pa.array(columns[f.name], f.type) for f in shape], schema=shape), folder / "points.parquet"
    )

    study = summary(session, c, axes, metrics, cost_columns, on_front)
    study["counts"]["short_of_half_width"] = short(space, statistic, [len(span) for span in spans])
    study["closed_forms"] = closed_forms(session, c.states, statistic)
    study |= effects.study_effects(session, c, spans, means, samples)
    if space.method in ("morris", "sobol"):
        study["screening"] = {
            o.metric: screen.analyse(space, {s.point: float(means[s.number, i]) for s in c.states})
            for i, o in enumerate(space.objectives)
        }
    write_text(folder / "study.json", json.dumps(clean(study), indent=1, ensure_ascii=False) + "\n")
    return study


def short(space: Space, statistic: dict[str, list[Any]], counts: list[int]) -> int:
    """Returns the number of points with runs whose intervals are wider than the space file requires."""
    m = space.measure
    if m.half_width is None:
        return 0
    wide = np.zeros(len(counts), dtype=bool)
    for name in m.stop:
        if f"{name}.mean" in statistic:
            mean, half = (
                np.array(statistic[f"{name}.{part}"], dtype=float) for part in ("mean", "half_width")
            )
            # The stopping rule uses the mean of the first stage: allow for the difference.
            wide |= half > 1.05 * m.half_width * np.abs(mean)
    return int((wide & (np.array(counts) > 0)).sum())


def closed_forms(
    session: Session, states: list[Any], statistic: dict[str, list[Any]]
) -> list[dict[str, Any]]:
    """Returns for each closed form its value at each point, and the number of points whose interval covers it."""
    found = []
    for use in session.space.closed_forms:
        values: list[float] = []
        for s in states:
            known = session.space.known(s.point)
            try:
                value = FORMS[use.name].function(
                    **{p: float(e.value(known)) for p, e in use.parameters.items()}
                )
            except (StudyError, ArithmeticError, ValueError, TypeError):
                value = math.nan
            values.append(value)
        low, high = (
            np.array(statistic.get(f"{use.metric}.{end}", [math.nan] * len(states)))
            for end in ("low", "high")
        )
        compared = np.isfinite(low) & np.isfinite(high) & np.isfinite(values)
        inside = compared & (low <= values) & (values <= high)
        found.append(
            {
                "name": use.name,
                "metric": use.metric,
                "parameters": {p: e.text for p, e in use.parameters.items()},
                "values": values,
                "compared": int(compared.sum()),
                "inside": int(inside.sum()),
            }
        )
    return found


def stable(limited: Counter[str]) -> Counter[str]:
    """Returns the counts in an order in which equal ones are sorted by name."""
    return Counter(dict(sorted(limited.items())))


def clean(value: Any) -> Any:
    """Returns a value for JSON: numbers of numpy become plain, NaN becomes null."""
    if isinstance(value, dict):
        return {str(k): clean(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [clean(v) for v in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def cost_values(session: Session, states: list[Any]) -> tuple[dict[str, list[float]], list[Column]]:
    if session.space.cost is None:
        return {}, []
    found = [session.cost(s.point) for s in states]
    names = list(dict.fromkeys(name for values in found for name in values))
    columns = [
        Column(
            n,
            pa.float64(),
            COST_UNITS.get(n.removeprefix("cost."), ""),
            "silicon cost (docs/silicon_cost.md)",
        )
        for n in names
    ]
    return {n: [values.get(n, math.nan) for values in found] for n in names}, columns


def summary(
    session: Session,
    c: Collector,
    axes: list[Column],
    metrics: list[Column],
    costs: list[Column],
    on_front: np.ndarray,
) -> dict[str, Any]:
    """Returns the first part of study.json: the runs, and the content of the tables."""
    space = session.space
    units = {m.name: m.unit for m in (*metrics, *costs)}
    refused = Counter(s.reason for s in c.states if s.reason is not None)
    return {
        "format": schema.FORMAT,
        "name": space.name,
        "title": space.title,
        "question": space.question,
        "ixsim": session.runner.version,
        "binary": session.runner.binary,
        "method": {"name": space.method, **space.options},
        "measure": {k: v for k, v in vars(space.measure).items() if v is not None},
        "objectives": [{**o.as_dict(), "unit": units.get(o.metric, "")} for o in space.objectives],
        "axes": [
            {
                "key": key,
                "values": [level[i] for level in d.levels],
                "linked_to": [k for k in d.keys if k != key],
                "unit": next((a.unit for a in axes if a.name == key), ""),
            }
            for d in space.dimensions
            for i, key in enumerate(d.keys)
        ],
        "derived": {name: e.text for name, e in space.derived.items()},
        "computed": {name: e.text for name, e in space.computed.items()},
        "constraints": [e.text for e in space.constraints],
        "profile": space.profile,
        "scenario": space.scenario,
        "set": space.constants,
        "complete": all(s.complete for s in c.states) and not session.stopped,
        "counts": {
            "points": len(c.states),
            "legal": sum(1 for s in c.states if s.reason is None),
            "illegal": sum(refused.values()),
            "excluded": space.size - len(c.states) if space.method == "full" else None,
            "runs": len(c.rows),
            "ok": sum(1 for s in c.status if s == "ok"),
            "on_front": int(on_front.sum()),
        },
        "illegal": [{"reason": reason, "points": count} for reason, count in sorted(refused.items())],
    }
