"""The plots of the report as Altair charts; their data have names, and the page inserts the data.

Fields of the point table have short names, because Vega-Lite reads a dot in a field as a path: m0, m0_low, m0_high are
the first measured quantity and its interval, a0 the first axis, c0 the first cost.
"""

from dataclasses import dataclass
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from . import analysis
from .folder import StudyFolder, number
from .units import exact, figure, shown, with_interval

MOST_POINTS = 5000  # with more points, plots of points are aggregated
WIDTH, HEIGHT = 420, 300


@dataclass
class Chart:
    """A plot: its place, its title, the Vega-Lite specification, and data that only it uses."""

    section: str
    title: str
    spec: dict[str, Any]
    data: dict[str, list[dict[str, Any]]]
    note: str = ""


@dataclass
class Quantity:
    """A measured metric or a cost: its field in the point table, its unit and factor on the page."""

    metric: str
    field: str
    unit: str
    factor: float
    varies: bool

    @property
    def title(self) -> str:
        return f"{self.metric} ({self.unit})" if self.unit else self.metric


def quantities(study: StudyFolder) -> list[Quantity]:
    """Returns objectives, other metrics and costs, in this order."""
    names = list(dict.fromkeys(study.measured() + study.costs()))
    result = []
    for i, metric in enumerate(names):
        unit, factor = shown(study.units.get(metric))
        if metric.startswith("cost.") and metric.endswith("transistors"):
            unit, factor = shown("transistors")
        result.append(Quantity(metric, f"m{i}", unit, factor, study.mean(metric) != metric))
    return result


def clean(value: float) -> float | None:
    """Replaces NaN and infinity, which JSON does not have."""
    return float(value) if np.isfinite(value) else None


def point_table(study: StudyFolder, columns: list[Quantity], points: pd.DataFrame) -> list[dict[str, Any]]:
    """Returns points as records of the page."""
    rows, limits = [], {o.metric: o for o in study.objectives if o.limit}
    for row in points.to_dict("records"):
        record: dict[str, Any] = {"point": int(row["point"])}
        for i, axis in enumerate(study.axes):
            record[f"a{i}"] = analysis.label(row[axis])
        for q in columns:
            mean, low, high = study.interval(row, q.metric)
            record[q.field] = clean(mean * q.factor)
            if q.varies:
                record[f"{q.field}_low"], record[f"{q.field}_high"] = (
                    clean(low * q.factor),
                    clean(high * q.factor),
                )
            record[f"{q.field}_text"] = (
                with_interval(mean, low, high, q.factor) if q.varies else exact(mean * q.factor)
            )
            if q.metric in limits:
                record[f"{q.field}_in"] = limits[q.metric].meets(low, high)
        record["n"] = clean(number(row.get("n")))
        record["front"] = clean(number(row.get("front")))
        record["on_front"] = row.get("on_front") is True or row.get("on_front") == 1
        record["limited_by"] = str(row.get("limited_by") or "not stored")
        record["limited_by_share"] = clean(number(row.get("limited_by_share")))
        rows.append(record)
    return rows


def tooltip(study: StudyFolder, columns: list[Quantity], most: int = 12) -> list[alt.Tooltip]:
    fields = [alt.Tooltip("point:Q", title="point")]
    fields += [alt.Tooltip(f"a{i}:N", title=a) for i, a in enumerate(study.axes[:most])]
    fields += [alt.Tooltip(f"{q.field}_text:N", title=q.title) for q in columns[:most]]
    fields += [alt.Tooltip("limited_by:N", title="limited by")]
    return [*fields, alt.Tooltip("front:Q", title="probability of the front", format=".2f")]


def named(name: str) -> alt.NamedData:
    return alt.NamedData(name=name)


def front(study: StudyFolder, columns: list[Quantity], rows: list[dict[str, Any]]) -> list[Chart]:
    """Returns a plot for each pair of objectives that have a direction; one objective is drawn over the rank of points."""
    directed = [q for q in columns if study.objective(q.metric).direction]
    if len(directed) == 1:
        return [ranked(study, columns, directed[0], rows)] if rows else []
    pairs = [(x, y) for i, y in enumerate(directed) for x in directed[i + 1 :]][:6]
    return [pair_chart(study, columns, x, y, rows) for x, y in pairs] if rows else []


