"""A study folder as tables: points, runs, and other data of the study.

The folder belongs to `ixsim explore`; this module only reads it. A table that the report does not need may be missing;
a missing table that it needs is an error that names the file.
"""

import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq

from ..errors import StudyError

# Columns of points.parquet and runs.parquet that are neither an axis nor a metric.
POINT_COLUMNS = {
    "point",
    "n",
    "limited_by",
    "limited_by_share",
    "limits",
    "front",
    "on_front",
    "legal",
    "reason",
}
RUN_COLUMNS = {"point", "seed", "status", "key"}
STATISTICS = (".mean", ".half_width", ".low", ".high")


@dataclass(frozen=True)
class Objective:
    """A quantity that the study optimises (`max`, `min`) or limits, or only measures (`direction` is None)."""

    metric: str
    direction: str | None = None
    at_most: float | None = None
    at_least: float | None = None
    title: str = ""

    @property
    def limit(self) -> str:
        """Returns the limit as text, empty without one."""
        ends = [("at least", self.at_least), ("at most", self.at_most)]
        return " and ".join(f"{word} {value:g}" for word, value in ends if value is not None)

    def meets(self, low: float, high: float) -> bool | None:
        """Returns whether an interval lies within the limit, outside of it, or (None) across it or is unknown."""
        if math.isnan(low) or math.isnan(high):
            return None
        least = -math.inf if self.at_least is None else self.at_least
        most = math.inf if self.at_most is None else self.at_most
        if least <= low and high <= most:
            return True
        return False if high < least or low > most else None

    def better(self, difference: float) -> bool | None:
        """Returns whether a difference of means is an improvement; None if the metric has no direction."""
        if self.direction is None or difference == 0:
            return None
        return (difference > 0) == (self.direction == "max")


@dataclass
class StudyFolder:
    path: Path
    info: dict[str, Any]
    points: pd.DataFrame
    runs: pd.DataFrame
    units: dict[str, str]
    descriptions: dict[str, str]
    axes: list[str]
    objectives: list[Objective]
    tables: dict[str, pd.DataFrame] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return str(self.info.get("name") or self.path.name)

    @property
    def title(self) -> str:
        return str(self.info.get("title") or self.name)

    def legal(self) -> pd.DataFrame:
        """Returns the points that have results, in order of their number."""
        points = self.points
        if "legal" in points:
            points = points[points["legal"].fillna(False).astype(bool)]
        if "n" in points:
            points = points[points["n"].fillna(0) > 0]
        return points

    def mean(self, metric: str) -> str | None:
        """Returns the column of points.parquet that has the metric's mean, or None without one."""
        return next((c for c in (f"{metric}.mean", metric) if c in self.points and c not in self.axes), None)

    def interval(self, row: Any, metric: str) -> tuple[float, float, float]:
        """Returns mean, low and high end of a point's 95 % interval; NaN where the point has none.

        A quantity without statistics, such as a cost, is exact: both ends are the value.
        """
        column = self.mean(metric)
        if column is None:
            return math.nan, math.nan, math.nan
        mean = number(row.get(column))
        if column == metric:
            return mean, mean, mean
        low, high = number(row.get(f"{metric}.low")), number(row.get(f"{metric}.high"))
        half = number(row.get(f"{metric}.half_width"))
        if math.isnan(low) and not math.isnan(half):
            low, high = mean - half, mean + half
        return mean, low, high

    def costs(self) -> list[str]:
        return [c for c in self.points if c.startswith("cost.") and not c.endswith(STATISTICS)]

    def measured(self) -> list[str]:
        """Returns the metrics that have statistics, objectives first, without those that no point has."""
        named = [o.metric for o in self.objectives]
        others = [c.removesuffix(".mean") for c in self.points if c.endswith(".mean")]
        order = list(dict.fromkeys(named + others))
        return [m for m in order if self.mean(m) and self.points[self.mean(m)].notna().any()]

    def objective(self, metric: str) -> Objective:
        return next((o for o in self.objectives if o.metric == metric), Objective(metric))


