"""Writes the page: this module makes the tables, the embedded Vega draws the plots, and nothing is loaded from
elsewhere.
"""

import functools
import json
import math
import time
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import jinja2
import vl_convert
from markupsafe import Markup

from .. import errors
from ..whole_file import write_text
from . import analysis, charts, scheduler_check
from .charts import MOST_POINTS, Chart, Quantity
from .commands import Commands
from .folder import StudyFolder, number, read
from .units import figure, with_interval

MOST_EFFECTS = 6  # quantities with plots of effects
MOST_HEAT = 3  # quantities with heat maps
MOST_ROWS = 100  # rows of a table of effects
STUDY_TABLES = (
    ("effects", "Shares of the effects", "Part of the spread of the points' means that an axis alone explains. Not balanced: levels have other companions."),
    ("interactions", "Shares of the interactions", "Part of the spread that two axes explain together beyond the sum of both."),
    ("knees", "Knees", "Level at which the mean over all points bends most, with the interval in which it falls when seeds are drawn again."),
)  # fmt: skip


@dataclass
class Options:
    """Options of a report that go beyond reading tables."""

    checks: bool = True  # make missing checks of schedulers
    grants: int = scheduler_check.GRANTS


def write(study_dir: str | Path, out: str | Path | None = None, options: Options | None = None) -> Path:
    """Writes the report of a study folder and returns its path, report.html in the folder unless `out` names another.

    Raises:
        StudyError: if the folder is no study, or the page cannot be written.
    """
    study = read(study_dir)
    path = Path(out) if out else study.path / "report.html"
    text = render(study, options or Options())
    try:
        write_text(path, text)
    except OSError as error:
        raise errors.StudyError(
            f"{path}: cannot be written: {error.strerror}; --out names another file"
        ) from None
    return path


@functools.cache
def bundle() -> str:
    """Returns Vega, Vega-Lite and their embedder as one script, for a script element."""
    return str(vl_convert.javascript_bundle()).replace("</script", "<\\/script")