def direction_text(study: StudyFolder, q: Quantity) -> str:
    direction = study.objective(q.metric).direction
    return (
        f"{q.title}, more is better"
        if direction == "max"
        else f"{q.title}, less is better"
        if direction == "min"
        else q.title
    )


def scale_of(rows: list[dict[str, Any]], field: str) -> alt.Scale:
    """Returns a logarithmic scale for values over more than two decades, none of them 0."""
    values = [r[field] for r in rows if r.get(field) is not None]
    wide = bool(values) and min(values) > 0 and max(values) / min(values) > 100
    return alt.Scale(type="log") if wide else alt.Scale(zero=False)


def pair_chart(study, columns, x: Quantity, y: Quantity, rows) -> Chart:
    count = len(study.legal())
    aggregated = count > MOST_POINTS
    x_axis = alt.X(f"{x.field}:Q", title=direction_text(study, x), scale=scale_of(rows, x.field))
    y_axis = alt.Y(f"{y.field}:Q", title=direction_text(study, y), scale=scale_of(rows, y.field))
    colour = alt.Color("limited_by:N", title="limited by")
    on_front = "datum.on_front"
    layers: list[alt.Chart] = []
    data: dict[str, list[dict[str, Any]]] = {}
    if aggregated:
        data["density"] = density(study, x, y)
        layers.append(
            alt.Chart(named("density"))
            .mark_rect()
            .encode(
                x=alt.X("x0:Q", title=direction_text(study, x), scale=alt.Scale(zero=False)), x2="x1:Q",
                y=alt.Y("y0:Q", title=direction_text(study, y), scale=alt.Scale(zero=False)), y2="y1:Q",
                color=alt.Color("points:Q", title="points", scale=alt.Scale(scheme="greys")),
                tooltip=[alt.Tooltip("points:Q"), alt.Tooltip("of:N", title="point")],
            )
        )  # fmt: skip
        x_axis, y_axis = (
            x_axis.scale(alt.Scale(zero=False)),
            y_axis.scale(alt.Scale(zero=False)),
        )
        data["front_points"] = [r for r in rows if r["on_front"]]
        base = alt.Chart(named("front_points"))
        colour = alt.value("#d62728")
    else:
        base = alt.Chart(named("points"))
    for q, own, other in ((x, "x", y_axis), (y, "y", x_axis)):
        if q.varies:
            ends = {
                own: alt.X(f"{q.field}_low:Q") if own == "x" else alt.Y(f"{q.field}_low:Q"),
                f"{own}2": f"{q.field}_high:Q",
                ("y" if own == "x" else "x"): other,
            }
            layers.append(
                base.transform_filter(on_front)
                .mark_rule(opacity=0.6, strokeWidth=1)
                .encode(color=colour, **ends)
            )
    # The front of more than two objectives is no line in two of them.
    if sum(study.objective(q.metric).direction is not None for q in columns) == 2:
        layers.append(
            base.transform_filter(on_front)
            .mark_line(color="#888", strokeDash=[4, 3])
            .encode(x=x_axis, y=y_axis, order=alt.Order(f"{x.field}:Q"))
        )
    marks = base.mark_point(filled=True).encode(
        x=x_axis,
        y=y_axis,
        color=colour,
        size=alt.condition(on_front, alt.value(90), alt.value(22)),
        opacity=alt.condition(on_front, alt.value(1.0), alt.value(0.45)),
        shape=alt.condition(on_front, alt.value("diamond"), alt.value("circle")),
        tooltip=tooltip(study, columns),
    )
    layers.append(marks)
    chart = alt.layer(*layers).properties(width=2 * WIDTH, height=1.3 * HEIGHT)
    note = ""
    if aggregated:
        note = f"{count:,} points are too many to draw. The shade is the number of points in a cell; diamonds are the front."
        data = {
            f"{name}_{x.field}_{y.field}" if name == "density" else name: value
            for name, value in data.items()
        }
        spec = chart.to_dict(validate=False)
        rename_data(spec, {"density": f"density_{x.field}_{y.field}"})
        return Chart("front", f"{y.metric} against {x.metric}", spec, data, note)
    return Chart(
        "front",
        f"{y.metric} against {x.metric}",
        chart.interactive().to_dict(validate=False),
        data,
        note,
    )


