"""`ixsim compare`: two studies point by point, with paired differences over the seeds that both have."""

import json
import math
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from .. import errors
from . import analysis
from .folder import Objective, StudyFolder, plain
from .units import exact, figure, shown, with_interval

MOST_LINES = 20


@dataclass
class Change:
    """The difference of a metric at a point that both studies have: second minus first."""

    metric: str
    first_point: int
    second_point: int
    mean: float
    half_width: float
    base: float
    kind: str  # better, worse, higher, lower, unclear, the same


@dataclass
class Comparison:
    settings: list[str] = field(
        default_factory=list
    )  # lines about differences between the studies themselves
    matched: int = 0
    only_first: int = 0
    only_second: int = 0
    runs: int = 0  # of the same point and seed
    equal_runs: int = 0
    unmatched_runs: int = 0  # of common points, with a seed that the other study does not have
    metrics: list[str] = field(default_factory=list)  # for which only one study has figures
    changes: list[Change] = field(default_factory=list)
    legal: list[str] = field(default_factory=list)  # points that one study refuses
    limited_by: list[str] = field(default_factory=list)
    joined: list[int] = field(default_factory=list)  # points of the second that came onto the front
    left: list[int] = field(default_factory=list)  # points of the first that left it

    @property
    def equal(self) -> bool:
        """Returns whether both studies have the same points and the same figures in all runs."""
        return (
            not (self.only_first or self.only_second or self.legal or self.limited_by or self.joined or self.left)
            and not (self.unmatched_runs or self.metrics)
            and self.runs == self.equal_runs
            and all(c.kind == "the same" for c in self.changes)
        )  # fmt: skip


def compare(first: StudyFolder, second: StudyFolder, tolerance: float = 0.0) -> Comparison:
    """Compares two studies.

    Points are the same if all axes that both have are equal. `tolerance` is relative, for runs of the same seed.

    Raises:
        StudyError: if the studies have no axis in common, or axes in common that do not name a point.
    """
    axes = [a for a in first.axes if a in second.axes]
    if not axes:
        raise errors.StudyError(
            f"{second.path}: found the axes {', '.join(second.axes) or 'none'}, accepted: at least one of {first.path}: "
            f"{', '.join(first.axes) or 'none'}"
        )
    result = Comparison(settings(first, second))
    left, right = key_of(first, axes), key_of(second, axes)
    common = [k for k in left if k in right]
    result.matched, result.only_first, result.only_second = (
        len(common),
        len(left) - len(common),
        len(right) - len(common),
    )
    pairs = [(left[k], right[k]) for k in common]
    compare_points(first, second, pairs, result)
    metrics = [m for m in first.measured() if m in second.measured()]
    for study, other, word in ((first, second, "first"), (second, first, "second")):
        result.metrics += [f"{m}: the {word} alone" for m in study.measured() if m not in other.measured()]
    compare_runs(first, second, pairs, metrics, tolerance, result)
    costs = [c for c in first.costs() if c in second.costs()]
    one, two = first.points.set_index("point"), second.points.set_index("point")
    legal = set(first.legal()["point"]), set(second.legal()["point"])
    for a, b in pairs:
        for cost in costs:
            if a in legal[0] and b in legal[1]:
                base, other = float(one.loc[a, cost]), float(two.loc[b, cost])
                kind = analysis.effect_of(first.objective(cost), other - base, 0.0)
                if not (math.isnan(base) and math.isnan(other)):
                    result.changes.append(Change(cost, a, b, other - base, 0.0, base, kind))
    return result  # fmt: skip


def settings(first: StudyFolder, second: StudyFolder) -> list[str]:
    """Returns a line for each of program, seeds, method, axes and objectives that differ."""
    lines = []
    for key in ("ixsim", "binary", "method", "measure", "set", "derived"):
        a, b = first.info.get(key), second.info.get(key)
        if isinstance(a, dict) and isinstance(b, dict):
            for part in dict.fromkeys([*a, *b]):
                if a.get(part) != b.get(part):
                    lines.append(f"{key} {part}: {short(a.get(part))} | {short(b.get(part))}")
        elif a != b:
            lines.append(f"{key}: {short(a)} | {short(b)}")
    for name in dict.fromkeys([*first.axes, *second.axes]):
        values = [analysis.levels(s.points[name]) if name in s.axes else None for s in (first, second)]
        if values[0] != values[1]:
            lines.append(f"axis {name}: {short(values[0])} | {short(values[1])}")
    a, b = ([f"{o.direction or o.limit} {o.metric}" for o in s.objectives] for s in (first, second))
    if a != b:
        lines.append(f"objectives: {', '.join(a) or 'none'} | {', '.join(b) or 'none'}")
    return lines


