"""Draws results of runs as SVG: docs/figures/runs.toml lists each picture with its scenario and its figures.

A picture has `file` (below docs/figures) and `title`, and is one of three kinds. Bars and lines have `unit`, `divisor` (a
value divided by it has that unit) and `scenario` (arguments of `ixsim run`):
  bars     [label, metric, key=value...]: a run with these keys, and the bar of its metric
  lines    names of `series.json`: levels over simulated time
Points of a study, of which those of the front have a colour:
  study    space file, or name of a study that comes with ixsim; `entries` are added to the text of the space file
  x, y     [column of the points, divisor, label]
"""

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

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
        text = f"{value:.0f}" if value >= 1000 else f"{value:.3g}"
        parts.append(
            f'<text x="{LEFT + length + 6:.1f}" y="{y + 15}">{text} {escape(picture["unit"])}</text>'
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
            f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end" font-size="11">{share * most:.3g}</text>'
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
    """Runs the study of a picture; returns its table of points."""
    os.environ["IXSIM_PROGRAM"] = str(program)
    sys.path.insert(0, str(root / "scripts/explore"))
    import ixsim  # the package of the tree, which needs the program
    from ixsim import study

    with tempfile.TemporaryDirectory(prefix="ixsim-docs-") as folder:
        space = study.find_space(
            str(root / picture["study"] if "/" in picture["study"] else picture["study"])
        )
        copy = Path(folder, space.name)
        copy.write_text(f"{space.read_text()}\n{picture.get('entries', '')}")
        return ixsim.Study(copy).run(Path(folder, "out")).points


def points(picture, program, root):
    """Draws the points of a study by two columns; a point of the front is larger and has a colour."""
    table = points_of(picture, program, root)
    bottom, left, right = 230, 60, WIDTH - 16
    places = []
    for axis in ("x", "y"):
        column, divisor, _ = picture[axis]
        if column not in table:
            raise ValueError(
                f"{picture['file']}: the study has no column {column!r}; it has {', '.join(table)}"
            )
        places.append([value / divisor for value in table[column]])
    # An axis begins at 0, unless all values are near its end.
    least = [0 if min(values) < 0.8 * max(values) else min(values) for values in places]
    span = [(max(values) - low) or 1 for values, low in zip(places, least, strict=True)]
    parts = []
    for share in (0, 0.25, 0.5, 0.75, 1):
        y, x = bottom - share * (bottom - TOP), left + share * (right - left - 20)
        parts.append(f'<path d="M{left} {y:.1f}H{right}" stroke="#dde3ea"/>')
        for place, anchor, value in (
            (f'x="{left - 6}" y="{y + 4:.1f}"', "end", least[1] + share * span[1]),
            (f'x="{x:.1f}" y="{bottom + 16}"', "middle", least[0] + share * span[0]),
        ):
            text = f"{value:.0f}" if value >= 1000 else f"{value:.3g}"
            parts.append(f'<text {place} text-anchor="{anchor}" font-size="11">{text}</text>')
    parts.append(
        f'<text x="{right}" y="{bottom + 32}" text-anchor="end" font-size="11">{escape(picture["x"][2])}</text>'
    )
    parts.append(f'<text x="{left}" y="{bottom + 32}" font-size="11">up: {escape(picture["y"][2])}</text>')
    rows = sorted(zip(table["on_front"], *places, strict=True))  # the front is drawn last
    for on_front, x, y in rows:
        across = left + (x - least[0]) / span[0] * (right - left - 20)
        up = bottom - (y - least[1]) / span[1] * (bottom - TOP)
        parts.append(
            f'<circle cx="{across:.1f}" cy="{up:.1f}" r="{4 if on_front else 2.5}" fill="{COLOURS[1] if on_front else "#9aa8b7"}"/>'
        )
    front = sum(bool(row[0]) for row in rows)
    parts.append(
        f'<text x="{right}" y="20" text-anchor="end" font-size="11" fill="{COLOURS[1]}">'
        f"{front} of {len(rows)} points are on the front</text>"
    )
    return document(bottom + 42, picture["title"], parts)


def draw(program, root):
    """Returns pairs of file name and SVG for all pictures of runs."""
    for picture in tomllib.loads((root / "docs/figures/runs.toml").read_text())["picture"]:
        kind = points if "study" in picture else bars if "bars" in picture else lines
        yield picture["file"], kind(picture, program, root)