def rename_data(spec: Any, names: dict[str, str]) -> None:
    if isinstance(spec, dict):
        if spec.get("data", {}).get("name") in names:
            spec["data"]["name"] = names[spec["data"]["name"]]
        for value in spec.values():
            rename_data(value, names)
    elif isinstance(spec, list):
        for value in spec:
            rename_data(value, names)


def density(study: StudyFolder, x: Quantity, y: Quantity, bins: int = 60) -> list[dict[str, Any]]:
    """Returns the non-empty cells of a grid over all points, each with its count and the number of one of them."""
    legal = study.legal()
    frame = pd.DataFrame(
        {"point": legal["point"]} | {n: legal[study.mean(q.metric)].astype(float) * q.factor for n, q in (("x", x), ("y", y))}
    ).dropna()  # fmt: skip
    if frame.empty:
        return []
    edges = [
        np.linspace(frame[c].min(), frame[c].max() or 1, bins + 1)
        if np.ptp(frame[c])
        else np.array([frame[c].min() - 0.5, frame[c].min() + 0.5])
        for c in ("x", "y")
    ]
    ix, iy = (
        np.clip(np.searchsorted(e, frame[c], side="right") - 1, 0, len(e) - 2)
        for c, e in zip(("x", "y"), edges, strict=True)
    )
    grouped = frame.groupby([ix, iy])["point"].agg(["count", "min"])
    return [
        {
            "x0": float(edges[0][i]),
            "x1": float(edges[0][i + 1]),
            "y0": float(edges[1][j]),
            "y1": float(edges[1][j + 1]),
            "points": int(g["count"]),
            "of": f"{int(g['min'])}" + (" ..." if g["count"] > 1 else ""),
        }
        for (i, j), g in grouped.iterrows()
    ]


def ranked(study, columns, q: Quantity, rows) -> Chart:
    """Draws points in order of the only objective, the best first; at most the first 400."""
    best_first = sorted(
        (r for r in rows if r[q.field] is not None),
        key=lambda r: -r[q.field] if study.objective(q.metric).direction == "max" else r[q.field],
    )
    data = [{**r, "place": i + 1} for i, r in enumerate(best_first[:400])]
    base = alt.Chart(named("ranked")).encode(x=alt.X("place:Q", title="place, the best first"))
    y = alt.Y(f"{q.field}:Q", title=direction_text(study, q), scale=alt.Scale(zero=False))
    layers = [
        base.mark_point(filled=True).encode(
            y=y, color=alt.Color("limited_by:N", title="limited by"), tooltip=tooltip(study, columns)
        )
    ]
    if q.varies:
        layers.insert(
            0, base.mark_rule(opacity=0.5).encode(y=alt.Y(f"{q.field}_low:Q"), y2=f"{q.field}_high:Q")
        )
    note = "The study has one objective with a direction, so points are ranked by it."
    if len(best_first) > 400:
        note += f" The first 400 of {len(best_first):,} are drawn."
    chart = alt.layer(*layers).properties(width=2 * WIDTH, height=HEIGHT).interactive()
    return Chart("front", f"{q.metric}, ranked", chart.to_dict(validate=False), {"ranked": data}, note)


def effects(study: StudyFolder, q: Quantity) -> list[Chart]:
    """Returns a plot of means by level for each axis, side by side."""
    rows = analysis.main_effects(study, q.metric)
    if not rows:
        return []
    for row in rows:
        for key in ("mean", "low", "high"):
            row[key] = clean(row[key] * q.factor)
        row["text"] = (
            figure(row["mean"])
            if row["low"] is None or row["high"] is None
            else with_interval(row["mean"], row["low"], row["high"])
            if q.varies
            else exact(row["mean"])
        )
    name = f"effects_{q.field}"
    charts = []
    for axis in dict.fromkeys(r["axis"] for r in rows):
        if not q.varies and len({r["text"] for r in rows if r["axis"] == axis}) < 2:
            continue  # a cost that does not depend on this axis
        order = [r["level"] for r in rows if r["axis"] == axis]
        base = alt.Chart(named(name)).transform_filter(alt.datum.axis == axis)
        x = alt.X("level:O", sort=order, title=axis, axis=alt.Axis(labelAngle=0 if len(order) < 12 else -60))
        y = alt.Y("mean:Q", title=q.title, scale=alt.Scale(zero=False))
        tips = [
            alt.Tooltip("level:N", title=axis),
            alt.Tooltip("text:N", title=f"mean, {q.title}"),
            alt.Tooltip("points:Q", title="points"),
            alt.Tooltip("first:Q", title="first point"),
        ]
        layers = [
            base.mark_rule().encode(x=x, y=alt.Y("low:Q"), y2="high:Q"),
            base.mark_line(point=True).encode(x=x, y=y, tooltip=tips),
        ]
        charts.append(alt.layer(*layers).properties(width=max(160, min(340, 28 * len(order))), height=190))
    if not charts:
        return []
    chart = alt.concat(*charts, columns=3)
    return [Chart("effects", q.metric, chart.to_dict(validate=False), {name: rows})]


