"""`ixsim compare DIR1 DIR2`, `ixsim report DIR` of a study, and `ixsim run DIR#POINT`."""

import argparse
import json
import os
import sys
from dataclasses import asdict
from typing import NoReturn

from .. import keys
from ..errors import StudyError
from . import commands, compare, folder, page, scheduler_check


class Parser(argparse.ArgumentParser):
    """Reports one line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; `{self.prog} --help` lists the options", file=sys.stderr)
        sys.exit(2)


def tolerance(text: str) -> float:
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        value = -1
    if not 0 <= value < 1:
        raise argparse.ArgumentTypeError(f"found {text}, accepted: 0.01 or 1%")
    return value


def compare_main(arguments: list[str]) -> int:
    p = Parser(
        prog="ixsim compare",
        allow_abbrev=False,
        description="Compare two studies: points, paired differences with 95 % intervals, limits and fronts. "
        "Exit status 0: equal, 1: different, 2: a folder or an option is wrong.",
    )
    p.add_argument("first", metavar="DIR1", help="folder of a study")
    p.add_argument("second", metavar="DIR2", help="folder of another study")
    p.add_argument(
        "--tolerance",
        type=tolerance,
        default=0.0,
        metavar="T",
        help="relative difference of a run's figure that counts as equal (0)",
    )
    p.add_argument("--json", action="store_true", help="print JSON")
    given = p.parse_args(arguments)
    first, second = folder.read(given.first), folder.read(given.second)
    result = compare.compare(first, second, given.tolerance)
    if given.json:
        print(json.dumps({**asdict(result), "equal": result.equal}, indent=2))
    else:
        print(compare.text(first, second, result))
    return 0 if result.equal else 1


def report_main(arguments: list[str]) -> int:
    p = Parser(
        prog="ixsim report",
        allow_abbrev=False,
        description="Write the report of a study as one HTML page.",
    )
    p.add_argument("study", metavar="DIR", help="folder of a study")
    p.add_argument("--out", metavar="FILE", help="the page (report.html in the folder)")
    p.add_argument("--no-checks", action="store_true", help="do not check schedulers against RTL; show recorded checks")
    p.add_argument(
        "--grants", type=int, default=scheduler_check.GRANTS, metavar="N", help="grants of each check (%(default)s)"
    )
    given = p.parse_args(arguments)
    if given.grants < 1:
        p.error(f"--grants: found {given.grants}, accepted: 1 or more")
    print(page.write(given.study, given.out, page.Options(not given.no_checks, given.grants)))
    return 0  # fmt: skip


def run_main(arguments: list[str]) -> int:
    """Replaces this program by `ixsim run` with the settings of the point; further options follow and have precedence."""
    if not arguments:
        raise StudyError("run: found no point, accepted: DIR#POINT")
    path, point = commands.parse(arguments[0])
    study = commands.Commands(folder.read(path))
    study.write_scenario()
    seeded = any(word == "--seed" or word.startswith("--seed=") for word in arguments[1:])
    words = study.words(point)
    if seeded:
        words = words[: words.index("--seed")]
    sys.stdout.flush()
    os.execv(keys.program(), ["ixsim", "run", *words, *arguments[1:]])


def main(command: str, arguments: list[str]) -> int:
    try:
        return {"compare": compare_main, "report": report_main, "run": run_main}[command](arguments)
    except StudyError as error:
        print(f"ixsim {command}: {error}", file=sys.stderr)
        return 2
