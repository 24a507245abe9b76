"""Checks of the RTL of transmit scheduler and classifier at the sizes of recommended designs: run once, recorded in
the study folder.

A record is kept by block, size, grants or frames, and program, so that a second report runs nothing.
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
from ..whole_file import write_text
from .commands import Commands
from .folder import StudyFolder

RECORD = "scheduler_checks.json"
GRANTS = 20_000
SECONDS = 600
RTL_SIZES = range(1, 129)
RTL_RULES = ("rr", "drr", "wrr")
TRANSMIT_QUEUES = {"82598": 32, "82599": 128, "X540": 128, "82576": 16, "82575": 4}
# Receive queues, pools, receive addresses.
CLASSIFIERS = {
    "82598": (64, 16, 16),
    "82599": (128, 64, 128),
    "X540": (128, 64, 128),
    "82576": (16, 8, 24),
    "82575": (4, 4, 16),
}
CLASSIFIER = "classifier"  # in the place of a rule of a scheduler


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
    pools: int = 0  # of a classifier
    addresses: int = 0

    @property
    def size(self) -> "Size":
        return (self.rule, self.queues, self.pools, self.addresses)

    @property
    def command(self) -> str:
        return " ".join(["ixsim", *check_words(self.size, self.grants)])


Size = tuple[str, int, int, int]  # rule, queues, pools, addresses


def check_words(size: Size, grants: int) -> list[str]:
    rule, queues, pools, addresses = size
    if rule == CLASSIFIER:
        numbers = ["--queues", str(queues), "--pools", str(pools), "--addresses", str(addresses)]
        return ["check", CLASSIFIER, *numbers, "--frames", str(grants)]
    return ["check", "scheduler", "--mode", rule, "--n", str(queues), "--frames", str(grants)]


def sizes_of(commands: Commands, point: int) -> tuple[Size, Size]:
    """Returns the sizes of a point's scheduler and classifier, from its resolved scenario."""
    done = subprocess.run(
        [keys.program(), "run", *commands.words(point), "--print-scenario"], capture_output=True, text=True
    )  # fmt: skip
    if done.returncode != 0:
        raise StudyError(f"point {point}: its scenario is refused: {done.stderr.strip()}")
    scenario = tomllib.loads(done.stdout)
    device = scenario["device"]
    # Only of the custom device the scenario has the numbers.
    profile = device["profile"]
    queues = device.get("tx_queues") or TRANSMIT_QUEUES[profile]
    own = CLASSIFIERS.get(profile, (0, 0, 0))
    names = ("rx_queues", "pools", "addresses")
    classifier = [int(device.get(name) or usual) for name, usual in zip(names, own, strict=True)]
    return (scenario["tx"]["scheduler"], int(queues), 0, 0), (CLASSIFIER, *classifier)


def run_check(size: Size, grants: int, binary: str) -> Check:
    rule, queues, pools, addresses = size

    def ended(status: int, text: str, compared: int | None, seconds: float) -> Check:
        return Check(rule, queues, grants, binary, status, text, compared, seconds, pools, addresses)

    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="ixsim-check-") as out:
        try:
            done = subprocess.run(
                [keys.program(), *check_words(size, grants), "--out", out],
                capture_output=True,
                text=True,
                timeout=SECONDS,
            )
        except subprocess.TimeoutExpired:
            return ended(2, f"no result within {SECONDS} s", None, SECONDS)
        status, compared = done.returncode, None
        try:
            metrics = json.loads((Path(out) / "result.json").read_text(encoding="utf-8"))["metrics"]
            compared = next(
                (
                    metrics[n]["value"]
                    for n in ("check.grants", "check.decisions", "check.frames")
                    if n in metrics
                ),
                None,
            )
        except (OSError, ValueError, KeyError):
            pass
    lines = (done.stderr if status == 2 else done.stdout).strip().splitlines()
    text = "RTL and model agree" if status == 0 else (lines[-1] if lines else f"exit status {status}")
    return ended(status, text, compared, round(time.monotonic() - began, 2))


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
        c.size: c for c in recorded(study.path) if c.grants == grants and c.binary == binary and c.exit != 2
    }
    sizes: dict[Size, list[int]] = {}
    missing = []
    for point in points:
        try:
            scheduler, classifier = sizes_of(commands, point)
        except (StudyError, OSError, ValueError, KeyError) as error:
            missing.append(f"point {point}: {error}")
            continue
        sizes.setdefault(classifier, []).append(point)
        if scheduler[1] not in RTL_SIZES or scheduler[0] not in RTL_RULES:
            missing.append(
                f"point {point}: no RTL for {scheduler[0]} with {scheduler[1]} queues "
                f"(RTL: {', '.join(RTL_RULES)}, 1 to 128 queues)"
            )
        else:
            sizes.setdefault(scheduler, []).append(point)
    result = []
    for size, of in sorted(sizes.items()):
        if size not in known and run:
            known[size] = run_check(size, grants, binary)
        if size in known:
            result.append((of, known[size]))
        else:
            missing.append(
                f"points {', '.join(map(str, of))}: not checked; write the report again with the checks on"
            )
    if run and known:
        text = json.dumps([asdict(c) for _, c in sorted(known.items())], indent=2) + "\n"
        write_text(study.path / RECORD, text)
    return result, missing