def heat_maps(study: StudyFolder, q: Quantity, most: int = 3) -> list[Chart]:
    """Returns maps of the pairs of axes that interact most."""
    pairs = [(x, y) for i, x in enumerate(study.axes) for y in study.axes[i + 1 :]]
    found = [c for x, y in pairs[:60] if (c := analysis.cells(study, q.metric, x, y))]
    found.sort(key=lambda c: -c.interaction)
    charts = []
    for i, c in enumerate(found[:most]):
        name = f"cells_{q.field}_{i}"
        for row in c.rows:
            row["value"] = clean(row["value"] * q.factor)
        chart = (
            alt.Chart(named(name))
            .mark_rect()
            .encode(
                x=alt.X("x:O", sort=c.x_order, title=c.x, axis=alt.Axis(labelAngle=0 if len(c.x_order) < 15 else -60)),
                y=alt.Y("y:O", sort=c.y_order[::-1], title=c.y),
                color=alt.Color("value:Q", title=q.unit or "value", scale=alt.Scale(scheme="viridis")),
                tooltip=[
                    alt.Tooltip("x:N", title=c.x), alt.Tooltip("y:N", title=c.y),
                    alt.Tooltip("value:Q", title=q.title, format=",.5~g"), alt.Tooltip("points:Q", title="points"), alt.Tooltip("of:N", title="point"),
                ],
            )
            .properties(width=max(180, min(520, 30 * len(c.x_order))), height=max(120, min(360, 22 * len(c.y_order))))
        )  # fmt: skip
        note = (
            f"{100 * c.interaction:.0f} % of the spread of these means is beyond the sum of the two effects."
        )
        charts.append(
            Chart(
                "heat",
                f"{q.metric} by {c.x} and {c.y}",
                chart.to_dict(validate=False),
                {name: c.rows},
                note,
            )
        )
    return charts


def limits(study: StudyFolder, rows: list[dict[str, Any]]) -> list[Chart]:
    """Returns the number of points by limiting resource for each level of each axis."""
    if not rows or all(r["limited_by"] == "not stored" for r in rows):
        return []
    legal = study.legal()
    data, charts = [], []
    for _i, axis in enumerate(study.axes):
        if legal[axis].nunique() < 2:
            continue
        labels, order, _ = analysis.binned(legal[axis])
        counted = pd.DataFrame({"level": labels, "by": legal["limited_by"].fillna("not stored")})
        data += [
            {"axis": axis, "level": level, "limited_by": by, "points": int(count)}
            for (level, by), count in counted.value_counts(sort=False).items()
        ]
        charts.append(
            alt.Chart(named("limits"))
            .transform_filter(alt.datum.axis == axis)
            .mark_bar()
            .encode(
                x=alt.X("level:O", sort=order, title=axis, axis=alt.Axis(labelAngle=0 if len(order) < 12 else -60)),
                y=alt.Y("points:Q", title="points"),
                color=alt.Color("limited_by:N", title="limited by"),
                tooltip=[alt.Tooltip("level:N", title=axis), "limited_by:N", "points:Q"],
            )
            .properties(width=max(160, min(340, 28 * len(order))), height=170)
        )  # fmt: skip
    if not charts:
        return []
    return [Chart("limits", "", alt.concat(*charts, columns=3).to_dict(validate=False), {"limits": data})]


