"""Draws timing diagrams from WaveJSON (docs/figures/*.wave.json) with WaveDrom."""

import json
import re

import wavedrom


def used_only(svg):
    """Returns the SVG without unused symbols; WaveDrom defines all of its symbols in each file."""
    groups = dict(re.findall(r'<g id="([^"]+)">(.*?)</g>', svg[: svg.index("</defs>")], re.DOTALL))
    used = set(re.findall(r'xlink:href="#([^"]+)"', svg))
    return (
        re.sub(
            r'<g id="([^"]+)">(.*?)</g>',
            lambda found: "" if found[1] in groups and found[1] not in used else found[0],
            svg[: svg.index("</defs>")],
            flags=re.DOTALL,
        )
        + svg[svg.index("</defs>") :]
    )


def draw(text):
    """Returns the SVG of a timing diagram."""
    json.loads(text)  # WaveDrom accepts more than JSON and does not report the place of an error.
    # The labels of edges are otherwise too small to read.
    svg = used_only(wavedrom.render(text).tostring()).replace("font-size:8px", "font-size:11px")
    return (
        svg.replace("<defs>", '<rect width="100%" height="100%" fill="#fff"/><defs>', 1).replace(
            "><g", ">\n<g"
        )
        + "\n"
    )
