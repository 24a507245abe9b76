"""Draws results of runs as SVG: docs/figures/runs.toml lists each picture with its scenario and its figures.

A picture has `file` (below docs/figures) and `title`, and is one of three kinds. Bars and lines have `unit`, `divisor` (a
value divided by it has that unit) and `scenario` (arguments of `ixsim run`):
  bars     [label, metric, key=value...]: a run with these keys, and the bar of its metric
  lines    [label, name of `series.json`]: a level over simulated time
Points of a study, of which those of the front have a colour:
  study    space file, or name of a study that comes with ixsim; `entries` are added to the text of the space file
  x, y     [column of the points, divisor, label]
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from xml.sax.saxutils import escape

COLOURS = ("#2f6db3", "#c8741a", "#3a8a4a", "#8a4a9e")
WIDTH, LEFT, RIGHT, TOP = 640, 200, 90, 36
LEFT_OF_PLOT, TOP_OF_PLOT = 60, 46
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


def ticks(least, most):
    """Returns four to ten round values in the range, at equal distances: 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10((most - least) / 4))
    step = next(power * one for one in (5, 2, 1) if (most - least) / (power * one) >= 4)
    first, last = math.ceil(least / step - 1e-9), math.floor(most / step + 1e-9)
    return [round(n * step, 12) for n in range(first, last + 1)]


def axes(x, y, place, bottom, right, labels):
    """Draws round values at both axes, lines at those of y, and a label for each axis; `x`, `y`: ends of the axes."""
    parts = [
        f'<text x="{LEFT_OF_PLOT}" y="{TOP}" font-size="11">{escape(labels[1])}</text>',
        f'<text x="{right}" y="{bottom + 32}" text-anchor="end" font-size="11">{escape(labels[0])}</text>',
    ]
    for value in ticks(*y):
        up = place(x[0], value)[1]
        parts.append(f'<path d="M{LEFT_OF_PLOT} {up:.1f}H{right}" stroke="#dde3ea"/>')
        parts.append(
            f'<text x="{LEFT_OF_PLOT - 6}" y="{up + 4:.1f}" text-anchor="end" font-size="11">{value:g}</text>'
        )
    for value in ticks(*x):
        across = place(value, y[0])[0]
        parts.append(
            f'<text x="{across:.1f}" y="{bottom + 16}" text-anchor="middle" font-size="11">{value:g}</text>'
        )
    return parts


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
    bottom, right = 200, WIDTH - 16
    levels = {
        label: [
            point / picture["divisor"] for point in named(series["series"], name, picture["file"])["values"]
        ]
        for label, name in picture["lines"]
    }
    most = max(max(level) for level in levels.values()) or 1
    span = series["bins"] * series["width"] / 1e9

    def place(time, level):
        across = LEFT_OF_PLOT + time / span * (right - LEFT_OF_PLOT)
        return across, bottom - level / most * (bottom - TOP_OF_PLOT)

    parts = axes((0, span), (0, most), place, bottom, right, ("ms of simulated time", picture["unit"]))
    for number, (label, level) in enumerate(levels.items()):
        path = " ".join(
            "{:.1f},{:.1f}".format(*place((n + 0.5) / len(level) * span, value))
            for n, value in enumerate(level)
        )
        colour = COLOURS[number % 4]
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        if len(levels) > 1:
            parts.append(
                f'<text x="{LEFT_OF_PLOT + 140 * number}" y="{bottom + 32}" font-size="11" fill="{colour}">'
                f"{escape(label)}</text>"
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
    bottom, right = 240, WIDTH - 16
    ends, values = [], []
    for axis in ("x", "y"):
        column, divisor, _ = picture[axis]
        if column not in table:
            raise ValueError(
                f"{picture['file']}: the study has no column {column!r}; it has {', '.join(table)}"
            )
        values.append([value / divisor for value in table[column]])
        # An axis begins at 0, unless all values are near its end.
        most = max(values[-1])
        least = 0 if min(values[-1]) < 0.8 * most else min(values[-1])
        ends.append((least, most if most > least else least + 1))

    def place(x, y):
        (first, last), (low, high) = ends
        across = LEFT_OF_PLOT + (x - first) / (last - first) * (right - LEFT_OF_PLOT - 20)
        return across, bottom - (y - low) / (high - low) * (bottom - TOP_OF_PLOT)

    parts = axes(*ends, place, bottom, right, (picture["x"][2], picture["y"][2]))
    rows = sorted(zip(table["on_front"], *values, strict=True))  # the front is drawn last
    for on_front, x, y in rows:
        across, up = place(x, y)
        parts.append(
            f'<circle cx="{across:.1f}" cy="{up:.1f}" r="{4 if on_front else 2.5}" fill="{COLOURS[1] if on_front else "#9aa8b7"}"/>'
        )
    front = sum(bool(row[0]) for row in rows)
    parts.append(
        f'<text x="{right}" y="20" text-anchor="end" font-size="11" fill="{COLOURS[1]}">'
        f"{front} of {len(rows)} points are on the front</text>"
    )
    return document(bottom + 42, picture["title"], parts)


def draw(program, root, studies):
    """Returns pairs of file name and SVG for the pictures of runs, and of studies if they are requested."""
    for picture in tomllib.loads((root / "docs/figures/runs.toml").read_text())["picture"]:
        if "study" in picture and not studies:
            continue
        kind = points if "study" in picture else bars if "bars" in picture else lines
        yield picture["file"], kind(picture, program, root)
