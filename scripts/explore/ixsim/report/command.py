"""Common parts of the commands of this package: options, and errors as one line."""

import argparse
import os
import sys
from collections.abc import Callable
from typing import NoReturn

from ..errors import StudyError


class Parser(argparse.ArgumentParser):
    """Reports one line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        print(f"{self.prog}: {message}; `{self.prog} --help` lists the options", file=sys.stderr)
        sys.exit(2)


def guarded(command: Callable[[list[str]], int], name: str, arguments: list[str]) -> int:
    """Runs a command; an error of the user becomes one line and exit status 2."""
    try:
        return command(arguments)
    except StudyError as error:
        print(f"ixsim {name}: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # The reader of the output has closed the pipe.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