def latency(
    study: StudyFolder, chosen: list[int]
) -> tuple[list[Chart], list[dict[str, Any]], list[dict[str, Any]]]:
    """Returns the distributions of the recommended designs: plots, a table of percentiles, and rows of the histogram."""
    histograms = study.tables.get("histograms")
    if histograms is None or not {"point", "seed", "latency", "low", "high", "count"} <= set(histograms):
        return [], [], []
    unit, factor = shown(study.units.get("high") or study.units.get("low") or "ps")
    part = histograms[histograms["point"].isin(chosen)]
    rows, table = [], []
    for (name, point), own in part.groupby(["latency", "point"]):
        pooled = own.groupby("high", as_index=False)["count"].sum().sort_values("high")
        if pooled["count"].sum() <= 0:
            continue
        share = pooled["count"].cumsum() / pooled["count"].sum()
        rows += [
            {"latency": name, "point": str(point), "at": float(h) * factor, "share": float(s)}
            for h, s in zip(pooled["high"], share, strict=True)
        ]
        entry: dict[str, Any] = {
            "latency": name,
            "point": int(point),
            "frames": int(pooled["count"].sum()),
            "unit": unit,
        }
        for q in (0.5, 0.99, 0.999):
            value, low, high = analysis.pooled_percentiles(own, q)
            entry[f"p{100 * q:g}"] = figure(value * factor) + (
                "" if np.isnan(low) else f" ({figure(low * factor)} to {figure(high * factor)})"
            )
        table.append(entry)
    charts = []
    for name in dict.fromkeys(r["latency"] for r in rows):
        mine = [r for r in rows if r["latency"] == name]
        log = min(r["at"] for r in mine) > 0
        chart = (
            alt.Chart(named("latency"))
            .transform_filter(alt.datum.latency == name)
            .mark_line(interpolate="step-after")
            .encode(
                x=alt.X("at:Q", title=f"{name} ({unit})", scale=alt.Scale(type="log") if log else alt.Scale()),
                y=alt.Y("share:Q", title="share of frames at most this long", axis=alt.Axis(format="%")),
                color=alt.Color("point:N", title="point"),
                tooltip=["point:N", alt.Tooltip("at:Q", title=f"{name} ({unit})", format=",.4~g"), alt.Tooltip("share:Q", format=".4%")],
            )
            .properties(width=1.5 * WIDTH, height=230)
            .interactive()
        )  # fmt: skip
        charts.append(Chart("latency", name, chart.to_dict(validate=False), {"latency": rows}))
    return charts, table, rows


# Quantity, axis of the design, the other axes, and the sufficient level at each of their combinations.
Found = list[tuple[Quantity, str, list[str], list[analysis.Enough]]]


def find_enough(study: StudyFolder, columns: list[Quantity]) -> Found:
    """Finds the sufficient level of each axis of the design, for the first objective of the simulation."""
    q = next((q for q in columns if q.varies and study.objective(q.metric).direction), None)
    result = (
        [(q, axis, *analysis.enough(study, q.metric, axis)) for axis in analysis.design_axes(study)]
        if q
        else []
    )
    return [entry for entry in result if entry[3]]


def enough(study: StudyFolder, all_found: Found) -> list[Chart]:
    """Returns a map of the sufficient level, for the first axis of the design that leaves two other axes."""
    legal = study.legal()
    for q, axis, others, found in all_found:
        varied = [a for a in others if legal[a].nunique() > 1]
        if len(varied) != 2 or not found:
            continue
        places = [others.index(a) for a in varied]
        orders = [[analysis.label(v) for v in analysis.levels(legal[a])] for a in varied]
        rows = [
            {
                "x": analysis.label(r.others[places[0]]), "y": analysis.label(r.others[places[1]]), "level": analysis.label(r.level),
                "rank": number(r.level), "interval": f"{analysis.label(r.low)} to {analysis.label(r.high)}", "point": r.point, "by": r.reason,
            }
            for r in found
        ]  # fmt: skip
        base = alt.Chart(named("enough")).encode(
            x=alt.X("x:O", sort=orders[0], title=varied[0], axis=alt.Axis(labelAngle=0)),
            y=alt.Y("y:O", sort=orders[1][::-1], title=varied[1]),
        )
        tips = [
            alt.Tooltip("x:N", title=varied[0]), alt.Tooltip("y:N", title=varied[1]), alt.Tooltip("level:N", title=f"enough {axis}"),
            alt.Tooltip("interval:N", title="95 % interval"), alt.Tooltip("point:Q", title="point"), alt.Tooltip("by:N", title="limited by"),
        ]  # fmt: skip
        positive = all(r["rank"] > 0 for r in rows)
        colour = alt.Color(
            "rank:Q",
            title=axis,
            scale=alt.Scale(type="log" if positive else "linear", range=["#eef5ff", "#8db8e8"]),
            legend=None,
        )
        layers = [
            base.mark_rect(stroke="white").encode(color=colour, tooltip=tips),
            base.mark_text().encode(text="level:N", tooltip=tips),
        ]
        size = {"width": max(180, 46 * len(orders[0])), "height": max(90, 30 * len(orders[1]))}
        title = f"{axis} that is enough for {q.metric}"
        return [
            Chart(
                "enough",
                title,
                alt.layer(*layers).properties(**size).to_dict(validate=False),
                {"enough": rows},
            )
        ]
    return []