def number(value: Any) -> float:
    """Returns the value as a float; NaN for what is missing or no number."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan


def read_table(path: Path) -> tuple[pd.DataFrame, dict[str, str], dict[str, str]]:
    """Returns a Parquet table with the units and descriptions of its columns."""
    try:
        table = pq.read_table(path)
    except FileNotFoundError:
        raise StudyError(f"{path}: not found; `ixsim explore ... --out {path.parent}` writes it") from None
    except Exception as error:
        raise StudyError(f"{path}: cannot be read as Parquet: {one_line(error)}") from None
    meta = {f.name: {k.decode(): v.decode() for k, v in (f.metadata or {}).items()} for f in table.schema}
    units = {name: m["unit"] for name, m in meta.items() if m.get("unit")}
    texts = {name: m["description"] for name, m in meta.items() if m.get("description")}
    return table.to_pandas(), units, texts


def one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def plain(value: Any) -> Any:
    """Returns an axis value in a form that can be compared and is a key: lists become text."""
    if isinstance(value, (list, tuple)) or hasattr(value, "tolist"):
        value = value.tolist() if hasattr(value, "tolist") else list(value)
    return json.dumps(value) if isinstance(value, (list, dict)) else value


def require(frame: pd.DataFrame, columns: set[str], path: Path) -> None:
    missing = sorted(columns - set(frame.columns))
    if missing:
        raise StudyError(
            f"{path}: found no column {', '.join(missing)}; a study has it, run `ixsim explore` again"
        )


def read(directory: str | Path) -> StudyFolder:
    """Reads a study folder.

    Raises:
        StudyError: if it is no study, or one of study.json, points.parquet and runs.parquet is missing or broken.
    """
    path = Path(directory)
    if not path.is_dir():
        raise StudyError(f"{path}: found no folder; accepted is a folder that `ixsim explore --out` wrote")
    try:
        info = json.loads((path / "study.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StudyError(
            f"{path}: found no study.json; accepted is a folder of a finished `ixsim explore`"
        ) from None
    except (OSError, ValueError) as error:
        raise StudyError(f"{path / 'study.json'}: cannot be read: {one_line(error)}") from None
    if not isinstance(info, dict):
        raise StudyError(f"{path / 'study.json'}: found no object; accepted is what `ixsim explore` writes")
    points, units, texts = read_table(path / "points.parquet")
    runs, run_units, run_texts = read_table(path / "runs.parquet")
    require(points, {"point"}, path / "points.parquet")
    require(runs, {"point", "seed"}, path / "runs.parquet")
    units, texts = {**run_units, **units}, {**run_texts, **texts}
    for metric in [c.removesuffix(".mean") for c in points if c.endswith(".mean")]:
        if f"{metric}.mean" in units:
            units.setdefault(metric, units[f"{metric}.mean"])
        if f"{metric}.mean" in texts:
            texts.setdefault(metric, texts[f"{metric}.mean"])
    study = StudyFolder(
        path, info, points.sort_values("point", ignore_index=True), runs, units, texts, [], []
    )
    study.axes = [a for a in axis_names(info) if a in points]
    study.notes += [f"axis {a} has no column in points.parquet" for a in axis_names(info) if a not in points]
    for axis in study.axes:
        study.points[axis] = study.points[axis].map(plain)
        if axis in runs:
            runs[axis] = runs[axis].map(plain)
    study.objectives = objectives(info)
    for entry in info.get("objectives") or []:
        if isinstance(entry, dict) and entry.get("unit"):
            study.units.setdefault(entry["metric"], entry["unit"])
    for name in ("queues", "histograms", "workers"):
        if (path / f"{name}.parquet").exists():
            study.tables[name], more, more_texts = read_table(path / f"{name}.parquet")
            study.units.update({k: v for k, v in more.items() if k not in study.units})
            study.descriptions.update({k: v for k, v in more_texts.items() if k not in study.descriptions})
    return study


def axis_names(info: dict[str, Any]) -> list[str]:
    """Returns the keys of all axes; an axis of linked keys has several."""
    names = []
    for axis in info.get("axes") or []:
        keys = axis.get("keys") or axis.get("key") if isinstance(axis, dict) else axis
        names += keys if isinstance(keys, list) else [keys]
    return list(dict.fromkeys(n for n in names if n))


def objectives(info: dict[str, Any]) -> list[Objective]:
    found = []
    for entry in info.get("objectives") or []:
        entry = entry if isinstance(entry, dict) else {"metric": entry}
        direction = {"maximize": "max", "minimize": "min"}.get(entry.get("direction"), entry.get("direction"))
        found.append(
            Objective(
                entry["metric"],
                direction,
                entry.get("at_most"),
                entry.get("at_least"),
                entry.get("title", ""),
            )
        )
    return found
