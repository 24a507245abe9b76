"""`ixsim coverage`: merges and shows the coverage of several checks."""

import argparse
import json
import sys
from pathlib import Path
from typing import NoReturn

from .coverage import CoverageError, in_directory, merge
from .report import write_html
from .rtl_coverage import as_text, read, write_merged

MOST_LISTED = 40


class Parser(argparse.ArgumentParser):
    """Reports one line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        print(f"ixsim coverage: {message}; `ixsim coverage --help` lists the options", file=sys.stderr)
        sys.exit(2)


def rtl_files(paths: list[Path]) -> list[Path]:
    return [file for path in paths if path.is_dir() for file in in_directory(path, "rtl_coverage.dat")]


def main(words: list[str]) -> int:
    parser = Parser(
        prog="ixsim coverage",
        allow_abbrev=False,
        description="Merges or shows the coverage of several runs of `ixsim check --out`.",
    )
    commands = parser.add_subparsers(
        dest="command", required=True, metavar="merge|report", parser_class=Parser
    )
    one = commands.add_parser("merge", help="write the bins of all as one file", allow_abbrev=False)
    one.add_argument("paths", nargs="+", type=Path, help="coverage.json files, or directories that hold them")
    one.add_argument("--out", type=Path, required=True, help="file to write")
    one.add_argument("--rtl-out", type=Path, help="file for the RTL coverage of the directories, merged")
    other = commands.add_parser("report", help="show the bins of all", allow_abbrev=False)
    other.add_argument(
        "paths", nargs="+", type=Path, help="coverage.json files, or directories that hold them"
    )
    other.add_argument(
        "--html", type=Path, help="write a page with the holes, and which runs fill the rare bins"
    )
    arguments = parser.parse_args(words)
    try:
        coverage = merge(arguments.paths)
        data = rtl_files(arguments.paths)
        if arguments.command == "merge":
            arguments.out.write_text(json.dumps(coverage.as_json(), indent=1) + "\n")
            if arguments.rtl_out:
                if not data:
                    raise CoverageError("--rtl-out: no rtl_coverage.dat found: need runs with --rtl-coverage")
                write_merged(data, arguments.rtl_out)
            print(
                f"{len(coverage.sources)} runs, {coverage.hit()} of {coverage.total()} bins, in {arguments.out}"
            )
            return 0
        files = read(data)
        print(coverage.as_text(MOST_LISTED), end="")
        if files:
            print(as_text(files), end="")
        if arguments.html:
            write_html(arguments.html, "Coverage", coverage, files)
    except (CoverageError, OSError) as error:
        print(f"ixsim coverage: {error}", file=sys.stderr)
        return 2
    return 0
