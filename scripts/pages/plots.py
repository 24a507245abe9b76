"""Draws results of runs as SVG: docs/figures/runs.toml lists each picture with its scenario and its figures.

A picture has `file` (below docs/figures), `title`, `unit`, `divisor` (a value divided by it has that unit), `scenario`
(arguments of `ixsim run`) and one of
  bars     [label, metric, key=value...]: a run with these keys, and the bar of its metric
  lines    names of `series.json`: levels over simulated time
A picture of a study has `file`, `title`, `space` (a space file, or the name of a study that comes with ixsim), `values`
(values of its axes that are simulated; an axis without it has all), `x` and `y` ([metric, label, divisor]) instead. The
metrics are objectives of the space. Each point is one run, and a line joins the points that no other point beats in both.
"""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np

COLOURS = ("#2f6db3", "#c8741a", "#3a8a4a", "#8a4a9e")
WIDTH, LEFT, RIGHT, TOP = 640, 200, 90, 36
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'


def run(program, root, words, series=False):
    """Returns the metrics of a run, and its series if they are requested."""
    with tempfile.TemporaryDirectory(prefix="ixsim-docs-") as out:
        words = ["run", *words, "--out", out, *(["--series"] if series else [])]
        done = subprocess.run([program, *words], cwd=root, capture_output=True, text=True, check=False)
        if done.returncode:
            raise ValueError(f"ixsim {' '.join(words)}: exit status {done.returncode}: {done.stderr}")
        metrics = json.loads(Path(out, "result.json").read_text())["metrics"]
        return metrics, json.loads(Path(out, "series.json").read_text()) if series else None


def document(height, title, parts):
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'role="img" {FONT} font-size="12">\n<rect width="100%" height="100%" fill="#fff"/>\n'
        f'<text x="12" y="20" font-size="13" font-weight="bold">{escape(title)}</text>\n'
    )
    return head + "\n".join(parts) + "\n</svg>\n"


def tick(value):
    """Returns a number of an axis in few digits."""
    return f"{value:.0f}" if value >= 1000 else f"{value:.3g}"


def named(values, name, where):
    if name not in values:
        raise ValueError(f"{where}: the run has no {name!r}")
    return values[name]


def bars(picture, program, root):
    """Draws one horizontal bar for each run or metric."""
    runs, parts, rows = {}, [], []
    for label, metric, *keys in picture["bars"]:
        words = (*picture["scenario"], *(word for key in keys for word in ("--set", key)))
        if words not in runs:
            runs[words] = run(program, root, words)[0]
        value = named(runs[words], metric, picture["file"])["value"] / picture["divisor"]
        rows.append((label, value))
    most = max(value for _, value in rows) or 1
    for number, (label, value) in enumerate(rows):
        y = TOP + 28 * number
        length = value / most * (WIDTH - LEFT - RIGHT)
        parts.append(f'<text x="{LEFT - 8}" y="{y + 15}" text-anchor="end">{escape(label)}</text>')
        parts.append(
            f'<rect x="{LEFT}" y="{y}" width="{max(length, 1):.1f}" height="20" rx="2" fill="{COLOURS[number % 4]}"/>'
        )
        parts.append(
            f'<text x="{LEFT + length + 6:.1f}" y="{y + 15}">{tick(value)} {escape(picture["unit"])}</text>'
        )
    return document(TOP + 28 * len(rows) + 8, picture["title"], parts)