def short(value: Any) -> str:
    if value is None:
        return "none"
    text = value if isinstance(value, str) else json.dumps(value, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def key_of(study: StudyFolder, axes: list[str]) -> dict[tuple[Any, ...], int]:
    found: dict[tuple[Any, ...], int] = {}
    for row in study.points[["point", *axes]].itertuples(index=False):
        key = tuple(plain(v) for v in row[1:])
        if key in found:
            raise errors.StudyError(
                f"{study.path}: found points {found[key]} and {row[0]} with the same {', '.join(axes)}, "
                "accepted: studies whose common axes name each point"
            )
        found[key] = int(row[0])
    return found


def compare_points(first: StudyFolder, second: StudyFolder, pairs, result: Comparison) -> None:
    one, two = first.points.set_index("point"), second.points.set_index("point")
    legal = set(first.legal()["point"]), set(second.legal()["point"])
    for a, b in pairs:
        if (a in legal[0]) != (b in legal[1]):
            which, row = ("second", two.loc[b]) if a in legal[0] else ("first", one.loc[a])
            result.legal.append(
                f"point {a} | {b}: no results in the {which}: {row.get('reason') or 'no reason stored'}"
            )
            continue
        by = [r.get("limited_by") for r in (one.loc[a], two.loc[b])]
        if a in legal[0] and by[0] != by[1] and not all(pd.isna(x) for x in by):
            result.limited_by.append(f"point {a} | {b}: {by[0]} | {by[1]}")
        if "on_front" in one and "on_front" in two:
            on = (
                bool(one.loc[a, "on_front"] is True or one.loc[a, "on_front"] == 1),
                bool(two.loc[b, "on_front"] is True or two.loc[b, "on_front"] == 1),
            )
            if on == (False, True):
                result.joined.append(b)
            elif on == (True, False):
                result.left.append(a)


def compare_runs(first, second, pairs, metrics: list[str], tolerance: float, result: Comparison) -> None:
    numbers = pd.DataFrame(pairs, columns=["point", "other"])
    left = analysis.good_runs(first).merge(numbers, on="point")
    right = analysis.good_runs(second)
    names = [m for m in metrics if m in left and m in right]
    merged = left[["point", "other", "seed", *names]].merge(
        right[["point", "seed", *names]].rename(columns={"point": "other"}), on=["other", "seed"], suffixes=("", "\0")
    )  # fmt: skip
    result.runs = len(merged)
    result.unmatched_runs = len(left) + int(right["point"].isin(numbers["other"]).sum()) - 2 * len(merged)
    same = pd.Series(True, index=merged.index)
    for name in names:
        a, b = merged[name].astype(float), merged[name + "\0"].astype(float)
        near = (a == b) | (a.isna() & b.isna())
        near |= (a - b).abs() <= tolerance * pd.concat([a.abs(), b.abs()], axis=1).max(axis=1)
        same &= near
        parts = pd.DataFrame(
            {"point": merged["point"], "other": merged["other"], "d": b - a, "a": a, "near": near}
        )
        for (p, o), part in parts.groupby(["point", "other"]):
            if part["near"].all():
                result.changes.append(
                    Change(name, int(p), int(o), 0.0, 0.0, float(part["a"].mean()), "the same")
                )
                continue
            mean, half = analysis.t_interval(part["d"])
            kind = analysis.effect_of(first.objective(name), mean, half)
            result.changes.append(Change(name, int(p), int(o), mean, half, float(part["a"].mean()), kind))
    result.equal_runs = int(same.sum())


def text(first: StudyFolder, second: StudyFolder, c: Comparison) -> str:
    """Returns the comparison as lines for a terminal: studies, points, figures, front."""
    lines = [f"first     {first.path}: {first.title}", f"second    {second.path}: {second.title}"]
    lines += [f"differs   {line}" for line in c.settings]
    lines.append(
        f"points    {c.matched} in both, {c.only_first} in the first only, {c.only_second} in the second only"
    )
    if c.runs:
        lines.append(f"runs      {c.runs} of the same point and seed, {c.equal_runs} of them equal")
        if c.unmatched_runs:
            lines.append(
                f"          {c.unmatched_runs} of common points with a seed that the other study lacks"
            )
    else:
        lines.append("runs      none of the same point and seed: there are no paired differences")
    lines += [f"figures   {line}" for line in c.metrics]
    for metric in dict.fromkeys(change.metric for change in c.changes):
        lines += metric_lines(first, first.objective(metric), [x for x in c.changes if x.metric == metric])
    for title, part in (("legal", c.legal), ("limited by", c.limited_by)):
        if part:
            lines += ["", f"{title}: {len(part)} points differ (first | second)"]
            lines += [f"  {line}" for line in part[:MOST_LINES]]
            if len(part) > MOST_LINES:
                lines.append(f"  and {len(part) - MOST_LINES} more")
    if c.joined or c.left:
        lines += ["", f"front: {len(c.joined)} points joined, {len(c.left)} left"]
        for word, numbers in (("joined (second)", c.joined), ("left (first)", c.left)):
            if numbers:
                more = " ..." if len(numbers) > MOST_LINES else ""
                lines.append(f"  {word}: {', '.join(map(str, numbers[:MOST_LINES]))}{more}")
    lines += ["", "equal" if c.equal else "different"]
    return "\n".join(lines)


def metric_lines(study: StudyFolder, objective: Objective, changes: list[Change]) -> list[str]:
    unit, factor = shown(study.units.get(objective.metric))
    counts = {kind: sum(c.kind == kind for c in changes) for kind in ("better", "worse", "higher", "lower", "unclear", "the same", "unknown")}  # fmt: skip
    named = ", ".join(f"{n} {kind}" for kind, n in counts.items() if n)
    lines = ["", f"{objective.metric}{f' ({unit})' if unit else ''}: {named}"]
    clear = [c for c in changes if c.kind in ("better", "worse", "higher", "lower")]
    tested = sum(c.half_width > 0 for c in changes)
    if tested >= 20:
        lines.append(f"  by chance alone about {0.05 * tested:.0f} of {tested} intervals would leave out 0")
    clear.sort(key=lambda c: -abs(c.mean / c.base) if c.base else -math.inf)
    for c in clear[:5]:
        share = f", {100 * c.mean / abs(c.base):+.2f} %" if c.base else ""
        size = (
            with_interval(c.mean, c.mean - c.half_width, c.mean + c.half_width, factor) if c.half_width else exact(c.mean * factor)
        )  # fmt: skip
        lines.append(
            f"  point {c.first_point} | {c.second_point}: {'+' if c.mean > 0 else ''}{size} from {figure(c.base * factor)}{share} ({c.kind})"
        )
    if len(clear) > 5:
        lines.append(f"  and {len(clear) - 5} more")
    return lines
