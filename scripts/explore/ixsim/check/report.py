"""A regression's coverage as one HTML page, and its results as JUnit XML."""

import html
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .coverage import Coverage
from .rtl_coverage import KINDS, RtlFile

RARE = 2  # a bin is listed with its sources if it has at most this number
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font-family: sans-serif; margin: 2em; max-width: 70em }}
table {{ border-collapse: collapse }} td, th {{ padding: 0.2em 0.8em; text-align: left; border-bottom: 1px solid #ddd }}
td.number {{ text-align: right }} .hole {{ color: #b00 }} meter {{ width: 12em }}
</style></head><body><h1>{title}</h1>
{body}
</body></html>
"""


@dataclass
class SeedResult:
    seed: int
    status: int  # exit status: 0, 1, 2 or that of a crash
    seconds: float
    text: str  # output of the run

    def passed(self) -> bool:
        return self.status == 0


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    header = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table><tr>{header}</tr>\n{body}</table>\n"


def write_html(path: Path, title: str, coverage: Coverage, files: dict[str, RtlFile]) -> None:
    text = coverage.as_json()
    parts = [f"<p>{text['hit']} of {text['total']} bins, out of {len(coverage.sources)} runs: "]
    parts.append(html.escape(", ".join(coverage.sources[:100])) + "</p>\n<h2>Groups</h2>\n")
    rows = []
    for group in text["groups"]:
        total = max(1, group["total"])
        meter = f'<meter value="{group["hit"]}" max="{total}"></meter>'
        rows.append(
            (html.escape(group["name"]), meter, f"{group['hit']} of {group['total']}", str(group["excluded"]))
        )
    parts.append(table(("group", "", "reached", "excluded"), rows))
    parts.append("<h2>Holes</h2>\n")
    if text["unhit"]:
        parts.append(
            "<ul>"
            + "".join(f'<li class="hole">{html.escape(name)}</li>' for name in text["unhit"])
            + "</ul>\n"
        )
    else:
        parts.append("<p>None: every bin was reached.</p>\n")
    rare = [
        (html.escape(name), str(entry.hits), html.escape(", ".join(entry.filled_by)))
        for name, entry in coverage.bins.items()
        if entry.hits and len(entry.filled_by) <= RARE < len(coverage.sources)
    ]
    if rare:
        parts.append("<h2>Bins that few runs fill, and which do</h2>\n")
        parts.append(table(("bin", "hits", "filled by"), rare))
    if files:
        parts.append("<h2>RTL</h2>\n")
        rtl = []
        for name, file in sorted(files.items()):
            counts = [f"{hit} of {total}" for hit, total in (file.count(kind) for kind in KINDS)]
            missed = ", ".join(map(str, file.missed_lines("line")[:50])) or "none"
            rtl.append((html.escape(name), *counts, missed))
        parts.append(table(("file", *KINDS, "lines not reached"), rtl))
    path.write_text(PAGE.format(title=html.escape(title), body="".join(parts)))


def write_junit(path: Path, name: str, results: list[SeedResult], merged_failure: str) -> None:
    failures = sum(result.status == 1 for result in results) + bool(merged_failure)
    errors = sum(result.status not in (0, 1) for result in results)
    suite = ElementTree.Element(
        "testsuite",
        name=name,
        tests=str(len(results) + bool(merged_failure)),
        failures=str(failures),
        errors=str(errors),
        time=f"{sum(result.seconds for result in results):.3f}",
    )
    for result in results:
        case = ElementTree.SubElement(
            suite, "testcase", classname=name, name=f"seed {result.seed}", time=f"{result.seconds:.3f}"
        )
        if result.status == 0:
            continue
        kind = "failure" if result.status == 1 else "error"
        first = next((line for line in result.text.splitlines() if "divergence at" in line), "")
        entry = ElementTree.SubElement(case, kind, message=first or f"exit status {result.status}")
        entry.text = "".join(c for c in result.text if c >= " " or c in "\n\t")
    if merged_failure:
        case = ElementTree.SubElement(suite, "testcase", classname=name, name="merged coverage", time="0")
        ElementTree.SubElement(case, "failure", message=merged_failure)
    ElementTree.indent(suite)
    ElementTree.ElementTree(suite).write(path, encoding="utf-8", xml_declaration=True)
