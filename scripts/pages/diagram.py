"""Draws the diagrams of the documentation as SVG from short descriptions in TOML (docs/figures/*.toml).

A description has `title` (the text instead of the picture) and one of two kinds of content:

Boxes and arrows: `size = [width, height]`, and
  [boxes]    name = [x, y, width, height, "text\\nmore text", "style"]; the first line of the text is bold
  arrows     "from.side > to.side: label"; side is l, r, t or b, with an offset in pixels after it ("t-20");
             ">>" draws a dashed arrow, "<>" one with two heads
Lanes, for steps in time: `lanes` are names from top to bottom, and
  bars       [lane, begin, end, "text", "style"]; begin and end count columns of `column` pixels
  steps      [from lane, to lane, column, "label"]: the cause of the next step
An unknown name is a ValueError that states where it is.
"""

import itertools
import re
import tomllib
from xml.sax.saxutils import escape

FILLS = {
    "plain": ("#ffffff", "#5b6b7b"),
    "group": ("#f4f6f9", "#c3ccd6"),
    "device": ("#e3eefb", "#2f6db3"),
    "check": ("#fdeee0", "#c8741a"),
    "host": ("#e6f4e8", "#3a8a4a"),
    "wire": ("#f3e8f7", "#8a4a9e"),
    "memory": ("#fff7d6", "#a98a12"),
}
FONT = 'font-family="DejaVu Sans, Verdana, sans-serif"'
INK = "#1f2933"
LANE_NAMES, LANE_HEIGHT, MARGIN, AXIS = 150, 46, 14, 24