def read_text(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


@functools.cache
def template() -> jinja2.Template:
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    return environment.from_string(read_text("page.html"))


def render(study: StudyFolder, options: Options) -> str:
    columns = charts.quantities(study)
    legal = study.legal()
    chosen = analysis.recommended(study)
    kept = kept_points(study, chosen)
    rows = charts.point_table(study, columns, kept)
    chosen_rows = charts.point_table(study, columns, legal[legal["point"].isin(chosen)])
    plots: list[Chart] = charts.front(study, columns, rows)
    measured = [q for q in columns if q.metric in {o.metric for o in study.objectives}] or columns
    for q in measured[:MOST_EFFECTS]:
        plots += charts.effects(study, q)
    for q in [q for q in measured if q.varies][:MOST_HEAT]:
        plots += charts.heat_maps(study, q)
    found = charts.find_enough(study, columns)
    plots += charts.enough(study, found)
    plots += charts.limits(study, rows)
    latency, percentiles, _ = charts.latency(study, chosen)
    plots += latency
    commands, command_note = commands_of(study)
    notes = list(study.notes)
    plots += closed_plots(study, columns)
    texts = {int(p): commands.command(int(p)) for p in kept["point"]} if commands else {}
    evidence = {int(r["point"]): evidence_text(r.get("limits")) for r in kept.to_dict("records")}
    checks = check_schedulers(study, commands, chosen, options) if chosen else {"rows": [], "text": ""}
    if command_note:
        notes.append(command_note)
    if len(kept) < len(legal):
        notes.append(
            f"the study has {len(legal):,} points with results; plots of points aggregate them, and the table has "
            f"{len(kept):,} of them: the front, the recommended designs, and others evenly spaced by number"
        )
    data: dict[str, list[dict[str, Any]]] = {"points": rows}
    for plot in plots:
        data.update(plot.data)
    document = {
        "name": study.name,
        "data": data,
        "charts": [p.spec for p in plots],
        "columns": table_columns(study, columns),
        "commands": texts,
        "evidence": evidence,
    }
    return template().render(
        title=study.title,
        question=study.info.get("question", ""),
        summary=summary(study),
        contents=[
            ("best", "Designs"),
            ("front", "Front"),
            ("enough", "Smallest values that are enough"),
            ("why", "Why not fewer, why not more"),
            ("effects", "Effects"),
            ("heat", "Two axes"),
            ("limits", "Limits"),
            ("latency", "Latency"),
            ("points", "All points"),
            ("study", "The study"),
        ],
        notes=notes,
        folder=study.path,
        best=best_table(study, columns, chosen_rows, texts, chosen),
        checks=checks,
        front_text=front_text(study),
        charts=lambda section: chart_elements(plots, section),
        has=lambda section: any(p.section == section for p in plots),
        enough=enough_tables(study, columns, found),
        neighbours=[neighbour_block(study, measured, columns, p) for p in chosen],
        effect_tables=effect_tables(study),
        percentiles=percentiles,
        axis_filters=axis_filters(study),
        illegal=illegal_rows(study),
        facts=facts(study),
        data=Markup(embedded(document)),
        bundle=Markup(bundle()),
        script=Markup(read_text("page.js")),
    )


def embedded(document: Any) -> str:
    """Returns JSON that may stand in a script element. NaN is refused: JSON has none."""
    return json.dumps(document, allow_nan=False, separators=(",", ":"), default=plain_number).replace(
        "<", "\\u003c"
    )


def plain_number(value: Any) -> Any:
    """Converts numbers of numpy, which JSON does not accept."""
    return value.item() if hasattr(value, "item") else str(value)


def kept_points(study: StudyFolder, chosen: list[int]) -> Any:
    """Returns the points that the page holds: all, or at most MOST_POINTS of them."""
    legal = study.legal()
    if len(legal) <= MOST_POINTS:
        return legal
    wanted = legal["point"].isin(chosen)
    if "on_front" in legal:
        wanted |= legal["on_front"].fillna(False).astype(bool)
    first = legal[wanted].head(MOST_POINTS)
    others = legal[~legal["point"].isin(first["point"])]
    free = MOST_POINTS - len(first)
    step = max(1, math.ceil(len(others) / max(free, 1)))
    spaced = others.iloc[::step].head(free)
    return legal[legal["point"].isin(first["point"]) | legal["point"].isin(spaced["point"])]


def commands_of(study: StudyFolder) -> tuple[Commands | None, str]:
    """Returns the commands of the points, or the reason why there are none."""
    commands = Commands(study)
    try:
        commands.write_scenario()
        for point in study.legal()["point"].head(1):
            commands.words(int(point))
        return commands, ""
    except (errors.StudyError, OSError) as error:
        return None, f"no commands: {error}"


def evidence_text(stored: Any) -> str:
    """Returns the sentences of the column limits: JSON of `limited_by` of a run."""
    try:
        entries = json.loads(stored)
        return "; ".join(f"{e.get('direction', '')}: {e.get('text', e.get('resource', ''))}" for e in entries)
    except (TypeError, ValueError, AttributeError):
        return ""


def summary(study: StudyFolder) -> str:
    legal, all_points = len(study.legal()), len(study.points)
    runs = len(study.runs)
    bad = int((study.runs["status"] != "ok").sum()) if "status" in study.runs else 0
    text = f"{legal:,} points with results of {all_points:,}, {runs:,} runs"
    if bad:
        text += f", of which {bad:,} did not end well and count nowhere"
    if len(study.runs):
        seeds = study.runs.groupby("point")["seed"].nunique()
        text += f"; {seeds.min()} to {seeds.max()} seeds a point" if seeds.min() != seeds.max() else f"; {seeds.min()} seeds a point"  # fmt: skip
    return text + f". Written {time.strftime('%Y-%m-%d %H:%M UTC', time.gmtime())}."


def front_text(study: StudyFolder) -> str:
    if not len(study.legal()):
        return "No point has results."
    directed = [o for o in study.objectives if o.direction]
    if not directed:
        return "No objective has a direction, so that there is no front."
    found = study.measured() + study.costs()
    missing = [o.metric for o in directed if o.metric not in found]
    return f"No point has a value of {', '.join(missing)}." if missing else "There is no front."


def best_table(study: StudyFolder, columns: list[Quantity], rows, texts, chosen: list[int]) -> dict[str, Any]:
    directed = [o for o in study.objectives if o.direction]
    if not rows:
        return {"rows": [], "text": front_text(study) + " Nothing is recommended."}
    wanted = ", ".join(f"{'most' if o.direction == 'max' else 'least'} {o.metric}" for o in directed)
    limits = [f"{o.metric} {o.limit}" for o in study.objectives if o.limit]
    text = (
        f"Objectives: {wanted}" + (f"; limits: {', '.join(limits)}" if limits else "") + ". The table has the best of each "
        "objective on the front, the point nearest to the best of all objectives, and further points spread over the front."
    )  # fmt: skip
    wanted_fields = {o.metric for o in study.objectives}
    main = [q for q in columns if q.metric in wanted_fields]
    rest = [q for q in columns if q.metric not in wanted_fields]
    heads = [("point", False), *((a, False) for a in study.axes), *((q.title, False) for q in main)]
    heads += [("P(front)", False), ("limited by", True), *((q.title, False) for q in rest)]
    table = []
    for r in rows:
        share = f" ({100 * r['limited_by_share']:.0f} % of runs)" if r["limited_by_share"] is not None else ""
        cells = [r["point"], *(r[f"a{i}"] for i in range(len(study.axes)))]
        cells += [r[f"{q.field}_text"] + {True: " ✓", False: " ✗"}.get(r.get(f"{q.field}_in"), "") for q in main]  # fmt: skip
        cells += ["-" if r["front"] is None else f"{r['front']:.2f}", r["limited_by"] + share]
        table.append(cells + [r[f"{q.field}_text"] for q in rest])
    if limits:
        text += " ✓: the interval keeps the limit; ✗: it does not; no mark: undecided."
    return {
        "rows": table,
        "text": text,
        "heads": [{"name": n, "text_column": t} for n, t in heads],
        "commands": [(p, texts.get(p, "the study stored no settings of this point")) for p in chosen],
    }


def check_schedulers(study, commands: Commands | None, chosen: list[int], options: Options) -> dict[str, Any]:
    if commands is None:
        return {"rows": [], "text": "Not checked: the settings of the points are unknown."}
    began = time.monotonic()
    done, missing = scheduler_check.check_points(study, commands, chosen, options.checks, options.grants)
    rows = [
        {
            "points": ", ".join(map(str, of)),
            "command": c.command,
            "result": c.result
            if c.exit == 0
            else f"FAILED: {c.result}"
            if c.exit == 1
            else f"did not run: {c.result}",
            "grants": "-" if c.compared is None else f"{c.compared:,}",
            "seconds": f"{c.seconds:.1f}",
        }
        for of, c in done
    ]
    text = "Transmit scheduler and classifier of each size in RTL, cycle by cycle against the model. The classifier has the rules of the 82598. "
    if not options.checks:
        text += "Checks were off in this report (--no-checks); the page has recorded ones. "
    else:
        text += f"The checks took {time.monotonic() - began:.1f} s of this report; recorded results are not run again. "
    return {"rows": rows, "text": text + "; ".join(missing)}


def enough_tables(study: StudyFolder, columns: list[Quantity], found: charts.Found) -> list[dict[str, Any]]:
    """Returns for each axis of the design the level from which more has no further benefit, by the other axes."""
    tables, points = [], study.points.set_index("point")
    for q, axis, others, rows in found:
        unit = f" ({q.unit})" if q.unit else ""

        def value(point: int, q: Quantity = q) -> str:
            return with_interval(*study.interval(points.loc[point], q.metric), q.factor)

        tables.append(
            {
                "title": f"{axis} for {q.metric}",
                "heads": [
                    *others,
                    f"enough {axis}",
                    "interval",
                    "point",
                    f"{q.metric} there{unit}",
                    f"best{unit}",
                ],
                "rows": [
                    [
                        *map(analysis.label, r.others),
                        analysis.label(r.level),
                        f"{analysis.label(r.low)} to {analysis.label(r.high)}",
                        r.point,
                        value(r.point),
                        value(r.best),
                        r.reason,
                    ]
                    for r in rows[:MOST_ROWS]
                ],
                "more": max(0, len(rows) - MOST_ROWS),
            }
        )
    return tables  # fmt: skip


def neighbour_block(
    study: StudyFolder, measured: list[Quantity], columns: list[Quantity], point: int
) -> dict[str, Any]:
    row = study.points.set_index("point").loc[point]
    # One cost is sufficient if none is an objective.
    priced = any(not q.varies for q in measured)
    costs = [] if priced else [q for q in columns if not q.varies][:1]
    shown_columns = [*measured, *costs]
    block = []
    for n in analysis.neighbours(study, point, [q.metric for q in shown_columns]):
        cells, readings = [], []
        for q in shown_columns:
            mean, half = n.differences.get(q.metric, (math.nan, math.nan))
            kind = analysis.effect_of(study.objective(q.metric), mean, half)
            sign = "+" if mean > 0 else ""
            exact = half == 0
            text = "-" if math.isnan(mean) else sign + (figure(mean * q.factor) if exact or math.isnan(half) else with_interval(mean, mean - half, mean + half, q.factor))  # fmt: skip
            cells.append({"text": text, "kind": kind if kind in ("better", "worse") else "unclear"})
            readings.append((q.metric, kind))
        block.append(
            {
                "axis": n.axis,
                "side": n.side,
                "value": n.value,
                "point": "-" if n.point is None else n.point,
                "cells": cells,
                "reading": n.reason if n.point is None else reading(readings),
            }
        )
    return {
        "point": point,
        "settings": ", ".join(f"{a} = {analysis.label(row[a])}" for a in study.axes),
        "limited": f"{row.get('limited_by') or 'not stored'}"
        + (f" ({evidence_text(row.get('limits'))})" if evidence_text(row.get("limits")) else ""),
        "heads": [f"Δ {q.title}" for q in shown_columns],
        "steps": block,
    }


def reading(effects: list[tuple[str, str]]) -> str:
    """Returns the cost and benefit of a step, in words."""
    parts = []
    for word, form in (
        ("better", "better {}"),
        ("worse", "worse {}"),
        ("higher", "higher {}"),
        ("lower", "lower {}"),
    ):
        names = [m for m, kind in effects if kind == word]
        if names:
            parts.append(form.format(", ".join(names)))
    return "; ".join(parts) if parts else "no difference beyond the intervals"


def effect_tables(study: StudyFolder) -> list[dict[str, Any]]:
    """Returns tables of results that the study itself computed: shares of effects and interactions, knees, a screening."""
    tables = []
    for key, title, text in STUDY_TABLES:
        entries = study.info.get(key)
        if isinstance(entries, list) and entries and all(isinstance(e, dict) for e in entries):
            heads = [h for h in dict.fromkeys(h for e in entries for h in e) if h != "levels"]
            if key != "knees":
                entries = sorted(entries, key=lambda e: (str(e.get("objective")), -number(e.get("share"))))
            cells = [[cell_text(e.get(h)) for h in heads] for e in entries[:MOST_ROWS]]
            tables.append({"title": title, "text": text, "heads": heads, "rows": cells})
    for metric, found in (study.info.get("screening") or {}).items():
        tables.append(screening_table(metric, found))
    return [t for t in tables if t["rows"]]


def screening_table(metric: str, found: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Returns the measures of a screening (Morris, Sobol) by axis, whatever measures the method has."""
    measures = list(dict.fromkeys(m for values in found.values() for m in values))
    return {
        "title": f"Screening: {metric}",
        "text": "Measures of the method of the study by axis, in the unit of the table runs.parquet; conf: half of a 95 % interval.",
        "heads": ["axis", *measures],
        "rows": [[axis, *(cell_text(values.get(m)) for m in measures)] for axis, values in found.items()],
    }


def cell_text(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return figure(float(value)) if not float(value).is_integer() else f"{value:,.0f}"
    if isinstance(value, list):
        return ", ".join(map(cell_text, value))
    return str(value)


def closed_plots(study: StudyFolder, columns: list[Quantity]) -> list[Chart]:
    """Returns a plot for each closed form that the study was compared with."""
    plots: list[Chart] = []
    for form in study.info.get("closed_forms") or []:
        q = next((q for q in columns if q.metric == form.get("metric")), None)
        # The values are in the order of the points.
        values = dict(
            zip(study.points["point"].tolist(), map(number, form.get("values") or []), strict=False)
        )
        if q and (chart := charts.closed_form(study, q, form, values)):
            plots.append(chart)
    return plots


def table_columns(study: StudyFolder, columns: list[Quantity]) -> list[dict[str, Any]]:
    result: list[dict[str, Any]] = [{"field": "point", "title": "point"}]
    result += [{"field": f"a{i}", "title": a} for i, a in enumerate(study.axes)]
    result += [{"field": q.field, "text": f"{q.field}_text", "title": q.title} for q in columns]
    result += [
        {"field": "front", "title": "P(front)"},
        {"field": "limited_by", "title": "limited by", "words": True},
    ]
    return result


def axis_filters(study: StudyFolder) -> list[dict[str, Any]]:
    legal = study.legal()
    result = []
    for i, axis in enumerate(study.axes):
        order = [analysis.label(v) for v in analysis.levels(legal[axis])]
        if 1 < len(order) <= 200:
            result.append({"field": f"a{i}", "name": axis, "order": order})
    return result


def chart_elements(plots: list[Chart], section: str) -> Markup:
    parts = []
    for i, plot in enumerate(plots):
        if plot.section == section:
            if plot.title:
                parts.append(Markup("<h3>{}</h3>").format(plot.title))
            parts.append(Markup('<div class="chart" id="chart{}"></div>').format(i))
            if plot.note:
                parts.append(Markup('<p class="note">{}</p>').format(plot.note))
    return Markup("\n").join(parts)


def illegal_rows(study: StudyFolder) -> list[dict[str, Any]]:
    """Returns the reasons of points without results, the most frequent first."""
    rest = study.points[~study.points["point"].isin(study.legal()["point"])]
    if rest.empty:
        return []
    reasons = rest["reason"].fillna("no run of the point ended well") if "reason" in rest else rest["point"].map(lambda _: "not stored")  # fmt: skip
    grouped = rest.assign(reason=reasons).groupby("reason")["point"].agg(["count", "min"])
    order = grouped.sort_values("count", ascending=False).head(30)
    return [{"count": int(r["count"]), "first": int(r["min"]), "reason": str(i)} for i, r in order.iterrows()]


def facts(study: StudyFolder) -> list[tuple[str, str]]:
    """Returns what identifies the study: everything of study.json that is a plain value, and axes and objectives."""
    result = [("folder", str(study.path.resolve()))]
    for key, value in study.info.items():
        if isinstance(value, (str, int, float)) and key not in ("title", "question"):
            result.append((key, str(value)))
        elif key in ("method", "measure", "set", "derived", "computed", "constraints", "counts") and value:
            result.append((key, json.dumps(value, ensure_ascii=False).strip("{}[]")))
    for axis in study.axes:
        order = [analysis.label(v) for v in analysis.levels(study.points[axis])]
        text = ", ".join(order) if len(order) <= 30 else f"{order[0]} to {order[-1]}, {len(order)} values"
        unit = study.units.get(axis)
        result.append((f"axis {axis}", text + (f" ({unit})" if unit and unit != "1" else "")))
    for o in study.objectives:
        text = {"max": "more is better", "min": "less is better"}.get(o.direction or "", "")
        text = ", ".join(p for p in (text, o.limit, study.units.get(o.metric, ""), study.descriptions.get(o.metric, "")) if p)  # fmt: skip
        result.append((f"objective {o.metric}", text))
    return result