def lines(picture, program, root):
    """Draws levels over time, in one plot."""
    series = run(program, root, picture["scenario"], series=True)[1]
    bottom, left, right = 190, 60, WIDTH - 16
    values = {name: named(series["series"], name, picture["file"]) for name in picture["lines"]}
    points = {name: [point / picture["divisor"] for point in one["values"]] for name, one in values.items()}
    most = max(max(one) for one in points.values()) or 1
    span = series["bins"] * series["width"]
    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = bottom - share * (bottom - TOP)
        parts.append(f'<path d="M{left} {y:.1f}H{right}" stroke="#dde3ea"/>')
        parts.append(
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" font-size="11">{tick(share * most)}</text>'
        )
        parts.append(
            f'<text x="{left + share * (right - left):.1f}" y="{bottom + 16}" text-anchor="middle" font-size="11">'
            f"{share * span / 1e9:.3g}</text>"
        )
    parts.append(
        f'<text x="{right}" y="{bottom + 32}" text-anchor="end" font-size="11">ms of simulated time</text>'
    )
    parts.append(f'<text x="{left}" y="{bottom + 32}" font-size="11">{escape(picture["unit"])}</text>')
    for number, (name, one) in enumerate(points.items()):
        step = (right - left) / len(one)
        path = " ".join(
            f"{left + (n + 0.5) * step:.1f},{bottom - v / most * (bottom - TOP):.1f}"
            for n, v in enumerate(one)
        )
        parts.append(
            f'<polyline points="{path}" fill="none" stroke="{COLOURS[number % 4]}" stroke-width="1.6"/>'
        )
        if len(points) > 1:
            parts.append(
                f'<text x="{left + 140 + 190 * number}" y="{bottom + 32}" font-size="11" fill="{COLOURS[number % 4]}">'
                f"{escape(name)}</text>"
            )
    return document(bottom + 42, picture["title"], parts)


def points_of(picture, program, root):
    """Returns the points of a study as (x, y, whether it is on the front)."""
    os.environ.setdefault("IXSIM_PROGRAM", str(program))
    sys.path.insert(0, str(root / "scripts/explore"))
    import ixsim
    from ixsim import pareto

    path = root / picture["space"]
    if not path.exists():
        path = root / f"scripts/explore/ixsim/studies/{picture['space']}.toml"
    space = tomllib.loads(path.read_text())
    for axis, values in picture.get("values", {}).items():
        known = space["axes"].get(axis, ())
        if not set(values) <= set(known):
            raise ValueError(f"{picture['file']}: {axis}: {values}: accepted: values of {path.name}, {known}")
        space["axes"][axis] = values
    space["measure"] = {"least": 1}
    with tempfile.TemporaryDirectory(prefix="ixsim-docs-") as out:
        results = ixsim.Study(space).run(out, workers=1)
        objectives = [results.objective(picture[axis][0]) for axis in "xy"]
        columns = [results.values(one.metric).to_numpy(float) for one in objectives]
    front = pareto.on_front(pareto.costs_of(np.column_stack(columns), objectives))
    return [(x, y, int(best)) for x, y, best in zip(*columns, front, strict=True)]


def scatter(picture, program, root):
    """Draws the points of a study in two objectives, and the front."""
    points = points_of(picture, program, root)
    bottom, left, right = 260, 64, WIDTH - 20
    (_, x_label, x_divisor), (_, y_label, y_divisor) = picture["x"], picture["y"]
    scaled = [(x / x_divisor, y / y_divisor, best) for x, y, best in points]
    x_most, y_most = (max(one[axis] for one in scaled) * 1.05 or 1 for axis in (0, 1))
    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y, x = bottom - share * (bottom - TOP), left + share * (right - left)
        parts.append(f'<path d="M{left} {y:.1f}H{right}" stroke="#dde3ea"/>')
        parts.append(
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" font-size="11">{tick(share * y_most)}</text>'
        )
        parts.append(
            f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle" font-size="11">{tick(share * x_most)}</text>'
        )
    parts.append(f'<text x="{right}" y="{bottom + 34}" text-anchor="end" font-size="11">{escape(x_label)}</text>')
    parts.append(f'<text x="{left}" y="{bottom + 34}" font-size="11">vertical: {escape(y_label)}</text>')
    places = [
        (left + x / x_most * (right - left), bottom - y / y_most * (bottom - TOP), best) for x, y, best in scaled
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y, best in sorted(places) if best)
    parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[1]}" stroke-width="1.6"/>')
    parts += [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{COLOURS[best]}"/>' for x, y, best in places
    ]
    return document(bottom + 44, picture["title"], parts)


def draw(program, root):
    """Returns pairs of file name and SVG for all pictures of runs."""
    for picture in tomllib.loads((root / "docs/figures/runs.toml").read_text())["picture"]:
        kind = scatter if "space" in picture else bars if "bars" in picture else lines
        yield picture["file"], kind(picture, program, root)
