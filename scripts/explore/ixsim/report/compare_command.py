"""`ixsim compare DIR1 DIR2`: two studies, as lines or as JSON."""

import argparse
import json
import math
from dataclasses import asdict
from typing import Any

from .command import Parser, guarded


def tolerance(text: str) -> float:
    try:
        value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    except ValueError:
        value = -1
    if not 0 <= value < 1:
        raise argparse.ArgumentTypeError(f"found {text}, accepted: 0.01 or 1%")
    return value


def command(arguments: list[str]) -> int:
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
    # Tables take half a second to load; a wrong option is reported at once.
    from . import compare, folder

    first, second = folder.read(given.first), folder.read(given.second)
    result = compare.compare(first, second, given.tolerance)
    if given.json:
        print(json.dumps(plain({**asdict(result), "equal": result.equal}), indent=2, allow_nan=False))
    else:
        print(compare.text(first, second, result))
    return 0 if result.equal else 1


def plain(value: Any) -> Any:
    """Returns a value for JSON, which has no NaN."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, list):
        return [plain(v) for v in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def main(arguments: list[str]) -> int:
    return guarded(command, "compare", arguments)
