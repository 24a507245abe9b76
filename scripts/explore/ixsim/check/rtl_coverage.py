"""Line, branch and toggle coverage of a user's RTL, as Verilator writes it, merged and totalled by file.

A point is identified by kind, file, line and its content; points of several instances of a module are one point.
"""

import re
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from .coverage import CoverageError

KINDS = ("line", "branch", "toggle")
POINT = re.compile(r"^C '(.*)' (\d+)$")


@dataclass
class RtlFile:
    """Hits of each point of a file, by kind, then by line and name."""

    points: dict[str, dict[tuple[int, str], int]] = field(
        default_factory=lambda: {kind: {} for kind in KINDS}
    )

    def count(self, kind: str) -> tuple[int, int]:
        points = self.points[kind].values()
        return sum(hits > 0 for hits in points), len(points)

    def missed_lines(self, kind: str) -> list[int]:
        return sorted({line for (line, _), hits in self.points[kind].items() if hits == 0})


def read(paths: Iterable[Path]) -> dict[str, RtlFile]:
    files: dict[str, RtlFile] = {}
    for path in paths:
        try:
            text = path.read_text(errors="replace")
        except OSError as error:
            raise CoverageError(f"{path}: {error.strerror}") from error
        if not text.startswith("# SystemC::Coverage"):
            raise CoverageError(
                f"{path}: is no coverage of Verilator: need a file that --rtl-coverage has written"
            )
        for line in text.splitlines():
            found = POINT.match(line)
            if not found:
                continue
            fields = dict(part.split("\x02", 1) for part in found[1].split("\x01") if "\x02" in part)
            kind = fields.get("page", "").split("/")[0].removeprefix("v_")
            if kind not in KINDS or "f" not in fields:
                continue
            points = files.setdefault(fields["f"].replace("%20", " "), RtlFile()).points[kind]
            place = (int(fields.get("l", "0")), f"{fields.get('n', '')} {fields.get('o', '')}")
            points[place] = points.get(place, 0) + int(found[2])
    return files


def write_merged(paths: list[Path], out: Path) -> None:
    program = shutil.which("verilator_coverage")
    if program is None:
        raise CoverageError("verilator_coverage: not found in PATH: need it to merge RTL coverage")
    done = subprocess.run(
        [program, "--write", str(out), *map(str, paths)], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines() or [f"exit status {done.returncode}"]
        raise CoverageError(f"verilator_coverage: {said[-1]}")


def as_text(files: dict[str, RtlFile]) -> str:
    lines = [f"RTL coverage  {'line':>13} {'branch':>13} {'toggle':>13}"]
    for name, file in sorted(files.items()):
        counts = " ".join(f"{hit:>5} of {total:>4}" for hit, total in (file.count(kind) for kind in KINDS))
        lines.append(f"  {counts}  {name}")
    return "\n".join(lines) + "\n"
