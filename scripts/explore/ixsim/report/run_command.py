"""`ixsim run DIR#POINT` repeats the first run of a point of a study."""

import os
import sys

from .. import keys
from ..errors import StudyError
from . import commands, folder
from .command import guarded


def command(arguments: list[str]) -> int:
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


def main(arguments: list[str]) -> int:
    return guarded(command, "run", arguments)
