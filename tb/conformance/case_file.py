"""The command line of a script that makes a file of test cases: `NAME.py OUT.json [--seed S]`."""

import argparse
import json
import pathlib
import sys


def to_text(cases):
    """A case a line, so that a change shows as the lines it concerns."""
    return "[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n"


def write_cases(generate, what, arguments=None):
    """Writes `generate(seed)`, said to be `what` in the help, to the file named; returns the exit code."""
    parser = argparse.ArgumentParser(description=f"write {what}")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=1, help="same seed, same frames")
    options = parser.parse_args(arguments)
    cases = generate(options.seed)
    try:
        options.output.write_text(to_text(cases), encoding="ascii")
    except OSError as error:
        print(f"{options.output}: {error.strerror}", file=sys.stderr)
        return 2
    print(f"{len(cases)} cases in {options.output}")
    return 0