def document(width, height, title, parts):
    """Returns a whole SVG file; the arrow head is defined once."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" {FONT} font-size="12">'
    )
    marker = (
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        f'orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="{INK}"/></marker></defs>'
    )
    return "\n".join(
        [
            head,
            f"<title>{escape(title)}</title>",
            marker,
            '<rect width="100%" height="100%" fill="#fff"/>',
            *parts,
            "</svg>",
            "",
        ]
    )


def style_of(name, where):
    """Returns fill and outline of a style."""
    if name not in FILLS:
        raise ValueError(f"{where}: style {name!r}: accepted: {', '.join(FILLS)}")
    return FILLS[name]


def text_at(x, y, text, anchor="middle", extra=""):
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{INK}"{extra}>{escape(text)}</text>'


def box(name, x, y, width, height, text, style="plain"):
    """Draws a rectangle with centred lines; a group has its text at the top left."""
    fill, line = style_of(style, name)
    parts = [
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{fill}" stroke="{line}" stroke-width="1.3"/>'
    ]
    lines = text.split("\n") if text else []
    if style == "group":
        return [*parts, *(text_at(x + 10, y + 18, line, "start", ' font-weight="bold"') for line in lines)]
    top = y + height / 2 - (len(lines) - 1) * 8 + 4
    for number, line in enumerate(lines):
        extra = ' font-weight="bold"' if number == 0 else ' font-size="11"'
        parts.append(text_at(x + width / 2, top + 16 * number, line, extra=extra))
    return parts


ARROW = re.compile(r"(\w+)\.([lrtb])([+-]\d+)? *(>>|<>|>) *(\w+)\.([lrtb])([+-]\d+)?(?:: *(.*))?")


def end_of(boxes, name, side, offset, where):
    """Returns the point on a side of a box."""
    if name not in boxes:
        raise ValueError(f"{where}: there is no box {name!r}")
    x, y, width, height = boxes[name][:4]
    offset = int(offset or 0)
    return {
        "l": (x, y + height / 2 + offset),
        "r": (x + width, y + height / 2 + offset),
        "t": (x + width / 2 + offset, y),
        "b": (x + width / 2 + offset, y + height),
    }[side]


def arrow(boxes, text):
    """Draws an arrow, straight or with right angles, with its label at the middle of its longest part."""
    found = ARROW.fullmatch(text)
    if not found:
        raise ValueError(f'arrow {text!r}: accepted: "from.side > to.side: label"')
    start, end = end_of(boxes, *found.group(1, 2, 3), text), end_of(boxes, *found.group(5, 6, 7), text)
    points = [start]
    sideways = (found[2] in "lr", found[6] in "lr")
    if start[0] != end[0] and start[1] != end[1]:
        if sideways == (True, True):
            middle = (start[0] + end[0]) / 2
            points += [(middle, start[1]), (middle, end[1])]
        elif sideways == (False, False):
            middle = (start[1] + end[1]) / 2
            points += [(start[0], middle), (end[0], middle)]
        else:
            points.append((end[0], start[1]) if sideways[0] else (start[0], end[1]))
    points.append(end)
    path = "M" + " ".join(f"{x:g} {y:g}" for x, y in points)
    extra = ' stroke-dasharray="5 4"' if found[4] == ">>" else ""
    extra += ' marker-start="url(#head)"' if found[4] == "<>" else ""
    parts = [
        f'<path d="{path}" fill="none" stroke="{INK}" stroke-width="1.3"{extra} marker-end="url(#head)"/>'
    ]
    if found[8]:
        one, two = max(
            itertools.pairwise(points), key=lambda p: abs(p[0][0] - p[1][0]) + abs(p[0][1] - p[1][1])
        )
        flat = one[1] == two[1]
        x, y = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
        for number, line in enumerate(reversed(found[8].split("|"))):
            place = (x, y - 5 - 13 * number, "middle") if flat else (x + 6, y + 4 - 13 * number, "start")
            parts.append(text_at(*place[:2], line, place[2], ' font-size="11"'))
    return parts


def boxes_svg(source):
    """Draws a diagram of boxes and arrows."""
    parts = []
    for name, values in source["boxes"].items():
        parts += box(name, *values)
    for text in source.get("arrows", []):
        parts += arrow(source["boxes"], text)
    return document(*source["size"], source["title"], parts)


def lanes_svg(source):
    """Draws a diagram of steps in lanes; time runs to the right and is not to scale."""
    lanes, column = source["lanes"], source.get("column", 60)
    columns = max(bar[2] for bar in source["bars"])
    width = round(LANE_NAMES + columns * column + 2 * MARGIN)
    height = len(lanes) * LANE_HEIGHT + 2 * MARGIN + AXIS

    def row(name):
        if name not in lanes:
            raise ValueError(f"there is no lane {name!r}; accepted: {', '.join(lanes)}")
        return MARGIN + lanes.index(name) * LANE_HEIGHT

    def at(place):
        return MARGIN + LANE_NAMES + place * column

    parts = []
    for number, name in enumerate(lanes):
        shade = "#f4f6f9" if number % 2 == 0 else "#ffffff"
        parts.append(
            f'<rect x="{MARGIN}" y="{row(name)}" width="{width - 2 * MARGIN}" height="{LANE_HEIGHT}" fill="{shade}"/>'
        )
        parts.append(
            text_at(MARGIN + 8, row(name) + LANE_HEIGHT / 2 + 4, name, "start", ' font-weight="bold"')
        )
    for from_lane, to_lane, place, *label in source.get("steps", []):
        down = row(from_lane) < row(to_lane)
        start = row(from_lane) + (LANE_HEIGHT - 7 if down else 7)
        end = row(to_lane) + (7 if down else LANE_HEIGHT - 7)
        parts.append(
            f'<path d="M{at(place):g} {start}V{end}" stroke="{INK}" stroke-width="1.3" marker-end="url(#head)"/>'
        )
        if label:
            parts.append(text_at(at(place) + 5, (start + end) / 2 + 4, label[0], "start", ' font-size="11"'))
    for lane, begin, end, text, style in source["bars"]:
        fill, line = style_of(style, text)
        top, lines = row(lane) + 7, text.split("\n")
        parts.append(
            f'<rect x="{at(begin):g}" y="{top}" width="{(end - begin) * column:g}" height="{LANE_HEIGHT - 14}" rx="4" '
            f'fill="{fill}" stroke="{line}"/>'
        )
        middle = top + (LANE_HEIGHT - 14) / 2 + 4 - (len(lines) - 1) * 6.5
        for number, part in enumerate(lines):
            parts.append(text_at(at((begin + end) / 2), middle + 13 * number, part, extra=' font-size="11"'))
    bottom = height - 12
    parts.append(f'<path d="M{at(0):g} {bottom}H{width - MARGIN}" stroke="{INK}" marker-end="url(#head)"/>')
    parts.append(text_at(MARGIN + 8, bottom + 4, "time, not to scale", "start", ' font-size="11"'))
    return document(width, height, source["title"], parts)


def draw(text):
    """Returns the SVG of a description."""
    source = tomllib.loads(text)
    return lanes_svg(source) if "lanes" in source else boxes_svg(source)
