"""`ixsim check --seeds A..B --jobs N`: the same check from many seeds, several at a time.

Every seed is a separate run of the program, with its files in DIR/seed_K. The coverage is merged. DIR/regression.json
has the result of each seed, so that `ixsim check --rerun DIR` can repeat those that failed.
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NoReturn

from .coverage import Coverage, CoverageError, merge
from .report import SeedResult, write_html, write_junit
from .rtl_coverage import RtlFile, as_text, read, write_merged

MOST_LISTED = 40  # number of unreached bins that the summary names
SHRINK_SECONDS = 5  # for each seed that fails, unless --shrink sets another value


class Parser(argparse.ArgumentParser):
    """Reports one line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        print(f"ixsim check: {message}; `ixsim check --help` lists the options", file=sys.stderr)
        sys.exit(2)


def seed_range(text: str) -> list[int]:
    found = re.fullmatch(r"(\d+)(?:\.\.(\d+))?", text)
    first = int(found[1]) if found else 0
    last = int(found[2] or found[1]) if found else 0
    if not found or last < first:
        raise argparse.ArgumentTypeError(
            f"found '{text}', accepted are a seed or two, the lower first: 1..50"
        )
    return list(range(first, last + 1))


class Runs:
    """The current runs, which end when one has failed and no other is needed."""

    def __init__(self, options: list[str], out: Path, stop: bool) -> None:
        self.options = options
        self.out = out
        self.stop = stop
        self.failed = False
        self.lock = threading.Lock()
        self.running: list[subprocess.Popen[str]] = []

    def run(self, seed: int) -> SeedResult | None:
        """Runs one seed; does nothing if another one has failed and one failure is enough."""
        program = os.environ["IXSIM_PROGRAM"]
        command = [
            program,
            "check",
            *self.options,
            "--seed",
            str(seed),
            "--out",
            str(self.out / f"seed_{seed}"),
        ]
        if not any(word == "--shrink" or word.startswith("--shrink=") for word in self.options):
            command += ["--shrink", str(SHRINK_SECONDS)]
        start = time.monotonic()
        with self.lock:
            if self.failed and self.stop:
                return None
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            self.running.append(process)
        text, _ = process.communicate()
        with self.lock:
            self.running.remove(process)
            if self.failed and self.stop and process.returncode != 1:
                return None
            if process.returncode != 0:
                self.failed = True
                if self.stop:
                    for other in self.running:
                        with contextlib.suppress(ProcessLookupError):
                            other.terminate()
        return SeedResult(seed, process.returncode, time.monotonic() - start, text)


def summary_of(result: SeedResult) -> str:
    counted = re.search(r"^  (\d+ frames|\d+ edges compared)", result.text, re.MULTILINE)
    reached = re.search(r"^coverage: (\d+ of \d+ bins)", result.text, re.MULTILINE)
    divergence = re.search(r"^divergence at .*$", result.text, re.MULTILINE)
    words = ["ok" if result.passed() else "failed" if result.status == 1 else f"exit status {result.status}"]
    words += [found[found.lastindex or 0] for found in (counted, reached, divergence) if found]
    return f"seed {result.seed}: {', '.join(words)}, {result.seconds:.0f} s"


def finish(
    arguments: argparse.Namespace, options: list[str], out: Path, results: list[SeedResult], skipped: int
) -> int:
    coverage = Coverage()
    files: dict[str, RtlFile] = {}
    ran = [out / f"seed_{result.seed}" for result in results if result.status in (0, 1)]
    with_files = [path for path in ran if any(path.rglob("coverage.json"))]
    if with_files:
        coverage = merge(with_files)
        data = [file for path in with_files for file in sorted(path.rglob("rtl_coverage.dat"))]
        if data:
            files = read(data)
            write_merged(data, out / "rtl_coverage.dat")
        (out / "coverage.json").write_text(json.dumps(coverage.as_json(), indent=1) + "\n")
        write_html(out / "coverage.html", "ixsim check " + " ".join(options), coverage, files)
    below = ""
    if 100 * coverage.hit() < arguments.require_coverage * coverage.total():
        below = (
            f"coverage: {coverage.hit()} of {coverage.total()} bins are fewer than the "
            f"{arguments.require_coverage} % required"
        )
    name = "ixsim check " + " ".join(options)
    write_junit(out / "junit.xml", name, results, below)
    if arguments.junit:
        write_junit(arguments.junit, name, results, below)
    rows = [{"seed": r.seed, "status": r.status, "seconds": round(r.seconds, 3)} for r in results]
    text = {"options": options, "seeds": rows}
    (out / "regression.json").write_text(json.dumps(text, indent=1) + "\n")

    failed = [result for result in results if not result.passed()]
    if with_files:
        print(coverage.as_text(MOST_LISTED), end="")
    if files:
        print(as_text(files), end="")
    for result in failed[:1]:
        print(f"\nseed {result.seed}, the first that failed:\n{result.text}", end="")
    if below:
        print(below)
    print(
        f"{len(results)} seed{'' if len(results) == 1 else 's'}, {len(failed)} failed"
        + (f", {skipped} not run" if skipped else "")
    )
    for result in failed:
        print(f"  again: ixsim check {' '.join(options)} --seed {result.seed}")
    if any(result.status not in (0, 1) for result in results):
        return 2
    return 1 if failed or below else 0


def run_all(arguments: argparse.Namespace, options: list[str], out: Path) -> int:
    out.mkdir(parents=True, exist_ok=True)
    runs = Runs(options, out, arguments.stop_at_failure)
    results: list[SeedResult] = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for future in concurrent.futures.as_completed(
            [pool.submit(runs.run, seed) for seed in arguments.seeds]
        ):
            result = future.result()
            if result is None:
                continue
            results.append(result)
            print(summary_of(result), flush=True)
    results.sort(key=lambda result: result.seed)
    return finish(arguments, options, out, results, len(arguments.seeds) - len(results))


def main(words: list[str]) -> int:
    parser = Parser(prog="ixsim check", allow_abbrev=False, add_help=False)
    parser.add_argument("--seeds", type=seed_range)
    parser.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--junit", type=Path)
    parser.add_argument("--rerun", type=Path)
    parser.add_argument("--stop-at-failure", action="store_true")
    parser.add_argument("--require-coverage", type=int, default=0)
    parser.add_argument("--out", type=Path)
    arguments, options = parser.parse_known_args(words)
    if arguments.jobs < 1:
        parser.error(f"--jobs: found {arguments.jobs}, accepted are 1 and more")
    try:
        if arguments.rerun:
            options, arguments.seeds = failed_seeds(arguments.rerun)
            if not arguments.seeds:
                print(f"{arguments.rerun}: no seed has failed")
                return 0
        if arguments.out:
            return run_all(arguments, options, arguments.out)
        with tempfile.TemporaryDirectory(prefix="ixsim-check-") as directory:
            return run_all(arguments, options, Path(directory))
    except CoverageError as error:
        print(f"ixsim check: {error}", file=sys.stderr)
        return 2


def failed_seeds(directory: Path) -> tuple[list[str], list[int]]:
    path = directory / "regression.json"
    try:
        text = json.loads(path.read_text())
        return text["options"], [row["seed"] for row in text["seeds"] if row["status"] != 0]
    except OSError as error:
        raise CoverageError(f"{path}: {error.strerror}: need the directory of a regression") from error
    except (ValueError, KeyError, TypeError) as error:
        raise CoverageError(f"{path}: is no list of seeds: need the directory of a regression") from error