def closed_form(
    study: StudyFolder, q: Quantity, form: dict[str, Any], predicted: dict[int, float]
) -> Chart | None:
    """Returns simulation (points with intervals) and closed form (lines) over the axis with the most values."""
    legal = study.legal()
    legal = legal[legal["point"].isin([p for p, v in predicted.items() if np.isfinite(v)])].head(MOST_POINTS)
    varied = [a for a in study.axes if legal[a].nunique() > 1]
    if legal.empty or not varied:
        return None
    x = max(varied, key=lambda a: (not isinstance(legal[a].iloc[0], (str, bool)), legal[a].nunique()))
    # The first of linked axes names the series.
    heads = {group[0] for group in analysis.groups(study)}
    others = [a for a in varied if a != x and a in heads]
    rows = []
    for row in legal.to_dict("records"):
        mean, low, high = study.interval(row, q.metric)
        if np.isfinite(mean):
            rows.append(
                {
                    "point": int(row["point"]), "x": analysis.label(row[x]), "mean": clean(mean * q.factor), "low": clean(low * q.factor),
                    "high": clean(high * q.factor), "closed": clean(predicted[int(row["point"])] * q.factor), "text": with_interval(mean, low, high, q.factor),
                    "series": ", ".join(f"{a} = {analysis.label(row[a])}" for a in others) or "all",
                    "inside": bool(low <= predicted[int(row["point"])] <= high),
                }
            )  # fmt: skip
    if not rows:
        return None
    series = list(dict.fromkeys(r["series"] for r in rows))[:20]
    dropped = len({r["series"] for r in rows}) - len(series)
    rows = [r for r in rows if r["series"] in series]
    name = f"form_{q.field}"
    order = [analysis.label(v) for v in analysis.levels(legal[x])]
    base = alt.Chart(named(name)).encode(
        x=alt.X("x:O", sort=order, title=x, axis=alt.Axis(labelAngle=0 if len(order) < 15 else -60)),
        color=alt.Color(
            "series:N",
            title="points: simulation, lines: closed form",
            sort=series,
            legend=alt.Legend(labelLimit=400, titleLimit=400),
        ),
    )
    positive = [r["closed"] for r in rows if r["closed"] and r["closed"] > 0]
    wide = (
        len(positive) == len(rows)
        and max(positive) > 50 * min(positive)
        and all((r["low"] or 0) > 0 for r in rows)
    )
    y = alt.Y("mean:Q", title=q.title, scale=alt.Scale(type="log") if wide else alt.Scale(zero=False))
    tips = [
        alt.Tooltip("point:Q"), alt.Tooltip("series:N"), alt.Tooltip("text:N", title=q.title),
        alt.Tooltip("closed:Q", title="closed form", format=",.5~g"), alt.Tooltip("inside:N", title="within the interval"),
    ]  # fmt: skip
    layers = [
        base.mark_line(opacity=0.7).encode(y=alt.Y("closed:Q")),
        base.mark_rule().encode(y=alt.Y("low:Q"), y2="high:Q"),
        base.mark_point(filled=True, size=45).encode(y=y, tooltip=tips),
    ]
    inside = sum(r["inside"] for r in rows)
    parameters = ", ".join(f"{k} = {v}" for k, v in (form.get("parameters") or {}).items())
    note = f"Closed form {form.get('name')} with {parameters}. The 95 % interval of {inside} of {len(rows)} points contains it."
    if dropped:
        note += f" {dropped} further series are not drawn."
    chart = alt.layer(*layers).properties(width=1.5 * WIDTH, height=HEIGHT)
    return Chart(
        "closed",
        f"{q.metric} and closed form {form.get('name')}",
        chart.to_dict(validate=False),
        {name: rows},
        note,
    )
