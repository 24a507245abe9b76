"""Checks of the transmit scheduler's RTL at the sizes of recommended designs: run once, recorded in the study folder.

A record is kept by rule, number of queues, grants and program, so that a second report runs nothing.
"""

import json
import subprocess
import tempfile
import time
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

from .. import keys
from ..errors import StudyError
from .commands import Commands
from .folder import StudyFolder

RECORD = "scheduler_checks.json"
GRANTS = 20_000
SECONDS = 600
RTL_SIZES = range(2, 129)
RTL_RULES = ("rr", "drr")
TRANSMIT_QUEUES = {"82598": 32, "82599": 128, "X540": 128, "82576": 16, "82575": 4}


@dataclass
class Check:
    rule: str
    queues: int
    grants: int
    binary: str
    exit: int
    result: str
    compared: int | None
    seconds: float

    @property
    def command(self) -> str:
        return " ".join(["ixsim", *check_words(self.rule, self.queues, self.grants)])


def check_words(rule: str, queues: int, grants: int) -> list[str]:
    return ["check", "scheduler", "--mode", rule, "--n", str(queues), "--frames", str(grants)]


def size_of(commands: Commands, point: int) -> tuple[str, int]:
    """Returns rule and number of queues of a point's scheduler, from its resolved scenario."""
    done = subprocess.run(
        [keys.program(), "run", *commands.words(point), "--print-scenario"], capture_output=True, text=True
    )  # fmt: skip
    if done.returncode != 0:
        raise StudyError(f"point {point}: its scenario is refused: {done.stderr.strip()}")
    scenario = tomllib.loads(done.stdout)
    device = scenario["device"]
    # Only of the custom device the scenario has the number.
    queues = device.get("tx_queues") or TRANSMIT_QUEUES[device["profile"]]
    return scenario["tx"]["scheduler"], int(queues)


def run_check(rule: str, queues: int, grants: int, binary: str) -> Check:
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ixsim-check-") as out:
        try:
            done = subprocess.run(
                [keys.program(), *check_words(rule, queues, grants), "--out", out],
                capture_output=True,
                text=True,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return Check(rule, queues, grants, binary, 2, f"no result within {SECONDS} s", None, SECONDS)
        status, compared = done.returncode, None
        try:
            metrics = json.loads((Path(out) / "result.json").read_text(encoding="utf-8"))["metrics"]
            compared = next(
                (metrics[n]["value"] for n in ("check.grants", "check.frames") if n in metrics), None
            )
        except (OSError, ValueError, KeyError):
            pass
    lines = (done.stderr if status == 2 else done.stdout).strip().splitlines()
    text = "RTL and model agree" if status == 0 else (lines[-1] if lines else f"exit status {status}")
    return Check(rule, queues, grants, binary, status, text, compared, round(time.monotonic() - began, 2))


def recorded(path: Path) -> list[Check]:
    try:
        return [Check(**entry) for entry in json.loads((path / RECORD).read_text(encoding="utf-8"))]
    except (OSError, ValueError, TypeError):
        return []


def check_points(
    study: StudyFolder, commands: Commands, points: list[int], run: bool = True, grants: int = GRANTS
) -> tuple[list[tuple[list[int], Check]], list[str]]:
    """Returns the checks of these points, each with its points, and a line for each point that has none.

    Points of one size share a check. With `run` false only recorded checks are returned.
    """
    binary = str(study.info.get("binary") or "")
    known = {
        (c.rule, c.queues): c
        for c in recorded(study.path)
        if c.grants == grants and c.binary == binary and c.exit != 2
    }
    sizes: dict[tuple[str, int], list[int]] = {}
    missing = []
    for point in points:
        try:
            size = size_of(commands, point)
        except (StudyError, OSError, ValueError) as error:
            missing.append(f"point {point}: {error}")
            continue
        if size[1] not in RTL_SIZES or size[0] not in RTL_RULES:
            missing.append(
                f"point {point}: no RTL for {size[0]} with {size[1]} queues (RTL: {', '.join(RTL_RULES)}, 2 to 128 queues)"
            )
        else:
            sizes.setdefault(size, []).append(point)
    result = []
    for size, of in sorted(sizes.items()):
        if size not in known and run:
            known[size] = run_check(*size, grants, binary)
        if size in known:
            result.append((of, known[size]))
        else:
            missing.append(
                f"points {', '.join(map(str, of))}: not checked; write the report again with the checks on"
            )
    if run and known:
        text = json.dumps([asdict(c) for _, c in sorted(known.items())], indent=2) + "\n"
        partial = study.path / (RECORD + ".partial")
        partial.write_text(text, encoding="utf-8")
        partial.replace(study.path / RECORD)
    return result, missing
